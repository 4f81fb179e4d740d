"""Problems of written values: their places and messages, all reported at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import attrs

from ginrules._support.bounds import PROBLEMS
from ginrules._support.values import Value
from ginrules.errors import RecordError, clean_lines
from ginrules.rules.problems import summary_of
from ginrules.rules.texts import toml_name, toml_text


@attrs.frozen
class RecordProblem(Value):
    """One problem of a snapshot or a record.

    Attributes:
        path: The place, like ``hands[1]``. Empty for the whole.
        message: The fault and the allowed values, as a clause.
        line: The line in the text, from 1. None if unknown.

    Examples:
        >>> from ginrules.records import RecordProblem
        >>> print(RecordProblem("actions[3]", "seat 0 does not hold 7h", 12))
        line 12, actions[3]: seat 0 does not hold 7h
    """

    path: str
    message: str
    line: int | None = None

    def __str__(self) -> str:
        where = ", ".join(filter(None, (f"line {self.line}" if self.line else "", self.path)))
        return clean_lines(f"{where}: {self.message}" if where else self.message)


class Bad:
    """A reader's answer in place of a value that it could not read. The problem has been noted."""


BAD: Final = Bad()


@attrs.define
class At:
    """A place in the data that is read: a name in a table or a number in a list.

    All places of a reading share its problems and the facts that it has left out, to log each once.
    """

    problems: list[RecordProblem] = attrs.field(factory=list)
    left_out: set[str] = attrs.field(factory=set)
    above: At | None = None
    name: object = ""
    is_item: bool = False

    @property
    def path(self) -> str:
        """The path of this place, which only a problem needs."""
        if self.above is None:
            return ""
        above = self.above.path
        if self.is_item:
            return f"{above}[{self.name}]"
        return f"{above}.{toml_name(self.name)}" if above else toml_name(self.name)

    def key(self, name: object) -> At:
        """Return a name's place in this table."""
        return At(self.problems, self.left_out, self, name)

    def item(self, number: int) -> At:
        """Return an item's place in this list, from 0."""
        return At(self.problems, self.left_out, self, number, True)  # noqa: FBT003 - keywords cost as much as the rest

    def bad(self, message: str) -> Any:
        """Note a problem here, and return a result in place of the value."""
        self.note([("", message)])
        return BAD

    def wrong(self, value: object, message: str) -> Any:
        """Note a problem of a value that the message names."""
        kind = {dict: "a table", list: "a list", type(None): "null"}.get(type(value))
        return self.bad(f"{message}, not {kind or toml_text(value)}")

    def note(self, problems: Iterable[tuple[str, str]]) -> bool:
        """Note problems given as paths from here and messages, and return whether there were any."""
        are_any = False
        for path, message in problems:
            are_any = True
            if len(self.problems) < PROBLEMS:
                self.problems.append(RecordProblem(".".join(filter(None, (self.path, path))), message))
        return are_any

    def leave_out(self, fact: str, hint: str) -> None:
        """Log, once in a reading, that this table has a fact that this version does not know."""
        import logging

        name = f"{toml_name(self.name)}.{toml_name(fact)}"
        if name not in self.left_out and len(self.left_out) < PROBLEMS:
            self.left_out.add(name)
            logging.getLogger("ginrules").warning(
                "%s", clean_lines(f"{name} is a fact that this version of ginrules does not know: left out{hint}")
            )

    def table(self, data: object) -> Mapping[Any, Any] | None:
        """Return the table that must be here, or None (noted) for anything else."""
        if isinstance(data, Mapping):
            return data
        self.wrong(data, "must be a table")
        return None


def refusal(problems: Iterable[RecordProblem], what: str) -> RecordError:
    """Return the error that names every problem of a snapshot, a record or a text."""
    listed = tuple(problems)
    return RecordError(summary_of(listed, what), listed, what=what, paths=[problem.path for problem in listed])


def first_line(error: BaseException) -> str:
    """Return an error's message without its list of problems."""
    return str(error).partition("\n")[0]
