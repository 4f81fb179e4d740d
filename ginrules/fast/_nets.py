"""The nets of the learned player as the records that the core reads."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.learned_net import COUNT, HEADS, HIDDEN, MIXED, LearnedNet

NET: Final = np.dtype(
    [
        ("inputs", np.int16, (COUNT * HIDDEN,)), ("inputs_bias", np.int16, (HIDDEN,)),
        ("mixed", np.int16, (MIXED * HIDDEN,)), ("mixed_bias", np.int32, (MIXED,)),
        ("heads", np.int16, (len(HEADS) * MIXED,)), ("heads_bias", np.int32, (len(HEADS),)),
    ],
    align=True,
)  # fmt: skip
"""The core's ``net_t``."""


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
