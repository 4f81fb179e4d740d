"""`Comparison`: the result of `compare`, as values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

import attrs

from ginrules._support.notebook import ShownAsSentence
from ginrules.lab.runner.blocks import RunData
from ginrules.lab.statistics.estimate import Estimate, known
from ginrules.lab.statistics.measures import SECONDS_OF_TURN, Measure, cap_warning
from ginrules.lab.statistics.result import (
    Distribution,
    Plain,
    RunResult,
    Table,
    estimate_text,
    factor_of,
    interval_columns,
    labels_of,
    plain_of,
    title_of,
)
from ginrules.rules.diff import RuleChange, diff
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.lab.simulation import Simulation

STRENGTHS: Final[Mapping[str, tuple[str, float, float]]] = {
    "learned": ("expert", 64.4, 0.7),
    "expert": ("greedy", 79.6, 1.4),
    "greedy, knocking whenever allowed": ("simple", 53.1, 1.6),
}
"""An opponent of each player, the percentage of games won against it, and the half-width of its 95% interval.

The games are of `standard` with seats swapped, by players with their usual parameters.

`python -m benchmarks.strength --only learned:expert` measures that of learned, and so on.
"""


def strength_text(player: str) -> str:
    """Return a player's strength as a clause. Empty if it has not been measured."""
    if player not in STRENGTHS:
        return ""
    against, percent, _ = STRENGTHS[player]
    return f"wins {percent:.0f}% of its games against {against}"


Method = Literal["fixed", "sequential"]
"""The validity of intervals: for a number of rounds set beforehand, or for every number at once."""

_RUN: Final = "players strength contestants seats rounds deals seed repriced level method partial".split()
"""The entries in the document of a comparison between the rules and the figures."""


@attrs.frozen
class Finding(ShownAsSentence, Plain):
    """A measure under every rule set.

    In the tuples an estimate is None if there are too few units. The properties `a`, `b`, `difference`, `effect` and
    `relative_efficiency` raise `LabError` then. The ``str`` is a row in the comparison's table.

    Attributes:
        measure: The measure.
        values: The estimate for each rule set.
        differences: Each later rule set minus the first, paired.
        sames: Whether the rules make a difference impossible, which is then exactly 0.
        effects: Effect sizes of the differences, without a unit: Cohen's h for shares, and Cohen's d for other
            measures (the difference in standard deviations of a deal).
        relative_efficiencies: The relative efficiency of the paired design: how many times as many
            deals each rule set would need without pairing, for an interval of the same length.
        bases: The first rule set's estimates, from which each difference was taken. They can vary a
            little, because games use the deals in step with the other rule set's games.
    """

    measure: Measure
    values: tuple[Estimate | None, ...]
    differences: tuple[Estimate | None, ...]
    sames: tuple[bool, ...]
    effects: tuple[float | None, ...]
    relative_efficiencies: tuple[float | None, ...]
    bases: tuple[Estimate | None, ...]

    def as_plain(self) -> dict[str, Any]:
        """Return the measure with its estimates for the first two rule sets, for JSON."""
        estimates = {"a": self.values[0], "b": self.values[1], "difference": self.differences[0]}
        return {
            **self.measure.as_plain(),
            **{key: one and one.as_plain() for key, one in estimates.items()},
            "same": self.same,
            "effect": self.effects[0],
            "relative_efficiency": self.relative_efficiencies[0],
        }

    def __str__(self) -> str:
        title, *cells = _cells(self)
        return f"{title}: {', '.join(map(str.strip, cells))}"

    @property
    def a(self) -> Estimate:
        """The estimate under the first rule set."""
        return known(self.values[0])

    @property
    def b(self) -> Estimate:
        """The estimate under the second rule set."""
        return known(self.values[1])

    @property
    def difference(self) -> Estimate:
        """The second rule set minus the first, paired."""
        return known(self.differences[0])

    @property
    def same(self) -> bool:
        """Whether the rules make a difference between the first two rule sets impossible."""
        return self.sames[0]

    @property
    def effect(self) -> float:
        """The effect size of the difference between the first two rule sets, a number without a unit."""
        return known(self.effects[0])

    @property
    def relative_efficiency(self) -> float:
        """How many times as many deals the first two rule sets would need if they were not paired."""
        return known(self.relative_efficiencies[0])


@attrs.frozen(repr=False)
class Comparison(RunResult):
    """The result of `compare`. Its ``str`` is a table.

    Attributes:
        rules: The rule sets. The others are compared with the first.
        contestants: The players: a single player for all seats, or several that change seats.
        seats: Seats at the table.
        rounds: Rounds counted under each rule set.
        deals: Shuffled deals, each played with every seat beginning, and by the contestants in
            every order.
        seed: The run's seed.
        repricings: For each later rule set, whether the first one's rounds were priced by it instead of played
            again, because both rule sets play them alike.
        findings: The measures with their estimates.
        distributions: The distributions of points, turns, deadwood at the knock and rounds per game.
        method: Whether the intervals are valid for a fixed number of rounds, or whenever the run stops.
        partial: Whether the run was interrupted.
        split: If no table fits all rule sets, the matches under each as a `Simulation`, not on the same deals. The
            contestants, seats, rounds and deals are then those of the first. Otherwise empty.
    """

    rules: tuple[RuleSet, ...]
    contestants: tuple[str, ...]
    seats: int
    rounds: int
    deals: int
    seed: int
    repricings: tuple[bool, ...]
    findings: tuple[Finding, ...]
    distributions: tuple[Distribution, ...] = ()
    method: Method = "fixed"
    partial: bool = False
    split: tuple[Simulation, ...] = ()
    _data: RunData | None = attrs.field(default=None, eq=False, repr=False)

    def __getitem__(self, key: str) -> Finding:
        for finding in self.findings:
            if finding.measure.key == key:
                return finding
        raise KeyError(key)

    @property
    def _run(self) -> str:
        labels = labels_of(self.rules)
        if self.split:
            texts = [
                f"{label}: {run.matches:,} matches of {run.seats} players, {run.rounds:,} rounds by "
                f"{' against '.join(run.contestants)}"
                for label, run in zip(labels, self.split, strict=True)
            ]
            return "not on the same deals\n" + "\n".join(texts)
        names = f"{', '.join(labels[:-1])} and {labels[-1]}"
        return f"{names}: {self.rounds:,} rounds each by {self.players}"

    @property
    def tables(self) -> tuple[Table, ...]:
        """A single table with a row for each measure."""
        labels = labels_of(self.rules)
        if self.split:
            first, *others = labels
            differences = ["difference"] if len(others) == 1 else [f"{other} − {first}" for other in others]
            heads = ["", first, *(head for pair in zip(others, differences, strict=True) for head in pair)]
            return (Table(heads, [*map(_split_cells, self.findings)]),)
        heads = ["", *labels, *(["difference"] if len(labels) == 2 else [])]
        return (Table(heads, [*map(_cells, self.findings)]),)

    @property
    def note(self) -> str:
        """The meaning of the marks, the player's strength, and which rules stall. Or why the deals differ."""
        if self.split:
            return (
                "No table fits these rules together, so each was played on deals of its own: the luck of the cards "
                f"does not cancel in the differences. Minutes are for {SECONDS_OF_TURN} seconds a turn."
            )
        marks = "* marks a difference from the first whose 95% interval does not contain zero"
        strength = f"{self.players} {self.strength}" if self.strength else ""
        stalled = cap_warning(labels_of(self.rules), ((one.measure, one.values) for one in self.findings))
        return "\n".join(filter(None, (marks, strength, stalled)))

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each measure and rule set. The differences are from the first rule set.

        Shares are numbers from 0 to 1. The keys are measure, unit, rules, value, value_low, value_high,
        difference, difference_low, difference_high, and effect if the rules were played on the same deals.
        """
        labels = labels_of(self.rules)
        return [
            {
                "measure": finding.measure.key,
                "unit": finding.measure.unit,
                "rules": label,
                **interval_columns("value", finding.values[place]),
                **interval_columns("difference", finding.differences[place - 1] if place else None),
                **({} if self.split else {"effect": finding.effects[place - 1] if place else None}),
            }
            for finding in self.findings
            for place, label in enumerate(labels)
        ]

    @property
    def a(self) -> RuleSet:
        """The first rule set."""
        return self.rules[0]

    @property
    def b(self) -> RuleSet:
        """The second rule set."""
        return self.rules[1]

    @property
    def changes(self) -> tuple[RuleChange, ...]:
        """The rules that differ between the first two rule sets."""
        return diff(self.a, self.b)

    @property
    def repriced(self) -> bool:
        """Whether all rounds were played once and priced by every rule set."""
        return all(self.repricings)

    @property
    def players(self) -> str:
        """The players' names, as a single text."""
        return " against ".join(self.contestants)

    @property
    def strength(self) -> str:
        """The player's strength as a clause, empty for several players, or if it has not been measured."""
        return strength_text(self.contestants[0]) if len(self.contestants) == 1 else ""

    @property
    def pairs(self) -> tuple[Comparison, ...]:
        """Comparisons of the first rule set with each of the others."""
        return tuple(
            attrs.evolve(
                self,
                rules=(self.rules[0], self.rules[number]),
                repricings=(self.repricings[number - 1],),
                findings=tuple(_pair_of(finding, number) for finding in self.findings),
                data=None,
                split=(self.split[0], self.split[number]) if self.split else (),
                distributions=tuple(
                    attrs.evolve(one, histograms=(one.histograms[0], one.histograms[number]))
                    for one in self.distributions
                ),
            )
            for number in range(1, len(self.rules))
        )

    def as_plain(self) -> dict[str, Any]:
        """Return all values as dicts, lists, texts and numbers, for JSON. Unknown estimates are None.

        For more than two rule sets, ``pairs`` holds a comparison of the first with each of the others.
        """
        if self.split:
            return {
                **plain_of(self, "rules"),
                "contestants": [list(run.contestants) for run in self.split],
                "seats": [run.seats for run in self.split],
                "seed": self.seed,
                "matches": [run.matches for run in self.split],
                "rounds": [run.rounds for run in self.split],
                **plain_of(self, "partial", "level"),
                "rows": self.records(),
            }
        if len(self.rules) > 2:
            plain = plain_of(self, "rules", *_RUN, "pairs")
        else:
            measures = {"measures": [one.as_plain() for one in self.findings]}
            plain = plain_of(self, "a", "b", "changes", *_RUN) | measures | plain_of(self, "distributions")
        return plain | {"strength": self.strength or None}


def _pair_of(finding: Finding, number: int) -> Finding:
    """Return the finding for the first rule set and a later rule set, numbered from 1."""
    place = number - 1
    base = finding.bases[place]
    return Finding(
        finding.measure,
        (base, finding.values[number]),
        (finding.differences[place],),
        (finding.sames[place],),
        (finding.effects[place],),
        (finding.relative_efficiencies[place],),
        (base,),
    )


def _cells(finding: Finding) -> list[str]:
    """Return a row of the table: the estimates, with the difference for two rule sets, or with marks for several."""
    factor = factor_of(finding.measure)
    values = [estimate_text(value, factor=factor) for value in finding.values]
    marks = [" *" if one is not None and not one.contains_zero else "  " for one in finding.differences]
    if len(values) > 2:
        return [title_of(finding.measure), values[0], *map("".join, zip(values[1:], marks, strict=True))]
    difference = "same" if finding.same else estimate_text(finding.differences[0], factor=factor, signed=True)
    return [title_of(finding.measure), *values, difference + marks[0]]


def _split_cells(finding: Finding) -> list[str]:
    """Return a row of the table of rules played on deals of their own: each later value with its difference."""
    factor = factor_of(finding.measure)
    first, *others = finding.values
    cells = [title_of(finding.measure), estimate_text(first, factor=factor)]
    for value, difference in zip(others, finding.differences, strict=True):
        cells += [estimate_text(value, factor=factor), estimate_text(difference, factor=factor, signed=True)]
    return cells
