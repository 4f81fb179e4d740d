"""Worlds by a belief, and actions tried in them, on the core: for `ginrules.players`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules._support.bounds import TABLE_SEATS
from ginrules.cards import CARDS
from ginrules.fast._facts import FACTS
from ginrules.fast._load import call
from ginrules.fast._plan import net_dtype, nets_array, policies_of, tables_of
from ginrules.fast._states import STATE, record_of, records_of
from ginrules.nets.belief import MOST_AT_ONCE, SHAPES, FoldedBelief
from ginrules.nets.learned import FoldedNet
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet

NOT_CUT: Final = -(2**63)
"""The answer of a round that was played to its end."""


def believed(
    state: RoundState,
    seat: int,
    story: Any,
    net: FoldedBelief,
    check: FoldedNet | None,
    n: int,
    seed: int,
    tries: int,
    stocks: int = 1,
) -> tuple[list[int], NDArray[np.void]]:
    """Return how likely each card is the next of the other seat's hand, and worlds as an array of ``STATE``."""
    likely, worlds = np.zeros(len(CARDS), np.int32), np.zeros(n, STATE)
    nets = nets_array([] if check is None else [check])
    tables, states = tables_of(state.rules, 2), np.array([record_of(state)], STATE)
    known = nets_array([net], BELIEF), story_record(story)
    call("gin_believe", tables, nets, *known, states, seat, seed, tries, stocks, likely, worlds)
    return likely.tolist(), worlds


def tried(
    rules: RuleSet,
    worlds: NDArray[np.void] | Sequence[RoundState],
    actions: Sequence[int],
    new_player: object,
    seeds: Sequence[int],
    story: Any,
    seats: int,
    depth: int,
    ply_cap: int,
) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """Return the facts of each action in each world, and the net's answers where play was cut short."""
    records = worlds if isinstance(worlds, np.ndarray) else records_of(worlds)
    count = len(records) * max(1, len(actions))
    facts, answers = np.zeros(count, FACTS), np.zeros(count, np.int64)
    rows = policies_of([new_player] * seats, rules, seats)
    assert rows is not None, "the core has this player"
    tables, noted = tables_of(rules, seats), None if story is None else story_record(story)
    codes, numbers = np.array(actions, np.int64), np.array(seeds, np.uint64)
    call("gin_try", tables, *rows, noted, records, codes, numbers, depth, ply_cap, facts, answers)
    return facts, answers


BELIEF: Final = net_dtype(SHAPES)
"""The core's ``belief_t``: a belief net under some rules."""

STORY: Final = np.dtype(
    [
        *((name, np.uint64, (TABLE_SEATS,)) for name in ("refused", "taken", "thrown")),
        ("top", np.uint64),
        *((name, np.uint8, (2 * len(CARDS),)) for name in ("thrown_in", "refused_in")),
        *((name, np.uint8, (2,)) for name in ("turns", "last", "took")),
    ],
    align=True,
)
"""The core's ``story_t``: the cards that each seat took, threw and refused, and in which of its turns."""

GUESS: Final = np.dtype(
    [
        *((name, np.uint64) for name in ("open", "target", "held", "thrown", "refused", "gone", "drawn")),
        ("inputs", np.uint16, (MOST_AT_ONCE,)),
        *((name, np.int32) for name in ("count", "stage")),
    ],
    align=True,
)
"""The core's ``guess_t``: a position with the hidden hand, of which some cards have been drawn."""


def story_record(story: Any) -> NDArray[np.void]:
    """Return the common knowledge of a round, a `ginrules.players.belief.Story`, as an array of one `STORY`.

    The turns of cards are kept for the first two seats.
    """
    records = np.zeros(1, STORY)
    record, habits = records[0], story.habits
    for name in ("refused", "taken", "thrown"):
        masks: Mapping[int, int] = getattr(habits, name)
        record[name] = [masks.get(seat, 0) for seat in range(TABLE_SEATS)]
    record["top"] = habits.top
    for name, turns in (("thrown_in", story.thrown), ("refused_in", story.refused)):
        record[name] = np.frombuffer(b"".join(turns[:2]), np.uint8)
    for name in ("turns", "last", "took"):
        record[name] = getattr(story, name)[:2]
    return records
