"""Exact sums over the units of a run, and estimates with intervals from them.

Every measure is a ratio of two sums over units. A unit is a deal with all its rounds, or a stretch of deals with its
games. Sums are whole numbers, so the order of the units and the number of workers change no digit of an estimate.
Units are independent of each other, but the rounds inside a unit are not. So variances are taken between units.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import asin, log, sqrt
from operator import add
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from ginrules._support.values import whole_number
from ginrules.errors import LabError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

__all__ = ["Estimate", "critical_value", "sequence_critical_value"]

T = TypeVar("T")

LEVEL: Final = 0.95
"""The probability that an interval contains the true value."""

FEWEST_UNITS: Final = 5
"""Units needed for an estimate."""

GAME: Final = 27_720
"""The value of a game won: divisible by every number up to twelve, so that shared wins are whole numbers."""

Ratio = tuple[int, int]
"""A count and its base: the ratio of their sums is the measure."""

UnitRatios = tuple["Ints", "Ints"]
"""The counts and the bases of several units."""

A, B = 0, 2
"""The places of the counts of A and of B among a unit's numbers."""

_EXACT: Final = 1 << 62


@attrs.frozen
class PairedSums:
    """Sums over units. Each unit has a `Ratio` (count, base) under A and another under B.

    ``a`` and ``b`` are the sums of the counts, ``base_a`` and ``base_b`` those of the bases, such as rounds.
    ``products`` has the sums of products of a unit's numbers a, base_a, b, base_b, each with each. If nothing is
    compared, the numbers of B are 0. The counts of a measure of one's own are fractions, which are as exact.
    """

    units: int = 0
    a: int = 0
    base_a: int = 0
    b: int = 0
    base_b: int = 0
    products: tuple[tuple[int, ...], ...] = ((0,) * 4,) * 4

    @classmethod
    def of_unit(cls, a: int, base_a: int, b: int, base_b: int) -> PairedSums:
        """Return the sums of a single unit."""
        unit = a, base_a, b, base_b
        return cls(1, a, base_a, b, base_b, tuple(tuple(one * other for other in unit) for one in unit))

    @classmethod
    def of_units(cls, a: UnitRatios, b: UnitRatios | None = None) -> PairedSums:
        """Return the sums of several units. They are exact even if they are too large for an array."""
        nothing = 0 * a[0]
        columns: list[Any] = [*a, *(b or (nothing, nothing))]
        most = max((int(abs(column).max(initial=0)) for column in columns), default=0)
        if most * most * max(1, len(nothing)) >= _EXACT:
            columns = [column.astype(object) for column in columns]
        products = tuple(tuple(_exact((one * other).sum()) for other in columns) for one in columns)
        of = [_exact(column.sum()) for column in columns]
        return cls(len(nothing), of[0], of[1], of[2], of[3], products)

    def __add__(self, other: PairedSums) -> PairedSums:
        products = tuple(tuple(map(add, *rows)) for rows in zip(self.products, other.products, strict=True))
        a, base_a, b, base_b = map(add, self._sums, other._sums)
        return PairedSums(self.units + other.units, a, base_a, b, base_b, products)

    @property
    def _sums(self) -> tuple[int, int, int, int]:
        return self.a, self.base_a, self.b, self.base_b

    @property
    def never_differed(self) -> bool:
        """Whether every unit has the same counts under B as under A."""
        of = self.products
        return of[0][0] + of[2][2] == 2 * of[0][2] and of[1][1] + of[3][3] == 2 * of[1][3]

    def covariance(self, one: int, other: int) -> float:
        """Return the covariance of two of the ratios A and B, taken from the units' residuals (linearized ratios).

        It is in their unit squared. No base is 0.
        """
        x, on_x, y, on_y = *self._sums[one : one + 2], *self._sums[other : other + 2]
        of, on_of = (row[other : other + 2] for row in self.products[one : one + 2])
        numerator = on_y * (on_x * of[0] - x * on_of[0]) - y * (on_x * of[1] - x * on_of[1])
        return float(numerator / (on_x * on_y) ** 2 * self.units / (self.units - 1))


def _exact(total: Any) -> Any:
    return total if isinstance(total, Fraction) else int(total)


@attrs.frozen
class Estimate:
    """A number with its 95% interval, in the unit of its measure (points, rounds, turns, or a share of 0 to 1).

    Attributes:
        value: The estimate, in that unit.
        low: The lower end of the interval, in that unit.
        high: The upper end, in that unit.
    """

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half-width of the interval: the distance from the value to its farther end."""
        return max(self.value - self.low, self.high - self.value)

    @property
    def contains_zero(self) -> bool:
        """Whether the interval contains zero."""
        return self.low <= 0 <= self.high

    def as_plain(self) -> dict[str, float]:
        """Return the value and the ends of the interval, for JSON."""
        return attrs.asdict(self)


def known(value: T | None) -> T:
    """Return a value that is known, or refuse to."""
    if value is None:
        raise LabError("there is no estimate: too few rounds count here, or all are alike; play more rounds")
    return value


def critical_value(units: int) -> float:
    """Return the critical value of Student's t: the half-width of a 95% interval in standard errors.

    It is computed by the Cornish–Fisher expansion, which is accurate to one percent for five units or more.

    Raises:
        LabError: If there are fewer than two units.

    Examples:
        >>> from ginrules.lab.statistics.estimate import critical_value
        >>> round(critical_value(5), 2), round(critical_value(11), 3), round(critical_value(10_000), 3)
        (2.77, 2.228, 1.96)
    """
    units = whole_number("units", units, 2)
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    free = units - 1
    return (
        z
        + (z**3 + z) / (4 * free)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3)
    )


def sequence_critical_value(units: int, planned: int) -> float:
    """Return the critical value of a confidence sequence, whose 95% intervals hold at every number of units at once.

    This is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
    Ramdas ("Time-uniform central limit theory and asymptotic confidence sequences", 2021). A run can
    be examined and stopped at any time. Compared with an interval for a fixed number of
    units, it is narrowest near the planned number.

    Args:
        units: The number of units.
        planned: The approximate number of units expected.

    Raises:
        LabError: If a number of units is not 2 or more.

    Examples:
        >>> from ginrules.lab.statistics.estimate import critical_value, sequence_critical_value
        >>> round(sequence_critical_value(500, 500), 2), round(critical_value(500), 2)
        (3.04, 1.96)
    """
    units, planned = whole_number("units", units, 2), whole_number("planned", planned, 2)
    alpha = 1 - LEVEL
    scale = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / planned
    spread = units * scale + 1
    return sqrt(2 * spread / (units * scale) * log(sqrt(spread) / alpha))


def effect(sums: PairedSums, *, share: bool = False) -> float | None:
    """Return the effect size of B against A. None if there are too few units.

    For shares it is Cohen's h, the difference of the angles ``2 asin(sqrt(share))``. For other measures it is
    Cohen's d: the difference in standard deviations of a unit, with the mean variance of A and B.
    """
    if sums.units < FEWEST_UNITS or not sums.base_a or not sums.base_b:
        return None
    a, b = float(sums.a / sums.base_a), float(sums.b / sums.base_b)
    if share:
        return 2 * asin(sqrt(min(1.0, b))) - 2 * asin(sqrt(min(1.0, a)))
    spread = sqrt(max(0.0, sums.covariance(A, A) + sums.covariance(B, B)) / 2 * sums.units)
    return (b - a) / spread if spread else None


def relative_efficiency(sums: PairedSums) -> float | None:
    """Return the relative efficiency of the paired design.

    It is the variance of the difference in independent samples, divided by the variance in pairs. Independent
    samples would need this many times as many units for the same precision. None if there are too few units, or
    if the pairs never differed.
    """
    if sums.units < FEWEST_UNITS or not sums.base_a or not sums.base_b:
        return None
    apart = sums.covariance(A, A) + sums.covariance(B, B)
    paired = apart - 2 * sums.covariance(A, B)
    return apart / paired if paired > apart * 1e-12 else None


def estimate_of(
    sums: PairedSums, at: int, *, share: bool = False, critical: Callable[[int], float] = critical_value
) -> Estimate | None:
    """Return the estimate of A or of B. None if there are too few units, or none with a base."""
    count, base = (sums.a, sums.base_a) if at == A else (sums.b, sums.base_b)
    if sums.units < FEWEST_UNITS or not base:
        return None
    return _interval(count / base, sums.covariance(at, at), sums.units, critical(sums.units), share=share)


def estimates(
    sums: PairedSums, *, share: bool = False, same: bool = False, critical: Callable[[int], float] = critical_value
) -> tuple[Estimate | None, Estimate | None, Estimate | None]:
    """Return the estimates of A, of B, and of B minus A. None for each if there are too few units."""
    a, b = (estimate_of(sums, at, share=share, critical=critical) for at in (A, B))
    if a is None or b is None:
        return a, b, None
    if same:
        return a, b, Estimate(0.0, 0.0, 0.0)
    if share and sums.never_differed:
        most = _interval(0.0, 0.0, sums.units, critical(sums.units), share=True).high
        return a, b, Estimate(0.0, -most, most)
    spread = (sums.covariance(A, A) * sums.covariance(B, B)) ** 0.5
    return a, b, _difference(a, b, min(1.0, max(-1.0, sums.covariance(A, B) / spread)) if spread else 0.0)


def _interval(ratio: float, variance: float, units: int, factor: float, *, share: bool) -> Estimate:
    value = float(ratio)  # a fraction of a measure of one's own
    if not share:
        half = factor * max(0.0, variance) ** 0.5
        return Estimate(value, value - half, value + half)
    trials = value * (1 - value) / variance if variance > 0 and 0 < value < 1 else units
    middle = (value + factor**2 / (2 * trials)) / (1 + factor**2 / trials)
    half = factor / (1 + factor**2 / trials) * (value * (1 - value) / trials + factor**2 / (4 * trials**2)) ** 0.5
    return Estimate(value, min(value, max(0.0, middle - half)), max(value, min(1.0, middle + half)))


def _difference(a: Estimate, b: Estimate, correlation: float) -> Estimate:
    """Return B minus A from both intervals and their correlation (Newcombe's method for paired estimates).

    For symmetric intervals this is the usual interval of a paired difference.
    """

    def half_width(over: float, under: float) -> float:
        return float(max(0.0, over**2 + under**2 - 2 * correlation * over * under) ** 0.5)

    value = b.value - a.value
    return Estimate(
        value,
        value - half_width(b.value - b.low, a.high - a.value),
        value + half_width(b.high - b.value, a.value - a.low),
    )
