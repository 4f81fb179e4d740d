"""Names, comments and times that people add to a record."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from ginrules._support.bounds import PLAYERS
from ginrules._support.values import shown
from ginrules.errors import RecordError
from ginrules.records.documents.json_forms import JsonForm, Optional, is_text, listed, text
from ginrules.records.documents.problems import BAD, At, Bad
from ginrules.rules.fields import ByNumber, Item

LONGEST_COMMENT: Final = 4_000
"""Length limit of a comment, in characters."""
LONGEST_NAME: Final = 100
"""Length limit of a name, in characters."""
MOST_ACTIONS: Final = 10_000
"""Limit on the actions of a record."""

_LONGEST_TIME: Final = 1e9
_SEAT: Final = re.compile(r"\bseat ([0-9])\b")
_PLY: Final = re.compile(r"[1-9][0-9]{0,4}", re.ASCII)


def ensure_comment(comment: object) -> None:
    """Refuse a value that cannot be written as a record's comment."""
    if not is_text(comment, LONGEST_COMMENT):
        raise RecordError(f"the comment must be a text of at most {LONGEST_COMMENT} characters")


def ensure_date(date: object) -> None:
    """Raise an error unless this is a day, such as "2026-03-14", or "" for none."""
    if date != "" and not (isinstance(date, str) and _is_day(date)):
        raise RecordError(f"expected a day such as 2026-03-14, got {shown(date)}")


def _is_day(text: str) -> bool:
    try:
        return str(dt.date.fromisoformat(text)) == text  # it reads other ways to write a day too
    except ValueError:
        return False


def ensure_names(names: Iterable[object]) -> None:
    """Refuse names that could not be written."""
    for name in names:
        if not name or not is_text(name, LONGEST_NAME):
            raise RecordError(f"a name must be a text of 1 to {LONGEST_NAME} characters, not {name!r:.60}")


def by_name(message: str, names: Sequence[str]) -> str:
    """Return a refusal with the names of the table's players in place of their seats."""
    return _SEAT.sub(lambda seat: names[int(seat[1])] if int(seat[1]) < len(names) else seat[0], message)


def up_to(by_ply: ByNumber[Item], ply: int) -> ByNumber[Item]:
    """Return what is noted at the actions up to this number."""
    return ByNumber({key: item for key, item in by_ply.items() if key <= ply})


def comments_by_ply(comments: Mapping[int, str]) -> ByNumber[str]:
    """Return comments by the action's number (a converter for attrs classes)."""
    expected = f"a text of at most {LONGEST_COMMENT} characters"
    return _checked(comments, "comments", lambda comment: is_text(comment, LONGEST_COMMENT), expected)


def times_by_ply(times: Mapping[int, float]) -> ByNumber[float]:
    """Return seconds by the action's number (a converter for attrs classes)."""
    return _checked(times, "times", _is_time, "seconds, 0 or more")


def _checked(items: Any, name: str, is_right: Callable[[object], bool], expected: str) -> ByNumber[Any]:
    if not isinstance(items, Mapping) or any(type(ply) is not int for ply in items):
        raise RecordError(f"{name} are given by the number of the action, like {{3: …}}")
    for ply, item in items.items():
        if not is_right(item):
            raise RecordError(f"{name}[{ply}] must be {expected}, not {str(item)[:60]}")
    return items if isinstance(items, ByNumber) else ByNumber(items)


def _is_time(seconds: object) -> bool:
    return isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 <= seconds <= _LONGEST_TIME


def _by_ply(item: JsonForm) -> JsonForm:
    """Return the form of items by the number of the action, which is a text as names are."""

    def write(by_ply: ByNumber[Any]) -> dict[str, Any]:
        return {str(ply): item.write(value) for ply, value in by_ply.items()}

    def read(data: Any, at: At) -> Any:
        table = at.table(data)
        if table is None:
            return BAD
        if len(table) > MOST_ACTIONS:
            return at.bad(f"has {len(table)} actions, a record has at most {MOST_ACTIONS}")
        values = {}
        for name, entry in table.items():
            if not (isinstance(name, str) and _PLY.fullmatch(name)):
                at.key(name).bad("must be the number of an action, from 1")
                continue
            value = item.read(entry, at.key(name))
            if not isinstance(value, Bad):
                values[int(name)] = value
        return ByNumber(values) if len(values) == len(table) else BAD

    return JsonForm(write, read, {"type": "object", "patternProperties": {"^[1-9][0-9]*$": item.schema}})


_TIME: Final = JsonForm(
    lambda seconds: seconds,
    lambda data, at: data if _is_time(data) else at.wrong(data, "must be a time in seconds, 0 or more"),
    {"type": "number", "minimum": 0},
)
NAMES: Final = listed(text(LONGEST_NAME, least=1), most=PLAYERS)
COMMENT: Final = Optional(text(LONGEST_COMMENT), "")
DATE: Final = Optional(text(10), "")
COMMENTS: Final = Optional(_by_ply(COMMENT.form), ByNumber())
TIMES: Final = Optional(_by_ply(_TIME), ByNumber())
