"""How trained nets have done: the curves and the table of a file of figures that the example has written.

python -m docs.generate.training_curves > curves.svg
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from docs.generate.preset_pages import table
from ginrules._names import ThemeName
from ginrules.lab.report.charts import color_class, picture_style, ticks

FIGURES: Final = Path(__file__).parents[2] / "examples" / "trained" / "figures.json"
NAMES: Final = {
    "imitation": "imitation of expert",
    "ppo-after-imitation": "PPO after imitation, against greedy and expert",
    "ppo-from-nothing": "PPO from random weights, against greedy",
}
"""The runs in the order of the picture, with their titles."""

_OPPONENTS: Final = ("greedy", "expert")
_WIDTH, _LEFT, _RIGHT, _HEIGHT, _GAP, _HEAD = 720, 56, 24, 150, 84, 60


def runs() -> dict[str, Any]:
    """Return the figures of the runs that there are, by name."""
    figures: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8"))
    return {name: figures[name] for name in NAMES if name in figures}


def picture(theme: ThemeName) -> str:
    """Return the games won by the nets in the course of their training, as SVG."""
    drawn = runs()
    height = _HEAD + len(drawn) * (_HEIGHT + _GAP)
    title = "Mirrored games won by the net, in percent, with 95% intervals"
    key = "".join(
        f'<g class="{color_class(number)}"><circle class="point" cx="{_LEFT + 4 + 150 * number}" cy="44" r="4.5"/></g>'
        f'<text class="label" x="{_LEFT + 14 + 150 * number}" y="48">against {name}</text>'
        for number, name in enumerate(_OPPONENTS)
    )
    panels = "".join(
        f'<g transform="translate(0 {_HEAD + 20 + place * (_HEIGHT + _GAP)})">{"".join(_panel(name, run))}</g>'
        for place, (name, run) in enumerate(drawn.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img" aria-label="{title}"><style>{picture_style(theme)}.line{{fill:none;stroke:currentColor;'
        f'stroke-width:1.5}}</style><rect class="paper" width="100%" height="100%"/>'
        f'<text class="head" x="{_LEFT}" y="24">{title}</text>{key}{panels}</svg>\n'
    )


def _panel(name: str, run: dict[str, Any]) -> Iterator[str]:
    """Yield the parts of the picture of a run."""
    points = run["points"]
    last = max(point["decisions"] for point in points) / 1e6
    yield f'<text class="label" x="{_LEFT}" y="-8">{NAMES[name]}</text>'
    for share in (0, 25, 50, 75, 100):
        height = _y(share / 100)
        line = "zero" if share == 50 else "grid"
        yield f'<line class="{line}" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{height}" y2="{height}"/>'
        yield f'<text class="end" x="{_LEFT - 8}" y="{height + 4}">{share}</text>'
    for value in ticks(0, last, 8):
        yield f'<text x="{_x(value, last)}" y="{_HEIGHT + 18}" text-anchor="middle">{value:g}</text>'
    yield (
        f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT + 34}" class="end">million decisions, '
        f"{points[-1]['minutes']:.0f} minutes</text>"
    )
    for number, opponent in enumerate(_OPPONENTS):
        places = [(_x(point["decisions"] / 1e6, last), point[opponent]) for point in points if "won" in point[opponent]]
        path = " ".join(f"{x},{_y(share['won'])}" for x, share in places)
        yield f'<g class="{color_class(number)}"><polyline class="line" points="{path}"/>'
        for x, share in places:
            yield f'<line class="interval" x1="{x}" x2="{x}" y1="{_y(share["low"])}" y2="{_y(share["high"])}"/>'
            yield f'<circle class="point" cx="{x}" cy="{_y(share["won"])}" r="3.5"/>'
        yield "</g>"


def _x(millions: float, last: float) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * millions / last, 1)


def _y(share: float) -> float:
    return round(_HEIGHT * (1 - share), 1)


def markdown() -> str:
    """Return the last measurement of every run as a table, and after it the games on fresh deals."""
    rows = []
    for name, run in runs().items():
        point = run["points"][-1]
        rows.append((
            NAMES[name],
            f"{run['weights']:,}",
            f"{point['decisions'] / 1e6:.2f}",
            f"{point['minutes']:.0f} ({point['cpu minutes']:.0f})",
            *(_share(point[opponent]) for opponent in _OPPONENTS),
        ))  # fmt: skip
    head = ("run", "weights", "million decisions", "minutes (of a core)", "against greedy", "against expert")
    return f"{table(head, rows)}\n\n{_fresh()}".rstrip()


def _fresh() -> str:
    """Return the games of the weights in the repository on deals of another seed, which `benchmarks.trained` plays."""
    fresh = {NAMES[name]: run["fresh deals"] for name, run in runs().items() if "fresh deals" in run}
    every = [share for shares in fresh.values() for share in shares.values()]
    seeds, days = sorted({share["seed"] for share in every}), [share["made"] for share in every]
    rows = [(name, *(_share(shares.get(opponent, {})) for opponent in _OPPONENTS)) for name, shares in fresh.items()]
    head = (f"on fresh deals (seed {', '.join(map(str, seeds))})", "against greedy", "against expert")
    return f"{table(head, rows)}\n\n{max(days)}: `python -m benchmarks.trained`." if rows else ""


def _share(share: dict[str, float]) -> str:
    if "won" not in share:
        return ""
    return f"{share['won']:.1%} ({share['low']:.1%} to {share['high']:.1%}) of {share['games']:,}"


if __name__ == "__main__":
    sys.stdout.write(picture("light"))
