"""The terminal that all commands print to, the tables on it, and the input that they read."""

import codecs
import contextlib
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ginrules._support.printed import clean_colored, json_text

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console


STANDARD_INPUT: Final = "<stdin>"
"""The path for the word - in place of a file: the standard input."""

PROBLEMS: Final = 1
"""The exit status of a check or a search that found problems, or nothing."""

UNSAVED: Final = 2
"""The exit status if the person leaves something that is in no file."""

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""

_NARROWEST: Final = 40
_WIDEST: Final = 100
_LETTERS: Final = {
    "♣": "c", "♦": "d", "♥": "h", "♠": "s", "±": "+/-", "–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "→": "->",
    "…": ".", "▒": "#", "≥": ">=", "≤": "<=", "“": '"', "”": '"', "’": "'", "ß": "ss",
}  # fmt: skip
"""The replacements for symbols on streams that can encode only letters."""
_PLAIN: Final = "ginrules.letters"
_LARGEST_INPUT: Final = 64 * 1024 * 1024


def ready_streams() -> None:
    """Make the outputs accept any text: letters replace suits and symbols that a stream cannot encode."""
    standard_input.cache_clear()
    codecs.register_error(_PLAIN, _letters)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - it stays open
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_PLAIN)


def _letters(error: UnicodeError) -> tuple[str | bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_LETTERS.get(char, "?") for char in error.object[error.start : error.end]), error.end


def encodable(text: str) -> str:
    """Return a text as the output can show it, with symbols replaced.

    Columns are laid out after this.
    """
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, _PLAIN).decode(encoding)


def typed(prompt: str) -> str:
    """Return a line typed at a prompt."""
    if sys.stdin is None:
        raise EOFError
    return input(prompt)


@cache
def standard_input() -> str:
    """Return the text of the standard input, which is read only once."""
    from ginrules._support.files import UnreadableError, decoded
    from ginrules.errors import ParseError

    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        return sys.stdin.read(_LARGEST_INPUT) if sys.stdin else ""
    data = stream.read(_LARGEST_INPUT + 1)
    if len(data) > _LARGEST_INPUT:
        raise ParseError(f"{STANDARD_INPUT} has more than {_LARGEST_INPUT} bytes, the limit for an input")
    try:
        return decoded(data)
    except UnreadableError as error:
        raise ParseError(f"{STANDARD_INPUT} {error.reason}") from None


def console() -> "Console":
    """Return the terminal, or the pipe, that a command prints to."""
    import shutil

    from rich.console import Console

    out = Console(highlight=False)
    if not out.width:  # COLUMNS=0 says nothing
        out.width = shutil.get_terminal_size((80, 24)).columns
    return out


def say(text: str) -> None:
    """Print a text unchanged, with its own colors, and show it at once."""
    print(clean_colored(text), flush=True)


def edit_lines() -> None:
    """Let typed lines be edited and recalled, where the system can do it."""
    with contextlib.suppress(ImportError):
        import_module("readline")


def print_file(path: "Path | None", content: str, *, quiet: bool) -> None:
    """Name a file that was written, and its content, unless there is none or a program reads the output."""
    if path is not None and not quiet:
        say(f"{path}: {content}")


def print_json(plain: Any) -> None:
    """Print plain values for programs."""
    say(json_text(plain, indent=2))


def width() -> int:
    """Return the terminal's columns, limited to a readable width."""
    return min(_WIDEST, full_width())


def full_width() -> int:
    """Return the columns of the terminal, or of ``COLUMNS``, and at least 40."""
    import shutil

    return max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns)


def wrapped(text: str, indent: str = "") -> str:
    """Return the text wrapped to fit the terminal, with its own line breaks."""
    lines = (
        textwrap.fill(line, width() - 1, initial_indent=indent, subsequent_indent=f"{indent}  ",
                      break_on_hyphens=False, break_long_words=False)
        for line in text.splitlines()
    )  # fmt: skip
    return "\n".join(lines)


# --- tables ---------------------------------------------------------------------------------------


_NARROW: Final = 60
"""A terminal with fewer columns than this is narrow."""
_UNLIMITED: Final = 10_000
_MANY_COLUMNS: Final = 6
"""More columns than this stand closer together."""
_GAP: Final = re.compile(r"(?<=\S) {2,}")


def print_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], out: "Console | None" = None, *, figures: bool = True
) -> None:
    """Print a table, with figures after the first column at the right; on a narrow terminal, its rows as blocks."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    out = out or console()
    rows = [[*map(encodable, row)] for row in rows]
    padding = (0, 1) if len(heads) <= _MANY_COLUMNS else (0, 1, 0, 0)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=padding)
    for number, head in enumerate(heads):
        is_name = number == 0 and head in {"", "rule"}
        table.add_column(
            Text(head), justify="right" if number and figures else "left", no_wrap=is_name, overflow="fold"
        )
    for row in rows:
        table.add_row(*map(Text, row))
    needed = out.measure(table, options=out.options.update(max_width=_UNLIMITED)).maximum
    if out.width >= _NARROW or needed <= out.width:
        out.print(table)
    else:
        say("\n".join(stacked(heads, rows, out.width)))


def stacked(heads: Sequence[str], rows: Iterable[Sequence[str]], columns: int) -> Iterator[str]:
    """Yield a table's rows as blocks: the first cell, and below it the other cells, after their columns' heads."""
    longest = max(map(len, heads[1:]), default=0)
    for first, *others in rows:
        yield cut(first, columns)
        *named, marks = [*zip(heads[1:], others, strict=True), ("", "")]
        if named and not named[-1][0]:  # a last column without a head belongs to the column before it
            *named, marks = named
        for number, (head, text) in enumerate(named, 1):
            mark = f" {marks[1]}" if number == len(named) and marks[1] else ""
            yield from textwrap.wrap(f"{head:{longest}}  {text}{mark}", columns, initial_indent="  ",
                                     subsequent_indent="    ")  # fmt: skip


def cut(line: str, columns: int | None) -> str:
    """Return a line cut to the number of columns, if there is one."""
    return line if columns is None or len(line) <= columns else f"{line[: columns - 1]}…"


def one_below_another(text: str, columns: int) -> str:
    r"""Return a list of words with their meanings. Meanings move below their words if the lines are too wide.

    Examples:
        >>> print(one_below_another("At any time:\n  undo   back to your last decision    quit   leave", 40))
        At any time:
          undo
            back to your last decision
          quit
            leave
    """
    if columns >= max(map(len, text.splitlines())):
        return text
    lines: list[str] = []
    for line in text.splitlines():
        parts = _GAP.split(line)
        lines += textwrap.wrap(parts[0], columns, subsequent_indent="  ")
        for number, part in enumerate(parts[1:]):
            indent = "  " if number % 2 else "    "
            lines += textwrap.wrap(part, columns, initial_indent=indent, subsequent_indent="    ")
    return "\n".join(lines)
