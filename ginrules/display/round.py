"""A round as a picture shows it: seats from the far side of the table to the near one, melds and piles.

Made from a state, in which all cards lie open, or from a view, in which the
cards that the seat does not know stay backs. Nothing else is asked, so a
picture of a view shows no more than the view.
"""

from collections.abc import Sequence

import attrs

from ginrules.cards import Card, CardSet
from ginrules.display.words import phase_told, seat_names
from ginrules.errors import PictureError
from ginrules.melds.arrange import best_arrangement
from ginrules.melds.meld import TableMeld
from ginrules.play.phases import PlayTurn
from ginrules.play.state import RoundState
from ginrules.play.views.view import PlayerView

Round = RoundState | PlayerView
Cards = tuple[Card, ...]


@attrs.frozen(kw_only=True)
class SeatScene:
    """One seat of the picture.

    Attributes:
        seat: The seat.
        name: What it is called.
        is_dealer: Whether it deals.
        to_act: Whether it is its turn.
        groups: The cards that lie open: melds first, then the rest.
        hidden: How many cards are backs.
        seen: Open cards that everybody has seen, where that says something.
        note: What its hand counts; empty where that is not known.
    """

    seat: int
    name: str
    is_dealer: bool
    to_act: bool
    groups: tuple[Cards, ...]
    hidden: int
    seen: CardSet
    note: str


@attrs.frozen(kw_only=True)
class MeldScene:
    """One meld of the table.

    Attributes:
        place: Its place in ``table``, which a lay-off names.
        owner: Whose it is.
        cards: Its cards; a run that goes round the corner begins with its lower end.
        laid_off: Those that were added to it.
    """

    place: int
    owner: str
    cards: Cards
    laid_off: CardSet


@attrs.frozen(kw_only=True)
class RoundScene:
    """All that a picture of a round shows.

    Attributes:
        title: What the rules are called.
        told: Where the round stands and who is to act.
        limit: The knock limit in force, told; empty where nobody knocks.
        seats: The seats in turn after the near one, which comes last.
        table: The melds on the table.
        pile: The discards, the top card last.
        spread_pile: Whether the whole pile lies open, as several cards of it may be taken.
        stock: How many cards the stock has.
        upcard: The first card turned, where it sets the knock limit.
        knock_card: The card of the second pack.
    """

    title: str
    told: str
    limit: str
    seats: tuple[SeatScene, ...]
    table: tuple[MeldScene, ...]
    pile: Cards
    spread_pile: bool
    stock: int
    upcard: Card | None
    knock_card: Card | None


def round_scene(shown: Round, names: Sequence[str] | None = None) -> RoundScene:
    """What a picture of this state or view shows.

    Raises:
        PictureError: If it is neither, or there is not one name for each seat.
    """
    given: object = shown
    if not isinstance(given, RoundState | PlayerView):
        kind = type(given).__name__
        raise PictureError(f"a round is drawn from a RoundState or a PlayerView, not from {kind}", kind=kind)
    called = seat_names(names, shown.seats)
    near = shown.seat if isinstance(shown, PlayerView) and shown.seat is not None else 0
    rules = shown.rules
    around = [(near + step) % shown.seats for step in range(1, shown.seats + 1)]
    return RoundScene(
        title=_title(shown),
        told=phase_told(shown.phase, called, rules),
        limit="" if rules.open_melds else f"knock limit {shown.knock_limit or '0 (gin only)'}",
        seats=tuple(_seat(shown, seat, called[seat]) for seat in around),
        table=tuple(_meld(place, meld, called) for place, meld in enumerate(shown.table)),
        pile=shown.discards,
        spread_pile=rules.discard_take == "several",
        stock=shown.stock_size if isinstance(shown, PlayerView) else len(shown.stock_pile),
        upcard=shown.upcard if rules.knock_source == "upcard" else None,
        knock_card=shown.knock_card,
    )


def _title(shown: Round) -> str:
    name = shown.rules.title or shown.rules.name or "House rules"
    if isinstance(shown, RoundState):
        return f"{name} · all cards open"
    return f"{name} · seen by a spectator" if shown.seat is None else name


def _seat(shown: Round, seat: int, name: str) -> SeatScene:
    known = shown.known[seat]
    if isinstance(shown, RoundState):
        hand, hidden = shown.hands[seat], 0
    else:
        hand = shown.hand if seat == shown.seat else known
        hidden = shown.hand_sizes[seat] - len(hand)
    open_hand = hidden == 0
    groups = _groups(shown, seat, hand) if open_hand else (tuple(hand),)
    return SeatScene(
        seat=seat,
        name=name,
        is_dealer=seat == shown.dealer,
        to_act=seat == shown.turn,
        groups=tuple(filter(None, groups)),
        hidden=hidden,
        seen=CardSet() if known == hand and open_hand else known & hand,
        note=_note(shown, seat, hand) if open_hand else "",
    )


def _has_spread(shown: Round, seat: int) -> bool:
    """Whether the seat's melds lie on the table, so that what it still holds is left over."""
    return not shown.rules.open_melds and any(meld.owner == seat for meld in shown.table)


def _groups(shown: Round, seat: int, hand: CardSet) -> tuple[Cards, ...]:
    if _has_spread(shown, seat):
        return (_by_rank(hand),)
    best = best_arrangement(hand, shown.rules)
    return (*(in_sequence(meld.cards) for meld in best.melds), _by_rank(best.unmelded))


def _note(shown: Round, seat: int, hand: CardSet) -> str:
    """What the hand counts."""
    outcome = shown.outcome
    tables = shown.setup.tables
    if outcome is not None:
        left = outcome.deadwood[seat]
        laid = f"{outcome.laid[seat]} on the table, " if outcome.laid else ""
        return f"{laid}{left} in hand" if shown.rules.open_melds else f"deadwood {left}"
    if shown.rules.open_melds:
        return f"{tables.value(hand.mask)} in hand"
    if _has_spread(shown, seat):
        return f"deadwood {tables.value(hand.mask)}"
    if isinstance(shown.phase, PlayTurn) and shown.phase.seat == seat and hand:
        kept = CardSet() if shown.rules.return_taken_discard else shown.phase.taken
        least = min(tables.deadwood((hand - card).mask) for card in hand - kept or hand)
        return f"deadwood {least} after the best discard"
    return f"deadwood {tables.deadwood(hand.mask)}"


def _meld(place: int, meld: TableMeld, names: Sequence[str]) -> MeldScene:
    return MeldScene(
        place=place, owner=names[meld.owner], cards=in_sequence(meld.cards), laid_off=meld.cards - meld.original
    )


def in_sequence(cards: CardSet) -> Cards:
    """The cards of a meld as they lie: a run from its lower end, wherever on the circle that is.

    Examples:
        >>> " ".join(map(str, in_sequence(CardSet.parse("As 2s Ks"))))
        'Ks As 2s'
    """
    held = tuple(cards)
    breaks = [place for place in range(1, len(held)) if held[place] != held[place - 1] + 1]
    one_suit = len({card.suit for card in held}) == 1
    if not one_suit or len(breaks) != 1:
        return held
    return held[breaks[0] :] + held[: breaks[0]]


def _by_rank(cards: CardSet) -> Cards:
    """Cards that are no meld, by rank: what belongs together stands together."""
    return tuple(sorted(cards, key=lambda card: (card.rank, card.suit)))
