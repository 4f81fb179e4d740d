"""How often each value came: exact counts, their bins, and what a plot needs of them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import attrs


def _as_counts(counts: Mapping[int, int] | Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    pairs = counts.items() if isinstance(counts, Mapping) else counts
    return tuple(sorted((value, times) for value, times in pairs if times))


@attrs.frozen
class Bin:
    """A stretch of values and how many fell in it.

    Attributes:
        low: The lowest value of the bin.
        high: The highest.
        count: How many values lie in it.
    """

    low: int
    high: int
    count: int


@attrs.frozen
class Histogram:
    """Whole numbers with how often each came.

    Attributes:
        counts: Pairs of a value and its count, values ascending.

    Examples:
        >>> found = Histogram({0: 2, 7: 1, 12: 1})
        >>> found.total, found.mean, found.quantile(0.5)
        (4, 4.75, 0)
        >>> [(each.low, each.high, each.count) for each in found.bins(10)]
        [(0, 9, 3), (10, 19, 1)]
    """

    counts: tuple[tuple[int, int], ...] = attrs.field(default=(), converter=_as_counts)

    @property
    def total(self) -> int:
        """How many values were counted."""
        return sum(times for _, times in self.counts)

    @property
    def mean(self) -> float | None:
        """Their mean; None without any."""
        return sum(value * times for value, times in self.counts) / self.total if self.counts else None

    def quantile(self, part: float) -> int | None:
        """The smallest value that at least this part (0 to 1) of all do not exceed; None without any."""
        reached, wanted = 0, part * self.total
        for value, times in self.counts:
            reached += times
            if reached >= wanted:
                return value
        return None

    def share_at_most(self, value: int) -> float:
        """The share of values that do not exceed this one; 0 without any."""
        return sum(times for each, times in self.counts if each <= value) / (self.total or 1)

    def bins(self, width: int) -> tuple[Bin, ...]:
        """The values in bins of one width that begin at its multiples, empty ones between them included."""
        found: Counter[int] = Counter()
        for value, times in self.counts:
            found[value // width] += times
        if not found:
            return ()
        return tuple(
            Bin(place * width, place * width + width - 1, found[place]) for place in range(min(found), max(found) + 1)
        )

    def as_plain(self) -> list[list[int]]:
        """The counts as lists, for JSON."""
        return [list(pair) for pair in self.counts]


@attrs.frozen
class Distribution:
    """How one thing was spread under each rule set of a run.

    Attributes:
        key: Its name for programs.
        title: Its name in a plot.
        unit: What its values are counted in.
        histograms: The counts, one for each rule set.
    """

    key: str
    title: str
    unit: str
    histograms: tuple[Histogram, ...]

    def as_plain(self) -> dict[str, Any]:
        """The distribution as plain values."""
        return {
            "key": self.key,
            "title": self.title,
            "unit": self.unit,
            "counts": [each.as_plain() for each in self.histograms],
        }
