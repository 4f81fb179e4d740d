"""The JSON of small values: melds, arrangements, actions, phases, outcomes and events."""

from collections.abc import Iterator
from typing import Any, Final, get_args

import attrs

from ginrules.cards import CardSet
from ginrules.errors import RecordError
from ginrules.melds.meld import Arrangement, Meld, MeldKind, TableMeld
from ginrules.notation import parse_action
from ginrules.play import events, phases
from ginrules.play.actions import Action
from ginrules.play.outcome import DeadReason, Ending, Outcome
from ginrules.play.table.defence import Defence
from ginrules.records.documents.codec import (
    CARD,
    CARD_SET,
    FLAG,
    PILE,
    Codec,
    Optional,
    choice,
    listed,
    number,
    parsed,
    record,
    tagged,
)
from ginrules.records.documents.problems import At

MOST_SEATS: Final = 10
UNSEEN: Final = "??"
"""Stands for a card that the seat has not seen."""

SEAT: Final = number(0, MOST_SEATS - 1)
POINTS: Final = number(0)
ANY_POINTS: Final = number(-1_000_000_000)
BY_SEAT: Final = listed(CARD_SET, most=MOST_SEATS)


def _write_meld(meld: Meld) -> str:
    if meld != Meld.of(meld.cards):
        raise RecordError(f"{meld} is claimed to be a {meld.kind}, which its text cannot say: use Meld.of")
    return str(meld)


MELD: Final = attrs.evolve(parsed(Meld.parse, CARD_SET.schema), write=_write_meld)
MELDS: Final = listed(MELD, most=26)
ACTION: Final = parsed(parse_action, {"examples": ["draw", "discard 7h", "lay off 7h on 0"]}, longest=1000)
ACTIONS: Final = listed(ACTION, most=10_000)

TABLE_MELD: Final = record(
    TableMeld,
    {"cards": CARD_SET, "kind": choice(get_args(MeldKind)), "owner": SEAT, "original": CARD_SET},
)
ARRANGEMENT: Final = record(Arrangement, {"melds": MELDS, "unmelded": CARD_SET, "deadwood": POINTS})
DEFENCE: Final = record(
    Defence,
    {"melds": MELDS, "layoffs": listed(ACTION, most=52), "unmelded": CARD_SET, "deadwood": POINTS, "actions": ACTIONS},
)

_ENDING: Final = choice(get_args(Ending))


def _outcome_faults(outcome: Outcome) -> Iterator[tuple[str, str]]:
    seats = outcome.seats
    if outcome.declarer is not None and outcome.declarer >= seats:
        yield "declarer", f"is seat {outcome.declarer}, deadwood is given for {seats} seats"
    if (outcome.declarer is None) != (outcome.ending == "dead"):
        who = "nobody" if outcome.declarer is None else f"seat {outcome.declarer}"
        yield "ending", f"cannot be {outcome.ending} when {who} declared"
    if outcome.reason is not None and outcome.ending != "dead":
        yield "reason", f"is only for dead rounds, this one ended in {outcome.ending}"
    if outcome.laid and len(outcome.laid) != seats:
        yield "laid", f"has {len(outcome.laid)} numbers, deadwood is given for {seats} seats"


OUTCOME: Final = record(
    Outcome,
    {
        "ending": _ENDING,
        "declarer": Optional(SEAT),
        "deadwood": listed(POINTS, most=MOST_SEATS),
        "reason": Optional(choice(get_args(DeadReason))),
        "upcard": Optional(CARD),
        "knock_card": Optional(CARD),
        "laid": Optional(listed(POINTS, most=MOST_SEATS), ()),
        "stock_left": Optional(number(0, 52)),
    },
    check=_outcome_faults,
)

_AT_MOST_ONE: Final = Optional(CARD_SET, CardSet())
_DECLARED: Final = {"seat": SEAT, "declarer": SEAT, "ending": _ENDING}

PHASE: Final = tagged(
    "kind",
    {
        "upcard-offer": (phases.UpcardOffer, record(phases.UpcardOffer, {"seat": SEAT})),
        "draw-turn": (
            phases.DrawTurn,
            record(phases.DrawTurn, {"seat": SEAT, "stock_only": Optional(FLAG, default=False)}),
        ),
        "play-turn": (
            phases.PlayTurn,
            record(phases.PlayTurn, {"seat": SEAT, "taken": _AT_MOST_ONE, "owed": _AT_MOST_ONE}),
        ),
        "spread-turn": (phases.SpreadTurn, record(phases.SpreadTurn, _DECLARED)),
        "layoff-turn": (phases.LayoffTurn, record(phases.LayoffTurn, _DECLARED)),
        "last-discard": (phases.LastDiscard, record(phases.LastDiscard, {"seat": SEAT})),
        "reshuffle": (phases.Reshuffle, record(phases.Reshuffle, {"seat": SEAT})),
        "round-over": (phases.RoundOver, record(phases.RoundOver, {"outcome": OUTCOME})),
    },
)


def _hideable(codec: Codec, hidden: Any) -> Codec:
    """A value that may be unseen, written as ``??``."""

    def write(value: Any) -> Any:
        return UNSEEN if value == hidden else codec.write(value)

    def read(data: Any, at: At) -> Any:
        return hidden if data == UNSEEN else codec.read(data, at)

    return Codec(write, read, {"oneOf": [{"const": UNSEEN}, codec.schema]})


EVENT: Final = tagged(
    "kind",
    {
        "declined": (events.Declined, record(events.Declined, {"seat": SEAT})),
        "took-discard": (events.TookDiscard, record(events.TookDiscard, {"seat": SEAT, "cards": PILE})),
        "drew-stock": (
            events.DrewStock,
            record(events.DrewStock, {"seat": SEAT, "card": _hideable(CARD, None)}),
        ),
        "laid-down": (events.LaidDown, record(events.LaidDown, {"seat": SEAT, "meld": MELD})),
        "laid-off": (
            events.LaidOff,
            record(events.LaidOff, {"seat": SEAT, "card": CARD, "onto": number(0, 51)}),
        ),
        "discarded": (events.Discarded, record(events.Discarded, {"seat": SEAT, "card": CARD})),
        "knocked": (events.Knocked, record(events.Knocked, {"seat": SEAT, "card": CARD, "hand": CARD_SET})),
        "went-big-gin": (events.WentBigGin, record(events.WentBigGin, {"seat": SEAT, "hand": CARD_SET})),
        "melds-spread": (
            events.MeldsSpread,
            record(events.MeldsSpread, {"seat": SEAT, "melds": MELDS, "unmelded": CARD_SET}),
        ),
        "defence-done": (events.DefenceDone, record(events.DefenceDone, {"seat": SEAT, "hand": CARD_SET})),
        "stock-shuffled": (
            events.StockShuffled,
            record(events.StockShuffled, {"cards": CARD_SET, "order": _hideable(PILE, ())}),
        ),
        "round-ended": (events.RoundEnded, record(events.RoundEnded, {"outcome": OUTCOME, "hands": BY_SEAT})),
    },
)
EVENTS: Final = listed(EVENT, most=20_000)

SMALL: Final[dict[Any, Codec]] = {
    CardSet: CARD_SET,
    Meld: MELD,
    TableMeld: TABLE_MELD,
    Arrangement: ARRANGEMENT,
    Defence: DEFENCE,
    Outcome: OUTCOME,
    Action: ACTION,
    phases.Phase: PHASE,
    events.Event: EVENT,
}
"""The values of this module, by class or union."""
