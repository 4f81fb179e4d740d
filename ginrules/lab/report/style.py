"""The style of reports: light and dark colors, and the style sheets of pages and pictures."""

from __future__ import annotations

import re
from typing import Final

from ginrules._names import ThemeName

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
    """Return the CSS class that colors a rule set; after eight rule sets the colors repeat."""
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
.row{{display:grid;grid-template-columns:13rem 1fr 10.5rem;gap:0 .8rem;align-items:center}}
.row .name{{font-size:.9rem}}
.row .value{{font-size:.85rem;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}}
.row.of .name{{padding-left:.9rem;color:var(--quiet)}}
svg{{display:block;width:100%}}
{_CHARTS}
figure{{margin:.3rem 0 1.2rem}}figcaption{{font-size:.85rem;color:var(--quiet)}}
details{{margin:.8rem 0}}summary{{cursor:pointer;color:var(--quiet)}}
dt{{font-weight:600;margin-top:.4rem}}dd{{margin:0}}
@media (max-width:40rem){{.row{{grid-template-columns:1fr auto;margin-top:.35rem}}
.row>div{{grid-column:1/-1;grid-row:2}}.row>.value{{grid-column:2;grid-row:1}}
th,td{{padding:.25rem .4rem}}}}
@media print{{details{{display:none}}}}
"""
"""The style sheet of a page, for large screens and phones."""

_PICTURE: Final = f"""
svg{{font-family:{_FONT.replace('"', "'")}}}
{_CHARTS}
.paper{{fill:var(--paper)}}svg .head{{font-size:15px;font-weight:600;fill:var(--ink)}}
svg .label{{font-size:12px;fill:var(--ink)}}svg .clear{{font-weight:700}}
svg .end{{text-anchor:end}}svg .small{{font-size:13px}}
"""


def picture_style(theme: ThemeName) -> str:
    """Return the style sheet of a picture; colors are literal, because few SVG programs support variables."""
    colors = _LIGHT if theme == "light" else _DARK
    return re.sub(r"var\(--(\w+)\)", lambda name: colors[name[1]], _PICTURE)
