"""The course of a training of the learned player: games won against expert, from the figures of the benchmark."""

import json
from pathlib import Path
from typing import Final

from ginrules._support.names import ThemeName
from ginrules.lab.report.charts import color_class, picture_style, ticks

FIGURES: Final = Path(__file__).parents[2] / "benchmarks" / "learned_nets.json"

_WIDTH, _LEFT, _RIGHT, _TOP, _HEIGHT, _FOOT = 720, 56, 24, 48, 200, 48
_LOW, _HIGH = 30, 70


def picture(theme: ThemeName) -> str:
    """Return the games won by the nets of the package in the course of their training, as SVG."""
    runs = json.loads(FIGURES.read_text(encoding="utf-8"))["training"]
    last = max((point["positions"] for run in runs.values() for point in run["points"]), default=1) / 1e6
    height = _TOP + _HEIGHT + _FOOT
    title = "Mirrored games won against expert, in percent, with 95% intervals"

    def x(millions: float) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * millions / last, 1)

    def y(percent: float) -> float:
        return round(_TOP + _HEIGHT * (_HIGH - max(percent, _LOW)) / (_HIGH - _LOW), 1)

    parts = []
    for percent in range(_LOW, _HIGH + 1, 10):
        line = "zero" if percent == (_LOW + _HIGH) // 2 else "grid"
        parts += [
            f'<line class="{line}" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(percent)}" y2="{y(percent)}"/>',
            f'<text class="end" x="{_LEFT - 8}" y="{y(percent) + 4}">{percent}</text>',
        ]
    parts += [
        f'<text x="{x(value)}" y="{height - 28}" text-anchor="middle">{value:g}</text>' for value in ticks(0, last, 8)
    ]
    parts.append(f'<text class="end" x="{_WIDTH - _RIGHT}" y="{height - 10}">million positions</text>')
    for number, (name, run) in enumerate(runs.items()):
        points = [(x(point["positions"] / 1e6), *(100 * point[key] for key in ("won", "low", "high")))
                  for point in run["points"]]  # fmt: skip
        path = " ".join(f"{across},{y(won)}" for across, won, *_ in points)
        parts.append(f'<g class="{color_class(number)}"><polyline class="line" points="{path}"/>')
        for across, won, low, high in points:
            parts.append(f'<line class="interval" x1="{across}" x2="{across}" y1="{y(low)}" y2="{y(high)}"/>')
            parts.append(f'<circle class="point" cx="{across}" cy="{y(won)}" r="3.5"/>')
        parts.append(f'<text class="label" x="{_LEFT + 8 + 110 * number}" y="{_TOP - 6}">{name}</text></g>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img" aria-label="{title}"><style>{picture_style(theme)}.line{{fill:none;stroke:currentColor;'
        f'stroke-width:1.5}}</style><rect class="paper" width="100%" height="100%"/>'
        f'<text class="head" x="{_LEFT}" y="20">{title}</text>{"".join(parts)}</svg>\n'
    )
