"""Arrays that callers hand over."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules._values import wrong_type

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
