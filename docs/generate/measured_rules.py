"""The page of what single rules and presets change, as ``python -m benchmarks.rule_changes`` measured it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final

import ginrules as gin
from docs.generate.markdown import ROOT, table
from ginrules._support.names import ThemeName
from ginrules._support.printed import html_text as escape
from ginrules.cards import RANK_LETTERS
from ginrules.lab.report.picture import INTERVAL_HEIGHT, Scale, at, interval, picture_style, scale_of, ticks
from ginrules.lab.statistics.estimate import Estimate
from ginrules.rules.texts import value_text
from ginrules.show.rulecard.words import rule_words

COLUMNS: Final[Mapping[str, str]] = {
    "points": "points per round",
    "turns": "turns per round",
    "knock": "knocks, %",
    "first-seat-net": "first seat's net",
    "skill-game": "skill, %",
}
"""The measures of tables and plot, by their keys."""

_PAGE: Final = """# What each rule does

Look up what a change of one rule does to your game: points, length, knocks, the first seat, and *skill*, which says
how much more often the better of two players wins. Both rule sets play the same deals, so the luck of the cards
cancels out.

![A line for each change of a rule, a column for each measure](assets/pictures/rule-effects-light.svg#only-light)
![A line for each change of a rule, a column for each measure](assets/pictures/rule-effects-dark.svg#only-dark)

A pale line is an interval that contains zero. If your rule is not here, measure it; the second line measures skill:

```sh
ginrules compare standard standard+undercut_bonus=15 --rounds 20000
ginrules compare standard standard+undercut_bonus=15 --rounds 20000 --player expert --against greedy
```

[Settle an argument](settle.md) has these figures for any two rule sets, with their rules in words.
[What stronger play changes](stronger-play.md) has three players side by side. `python -m benchmarks.rule_changes`
measures everything on this page. The rules, the measures, the players and the seed were chosen before.

## Single rules

Each rule is changed alone in [standard gin rummy](presets/standard.md). The spade multiplier is changed in standard
with the knock limit set by the upcard. A difference is bold if its interval does not contain zero. *Same* is a measure
that the rule cannot change.

{rules}

{run}

## Presets beside standard

The player is named where it is not learned.

{presets}

## The right to return a card

Under `return_taken_discard` a seat may discard the card that it has just taken from the pile. That is a right to pass,
and good players use it: both hand one card to and fro until a cap ends the round. In 600 rounds of `learned`
with seed 1 the limit on takes ends 31.5 ± 4.9% of the rounds of `gra-tournament`, and a returned pair ends
30.2 ± 4.7% of those of `openspiel` and 43.5 ± 5.1% of those of `openspiel-oklahoma`.
With `expert` no cap ends a round of `gra-tournament`.
It is not a fault of the player: a `learned` that draws instead of taking the same card twice lost 2.0 ± 1.7 points a
round to the one that stalls, in 1,000 mirrored rounds of an earlier version. `simulate` and `compare` show the caps in
rows of their own, and warn when more than 5% of the rounds end so.

## Where the direction depends on the player

Each change was played by two players. Where a difference had opposite signs under them, both clear of zero, both
played ten times the rounds. The signs of these differences still differ, so the rule has no effect of its own:

{opposed}
"""

_WIDTH, _LEFT, _COLUMN, _TOP, _GAP = 1000, 308, 138, 66, 10


@cache
def kept() -> Mapping[str, Any]:
    """Return the figures as they are kept."""
    document: dict[str, Any] = json.loads((ROOT / "benchmarks" / "rule_changes.json").read_text(encoding="utf-8"))
    return document


def run_text() -> str:
    """Return how the figures were measured, in a sentence."""
    return (
        f"Measured on {kept()['date']} with ginrules {kept()['version']}: {kept()['rounds']:,} rounds under each "
        f"rule set on the same deals, both seats played by {kept()['players'][0]}, with 95% intervals."
    )


def sentences(rule: str) -> Iterator[str]:
    """Yield what each measured value of a rule does to play, in a sentence."""
    for change in kept()["changes"]:
        if change["rule"] == rule:
            before, after = changed_values(change)
            effects = [
                f"{name.partition(',')[0]} {difference(*change['figures'][key][2:])}{'%' * name.endswith('%')}"
                for key, name in COLUMNS.items()
                if key in change["figures"] and any(change["figures"][key][2:])
            ]
            what = ", ".join(effects) or "no measured change"
            yield f"From {before} to {after}: {what} ([measured](../what-each-rule-does.md))."


def files() -> Iterator[tuple[str, str]]:
    """Yield the page of what rules do, with its place."""
    changes, presets = kept()["changes"], kept()["presets"]
    learned, expert, first, second = kept()["players"]
    opposed = [
        (_words(change), kept()["measures"][key], difference(*change["figures"][key][2:]), difference(*ends))
        for change in (*changes, *presets)
        for key, ends in change.get("opposed", {}).items()
    ]
    dates = [change["date"] for change in changes if "date" in change]
    later = f"The last {len(dates)} rows are of {max(dates)}."
    yield (
        "what-each-rule-does.md",
        _PAGE.format(
            rules=table(("rule", *COLUMNS.values()), [(_words(change), *_cells(change)) for change in changes]),
            presets=table(("preset", *COLUMNS.values()), [(_preset(change), *_cells(change)) for change in presets]),
            opposed=table(("change", "measure", f"between two {learned}", f"between two {expert}"), opposed),
            run=f"{run_text()} {later} Skill is the share of games that {first} wins against {second}. "
            f"Seed {kept()['seed']}.",
        ),
    )


def difference(low: float, high: float) -> str:
    """Return a difference with its interval; bold if the interval does not contain zero.

    Examples:
        >>> difference(-10, -8), difference(-0.03, 0.02), difference(0, 0)
        ('**−9.0 ± 1.0**', '+0.00 ± 0.03', 'same')
    """
    if not low and not high:
        return "same"
    digits = 1 if high - low >= 0.2 else 2
    text = f"{(low + high) / 2:+z.{digits}f} ± {(high - low) / 2:.{digits}f}".replace("-", "−")
    return text if low <= 0 <= high else f"**{text}**"


def _words(change: Mapping[str, Any]) -> str:
    if "rule" not in change:
        return gin.preset(change["after"]).title
    before, after = changed_values(change)
    return f"{rule_words(change['rule'])}: {before} → {after}"


def changed_values(change: Mapping[str, Any]) -> tuple[str, str]:
    """Return the values of a changed rule as two players meet them; of a list of values, those that differ."""
    name = change["rule"]
    rules = gin.preset(change["before"]), gin.preset(change["after"])
    if name == "hand_size":
        one, other = (str(rule_set.hand_size_for(2)) for rule_set in rules)
        return one, other
    values = [getattr(rule_set, name) for rule_set in rules]
    if name == "card_values":
        differ = [place for place, both in enumerate(zip(*values, strict=True)) if len({*both}) > 1]
        one, other = (", ".join(f"{RANK_LETTERS[place]} {points[place]}" for place in differ) for points in values)
        return one, other
    one, other = (value_text(value).replace('"', "").replace("true", "yes").replace("false", "no") for value in values)
    return one, other


def _preset(change: Mapping[str, Any]) -> str:
    name, player = gin.preset(change["after"]).title, change.get("player", "")
    return name if player in {"learned", ""} else f"{name} ({player})"


def _figures(change: Mapping[str, Any]) -> dict[str, Sequence[float]]:
    """Return the ends of the interval of each measure that the change has, in points, turns or percent."""
    figures = {**change.get("figures", {}), "skill-game": change.get("skill")}
    return {key: figures[key][2:] for key in COLUMNS if figures.get(key)}


def _cells(change: Mapping[str, Any]) -> Iterator[str]:
    if "problem" in change:
        yield from (f"not compared: {change['problem']}", *[""] * (len(COLUMNS) - 1))
        return
    figures = _figures(change)
    for key in COLUMNS:
        yield difference(*figures[key]) if key in figures else ""


def picture(theme: ThemeName) -> str:
    """Return the effects of all single rules as SVG: a line for each change, a column for each measure."""
    changes = kept()["changes"]
    scales = {key: scale_of(end for change in changes for end in _figures(change).get(key, ())) for key in COLUMNS}
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
        parts.append(f'<line class="grid" x1="16" x2="{_WIDTH - 16}" y1="{y}" y2="{y}"/>')
        words = f"{rule_words(rule)}: {changed_values(rows[0])[0]}"
        parts.append(f'<text class="label" x="16" y="{y + 15}">{escape(words)}</text>')
        for change in rows:
            to = escape(changed_values(change)[1])
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
    figures = _figures(change)
    for number, key in enumerate(COLUMNS):
        low, high = figures.get(key, (0.0, 0.0))
        chart = interval(Estimate((low + high) / 2, low, high), scales[key], factor=1)
        yield (
            f'<g class="c{number}" transform="translate({_at(number)} {y})">'
            f'<svg width="{_COLUMN - _GAP}" height="{INTERVAL_HEIGHT}">{chart}</svg></g>'
        )


def _axes(scales: Mapping[str, Scale], y: int) -> Iterator[str]:
    """Yield the numbers below each column; those at its ends would meet the numbers of the next."""
    for number, (low, high) in enumerate(scales.values()):
        room = 0.1 * (high - low)
        marks = "".join(
            f'<text x="{at(value, (low, high))}" y="16" text-anchor="middle">{_number(value)}</text>'
            for value in ticks(low + room, high - room, 3)
        )
        yield f'<svg x="{_at(number)}" y="{y}" width="{_COLUMN - _GAP}" height="20">{marks}</svg>'


def _number(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"
