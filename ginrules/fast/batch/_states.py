"""States of a round as the records that the core keeps, and back."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.cards import CARDS, CardSet
from ginrules.fast._facts import ENDINGS, NOBODY, REASONS
from ginrules.melds.meld import TableMeld, meld_of
from ginrules.play.outcome import Outcome
from ginrules.play.phases import (
    DoubleOffer,
    DrawTurn,
    LastDiscard,
    LayoffTurn,
    Phase,
    PlayTurn,
    Reshuffle,
    RoundOver,
    SpreadTurn,
    UpcardOffer,
)
from ginrules.play.state import Memory, RoundState, Setup
from ginrules.rules.model import RuleSet

STATE: Final = np.dtype(
    [
        ("hand", np.uint64, (6,)), ("known", np.uint64, (6,)), ("laid", np.uint64, (6,)),
        ("table", np.uint64, (26,)), ("original", np.uint64, (26,)), ("put_back", np.uint64, (64,)),
        ("in_pile", np.uint64), ("deadwood", np.int32, (6,)),
        *((name, np.int32) for name in ("limit", "takes", "returns", "reshuffles", "turns", "plies", "factor")),
        ("owner", np.uint8, (26,)), ("stock", np.uint8, (52,)), ("pile", np.uint8, (52,)),
        *(
            (name, np.uint8)
            for name in (
                "n_stock", "n_pile", "n_table", "phase", "seat", "declarer", "ending", "reason", "stock_only", "taken",
                "dealer", "upcard", "knock_card", "is_out_of_bounds", "was_gin", "doubling_right", "doubled_by",
            )
        ),
    ],
    align=True,
)  # fmt: skip
"""The core's ``state_t``."""


def record_of(state: RoundState) -> Any:
    """Return the state as a record of `STATE`, from which the core can play on; melding is not open.

    Raises:
        OverflowError: If more reshuffles are remembered than a record holds.
    """
    record = np.zeros((), STATE)
    setup, memory = state.setup, state.memory
    for name, masks in (("hand", state.hand_masks), ("known", state.known_masks), ("laid", state.laid_masks)):
        record[name][: setup.seats] = masks
    for place, meld in enumerate(state.table):
        record["table"][place] = meld.cards.mask
        record["original"][place] = meld.original.mask
        record["owner"][place] = meld.owner
    if len(memory.put_back) > len(record["put_back"]):
        raise OverflowError("more reshuffles than a record holds")
    record["put_back"][: len(memory.put_back)] = memory.put_back
    record["in_pile"] = sum(1 << card for card in state.discard_pile)
    for name, pile in (("stock", state.stock_pile), ("pile", state.discard_pile)):
        record[name][: len(pile)] = list(pile)
        record[f"n_{name}"] = len(pile)
    record["n_table"], record["reshuffles"] = len(state.table), len(memory.put_back)
    record["limit"], record["takes"], record["returns"] = setup.knock_limit, memory.takes, memory.returns
    record["factor"] = memory.factor
    record["dealer"] = setup.dealer
    for name, value in (
        ("upcard", setup.upcard), ("knock_card", setup.knock_card), ("doubling_right", memory.doubling_right),
    ):  # fmt: skip
        record[name] = NOBODY if value is None else value
    _write_phase(record, state.phase)
    return record


def records_of(states: Sequence[RoundState]) -> NDArray[np.void]:
    """Return these states as an array of `STATE`; NumPy takes longer to put records together than bytes."""
    return np.frombuffer(bytearray().join([record_of(state).tobytes() for state in states]), STATE)


def _write_phase(record: Any, phase: Phase) -> None:  # noqa: C901 - a case for each phase
    record["taken"] = record["declarer"] = NOBODY
    match phase:
        case UpcardOffer(seat):
            values = {"phase": 0, "seat": seat}
        case DrawTurn(seat, stock_only):
            values = {"phase": 1, "seat": seat, "stock_only": stock_only}
        case PlayTurn(seat, taken, _owed, was_gin):
            card = taken.mask.bit_length() - 1 if taken else NOBODY
            values = {"phase": 2, "seat": seat, "taken": card, "was_gin": was_gin}
        case SpreadTurn(seat, declarer, ending):
            values = {"phase": 3, "seat": seat, "declarer": declarer, "ending": ENDINGS.index(ending)}
        case LayoffTurn(seat, declarer, ending):
            values = {"phase": 4, "seat": seat, "declarer": declarer, "ending": ENDINGS.index(ending)}
        case LastDiscard(seat):
            values = {"phase": 5, "seat": seat}
        case Reshuffle(seat):
            values = {"phase": 6, "seat": seat}
        case DoubleOffer(seat, by, stock_only):
            values = {"phase": 8, "seat": seat, "doubled_by": by, "stock_only": stock_only}
        case RoundOver(outcome):
            values = {
                "phase": 7,
                "declarer": NOBODY if outcome.declarer is None else outcome.declarer,
                "ending": ENDINGS.index(outcome.ending),
                "reason": REASONS.index(outcome.reason),
            }
            record["deadwood"][: len(outcome.deadwood)] = outcome.deadwood
    for name, value in values.items():
        record[name] = value


def state_of(record: Any, rules: RuleSet, seats: int) -> RoundState:
    """Return the state that a record of `STATE` holds."""
    setup = Setup(
        rules, seats, int(record["dealer"]), _card(record["upcard"]), _card(record["knock_card"]), int(record["limit"])
    )
    table = tuple(
        TableMeld(CardSet(int(cards)), meld_of(int(original)).kind, int(owner), CardSet(int(original)))
        for cards, original, owner in zip(
            record["table"][: record["n_table"]], record["original"], record["owner"], strict=False
        )
    )
    return RoundState(
        setup,
        _masks(record["hand"][:seats]),
        record["stock"][: record["n_stock"]].tobytes(),
        record["pile"][: record["n_pile"]].tobytes(),
        table,
        _masks(record["laid"][:seats]),
        _masks(record["known"][:seats]),
        Memory(
            int(record["takes"]),
            int(record["returns"]),
            _masks(record["put_back"][: record["reshuffles"]]),
            int(record["factor"]),
            None if record["doubling_right"] == NOBODY else int(record["doubling_right"]),
        ),
        _phase(record, setup),
    )


def _masks(masks: Any) -> tuple[int, ...]:
    return tuple(map(int, masks))


def _card(number: int) -> Any:
    return None if number == NOBODY else CARDS[number]


def _phase(record: Any, setup: Setup) -> Phase:
    seat, declarer, ending = int(record["seat"]), int(record["declarer"]), ENDINGS[record["ending"]]
    match int(record["phase"]):
        case 0:
            return UpcardOffer(seat)
        case 1:
            return DrawTurn(seat, stock_only=bool(record["stock_only"]))
        case 2:
            taken = int(record["taken"])
            return PlayTurn(seat, CardSet(0 if taken == NOBODY else 1 << taken), was_gin=bool(record["was_gin"]))
        case 3:
            return SpreadTurn(seat, declarer, ending)
        case 4:
            return LayoffTurn(seat, declarer, ending)
        case 5:
            return LastDiscard(seat)
        case 6:
            return Reshuffle(seat)
        case 8:
            return DoubleOffer(seat, int(record["doubled_by"]), bool(record["stock_only"]))
        case _:
            return RoundOver(
                Outcome(
                    declarer=None if declarer == NOBODY else declarer,
                    deadwood=_masks(record["deadwood"][: setup.seats]),
                    ending=ending,
                    reason=REASONS[record["reason"]],
                    upcard=setup.upcard,
                    knock_card=setup.knock_card,
                    stock_left=int(record["n_stock"]),
                    factor=int(record["factor"]),
                )
            )
