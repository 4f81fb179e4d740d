"""Results as pictures: the style of reports, and estimates drawn with their intervals as SVG.

Positions along an interval are in percent of the width, so a chart fits a phone and its text keeps its size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Final

from ginrules._support.names import ThemeName
from ginrules._support.printed import clipped, minus_signs
from ginrules._support.printed import html_text as escape
from ginrules.errors import LabError
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.measures import Unit
from ginrules.lab.statistics.result import RunResult, estimate_text, factor_of, labels_of
from ginrules.show.pictures.draw import Picture, theme_of, wrapped

_LIGHT_COLORS: Final = (
    "#fbfaf7 #1d2420 #5c655f #d9d6cc #f1efe8 #1f6f50 #c2452d #2b62b3 #9a6b00 #7a3e9d #0f7c8a #a83a72 #5d6b1e"
)
_DARK_COLORS: Final = (
    "#151a18 #e8ece9 #9ca8a1 #36403b #1e2522 #5fc79a #ff8b73 #7fb0ff #e6b450 #c79be8 #5fd0df #f08fc0 #b9cc6a"
)
_LIGHT, _DARK = (
    dict(zip("paper ink quiet line band s0 s1 s2 s3 s4 s5 s6 s7".split(), colors.split(), strict=True))
    for colors in (_LIGHT_COLORS, _DARK_COLORS)
)
_SERIES: Final = 8
_FONT: Final = 'system-ui,-apple-system,"Segoe UI",Roboto,sans-serif'


def _variables(colors: dict[str, str]) -> str:
    return "".join(f"--{name}:{color};" for name, color in colors.items())


_CHARTS: Final = f"""
svg{{overflow:visible}}
svg text{{font-size:11px;fill:var(--quiet)}}
.grid{{stroke:var(--line);stroke-width:1}}.zero{{stroke:var(--quiet);stroke-width:1.5}}
.interval{{stroke:currentColor;stroke-width:2.5;stroke-linecap:round}}
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
.wide{{overflow-x:auto}}
table{{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}}
th,td{{padding:.25rem .7rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:baseline}}
th{{font-weight:600}}thead th{{color:var(--quiet)}}
th:first-child,td:first-child,.words th,.words td{{text-align:left;padding-left:0}}
figure>svg{{display:block;width:100%;max-width:34rem;height:auto}}
{_CHARTS}
figure{{margin:.3rem 0 1.2rem}}
details{{margin:.8rem 0}}summary{{cursor:pointer;color:var(--quiet)}}
dt{{font-weight:600;margin-top:.4rem}}dd{{margin:0}}
@media (max-width:40rem){{th,td{{padding:.25rem .4rem}}}}
@media print{{details{{display:none}}tr,figure{{break-inside:avoid}}h2{{break-after:avoid}}}}
"""
"""The style sheet of a page, for large screens and phones."""


def picture_style(theme: ThemeName) -> str:
    """Return the style sheet of a picture, with literal colors, since few SVG programs support variables."""
    colors, font = _LIGHT if theme == "light" else _DARK, _FONT.replace('"', "'")
    charts = re.sub(r"var\(--(\w+)\)", lambda name: colors[name[1]], _CHARTS)
    return f"\nsvg{{font-family:{font}}}\n{charts}\n"


# --- charts ---------------------------------------------------------------------------------------


_STEPS: Final = (1, 2, 2.5, 5, 10)
INTERVAL_HEIGHT: Final = 22
"""The height of an interval, in pixels."""


Scale = tuple[float, float]
"""The lowest and the highest value along a chart's width."""


def at(value: float, scale: Scale) -> str:
    """Return a value's position, in percent of the width."""
    low, high = scale
    return f"{100 * (value - low) / (high - low):.4g}%"


def scale_of(values: Iterable[float]) -> Scale:
    """Return a scale that includes these values, with a margin, and zero."""
    held = [0.0, *values]
    low, high = min(held), max(held)
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return round numbers from low to high, about as many as ``most``."""
    span = high - low
    size = 10.0 ** math.floor(math.log10(span / most))
    step = next(size * factor for factor in _STEPS if span / (size * factor) <= most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 10) for place in range(first, last + 1)]


def interval(estimate: Estimate, scale: Scale, *, factor: float) -> str:
    """Return an estimate as a point on its interval, with a line at zero, and pale if it contains zero."""
    low, value, high = (at(factor * number, scale) for number in (estimate.low, estimate.value, estimate.high))
    zero = at(0, scale)
    group = '<g class="unclear">' if estimate.contains_zero else "<g>"
    middle = INTERVAL_HEIGHT // 2
    return (
        f'<svg height="{INTERVAL_HEIGHT}" aria-hidden="true">'
        f'<line class="zero" x1="{zero}" x2="{zero}" y1="0" y2="{INTERVAL_HEIGHT}"/>'
        f'{group}<line class="interval" x1="{low}" x2="{high}" y1="{middle}" y2="{middle}"/>'
        f'<circle class="point" cx="{value}" cy="{middle}" r="4.5"/></g></svg>'
    )


def _axis(scale: Scale, unit: str) -> str:
    marks = "".join(
        f'<line class="grid" x1="{at(value, scale)}" x2="{at(value, scale)}" y1="0" y2="4"/>'
        f'<text x="{at(value, scale)}" y="16" text-anchor="middle">{_number(value)}</text>'
        for value in ticks(*scale)
    )
    return f'<svg height="{_AXIS_HEIGHT}" role="img" aria-label="{escape(unit)}">{marks}</svg>'


def _number(value: float) -> str:
    return minus_signs(f"{value:+g}") if value else "0"


_UNITS: Final[tuple[tuple[Unit, str], ...]] = (
    ("points", "points"),
    ("share", "percentage points"),
    ("turns", "turns"),
    ("rounds", "rounds"),
)
_AXIS_HEIGHT: Final = 20
_MARGIN: Final = 20
_WIDTH: Final = 420
_RIGHT: Final = _WIDTH - _MARGIN
_RADIUS: Final = 10
_HEAD: Final = 13  # the type size of a head
_LINE: Final = 22
_LONGEST: Final = 34  # letters of a name that fit next to its value

Part = tuple[str, int]
"""A part of the picture, drawn from its upper edge, and its height in pixels."""


def _rows(rows: Iterable[tuple[str, Estimate, int, int]], unit: str, *, clear: bool = False) -> Iterator[Part]:
    """Yield estimates (name, estimate, factor, number of the color), each below its name and value, and their axis."""
    listed = [*rows]
    scale = scale_of(factor * end for _, one, factor, _ in listed for end in (one.low, one.high))
    for name, one, factor, number in listed:
        kind = "label clear" if clear and not one.contains_zero else "label"
        value = _text(estimate_text(one, factor=factor, signed=True), f"{kind} end", at=_RIGHT)
        chart = _chart(interval(one, scale, factor=factor), INTERVAL_HEIGHT, number, top=_LINE - 4)
        yield _text(clipped(name, _LONGEST), "label") + value + chart, _LINE + INTERVAL_HEIGHT
    yield _chart(_axis(scale, unit), _AXIS_HEIGHT, 0), _AXIS_HEIGHT + _LINE


def _title(comparison: Comparison) -> Iterator[Part]:
    labels = labels_of(comparison.rules)
    title = f"{', '.join(labels[:-1])} and {labels[-1]}: {comparison.rounds:,} rounds each, {comparison.players}"
    heads = wrapped(title.replace("+", " +"), _RIGHT - _MARGIN, _HEAD, lines=6)  # long names can be broken
    yield from ((_text(line, "head"), _LINE * (1 + (line is heads[-1]))) for line in heads)


def _differences(comparison: Comparison) -> Iterator[Part]:
    """Yield the differences with their intervals, by unit."""
    labels = labels_of(comparison.rules)
    ends = [f", {label}" if len(labels) > 2 else "" for label in labels]
    drawn = [one for one in comparison.findings if any(one.differences) and not all(one.sames)]
    groups = [(name, [one for one in drawn if one.measure.unit == unit]) for unit, name in _UNITS]
    groups += [(one.measure.title, [one]) for one in drawn if one.measure.unit == "own"]
    for unit, findings in groups:
        if findings:
            yield _text(f"Difference in {unit}, with 95% interval", "head"), _LINE
            rows = [
                (one.measure.title + ends[number], difference, factor_of(one.measure), number)
                for one in findings
                for number, difference in enumerate(one.differences, 1)
                if difference is not None
            ]
            yield from _rows(rows, unit, clear=True)


def _ratings(tournament: RunResult) -> Iterator[Part]:
    known = [(one.player, one.elo, 1, 0) for one in getattr(tournament, "entrants", ()) if one.elo is not None]
    if known:
        yield _text("Elo, with the 95% interval", "head"), _LINE
        yield from _rows(known, "Elo")


def _text(text: str, kind: str, *, at: int = _MARGIN) -> str:
    return f'<text class="{kind}" x="{at}" y="15">{escape(text)}</text>'


def _chart(chart: str, height: int, number: int, *, top: int = 0) -> str:
    """Return a chart at its position, scaled to the width available there, in one of eight colors."""
    return (
        f'<svg class="c{number % _SERIES}" x="{_MARGIN}" y="{top}" width="{_RIGHT - _MARGIN}" '
        f'height="{height}">{chart}</svg>'
    )


def plot(result: RunResult, theme: ThemeName | None, *, titled: bool = False) -> Picture | None:
    """Return a result's picture, if it has one, in the colors of a theme, or of the page that has `PAGE` as its style.

    That of a comparison can have a title.
    """
    if isinstance(result, Comparison) and not result.split:
        parts = [*(_title(result) if titled else ()), *_differences(result)]
    else:
        parts = [*_ratings(result)]
    if not parts:
        return None
    height, shapes = _MARGIN, []
    for part, room in parts:
        shapes.append(f'<g transform="translate(0 {height})">{part}</g>')
        height += room
    height += _MARGIN
    size = f'width="{_WIDTH}" height="{height}"'
    style = f"<style>{picture_style(theme)}</style>" if theme else ""
    space = ' xmlns="http://www.w3.org/2000/svg"' if theme else ""  # a page needs none
    svg = (
        f'<svg{space} {size} viewBox="0 0 {_WIDTH} {height}">{style}<rect class="paper" {size} rx="{_RADIUS}"/>'
        f"{''.join(shapes)}</svg>\n"
    )
    return Picture(svg=svg, title=result.summary, width=_WIDTH, height=height)


def picture(result: RunResult, theme: ThemeName) -> Picture:
    """Return a result's picture: the differences of a comparison, or the ratings of a tournament."""
    theme_of(theme)
    drawn = plot(result, theme, titled=True)
    if drawn is None:
        kind = type(result).__name__
        raise LabError(f"{kind} has no picture: print it, or use records()", kind=kind)
    return drawn
