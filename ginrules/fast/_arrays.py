"""Arrays and seeds that callers hand over: checked, and as the core reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules._support.values import as_items, shown, whole_number, wrong_type
from ginrules.errors import DealError, InvalidRunError

MOST_ITEMS: Final = 10_000_000
"""Limit on the hands, seeds or facts of one call."""


def check_count(array: NDArray[Any], what: str) -> None:
    """Refuse an array with too many items, before it is copied."""
    if array.size > MOST_ITEMS:
        raise wrong_type(f"at most {MOST_ITEMS:,} {what} at once, not {array.size:,}", array)


def array_of(values: Any) -> NDArray[Any]:
    """Return values as an array, without copying an array.

    The shape is 0 × 0 if NumPy makes no array of them.
    """
    try:
        return np.asarray(values)
    except (ValueError, OverflowError):
        return np.zeros((0, 0))


def codes_of(codes: object, n: int) -> NDArray[Any]:
    """Return a code for each of ``n`` rounds as an array, not copied."""
    numbers = array_of(codes)
    if numbers.shape != (n,) or numbers.dtype.kind not in "iu":
        raise wrong_type(f"{n} codes, whole numbers, one for each round", codes)
    return numbers


def places_of(places: Any, n: int) -> NDArray[np.int64]:
    """Return places of ``n`` rounds, given as one, as several, or as an array of bool, or None for all."""
    if places is None:
        return np.arange(n)
    chosen = np.atleast_1d(array_of(places))
    if chosen.dtype == np.bool_ and chosen.shape == (n,):
        return np.flatnonzero(chosen)
    if not chosen.size and chosen.ndim == 1:
        return np.zeros(0, np.int64)
    is_fit = chosen.ndim == 1 and chosen.dtype.kind in "iu" and chosen.size <= n
    if not is_fit or (chosen < 0).any() or (chosen >= n).any() or len(np.unique(chosen)) < len(chosen):
        raise InvalidRunError(f"expected places of 0 to {n - 1}, each once, got {shown(places)}")
    return chosen.astype(np.int64)


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Return a view that cannot be made writable."""
    data = array.reshape(-1).view(np.uint8).data.toreadonly()
    return np.frombuffer(data, array.dtype).reshape(array.shape)


_LARGEST: Final = 2**64 - 1


def seeds_array(seeds: Iterable[int]) -> NDArray[np.uint64]:
    """Return seeds as the core reads them."""
    if isinstance(seeds, np.ndarray):
        check_count(seeds, "seeds")
    if isinstance(seeds, np.ndarray) and seeds.dtype == np.uint64 and seeds.ndim == 1:
        return np.ascontiguousarray(seeds)
    return np.array([checked_seed(seed) for seed in as_items(seeds, "seeds, whole numbers in a list")], np.uint64)


def checked_seed(seed: object) -> int:
    """Return a seed as a plain number."""
    return whole_number("seed", seed, 0, _LARGEST, error=DealError)
