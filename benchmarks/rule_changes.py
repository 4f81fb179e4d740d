"""The effect of single rules and of presets, measured: ``python -m benchmarks.rule_changes`` does it again.

It writes ``rule_changes.json``, the only source of the tables, the plot and the figures about rules on the site.
"""

import argparse
import datetime as dt
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

import ginrules as gin
from ginrules.errors import IncompatibleRulesError
from ginrules.lab.statistics.result import factor_of

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
    "winner_by": ("standard", ("highest-total",)),
    "box_timing": ("standard", ("immediate",)),
    "return_taken_discard": ("standard", ("true",)),
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


def pairs() -> Iterator[tuple[str, str, str]]:
    """Yield every change of one rule: the rule, the rules before it and the rules after it."""
    for rule, (before, values) in CHANGES.items():
        for value in values:
            yield rule, before, f"{before}+{rule}={value}"


def measured(rounds: int, executor: Executor) -> dict[str, Any]:
    """Measure every change; return the document that is kept."""
    presets = [name for name in gin.preset_names() if name != "standard" and 2 in gin.preset(name).table_sizes]
    changes = []
    for rule, before, after in pairs():
        changes.append({"before": before, "after": after, "rule": rule, **_effect(before, after, rounds, executor)})
    return {
        "players": ["learned", SECOND, *RIVALS],
        "rounds": rounds,
        "seed": SEED,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "version": gin.__version__,
        "measures": MEASURES,
        "changes": changes,
        "presets": [
            {"before": "standard", "after": name, **_effect("standard", name, rounds, executor)} for name in presets
        ],
    }


def _effect(before: str, after: str, rounds: int, executor: Executor | None = None) -> dict[str, Any]:
    """Return the figures of a change; without any, why there are none."""
    print(f"{before} and {after}", flush=True)
    compared = partial(gin.lab.compare, before, after, seed=SEED, seats=2, executor=executor)
    try:
        both = [compared(players=player, rounds=rounds) for player in (None, SECOND)]
        skill = _figures(compared(players=RIVALS, rounds=rounds))
    except IncompatibleRulesError as problem:
        return {"problem": str(problem)}
    first, played = both[0], both[0].rounds
    if _opposed(*map(_figures, both)):
        both = [compared(players=player, rounds=10 * rounds) for player in (None, SECOND)]
    figures, others = map(_figures, both)
    return {
        "player": first.contestants[0],
        "rounds": played,
        "figures": {key: figures[key] for key in MEASURES if key in figures},
        "skill": skill.get(SKILL),
        "opposed": {key: others[key][2:] for key in _opposed(figures, others)},
    }


def _figures(comparison: gin.lab.Comparison) -> dict[str, list[float]]:
    """Return each measure before and after the change, and the ends of the difference's interval: 0 if it must be."""
    figures = {}
    for finding in comparison.findings:
        before, after, difference = *finding.values, finding.differences[0]
        if before is None or after is None or difference is None:
            continue
        ends = (0.0, 0.0) if finding.same else (difference.low, difference.high)
        values = (before.value, after.value, *ends)
        figures[finding.measure.key] = [round(factor_of(finding.measure) * value, 2) for value in values]
    return figures


def _opposed(figures: Mapping[str, list[float]], others: Mapping[str, list[float]]) -> list[str]:
    """Return the measures that change in opposite directions between two players, both clear of zero."""
    return [
        key
        for key in MEASURES
        if key in figures and key in others and _sign(*figures[key][2:]) * _sign(*others[key][2:]) < 0
    ]


def _sign(low: float, high: float) -> int:
    return (low > 0) - (high < 0)


def text_of(document: Mapping[str, Any]) -> str:
    """Return the document as JSON, a line for each change."""
    lists = {"changes", "presets"}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in document.items() if key not in lists]
    for key in sorted(lists):
        rows = ",\n".join(json.dumps(row) for row in document[key])
        lines.append(f"{json.dumps(key)}: [\n{rows}\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Measure every change and write the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rule_changes", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds under each rule set")
    options = parser.parse_args()
    with ProcessPoolExecutor() as executor:
        document = measured(options.rounds, executor)
    PLACE.write_text(text_of(document), encoding="utf-8")


if __name__ == "__main__":
    main()
