"""States of a round as the records that the core keeps, and back."""

from typing import Any, Final

import numpy as np

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
