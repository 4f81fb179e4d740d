"""Comparisons and simulations as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules.cli.console import data_table, encodable, print_table
from ginrules.cli.rules import heads_of, name_of, print_changes
from ginrules.lab.statistics.measures import CAPS, cap_warning
from ginrules.lab.statistics.result import UNKNOWN

if TYPE_CHECKING:
    from ginrules.lab import Comparison, Estimate, Finding, Measure, Simulation

_GROUPS = (
    ("points",),
    ("knock", "gin", "big-gin", "undercut", "gin-off", "refused", "out", "tie", "void", "dead"),
    ("turns", "knock-deadwood"),
    ("first-seat-net", "first-seat-wins"),
    ("skill-round", "skill-net"),
    ("rounds-per-game", "first-seat-games", "comeback", "skill-game", "skill-match"),
)


def comparison_table(result: Comparison) -> Table:
    """Return a table with a row per measure: under A, under B, and the difference."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("", no_wrap=True)
    for head in _heads(result)[1:4]:
        table.add_column(Text(head), justify="right", overflow="fold")
    table.add_column("", width=1)
    groups = {key: number for number, group in enumerate(_GROUPS) for key in group}
    for place, finding in enumerate(result.findings):
        following = result.findings[place + 1 : place + 2]
        key = finding.measure.key
        table.add_row(
            _title(finding.measure),
            _estimate_text(finding.values[0], finding.measure),
            _estimate_text(finding.values[1], finding.measure),
            *_difference(finding),
            end_section=bool(following) and groups.get(key) != groups.get(following[0].measure.key),
        )
    return table


def _heads(result: Comparison) -> tuple[str, ...]:
    return "", *heads_of(result.a, result.b), "difference", ""


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
        print_table(comparison_table(pair), console, _heads(pair))
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
    (figures,) = result.tables
    table = data_table("", *figures.heads[1:])
    for cells in figures.rows:
        table.add_row(*map(Text, cells))
    print_table(table, console, figures.heads)
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
    table = data_table("", name_of(result.rules))
    for figure in result.figures:
        table.add_row(_title(figure.measure), _estimate_text(figure.estimate, figure.measure))
    print_table(table, console)
    if len(result.contestants) > 1:
        console.print()
        print_table(_standings(result), console)
    console.print()
    console.print(Text(interval_text()))
    if any(figure.estimate is None for figure in result.figures):
        console.print(Text(too_few_text("matches" if result.matches else "rounds")))
    capped = [figure.estimate for figure in result.figures if figure.measure.key in CAPS]
    _print_warning(console, [(name_of(result.rules), sum(one.value for one in capped if one is not None))])
    _print_partial(console, result)


def _standings(result: Simulation) -> Table:
    matches_head = ["matches won, %"] if result.matches else []
    table = data_table("player", "rounds won, %", "points per round", *matches_head)
    for standing in result.standings:
        matches = [_figure(standing.matches, 100)] if result.matches else []
        table.add_row(
            Text(standing.player), _figure(standing.rounds, 100), _figure(standing.net, 1, signed=True), *matches
        )
    return table


def _figure(estimate: Estimate | None, factor: int, *, signed: bool = False) -> str:
    if estimate is None:
        return UNKNOWN
    value = factor * estimate.value
    return encodable(f"{value:{'+' if signed else ''}.2f} ±{factor * estimate.half_width:5.2f}")


def _title(measure: Measure) -> str:
    return f"{measure.title}, %" if measure.unit == "share" else measure.title


def _estimate_text(estimate: Estimate | None, measure: Measure, *, signed: bool = False) -> str:
    return _figure(estimate, 100 if measure.unit == "share" else 1, signed=signed)


def _difference(finding: Finding) -> tuple[Text, Text]:
    """Return the difference, and a mark if its interval does not contain 0."""
    difference = finding.differences[0]
    if difference is None:
        return Text(UNKNOWN), Text()
    if finding.same:
        return Text("same"), Text()
    shown = _estimate_text(difference, finding.measure, signed=True)
    return (Text(shown), Text()) if difference.contains_zero else (Text(shown, style="bold"), Text("*", style="bold"))
