"""Whether a state can be: every card once, counts that fit the phase, melds and knowledge that fit the rules.

Each check yields its faults as paths and messages. The first two look at the parts of a
state, which may be of any shape; the others at a state whose shape is known to be right.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ginrules.cards import CARDS, CardSet
from ginrules.play.deal import pack_of
from ginrules.play.outcome import Outcome
from ginrules.play.phases import RoundOver, SpreadTurn
from ginrules.play.state import RoundState
from ginrules.records.ended import declared_faults, over_faults
from ginrules.records.turns import memory_faults, turn_faults
from ginrules.rules.model import RuleSet
from ginrules.scoring.facts import limit_in_force

if TYPE_CHECKING:
    from ginrules.records.snapshot import Parts

Faults = Iterator[tuple[str, str]]


def seat_faults(rules: RuleSet, seats: int, dealer: int) -> Faults:
    """As many seats as the rules have at a table, and a dealer in one of them."""
    allowed = rules.player_counts if rules.seating == "all-play" else (2,)
    if seats not in allowed:
        yield "seats", f"is {seats}, the rules seat {' or '.join(map(str, allowed))} at a table"
    if dealer >= seats:
        yield "dealer", f"is seat {dealer}, seats are 0 to {seats - 1}"


def setup_faults(parts: "Parts") -> Faults:
    """Seats, dealer, upcard, knock card and limit against the rules."""
    rules = parts.rules
    yield from seat_faults(rules, parts.seats, parts.dealer)
    pack = pack_of(rules)
    has_upcard = rules.opening in {"upcard-offer", "open-card"}
    for name, card, wanted in (
        ("upcard", parts.upcard, has_upcard),
        ("knock_card", parts.knock_card, rules.knock_source == "knock-card"),
    ):
        if (card is not None) != wanted:
            yield name, "is missing under these rules" if wanted else f"is {card}, these rules have none"
        elif card is not None and card not in pack:
            yield name, f"is {card}, which is not in the pack"
    limit = limit_in_force(Outcome(declarer=None, deadwood=(), upcard=parts.upcard, knock_card=parts.knock_card), rules)
    if parts.knock_limit != limit:
        yield "knock_limit", f"is {parts.knock_limit}, the limit in force is {limit}"


def shape_faults(parts: "Parts") -> Faults:
    """One hand, one known and one laid set a seat; the whole pack once; seats that there are."""
    seats = parts.seats
    for name in ("hands", "laid", "known"):
        found = len(getattr(parts, name))
        if found != seats:
            yield name, f"has {found} items, there are {seats} seats"
    for name in ("seat", "declarer"):
        seat = getattr(parts.phase, name, None)
        if seat is not None and seat >= seats:
            yield f"phase.{name}", f"is seat {seat}, seats are 0 to {seats - 1}"
    for place, meld in enumerate(parts.table):
        if meld.owner >= seats:
            yield f"table[{place}].owner", f"is seat {meld.owner}, seats are 0 to {seats - 1}"
    yield from _pack_faults(parts)


def _pack_faults(parts: "Parts") -> Faults:
    pack = parts.rules.tables.pack
    seen = 0
    for path, cards in _places(parts):
        for card in cards:
            bit = 1 << card
            if not bit & pack:
                yield path, f"has {CARDS[card]}, which is not in the pack"
            elif bit & seen:
                yield path, f"has {CARDS[card]}, which stands elsewhere too"
            seen |= bit
    missing = pack & ~seen
    if missing:
        yield "", f"{CardSet(missing)} is nowhere: every card of the pack must be in one place"


def _places(parts: "Parts") -> Iterator[tuple[str, tuple[int, ...]]]:
    yield "stock", parts.stock
    yield "discards", parts.discards
    for seat, hand in enumerate(parts.hands):
        yield f"hands[{seat}]", tuple(hand)
    for place, meld in enumerate(parts.table):
        yield f"table[{place}].cards", tuple(meld.cards)


def state_faults(state: RoundState) -> Faults:
    """Everything else that must hold of a state of the right shape."""
    yield from _table_faults(state)
    yield from _laid_faults(state)
    for seat, (known, hand) in enumerate(zip(state.known, state.hands, strict=True)):
        if not known <= hand:
            yield f"known[{seat}]", f"has {known - hand}, which seat {seat} does not hold"
    floor = state.rules.stock_floor
    if len(state.stock_pile) < floor:
        yield "stock", f"has {len(state.stock_pile)} cards, {floor} are never drawn"
    yield from memory_faults(state)
    phase = state.phase
    declares = isinstance(phase, RoundOver) and phase.outcome.declarer is not None
    if not state.rules.open_melds and (declares or hasattr(phase, "declarer")):
        yield from declared_faults(state)
    else:
        yield from _undeclared_faults(state)
    yield from over_faults(state) if isinstance(phase, RoundOver) else turn_faults(state)


def _undeclared_faults(state: RoundState) -> Faults:
    if isinstance(state.phase, SpreadTurn) or hasattr(state.phase, "declarer"):
        yield "phase", "is after a knock, these rules have open melding in its place"
    if not state.rules.open_melds and state.table:
        yield "table", "has melds, nobody has knocked yet"


def _table_faults(state: RoundState) -> Faults:
    tables = state.setup.tables
    for place, meld in enumerate(state.table):
        path = f"table[{place}]"
        original, cards = meld.original.mask, meld.cards.mask
        if not tables.is_meld(original):
            yield f"{path}.original", f"{meld.original or 'no card'} is no meld under these rules"
            continue
        one_suit = len({card // 13 for card in meld.original}) == 1
        if meld.kind != ("run" if one_suit else "set"):
            yield f"{path}.kind", f"is {meld.kind}, {meld.original} is a {'run' if one_suit else 'set'}"
        if original & ~cards:
            yield f"{path}.cards", f"lacks {CardSet(original & ~cards)} of the original meld"
        strange = _not_laid_off(state, original, cards)
        if strange:
            yield f"{path}.cards", f"has {CardSet(strange)}, which cannot have been laid off on {meld.original}"


def _not_laid_off(state: RoundState, original: int, cards: int) -> int:
    """The cards of a meld that no legal lay-offs can have put there."""
    rules, tables = state.rules, state.setup.tables
    extra = cards & ~original
    if not extra:
        return 0
    if not rules.open_melds and rules.layoff == "none":
        return extra
    if not rules.layoff_chain:
        return extra & ~tables.fits(original)
    grown = original
    while True:
        fitting = tables.fits(grown) & extra & ~grown
        if not fitting:
            return extra & ~grown
        grown |= fitting & -fitting


def _laid_faults(state: RoundState) -> Faults:
    on_table = 0
    for meld in state.table:
        on_table |= meld.cards.mask
    laid = 0
    for seat, cards in enumerate(state.laid):
        if laid & cards.mask:
            yield f"laid[{seat}]", f"has {CardSet(laid & cards.mask)}, which another seat has laid"
        if cards.mask & ~on_table:
            yield f"laid[{seat}]", f"has {CardSet(cards.mask & ~on_table)}, which is not on the table"
        laid |= cards.mask
    if on_table & ~laid:
        yield "laid", f"{CardSet(on_table & ~laid)} is on the table, but no seat has laid it"
    for place, meld in enumerate(state.table):
        if not meld.original <= state.laid[meld.owner]:
            yield f"table[{place}].original", f"is not among the cards that seat {meld.owner} has laid"
