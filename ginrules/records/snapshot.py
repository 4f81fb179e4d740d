"""The JSON of a state: the cards by place, and the checks of all of it on the way back."""

from typing import Any, Final

import attrs

from ginrules.cards import Card, CardSet
from ginrules.melds.meld import TableMeld
from ginrules.play.phases import Phase
from ginrules.play.state import Memory, RoundState, Setup
from ginrules.records.document import document
from ginrules.records.documents.codec import CARD, CARD_SET, PILE, Codec, Optional, listed, number, record
from ginrules.records.documents.problems import BAD, At, Bad
from ginrules.records.documents.values import BY_SEAT, MOST_SEATS, PHASE, SEAT, TABLE_MELD
from ginrules.records.invariants import setup_faults, shape_faults, state_faults
from ginrules.records.rules import RULES
from ginrules.rules.model import RuleSet

MOST_RESHUFFLES: Final = 10_000


@attrs.frozen(kw_only=True)
class Parts:
    """A state's fields as they are written, not yet known to fit together."""

    rules: RuleSet
    seats: int
    dealer: int
    upcard: Card | None
    knock_card: Card | None
    knock_limit: int
    hands: tuple[CardSet, ...]
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    table: tuple[TableMeld, ...]
    laid: tuple[CardSet, ...]
    known: tuple[CardSet, ...]
    takes: int
    returns: int
    put_back: tuple[CardSet, ...]
    phase: Phase

    @property
    def setup(self) -> Setup:
        """What the deal fixed."""
        return Setup(self.rules, self.seats, self.dealer, self.upcard, self.knock_card, self.knock_limit)

    @property
    def state(self) -> RoundState:
        """The state of these parts, whatever they are."""
        return RoundState(
            self.setup,
            tuple(map(int, self.hands)),
            bytes(self.stock),
            bytes(self.discards),
            self.table,
            tuple(map(int, self.laid)),
            tuple(map(int, self.known)),
            Memory(self.takes, self.returns, tuple(map(int, self.put_back))),
            self.phase,
        )


SETUP_FIELDS: Final[dict[str, Codec | Optional]] = {
    "rules": RULES,
    "seats": number(2, MOST_SEATS),
    "dealer": SEAT,
    "upcard": Optional(CARD),
    "knock_card": Optional(CARD),
    "knock_limit": number(0, 1_000_000),
}
"""What a state and a view begin with."""

MEMORY_FIELDS: Final[dict[str, Codec | Optional]] = {
    "takes": Optional(number(), 0),
    "returns": Optional(number(), 0),
    "put_back": Optional(listed(CARD_SET, most=MOST_RESHUFFLES), ()),
}

_PARTS: Final = record(
    Parts,
    {
        **SETUP_FIELDS,
        "hands": BY_SEAT,
        "stock": PILE,
        "discards": PILE,
        "table": listed(TABLE_MELD, most=52),
        "laid": BY_SEAT,
        "known": BY_SEAT,
        **MEMORY_FIELDS,
        "phase": PHASE,
    },
)


def _write(state: RoundState) -> dict[str, Any]:
    written: dict[str, Any] = _PARTS.write(parts_of(state))
    return written


def parts_of(state: RoundState) -> Parts:
    """A state's fields as they are written."""
    return Parts(
        rules=state.rules,
        seats=state.seats,
        dealer=state.dealer,
        upcard=state.upcard,
        knock_card=state.knock_card,
        knock_limit=state.knock_limit,
        hands=state.hands,
        stock=state.stock,
        discards=state.discards,
        table=state.table,
        laid=state.laid,
        known=state.known,
        takes=state.memory.takes,
        returns=state.memory.returns,
        put_back=tuple(map(CardSet, state.memory.put_back)),
        phase=state.phase,
    )


def _read(data: Any, at: At) -> Any:
    parts = _PARTS.read(data, at)
    if isinstance(parts, Bad):
        return BAD
    faults = [*setup_faults(parts), *shape_faults(parts)]
    if at.note(faults):
        return BAD
    state = parts.state
    return BAD if at.note(state_faults(state)) else state


STATE: Final = document("state", Codec(_write, _read, _PARTS.schema))
