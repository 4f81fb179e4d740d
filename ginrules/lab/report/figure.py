"""Results as pictures: a comparison as a single SVG file, and every result as HTML for notebooks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, get_args

from ginrules._support.names import ThemeName
from ginrules._support.notebook import both, image
from ginrules._support.printed import html_text as escape
from ginrules._support.values import expect
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
from ginrules.lab.report.files import path_of, save
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
_HEAD: Final = 15  # the type size of a head
_LINE: Final = 22
_LETTER: Final = 7.2  # the width of a letter of a label, in pixels
_LONGEST: Final = 34  # letters of a name that fit next to its value in a narrow picture


class _Frame(NamedTuple):
    """The positions of the charts in a picture, in pixels."""

    width: int
    left: int
    right: int
    radius: int

    @property
    def is_narrow(self) -> bool:
        """Whether names and values are above the charts instead of next to them."""
        return self.left == _MARGIN

    @property
    def letters(self) -> int:
        """A name's letters above a chart, or next to it if the picture is wide."""
        return int(((self.right if self.is_narrow else self.left) - _MARGIN) / _LETTER)


_WIDE: Final = _Frame(860, 230, 700, 0)
_NARROW: Final = _Frame(420, _MARGIN, 400, 10)

Part = tuple[str, int]
"""A part of the picture, drawn from its upper edge, and its height in pixels."""


def save_figure(comparison: Comparison, path: Path | str) -> None:
    """Draw the differences with their intervals, and the distributions, as an SVG file.

    Args:
        comparison: The comparison.
        path: The file. It must end in .svg.

    Raises:
        LabError: If the file's name does not end in .svg, or the file cannot be written.

    Examples:
        >>> from ginrules.lab.report import save_figure
        >>> from pathlib import Path
        >>> import ginrules as gin
        >>> comparison = gin.lab.compare(gin.preset("standard"), gin.preset("straight-gin"), rounds=20)
        >>> save_figure(comparison, Path("picture.jpg"))
        Traceback (most recent call last):
        ...
        ginrules.errors.LabError: a picture must end in .svg, not '.jpg'
    """
    path = path_of(path)
    if path.suffix.lower() != ".svg":
        raise LabError(f"a picture must end in .svg, not {path.suffix or path.name!r}", path=str(path))
    save(figure(comparison), path)


def figure(comparison: Comparison, theme: ThemeName = "light") -> str:
    """Return the picture as SVG."""
    expect(comparison, Comparison, "a comparison", "compare(a, b) gives one")
    if comparison.split:
        raise LabError("a comparison of rules that were not played on the same deals has no picture: print it")
    labels = labels_of(comparison.rules)
    title = f"{', '.join(labels[:-1])} and {labels[-1]}: {comparison.rounds:,} rounds each, {comparison.players}"
    heads = wrapped(title, _WIDE.width - 2 * _MARGIN, _HEAD, lines=3)
    parts = [(_text(line, "head"), _LINE * (1 + (line is heads[-1]))) for line in heads]
    return _drawing([*parts, *_differences(comparison, labels, _WIDE),
                     *_distributions(comparison.distributions, labels, _WIDE)], _WIDE, theme)  # fmt: skip


def differences_figure(comparison: Comparison, theme: ThemeName = "light") -> str:
    """Return the picture of the differences alone, as SVG for a notebook."""
    return _drawing(_differences(comparison, labels_of(comparison.rules), _NARROW), _NARROW, theme)


def bars_figure(distributions: Sequence[Distribution], labels: Sequence[str], theme: ThemeName = "light") -> str:
    """Return the picture of distributions alone, as SVG for a notebook."""
    return _drawing(_distributions(distributions, labels, _NARROW), _NARROW, theme)


def intervals_figure(intervals: Intervals, theme: ThemeName = "light") -> str:
    """Return the picture of estimates with their intervals on a scale, as SVG for a notebook, empty without any."""
    known = [(name, estimate) for name, estimate in intervals.rows if estimate is not None]
    if not known:
        return ""
    scale = scale_of(end for _, estimate in known for end in (estimate.low, estimate.high))
    parts = [_interval_row(name, estimate, scale, _NARROW) for name, estimate in known]
    return _drawing(
        [
            (_text(intervals.title, _head(_NARROW)), _LINE),
            *parts,
            (_chart(axis(scale, intervals.unit), AXIS_HEIGHT, 0, _NARROW), AXIS_HEIGHT),
        ],
        _NARROW,
        theme,
    )


def _drawing(parts: Iterable[Part], frame: _Frame, theme: ThemeName = "light") -> str:
    height, shapes = _MARGIN, []
    for part, room in parts:
        shapes.append(f'<g transform="translate(0 {height})">{part}</g>')
        height += room
    height += _MARGIN
    width, paper = frame.width, f'width="{frame.width}" height="{height}" rx="{frame.radius}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<style>{picture_style(theme)}</style><rect class="paper" {paper}/>'
        f"{''.join(shapes)}</svg>\n"
    )


def _interval_row(
    name: str, estimate: Estimate, scale: Scale, frame: _Frame, *, factor: int = 1, number: int = 0, kind: str = "label"
) -> Part:
    """Return an estimate's row: its interval between name and value, or below both if the figure is narrow."""
    value = " ".join(format_estimate(estimate, factor=factor, signed=True))
    drawn = interval(estimate, scale, factor=factor)
    if frame.is_narrow:
        chart = _chart(drawn, INTERVAL_HEIGHT, number, frame, top=_LINE - 4)
        end = _text(value, f"{kind} end", at=frame.right)
        return _text(clipped(name, _LONGEST), "label") + end + chart, _LINE + INTERVAL_HEIGHT
    chart = _chart(drawn, INTERVAL_HEIGHT, number, frame)
    end = _text(value, kind, at=frame.right + _MARGIN)
    return _text(clipped(name, frame.letters), "label") + chart + end, INTERVAL_HEIGHT


def _differences(comparison: Comparison, labels: Sequence[str], frame: _Frame) -> Iterator[Part]:
    for unit, findings, scale in drawn_findings(comparison):
        base = "" if frame.is_narrow else f" from {labels[0]}"
        yield _text(f"Difference{base} in {unit}, with 95% interval", _head(frame)), _LINE
        for finding in findings:
            factor = factor_of(finding.measure)
            for number, difference in enumerate(finding.differences, 1):
                if difference is not None:
                    name = finding.measure.title + (f", {labels[number]}" if len(labels) > 2 else "")
                    kind = "label" if difference.contains_zero else "label clear"
                    yield _interval_row(name, difference, scale, frame, factor=factor, number=number, kind=kind)
        yield _chart(axis(scale, unit), AXIS_HEIGHT, 0, frame), AXIS_HEIGHT + _LINE


def _distributions(distributions: Sequence[Distribution], labels: Sequence[str], frame: _Frame) -> Iterator[Part]:
    for distribution in distributions:
        if any(histogram.total for histogram in distribution.histograms):
            words = "how often each value" if frame.is_narrow else "how often each value occurred"
            yield _text(f"{distribution.title}: {words}", _head(frame)), _LINE
            for number, chart in enumerate(bars(distribution.histograms, labels)):
                top = _LINE if frame.is_narrow else 0
                drawn = _chart(chart, BARS_HEIGHT, number, frame, top=top)
                yield _text(clipped(labels[number], frame.letters), "label") + drawn, BARS_HEIGHT + 4 + top
            yield "", _LINE


def _head(frame: _Frame) -> str:
    return "head small" if frame.is_narrow else "head"


def _text(text: str, kind: str, *, at: int = _MARGIN) -> str:
    return f'<text class="{kind}" x="{at}" y="15">{escape(text)}</text>'


def _chart(chart: str, height: int, number: int, frame: _Frame, *, top: int = 0) -> str:
    """Return a chart at its position, scaled to the width available there."""
    return (
        f'<svg class="{color_class(number)}" x="{frame.left}" y="{top}" width="{frame.right - frame.left}" '
        f'height="{height}">{chart}</svg>'
    )


# --- notebooks ------------------------------------------------------------------------------------


_SCROLLS: Final = "overflow-x:auto;max-width:100%"
_SIZE: Final = re.compile(r'width="(\d+)" height="(\d+)"')
_NO_BREAK: Final = "&nbsp;"
_ALT: Final = "the figures of the table, with their intervals"


def fragment(result: RunResult) -> str:
    """Return a result as a piece of HTML, for a notebook: its summary, tables and a plot.

    It follows the notebook's theme: the plot is an image in a light and a dark version, and the tables have no
    colors of their own. It has no style sheet and no inline SVG, since untrusted notebooks strip these.
    """
    note = "".join(f"<p>{escape(line)}</p>" for line in result.note.splitlines())
    tables = "".join(map(_table, result.tables))
    light, dark = (plot(result, theme) for theme in get_args(ThemeName))
    images = f"<div>{both(image(light, _ALT), image(dark, _ALT))}</div>" if light else ""
    return f"<div><p>{escape(result.summary)}</p>{tables}{note}{images}</div>"


def plot(result: RunResult, theme: ThemeName) -> str:
    """Return a result's plot as SVG, empty if the result has no plot."""
    if isinstance(result, Comparison):
        return "" if result.split else differences_figure(result, theme)
    if isinstance(result, Simulation):
        return bars_figure(result.distributions, labels_of([result.rules]), theme)
    return intervals_figure(result.intervals, theme) if result.intervals is not None else ""


def picture(result: RunResult, theme: ThemeName) -> Picture:
    """Return a result's picture: of a comparison the differences and the distributions."""
    theme_of(theme)
    svg = figure(result, theme) if isinstance(result, Comparison) else plot(result, theme)
    size = _SIZE.search(svg)
    if size is None:
        kind = type(result).__name__
        raise LabError(f"{kind} has no picture: print it, or use records()", kind=kind)
    return Picture(svg=svg, title=result.summary, width=int(size[1]), height=int(size[2]))


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
