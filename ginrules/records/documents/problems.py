"""Faults of written values: where, what, and all of them at once."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import attrs

from ginrules._values import Value
from ginrules.errors import RecordError
from ginrules.rules.problems import spelt, spelt_name

MOST_FAULTS: Final = 100
"""So many faults are kept; a text can hold hundreds of thousands."""


@attrs.frozen
class RecordProblem(Value):
    """One fault of a snapshot or a record.

    Attributes:
        path: Where it stands, like ``hands[1]``; empty for the whole.
        message: What is wrong and what is allowed, as a clause.
        line: The line of the text, from 1, where it is known.

    Examples:
        >>> print(RecordProblem("actions[3]", "seat 0 does not hold 7h", 12))
        line 12, actions[3]: seat 0 does not hold 7h
    """

    path: str
    message: str
    line: int | None = None

    def __str__(self) -> str:
        where = ", ".join(filter(None, (f"line {self.line}" if self.line else "", self.path)))
        return f"{where}: {self.message}" if where else self.message


class Bad:
    """What a reader answers in place of a value it could not read; the fault has been noted."""


BAD: Final = Bad()


@attrs.frozen
class At(Value):
    """A place in what is being read, and the faults found so far.

    Attributes:
        faults: All faults found, shared by every place of one reading.
        path: Where this place is.
    """

    faults: list[RecordProblem] = attrs.field(factory=list)
    path: str = ""

    def key(self, name: object) -> "At":
        """The place of a name in this table."""
        spelled = spelt_name(name)
        return At(self.faults, f"{self.path}.{spelled}" if self.path else spelled)

    def place(self, number: int) -> "At":
        """The place of an item in this list, from 0."""
        return At(self.faults, f"{self.path}[{number}]")

    def fault(self, message: str) -> Any:
        """Note a fault here; the answer stands for the value that is missing."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(RecordProblem(self.path, message))
        return BAD

    def wrong(self, value: object, message: str) -> Any:
        """Note a fault of a value that is named in the message."""
        return self.fault(f"{message}, not {_shown(value)}")

    def note(self, problems: Iterable[tuple[str, str]]) -> bool:
        """Note problems given as paths from here and messages; whether there were any."""
        found = False
        for path, message in problems:
            found = True
            At(self.faults, ".".join(filter(None, (self.path, path)))).fault(message)
        return found


def _shown(value: object) -> str:
    kind = {dict: "a table", list: "a list", type(None): "null"}.get(type(value))
    return kind or spelt(value)


def table_at(data: object, at: At) -> Mapping[Any, Any] | None:
    """The table that must be here, or None (noted) for anything else."""
    if isinstance(data, Mapping):
        return data
    at.wrong(data, "must be a table")
    return None


def refusal(problems: Iterable[RecordProblem], what: str) -> RecordError:
    """The error that names every fault of a snapshot, a record or a text."""
    told = tuple(problems)
    count = "1 problem" if len(told) == 1 else f"{len(told)} problems"
    if len(told) == MOST_FAULTS:
        count = f"{MOST_FAULTS} problems or more"
    message = f"{count} in {what}\n" + "\n".join(f"  {each}" for each in told)
    return RecordError(message, told, what=what, paths=[each.path for each in told])


def first_line(error: BaseException) -> str:
    """An error's message without its list of faults."""
    return str(error).partition("\n")[0]
