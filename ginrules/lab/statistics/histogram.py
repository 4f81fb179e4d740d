"""Histograms: exact counts of values, and their bins for a plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from ginrules._support.values import as_items, expect, shown, whole_number, wrong_type
from ginrules.errors import LabError
from ginrules.lab.statistics.plain import Plain

_COUNTS: Final = "counts by value, a mapping or pairs of a value and its count"


def _as_counts(counts: Mapping[int, int] | Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    pairs = counts.items() if isinstance(counts, Mapping) else as_items(counts, _COUNTS)
    try:
        return tuple(sorted((value, times) for value, times in pairs if times))
    except (TypeError, ValueError):
        raise wrong_type(_COUNTS, counts) from None


@attrs.frozen
class Bin:
    """A range of values and its count.

    Attributes:
        low: The lowest value of the bin.
        high: The highest value of the bin.
        count: The number of values in it.
    """

    low: int
    high: int
    count: int


@attrs.frozen
class Histogram:
    """Whole numbers with their counts.

    Attributes:
        counts: Pairs of a value and its count, values ascending.

    Examples:
        >>> import ginrules as gin
        >>> histogram = gin.lab.Histogram({0: 2, 7: 1, 12: 1})
        >>> histogram.total, histogram.mean, histogram.quantile(0.5)
        (4, 4.75, 0)
        >>> [(part.low, part.high, part.count) for part in histogram.bins(10)]
        [(0, 9, 3), (10, 19, 1)]
    """

    counts: tuple[tuple[int, int], ...] = attrs.field(default=(), converter=_as_counts)

    @property
    def total(self) -> int:
        """The number of values counted."""
        return sum(times for _, times in self.counts)

    @property
    def mean(self) -> float | None:
        """The values' mean, or None if there are no values."""
        return sum(value * times for value, times in self.counts) / self.total if self.counts else None

    def quantile(self, part: float) -> int | None:
        """Return the smallest value that at least this part (0 to 1) of all values do not exceed. None if empty.

        Raises:
            LabError: If this is not a number.
        """
        if isinstance(part, bool) or not isinstance(part, int | float):
            raise LabError(f"part: expected a number from 0 to 1, got {shown(part)}")
        reached, least = 0, part * self.total
        for value, times in self.counts:
            reached += times
            if reached >= least:
                return value
        return None

    def share_at_most(self, value: int) -> float:
        """Return the share of values that do not exceed this number. 0 if there are no values.

        Raises:
            WrongTypeError: If this is not a number.
        """
        expect(value, int | float, "a number")
        return sum(times for other, times in self.counts if other <= value) / (self.total or 1)

    def bins(self, width: int) -> tuple[Bin, ...]:
        """Return the values in bins of equal width that begin at multiples of it, empty bins in between included.

        Raises:
            LabError: If the width is not a whole number above 0.
        """
        width = whole_number("width", width, 1, error=LabError)
        counts: Counter[int] = Counter()
        for value, times in self.counts:
            counts[value // width] += times
        if not counts:
            return ()
        return tuple(
            Bin(place * width, place * width + width - 1, counts[place])
            for place in range(min(counts), max(counts) + 1)
        )

    def as_plain(self) -> list[list[int]]:
        """Return the counts as lists, for JSON."""
        return [list(pair) for pair in self.counts]


@attrs.frozen
class Distribution(Plain):
    """A quantity's distribution under each rule set of a run.

    Attributes:
        key: Its name for programs.
        title: Its name in a plot.
        unit: The unit of its values.
        histograms: One histogram per rule set.
    """

    _document = ("key", "title", "unit", "counts=histograms")

    key: str
    title: str
    unit: str
    histograms: tuple[Histogram, ...]
