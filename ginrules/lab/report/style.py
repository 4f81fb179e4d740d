"""How the page of a report looks: one style sheet, light and dark, for desk and phone."""

from typing import Final

SERIES: Final = 8
"""How many rule sets have a color of their own; further ones begin again."""

LIGHT: Final = ("#1f6f50", "#c2452d", "#2b62b3", "#9a6b00", "#7a3e9d", "#0f7c8a", "#a83a72", "#5d6b1e")
DARK: Final = ("#5fc79a", "#ff8b73", "#7fb0ff", "#e6b450", "#c79be8", "#5fd0df", "#f08fc0", "#b9cc6a")


def _variables(colors: tuple[str, ...]) -> str:
    return "".join(f"--s{number}:{color};" for number, color in enumerate(colors))


CSS: Final = f"""
:root{{color-scheme:light dark;--paper:#fbfaf7;--ink:#1d2420;--quiet:#5c655f;--line:#d9d6cc;--band:#f1efe8;
{_variables(LIGHT)}}}
@media (prefers-color-scheme:dark){{:root{{--paper:#151a18;--ink:#e8ece9;--quiet:#9ca8a1;--line:#36403b;--band:#1e2522;
{_variables(DARK)}}}}}
*{{box-sizing:border-box}}
body{{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}}
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
td .reach{{color:var(--quiet);font-size:.85em}}
td.nowrap,.figures td{{white-space:nowrap}}
.clear{{font-weight:700}}
.row{{display:grid;grid-template-columns:13rem 1fr 10.5rem;gap:0 .8rem;align-items:center}}
.row .name{{font-size:.9rem}}.row .told{{font-size:.85rem;text-align:right;white-space:nowrap;
font-variant-numeric:tabular-nums}}
.row.of .name{{padding-left:.9rem;color:var(--quiet)}}
svg{{display:block;width:100%;overflow:visible}}
svg text{{font-size:11px;fill:var(--quiet)}}
.grid{{stroke:var(--line);stroke-width:1}}.zero{{stroke:var(--quiet);stroke-width:1.5}}
.mean{{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:3 2}}
.bar{{fill:currentColor;opacity:.8}}.reachline{{stroke:currentColor;stroke-width:2.5;stroke-linecap:round}}
.point{{fill:currentColor}}.unsure{{opacity:.45}}
figure{{margin:.3rem 0 1.2rem}}figcaption{{font-size:.85rem;color:var(--quiet)}}
details{{margin:.8rem 0}}summary{{cursor:pointer;color:var(--quiet)}}
dt{{font-weight:600;margin-top:.4rem}}dd{{margin:0}}
{"".join(f".c{number}{{color:var(--s{number})}}" for number in range(SERIES))}
@media (max-width:40rem){{.row{{grid-template-columns:1fr auto;margin-top:.35rem}}
.row>div{{grid-column:1/-1;grid-row:2}}.row>.told{{grid-column:2;grid-row:1}}
th,td{{padding:.25rem .4rem}}}}
@media print{{details{{display:none}}}}
"""
