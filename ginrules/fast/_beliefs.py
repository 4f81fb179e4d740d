"""The records of beliefs in the core: nets, what both seats have seen, and what a seat knows of the other's hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.belief_net import MOST_AT_ONCE, SHAPES, FoldedBelief
from ginrules.bounds import TABLE_SEATS

_TYPES: Final = {"mixed_bias": np.int32, "cards_bias": np.int32}
_OF_POSITION: Final = [name for name in SHAPES if name != "rule_inputs"]
_CARDS: Final = 52

BELIEF: Final = np.dtype(
    [(name, _TYPES.get(name, np.int16), (math.prod(SHAPES[name]),)) for name in _OF_POSITION], align=True
)
"""The core's ``belief_t``: a belief net under some rules."""

STORY: Final = np.dtype(
    [
        *((name, np.uint64, (TABLE_SEATS,)) for name in ("refused", "taken", "thrown")), ("top", np.uint64),
        *((name, np.uint8, (2 * _CARDS,)) for name in ("thrown_in", "refused_in")),
        *((name, np.uint8, (2,)) for name in ("turns", "last", "took")),
    ],
    align=True,
)  # fmt: skip
"""The core's ``story_t``: the cards that each seat took, threw and refused, and in which of its turns."""

GUESS: Final = np.dtype(
    [
        *((name, np.uint64) for name in ("open", "target", "held", "thrown", "refused", "gone", "drawn")),
        ("inputs", np.uint16, (MOST_AT_ONCE,)), ("count", np.int32), ("stage", np.int32),
    ],
    align=True,
)  # fmt: skip
"""The core's ``guess_t``: a position with the hidden hand, of which some cards have been drawn."""


@lru_cache(maxsize=16)
def belief_record(net: FoldedBelief) -> NDArray[np.void]:
    """Return a net under some rules as an array of one `BELIEF`."""
    records = np.zeros(1, BELIEF)
    for name in _OF_POSITION:
        records[0][name] = np.asarray(net.inputs_bias if name == "inputs_bias" else getattr(net.net, name))
    return records


def story_record(story: Any) -> NDArray[np.void]:
    """Return the common knowledge of a round, a `ginrules.players.belief_inputs.Story`, as an array of one `STORY`.

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
