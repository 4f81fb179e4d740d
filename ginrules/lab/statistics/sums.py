"""Exact sums over the units of a run, which can be merged in any order.

Every measure is a ratio: the sum of a count divided by the sum of its base. Both are added up over units. A unit is
a deal with all its rounds, or a stretch of deals with its games. Sums are whole numbers, so the order of the units
and the number of workers change no digit of an estimate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import attrs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


Ratio = tuple[int, int]
"""A count and its base: the ratio of their sums is the measure."""

UnitRatios = tuple["Ints", "Ints"]
"""The counts and the bases of several units."""

_EXACT: Final = 1 << 62


@attrs.define
class PairedSums:
    """Sums over units. Each unit has a `Ratio` (count, base) under A and another under B.

    ``a`` and ``b`` are the sums of the counts, ``base_a`` and ``base_b`` those of the bases, such as rounds. The others
    are sums of products in a unit: ``aa`` of the squared counts under A, ``ab`` of both counts, ``a_on_base_b`` of the
    count under A and the base under B. If nothing is compared, the sums of B are 0. Two `PairedSums` are merged by
    adding them. The counts of a measure of one's own are fractions, which are as exact.
    """

    units: int = 0
    a: int = 0
    b: int = 0
    base_a: int = 0
    base_b: int = 0
    aa: int = 0
    bb: int = 0
    ab: int = 0
    base_aa: int = 0
    base_bb: int = 0
    base_ab: int = 0
    a_on_base_a: int = 0
    b_on_base_b: int = 0
    a_on_base_b: int = 0
    b_on_base_a: int = 0

    def add(self, a: int, base_a: int, b: int, base_b: int) -> None:
        """Add a unit."""
        for name, more in zip(_NAMES, (1, *_products(a, base_a, b, base_b)), strict=True):
            setattr(self, name, getattr(self, name) + more)

    @classmethod
    def of_units(cls, a: UnitRatios, b: UnitRatios | None = None) -> PairedSums:
        """Return the sums of several units. They are exact even if they are too large for an array.

        Examples:
            >>> import numpy as np
            >>> counts, bases = np.array([31, -4]), np.array([2, 2])
            >>> sums = PairedSums()
            >>> for count, base in zip(counts.tolist(), bases.tolist()):
            ...     sums.add(count, base, 0, 0)
            >>> PairedSums.of_units((counts, bases)) == sums
            True
        """
        nothing = 0 * a[0]
        columns = (*a, *(b or (nothing, nothing)))
        most = max((int(abs(column).max(initial=0)) for column in columns), default=0)
        is_exact = most * most * max(1, len(nothing)) < _EXACT
        plain: Any = [column if is_exact else column.astype(object) for column in columns]
        totals = [product.sum() for product in _products(*plain)]
        exact: Any = [total if isinstance(total, Fraction) else int(total) for total in totals]
        return cls(len(nothing), *exact)

    def __add__(self, other: PairedSums) -> PairedSums:
        return PairedSums(
            *(mine + theirs for mine, theirs in zip(attrs.astuple(self), attrs.astuple(other), strict=True))
        )

    @property
    def variance_a(self) -> float:
        """Variance of the ratio under A, in its unit squared, if its base is not 0."""
        return self._variance(self.a, self.base_a, self.aa, self.base_aa, self.a_on_base_a)

    @property
    def variance_b(self) -> float:
        """Variance of the ratio under B, in its unit squared, if its base is not 0."""
        return self._variance(self.b, self.base_b, self.bb, self.base_bb, self.b_on_base_b)

    @property
    def covariance(self) -> float:
        """Covariance of both ratios, in their unit squared, if no base is 0."""
        numerator = (
            self.base_a * self.base_b * self.ab
            - self.base_a * self.b * self.a_on_base_b
            - self.base_b * self.a * self.b_on_base_a
            + self.a * self.b * self.base_ab
        )
        return float(numerator / (self.base_a * self.base_b) ** 2 * self.units / (self.units - 1))

    @property
    def never_differed(self) -> bool:
        """Whether every unit has the same counts under B as under A."""
        return self.aa + self.bb == 2 * self.ab and self.base_aa + self.base_bb == 2 * self.base_ab

    def _variance(self, count: int, base: int, squares: int, base_squares: int, products: int) -> float:
        """Return the variance of count / base, taken from the units' residuals (linearized ratio)."""
        numerator = base * base * squares - 2 * base * count * products + count * count * base_squares
        return float(numerator / base**4 * self.units / (self.units - 1))


_NAMES: Final = tuple(field.name for field in attrs.fields(PairedSums))


def _products(a: Any, base_a: Any, b: Any, base_b: Any) -> tuple[Any, ...]:
    """Return the fields of `PairedSums` after ``units``, of one unit as numbers or of several as arrays."""
    return (
        a, b, base_a, base_b, a * a, b * b, a * b, base_a * base_a, base_b * base_b, base_a * base_b,
        a * base_a, b * base_b, a * base_b, b * base_a,
    )  # fmt: skip


@attrs.define
class Sums:
    """Sums and counts of a run by name.

    Attributes:
        units: The number of units.
        ratios: Paired sums by name.
        counts: How often each value occurred, by name.

    Examples:
        >>> sums = Sums()
        >>> sums.count("turns", [7, 9])
        >>> sums.count("turns", {7: 3})
        >>> sums.counts["turns"][7], sums.ratio("points").units
        (4, 0)
    """

    units: int = 0
    ratios: dict[str, PairedSums] = attrs.field(factory=dict)
    counts: dict[str, Counter[int]] = attrs.field(factory=dict)

    def add_units(self, key: str, a: UnitRatios, b: UnitRatios | None = None) -> None:
        """Add the ratios of several units under a name."""
        self.ratios[key] = self.ratio(key) + PairedSums.of_units(a, b)

    def count(self, key: str, values: Iterable[int] | Mapping[int, int]) -> None:
        """Count values, or add counts of values, under a name."""
        self.counts.setdefault(key, Counter()).update(values)

    def ratio(self, key: str) -> PairedSums:
        """Return the paired sums of a name, empty if nothing was added."""
        return self.ratios.get(key, PairedSums())
