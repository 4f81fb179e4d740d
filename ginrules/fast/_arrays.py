"""Arrays and seeds that callers hand over: checked, and as the core reads them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules._values import as_items, whole_number, wrong_type
from ginrules.errors import DealError

MOST_ITEMS: Final = 10_000_000
"""Limit on the hands, seeds or facts of one call."""


def check_count(array: NDArray[Any], what: str) -> None:
    """Refuse an array with too many items, before it is copied.

    Raises:
        WrongTypeError: If it has more than `MOST_ITEMS`.
    """
    if array.size > MOST_ITEMS:
        raise wrong_type(f"at most {MOST_ITEMS:,} {what} at once, not {array.size:,}", array)


def array_of(values: Any) -> NDArray[Any]:
    """Return values as an array, without copying an array; of shape 0 × 0 if NumPy makes no array of them.

    Examples:
        >>> array_of([1, 2]).shape, array_of([[1], [1, 2]]).shape
        ((2,), (0, 0))
    """
    try:
        return np.asarray(values)
    except (ValueError, OverflowError):
        return np.zeros((0, 0))


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view that cannot be made writable."""
    data = array.reshape(-1).view(np.uint8).data.toreadonly()
    return np.frombuffer(data, array.dtype).reshape(array.shape)


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
