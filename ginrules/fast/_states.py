"""States of a round as the records that the core keeps, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._support.bounds import TABLE_SEATS
from ginrules.cards import CARDS, CardSet
from ginrules.fast._facts import ENDINGS, NOBODY, REASONS, or_nobody
from ginrules.fast._load import MOST_MELDS, MOST_POOLS
from ginrules.fast.layout import PHASES
from ginrules.melds.meld import TableMeld, meld_of
from ginrules.play.outcome import Outcome
from ginrules.play.phases import Phase, PlayTurn, RoundOver
from ginrules.play.state import History, RoundConfig, RoundState, next_state
from ginrules.rules.model import RuleSet

_BYTES: Final = (
    "n_stock n_pile n_table phase seat declarer ending reason stock_only taken dealer upcard knock_card "
    "is_out_of_bounds was_gin doubling_right doubled_by"
)
STATE: Final = np.dtype(
    [
        *((name, np.uint64, (TABLE_SEATS,)) for name in ("hand", "known", "laid")),
        *((name, np.uint64, (MOST_MELDS,)) for name in ("table", "original")),
        ("put_back", np.uint64, (MOST_POOLS,)),
        ("in_pile", np.uint64),
        ("deadwood", np.int32, (TABLE_SEATS,)),
        *((name, np.int32) for name in ("limit", "takes", "returns", "reshuffles", "turns", "plies", "factor")),
        ("owner", np.uint8, (MOST_MELDS,)),
        *((name, np.uint8, (len(CARDS),)) for name in ("stock", "pile")),
        *((name, np.uint8) for name in _BYTES.split()),
    ],
    align=True,
)
"""The core's ``state_t``."""

CHANCE: Final = np.dtype(
    [("words", np.uint32, (624,)), ("at", np.int32), ("ready", np.int32), ("is_seeded", np.int32), ("seed", np.uint64)],
    align=True,
)
"""The core's ``chance_t``: a Mersenne Twister."""


DEAL: Final = np.dtype(
    [("chance", np.uint64), ("order", np.uint8, (len(CARDS),)), ("knock_card", np.uint8)], align=True
)
"""The core's ``deal_t``: the pack, first dealt first, the card that sets the limit, and the seed of the reshuffles."""


def record_of(state: RoundState) -> Any:
    """Return the state as a record of `STATE`, for the core to continue.

    Open melding is not supported.
    """
    record = np.zeros((), STATE)
    setup, memory = state.setup, state.memory
    for name, masks in (("hand", state.hand_masks), ("known", state.known_masks), ("laid", state.laid_masks)):
        record[name][: setup.seats] = masks
    for place, meld in enumerate(state.table):
        record["table"][place] = meld.cards.mask
        record["original"][place] = meld.original.mask
        record["owner"][place] = meld.owner
    record["put_back"][: len(memory.put_back)] = memory.put_back
    record["in_pile"] = sum(1 << card for card in state.discard_pile)
    for name, pile in (("stock", state.stock_pile), ("pile", state.discard_pile)):
        record[name][: len(pile)] = list(pile)
        record[f"n_{name}"] = len(pile)
    record["n_table"], record["reshuffles"] = len(state.table), len(memory.put_back)
    record["limit"], record["takes"], record["returns"] = setup.knock_limit, memory.takes, memory.returns
    record["factor"] = memory.factor
    record["dealer"] = setup.dealer
    record["upcard"], record["knock_card"] = or_nobody(setup.upcard), or_nobody(setup.knock_card)
    record["doubling_right"] = or_nobody(memory.doubling_right)
    _write_phase(record, state.phase)
    return record


def records_of(states: Sequence[RoundState]) -> NDArray[np.void]:
    """Return these states as an array of `STATE`, joined as bytes: NumPy joins records more slowly."""
    return np.frombuffer(bytearray().join([record_of(state).tobytes() for state in states]), STATE)


_AS: Final = {"by": "doubled_by"}
"""The fields of phases that have another name in a record."""

_IN_RECORD: Final = {
    kind: [field.name for field in attrs.fields(kind) if field.name not in {"outcome", "owed"}] for kind in PHASES
}
"""The fields of each phase that a record holds: nobody owes a card without open melding."""


def _write_phase(record: Any, phase: Phase) -> None:
    record["taken"] = record["declarer"] = NOBODY
    record["phase"] = PHASES.index(type(phase))
    values = {name: getattr(phase, name) for name in _IN_RECORD[type(phase)]}
    if isinstance(phase, PlayTurn):
        values["taken"] = phase.taken.mask.bit_length() - 1 if phase.taken else NOBODY
    elif isinstance(phase, RoundOver):
        outcome = phase.outcome
        declarer, reason = or_nobody(outcome.declarer), REASONS.index(outcome.reason)
        values = {"declarer": declarer, "ending": outcome.ending, "reason": reason}
        record["deadwood"][: len(outcome.deadwood)] = outcome.deadwood
    if "ending" in values:
        values["ending"] = ENDINGS.index(values["ending"])
    for name, value in values.items():
        record[_AS.get(name, name)] = value


_NUMBERS: Final = tuple(name for name in STATE.names or () if not STATE[name].shape)
_MASKS: Final = ("hand", "laid", "known")
_PACK: Final = len(CARDS)


def state_of(record: Any, rules: RuleSet, seats: int) -> RoundState:
    """Return the state that a record of `STATE` holds."""
    return states_of(np.asarray(record).reshape(1), rules, seats)[0]


def states_of(records: NDArray[np.void], rules: RuleSet, seats: int) -> list[RoundState]:
    """Return the states that records of `STATE` hold: each field of all of them is read at once."""
    numbers = zip(*[records[name].tolist() for name in _NUMBERS], strict=True)
    masks = [list(map(tuple, records[name][:, :seats].tolist())) for name in _MASKS]
    stocks, piles = records["stock"].tobytes(), records["pile"].tobytes()
    setups: dict[tuple[int, ...], RoundConfig] = {}
    states = []
    for place, (row, hands, laid, known) in enumerate(zip(numbers, *masks, strict=True)):
        record, start = dict(zip(_NUMBERS, row, strict=True)), place * _PACK
        fixed = record["dealer"], record["upcard"], record["knock_card"], record["limit"]
        setup = setups.get(fixed)
        if setup is None:
            dealer, upcard, knock_card, limit = fixed
            setup = setups[fixed] = RoundConfig(rules, seats, dealer, _card(upcard), _card(knock_card), limit)
        put_back = _masks(records["put_back"][place][: record["reshuffles"]]) if record["reshuffles"] else ()
        right = None if record["doubling_right"] == NOBODY else record["doubling_right"]
        states.append(
            next_state(
                setup,
                hands,
                stocks[start : start + record["n_stock"]],
                piles[start : start + record["n_pile"]],
                _table(records[place], record["n_table"]) if record["n_table"] else (),
                laid,
                known,
                History(record["takes"], record["returns"], put_back, record["factor"], right),
                _phase(record, setup, records[place]),
            )
        )
    return states


def _table(record: Any, count: int) -> tuple[TableMeld, ...]:
    melds = [record[name][:count].tolist() for name in ("table", "original", "owner")]
    return tuple(
        TableMeld(CardSet(cards), meld_of(original).kind, owner, CardSet(original))
        for cards, original, owner in zip(*melds, strict=True)
    )


def _masks(masks: NDArray[Any]) -> tuple[int, ...]:
    return tuple(masks.tolist())


def _card(number: int) -> Any:
    return None if number == NOBODY else CARDS[number]


def _phase(record: Mapping[str, Any], setup: RoundConfig, whole: Any) -> Phase:
    kind: Callable[..., Phase] = PHASES[record["phase"]]
    ending, declarer, taken = ENDINGS[record["ending"]], record["declarer"], record["taken"]
    if kind is not RoundOver:
        flags = {name: bool(record[name]) for name in ("was_gin", "stock_only")}
        read = {**record, **flags, "taken": CardSet(0 if taken == NOBODY else 1 << taken), "ending": ending}
        return kind(**{name: read[_AS.get(name, name)] for name in _IN_RECORD[PHASES[record["phase"]]]})
    return RoundOver(
        Outcome(
            declarer=None if declarer == NOBODY else declarer,
            deadwood=_masks(whole["deadwood"][: setup.seats]),
            ending=ending,
            reason=REASONS[record["reason"]],
            upcard=setup.upcard,
            knock_card=setup.knock_card,
            stock_left=record["n_stock"],
            factor=record["factor"],
        )
    )
