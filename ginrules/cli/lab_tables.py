"""Comparisons as the commands print them, fitted to the terminal."""

import textwrap
from collections.abc import Iterator

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules.cli.rules import change_table, name_of
from ginrules.lab.comparison.result import Comparison, Finding
from ginrules.lab.simulation.result import Simulation
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.measures import Measure
from ginrules.lab.tuning.result import Trial, Tuning

_UNKNOWN = "–"
_HEAD = 15
_GROUPS = (
    ("points",),
    ("knock", "gin", "big-gin", "undercut", "gin-off", "out", "tie", "void", "dead"),
    ("turns", "knock-deadwood"),
    ("first-seat-net", "first-seat-wins"),
    ("skill-round", "skill-net"),
    ("rounds-per-game", "first-seat-games", "comeback", "skill-game", "skill-match"),
)


def comparison_table(found: Comparison) -> Table:
    """A row for each measure: under A, under B, and the difference."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("", no_wrap=True)
    for head in (name_of(found.a), name_of(found.b), "difference"):
        # a long name breaks at its hyphens, so that 80 columns are enough
        table.add_column(Text(textwrap.fill(head, _HEAD)), justify="right", overflow="fold")
    table.add_column("", width=1)
    groups = {key: number for number, group in enumerate(_GROUPS) for key in group}
    for place, finding in enumerate(found.findings):
        following = found.findings[place + 1 : place + 2]
        key = finding.measure.key
        table.add_row(
            _titled(finding.measure),
            _shown(finding.a, finding.measure),
            _shown(finding.b, finding.measure),
            *_difference(finding),
            end_section=bool(following) and groups.get(key) != groups.get(following[0].measure.key),
        )
    return table


def print_comparison(console: Console, found: Comparison) -> None:
    """The rules that differ, how it was played, the table, and how to read it; of several, pair by pair."""
    several = len(found.rules) > 2
    if several:
        _print_how(console, found)
    for pair in found.pairs:
        if several:
            console.print()
            console.print(Text(f"{name_of(pair.a)} and {name_of(pair.b)}", style="bold"))
            console.print()
        _print_changes(console, pair)
        console.print()
        if not several:
            _print_how(console, pair)
            console.print()
        console.print(comparison_table(pair))
    console.print()
    console.print(
        Text(
            "± is the 95% interval, its longer side. * marks a difference whose interval is clear of 0; "
            "of twenty differences that are nothing but chance, one gets a mark."
        )
    )
    if any(difference is None for finding in found.findings for difference in finding.differences):
        console.print(Text(f"{_UNKNOWN} stands where too little was seen to tell; more --rounds may help."))
    if found.partial:
        console.print(Text("The run was broken off: these are the figures of what had been played.", style="bold"))


def _print_changes(console: Console, found: Comparison) -> None:
    if not found.changes:
        console.print("The rules are the same.")
        return
    console.print(f"What differs in the rules ({len(found.changes)})")
    console.print()
    console.print(change_table(found.a, found.b, found.changes))


def _print_how(console: Console, found: Comparison) -> None:
    many = len(found.rules)
    both = "both" if many == 2 else f"all {many}"
    how = f"played once and priced by {both}" if found.repriced else f"played under {both}"
    who = f"All players: {found.players}." if len(found.contestants) == 1 else f"Players: {found.players}."
    console.print(
        Text(
            f"{found.rounds:,} rounds each: {found.deals:,} deals {how}, every seat beginning once; "
            f"seed {found.seed}. {who}"
        )
    )


def print_simulation(console: Console, found: Simulation) -> None:
    """How it was played, the figures, and how each player fared."""
    played = f"{found.matches:,} matches, {found.rounds:,} rounds" if found.matches else f"{found.rounds:,} rounds"
    who = " against ".join(found.contestants)
    console.print(Text(f"{name_of(found.rules)}: {played}; seed {found.seed}. Players: {who}."))
    console.print()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column(Text(name_of(found.rules)), justify="right")
    for figure in found.figures:
        table.add_row(_titled(figure.measure), _shown(figure.estimate, figure.measure))
    console.print(table)
    if len(found.contestants) > 1:
        console.print()
        console.print(_standings(found))
    console.print()
    console.print(Text("± is the 95% interval, its longer side."))
    if found.partial:
        console.print(Text("The run was broken off: these are the figures of what had been played.", style="bold"))


def _standings(found: Simulation) -> Table:
    """A row for each player: rounds won, points gained, matches won."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("player", overflow="fold")
    table.add_column("rounds won, %", justify="right")
    table.add_column("points a round", justify="right")
    if found.matches:
        table.add_column("matches won, %", justify="right")
    for each in found.standings:
        matches = [_plain(each.matches, 100)] if found.matches else []
        table.add_row(Text(each.player), _plain(each.rounds, 100), _plain(each.net, 1, signed=True), *matches)
    return table


def print_tuning(console: Console, found: Tuning) -> None:
    """Every value tried, the best one, and what it is worth on fresh deals."""
    console.print(
        Text(
            f"{name_of(found.rules)}: {found.rounds:,} rounds for each {found.parameter}, on the same deals, "
            f"against {found.against}; seed {found.seed}."
        )
    )
    console.print()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for head in (found.parameter, "points a round", "rounds won, %", "behind the best"):
        table.add_column(head, justify="right")
    for each in found.trials:
        is_best = found.best is not None and each.value == found.best
        table.add_row(*_trial(each, is_best=is_best), style="bold" if is_best else None)
    console.print(table)
    console.print()
    for line in _verdict(found):
        console.print(Text(line))
    console.print(
        Text("± is the 95% interval, its longer side; in the table each value's own, the best flatters itself.")
    )
    if found.partial:
        console.print(Text("The run was broken off: these are the figures of what had been played.", style="bold"))


def _verdict(found: Tuning) -> Iterator[str]:
    """Which value is best, and what it is worth on fresh deals."""
    final = found.final
    if final is None:
        if found.best is not None:
            yield f"So far {found.parameter} {found.best} has gained most; it has not met fresh deals yet."
        return
    yield (
        f"The best {found.parameter} is {found.best}. On fresh deals it gains "
        f"{_plain(final.net, 1, signed=True)} points a round and wins {_plain(final.rounds, 100)} % of the rounds."
    )
    if found.over is not None:
        sure = "which may be chance" if found.over.contains_zero else "which is more than chance"
        yield (
            f"There it is ahead of {found.second}, the second best, by {_plain(found.over, 1, signed=True)} "
            f"points a round, {sure}."
        )


def _trial(trial: Trial, *, is_best: bool) -> tuple[str, ...]:
    behind = "best" if is_best else _plain(trial.behind, 1)
    return str(trial.value), _plain(trial.net, 1, signed=True), _plain(trial.rounds, 100), behind


def _plain(estimate: Estimate | None, factor: int, *, signed: bool = False) -> str:
    if estimate is None:
        return _UNKNOWN
    value = factor * estimate.value
    return (
        f"{value:+.2f} ±{factor * estimate.half_width:5.2f}"
        if signed
        else f"{value:.2f} ±{factor * estimate.half_width:5.2f}"
    )


def _titled(measure: Measure) -> str:
    return f"{measure.title}, %" if measure.unit == "share" else measure.title


def _shown(estimate: Estimate | None, measure: Measure) -> str:
    if estimate is None:
        return _UNKNOWN
    factor = 100 if measure.unit == "share" else 1
    return f"{factor * estimate.value:.2f} ±{factor * estimate.half_width:5.2f}"


def _difference(finding: Finding) -> tuple[Text, Text]:
    """The difference, and a mark if it is clear of 0."""
    difference = finding.difference
    if difference is None:
        return Text(_UNKNOWN), Text()
    if finding.same:
        return Text("same"), Text()
    factor = 100 if finding.measure.unit == "share" else 1
    shown = f"{factor * difference.value:+.2f} ±{factor * difference.half_width:5.2f}"
    return (Text(shown), Text()) if difference.contains_zero else (Text(shown, style="bold"), Text("*", style="bold"))
