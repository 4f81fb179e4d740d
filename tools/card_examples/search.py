"""The shortest rounds and results that show differences from ``standard``.

``python -m tools.card_examples.search --write`` looks for an example of each difference of a preset that none of those
kept shows, by the search of `diverge`, and adds it to ``kept.json``.
"""

import argparse
import json
import sys
from collections.abc import Mapping

from ginrules.lab import diverge
from ginrules.match import add_round, new_match
from ginrules.play.outcome import Outcome
from ginrules.presets import preset, preset_names
from ginrules.rules.model import RULES, RuleSet
from ginrules.testing.differences import MatchDivergence, RoundDivergence
from tools.card_examples.differences import (
    KEPT,
    WORKED_OUT,
    Difference,
    Shown,
    ShownResults,
    ShownRound,
    as_kept,
    differences,
    kept,
    shortest,
)

SEED = 44


def searched(rules: RuleSet, difference: Difference) -> Shown | None:
    """Return the smallest example that the search finds; None if it finds none."""
    divergence = diverge(rules, difference.usual, seed=SEED)
    if isinstance(divergence, RoundDivergence):
        return _round(divergence)
    return _results(divergence) if isinstance(divergence, MatchDivergence) and divergence.players else None


def _round(divergence: RoundDivergence) -> ShownRound:
    dealt = next(divergence.record().states())
    rest = divergence.order[sum(map(len, dealt.hands)) :]
    number = next(place for place in range(len(rest) + 1) if list(rest[place:]) == sorted(rest[place:]))
    cards, actions = " ".join(map(str, rest[: max(1, number)])), tuple(map(str, divergence.actions))
    return ShownRound(tuple(map(str, dealt.hands)), cards, str(divergence.knock_card or ""), actions)


def _results(divergence: MatchDivergence) -> ShownResults:
    match = new_match(divergence.a, divergence.players)
    results = []
    for tables in divergence.results:
        results.append(_result(match.sides, match.due[0].players, tables[0]))
        match = add_round(match, *tables)
    return ShownResults(divergence.players, tuple(results))


def _result(sides: tuple[tuple[int, ...], ...], players: tuple[int, ...], outcome: Outcome) -> tuple[int | None, int]:
    if outcome.declarer is None:
        return None, 0
    side = next(place for place, side in enumerate(sides) if players[outcome.declarer] in side)
    return side, max(outcome.deadwood) - outcome.deadwood[outcome.declarer]


def with_examples(known: Mapping[str, tuple[Shown, ...]]) -> dict[str, tuple[Shown, ...]]:
    """Return these examples by rule, and one of each difference that a preset has and none of them shows."""
    now = dict(known)
    for rules in map(preset, preset_names()):
        for difference in differences(rules):
            rule = difference.names[0]
            if rule in WORKED_OUT or shortest(rules, difference, now) is not None:
                continue
            found = searched(rules, difference)
            sys.stderr.write(f"{rules.name}: {difference.words}{'' if found else ', in vain'}\n")
            if found is not None:
                now[rule] = (*now.get(rule, ()), found)
    return now


def text_of(examples: Mapping[str, tuple[Shown, ...]]) -> str:
    """Return the examples as they are kept, an example a line."""
    rules = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(as_kept(one)) for one in examples[name]) + "]"
        for name in RULES
        if name in examples
    ]
    return "{\n" + ",\n".join(rules) + "\n}\n"


def main() -> None:
    """Write the examples, or say whether they are those kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    now = text_of(with_examples(kept()))
    sys.stdout.write("equal\n" if KEPT.exists() and now == KEPT.read_text(encoding="utf-8") else "different\n")
    if options.write:
        KEPT.write_text(now, encoding="utf-8")


if __name__ == "__main__":
    main()
