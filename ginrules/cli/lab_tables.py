"""Results of the lab for the terminal: the rules that differ, the figures, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ginrules.cli.console import print_table, say, wrapped
from ginrules.cli.rules import heads_of, print_changes
from ginrules.lab.statistics.result import UNKNOWN

if TYPE_CHECKING:
    from ginrules.lab import Comparison
    from ginrules.lab.statistics.result import RunResult

_MARK: Final = " *"
"""The mark of a difference, at the end of its cell."""
_INTERVAL: Final = "± is the 95% interval, its longer side."
_CHANCE: Final = "Of twenty differences by chance alone, one gets a mark."


def print_result(result: RunResult, meaning: str = "") -> None:
    """Print what was played and the figures, then what their signs mean."""
    _print_figures(result)
    _print_notes(result, meaning)


def print_comparison(result: Comparison) -> None:
    """Print a comparison, pair by pair, each after the rules that differ."""
    if result.split:
        print_result(result)
        return
    for number, pair in enumerate(result.pairs):
        if number:
            say("")
        if pair.changes:
            say(f"Rules that differ ({len(pair.changes)})\n")
            print_changes(pair.a, pair.b, pair.changes)
        else:
            say("The rules are the same.")
        say("")
        _print_figures(pair, heads_of(pair.a, pair.b))
    _print_notes(result, _CHANCE)


def _print_figures(result: RunResult, names: Sequence[str] = ()) -> None:
    """Print the run in a sentence and the tables, the columns of rule sets under these names if there are any."""
    say(wrapped(f"{result.summary}."))
    for one in result.tables:
        say(f"\n{wrapped(one.title)}\n" if one.title else "")
        heads = ["", *names, *one.heads[1 + len(names) :]]
        rows = zip(*map(_lined_up, zip(*one.rows, strict=True)), strict=True)
        print_table(heads if names else one.heads, [*rows])


def _lined_up(column: Sequence[str]) -> list[str]:
    """Return the cells of a column with their figures one below the other, whether or not they have a mark."""
    longest = max(len(cell.removesuffix(_MARK).partition("± ")[2].rstrip()) for cell in column)
    is_marked = any(cell.endswith(_MARK) for cell in column)
    cells = []
    for cell in column:
        value, sign, half = cell.removesuffix(_MARK).rstrip().partition(" ± ")
        mark = (_MARK if cell.endswith(_MARK) else " " * len(_MARK)) if is_marked else ""
        cells.append(f"{value}{sign}{half:>{longest if sign else 0}}{mark}")
    return cells


def _print_notes(result: Any, meaning: str) -> None:
    notes = [_INTERVAL, result.note, meaning]
    if any(UNKNOWN in row for table in result.tables for row in table.rows):
        unit = "matches" if getattr(result, "matches", 0) else "games" if hasattr(result, "games") else "rounds"
        notes.append(f"{UNKNOWN} means that there are too few {unit} for a figure; more --{unit} may help.")
    if result.partial:
        notes.append("The run was interrupted: these are the figures of what was played.")
    say("\n" + "\n".join(map(wrapped, filter(None, notes))))
