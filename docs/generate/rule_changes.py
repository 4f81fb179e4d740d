"""The effect of single rules, measured: ``python -m docs.generate.rule_changes --write`` measures it again.

The results are kept in ``rule_changes.json``, the only source of the table and of the figures of ``docs/settle.md``.
"""

import argparse
import datetime as dt
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import ginrules as gin
from docs.generate.preset_pages import table
from ginrules.lab.statistics.result import factor_of
from ginrules.rules.card.words import rule_words
from ginrules.rules.texts import value_text

PLACE: Final = Path(__file__).with_suffix(".json")
ROUNDS: Final = 20_000
SEED: Final = 1
PLAYER: Final = "expert"

CHANGES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "undercut_bonus": ("standard", ("10", "20", "50")),
    "gin_bonus": ("standard", ("20", "30", "50")),
    "knock_limit": ("standard", ("0", "5", "7")),
    "knock_source": ("standard", ("upcard",)),
    "spade_multiplier": ("standard+knock_source=upcard", ("2",)),
    "big_gin": ("standard", ("false",)),
    "layoff": ("standard", ("including-gin", "none")),
    "tie": ("standard", ("undercut-no-bonus", "knocker-wins", "nobody")),
    "ace_rank": ("standard", ("high-or-low", "round-the-corner")),
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
    "rounds-per-game": "rounds per game",
}
"""The measures that are kept, by their keys, with their titles for players."""

SHOWN: Final = ("points", "gin", "undercut", "rounds-per-game")


def pairs() -> Iterator[tuple[str, str, str]]:
    """Yield every change: the rule, the rules before it and the rules after it."""
    for rule, (before, values) in CHANGES.items():
        for value in values:
            yield rule, before, f"{before}+{rule}={value}"


def measured(rounds: int = ROUNDS) -> dict[str, Any]:
    """Measure every change; return the document that is kept."""
    return {
        "player": PLAYER,
        "rounds": rounds,
        "seed": SEED,
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "version": gin.__version__,
        "measures": MEASURES,
        "changes": [_change(rule, before, after, rounds) for rule, before, after in pairs()],
    }


def _change(rule: str, before: str, after: str, rounds: int) -> dict[str, Any]:
    comparison = gin.lab.compare(before, after, rounds=rounds, seed=SEED, players=PLAYER)
    (change,) = comparison.changes
    return {
        "rule": rule,
        "before": before,
        "after": after,
        "from": plain(change.a),
        "to": plain(change.b),
        "rounds": comparison.rounds,
        "figures": {key: _figures(comparison[key]) for key in MEASURES if _is_there(comparison, key)},
    }


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
        cells = (_difference(*figures[key][2:]) if key in figures else "" for key in SHOWN)
        rows.append((f"{rule_words(change['rule'])}: {change['from']} → {change['to']}", *cells))
    head = ("rule", *(MEASURES[key] for key in SHOWN))
    return f"{table(head, rows)}\n\n{run_text(document)}"


def run_text(document: Mapping[str, Any] | None = None) -> str:
    """Return how the figures were measured, in a sentence."""
    document = document or kept()
    return (
        f"Measured on {document['date']} with ginrules {document['version']}: {document['rounds']:,} rounds under each "
        f"rule set on the same deals, all seats played by {document['player']}; 95% intervals."
    )


def plain(value: object) -> str:
    """Return a value as a reader writes it, without the quotation marks of a rule file.

    Examples:
        >>> plain("upcard"), plain(True), plain((1, 1, 2))
        ('upcard', 'yes', '1, 1, 2')
    """
    return value_text(value).replace('"', "").replace("true", "yes").replace("false", "no")


def _difference(low: float, high: float) -> str:
    """Return a difference with its interval; bold if the interval does not contain zero.

    Examples:
        >>> _difference(-10, -8), _difference(-0.03, 0.02), _difference(0, 0)
        ('**−9.0 ± 1.0**', '+0.00 ± 0.03', 'same')
    """
    if not low and not high:
        return "same"
    digits = 1 if high - low >= 0.2 else 2
    text = f"{(low + high) / 2:+z.{digits}f} ± {(high - low) / 2:.{digits}f}".replace("-", "−")
    return text if low <= 0 <= high else f"**{text}**"


def main() -> None:
    """Measure every change and print the table."""
    parser = argparse.ArgumentParser(prog="python -m docs.generate.rule_changes", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds under each rule set")
    parser.add_argument("--write", action="store_true", help="keep the results; otherwise they are only printed")
    options = parser.parse_args()
    document = measured(options.rounds)
    if options.write:
        PLACE.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(markdown(document))  # noqa: T201


if __name__ == "__main__":
    main()
