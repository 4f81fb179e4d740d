"""`Simulation`: what `simulate` found, and the `Checkpoint` from which it can go on."""

from typing import Any

import attrs

from ginrules.lab.statistics.estimate import LEVEL, Estimate, plain_estimate
from ginrules.lab.statistics.histogram import Histogram
from ginrules.lab.statistics.measures import Measure
from ginrules.lab.statistics.sums import Checkpoint
from ginrules.rules.model import RuleSet


@attrs.frozen
class Figure:
    """A measure with its estimate.

    Attributes:
        measure: What was measured, and in which unit.
        estimate: The estimate; None where too little was seen to tell.
    """

    measure: Measure
    estimate: Estimate | None


@attrs.frozen
class Standing:
    """How one contestant fared; estimates are None where too little was seen, or no matches were played.

    Attributes:
        player: Who it is, in words.
        rounds: His share of the rounds that somebody won.
        net: What he gained on the others in a round, in points.
        matches: His share of the matches that one side won.
    """

    player: str
    rounds: Estimate | None
    net: Estimate | None
    matches: Estimate | None


@attrs.frozen
class Simulation:
    """What `simulate` found.

    Attributes:
        rules: The rule set.
        contestants: Who played: one player for all seats, or those who changed seats.
        seats: How many seats a table had.
        seed: The seed of the run.
        units: Deals done, or numbered matches, each in every seating.
        rounds: Rounds played.
        matches: Matches played to their end; 0 where single rounds were played.
        figures: The measures with their estimates.
        standings: How each contestant fared.
        histograms: How ``points``, ``turns``, ``knock-deadwood`` and ``rounds-per-match`` were spread.
        checkpoint: What `simulate` takes to go on from here.
        partial: Whether the run was broken off before its end.
    """

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
        """The estimate of the measure with this key."""
        for figure in self.figures:
            if figure.measure.key == key:
                return figure.estimate
        raise KeyError(key)

    def as_plain(self) -> dict[str, Any]:
        """Everything but the checkpoint as plain values, for JSON."""
        return {
            "rules": {"name": self.rules.name, "title": self.rules.title, "digest": self.rules.digest},
            "contestants": list(self.contestants),
            "seats": self.seats,
            "seed": self.seed,
            "units": self.units,
            "rounds": self.rounds,
            "matches": self.matches,
            "partial": self.partial,
            "level": LEVEL,
            "measures": [
                {
                    "key": each.measure.key,
                    "title": each.measure.title,
                    "unit": each.measure.unit,
                    "doc": each.measure.doc,
                    "estimate": plain_estimate(each.estimate),
                }
                for each in self.figures
            ],
            "standings": [
                {
                    "player": each.player,
                    "rounds": plain_estimate(each.rounds),
                    "net": plain_estimate(each.net),
                    "matches": plain_estimate(each.matches),
                }
                for each in self.standings
            ],
            "histograms": {key: each.as_plain() for key, each in self.histograms.items()},
        }
