"""The terminal that commands print to."""

from rich.console import Console
from rich.text import Text


def console() -> Console:
    """The terminal, or the pipe, that a command prints to."""
    return Console(highlight=False)


def print_lines(text: str) -> None:
    """Print a text as it is: no mark-up is read in it and no line is cut or wrapped."""
    console().print(Text(text), soft_wrap=True)
