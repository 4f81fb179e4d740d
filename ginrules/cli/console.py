"""What the commands share: the terminal they print to, and the options they have in common."""

import contextlib
import os
import shutil
import sys
import textwrap
from importlib import import_module
from typing import Annotated, Any, Final

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.text import Text

from ginrules._printed import clean_colored, json_text

_NARROWEST: Final = 40
_WIDEST: Final = 100
_BLANK_LINES: Final = 200
_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"

Flag: Final = Parameter(negative=())
NotNegative: Final = Parameter(validator=Number(gte=0))
Positive: Final = Parameter(validator=Number(gte=1))
Json = Annotated[bool, Flag]


def console() -> Console:
    """Return the terminal, or the pipe, that a command prints to."""
    return Console(highlight=False)


def say(text: str) -> None:
    """Print a text that has its own colors, and show it at once."""
    print(clean_colored(text), flush=True)  # noqa: T201 - a command prints


def clear_screen() -> None:
    """Clear the terminal, what has scrolled off it and the lines that can be recalled, for another person."""
    if not sys.stdout.isatty():
        return
    if os.name == "nt" or os.environ.get("TERM", "dumb") == "dumb":
        say("\n" * _BLANK_LINES)
    else:
        print(_CLEAR, end="", flush=True)  # noqa: T201 - a command prints
    with contextlib.suppress(ImportError):
        import_module("readline").clear_history()


def print_lines(text: str) -> None:
    """Print a text as it is, without reading mark-up in it, cutting or wrapping a line."""
    console().print(Text(clean_colored(text)), soft_wrap=True)


def print_json(plain: Any) -> None:
    """Print plain values for programs."""
    say(json_text(plain, indent=2))


def width() -> int:
    """Return the columns of the terminal, within what reads well."""
    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))


def wrapped(text: str, indent: str = "") -> str:
    """Return the text broken into lines that fit the terminal; its own line breaks stay."""
    lines = (
        textwrap.fill(line, width() - 1, initial_indent=indent, subsequent_indent=f"{indent}  ",
                      break_on_hyphens=False, break_long_words=False)
        for line in text.splitlines()
    )  # fmt: skip
    return "\n".join(lines)
