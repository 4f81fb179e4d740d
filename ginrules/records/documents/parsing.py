"""Texts of bounded size, as TOML for people or JSON for programs, parsed with every fault told."""

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal

import attrs

from ginrules._io import UnreadableError, read_text
from ginrules._values import expect
from ginrules.errors import RecordError
from ginrules.records.documents.problems import RecordProblem, refusal

LARGEST_TEXT: Final = 1 << 20
"""The most characters (and bytes) that one record's text may have: 1 MiB."""
DEEPEST: Final = 32
"""The deepest nesting of tables and lists that is read."""

_MOST_LINES: Final = 10

TextFormat = Literal["toml", "json"]

_AT: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_JSON_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?+|[\[{]|[\]}]', re.DOTALL)
_DEEP_KEY: Final = re.compile(
    r"""(?:^|[{,\[])[ \t]*+(?:(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}""", re.MULTILINE
)
# an account holds a view, a document within the document
START: Final = re.compile(r"^format[ \t]*+=(?![ \t]*+[\"']ginrules/view)", re.MULTILINE)
_ACTIONS: Final = {
    "toml": re.compile(r"^[ \t]*+actions[ \t]*+=[ \t]*+\[", re.MULTILINE),
    "json": re.compile(r'"actions"\s*+:\s*+\['),
}
_COLON: Final = re.compile(r"\s*+:")
_LONG_NUMBER: Final = re.compile(r"[0-9_]{4300}")
_NO_NUMBER: Final = re.compile(r"[:\[,]\s*+-?(?:NaN|Infinity)\b")
_ITEM: Final = re.compile(r"""#[^\n]*+|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|\]""")


@attrs.frozen
class Text:
    """A text that has been parsed.

    Attributes:
        data: The tables.
        text: The text itself.
        format: How it was written.
        first: The line of the file that the text begins on, from 1.
    """

    data: Any
    text: str = attrs.field(repr=False)
    format: TextFormat
    first: int = 1

    def placed(self, problems: list[RecordProblem]) -> list[RecordProblem]:
        """The problems, the first ones with their lines where an action or a name at the top is meant."""
        first = [attrs.evolve(each, line=self._line_of(each.path)) for each in problems[:_MOST_LINES]]
        return [*first, *problems[_MOST_LINES:]]

    def _line_of(self, path: str) -> int | None:
        action = re.fullmatch(r"(?:rounds\[(\d+)\]\.)?actions\[(\d+)\]", path)
        if action is not None:
            # the records of a match that have actions come in the order of their lists
            place = self._action(self._list_of(int(action[1] or 0)), int(action[2]))
        else:
            name = re.match(r"[A-Za-z_]+", path)
            quoted = f'"{name[0]}"\\s*:' if name and self.format == "json" else ""
            found = re.search(quoted or rf"^[ \t]*\[*{name[0]}\b", self.text, re.MULTILINE) if name else None
            place = None if found is None else found.start()
            if place is not None:
                place += len(self.text[place:]) - len(self.text[place:].lstrip())
        return None if place is None else self.text.count("\n", 0, place) + self.first

    def _list_of(self, number: int) -> int:
        """Which list of actions of the text belongs to the round with this number."""
        rounds = self.data.get("rounds") if isinstance(self.data, Mapping) else None
        if not isinstance(rounds, list):
            return 0
        return sum(isinstance(each, Mapping) and "actions" in each for each in rounds[:number])

    def _action(self, which: int, number: int) -> int | None:
        for count, found in enumerate(_ACTIONS[self.format].finditer(self.text)):
            if count < which:
                continue
            items = (each for each in _ITEM.finditer(self.text, found.end()) if not each[0].startswith("#"))
            for place, item in enumerate(items):
                if item[0] == "]":
                    return None
                if place == number:
                    return item.start()
        return None


def format_of(text: str) -> TextFormat:
    """JSON if the first character is a brace or a bracket, else TOML."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    # a TOML text may begin with a table's name in brackets, a record does not
    return "json" if start in {"{", "["} else "toml"


def parse(text: str, *, source: str = "text", first: int = 1, kind: TextFormat | None = None) -> Text:
    """Parse a text.

    Args:
        text: TOML or JSON, of at most 1 MiB.
        source: What to call the text in an error.
        first: The line of the file that the text begins on.
        kind: Which of the two it is; told by its first character if left out.

    Raises:
        RecordError: If it is too large, nested too deeply, has a name twice, or is neither.
    """
    if not isinstance(text, str):
        raise refused("", f"must be a text, not a {type(text).__name__}", source)
    if len(text) > LARGEST_TEXT:
        raise refused("", f"has {len(text)} characters, at most {LARGEST_TEXT} are read", source)
    text = text.removeprefix("\ufeff")
    kind = kind or format_of(text)
    data = _json(text, source, first) if kind == "json" else _toml(text, source, first)
    return Text(data, text, kind, first)


def refused(path: str, message: str, source: str, line: int | None = None) -> RecordError:
    """The error of a text with a single fault."""
    return refusal([RecordProblem(path, message, line)], source)


def _line(text: str, place: int, first: int) -> int:
    return text.count("\n", 0, place) + first


class _TwiceError(ValueError):
    """A name stands twice in one table."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise _TwiceError(name[:60])
            seen.add(name)
    return table


def _no_number(told: str) -> Any:
    raise ValueError(f"{told} is no number")


def _json(text: str, source: str, first: int) -> Any:
    deep = _too_deep(text)
    if deep is not None:
        raise refused("", f"is nested more than {DEEPEST} deep", source, _line(text, deep, first))
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise refused("", f"is not JSON: {error.msg}", source, error.lineno + first - 1) from None
    except _TwiceError as error:
        line = _line(text, _twice_at(text), first)
        raise refused("", f"has the name {str(error)!r} twice in one table", source, line) from None
    except ValueError as error:
        raise _no_value(text, "JSON", error, source, first) from None


def _twice_at(text: str) -> int:
    """Where a name stands in a table of JSON that has it already."""
    tables: list[set[str]] = []
    for token in _JSON_TOKEN.finditer(text):
        match token[0]:
            case "{" | "[":
                tables.append(set())
            case "}" | "]":
                tables.pop()
            case name if _COLON.match(text, token.end()):
                told = json.loads(name)
                if told in tables[-1]:
                    return token.start()
                tables[-1].add(told)
            case _:
                pass
    return 0


def _no_value(text: str, kind: str, error: ValueError, source: str, first: int) -> RecordError:
    """A number that the parser does not take: it has thousands of digits, or is none."""
    long = _LONG_NUMBER.search(text)
    found = long or _NO_NUMBER.search(text)
    told = "has a number of thousands of digits" if long else f"is not {kind}: {str(error)[:80]}"
    return refused("", told, source, _line(text, found.end(), first) if found else None)


def _too_deep(text: str) -> int | None:
    """Where the brackets go deeper than is read, or None."""
    depth = 0
    for token in _JSON_TOKEN.finditer(text):
        mark = token[0]
        if mark in {"[", "{"}:
            depth += 1
            if depth > DEEPEST:
                return token.start()
        elif mark in {"]", "}"}:
            depth -= 1
    return None


def _toml(text: str, source: str, first: int) -> Any:
    deep = _DEEP_KEY.search(text)
    if deep is not None:  # the parser takes quadratic time for these
        raise refused("", "has a name of more than 16 parts", source, _line(text, deep.end(), first))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        raise refused("", f"is not TOML: {_AT.sub('', str(error))[:200]}", source, line + first - 1) from None
    except RecursionError:
        raise refused("", "is nested too deeply", source) from None
    except ValueError as error:
        raise _no_value(text, "TOML", error, source, first) from None


def parts(text: str, kind: TextFormat) -> Iterator[tuple[int, str]]:
    """The records of a text that holds several, one after another, each with its first line.

    A TOML record begins with the line ``format = …``; JSON records follow each other, as in
    JSON Lines or pretty-printed.
    """
    if kind == "json":
        yield from _json_parts(text)
        return
    starts = [found.start() for found in START.finditer(text)]
    begin, line = 0, 1
    for end in [*starts[1:], len(text)]:
        part = text[begin:end]
        yield line, part
        line += part.count("\n")
        begin = end


def _json_parts(text: str) -> Iterator[tuple[int, str]]:
    depth = begin = 0
    line = 1
    for token in _JSON_TOKEN.finditer(text):
        mark = token[0]
        depth += (mark in {"[", "{"}) - (mark in {"]", "}"})
        if depth <= 0 and mark in {"]", "}"}:
            part = text[begin : token.end()]
            bare = part.lstrip()
            yield line + part[: len(part) - len(bare)].count("\n"), bare
            line += part.count("\n")
            begin, depth = token.end(), 0
    rest = text[begin:]
    if rest.strip():
        bare = rest.lstrip()
        yield line + rest[: len(rest) - len(bare)].count("\n"), bare


def read_file(path: str | os.PathLike[str]) -> str:
    """The text of a file of at most 1 MiB; never more of it is read.

    Raises:
        RecordError: If it cannot be read, is larger, or is not UTF-8.

    Examples:
        >>> read_file("no-such-file.toml")
        Traceback (most recent call last):
            ...
        ginrules.errors.RecordError: 1 problem in no-such-file.toml
          cannot be read: No such file or directory
    """
    expect(path, str | os.PathLike, "the path of a file")
    where = Path(path)
    try:
        return read_text(where, LARGEST_TEXT)
    except UnreadableError as error:
        raise refused("", error.reason, where.name or str(path), error.line) from None
