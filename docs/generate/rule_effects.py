"""The tables and the plot of the page *What each rule does*, from the measured changes of `rule_changes`."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import ginrules as gin
from docs.generate.preset_pages import table
from docs.generate.rule_changes import RIVALS, SECOND, SKILL, change_words, difference, kept, run_text, values_at_two
from ginrules._support.names import ThemeName
from ginrules._support.printed import html_text as escape
from ginrules.lab.report.charts import INTERVAL_HEIGHT, Scale, interval, picture_style, scale_of, ticks
from ginrules.lab.statistics.estimate import Estimate
from ginrules.rules.words import rule_words

COLUMNS: Final[Mapping[str, str]] = {
    "points": "points per round",
    "turns": "turns per round",
    "knock": "knocks, %",
    "first-seat-net": "first seat's net",
    SKILL: "skill, %",
}
"""The measures of the page, by their keys."""

_WIDTH, _LEFT, _COLUMN, _TOP, _GAP = 1000, 308, 138, 66, 10


def figures_of(change: Mapping[str, Any]) -> dict[str, Sequence[float]]:
    """Return the ends of the interval of each measure that the change has, in points, turns or percent."""
    figures = {**change.get("figures", {}), SKILL: change.get("skill")}
    return {key: figures[key][2:] for key in COLUMNS if figures.get(key)}


def rules_table() -> str:
    """Return the table of single rules."""
    rows = [(change_words(change), *_cells(change)) for change in kept()["changes"]]
    return f"{table(('rule', *COLUMNS.values()), rows)}\n\n{_run()}"


def presets_table() -> str:
    """Return the table of presets against standard."""
    rows = []
    for change in kept()["presets"]:
        name = f"[{gin.preset(change['after']).title}](presets/{change['after']}.md)"
        player = change.get("player", "")
        rows.append((name if player in {"learned", ""} else f"{name} ({player})", *_cells(change)))
    return f"{table(('preset', *COLUMNS.values()), rows)}\n\n{_run()}"


def opposed_table() -> str:
    """Return the differences whose direction depends on the player, with both figures."""
    rows = []
    for change in (*kept()["changes"], *kept()["presets"]):
        for key, ends in change.get("opposed", {}).items():
            name = change_words(change) if "rule" in change else gin.preset(change["after"]).title
            measure = kept()["measures"][key]
            rows.append((name, measure, difference(*change["figures"][key][2:]), difference(*ends)))
    head = ("change", "measure", f"between two {kept()['players'][0]}", f"between two {SECOND}")
    return table(head, rows)


def _cells(change: Mapping[str, Any]) -> Iterator[str]:
    if "problem" in change:
        yield from (f"not compared: {change['problem']}", *[""] * (len(COLUMNS) - 1))
        return
    figures = figures_of(change)
    for key in COLUMNS:
        yield difference(*figures[key]) if key in figures else ""


def _run() -> str:
    first, second = RIVALS
    return f"{run_text()} Skill is the share of games that {first} wins against {second}. Seed {kept()['seed']}."


def picture(theme: ThemeName) -> str:
    """Return the effects of all single rules as SVG: a line for each change, a column for each measure."""
    changes = kept()["changes"]
    scales = {key: scale_of(end for change in changes for end in figures_of(change).get(key, ())) for key in COLUMNS}
    title = "What a rule changes in standard gin rummy, with 95% intervals"
    parts = [f'<text class="head" x="16" y="24">{title}</text>']
    middle = (_COLUMN - _GAP) / 2
    parts += [
        f'<text class="label" x="{_at(number) + middle}" y="50" text-anchor="middle">{escape(words)}</text>'
        for number, words in enumerate(COLUMNS.values())
    ]
    y = _TOP
    for rule, group in groupby(changes, key=lambda change: change["rule"]):
        rows = [*group]
        words = f"{rule_words(rule)}: {values_at_two(rows[0])[0]}"
        for number, change in enumerate(rows):
            if number == 0:
                parts.append(f'<line class="grid" x1="16" x2="{_WIDTH - 16}" y1="{y}" y2="{y}"/>')
                parts.append(f'<text class="label" x="16" y="{y + 15}">{escape(words)}</text>')
            to = escape(values_at_two(change)[1])
            parts.append(f'<text class="label end" x="{_LEFT - 12}" y="{y + 15}">→ {to}</text>')
            parts += _row(change, scales, y)
            y += INTERVAL_HEIGHT
    parts += _axes(scales, y)
    height = y + 32
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img" aria-label="{title}"><style>{picture_style(theme)}</style>'
        f'<rect class="paper" width="100%" height="100%"/>{"".join(parts)}</svg>\n'
    )


def _at(number: int) -> float:
    return _LEFT + number * _COLUMN


def _row(change: Mapping[str, Any], scales: Mapping[str, Scale], y: int) -> Iterator[str]:
    """Yield the intervals of a change, each in the column of its measure."""
    figures = figures_of(change)
    for number, key in enumerate(COLUMNS):
        low, high = figures.get(key, (0.0, 0.0))
        chart = interval(Estimate((low + high) / 2, low, high), scales[key], factor=1)
        yield (
            f'<g class="c{number}" transform="translate({_at(number)} {y})">'
            f'<svg width="{_COLUMN - _GAP}" height="{INTERVAL_HEIGHT}">{chart}</svg></g>'
        )


def _axes(scales: Mapping[str, Scale], y: int) -> Iterator[str]:
    """Yield the numbers below each column; those at its ends would meet the numbers of the next."""
    for number, scale in enumerate(scales.values()):
        room = 0.1 * (scale.high - scale.low)
        marks = "".join(
            f'<text x="{scale.at(value)}" y="16" text-anchor="middle">{_number(value)}</text>'
            for value in ticks(scale.low + room, scale.high - room, 3)
        )
        yield f'<svg x="{_at(number)}" y="{y}" width="{_COLUMN - _GAP}" height="20">{marks}</svg>'


def _number(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"
