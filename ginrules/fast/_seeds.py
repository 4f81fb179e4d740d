"""Seeds: checked, and as the core reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrules._values import as_items, whole_number
from ginrules.errors import DealError
from ginrules.fast._arrays import check_count

_KEY_BYTES: Final = 96
_LARGEST: Final = 2**64 - 1


def seeds_array(seeds: Iterable[int]) -> NDArray[np.uint64]:
    """Return seeds as the core reads them.

    Raises:
        DealError: If a seed is not a whole number from 0 to 2**64 - 1.
    """
    if isinstance(seeds, np.ndarray):
        check_count(seeds, "seeds")
    if isinstance(seeds, np.ndarray) and seeds.dtype == np.uint64 and seeds.ndim == 1:
        return np.ascontiguousarray(seeds)
    return np.array([checked_seed(seed) for seed in as_items(seeds, "seeds, whole numbers in a list")], np.uint64)


def checked_seed(seed: object) -> int:
    """Return a seed as a plain number.

    Raises:
        DealError: If it is not a whole number of 0 to 2**64 - 1.
    """
    return whole_number("seed", seed, 0, _LARGEST, error=DealError)


def chance_keys(seeds: Sequence[int]) -> NDArray[np.uint8]:
    """Return the number that seeds ``random.Random(f"after {seed}")``, for each seed, as the core reads it.

    Python turns a text into a number: its bytes, then their SHA-512, the first byte the highest.
    """
    keys = bytearray()
    for seed in seeds:
        text = b"after %d" % seed
        keys += (text + hashlib.sha512(text).digest())[::-1].ljust(_KEY_BYTES, b"\0")
    return np.frombuffer(keys, np.uint8)
