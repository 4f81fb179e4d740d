"""Results as pictures, and every result as HTML for notebooks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, get_args

from ginrules._support.names import ThemeName
from ginrules._support.notebook import both, image
from ginrules._support.printed import html_text as escape
from ginrules.errors import LabError
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.report.charts import (
    AXIS_HEIGHT,
    BARS_HEIGHT,
    INTERVAL_HEIGHT,
    Scale,
    axis,
    bars,
    color_class,
    interval,
    picture_style,
    scale_of,
)
from ginrules.lab.report.pages import drawn_findings
from ginrules.lab.simulation import Simulation
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.result import (
    Distribution,
    Intervals,
    RunResult,
    Table,
    factor_of,
    format_estimate,
    labels_of,
)
from ginrules.show.pictures.draw import Picture, theme_of, wrapped
from ginrules.show.words import clipped

_MARGIN: Final = 20
_WIDTH: Final = 420
_RIGHT: Final = _WIDTH - _MARGIN
_RADIUS: Final = 10
_HEAD: Final = 13  # the type size of a head
_LINE: Final = 22
_LONGEST: Final = 34  # letters of a name that fit next to its value
_LETTERS: Final = 52  # letters of a name alone

_SIZE: Final = re.compile(r'width="(\d+)" height="(\d+)"')

Part = tuple[str, int]
"""A part of the picture, drawn from its upper edge, and its height in pixels."""


def _drawing(parts: Iterable[Part], theme: ThemeName) -> str:
    height, shapes = _MARGIN, []
    for part, room in parts:
        shapes.append(f'<g transform="translate(0 {height})">{part}</g>')
        height += room
    size = f'width="{_WIDTH}" height="{height + _MARGIN}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {_WIDTH} {height + _MARGIN}">'
        f'<style>{picture_style(theme)}</style><rect class="paper" {size} rx="{_RADIUS}"/>'
        f"{''.join(shapes)}</svg>\n"
    )


def _interval_row(
    name: str, estimate: Estimate, scale: Scale, *, factor: int = 1, number: int = 0, kind: str = "label"
) -> Part:
    """Return an estimate's row: its interval below its name and value."""
    value = _text(" ".join(format_estimate(estimate, factor=factor, signed=True)), f"{kind} end", at=_RIGHT)
    chart = _chart(interval(estimate, scale, factor=factor), INTERVAL_HEIGHT, number, top=_LINE - 4)
    return _text(clipped(name, _LONGEST), "label") + value + chart, _LINE + INTERVAL_HEIGHT


def _comparison(comparison: Comparison) -> Iterator[Part]:
    labels = labels_of(comparison.rules)
    title = f"{', '.join(labels[:-1])} and {labels[-1]}: {comparison.rounds:,} rounds each, {comparison.players}"
    heads = wrapped(title.replace("+", " +"), _RIGHT - _MARGIN, _HEAD, lines=6)  # long names can be broken
    yield from ((_text(line, "head"), _LINE * (1 + (line is heads[-1]))) for line in heads)
    yield from _differences(comparison)
    yield from _distributions(comparison.distributions, labels)


def _differences(comparison: Comparison) -> Iterator[Part]:
    labels = labels_of(comparison.rules)
    for unit, findings, scale in drawn_findings(comparison):
        yield _text(f"Difference in {unit}, with 95% interval", "head"), _LINE
        for finding in findings:
            factor = factor_of(finding.measure)
            for number, difference in enumerate(finding.differences, 1):
                if difference is not None:
                    name = finding.measure.title + (f", {labels[number]}" if len(labels) > 2 else "")
                    kind = "label" if difference.contains_zero else "label clear"
                    yield _interval_row(name, difference, scale, factor=factor, number=number, kind=kind)
        yield _chart(axis(scale, unit), AXIS_HEIGHT, 0), AXIS_HEIGHT + _LINE


def _distributions(distributions: Sequence[Distribution], labels: Sequence[str]) -> Iterator[Part]:
    for distribution in distributions:
        if any(histogram.total for histogram in distribution.histograms):
            yield _text(f"{distribution.title}: how often each value", "head"), _LINE
            for number, chart in enumerate(bars(distribution.histograms, labels)):
                drawn = _chart(chart, BARS_HEIGHT, number, top=_LINE)
                yield _text(clipped(labels[number], _LETTERS), "label") + drawn, BARS_HEIGHT + 4 + _LINE
            yield "", _LINE


def _intervals(intervals: Intervals) -> Iterator[Part]:
    known = [(name, estimate) for name, estimate in intervals.rows if estimate is not None]
    if known:
        scale = scale_of(end for _, estimate in known for end in (estimate.low, estimate.high))
        yield _text(intervals.title, "head"), _LINE
        yield from (_interval_row(name, estimate, scale) for name, estimate in known)
        yield _chart(axis(scale, intervals.unit), AXIS_HEIGHT, 0), AXIS_HEIGHT


def _text(text: str, kind: str, *, at: int = _MARGIN) -> str:
    return f'<text class="{kind}" x="{at}" y="15">{escape(text)}</text>'


def _chart(chart: str, height: int, number: int, *, top: int = 0) -> str:
    """Return a chart at its position, scaled to the width available there."""
    return (
        f'<svg class="{color_class(number)}" x="{_MARGIN}" y="{top}" width="{_RIGHT - _MARGIN}" '
        f'height="{height}">{chart}</svg>'
    )


def plot(result: RunResult, theme: ThemeName, *, whole: bool = True) -> str:
    """Return a result's picture as SVG, empty if the result has none.

    A comparison's has its differences, and its title and distributions if it is to be whole.
    """
    parts: Iterable[Part] = ()
    if isinstance(result, Comparison):
        parts = () if result.split else _comparison(result) if whole else _differences(result)
    elif isinstance(result, Simulation):
        parts = _distributions(result.distributions, labels_of([result.rules]))
    elif result.intervals is not None:
        parts = _intervals(result.intervals)
    drawn = [*parts]
    return _drawing(drawn, theme) if drawn or isinstance(result, Comparison | Simulation) else ""


def picture(result: RunResult, theme: ThemeName) -> Picture:
    """Return a result's picture: of a comparison the differences and the distributions."""
    theme_of(theme)
    if isinstance(result, Comparison) and result.split:
        raise LabError("a comparison of rules that were not played on the same deals has no picture: print it")
    svg = plot(result, theme)
    size = _SIZE.search(svg)
    if size is None:
        kind = type(result).__name__
        raise LabError(f"{kind} has no picture: print it, or use records()", kind=kind)
    return Picture(svg=svg, title=result.summary, width=int(size[1]), height=int(size[2]))


# --- notebooks ------------------------------------------------------------------------------------


_SCROLLS: Final = "overflow-x:auto;max-width:100%"
_NO_BREAK: Final = "&nbsp;"
_ALT: Final = "the figures of the table, with their intervals"


def fragment(result: RunResult) -> str:
    """Return a result as a piece of HTML, for a notebook: its summary, tables and a plot.

    It follows the notebook's theme: the plot is an image in a light and a dark version, and the tables have no
    colors of their own. It has no style sheet and no inline SVG, since untrusted notebooks strip these.
    """
    note = "".join(f"<p>{escape(line)}</p>" for line in result.note.splitlines())
    tables = "".join(map(_table, result.tables))
    light, dark = (plot(result, theme, whole=False) for theme in get_args(ThemeName))
    images = f"<div>{both(image(light, _ALT), image(dark, _ALT))}</div>" if light else ""
    return f"<div><p>{escape(result.summary)}</p>{tables}{note}{images}</div>"


def _table(table: Table) -> str:
    title = f"<p>{escape(table.title)}</p>" if table.title else ""
    heads = "".join(f"<th>{escape(text)}</th>" for text in table.heads)
    rows = "".join(f"<tr>{_row(row)}</tr>" for row in table.rows)
    return f'{title}<div style="{_SCROLLS}"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(row: Sequence[str]) -> str:
    name, *cells = row
    return f"<th>{escape(name)}</th>" + "".join(f"<td>{_unbroken(escape(cell))}</td>" for cell in cells)


def _unbroken(cell: str) -> str:
    """Return a cell whose line can break only before the interval, without a style sheet."""
    return cell.replace(" ", _NO_BREAK).replace(f"{_NO_BREAK}±", " ±")
