"""The terminal that commands print to."""

import shutil
import textwrap
from typing import Final

from rich.console import Console
from rich.text import Text

_NARROWEST: Final = 40
_WIDEST: Final = 100


def console() -> Console:
    """The terminal, or the pipe, that a command prints to."""
    return Console(highlight=False)


def print_lines(text: str) -> None:
    """Print a text as it is: no mark-up is read in it and no line is cut or wrapped."""
    console().print(Text(text), soft_wrap=True)


def width() -> int:
    """Columns of the terminal, within what reads well."""
    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))


def wrapped(text: str, indent: str = "") -> str:
    """A text broken into lines that fit the terminal; its own line breaks stay."""
    lines = (
        textwrap.fill(line, width() - 1, initial_indent=indent, subsequent_indent=f"{indent}  ",
                      break_on_hyphens=False, break_long_words=False)
        for line in text.splitlines()
    )  # fmt: skip
    return "\n".join(lines)
