"""`Simulation`: the result of `simulate`, as values."""

from __future__ import annotations

from typing import Any, Final

import attrs

from ginrules.lab.statistics.checkpoint.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.histogram import Distribution, Histogram
from ginrules.lab.statistics.measures import MEASURE_ENTRIES, Measure
from ginrules.lab.statistics.plain import Plain
from ginrules.lab.statistics.result import Result, Table, interval_columns
from ginrules.lab.statistics.words import estimate_text, factor_of, labels_of, title_of
from ginrules.rules.model import RuleSet

_DISTRIBUTIONS: Final = (
    ("points", "points per round", "points"),
    ("turns", "turns per round", "turns"),
    ("knock-deadwood", "deadwood at the knock", "points"),
    ("rounds-per-match", "rounds per match", "rounds"),
)


@attrs.frozen
class Figure(Plain):
    """A measure with its estimate.

    Attributes:
        measure: The measure.
        estimate: The estimate; None where there are too few units.
    """

    _document = (*MEASURE_ENTRIES, "estimate")

    measure: Measure
    estimate: Estimate | None


@attrs.frozen
class Standing(Plain):
    """The results of one contestant; estimates are None where there are too few units, or no matches.

    Attributes:
        player: The player as text.
        rounds: The share of the rounds with a winner that the player won.
        net: The net points of the player in a round.
        matches: The share of the matches with a winner that the player won.
    """

    player: str
    rounds: Estimate | None
    net: Estimate | None
    matches: Estimate | None


@attrs.frozen(repr=False)
class Simulation(Result):
    """The result of `simulate`; its ``str`` is a table.

    Attributes:
        rules: The rule set.
        contestants: The players: one for all seats, or those who changed seats.
        seats: The seats of a table.
        seed: The seed of the run.
        units: Deals played, or numbered matches, with every contestant in every place.
        rounds: Rounds played.
        matches: Matches played; 0 where single rounds were played.
        figures: The measures with their estimates.
        standings: The results of each contestant; none for a single one.
        histograms: The counts of ``points``, ``turns``, ``knock-deadwood`` and ``rounds-per-match``.
        checkpoint: The state from which `simulate` can go on.
        partial: Whether the run was interrupted before its end.
    """

    _document = (
        "rules", "contestants", "seats", "seed", "units", "rounds", "matches", "partial", "level", "measures=figures",
        "standings", "histograms",
    )  # fmt: skip

    rules: RuleSet
    contestants: tuple[str, ...]
    seats: int
    seed: int
    units: int
    rounds: int
    matches: int
    figures: tuple[Figure, ...]
    standings: tuple[Standing, ...]
    histograms: dict[str, Histogram]
    checkpoint: Checkpoint
    partial: bool = False

    def __getitem__(self, key: str) -> Estimate | None:
        """Return the estimate of the measure with this key."""
        for figure in self.figures:
            if figure.measure.key == key:
                return figure.estimate
        raise KeyError(key)

    @property
    def _run(self) -> str:
        (label,) = labels_of([self.rules])
        matches = f"{self.matches:,} matches, " if self.matches else ""
        players = " against ".join(self.contestants)
        return f"{label}: {matches}{self.rounds:,} rounds by {players}"

    @property
    def tables(self) -> tuple[Table, ...]:
        """The measures, and who won where there are several contestants."""
        rows = [
            (title_of(figure.measure), estimate_text(figure.estimate, factor=factor_of(figure.measure)))
            for figure in self.figures
        ]
        measures = Table(["", *labels_of([self.rules])], rows)
        if not self.standings:
            return (measures,)
        heads = ["player", "rounds won, %", "points per round", *(["matches won, %"] if self.matches else [])]
        return measures, Table(heads, [self._cells(standing) for standing in self.standings])

    def _cells(self, standing: Standing) -> list[str]:
        matches = [estimate_text(standing.matches, factor=100)] if self.matches else []
        rounds, net = estimate_text(standing.rounds, factor=100), estimate_text(standing.net, signed=True)
        return [standing.player, rounds, net, *matches]

    @property
    def distributions(self) -> tuple[Distribution, ...]:
        """The distributions of the values that were counted."""
        return tuple(
            Distribution(key, name, unit, (self.histograms[key],))
            for key, name, unit in _DISTRIBUTIONS
            if key in self.histograms
        )

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each measure: measure, unit, value, value_low, value_high; shares from 0 to 1."""
        return [
            {
                "measure": figure.measure.key,
                "unit": figure.measure.unit,
                **interval_columns("value", figure.estimate),
            }
            for figure in self.figures
        ]
