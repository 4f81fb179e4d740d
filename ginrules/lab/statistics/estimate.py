"""Estimates with honest intervals from paired units, in exact sums that can be added up in any order.

Every measure is a ratio: the sum of some count over the sum of another, per unit (a deal and
all its rounds, or a stretch of deals and its games). Units are independent, what happens
inside one is not, so that all spread is taken between units.
"""

from collections.abc import Callable
from math import asin, log, sqrt
from statistics import NormalDist
from typing import Final

import attrs

from ginrules.lab.statistics.sums import PairedSums

LEVEL: Final = 0.95
"""The chance with which an interval is to hold the true value."""

FEWEST_UNITS: Final = 5
"""Fewer units than this give no estimate."""


@attrs.frozen
class Estimate:
    """A number with its 95 % interval, in the unit of its measure (points, rounds, turns, or a share of 0 to 1).

    Attributes:
        value: The estimate, in that unit.
        low: The lower end of the interval, in that unit.
        high: The upper end, in that unit.
    """

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        """How far the interval reaches from the value, on its longer side."""
        return max(self.value - self.low, self.high - self.value)

    @property
    def holds_zero(self) -> bool:
        """Whether zero lies in the interval."""
        return self.low <= 0 <= self.high


def plain_estimate(estimate: Estimate | None) -> dict[str, float] | None:
    """Return an estimate as plain values, for JSON."""
    return None if estimate is None else attrs.asdict(estimate)


def quantile(units: int, level: float = LEVEL) -> float:
    """How many standard errors an interval reaches: Student's t, expanded about the normal.

    The expansion (Cornish and Fisher's) is right to a percent from five units up.

    Examples:
        >>> round(quantile(5), 2), round(quantile(11), 3), round(quantile(10_000), 3)
        (2.77, 2.228, 1.96)
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    free = units - 1
    return (
        z
        + (z**3 + z) / (4 * free)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    )


def sequence_reach(units: int, planned: int, level: float = LEVEL) -> float:
    """How many standard errors an interval reaches that holds at every number of units at once.

    This is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
    Ramdas ("Time-uniform central limit theory and asymptotic confidence sequences", 2021): one
    may look as often as one likes and stop whenever one likes. It is shortest, beside an
    interval for a fixed number, near the planned number of units.

    Args:
        units: Units seen.
        planned: About how many are expected.
        level: The chance with which all of the intervals are to hold the true value.

    Examples:
        >>> round(sequence_reach(500, 500), 2), round(quantile(500), 2)
        (3.04, 1.96)
    """
    alpha = 1 - level
    scale = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / planned
    spread = units * scale + 1
    return sqrt(2 * spread / (units * scale) * log(sqrt(spread) / alpha))


def effect(sums: PairedSums, *, share: bool = False) -> float | None:
    """The size of the difference of B and A without a unit; None where there is too little to tell.

    Of shares Cohen's h, the difference of the angles ``2 asin(sqrt(share))``; of others the
    difference in standard deviations of one unit (Cohen's d, the mean variance of both).

    Examples:
        >>> sums = PairedSums()
        >>> for a, b in [(10, 12), (20, 23), (5, 8), (15, 16), (12, 14)]:
        ...     sums.add(a, 1, b, 1)
        >>> round(effect(sums), 2)
        0.39
    """
    if sums.units < FEWEST_UNITS or not sums.base_a or not sums.base_b:
        return None
    a, b = sums.a / sums.base_a, sums.b / sums.base_b
    if share:
        return 2 * asin(sqrt(min(1.0, b))) - 2 * asin(sqrt(min(1.0, a)))
    spread = sqrt(max(0.0, sums.variance_a + sums.variance_b) / 2 * sums.units)
    return (b - a) / spread if spread else None


def pairing_gain(sums: PairedSums) -> float | None:
    """How many times as many units unpaired samples would need for the same precision.

    The variance of the difference if A and B had units of their own, over that of the pairs;
    None where there is too little to tell, or the pairs never differed.

    Examples:
        >>> sums = PairedSums()
        >>> for a, b in [(10, 12), (20, 23), (5, 8), (15, 16), (12, 14)]:
        ...     sums.add(a, 1, b, 1)
        >>> round(pairing_gain(sums))  # what is good for one is good for the other
        89
    """
    if sums.units < FEWEST_UNITS or not sums.base_a or not sums.base_b:
        return None
    apart = sums.variance_a + sums.variance_b
    paired = apart - 2 * sums.covariance
    return apart / paired if paired > apart * 1e-12 else None


def estimates(
    sums: PairedSums, *, share: bool = False, same: bool = False, reach_of: Callable[[int], float] = quantile
) -> tuple[Estimate | None, Estimate | None, Estimate | None]:
    """The estimates under A and under B, and of B less A; None where there is too little to tell.

    Args:
        sums: The units.
        share: Whether the ratio is a share of 0 to 1: its interval is Wilson's, with the
            number of trials that the spread between units amounts to, so that a thing never
            seen has not been proved impossible.
        same: Whether both are known to be equal unit by unit, not only seen to be.
        reach_of: How many standard errors an interval reaches with so many units.

    Examples:
        >>> sums = PairedSums()
        >>> for a, b in [(10, 12), (20, 23), (5, 8), (15, 16), (12, 14)]:
        ...     sums.add(a, 1, b, 1)
        >>> a, b, difference = estimates(sums)
        >>> round(a.value, 1), round(difference.low, 1), round(difference.high, 1)
        (12.4, 1.2, 3.2)
    """
    reach = reach_of(sums.units) if sums.units >= FEWEST_UNITS else 0.0
    if sums.units < FEWEST_UNITS:
        return None, None, None
    a = _interval(sums.a / sums.base_a, sums.variance_a, sums.units, reach, share=share) if sums.base_a else None
    b = _interval(sums.b / sums.base_b, sums.variance_b, sums.units, reach, share=share) if sums.base_b else None
    if a is None or b is None:
        return a, b, None
    if same:
        return a, b, Estimate(0.0, 0.0, 0.0)
    if share and sums.never_differed:
        unseen = _interval(0.0, 0.0, sums.units, reach, share=True).high
        return a, b, Estimate(0.0, -unseen, unseen)
    spread = (sums.variance_a * sums.variance_b) ** 0.5
    return a, b, _difference(a, b, min(1.0, max(-1.0, sums.covariance / spread)) if spread else 0.0)


def _interval(value: float, variance: float, units: int, reach: float, *, share: bool) -> Estimate:
    if not share:
        error = reach * max(0.0, variance) ** 0.5
        return Estimate(value, value - error, value + error)
    trials = value * (1 - value) / variance if variance > 0 and 0 < value < 1 else units
    middle = (value + reach**2 / (2 * trials)) / (1 + reach**2 / trials)
    half = reach / (1 + reach**2 / trials) * (value * (1 - value) / trials + reach**2 / (4 * trials**2)) ** 0.5
    return Estimate(value, min(value, max(0.0, middle - half)), max(value, min(1.0, middle + half)))


def _difference(a: Estimate, b: Estimate, correlation: float) -> Estimate:
    """B less A from both intervals and their correlation (Newcombe's method for paired estimates).

    For symmetric intervals this is the usual interval of a paired difference.
    """

    def reach(over: float, under: float) -> float:
        return float(max(0.0, over**2 + under**2 - 2 * correlation * over * under) ** 0.5)

    value = b.value - a.value
    return Estimate(
        value,
        value - reach(b.value - b.low, a.high - a.value),
        value + reach(b.high - b.value, a.value - a.low),
    )
