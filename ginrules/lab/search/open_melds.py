"""Greedy play where melds lie open: what to take from the pile, what to put on the table, what to throw."""

from ginrules.cards import CardSet
from ginrules.lab.search.discard_choice import best_throw, free
from ginrules.melds.arrange import best_arrangement
from ginrules.play.actions import DISCARD, DRAW, TAKE, Action, LayDown, LayOff, TakeDiscard
from ginrules.play.phases import PlayTurn, UpcardOffer
from ginrules.play.views.view import PlayerView
from ginrules.solver.meld_tables import MeldTables


def place_or_discard(view: PlayerView) -> Action:
    """A meld or lay-off that leaves the hand the least deadwood, else the best discard."""
    placed = placing(view)
    if placed is not None:
        return placed
    phase = view.phase
    assert isinstance(phase, PlayTurn)
    hand = view.hand.mask
    return DISCARD[best_throw(view, hand, free(view, hand, phase.taken.mask))[0]]


def placing(view: PlayerView) -> Action | None:
    """The meld or lay-off that leaves the hand the least deadwood, or None where nothing can be placed.

    Whatever the hand can meld or lay off goes on the table: the best of these never costs it
    points, except to place a card that is owed, and then nothing else is legal.
    """
    hand, least = view.hand.mask, view.setup.tables.deadwood
    placings = [(action, _cards_of(action)) for action in view.legal if isinstance(action, LayDown | LayOff)]
    if not placings:
        return None
    return min(placings, key=lambda each: (least(hand & ~each[1]), -each[1].bit_count()))[0]


def _cards_of(action: LayDown | LayOff) -> int:
    return action.meld.cards.mask if isinstance(action, LayDown) else 1 << action.card


def best_take(view: PlayerView) -> Action:
    """The take that leaves the best standing at the end of the turn, if it beats the hand as it is.

    A take of several cards is weighed with all of them in hand. Where none is better the stock is drawn (or the
    upcard left, for which the answer is not `TAKE`).
    """
    tables = view.setup.tables
    hand = view.hand.mask
    on_table = [meld.cards.mask for meld in view.table]
    best, chosen = _standing(view, tables, hand, on_table, throws=0), DRAW
    takes = (TAKE,) if isinstance(view.phase, UpcardOffer) else view.legal
    cards = 0
    taken = 0
    for action in sorted((each for each in takes if isinstance(each, TakeDiscard)), key=lambda each: each.count):
        for card in view.discards[-action.count : len(view.discards) - taken]:
            cards |= 1 << card
        taken = action.count
        standing = _standing(view, tables, hand | cards, on_table, throws=1)
        if standing > best:
            best, chosen = standing, action  # type: ignore[assignment]
    return chosen


def _standing(view: PlayerView, tables: MeldTables, hand: int, on_table: list[int], *, throws: int) -> int:
    """Points placed less points kept, if all that can be is melded and laid off and the dearest card thrown."""
    kept = best_arrangement(CardSet(hand), view.setup.rules).unmelded.mask
    kept = _after_layoffs(tables, kept, on_table)
    left = sorted(tables.values[card] for card in CardSet(kept))
    return tables.value(hand & ~kept) - sum(left[: len(left) - throws])


def _after_layoffs(tables: MeldTables, kept: int, on_table: list[int]) -> int:
    """The cards that stay when every one that fits a meld of the table has been laid off."""
    for meld in on_table:
        while fitting := tables.fits(meld) & kept:
            low = fitting & -fitting
            kept ^= low
            meld |= low  # noqa: PLW2901 - the meld grows in this look ahead only
    return kept
