"""Helpers of public values: copies that return the value itself, and checks of a call's arguments.

A check's message names the expected and the given value: "expected an
Outcome, got 7: …". The functions called every turn check their arguments only
after a failure, so legal actions pay nothing for the checks.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from itertools import islice
from types import UnionType
from typing import Any, Final, Self

from ginrules.errors import GinRulesError, InvalidRunError, ParseError, WrongTypeError

_LONGEST: Final = 40
_LARGEST: Final = 10**30
_LISTS: Final = (tuple, list)


class Value:
    """A value that never changes: `copy.copy` and `copy.deepcopy` give the value itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def shown(value: object) -> str:
    """Return a value as an error names it, short whatever it holds.

    Examples:
        >>> shown("decline"), shown(7), shown([1, 2]), shown(None)
        ("'decline'", '7', 'a list', 'None')
    """
    if isinstance(value, str):
        return repr(value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…")
    if value is None or type(value) in {bool, float} or (type(value) is int and abs(value) < _LARGEST):
        return repr(value)
    if isinstance(value, type):
        return f"the class {value.__name__}"
    name = type(value).__name__
    return f"{'an' if name[:1] in 'aeiouAEIO' else 'a'} {name}"


def wrong_type(expected: str, value: object, hint: str = "") -> WrongTypeError:
    """Return the error for an argument of a wrong type."""
    message = f"expected {expected}, got {shown(value)}" + (f": {hint}" if hint else "")
    return WrongTypeError(message, expected=expected, type=type(value).__name__)


def expect(value: object, kind: type | UnionType, expected: str, hint: str = "") -> None:
    """Refuse an argument that is not of this class."""
    if not isinstance(value, kind):
        raise wrong_type(expected, value, hint)


def index_of(value: object) -> int | None:
    """Return the plain whole number that a value is, NumPy's included. None for a bool and all else.

    Examples:
        >>> index_of(3), index_of(True), index_of(3.0), index_of("3")
        (3, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__") or isinstance(value, type):
        return None
    try:
        return int(operator.index(value))
    except Exception:  # noqa: BLE001 - an array of several numbers, or an object whose own code fails
        return None


def whole_number(
    name: str,
    value: object,
    least: int | None = None,
    most: int | None = None,
    *,
    error: type[GinRulesError] = InvalidRunError,
) -> int:
    """Return the plain whole number that an argument is.

    Examples:
        >>> whole_number("rounds", 40, 1)
        40
        >>> whole_number("seed", -1, 0, 2**64 - 1)
        Traceback (most recent call last):
        ...
        ginrules.errors.InvalidRunError: seed: expected a whole number from 0 to 2**64 - 1, got -1
    """
    number = index_of(value)
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        low = "" if least is None else f" from {least}" + (" up" if most is None else "")
        high = "" if most is None else f" to {_shown_bound(most)}"
        raise error(f"{name}: expected a whole number{low}{high}, got {shown(value)}", name=name, value=shown(value))
    return number


def _shown_bound(number: int) -> str:
    """Return a bound as text, a large one as a power of ten or by the bits that hold it."""
    zeros = len(str(number)) - 1
    if number >= 10**9 and number == 10**zeros:
        return f"10**{zeros}"
    return f"2**{number.bit_length()} - 1" if number > 2**30 and number & (number + 1) == 0 else str(number)


def plain_number(value: Any) -> Any:
    """Return a whole number as a plain int, anything else as it is (a converter for attrs classes)."""
    if type(value) is int:
        return value
    number = index_of(value)
    return value if number is None else number


def as_items(value: Any, expected: str, hint: str = "") -> tuple[Any, ...]:
    """Return the items in a list, or in anything else that can be iterated but a text."""
    if type(value) in _LISTS:  # asking whether it is iterable takes longer than to copy it
        return tuple(value)
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise wrong_type(expected, value, hint)
    return tuple(value)


def few_items(value: Any, most: int, expected: str, hint: str = "") -> tuple[Any, ...]:
    """Return a list's items as `as_items` does, reading no more than a bound."""
    items = as_items(
        islice(value, most + 1) if isinstance(value, Iterable) and not isinstance(value, str) else value, expected, hint
    )
    if len(items) > most:
        raise ParseError(f"expected {expected}, at most {most}, got more", most=most)
    return items
