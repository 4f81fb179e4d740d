"""The nets of the learned player as the records that the core reads."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.learned_net import COUNT, HEADS, HIDDEN, MIXED, MOST_AT_ONCE, SHAPES, LearnedNet

NET: Final = np.dtype(
    [
        ("inputs", np.int16, (COUNT * HIDDEN,)), ("inputs_bias", np.int16, (HIDDEN,)),
        ("mixed", np.int16, (MIXED * HIDDEN,)), ("mixed_bias", np.int32, (MIXED,)),
        ("heads", np.int16, (len(HEADS) * MIXED,)), ("heads_bias", np.int32, (len(HEADS),)),
    ],
    align=True,
)  # fmt: skip
"""The core's ``net_t``."""


WEIGHTS: Final = np.dtype([(name, np.float32, (math.prod(shape),)) for name, shape in SHAPES.items()])
"""The core's ``weights_t``: a net in training, before it is scaled and rounded."""

SAMPLE: Final = np.dtype(
    [("inputs", np.uint16, (MOST_AT_ONCE,)), ("count", np.int32), ("head", np.int32), ("target", np.float32)],
    align=True,
)
"""The core's ``sample_t``: a position and its worth, for one head of a net."""


@lru_cache(maxsize=16)
def net_record(net: LearnedNet) -> Any:
    """Return a net as a record of `NET`."""
    record = np.zeros((), NET)
    for name in NET.names or ():
        record[name] = np.asarray(getattr(net, name)).ravel()
    return record


def nets_array(nets: list[LearnedNet]) -> NDArray[np.void]:
    """Return these nets as an array of `NET`."""
    return np.array([net_record(net) for net in nets], NET)
