"""Comparisons as the commands print them, fitted to the terminal."""

import textwrap

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ginrules.cli.rule_tables import change_table, name_of
from ginrules.lab.compare import Comparison, Finding
from ginrules.lab.estimate import Estimate
from ginrules.lab.measures import Measure

_UNKNOWN = "–"
_HEAD = 15
_GROUPS = (("points",), ("knock", "gin", "big-gin", "undercut", "gin-off", "out", "tie", "void", "dead"),
           ("turns", "knock-deadwood"), ("first-seat-net", "first-seat-wins"), ("rounds-per-game",))  # fmt: skip


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
    """The rules that differ, how it was played, the table, and how to read it."""
    if found.changes:
        console.print(f"What differs in the rules ({len(found.changes)})")
        console.print()
        console.print(change_table(found.a, found.b, found.changes))
    else:
        console.print("The rules are the same.")
    console.print()
    how = "played once and priced by both" if found.repriced else "played under both"
    console.print(
        Text(
            f"{found.rounds:,} rounds each: {found.deals:,} deals {how}, every seat beginning once; "
            f"seed {found.seed}. All players: {found.players}."
        )
    )
    console.print()
    console.print(comparison_table(found))
    console.print()
    console.print(
        Text(
            "± is the 95% interval, its longer side. * marks a difference whose interval is clear of 0; "
            "of twenty differences that are nothing but chance, one gets a mark."
        )
    )
    if any(finding.difference is None for finding in found.findings):
        console.print(Text(f"{_UNKNOWN} stands where too little was seen to tell; more --rounds may help."))


def _titled(measure: Measure) -> str:
    return f"{measure.title}, %" if measure.unit == "share" else measure.title


def _shown(estimate: Estimate | None, measure: Measure) -> str:
    if estimate is None:
        return _UNKNOWN
    factor = 100 if measure.unit == "share" else 1
    return f"{factor * estimate.value:.2f} ±{factor * estimate.reach:5.2f}"


def _difference(finding: Finding) -> tuple[Text, Text]:
    """The difference, and a mark if it is clear of 0."""
    difference = finding.difference
    if difference is None:
        return Text(_UNKNOWN), Text()
    if finding.same:
        return Text("same"), Text()
    factor = 100 if finding.measure.unit == "share" else 1
    shown = f"{factor * difference.value:+.2f} ±{factor * difference.reach:5.2f}"
    return (Text(shown), Text()) if difference.holds_zero else (Text(shown, style="bold"), Text("*", style="bold"))
