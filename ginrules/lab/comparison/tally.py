"""The sums of a simulation: exact whole numbers that can be added in any grouping, saved and gone on from."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from ginrules.errors import InvalidRunError
from ginrules.lab.runner.comeback import comebacks
from ginrules.lab.runner.units import Simulated, SimulatedMatch, Unit
from ginrules.lab.statistics.estimate import PairedSums
from ginrules.lab.statistics.measures import ROUND_MEASURES


@attrs.frozen
class Checkpoint:
    """How far a simulation has come: exact sums, and what they were taken of.

    Attributes:
        of: What the run is of; only the same run can go on from here.
        units: Deals (or numbered matches) done, counted from the first.
        sums: The sums by name, as whole numbers.
        counts: The counts of values by name.

    Examples:
        >>> point = Checkpoint("a run", 1, {"points": (1, 2)}, {"turns": ((7, 1),)})
        >>> Checkpoint.from_plain(point.as_plain()) == point
        True
    """

    of: str
    units: int
    sums: dict[str, tuple[int, ...]]
    counts: dict[str, tuple[tuple[int, int], ...]]

    def as_plain(self) -> dict[str, Any]:
        """The checkpoint as plain values, for a JSON file."""
        return {
            "of": self.of,
            "units": self.units,
            "sums": {key: list(each) for key, each in self.sums.items()},
            "counts": {key: [list(pair) for pair in each] for key, each in self.counts.items()},
        }

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> "Checkpoint":
        """The checkpoint that `as_plain` gave.

        Raises:
            InvalidRunError: If it is not one.
        """
        try:
            return cls(
                str(data["of"]),
                int(data["units"]),
                {str(key): tuple(map(int, each)) for key, each in data["sums"].items()},
                {
                    str(key): tuple((int(value), int(times)) for value, times in each)
                    for key, each in data["counts"].items()
                },
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InvalidRunError(f"this is no checkpoint of a simulation: {type(error).__name__}: {error}") from error


@attrs.define
class Tally:
    """Sums over units.

    Attributes:
        contestants: How many contestants there are.
        units: Units counted.
        sums: Sums by name; the second side of the pairs stays empty.
        counts: Counts of values by name.
    """

    contestants: int
    units: int = 0
    sums: dict[str, PairedSums] = attrs.field(factory=dict)
    counts: dict[str, Counter[int]] = attrs.field(factory=dict)

    def add(self, unit: Unit) -> None:
        """Count a unit."""
        rounds, matches = unit
        self.units += 1
        for measure in ROUND_MEASURES:
            self._sum(
                measure.key,
                (measure.count(each.score, each.played, (each.dealer + 1) % each.score.seats) for each in rounds),
            )
        self._sum("played", [(len(rounds), len(matches))])
        for number in range(self.contestants) if self.contestants > 1 else ():
            self._contestant(number, rounds, matches)
        self._histograms(rounds)
        if matches:
            self._sum("rounds-per-match", ((len(each.match.scores), 1) for each in matches))
            self._sum("comeback", (comebacks(each.match) for each in matches))
            self._count("rounds-per-match", (len(each.match.scores) for each in matches))

    def _contestant(self, number: int, rounds: Iterable[Simulated], matches: Iterable[SimulatedMatch]) -> None:
        won = net = decided = seats = 0
        for each in rounds:
            winner = each.score.winner
            decided += winner is not None
            won += winner is not None and each.contestants[winner] == number
            for contestant, points in zip(each.contestants, each.score.net, strict=True):
                if contestant == number:
                    seats += 1
                    net += points
        self._sum(f"won {number}", [(won, decided)])
        self._sum(f"net {number}", [(net, seats)])
        of_matches = [match_won(each, number) for each in matches]
        if of_matches:
            self._sum(f"matches {number}", of_matches)

    def _histograms(self, rounds: Iterable[Simulated]) -> None:
        points: Counter[int] = Counter()
        turns: Counter[int] = Counter()
        knocks: Counter[int] = Counter()
        for each in rounds:
            score, outcome = each.score, each.played.outcome
            points[0 if score.winner is None else score.net[score.winner]] += 1
            turns[each.played.turns] += 1
            if outcome.ending == "knock" and outcome.declarer is not None:
                knocks[outcome.deadwood[outcome.declarer]] += 1
        for key, counted in (("points", points), ("turns", turns), ("knock-deadwood", knocks)):
            self._count(key, counted.elements())

    def _sum(self, key: str, counted: Iterable[tuple[int, int]]) -> None:
        count = base = 0
        for more, on in counted:
            count += more
            base += on
        self.sums.setdefault(key, PairedSums()).add(count, base, 0, 0)

    def _count(self, key: str, values: Iterable[int]) -> None:
        self.counts.setdefault(key, Counter()).update(values)

    def __add__(self, other: "Tally") -> "Tally":
        """Both together, as a new tally."""
        if not other.units:
            return self
        sums = dict(self.sums)
        for key, each in other.sums.items():
            sums[key] = sums[key] + each if key in sums else each
        counts = {key: each.copy() for key, each in self.counts.items()}
        for key, counted in other.counts.items():
            counts.setdefault(key, Counter()).update(counted)
        return Tally(self.contestants, self.units + other.units, sums, counts)

    def checkpoint(self, of: str) -> Checkpoint:
        """The sums as plain values."""
        return Checkpoint(
            of,
            self.units,
            {key: attrs.astuple(each) for key, each in self.sums.items()},
            {key: tuple(sorted(each.items())) for key, each in self.counts.items()},
        )

    @classmethod
    def restored(cls, checkpoint: Checkpoint, contestants: int) -> "Tally":
        """The tally of a checkpoint."""
        return cls(
            contestants,
            checkpoint.units,
            {key: PairedSums(*each) for key, each in checkpoint.sums.items()},
            {key: Counter(dict(each)) for key, each in checkpoint.counts.items()},
        )


def match_won(played: SimulatedMatch, number: int) -> tuple[int, int]:
    """Whether this contestant is of the side that won, and whether one side did alone; of mixed sides nothing."""
    winner = played.match.winner
    if winner is None:
        return 0, 0
    sides = [{played.contestants[player] for player in side} for side in played.match.sides]
    if any(len(side) > 1 for side in sides):
        return 0, 0
    return int(sides[winner] == {number}), 1
