"""The terminal that all commands print to, and the input that they read."""

import codecs
import contextlib
import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ginrules._printed import clean_colored, json_text

if TYPE_CHECKING:
    from rich.console import Console

STANDARD_INPUT: Final = "<stdin>"
"""The path for the word - in place of a file: the standard input."""

INTERRUPTED: Final = 130
"""The exit status after Ctrl-C."""

_NARROWEST: Final = 40
_WIDEST: Final = 100
_BLANK_LINES: Final = 200
_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"
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


def spelled(text: str) -> str:
    """Return a text as the output can show it; columns are laid out with the replacements of its symbols."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, _PLAIN).decode(encoding)


@cache
def standard_input() -> str:
    """Return the text of the standard input, which is read only once.

    Raises:
        ParseError: If it is too large or not UTF-8.
    """
    from ginrules.errors import ParseError

    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        return sys.stdin.read(_LARGEST_INPUT) if sys.stdin else ""
    data = stream.read(_LARGEST_INPUT + 1)
    if len(data) > _LARGEST_INPUT:
        raise ParseError(f"{STANDARD_INPUT} has more than {_LARGEST_INPUT} bytes, the limit for an input")
    try:
        text: str = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"{STANDARD_INPUT} is not UTF-8 text (byte {error.start})") from None
    return text


def console() -> "Console":
    """Return the terminal, or the pipe, that a command prints to."""
    from rich.console import Console

    return Console(highlight=False)


def say(text: str) -> None:
    """Print a text that has its own colors, and show it at once."""
    print(clean_colored(text), flush=True)  # noqa: T201 - a command prints


def clear_screen() -> None:
    """Clear the terminal, its scrollback and the history of typed lines, for another person."""
    if not sys.stdout.isatty():
        return
    if os.name == "nt" or os.environ.get("TERM", "dumb") == "dumb":
        say("\n" * _BLANK_LINES)
    else:
        print(_CLEAR, end="", flush=True)  # noqa: T201 - a command prints
    with contextlib.suppress(ImportError):
        import_module("readline").clear_history()


def print_lines(text: str) -> None:
    """Print a text unchanged: mark-up is not interpreted, and lines are neither cut nor wrapped."""
    say(text)


def print_json(plain: Any) -> None:
    """Print plain values for programs."""
    say(json_text(plain, indent=2))


def width() -> int:
    """Return the columns of the terminal, limited to a readable width."""
    return min(_WIDEST, full_width())


def full_width() -> int:
    """Return the columns of the terminal, or of ``COLUMNS``; at least 40."""
    import shutil

    return max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns)


def wrapped(text: str, indent: str = "") -> str:
    """Return the text wrapped to fit the terminal; existing line breaks stay."""
    import textwrap

    lines = (
        textwrap.fill(line, width() - 1, initial_indent=indent, subsequent_indent=f"{indent}  ",
                      break_on_hyphens=False, break_long_words=False)
        for line in text.splitlines()
    )  # fmt: skip
    return "\n".join(lines)
