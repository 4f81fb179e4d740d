"""Results as pictures: the style of reports, charts as inline SVG, and HTML for notebooks.

Positions in charts are in percent of the width, so a chart fits a phone and its text keeps its size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, get_args

import attrs

from ginrules._support.names import ThemeName
from ginrules._support.notebook import both, image
from ginrules._support.printed import html_text as escape
from ginrules.errors import LabError
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.simulation import Simulation
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.measures import Unit
from ginrules.lab.statistics.result import (
    Bin,
    Distribution,
    Histogram,
    RunResult,
    Table,
    factor_of,
    format_estimate,
    labels_of,
)
from ginrules.show.pictures.draw import Picture, theme_of, wrapped
from ginrules.show.words import clipped

if TYPE_CHECKING:
    from ginrules.lab.round_robin.tournament import Tournament

_LIGHT: Final = {
    "paper": "#fbfaf7", "ink": "#1d2420", "quiet": "#5c655f", "line": "#d9d6cc", "band": "#f1efe8",
    "s0": "#1f6f50", "s1": "#c2452d", "s2": "#2b62b3", "s3": "#9a6b00",
    "s4": "#7a3e9d", "s5": "#0f7c8a", "s6": "#a83a72", "s7": "#5d6b1e",
}  # fmt: skip
_DARK: Final = {
    "paper": "#151a18", "ink": "#e8ece9", "quiet": "#9ca8a1", "line": "#36403b", "band": "#1e2522",
    "s0": "#5fc79a", "s1": "#ff8b73", "s2": "#7fb0ff", "s3": "#e6b450",
    "s4": "#c79be8", "s5": "#5fd0df", "s6": "#f08fc0", "s7": "#b9cc6a",
}  # fmt: skip
_SERIES: Final = 8
_FONT: Final = 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif'


def color_class(number: int) -> str:
    """Return the CSS class that colors a rule set, one of eight in turn."""
    return f"c{number % _SERIES}"


def _variables(colors: dict[str, str]) -> str:
    return "".join(f"--{name}:{color};" for name, color in colors.items())


_CHARTS: Final = f"""
svg{{overflow:visible}}
svg text{{font-size:11px;fill:var(--quiet)}}
.grid{{stroke:var(--line);stroke-width:1}}.zero{{stroke:var(--quiet);stroke-width:1.5}}
.mean{{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:3 2}}
.bar{{fill:currentColor;opacity:.8}}.interval{{stroke:currentColor;stroke-width:2.5;stroke-linecap:round}}
.point{{fill:currentColor}}.unclear{{opacity:.45}}
.paper{{fill:var(--paper)}}svg .head{{font-size:13px;font-weight:600;fill:var(--ink)}}
svg .label{{font-size:12px;fill:var(--ink)}}svg .clear{{font-weight:700}}
svg .end{{text-anchor:end}}
{"".join(f".c{number}{{color:var(--s{number})}}" for number in range(_SERIES))}
"""

PAGE: Final = f"""
:root{{color-scheme:light dark;{_variables(_LIGHT)}}}
@media (prefers-color-scheme:dark){{:root{{{_variables(_DARK)}}}}}
*{{box-sizing:border-box}}
body{{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 {_FONT}}}
main{{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 4rem}}
h1{{font-size:1.7rem;line-height:1.2;margin:.5rem 0}}
h2{{font-size:1.2rem;margin:2.4rem 0 .5rem;padding-top:.8rem;border-top:1px solid var(--line)}}
h3{{font-size:1rem;margin:1.4rem 0 .3rem}}
p{{margin:.4rem 0;max-width:46rem}}
.quiet{{color:var(--quiet);font-size:.9rem}}
.warn{{border-left:4px solid var(--s1);padding:.4rem .8rem;background:var(--band)}}
.key{{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin:.6rem 0;padding:0;list-style:none}}
.dot{{display:inline-block;width:.75rem;height:.75rem;border-radius:50%;margin-right:.4rem;background:currentColor}}
.wide{{overflow-x:auto}}
table{{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}}
th,td{{padding:.25rem .7rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:baseline}}
th{{font-weight:600}}thead th{{color:var(--quiet)}}
th:first-child,td:first-child,.words th,.words td{{text-align:left;padding-left:0}}
td .half{{color:var(--quiet);font-size:.85em}}
.figures td{{white-space:nowrap}}
.clear{{font-weight:700}}
figure>svg{{display:block;width:100%;max-width:34rem;height:auto}}
{_CHARTS}
figure{{margin:.3rem 0 1.2rem}}figcaption{{font-size:.85rem;color:var(--quiet)}}
details{{margin:.8rem 0}}summary{{cursor:pointer;color:var(--quiet)}}
dt{{font-weight:600;margin-top:.4rem}}dd{{margin:0}}
@media (max-width:40rem){{th,td{{padding:.25rem .4rem}}}}
@media print{{details{{display:none}}}}
"""
"""The style sheet of a page, for large screens and phones."""


def picture_style(theme: ThemeName) -> str:
    """Return the style sheet of a picture, with literal colors, since few SVG programs support variables."""
    colors, font = _LIGHT if theme == "light" else _DARK, _FONT.replace('"', "'")
    charts = re.sub(r"var\(--(\w+)\)", lambda name: colors[name[1]], _CHARTS)
    return f"\nsvg{{font-family:{font}}}\n{charts}\n"


# --- charts ---------------------------------------------------------------------------------------


_STEPS: Final = (1, 2, 2.5, 5, 10)
_WIDTHS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
_MOST_BARS: Final = 32
_TAIL: Final = 0.998
_LABELLED: Final = 0.8  # of the axis, where its end has words

INTERVAL_HEIGHT: Final = 22
"""The height of an interval, in pixels."""
AXIS_HEIGHT: Final = 20
"""The height of an axis, in pixels."""
BARS_HEIGHT: Final = 84
"""The height of a histogram, in pixels."""
_BASE: Final = BARS_HEIGHT - 18


@attrs.frozen
class Scale:
    """The values along a chart's width."""

    low: float
    high: float

    def at(self, value: float) -> str:
        """Return a value's position, in percent of the width."""
        return f"{100 * (value - self.low) / (self.high - self.low):.4g}%"


def scale_of(values: Iterable[float]) -> Scale:
    """Return a scale that includes these values, with a margin, and zero."""
    held = [0.0, *values]
    low, high = min(held), max(held)
    room = 0.06 * (high - low) or 1.0
    return Scale(low - room, high + room)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers from low to high, about as many as ``most``."""
    span = high - low
    size = 10.0 ** math.floor(math.log10(span / most))
    step = next(size * factor for factor in _STEPS if span / (size * factor) <= most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 10) for place in range(first, last + 1)]


def interval(estimate: Estimate, scale: Scale, *, factor: float) -> str:
    """Return an estimate as a point on its interval, with a line at zero, and pale if it contains zero."""
    low, value, high = (scale.at(factor * number) for number in (estimate.low, estimate.value, estimate.high))
    group = '<g class="unclear">' if estimate.contains_zero else "<g>"
    middle = INTERVAL_HEIGHT // 2
    return (
        f'<svg height="{INTERVAL_HEIGHT}" aria-hidden="true">'
        f'<line class="zero" x1="{scale.at(0)}" x2="{scale.at(0)}" y1="0" y2="{INTERVAL_HEIGHT}"/>'
        f'{group}<line class="interval" x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"/>'
        f'<circle class="point" cx="{value}" cy="{middle}" r="4.5"/></g></svg>'
    )


def axis(scale: Scale, unit: str) -> str:
    """Return the axis labels of a scale, to be placed below its rows."""
    marks = "".join(_tick(scale, value, 0, _number(value, signed=True)) for value in ticks(scale.low, scale.high))
    return f'<svg height="{AXIS_HEIGHT}" role="img" aria-label="{escape(unit)}">{marks}</svg>'


def _tick(scale: Scale, value: float, top: int, text: str) -> str:
    position = scale.at(value)
    return (
        f'<line class="grid" x1="{position}" x2="{position}" y1="{top}" y2="{top + 4}"/>'
        f'<text x="{position}" y="{top + 16}" text-anchor="middle">{text}</text>'
    )


def bar_width(histograms: Sequence[Histogram]) -> int:
    """Return a bar width that gives these histograms 32 bars or fewer."""
    values = [value for histogram in histograms for value, _ in histogram.counts]
    span = max(values) - min(values) + 1 if values else 1
    return next((width for width in _WIDTHS if span / width <= _MOST_BARS), _WIDTHS[-1])


def bars(histograms: Sequence[Histogram], labels: Sequence[str]) -> list[str]:
    """Return a row of bars for each histogram, on the same scales, as shares of all values.

    The last bar combines the largest 0.2 percent of the values.
    """
    most = max((histogram.quantile(_TAIL) or 0 for histogram in histograms), default=0)
    cut = any(histogram.counts and histogram.counts[-1][0] > most for histogram in histograms)
    shown = [_without_tail(histogram, most) for histogram in histograms]
    width = bar_width(shown)
    binned = [histogram.bins(width) for histogram in shown]
    lows = [bin_.low for bins in binned for bin_ in bins]
    if not lows:
        return ["" for _ in histograms]
    scale = Scale(min(lows) - width / 2, max(lows) + 1.5 * width)
    top = max(bin_.count / histogram.total for histogram, bins in zip(shown, binned, strict=True) for bin_ in bins)
    below = _axis_of_bars(scale, width, cut=cut)
    return [
        _bars(histogram, bins, scale, top, label, below)
        for histogram, bins, label in zip(shown, binned, labels, strict=True)
    ]


def _without_tail(histogram: Histogram, most: int) -> Histogram:
    inside = {value: times for value, times in histogram.counts if value <= most}
    beyond = histogram.total - sum(inside.values())
    if beyond:
        inside[most] = inside.get(most, 0) + beyond
    return Histogram(inside)


def _axis_of_bars(scale: Scale, width: int, *, cut: bool) -> str:
    # the words at the end have the place of the last labels
    last = scale.low + _LABELLED * (scale.high - scale.low) if cut else scale.high - 0.5 * width - 1
    marks = "".join(
        _tick(scale, value, _BASE, _number(value))
        for value in ticks(scale.low, scale.high)
        if float(value).is_integer() and scale.low <= value <= last + 0.5
    )
    beyond = f'<text x="100%" y="{_BASE + 16}" text-anchor="end">and more</text>' if cut else ""
    return f'{marks}{beyond}<line class="grid" x1="0" x2="100%" y1="{_BASE}" y2="{_BASE}"/>'


def _bars(histogram: Histogram, bins: Sequence[Bin], scale: Scale, top: float, label: str, below: str) -> str:
    shapes = []
    for bin_ in bins:
        if not bin_.count:
            continue
        share = bin_.count / histogram.total
        height = max(0.6, (_BASE - 8) * share / top)
        width = bin_.high - bin_.low + 1
        values = f"{bin_.low}" if width == 1 else f"{bin_.low} to {bin_.high}"
        shapes.append(
            f'<rect class="bar" x="{scale.at(bin_.low - 0.5 + 0.04 * width)}" '
            f'width="{92 * width / (scale.high - scale.low):.4g}%" '
            f'y="{_BASE - height:.1f}" height="{height:.1f}"><title>{values}: {100 * share:.1f}%</title></rect>'
        )
    mean = histogram.mean
    if mean is not None:
        shapes.append(f'<line class="mean" x1="{scale.at(mean)}" x2="{scale.at(mean)}" y1="2" y2="{_BASE}"/>')
    text = f"{label}: nothing counted" if mean is None else f"{label}: mean {mean:.2f}"
    return f'<svg height="{BARS_HEIGHT}" role="img" aria-label="{escape(text)}">{below}{"".join(shapes)}</svg>'


def _number(value: float, *, signed: bool = False) -> str:
    text = f"{value:+g}" if signed and value else f"{value:g}"
    return text.replace("-", "−")


_UNITS: Final[tuple[tuple[Unit, str], ...]] = (
    ("points", "points"),
    ("share", "percentage points"),
    ("turns", "turns"),
    ("rounds", "rounds"),
)
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


def drawing(parts: Iterable[Part], theme: ThemeName | None = None) -> str:
    """Return parts one below the other, in the colors of a theme, or of the page that has `PAGE` as its style."""
    height, shapes = _MARGIN, []
    for part, room in parts:
        shapes.append(f'<g transform="translate(0 {height})">{part}</g>')
        height += room
    size = f'width="{_WIDTH}" height="{height + _MARGIN}"'
    style = f"<style>{picture_style(theme)}</style>" if theme else ""
    space = ' xmlns="http://www.w3.org/2000/svg"' if theme else ""  # a page needs none
    return (
        f'<svg{space} {size} viewBox="0 0 {_WIDTH} {height + _MARGIN}">'
        f'{style}<rect class="paper" {size} rx="{_RADIUS}"/>'
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
    yield from differences(comparison)
    yield from distributions_drawn(comparison.distributions, labels)


def differences(comparison: Comparison) -> Iterator[Part]:
    """Yield the differences with their intervals, by unit."""
    labels = labels_of(comparison.rules)
    drawn = [one for one in comparison.findings if any(one.differences) and not all(one.sames)]
    groups = [(name, [one for one in drawn if one.measure.unit == unit]) for unit, name in _UNITS]
    groups += [(one.measure.title, [one]) for one in drawn if one.measure.unit == "own"]
    for unit, findings in groups:
        if not findings:
            continue
        intervals = [(one, factor_of(finding.measure)) for finding in findings for one in finding.differences if one]
        scale = scale_of(factor * end for one, factor in intervals for end in (one.low, one.high))
        yield _text(f"Difference in {unit}, with 95% interval", "head"), _LINE
        for finding in findings:
            factor = factor_of(finding.measure)
            for number, difference in enumerate(finding.differences, 1):
                if difference is not None:
                    name = finding.measure.title + (f", {labels[number]}" if len(labels) > 2 else "")
                    kind = "label" if difference.contains_zero else "label clear"
                    yield _interval_row(name, difference, scale, factor=factor, number=number, kind=kind)
        yield _chart(axis(scale, unit), AXIS_HEIGHT, 0), AXIS_HEIGHT + _LINE


def distributions_drawn(distributions: Sequence[Distribution], labels: Sequence[str]) -> Iterator[Part]:
    """Yield the distributions, with rule sets below each other, on the same scale."""
    for distribution in distributions:
        if any(histogram.total for histogram in distribution.histograms):
            yield _text(f"{distribution.title}: how often each value", "head"), _LINE
            for number, chart in enumerate(bars(distribution.histograms, labels)):
                drawn = _chart(chart, BARS_HEIGHT, number, top=_LINE)
                yield _text(clipped(labels[number], _LETTERS), "label") + drawn, BARS_HEIGHT + 4 + _LINE
            yield "", _LINE


def _ratings(tournament: Tournament) -> Iterator[Part]:
    known = [(one.player, one.elo) for one in tournament.entrants if one.elo is not None]
    if known:
        scale = scale_of(end for _, estimate in known for end in (estimate.low, estimate.high))
        yield _text("Elo, with the 95% interval", "head"), _LINE
        yield from (_interval_row(name, estimate, scale) for name, estimate in known)
        yield _chart(axis(scale, "Elo"), AXIS_HEIGHT, 0), AXIS_HEIGHT


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
        parts = () if result.split else _comparison(result) if whole else differences(result)
    elif isinstance(result, Simulation):
        parts = distributions_drawn(result.distributions, labels_of([result.rules]))
    else:
        from ginrules.lab.round_robin.tournament import Tournament  # the playground does without it

        if isinstance(result, Tournament):
            parts = _ratings(result)
    drawn = [*parts]
    return drawing(drawn, theme) if drawn or isinstance(result, Comparison | Simulation) else ""


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
