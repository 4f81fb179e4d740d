"""Play with open melds: what to take from the pile and what to put on the table."""

from __future__ import annotations

from ginrules.cards import CardSet
from ginrules.melds.arrange import best_arrangement
from ginrules.play.actions import DRAW, TAKE, Action, LayDown, LayOff, TakeDiscard
from ginrules.play.phases import UpcardOffer
from ginrules.play.views.view import PlayerView
from ginrules.solver.meld_tables import MeldTables


def best_placement(view: PlayerView) -> Action | None:
    """Return the meld or lay-off that leaves the hand the least deadwood, or None where nothing can be placed.

    Everything that can be melded or laid off goes on the table: the best of these never costs
    points, except to place a card that must be used, and then nothing else is legal.
    """
    hand, deadwood = view.hand.mask, view.setup.tables.deadwood
    placements = [(action, _placed_cards(action)) for action in view.legal if isinstance(action, LayDown | LayOff)]
    if not placements:
        return None
    return min(placements, key=lambda placement: (deadwood(hand & ~placement[1]), -placement[1].bit_count()))[0]


def best_take(view: PlayerView) -> Action:
    """Return the take with the best balance at the end of the turn, or `DRAW` if the hand as it is is as good.

    A take of several cards is weighed with all of them in hand. At an upcard offer the only take is `TAKE`.
    """
    tables = view.setup.tables
    hand = view.hand.mask
    on_table = [meld.cards.mask for meld in view.table]
    best = _balance(view, tables, hand, on_table, discards=0)
    choice: Action = DRAW
    legal = (TAKE,) if isinstance(view.phase, UpcardOffer) else view.legal
    takes = sorted((action for action in legal if isinstance(action, TakeDiscard)), key=lambda action: action.count)
    cards = taken = 0
    for take in takes:
        for card in view.discards[-take.count : len(view.discards) - taken]:
            cards |= 1 << card
        taken = take.count
        balance = _balance(view, tables, hand | cards, on_table, discards=1)
        if balance > best:
            best, choice = balance, take
    return choice


def _placed_cards(action: LayDown | LayOff) -> int:
    return action.meld.cards.mask if isinstance(action, LayDown) else 1 << action.card


def _balance(view: PlayerView, tables: MeldTables, hand: int, on_table: list[int], *, discards: int) -> int:
    """Return points placed less points kept, if everything possible is placed and the highest cards are discarded."""
    kept = best_arrangement(CardSet(hand), view.setup.rules).unmelded.mask
    kept = _after_layoffs(tables, kept, on_table)
    left = sorted(tables.values[card] for card in CardSet(kept))
    return tables.value(hand & ~kept) - sum(left[: len(left) - discards])


def _after_layoffs(tables: MeldTables, kept: int, on_table: list[int]) -> int:
    """Return the cards that stay when every one that fits a meld of the table has been laid off."""
    for meld in on_table:
        grown = meld
        while fitting := tables.fits(grown) & kept:
            low = fitting & -fitting
            kept ^= low
            grown |= low
    return kept
