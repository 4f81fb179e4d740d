"""Records as texts and files: a single record, several in a text, or a file with any number of records."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Final, get_args

from ginrules._support.bounds import RECORD_TEXT
from ginrules._support.files import UTF16, UnreadableError, is_utf16, read_bytes
from ginrules._support.text_limits import TextFormat, check_shape, check_size, limit_within
from ginrules._support.values import expect
from ginrules.records.documents import texts
from ginrules.records.documents.problems import RecordProblem, refusal
from ginrules.records.documents.registry import NAMES
from ginrules.records.match import MatchRecord
from ginrules.records.pads import read_lines
from ginrules.records.round import RoundRecord
from ginrules.records.session import Session

Record = RoundRecord | MatchRecord
"""Everything that can be in a file of records."""

_FIRST: Final = re.compile(r"\ufeff?(?:[ \t]*+(?:#[^\r\n]*+)?[\r\n]++)*+[ \t]*+([^\W\d][^\s=]*+(?![ \t]*+=))?")
"""The first line that is neither empty nor a comment, and the word that it begins with."""
_HEAD: Final = 1_024
"""The first characters of a large file, which show its format."""

_RECORD_CLASSES: Final = {name: cls for name, cls in NAMES.items() if cls in get_args(Record | Session)}
"""The classes of the records in a file, and of a session, by the name of their format."""


def load_pad(path: str | os.PathLike[str], *, limit: int = RECORD_TEXT) -> MatchRecord:
    r"""Return the match record on a score pad, a file of round results as `ginrules pad` writes it.

    Args:
        path: The file. It can name rule files in its folder and below.
        limit: Size limit of the file, in bytes. At most 1 MiB.

    Raises:
        RecordError: If the file cannot be read, or lines are not valid. ``problems`` has every one.

    Examples:
        >>> from pathlib import Path
        >>> import ginrules as gin
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder) / "evening.pad"
        ...     _ = file.write_text("rules standard\nplayers Ann Bo\nAnn knocks 3 Bo 21", encoding="utf-8")
        ...     record = gin.load_pad(file)
        >>> record.players, record.match.games[0].points
        (('Ann', 'Bo'), (18, 0))
    """
    expect(path, str | os.PathLike, "the path of a score pad")
    where = Path(path)
    return _pad_record(texts.read_file(where, limit=limit_within(limit, RECORD_TEXT)), where.name, where.parent)


def loads_pad(text: str, *, source: str = "pad", folder: str | os.PathLike[str] | None = None) -> MatchRecord:
    r"""Return the match record on a score pad.

    Args:
        text: The pad's lines.
        source: Its name in errors.
        folder: The folder of the rule files that it names. Without it, a pad can name no files.

    Raises:
        RecordError: If lines are not valid. ``problems`` has every one, with its number.

    Examples:
        >>> import ginrules as gin
        >>> pad = "rules standard\ndate 2026-03-14\nplayers Ann Bo\nAnn knocks 3 Bo 21\nBo 12"
        >>> record = gin.loads_pad(pad)
        >>> record.date, record.match.games[0].points
        ('2026-03-14', (18, 12))
    """
    expect(text, str, "the text of a score pad")
    if folder is not None:
        expect(folder, str | os.PathLike, "the folder of a score pad")
    return _pad_record(text, source, None if folder is None else Path(folder))


def _pad_record(text: str, source: str, folder: Path | None) -> MatchRecord:
    pad, problems = read_lines(text, folder)
    if not problems and pad.match is None:
        missing = "players Ann Bo" if pad.rules else "rules standard"
        problems = [RecordProblem("", f"is not a score pad: a line like {missing!r} is missing")]
    if not problems and pad.waiting:
        problems = [RecordProblem("", f"ends within a team round: the result of {pad.missing} is missing")]
    if problems:
        raise refusal(problems, source)
    assert pad.match is not None
    return MatchRecord(pad.match.rules, pad.match.players, pad.match.entries, date=pad.date)


def is_pad(text: str) -> bool:
    """Return whether a text is to be read as a score pad: its first line begins with a word, and is not TOML."""
    first = _FIRST.match(text)
    return first is not None and first[1] is not None


def loads_records(
    text: str, *, source: str = "text", limit: int = texts.LARGEST_TEXT, folder: str | os.PathLike[str] | None = None
) -> Iterator[Record]:
    """Yield every record of a text with several records, of any kind, in order. A session is read as its records.

    A score pad is read as the record of its match.

    TOML records each begin with the line ``format = …``. Files of them can be put together
    with ``cat``. JSON records follow each other.

    Args:
        text: The records.
        source: The text's name in an error.
        limit: Size limit of each record, in bytes. At most 1 MiB.
        folder: The folder of the rule files that a score pad names. Without it, a pad can name no files.

    Raises:
        RecordError: At the first record that cannot be read, with lines of the whole text.

    Examples:
        >>> from ginrules.records import loads_records
        >>> import ginrules as gin
        >>> text = "".join(gin.RoundRecord("standard", seed).dumps() for seed in (1, 2))
        >>> [record.seed for record in loads_records(text)]
        [1, 2]
    """
    if not isinstance(text, str):
        raise texts.refused("", f"must be a text, not a {type(text).__name__}", source)
    if is_pad(text):
        try:
            check_size(text, limit_within(limit, texts.LARGEST_TEXT))
        except UnreadableError as error:
            raise texts.refused("", error.reason, source) from None
        yield loads_pad(text, source=source, folder=folder)
        return
    kind, most = texts.format_of(text), limit_within(limit, texts.LARGEST_TEXT)
    if kind == "json" and len(text) <= most:
        try:
            check_shape(text, kind)  # before its parts are searched, which takes long if there are many brackets
        except UnreadableError as error:
            raise texts.refused("", error.reason, source, error.line) from None
    for first, part in texts.json_parts([text], most) if kind == "json" else texts.toml_parts(StringIO(text), most):
        yield from _records_in(part, first, source, kind, limit)


def read_records(path: str | os.PathLike[str], *, limit: int = texts.LARGEST_TEXT) -> Iterator[Record]:
    """Yield every record of a file, which can be of any size: it is read record by record.

    A session is read as its records: its match, then the tables in progress. A score pad is read as the
    record of its match. Its folder can hold rule files that it names.

    Args:
        path: The file.
        limit: Size limit of each record, in bytes. At most 1 MiB.

    Raises:
        RecordError: If the file cannot be read, or a record of it is larger than the limit.

    Examples:
        >>> from ginrules.records import read_records
        >>> from pathlib import Path
        >>> import ginrules as gin
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder) / "evening.toml"
        ...     _ = file.write_text(gin.RoundRecord("standard", 7).dumps(), encoding="utf-8")
        ...     [record.seed for record in read_records(file)]
        [7]
    """
    expect(path, str | os.PathLike, "the path of a file")
    where = Path(path)
    try:
        is_small = where.stat().st_size <= texts.LARGEST_TEXT
    except (OSError, ValueError):
        is_small = True  # reading it will report the fault
    if is_small:
        yield from loads_records(texts.read_file(where), source=where.name, limit=limit, folder=where.parent)
        return
    most = limit_within(limit, texts.LARGEST_TEXT)
    for first, part, kind in _streamed(where, most):
        yield from _records_in(part, first, where.name, kind, most)


def _streamed(where: Path, limit: int) -> Iterator[tuple[int, str, TextFormat]]:
    """Yield the records of a large file with their first lines and their format, a few of them in memory at a time."""
    try:
        with where.open(encoding="utf-8-sig") as file:
            while (head := file.read(_HEAD)).isspace():
                pass
            kind = texts.format_of(head)
            file.seek(0)
            pieces = iter(partial(file.read, limit), "")
            for first, part in texts.json_parts(pieces, limit) if kind == "json" else texts.toml_parts(file, limit):
                yield first, part, kind
    except UnicodeDecodeError:
        reason = UTF16 if is_utf16(read_bytes(where, 1)) else "is not UTF-8 text"
        raise texts.refused("", reason, where.name) from None
    except OSError as error:
        raise texts.refused("", f"cannot be read: {error.strerror}", where.name) from None


def _records_in(part: str, first: int, source: str, kind: TextFormat, limit: int) -> Iterator[Record]:
    """Yield the record in a part of a text, of a session its match and the tables in progress."""
    text = texts.parse(part, source=source, first=first, kind=kind, limit=limit)
    if not isinstance(text.data, Mapping):
        raise texts.refused("", "must be a table with a format", source, first)
    name = text.data.get("format")
    if name == "ginrules/account":
        raise texts.refused(
            "format", "is no longer read: keep the RoundRecord, whose events(seat) are those of a seat", source, first
        )
    if not isinstance(name, str) or name not in _RECORD_CLASSES:
        formats = ", ".join(map(repr, _RECORD_CLASSES))
        fault = "unknown" if name is not None else "missing, and there is no line like 'rules standard' of a score pad"
        raise texts.refused("format", f"is {fault}; known are {formats}", source, first)
    record: Record | Session = texts.value_in(text, _RECORD_CLASSES[name], source)
    if isinstance(record, Session):
        yield record.record
        yield from record.round if record.is_playing else ()
    else:
        yield record
