"""Comparisons and simulations as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from ginrules.cli.console import encodable, print_table
from ginrules.cli.rules import heads_of, name_of, print_changes
from ginrules.lab.statistics.measures import CAPS, cap_warning
from ginrules.lab.statistics.result import UNKNOWN

if TYPE_CHECKING:
    from ginrules.lab import Comparison, Simulation
    from ginrules.lab.statistics.result import Table


_MARK = " *"
"""The mark of a difference, at the end of its cell."""


def print_tables(console: Console, tables: Iterable[Table]) -> None:
    """Print tables of a result, with a blank line between them."""
    for number, one in enumerate(tables):
        if number:
            console.print()
        if one.title:
            console.print(Text(f"{one.title[0].upper()}{one.title[1:]}"))
            console.print()
        has_marks = any(row[-1].endswith(_MARK) for row in one.rows)
        marks = [["*" if row[-1].endswith(_MARK) else "" for row in one.rows]] * has_marks
        columns = [
            _lined_up([cell.removesuffix(_MARK).rstrip() for cell in column]) for column in zip(*one.rows, strict=True)
        ]
        rows = [*zip(*columns, *marks, strict=True)]
        print_table([*one.heads, *[""] * has_marks], rows, console)


def _lined_up(column: Sequence[str]) -> list[str]:
    """Return the cells of a column with their figures one below the other, also if an interval has fewer digits."""
    longest = max(len(cell.partition("± ")[2]) for cell in column)
    return [
        f"{value} ± {half:>{longest}}" if half else cell
        for cell in column
        for value, _, half in [cell.partition(" ± ")]
    ]


def print_comparison(console: Console, result: Comparison) -> None:
    """Print the rules that differ, how they were played, and the figures, pair by pair if there are several."""
    if result.split:
        _print_split(console, result)
        return
    several = len(result.rules) > 2
    if several:
        _print_deals(console, result)
    for pair in result.pairs:
        if several:
            console.print()
            console.print(Text(f"{name_of(pair.a)} and {name_of(pair.b)}", style="bold"))
            console.print()
        if pair.changes:
            console.print(f"Rules that differ ({len(pair.changes)})")
            console.print()
            print_changes(pair.a, pair.b, pair.changes, console)
        else:
            console.print("The rules are the same.")
        console.print()
        if not several:
            _print_deals(console, pair)
            console.print()
        (figures,) = pair.tables
        print_tables(console, [figures._replace(heads=["", *heads_of(pair.a, pair.b), "difference"])])
    console.print()
    console.print(
        Text(
            f"{interval_text()} * marks a difference whose interval does not contain 0; "
            "of twenty differences by chance alone, one gets a mark."
        )
    )
    if any(difference is None for finding in result.findings for difference in finding.differences):
        console.print(Text(too_few_text("rounds")))
    capped = [finding.values for finding in result.findings if finding.measure.key in CAPS]
    shares = [sum(one.value for one in values if one is not None) for values in zip(*capped, strict=True)]
    _print_warning(console, [(name_of(rules), share) for rules, share in zip(result.rules, shares, strict=False)])
    _print_partial(console, result)


def _print_warning(console: Console, shares: Sequence[tuple[str, float]]) -> None:
    """Print which rules end more rounds by a cap than can be passed over, if any does."""
    if warning := cap_warning(shares):
        console.print(Text(warning))


def _print_partial(console: Console, result: Comparison | Simulation) -> None:
    if result.partial:
        console.print(Text("The run was interrupted: these are the figures of the rounds played.", style="bold"))


def _print_split(console: Console, result: Comparison) -> None:
    """Print the runs of rule sets that were each played on deals of their own, and the figures."""
    console.print(Text(result.summary))
    console.print()
    print_tables(console, result.tables)
    console.print()
    console.print(Text(f"{interval_text()} {result.note}"))
    _print_partial(console, result)


def too_few_text(unit: str) -> str:
    """Return the explanation of the symbol for an unknown figure: too few rounds, games or matches."""
    return f"{UNKNOWN} means that there are too few {unit} for a figure; more --{unit} may help."


def interval_text() -> str:
    """Return the explanation of the sign before a half-width."""
    return encodable("± is the 95% interval, its longer side.")


def _print_deals(console: Console, result: Comparison) -> None:
    number = len(result.rules)
    both = "both" if number == 2 else f"all {number}"
    how = f"played once and priced by {both}" if result.repriced else f"played under {both}"
    strength = f", which {result.strength}" if result.strength else ""
    all_players = f"All players: {result.players}{strength}."
    players = all_players if len(result.contestants) == 1 else f"Players: {result.players}."
    console.print(
        Text(
            f"{result.rounds:,} rounds each: {result.deals:,} deals {how}, every seat beginning once; "
            f"seed {result.seed}. {players}"
        )
    )


def print_simulation(console: Console, result: Simulation) -> None:
    """Print how the rounds were played, the figures, and the results of each player."""
    played = f"{result.matches:,} matches, {result.rounds:,} rounds" if result.matches else f"{result.rounds:,} rounds"
    players = " against ".join(result.contestants)
    console.print(Text(f"{name_of(result.rules)}: {played}; seed {result.seed}. Players: {players}."))
    console.print()
    print_tables(console, result.tables)
    console.print()
    console.print(Text(interval_text()))
    if any(figure.estimate is None for figure in result.figures):
        console.print(Text(too_few_text("matches" if result.matches else "rounds")))
    capped = [figure.estimate for figure in result.figures if figure.measure.key in CAPS]
    _print_warning(console, [(name_of(result.rules), sum(one.value for one in capped if one is not None))])
    _print_partial(console, result)
