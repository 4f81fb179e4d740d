"""Several values of a player's parameter on the same deals: what is played, and the sums that come home."""

from collections.abc import Sequence

import attrs

from ginrules.lab.runner.units import Job, Unit
from ginrules.lab.statistics.estimate import Estimate, PairedSums, estimates

Gathered = tuple[list[list[PairedSums]], list[PairedSums], int]
"""For each value its net points paired with those of every value, and the rounds it won; how many units these are."""


@attrs.frozen
class Trials:
    """The runs of several values on the same deals; they go to workers.

    Attributes:
        jobs: One for each value: what is tried is contestant 0, the others are the opponent.
    """

    jobs: tuple[Job, ...]

    def unit(self, number: int) -> list[Unit]:
        """Play the deal of this number with every value."""
        return [job.unit(number) for job in self.jobs]

    def gather(self, units: list[list[Unit]]) -> Gathered:
        """Count deals."""
        nets = [[PairedSums() for _ in self.jobs] for _ in self.jobs]
        won = [PairedSums() for _ in self.jobs]
        for unit in units:
            counted = [_counted(each) for each in unit]
            for number, own in enumerate(counted):
                won[number].add(own[2], own[3], 0, 0)
                for other, theirs in enumerate(counted):
                    nets[number][other].add(own[0], own[1], theirs[0], theirs[1])
        return nets, won, len(units)


def _counted(unit: Unit) -> tuple[int, int, int, int]:
    """Net points and seats of the player who is tried (contestant 0), rounds he won and rounds decided."""
    net = seats = won = decided = 0
    for each in unit[0]:
        seat = each.contestants.index(0)
        net += each.score.net[seat]
        seats += 1
        won += each.score.winner == seat
        decided += each.score.winner is not None
    return net, seats, won, decided


class Sums:
    """What the values have gained so far; they are numbered in the order given.

    Args:
        values: How many there are.
    """

    def __init__(self, values: int) -> None:
        self.units = 0
        self._nets = [[PairedSums() for _ in range(values)] for _ in range(values)]
        self._won = [PairedSums() for _ in range(values)]

    def add(self, gathered: Gathered) -> None:
        """Add some units."""
        nets, won, units = gathered
        self._nets = [_added(sums, more) for sums, more in zip(self._nets, nets, strict=True)]
        self._won = _added(self._won, won)
        self.units += units

    @property
    def ranking(self) -> list[int]:
        """The values, from the one that gained most; none where nothing has been played."""
        if not self.units:
            return []
        return sorted(range(len(self._nets)), key=lambda number: (-self._mean(number), number))

    def _mean(self, number: int) -> float:
        sums = self._nets[number][number]
        return sums.a / sums.base_a

    def net(self, number: int) -> Estimate | None:
        """What a value gained in a round, in points."""
        return estimates(self._nets[number][number])[0]

    def rounds(self, number: int) -> Estimate | None:
        """Its share of the rounds that somebody won."""
        return estimates(self._won[number], share=True)[0]

    def lag(self, number: int, leader: int) -> Estimate | None:
        """What the leader gained more than it in a round, in points, paired."""
        return estimates(self._nets[number][leader])[2]


def _added(some: Sequence[PairedSums], others: Sequence[PairedSums]) -> list[PairedSums]:
    return [one + other for one, other in zip(some, others, strict=True)]
