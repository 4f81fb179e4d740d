"""A comparison as one SVG picture: the differences with their intervals, and the distributions."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from ginrules._printed import html_text as escape
from ginrules._values import expect
from ginrules.errors import LabError
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.report.charts import AXIS_HEIGHT, BARS_HEIGHT, INTERVAL_HEIGHT, axis, bars, interval
from ginrules.lab.report.comparison_page import drawn_findings
from ginrules.lab.report.files import path_of, save
from ginrules.lab.report.style import PICTURE, color_class
from ginrules.lab.statistics.histogram import Distribution
from ginrules.lab.statistics.words import factor_of, format_estimate, labels_of

_WIDTH: Final = 860
_MARGIN: Final = 20
_LEFT: Final = 230
_RIGHT: Final = 700
_LINE: Final = 22

Part = tuple[str, int]
"""A part of the picture, drawn from its upper edge, and its height in pixels."""


def save_figure(comparison: Comparison, path: Path | str) -> None:
    """Draw the differences with their intervals and the distributions into an SVG file.

    Args:
        comparison: The comparison.
        path: The file; it must end in .svg.

    Raises:
        LabError: If the file ends in something else, or cannot be written.

    Examples:
        >>> from ginrules.lab import compare
        >>> from ginrules.presets import preset
        >>> comparison = compare(preset("standard"), preset("straight-gin"), rounds=20)
        >>> save_figure(comparison, Path("picture.jpg"))
        Traceback (most recent call last):
        ...
        ginrules.errors.LabError: a picture must end in .svg, not '.jpg'
    """
    path = path_of(path)
    if path.suffix.lower() != ".svg":
        raise LabError(f"a picture must end in .svg, not {path.suffix or path.name!r}", path=str(path))
    save(figure(comparison), path)


def figure(comparison: Comparison) -> str:
    """Return the picture as SVG.

    Examples:
        >>> from ginrules.lab import compare
        >>> from ginrules.presets import preset
        >>> figure(compare(preset("standard"), preset("straight-gin"), rounds=20)).startswith("<svg")
        True
    """
    expect(comparison, Comparison, "a comparison", "compare(a, b) gives one")
    labels = labels_of(comparison.rules)
    title = f"{', '.join(labels[:-1])} and {labels[-1]}: {comparison.rounds:,} rounds each, {comparison.players}"
    return _drawing([(_text(title, "head"), 2 * _LINE), *_differences(comparison, labels),
                     *_distributions(comparison.distributions, labels)])  # fmt: skip


def differences_figure(comparison: Comparison) -> str:
    """Return the picture of the differences alone, as SVG."""
    return _drawing([*_differences(comparison, labels_of(comparison.rules))])


def bars_figure(distributions: Sequence[Distribution], labels: Sequence[str]) -> str:
    """Return the picture of distributions alone, as SVG."""
    return _drawing([*_distributions(distributions, labels)])


def _drawing(parts: Iterable[Part]) -> str:
    height, shapes = _MARGIN, []
    for part, room in parts:
        shapes.append(f'<g transform="translate(0 {height})">{part}</g>')
        height += room
    height += _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" viewBox="0 0 {_WIDTH} {height}">'
        f'<style>{PICTURE}</style><rect class="paper" width="{_WIDTH}" height="{height}"/>{"".join(shapes)}</svg>\n'
    )


def _differences(comparison: Comparison, labels: Sequence[str]) -> Iterator[Part]:
    for unit, findings, scale in drawn_findings(comparison):
        yield _text(f"Difference from {labels[0]} in {unit}, with its 95% interval", "head"), _LINE
        for finding in findings:
            factor = factor_of(finding.measure)
            for number, difference in enumerate(finding.differences, 1):
                if difference is not None:
                    name = finding.measure.title + (f", {labels[number]}" if len(labels) > 2 else "")
                    value = " ".join(format_estimate(difference, factor=factor, signed=True))
                    kind = "label" if difference.contains_zero else "label clear"
                    chart = _chart(interval(difference, scale, factor=factor), INTERVAL_HEIGHT, number)
                    yield _text(name, "label") + chart + _text(value, kind, at=_RIGHT + _MARGIN), INTERVAL_HEIGHT
        yield _chart(axis(scale, unit), AXIS_HEIGHT, 0), AXIS_HEIGHT + _LINE


def _distributions(distributions: Sequence[Distribution], labels: Sequence[str]) -> Iterator[Part]:
    for distribution in distributions:
        if any(histogram.total for histogram in distribution.histograms):
            yield _text(f"{distribution.title}: how often each value occurred", "head"), _LINE
            for number, chart in enumerate(bars(distribution.histograms, labels)):
                yield _text(labels[number], "label") + _chart(chart, BARS_HEIGHT, number), BARS_HEIGHT + 4
            yield "", _LINE


def _text(text: str, kind: str, *, at: int = _MARGIN) -> str:
    return f'<text class="{kind}" x="{at}" y="15">{escape(text)}</text>'


def _chart(chart: str, height: int, number: int) -> str:
    """Return a chart in its place; the chart has the width of the place."""
    return f'<svg class="{color_class(number)}" x="{_LEFT}" width="{_RIGHT - _LEFT}" height="{height}">{chart}</svg>'
