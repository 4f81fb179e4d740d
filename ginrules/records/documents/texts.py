"""Records as texts: TOML for people, JSON for programs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, Self, TypeVar

import attrs

from ginrules._values import Value
from ginrules.errors import RecordError
from ginrules.records.documents.parsing import LARGEST_TEXT, Text, parse
from ginrules.records.documents.problems import At, refusal
from ginrules.records.documents.registry import codec_of, to_dict

_NUMBERS: Final = re.compile(r"\[\n(?:[ ]*-?\d+,\n)+[ ]*\]")
"""A list of numbers; it is written on one line, since no written text contains a line break."""


class WrittenRecord(Value):
    """The base of records: writing a record as a text, and reading it from a text."""

    __slots__ = ()

    @classmethod
    def loads(cls, text: str, *, limit: int = LARGEST_TEXT) -> Self:
        """Return the record in a text, TOML or JSON; a given result is checked.

        Args:
            text: The text.
            limit: Size limit of the text, in bytes; at most 1 MiB.

        Raises:
            RecordError: If the text is not such a record; ``problems`` has every problem.
        """
        return loads_one(cls, text, limit=limit)

    def dumps(self, format: str = "toml") -> str:  # noqa: A002 - the word for it
        """Return the record as text: ``"toml"`` for people, ``"json"`` for programs.

        Raises:
            RecordError: If the format is neither.
        """
        return written(to_dict(self), format)


One = TypeVar("One", bound=WrittenRecord)


def changed(record: One, /, **values: Any) -> One:
    """Return the record with some values replaced, unchecked: nothing is played or folded again."""
    new = object.__new__(type(record))
    for field in attrs.fields(type(record)):  # type: ignore[arg-type]
        object.__setattr__(new, field.name, values.get(field.name, getattr(record, field.name)))
    return new


def loads_one(cls: type[One], text: str, *, source: str = "text", limit: int = LARGEST_TEXT) -> One:
    """Return the record of this class in a text.

    Raises:
        RecordError: If the text is not such a record.
    """
    value: One = read_text(parse(text, source=source, limit=limit), cls, source)
    return value


def read_text(text: Text, cls: type, source: str) -> Any:
    """Return the value of a class in a text that has been parsed.

    Raises:
        RecordError: With every problem, and lines for the first problems.
    """
    at = At()
    value = codec_of(cls).read(text.data, at)
    if at.problems:
        raise refusal(text.placed(at.problems), source)
    return value


def written(data: Mapping[str, Any], kind: str) -> str:
    """Return the text of a document, ``"toml"`` or ``"json"``.

    Raises:
        RecordError: If the format is neither.
    """
    match kind:
        case "json":
            return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        case "toml":
            import tomli_w  # noqa: PLC0415 - only once something is written

            return _NUMBERS.sub(_on_one_line, tomli_w.dumps(data))
        case _:
            raise RecordError(f"expected 'toml' or 'json', got {kind!r}")


def _on_one_line(numbers: re.Match[str]) -> str:
    return " ".join(numbers[0].split()).replace(", ]", "]").replace("[ ", "[")
