"""Records as texts and files: one, several in one text, or a file of any number of them."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

from ginrules._values import expect
from ginrules.errors import RecordError
from ginrules.records.documents.codec import Codec
from ginrules.records.documents.problems import At, Bad
from ginrules.records.documents.texts import (
    LARGEST_TEXT,
    START,
    Text,
    TextFormat,
    checked,
    format_of,
    parse,
    parts,
    read_file,
    refused,
    written,
)
from ginrules.records.match import MatchRecord
from ginrules.records.matchjson import MATCH_RECORD
from ginrules.records.round import RoundRecord, told_names
from ginrules.records.roundjson import ROUND_RECORD
from ginrules.records.seat import ACCOUNT, SeatRecord

Record = RoundRecord | MatchRecord | SeatRecord
One = TypeVar("One", RoundRecord, MatchRecord, SeatRecord)

_CODECS: Final[Mapping[type, Codec]] = {
    RoundRecord: ROUND_RECORD,
    MatchRecord: MATCH_RECORD,
    SeatRecord: ACCOUNT,
}
_BY_FORMAT: Final = {
    "ginrules/round": ROUND_RECORD,
    "ginrules/match-record": MATCH_RECORD,
    "ginrules/account": ACCOUNT,
}


def loads_one(cls: type[One], text: str, *, source: str = "text") -> One:
    """The record of this class written in a text.

    Raises:
        RecordError: If the text is no such record.
    """
    read = parse(text, source=source)
    value: One = _read(read, _CODECS[cls], source)
    return value


def dumps_one(record: Record, kind: str) -> str:
    """The record as text, ``"toml"`` or ``"json"``.

    Raises:
        RecordError: If the format is neither.
    """
    data = _CODECS[type(record)].write(record)
    if kind == "toml" and isinstance(record, RoundRecord):
        return _round_toml(record, data)
    return written(data, kind)  # type: ignore[arg-type]


def loads_records(text: str, *, source: str = "text") -> Iterator[Record]:
    """Every record of a text that holds several, of any kind, one after another.

    TOML records each begin with the line ``format = …``; files of them can be put together
    with ``cat``. JSON records follow each other.

    Raises:
        RecordError: At the first record that cannot be read, with the lines of the whole text.

    Examples:
        >>> from ginrules.presets import STANDARD
        >>> text = "".join(RoundRecord(STANDARD, seed).dumps() for seed in (1, 2))
        >>> [each.seed for each in loads_records(text)]
        [1, 2]
    """
    if not isinstance(text, str):
        raise refused("", f"must be a text, not a {type(text).__name__}", source)
    kind = format_of(text)
    for first, part in parts(text, kind):
        yield _any(part, first, source, kind)


def read_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Every record of a file, which may be of any size: a TOML file is read record by record.

    Raises:
        RecordError: If the file cannot be read, or a record of it has more than 1 MiB.

    Examples:
        >>> import tempfile
        >>> from ginrules.presets import STANDARD
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder) / "evening.toml"
        ...     _ = file.write_text(RoundRecord(STANDARD, 7).dumps(), encoding="utf-8")
        ...     [each.seed for each in read_records(file)]
        [7]
    """
    expect(path, str | os.PathLike, "the path of a file")
    where = Path(path)
    if _is_small(where):
        yield from loads_records(read_file(where), source=where.name)
        return
    for first, part in _streamed(where):
        yield _any(part, first, where.name, "toml")


def _is_small(where: Path) -> bool:
    try:
        return where.stat().st_size <= LARGEST_TEXT
    except (OSError, ValueError):
        return True  # reading it tells what is wrong


def _streamed(where: Path) -> Iterator[tuple[int, str]]:
    """The records of a large TOML file, never more than one of them in memory."""
    lines: list[str] = []
    size = number = first = 0
    seen = False
    try:
        with where.open(encoding="utf-8-sig") as file:
            while line := file.readline(LARGEST_TEXT + 1):
                number += 1
                if START.match(line):
                    if seen:
                        yield first + 1, "".join(lines)
                        lines, size, first = [], 0, number - 1
                    seen = True
                size += len(line)
                if size > LARGEST_TEXT:
                    raise refused("", f"has a record of more than {LARGEST_TEXT} characters", where.name, first + 1)
                lines.append(line)
    except UnicodeDecodeError:
        raise refused("", "is not UTF-8 text", where.name, number + 1) from None
    except OSError as error:
        raise refused("", f"cannot be read: {error.strerror}", where.name) from None
    yield first + 1, "".join(lines)


def _any(part: str, first: int, source: str, kind: TextFormat) -> Record:
    read = parse(part, source=source, first=first, kind=kind)
    if not isinstance(read.data, Mapping):
        raise refused("", "must be a table with a format", source, first)
    told = read.data.get("format")
    codec = _BY_FORMAT.get(told) if isinstance(told, str) else None
    if codec is None:
        known = ", ".join(map(repr, _BY_FORMAT))
        raise refused("format", f"is {'missing' if told is None else 'unknown'}; known are {known}", source, first)
    value: Record = _read(read, codec, source)
    return value


def _read(read: Text, codec: Codec, source: str) -> Any:
    at = At()
    value = codec.read(read.data, at)
    checked(read, at, source)
    if isinstance(value, Bad):
        raise RecordError(f"{source} cannot be read")
    return value


def _round_toml(record: RoundRecord, data: dict[str, Any]) -> str:
    """TOML with each action on its line, and who did it beside it."""
    head = {name: value for name, value in data.items() if not isinstance(value, dict) and name != "actions"}
    tables = {name: value for name, value in data.items() if isinstance(value, dict)}
    names = told_names(record)
    rows = [
        f'    "{action}",  # {ply} {_one_line(names[state.turn])}'
        for ply, (action, state) in enumerate(zip(record.actions, record.states(), strict=False), start=1)
    ]
    actions = "actions = [\n" + "".join(f"{row}\n" for row in rows) + "]\n"
    text = written(head, "toml") + actions
    return text + "\n" + written(tables, "toml") if tables else text


def _one_line(name: str) -> str:
    """A name fit to stand in a comment."""
    return "".join(each if each.isprintable() else "?" for each in name)
