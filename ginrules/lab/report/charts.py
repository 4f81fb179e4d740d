"""Small charts as inline SVG: intervals on a scale, and bars of how often each value came.

Places are written in percent of the width, so that a chart fits a phone without its text
getting smaller.
"""

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

import attrs

from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.histogram import Histogram

_STEPS: Final = (1, 2, 2.5, 5, 10)
_WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
_MOST_BARS: Final = 32
_ROW: Final = 22
_BARS: Final = 84
_TAIL: Final = 0.998


@attrs.frozen
class Scale:
    """The values that a chart's width stands for.

    Attributes:
        low: The value at the left end.
        high: The value at the right end.
    """

    low: float
    high: float

    def at(self, value: float) -> str:
        """Where a value stands, in percent of the width.

        Examples:
            >>> Scale(0, 8).at(2)
            '25%'
        """
        return f"{100 * (value - self.low) / (self.high - self.low):.4g}%"


def scale_of(values: Iterable[float]) -> Scale:
    """A scale that holds these values with some room, and zero."""
    held = [0.0, *values]
    low, high = min(held), max(held)
    room = 0.06 * (high - low) or 1.0
    return Scale(low - room, high + room)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from low to high, at most so many.

    Examples:
        >>> ticks(0, 10), ticks(-0.3, 0.4)
        ([0.0, 2.0, 4.0, 6.0, 8.0, 10.0], [-0.2, 0.0, 0.2, 0.4])
    """
    span = high - low
    size = 10.0 ** math.floor(math.log10(span / most))
    step = next(size * each for each in _STEPS if span / (size * each) <= most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 10) for place in range(first, last + 1)]


def interval(estimate: Estimate, scale: Scale, *, factor: float, clear: bool) -> str:
    """An estimate as a point on its interval, with a line at zero."""
    low, value, high = (scale.at(factor * each) for each in (estimate.low, estimate.value, estimate.high))
    sure = "" if clear else " unsure"
    middle = _ROW // 2
    return (
        f'<svg height="{_ROW}" aria-hidden="true">'
        f'<line class="zero" x1="{scale.at(0)}" x2="{scale.at(0)}" y1="0" y2="{_ROW}"/>'
        f'<g class="{sure.strip()}"><line class="reachline" x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"/>'
        f'<circle class="point" cx="{value}" cy="{middle}" r="4.5"/></g></svg>'
    )


def axis(scale: Scale, unit: str) -> str:
    """The scale's numbers, to stand under its rows."""
    marks = "".join(
        f'<line class="grid" x1="{scale.at(each)}" x2="{scale.at(each)}" y1="0" y2="5"/>'
        f'<text x="{scale.at(each)}" y="17" text-anchor="middle">{_number(each, signed=True)}</text>'
        for each in ticks(scale.low, scale.high)
    )
    return f'<svg height="20" role="img" aria-label="{escape(unit)}">{marks}</svg>'


def bar_width(histograms: Sequence[Histogram]) -> int:
    """The width of bars that shows these with some thirty of them at most."""
    values = [value for each in histograms for value, _ in each.counts]
    span = max(values) - min(values) + 1 if values else 1
    return next((width for width in _WIDTHS if span / width <= _MOST_BARS), _WIDTHS[-1])


def bars(histograms: Sequence[Histogram], told: Sequence[str]) -> list[str]:
    """A row of bars for each histogram, on the same scales, as shares of all.

    The largest values, one in five hundred, are gathered in the last bar.

    Args:
        histograms: What is counted, one for each rule set.
        told: What to call each, for those who do not see it.
    """
    most = max((each.quantile(_TAIL) or 0 for each in histograms), default=0)
    gathered = [_gathered(each, most) for each in histograms]
    width = bar_width(gathered)
    counted = [each.bins(width) for each in gathered]
    places = [bin_.low for each in counted for bin_ in each]
    if not places:
        return ["" for _ in histograms]
    scale = Scale(min(places) - width / 2, max(places) + 1.5 * width)
    top = max(bin_.count / each.total for each, bins in zip(gathered, counted, strict=True) for bin_ in bins)
    cut = any(each.counts and each.counts[-1][0] > most for each in histograms)
    return [
        _row(each, [(bin_.low, bin_.count / each.total) for bin_ in bins], scale, width, top, name, cut=cut)
        for each, bins, name in zip(gathered, counted, told, strict=True)
    ]


def _gathered(histogram: Histogram, most: int) -> Histogram:
    inside = {value: times for value, times in histogram.counts if value <= most}
    beyond = histogram.total - sum(inside.values())
    if beyond:
        inside[most] = inside.get(most, 0) + beyond
    return Histogram(inside)


def _row(
    histogram: Histogram, shares: list[tuple[int, float]], scale: Scale, width: int, top: float, name: str, *, cut: bool
) -> str:
    base = _BARS - 18
    drawn = []
    for low, share in shares:
        if not share:
            continue
        height = max(0.6, (base - 8) * share / top)
        reach = f"{low}" if width == 1 else f"{low} to {low + width - 1}"
        wide = 100 * width / (scale.high - scale.low)
        drawn.append(
            f'<rect class="bar" x="{scale.at(low - 0.5 + 0.04 * width)}" width="{wide * 0.92:.4g}%" '
            f'y="{base - height:.1f}" height="{height:.1f}"><title>{reach}: {100 * share:.1f}%</title></rect>'
        )
    last = scale.high - 1.5 * width + width - 1
    marks = "".join(
        f'<line class="grid" x1="{scale.at(each)}" x2="{scale.at(each)}" y1="{base}" y2="{base + 4}"/>'
        f'<text x="{scale.at(each)}" y="{base + 16}" text-anchor="middle">{_number(each)}</text>'
        for each in ticks(scale.low, scale.high)
        if float(each).is_integer() and scale.low <= each <= last + 0.5
    )
    mean = histogram.mean
    line = "" if mean is None else (
        f'<line class="mean" x1="{scale.at(mean)}" x2="{scale.at(mean)}" y1="2" y2="{base}"/>'
    )  # fmt: skip
    beyond = f'<text x="100%" y="{base + 16}" text-anchor="end">and more</text>' if cut else ""
    label = f"{name}: mean {mean:.2f}" if mean is not None else f"{name}: nothing counted"
    return (
        f'<svg height="{_BARS}" role="img" aria-label="{escape(label)}">'
        f'<line class="grid" x1="0" x2="100%" y1="{base}" y2="{base}"/>{"".join(drawn)}{line}{marks}{beyond}</svg>'
    )


def _number(value: float, *, signed: bool = False) -> str:
    text = f"{value:+g}" if signed and value else f"{value:g}"
    return text.replace("-", "−")
