"""The result of `compare_apart`: measures under rule sets that were each played on deals of their own."""

from __future__ import annotations

from typing import Any, Final

import attrs

from ginrules.lab.statistics.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.measures import Measure
from ginrules.lab.statistics.result import (
    Result,
    Table,
    estimate_text,
    factor_of,
    interval_columns,
    labels_of,
    title_of,
)
from ginrules.rules.model import RuleSet

SECONDS_OF_TURN: Final = 10

TURNS: Final = Measure("turns", "turns per round", "turns", "Turns of all seats in a round.")
DRAWN: Final = Measure("drawn", "drawn rounds", "share", "Rounds that nobody wins.")
MINUTES: Final = Measure(
    "minutes-per-match", "minutes per match", "turns",
    f"Minutes of a match if every turn takes {SECONDS_OF_TURN} seconds: its turns, divided by six.",
)  # fmt: skip
FIRST_SEAT: Final = Measure(
    "first-seat-fair", "first seat's wins, 1 is fair", "rounds",
    "Rounds won by the seat that begins, of the rounds with a winner, times the seats of the table: 1 is no advantage.",
)  # fmt: skip
SKILL: Final = Measure(
    "skill", "first player's wins, 1 is fair", "rounds",
    "Matches won alone by the first player against the others, of the matches with one winner, times the number of "
    "sides: 1 if the better player wins no oftener than chance.",
)  # fmt: skip


@attrs.frozen
class ApartFinding:
    """A measure under each rule set.

    Attributes:
        measure: The measure.
        values: The estimate under each rule set, or None if there are too few deals.
        differences: The difference of each later rule set from the first, between independent runs.
    """

    measure: Measure
    values: tuple[Estimate | None, ...]
    differences: tuple[Estimate | None, ...]


@attrs.frozen(repr=False)
class ApartComparison(Result):
    """The result of `compare_apart`, whose ``str`` is a table.

    Attributes:
        rules: The rule sets.
        contestants: The players, as text, under each rule set.
        seats: A match's players under each rule set.
        seed: The seed for the runs.
        matches: The matches played under each rule set.
        rounds: The rounds played under each rule set.
        findings: The measures.
        checkpoint: The run's state, for `compare_apart` to resume.
        partial: Whether a run was interrupted before its end.
    """

    _document = ("rules", "contestants", "seats", "seed", "matches", "rounds", "partial", "level", "rows")

    rules: tuple[RuleSet, ...]
    contestants: tuple[tuple[str, ...], ...]
    seats: tuple[int, ...]
    seed: int
    matches: tuple[int, ...]
    rounds: tuple[int, ...]
    findings: tuple[ApartFinding, ...]
    checkpoint: Checkpoint
    partial: bool = False

    def __getitem__(self, key: str) -> ApartFinding:
        """Return a measure's finding by its key."""
        for finding in self.findings:
            if finding.measure.key == key:
                return finding
        raise KeyError(key)

    @property
    def _run(self) -> str:
        runs = zip(labels_of(self.rules), self.seats, self.matches, self.rounds, self.contestants, strict=True)
        texts = [
            f"{label}: {matches:,} matches of {seats} players, {rounds:,} rounds by {' against '.join(players)}"
            for label, seats, matches, rounds, players in runs
        ]
        return "not on the same deals\n" + "\n".join(texts)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table of measures."""
        first, *others = labels_of(self.rules)
        differences = ["difference"] if len(others) == 1 else [f"{other} − {first}" for other in others]
        heads = ["", first, *(head for pair in zip(others, differences, strict=True) for head in pair)]
        return (Table(heads, [self._row(finding) for finding in self.findings]),)

    def _row(self, finding: ApartFinding) -> list[str]:
        factor = factor_of(finding.measure)
        first, *others = finding.values
        cells = [title_of(finding.measure), estimate_text(first, factor=factor)]
        for value, difference in zip(others, finding.differences, strict=True):
            cells += [estimate_text(value, factor=factor), estimate_text(difference, factor=factor, signed=True)]
        return cells

    @property
    def note(self) -> str:
        """How to read the table."""
        return (
            "No table fits these rules together, so each was played on deals of its own: the luck of the cards does "
            f"not cancel in the differences. Minutes are for {SECONDS_OF_TURN} seconds a turn."
        )

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The estimates as plain rows, for JSON."""
        return self.records()

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each measure and rule set: measure, unit, rules, value and difference with their ends."""
        return [
            {
                "measure": finding.measure.key, "unit": finding.measure.unit, "rules": label,
                **interval_columns("value", value), **interval_columns("difference", difference),
            }
            for finding in self.findings
            for label, value, difference in zip(
                labels_of(self.rules), finding.values, (None, *finding.differences), strict=True
            )
        ]  # fmt: skip
