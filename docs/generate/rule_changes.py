"""The effect of single rules and of presets, measured: ``python -m docs.generate.rule_changes --write`` does it again.

The results are kept in ``rule_changes.json``, the only source of the tables, the plot and the figures of
``docs/settle.md`` and ``docs/what-each-rule-does.md``.
"""

import argparse
import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import ginrules as gin
from docs.generate.preset_pages import table
from ginrules.cards import RANK_LETTERS
from ginrules.errors import IncompatibleRulesError
from ginrules.lab.statistics.result import factor_of
from ginrules.rules.texts import value_text
from ginrules.rules.words import rule_words

PLACE: Final = Path(__file__).with_suffix(".json")
ROUNDS: Final = 20_000
SEED: Final = 39_500
"""The seed of all runs, named before any of them."""

SECOND: Final = "expert"
"""The player that plays every change too: where the signs of a difference differ, both play ten times the rounds."""

RIVALS: Final = ("expert", "greedy")
"""The two fixed players of the measure of skill, the better one first."""

CHANGES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "undercut_bonus": ("standard", ("10", "20", "50")),
    "gin_bonus": ("standard", ("20", "30", "50")),
    "knock_limit": ("standard", ("0", "5", "7")),
    "knock_source": ("standard", ("upcard",)),
    "spade_multiplier": ("standard+knock_source=upcard", ("2",)),
    "big_gin": ("standard", ("false",)),
    "big_gin_bonus": ("standard", ("25", "50")),
    "layoff": ("standard", ("including-gin", "none")),
    "tie": ("standard", ("undercut-no-bonus", "knocker-wins", "nobody")),
    "ace_rank": ("standard", ("high-or-low", "round-the-corner")),
    "card_values": ("standard", ("15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10",)),
    "hand_size": ("standard", ("7", "9")),
    "min_run": ("standard", ("4",)),
    "opening": ("standard", ("eleven-cards", "no-upcard")),
    "stock_floor": ("standard", ("0",)),
}
"""The rules that players argue about most: the rules before the change, and the values that are tried."""

MEASURES: Final[Mapping[str, str]] = {
    "points": "points per round",
    "knock": "knocks, %",
    "gin": "gin, %",
    "big-gin": "big gin, %",
    "undercut": "undercuts, %",
    "dead": "nobody wins, %",
    "turns": "turns per round",
    "first-seat-net": "first seat's net",
    "rounds-per-game": "rounds per game",
}
"""The measures that are kept, by their keys, with their titles for players."""

SKILL: Final = "skill-game"
"""The measure of skill: the share of games that the better of the `RIVALS` wins."""

SHOWN: Final = ("points", "gin", "undercut", "rounds-per-game")


def pairs() -> Iterator[tuple[str, str, str]]:
    """Yield every change of one rule: the rule, the rules before it and the rules after it."""
    for rule, (before, values) in CHANGES.items():
        for value in values:
            yield rule, before, f"{before}+{rule}={value}"


def presets() -> list[str]:
    """Return the presets beside standard that two players can play."""
    return [name for name in gin.preset_names() if name != "standard" and 2 in gin.preset(name).table_sizes]


def measured(rounds: int, executor: Executor) -> dict[str, Any]:
    """Measure every change; return the document that is kept."""
    changes = []
    for rule, before, after in pairs():
        (change,) = gin.diff(gin.preset(before), gin.preset(after))
        words = {"rule": rule, "from": plain(change.a), "to": plain(change.b)}
        changes.append({"before": before, "after": after, **words, **_effect(before, after, rounds, executor)})
    return {
        "players": ["learned", SECOND, *RIVALS],
        "rounds": rounds,
        "seed": SEED,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "version": gin.__version__,
        "measures": MEASURES,
        "changes": changes,
        "presets": [
            {"before": "standard", "after": name, **_effect("standard", name, rounds, executor)} for name in presets()
        ],
    }


def _effect(before: str, after: str, rounds: int, executor: Executor | None = None) -> dict[str, Any]:
    """Return the figures of a change; without any, why there are none."""
    print(f"{before} and {after}", flush=True)  # noqa: T201 - an hour of work
    compared = partial(_compared, before, after, executor=executor)
    try:
        first, second = (compared(player, rounds) for player in (None, SECOND))
        skill = compared(RIVALS, rounds)
    except IncompatibleRulesError as problem:
        return {"problem": str(problem)}
    player, rounds_played = first.contestants[0], first.rounds
    if _opposed(first, second):
        first, second = (compared(one, 10 * rounds) for one in (None, SECOND))
    return {
        "player": player,
        "rounds": rounds_played,
        "figures": _kept_figures(first, MEASURES),
        "skill": _kept_figures(skill, [SKILL]).get(SKILL),
        "opposed": {key: _figures(second[key])[2:] for key in _opposed(first, second)},
    }


def _compared(before: str, after: str, players: Any, rounds: int, *, executor: Executor | None) -> gin.lab.Comparison:
    return gin.lab.compare(before, after, rounds=rounds, seed=SEED, seats=2, players=players, executor=executor)


def _opposed(first: gin.lab.Comparison, second: gin.lab.Comparison) -> list[str]:
    """Return the measures that change in opposite directions between two players, both clear of zero."""
    return [
        key
        for key in MEASURES
        if _is_there(first, key)
        and _is_there(second, key)
        and _sign(*_figures(first[key])[2:]) * _sign(*_figures(second[key])[2:]) < 0
    ]


def _sign(low: float, high: float) -> int:
    return (low > 0) - (high < 0)


def _kept_figures(comparison: gin.lab.Comparison, keys: Iterable[str]) -> dict[str, list[float]]:
    return {key: _figures(comparison[key]) for key in keys if _is_there(comparison, key)}


def _is_there(comparison: gin.lab.Comparison, key: str) -> bool:
    finding = next((finding for finding in comparison.findings if finding.measure.key == key), None)
    return finding is not None and None not in (finding.a, finding.b, finding.difference)


def _figures(finding: Any) -> list[float]:
    """Return a measure before and after the change, and the ends of the interval of the difference: 0 if it must be."""
    factor = factor_of(finding.measure)
    ends = (0.0, 0.0) if finding.same else (finding.difference.low, finding.difference.high)
    values = finding.a.value, finding.b.value, *ends
    return [round(factor * value, 2) for value in values]


@cache
def kept() -> dict[str, Any]:
    """Return the document as it is kept."""
    document: dict[str, Any] = json.loads(PLACE.read_text(encoding="utf-8"))
    return document


def markdown(document: Mapping[str, Any] | None = None) -> str:
    """Return the table of all changes, with the run below it; those that are kept if no document is given."""
    document = document or kept()
    rows = []
    for change in document["changes"]:
        figures = change["figures"]
        cells = (difference(*figures[key][2:]) if key in figures else "" for key in SHOWN)
        rows.append((change_words(change), *cells))
    head = ("rule", *(MEASURES[key] for key in SHOWN))
    return f"{table(head, rows)}\n\n{run_text(document)}"


def change_words(change: Mapping[str, Any]) -> str:
    """Return a change of one rule in words."""
    before, after = values_at_two(change)
    return f"{rule_words(change['rule'])}: {before} → {after}"


def values_at_two(change: Mapping[str, Any]) -> tuple[str, str]:
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
    return plain(values[0]), plain(values[1])


def run_text(document: Mapping[str, Any] | None = None) -> str:
    """Return how the figures were measured, in a sentence."""
    document = document or kept()
    return (
        f"Measured on {document['date']} with ginrules {document['version']}: {document['rounds']:,} rounds under each "
        f"rule set on the same deals, both seats played by {document['players'][0]}, with 95% intervals."
    )


def plain(value: object) -> str:
    """Return a value as a reader writes it, without the quotation marks of a rule file.

    Examples:
        >>> plain("upcard"), plain(True), plain((1, 1, 2))
        ('upcard', 'yes', '1, 1, 2')
    """
    return value_text(value).replace('"', "").replace("true", "yes").replace("false", "no")


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


def text_of(document: Mapping[str, Any]) -> str:
    """Return the document as JSON, a line for each change."""
    lists = {"changes", "presets"}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in document.items() if key not in lists]
    for key in sorted(lists):
        rows = ",\n".join(json.dumps(row) for row in document[key])
        lines.append(f"{json.dumps(key)}: [\n{rows}\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Measure every change and print the table."""
    parser = argparse.ArgumentParser(prog="python -m docs.generate.rule_changes", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds under each rule set")
    parser.add_argument("--write", action="store_true", help="keep the results; otherwise they are only printed")
    options = parser.parse_args()
    with ProcessPoolExecutor() as executor:
        document = measured(options.rounds, executor)
    if options.write:
        PLACE.write_text(text_of(document), encoding="utf-8")
    print(markdown(document))  # noqa: T201


if __name__ == "__main__":
    main()
