"""What the commands share: the terminal they print to, and the options they have in common."""

import json
import shutil
import textwrap
from typing import Annotated, Any, Final

from cyclopts import Parameter
from cyclopts.validators import Number
from rich.console import Console
from rich.text import Text

_NARROWEST: Final = 40
_WIDEST: Final = 100

Flag: Final = Parameter(negative=())
NotNegative: Final = Parameter(validator=Number(gte=0))
Positive: Final = Parameter(validator=Number(gte=1))
Json = Annotated[bool, Flag]


def console() -> Console:
    """Return the terminal, or the pipe, that a command prints to."""
    return Console(highlight=False)


def say(text: str) -> None:
    """Print a text that has its own colors, and show it at once."""
    print(text, flush=True)  # noqa: T201 - a command prints


def print_lines(text: str) -> None:
    """Print a text as it is, without reading mark-up in it, cutting or wrapping a line."""
    console().print(Text(text), soft_wrap=True)


def print_json(plain: Any) -> None:
    """Print plain values for programs."""
    say(json.dumps(plain, indent=2, ensure_ascii=False))


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
