"""Tables on a terminal: unchanged, or as blocks of lines if the terminal is too narrow."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ginrules.cli.console import console, print_lines

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

NARROW: Final = 60
"""A terminal with fewer columns than this is narrow."""
_UNLIMITED: Final = 10_000
_GAP: Final = re.compile(r"(?<=\S) {2,}")


def print_table(table: "Table", out: "Console | None" = None, heads: Sequence[str] = ()) -> None:
    """Print a table; if it is wider than a narrow terminal, print its rows as blocks of lines.

    Args:
        table: The table.
        out: The console to print to; the standard output if None.
        heads: The heads of its columns for the blocks, if the table breaks them into lines.
    """
    out = out or console()
    if out.width >= NARROW or out.measure(table, options=out.options.update(max_width=_UNLIMITED)).maximum <= out.width:
        out.print(table)
        return
    print_lines("\n".join(stacked(table, out.width, heads)))


def stacked(table: "Table", columns: int, heads: Sequence[str] = ()) -> Iterator[str]:
    """Yield the rows of a table as blocks: the first cell, and below it the other cells, after their columns' heads."""
    heads = heads or [_joined(str(column.header)) for column in table.columns]
    longest = max(map(len, heads[1:]), default=0)
    for row in zip(*(column.cells for column in table.columns), strict=True):
        first, *others = (_joined(str(cell)) for cell in row)
        yield cut(first, columns)
        *named, marks = [*zip(heads[1:], others, strict=True), ("", "")]
        if named and not named[-1][0]:  # a last column without a head belongs to the column before it
            *named, marks = named
        for number, (head, text) in enumerate(named, 1):
            mark = f" {marks[1]}" if number == len(named) and marks[1] else ""
            yield from textwrap.wrap(f"{head:{longest}}  {text}{mark}", columns, initial_indent="  ",
                                     subsequent_indent="    ")  # fmt: skip


def _joined(text: str) -> str:
    """Return a head that was broken at its hyphens as a single line."""
    return text.replace("-\n", "-").replace("\n", " ")


def cut(line: str, columns: int | None) -> str:
    """Return a line cut to the number of columns; unchanged if that is None."""
    return line if columns is None or len(line) <= columns else f"{line[: columns - 1]}…"


def one_below_another(text: str, columns: int) -> str:
    r"""Return a list of words with their meanings; meanings move below their words if the lines are too wide.

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
