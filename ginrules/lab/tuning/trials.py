"""Several values of a player's parameter on the same deals: what is counted, and what it says of each value."""

from typing import Final

from ginrules.lab.runner.spec import Unit
from ginrules.lab.statistics.estimate import Estimate, estimates
from ginrules.lab.statistics.measures import contestant_result
from ginrules.lab.statistics.sums import Sums

_TRIED: Final = 0
"""The number of the contestant that is tried; the others are the opponent."""


def collect(deals: list[tuple[Unit, ...]]) -> Sums:
    """Count deals: for each value the rounds it won, and its net points paired with those of every value."""
    sums = Sums()
    for units in deals:
        sums.units += 1
        counted = [contestant_result(unit.rounds, _TRIED) for unit in units]
        for number, (won, net) in enumerate(counted):
            sums.add(f"won {number}", won)
            for other, (_, other_net) in enumerate(counted):
                sums.add(f"net {number} {other}", net, other_net)
    return sums


def ranking(sums: Sums, values: int) -> list[int]:
    """Return the numbers of the values, the one that gained most first; none where nothing was played."""
    if not sums.units:
        return []
    means = [net.a / net.base_a for net in (sums.ratio(f"net {number} {number}") for number in range(values))]
    return sorted(range(values), key=lambda number: (-means[number], number))


def net_points(sums: Sums, number: int) -> Estimate | None:
    """Estimate what a value gained in a round, in points."""
    return estimates(sums.ratio(f"net {number} {number}"))[0]


def rounds_won(sums: Sums, number: int) -> Estimate | None:
    """Estimate the share a value won of the rounds with a winner."""
    return estimates(sums.ratio(f"won {number}"), share=True)[0]


def lag(sums: Sums, number: int, leader: int) -> Estimate | None:
    """Estimate what the leader gained more than a value in a round, in points, paired."""
    return estimates(sums.ratio(f"net {number} {leader}"))[2]
