"""What is told of single actions, by their number: a small immutable mapping."""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Generic, TypeVar

from ginrules._values import Value
from ginrules.errors import RecordError

LONGEST_COMMENT: Final = 4_000
"""The most characters of a comment."""
LONGEST_NAME: Final = 100
"""The most characters of a name."""

Told = TypeVar("Told")


class ByPly(Value, Mapping[int, Told], Generic[Told]):
    """Something for some actions, by the number of the action from 1; immutable and hashable.

    Examples:
        >>> ByPly({3: "a fine throw"})
        ByPly({3: 'a fine throw'})
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[int, Told] | None = None) -> None:
        self._items = dict(sorted((items or {}).items()))

    def __getitem__(self, ply: int) -> Told:
        return self._items[ply]

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __repr__(self) -> str:
        return f"ByPly({self._items!r})"

    def up_to(self, ply: int) -> "ByPly[Told]":
        """What is told of the actions up to this number."""
        return self if not self or max(self) <= ply else ByPly({each: self[each] for each in self if each <= ply})


def is_text(told: object, most: int) -> bool:
    """Whether this is a text of at most so many characters that can be written as UTF-8."""
    if not isinstance(told, str) or len(told) > most:
        return False
    try:
        told.encode()
    except UnicodeEncodeError:  # half of a character, a lone surrogate
        return False
    return True


def ensure_comment(comment: object) -> None:
    """Refuse what could not be written as the comment of a record.

    Raises:
        RecordError: If it is no text, or has more than 4,000 characters.
    """
    if not is_text(comment, LONGEST_COMMENT):
        raise RecordError(f"the comment must be a text of at most {LONGEST_COMMENT} characters")


def ensure_names(names: Iterable[object]) -> None:
    """Refuse names that could not be written.

    Raises:
        RecordError: If one is no text, empty, or has more than 100 characters.
    """
    for name in names:
        if not name or not is_text(name, LONGEST_NAME):
            raise RecordError(f"a name is a text of 1 to {LONGEST_NAME} characters, not {name!r:.60}")


def comments_by_ply(comments: Mapping[int, str]) -> ByPly[str]:
    """Comments by the number of the action (a converter for attrs classes).

    Raises:
        RecordError: If a comment is no text, or has more than 4,000 characters.
    """
    _ensure_plies(comments, "comments")
    told: Mapping[int, object] = comments
    for ply, comment in told.items():
        if not is_text(comment, LONGEST_COMMENT):
            raise RecordError(f"the comment on action {ply} must be a text of at most {LONGEST_COMMENT} characters")
    return comments if isinstance(comments, ByPly) else ByPly(comments)


def times_by_ply(times: Mapping[int, float]) -> ByPly[float]:
    """Seconds by the number of the action (a converter for attrs classes).

    Raises:
        RecordError: If one is not a number of seconds, 0 or more.
    """
    _ensure_plies(times, "times")
    for ply, seconds in times.items():
        if not is_time(seconds):
            raise RecordError(f"the time of action {ply} must be seconds, 0 or more, not {str(seconds)[:60]}")
    return times if isinstance(times, ByPly) else ByPly(times)


def _ensure_plies(told: object, what: str) -> None:
    if not isinstance(told, Mapping) or any(type(ply) is not int for ply in told):
        raise RecordError(f"{what} are given by the number of the action, like {{3: …}}")


def is_time(seconds: object) -> bool:
    """Whether this is a time in seconds: a finite number from 0 to a thousand million."""
    return type(seconds) in {int, float} and math.isfinite(seconds) and 0 <= seconds <= 1e9  # type: ignore[arg-type,operator]
