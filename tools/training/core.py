"""The trainer's own library: the compiled core with the C of this folder, built in a temporary folder."""

import ctypes
import math
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from ginrules.fast.beliefs import GUESS
from ginrules.fast.build import compile_core, compiler
from ginrules.nets import belief as belief_net
from ginrules.nets import learned as learned_net

__all__ = ["BELIEF_WEIGHTS", "GUESS", "SAMPLE", "WEIGHTS", "call"]

WEIGHTS: Final = np.dtype([(name, np.float32, (math.prod(shape),)) for name, shape in learned_net.SHAPES.items()])
"""``weights_t``: a net in training, before it is scaled and rounded."""

BELIEF_WEIGHTS: Final = np.dtype([(name, np.float32, (math.prod(shape),)) for name, shape in belief_net.SHAPES.items()])
"""``belief_weights_t``: the same for a belief net."""

SAMPLE: Final = np.dtype(
    [
        ("inputs", np.uint16, (learned_net.MOST_AT_ONCE,)), ("count", np.int32), ("head", np.int32),
        ("target", np.float32),
    ],
    align=True,
)  # fmt: skip
"""``sample_t``: a position and its worth, for one head of a net."""


@cache
def _library() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # Windows keeps a library that is loaded
        path = Path(folder) / "libtraining.so"
        problem = compile_core(compiler(), path, source=Path(__file__).with_name("training.c"))
        if problem:
            raise SystemExit(problem)
        return ctypes.CDLL(str(path))


def call(name: str, *arguments: Any) -> None:
    """Call a function of the library with arrays and whole numbers, all of which are of 64 bits.

    Raises:
        MemoryError: If there is not enough memory.
    """
    passed = [
        ctypes.c_void_p(argument.ctypes.data) if isinstance(argument, np.ndarray) else ctypes.c_uint64(argument)
        for argument in arguments
    ]
    if getattr(_library(), name)(*passed):
        raise MemoryError(name)
