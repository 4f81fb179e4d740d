"""The terminal that all commands print to, the tables on it, and the input that they read."""

import codecs
import contextlib
import os
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ginrules._support.printed import clean_colored, clipped, json_text, width_of

if TYPE_CHECKING:
    from pathlib import Path


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
    pair[0]: pair[1:] for pair in """ ♣c ♦d ♥h ♠s ±+/- –- —- −- ×x ·. →-> …. ▒# ≥>= ≤<= ─- “" ”" ’' ßss """.split()
}
"""The replacements for symbols on streams that can encode only letters."""
_PLAIN: Final = "ginrules.letters"
_WIDE: Final = 60
"""The narrowest terminal, in columns, on which texts begin next to their names."""
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
    wrapper = textwrap.TextWrapper(width() - 1, indent, f"{indent}  ", break_on_hyphens=False, break_long_words=False)
    return "\n".join(map(wrapper.fill, text.splitlines()))


# --- tables ---------------------------------------------------------------------------------------


_MANY_COLUMNS: Final = 6
"""More columns than this stand closer together."""


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, figures: bool = True) -> None:
    """Print a table, figures after the first column at the right. If it is too wide, its rows stand as blocks."""
    lines = [[*map(encodable, line)] for line in (heads, *rows)]
    widths = [max(map(width_of, column)) for column in zip(*lines, strict=True)]
    gap = "   " if len(heads) <= _MANY_COLUMNS else "  "
    whole = sum(widths) + len(gap) * (len(widths) - 1)
    if whole > full_width():
        say("\n".join(stacked(lines[0], lines[1:], full_width())))
        return
    texts = [
        gap.join(
            f"{' ' * (width - width_of(cell))}{cell}"
            if figures and place
            else f"{cell}{' ' * (width - width_of(cell))}"
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    say("\n".join([texts[0], encodable("─") * whole, *texts[1:]]))


def stacked(heads: Sequence[str], rows: Iterable[Sequence[str]], columns: int) -> Iterator[str]:
    """Yield a table's rows as blocks: the first cell, and below it the other cells, after their columns' heads."""
    longest = max(map(len, heads[1:]), default=0)
    for first, *others in rows:
        yield clipped(first, columns)
        for head, text in zip(heads[1:], others, strict=True):
            yield from textwrap.wrap(
                f"{head:{longest}}  {text}", columns, initial_indent="  ", subsequent_indent="    "
            )


def in_columns(rows: Iterable[tuple[str, str]], columns: int, longest: int = 22) -> Iterator[str]:
    """Yield names with their texts: next to them, or below if the terminal is narrow or the name is long."""
    shown = [*rows]
    beside = max((len(name) for name, _ in shown if len(name) <= longest), default=0)
    margin = 4 + beside if columns >= _WIDE else 4
    for name, text in shown:
        head = f"  {name}"
        is_beside = len(head) + 2 <= margin
        if not is_beside:
            yield head
        lines = textwrap.wrap(text, columns - 1 - margin, break_on_hyphens=False)
        for number, line in enumerate(lines):
            yield f"{head if is_beside and not number else '':{margin}}{line}"
