"""Records as texts, TOML for people and JSON for programs, read up to a limit with the lines of problems."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, ClassVar, Final, Self, TextIO, TypeVar

import attrs

from ginrules._support.bounds import NESTING, RECORD_TEXT
from ginrules._support.files import UnreadableError, read_text
from ginrules._support.text_limits import TextFormat, check_shape, check_size, limit_within
from ginrules._support.values import Value, expect
from ginrules.errors import RecordError
from ginrules.records.documents.problems import At, RecordProblem, refusal
from ginrules.records.documents.registry import form_of, to_dict

LARGEST_TEXT: Final = RECORD_TEXT
"""Size limit of the text of one record: 1 MiB."""

_MOST_LINES: Final = 10
"""How many problems get a line. Each is a search of the text."""

_AT: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_TO_A_BRACKET: Final = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+"?+)*+[\[\]{}]?+', re.DOTALL)
"""The text up to the next bracket outside of strings, or up to the end."""
_TABLE_HEAD: Final = re.compile(r"\[{1,2}[ \t]*[A-Za-z_][\w.-]{0,200}[ \t]*\]{1,2}[ \t]*(?:#|\r?\n|$)")
_START: Final = re.compile(r"format[ \t]*+=(?![ \t]*+[\"']ginrules/view)")
_ACTIONS: Final = {
    "toml": re.compile(r"^[ \t]*+actions[ \t]*+=[ \t]*+\[", re.MULTILINE),
    "json": re.compile(r'"actions"\s*+:\s*+\['),
}
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_ITEM: Final = re.compile(r"""#[^\n]*+|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|\]""")
_WRITTEN_ACTIONS: Final = re.compile(
    r"""^actions = \[\n((?: {4}"[^"\\\x00-\x1f\x7f]*+",(?:  #[^\x00-\x08\x0a-\x1f\x7f]*+)?\n)++)\]$""", re.MULTILINE
)
"""The actions of a round as records are written: a line for each, perhaps with a comment."""
_WRITTEN_ACTION: Final = re.compile(r'^ {4}"([^"]*+)"', re.MULTILINE)
_HEAD: Final = re.compile(r"^[ \t]*+\[", re.MULTILINE)


@attrs.frozen
class Text:
    """A text that has been parsed: its tables, itself, its format, and the line of the file that it begins on."""

    data: Any
    text: str = attrs.field(repr=False)
    format: TextFormat
    first: int = 1

    def placed(self, problems: list[RecordProblem]) -> list[RecordProblem]:
        """Return the problems, the first of them with lines if they concern an action or a name at the top."""
        first = [attrs.evolve(problem, line=self._line_of(problem.path)) for problem in problems[:_MOST_LINES]]
        return [*first, *problems[_MOST_LINES:]]

    def _line_of(self, path: str) -> int | None:
        action = re.fullmatch(r"(?:rounds\[(\d+)\]\.)?actions\[(\d+)\]", path)
        name = re.match(r"[A-Za-z_]+", path)
        if action is not None:
            place = self._place_of_action(self._list_of(int(action[1] or 0)), int(action[2]))
        else:
            place = None if name is None else self._place_of_name(name[0])
        return None if place is None else _line(self.text, place) + self.first - 1

    def _place_of_name(self, name: str) -> int | None:
        pattern = f'"{name}"\\s*:' if self.format == "json" else rf"^[ \t]*\[*{name}\b"
        match = re.search(pattern, self.text, re.MULTILINE)
        return None if match is None else match.start()

    def _list_of(self, number: int) -> int:
        """Return which list of actions of the text belongs to the round with this number, from 0."""
        rounds = self.data.get("rounds") if isinstance(self.data, Mapping) else None
        if not isinstance(rounds, list):
            return 0
        return sum(isinstance(record, Mapping) and "actions" in record for record in rounds[:number])

    def _place_of_action(self, which: int, number: int) -> int | None:
        begin = next(islice(_ACTIONS[self.format].finditer(self.text), which, None), None)
        if begin is None:
            return None
        items = (item for item in _ITEM.finditer(self.text, begin.end()) if not item[0].startswith("#"))
        actions = takewhile(lambda item: item[0] != "]", items)
        action = next(islice(actions, number, None), None)
        return None if action is None else action.start()


def format_of(text: str) -> TextFormat:
    """Return ``json`` if the text begins with a brace, or a bracket that does not open a TOML table. Else ``toml``."""
    start = text.lstrip("\ufeff \t\r\n")
    return "json" if start[:1] in {"{", "["} and not _TABLE_HEAD.match(start) else "toml"


def parse(
    text: str, *, source: str = "text", first: int = 1, kind: TextFormat | None = None, limit: int = LARGEST_TEXT
) -> Text:
    """Parse TOML or JSON of at most 1 MiB. ``first`` is the line of the file that the text begins on, for errors."""
    if not isinstance(text, str):
        raise refused("", f"must be a text, not a {type(text).__name__}", source)
    try:
        check_size(text, limit_within(limit, LARGEST_TEXT))
        text = text.removeprefix("\ufeff")
        kind = kind or format_of(text)
        check_shape(text, kind)
        data = _parse_json(text) if kind == "json" else _parse_toml(text)
    except UnreadableError as error:
        line = error.line or (None if first == 1 else 1)  # a part that is too large has no line but its first
        raise refused("", error.reason, source, None if line is None else line + first - 1) from None
    return Text(data, text, kind, first)


def refused(path: str, message: str, source: str, line: int | None = None) -> RecordError:
    """Return the error for a text with a single problem."""
    return refusal([RecordProblem(path, message, line)], source)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for name, value in pairs:
        if name in table:
            raise UnreadableError(f"has the name {name[:60]!r} twice in one table")
        table[name] = value
    return table


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise UnreadableError(f"is not JSON: {error.msg}", error.lineno) from None
    except ValueError as error:  # NaN
        raise UnreadableError(f"is not JSON: {str(error)[:80]}") from None


def _parse_toml(text: str) -> Any:
    try:
        return _toml(text)
    except tomllib.TOMLDecodeError as error:
        place = _AT.search(str(error))
        line = int(place[1]) if place and place[1] else _line(text, len(text))
        raise UnreadableError(f"is not TOML: {_AT.sub('', str(error))[:200]}", line) from None
    except ValueError as error:  # a day that is in no month
        raise UnreadableError(f"is not TOML: {str(error)[:80]}") from None


def _toml(text: str) -> dict[str, Any]:
    """Return a TOML text's tables.

    A pattern reads a round's actions as records are written, before any table: a sixth of the time of most records.
    """
    written = _WRITTEN_ACTIONS.search(text)
    if written is None or _HEAD.search(text, 0, written.start()) or '"""' in text or "'''" in text:
        return tomllib.loads(text)
    lines = "\n" * (written[1].count("\n") + 1)  # the lines of problems stay the same
    data = tomllib.loads(f"{text[: written.start()]}actions = []{lines}{text[written.end() :]}")
    data["actions"] = _WRITTEN_ACTION.findall(written[1])
    return data


def toml_parts(file: TextIO, limit: int) -> Iterator[tuple[int, str]]:
    """Yield the TOML texts of the records in a file, each with the number of its first line.

    A record begins with the line ``format = …``. One that is too long comes last, cut at the limit.
    """
    lines: list[str] = []
    size = number = 0
    first, has_begun = 1, False
    while size <= limit and (line := file.readline(limit + 1)):
        number += 1
        if _START.match(line):
            if has_begun:
                yield first, "".join(lines)
                lines, size, first = [], 0, number
            has_begun = True
        size += len(line)
        lines.append(line)
    yield first, "".join(lines)


def json_parts(pieces: Iterable[str], limit: int) -> Iterator[tuple[int, str]]:
    """Yield the JSON texts that follow each other in a text read in pieces, each with the number of its first line.

    They are written as in JSON Lines, or pretty-printed. A text that is too long or nested too deeply comes last, with
    all that is left of its piece. The unfinished text at the end of a piece is searched again with the next piece.
    """
    rest, line = "", 1
    for piece in pieces:
        text, depth, begin = rest + piece, 0, 0
        for token in _TO_A_BRACKET.finditer(text):
            bracket = token[0][-1:]
            depth = max(0, depth + _STEPS.get(bracket, 0))
            is_refused = depth > NESTING or token.end() - begin > limit
            if is_refused or (depth == 0 and bracket in {"]", "}"}):
                part = text[begin:] if is_refused else text[begin : token.end()]
                record = part.lstrip()
                yield line + part[: len(part) - len(record)].count("\n"), record
                line += part.count("\n")
                begin = token.end()
            if is_refused:
                return
        rest = text[begin:].lstrip()
        line += text[begin : len(text) - len(rest)].count("\n")
    if rest:
        yield line, rest


def read_file(path: str | os.PathLike[str], *, limit: int = LARGEST_TEXT) -> str:
    """Return a file's text of at most 1 MiB, or of the limit in bytes. Never more of it is read.

    Raises:
        RecordError: If it cannot be read, is larger, or is not UTF-8.

    Examples:
        >>> from ginrules.records import read_file
        >>> read_file("no-such-file.toml")
        Traceback (most recent call last):
            ...
        ginrules.errors.RecordError: 1 problem in no-such-file.toml
          cannot be read: No such file or directory
    """
    expect(path, str | os.PathLike, "the path of a file")
    where = Path(path)
    try:
        return read_text(where, limit_within(limit, LARGEST_TEXT))
    except UnreadableError as error:
        raise refused("", error.reason, where.name or str(path), error.line) from None


# --- records and sessions as texts ----------------------------------------------------------------


_NUMBERS: Final = re.compile(r"\[\n(?:[ ]*-?\d+,\n)+[ ]*\]")
"""A list of numbers, which is written on one line. No string of the text looks so: line breaks are escaped there."""


class WrittenRecord(Value):
    """The base of records: writing a record as a text, and reading it from a text.

    A notebook shows the state, view or match that is named by ``_pictured``.
    """

    __slots__ = ()
    _pictured: ClassVar[str]

    @classmethod
    def loads(cls, text: str, *, limit: int = LARGEST_TEXT) -> Self:
        """Return the record in a text, TOML or JSON. A given result is checked.

        Args:
            text: The text.
            limit: Size limit of the text, in bytes. At most 1 MiB.

        Raises:
            RecordError: If the text is not such a record. ``problems`` has every problem.
        """
        value: Self = value_in(parse(text, limit=limit), cls, "text")
        return value

    def dumps(self, format: str = "toml") -> str:
        """Return the record as text: ``"toml"`` for people, ``"json"`` for programs.

        Raises:
            RecordError: If the format is neither, or the text would be larger than 1 MiB, which nobody could read.
        """
        text = self._as_toml() if format == "toml" else written(to_dict(self), format)
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > LARGEST_TEXT:
            message = f"the text would have {size} bytes, more than the {LARGEST_TEXT} that are read"
            raise RecordError(f"{message}: a session's rounds can be written apart", size=size, most=LARGEST_TEXT)
        return text

    def _as_toml(self) -> str:
        return written(to_dict(self), "toml")

    def _repr_svg_(self) -> str:
        return str(getattr(self, self._pictured)._repr_svg_())

    def _repr_html_(self) -> str:
        return str(getattr(self, self._pictured)._repr_html_())


One = TypeVar("One", bound=WrittenRecord)


def changed(record: One, /, **values: Any) -> One:
    """Return the record with some values replaced, unchecked: nothing is played or folded again."""
    new = object.__new__(type(record))
    for field in attrs.fields(type(record)):  # type: ignore[arg-type]
        object.__setattr__(new, field.name, values.get(field.name, getattr(record, field.name)))
    return new


def value_in(text: Text, cls: type, source: str) -> Any:
    """Return the value of a class in a text that has been parsed."""
    at = At()
    value = form_of(cls).read(text.data, at)
    if at.problems:
        raise refusal(text.placed(at.problems), source)
    return value


def written(data: Mapping[str, Any], kind: str) -> str:
    """Return a document's text, ``"toml"`` or ``"json"``."""
    match kind:
        case "json":
            return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        case "toml":
            import tomli_w

            return _NUMBERS.sub(_on_one_line, tomli_w.dumps(data))
        case _:
            raise RecordError(f"expected 'toml' or 'json', got {kind!r}")


def _on_one_line(numbers: re.Match[str]) -> str:
    return " ".join(numbers[0].split()).replace(", ]", "]").replace("[ ", "[")
