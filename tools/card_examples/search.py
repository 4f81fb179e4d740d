"""The shortest rounds and results that show differences from ``standard``.

``python -m tools.card_examples.search --write`` finds them and writes ``kept.json``. For every preset, and for presets
with one rule changed, the search of `diverge` looks for the smallest round or list of results that shows a rule. An
example that shows the rule in several rule sets is kept once.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product

from ginrules.cards import CARDS, cards_of
from ginrules.errors import GinRulesError
from ginrules.lab.divergence.crafted_deals import plain_layout
from ginrules.lab.divergence.diverge import diverge
from ginrules.lab.divergence.random_play import always_double, always_draw, always_take, put_back, walk
from ginrules.match import add_round, new_match
from ginrules.play.deal import common_seats, deal
from ginrules.play.outcome import Outcome
from ginrules.presets import preset, preset_names
from ginrules.records.paired import MOST_LEAD, MOST_PLIES
from ginrules.rules.model import RULES, RuleSet, in_use
from ginrules.testing.divergence import MatchDivergence, RoundDivergence
from tools.card_examples.differences import (
    KEPT,
    WORKED_OUT,
    Difference,
    Shown,
    ShownResults,
    ShownRound,
    as_kept,
    differences,
    length,
    made,
)
from tools.rule_relevance import other_rules

SEED = 44
EFFORT = 10
MOST_ROUNDS = 24
LEADS = (1, 3, 5, 8)
VAIN = 1
"""The searches of a value among the presets, or for a preset with one rule changed, that may find nothing."""

LONG = frozenset({"take_cap", "reshuffle_cap", "stock_exhausted", "stock_floor", "return_pair"})
BASES = [
    "standard",
    "hollywood",
    "penalty-2-to-4",
    "doubling-gin",
    "classic",
    "multi-match",
    "bigugl",
    "online-rubl-50",
    "online-rubl-250",
    "partnership",
    "rummytalk",
    "spanish-how-to",
    "group-gin",
    "seven-card-gin",
    "round-the-corner",
    "knock-rummy",
]
"""The presets of which each rule is changed too, if no example kept so far shows it."""


def searched(rules: RuleSet, difference: Difference) -> Shown | None:
    """Return the smallest example that the search finds; None if it finds none."""
    try:
        if LONG & set(difference.names):
            return _plainest(rules, difference.usual)
        divergence = diverge(rules, difference.usual, seed=SEED, effort=EFFORT)
    except GinRulesError:
        return None
    match divergence:
        case RoundDivergence():
            return _round(divergence)
        case MatchDivergence() if divergence.players:
            return _results(divergence)
        case _:
            return next((one for one in _not_tried(rules) if one.replayed(rules, difference.usual)), None)


def _not_tried(rules: RuleSet) -> Iterator[ShownResults]:
    """Yield lists that `diverge` does not try: of the largest teams, with a win without points, with many wins."""
    yield ShownResults(rules.player_counts[-1], ((0, 1),))
    for lead in range(1, MOST_LEAD + 1):
        yield ShownResults(2, ((1, 0), (0, lead), (0, MOST_LEAD)))
    for number, lead in product(range(1, MOST_ROUNDS), LEADS):
        yield ShownResults(2, (*[(1, lead)] * number, (0, MOST_LEAD)))


def _plainest(rules: RuleSet, usual: RuleSet) -> ShownRound | None:
    """Return the plainest deal with rounds in which nobody declares; for rules that show after many actions."""
    seats = common_seats(rules, usual)[0]
    layout = plain_layout(rules, seats)
    choosers = (always_draw, always_take, put_back, always_double)
    rounds = [walk(rules, usual, layout, choose, MOST_PLIES) for choose in choosers]
    shortest = min((one for one in rounds if one), key=lambda one: len(one.actions), default=None)
    if shortest is None:
        return None
    hands = tuple(str(cards_of(hand)) for hand in layout.hands)
    actions = tuple(str(action) for action in shortest.actions)
    return ShownRound(hands, str(CARDS[layout.rest[0]]), "", actions)


def _round(divergence: RoundDivergence) -> ShownRound:
    knock_card = divergence.knock_card if divergence.a.knock_source == "knock-card" else None
    dealt = deal(
        divergence.a, divergence.order, dealer=divergence.dealer, seats=divergence.seats, knock_card=knock_card
    )
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


def looked_for() -> Iterator[tuple[str, RuleSet, Difference]]:
    """Yield every difference of a preset, then those of presets with one rule changed, after the preset's name."""
    for rules in map(preset, preset_names()):
        for difference in differences(rules):
            yield "", rules, difference
    for base in BASES:
        for name in RULES:
            for _, other in other_rules(preset(base), name):
                if in_use(other, name):
                    yield from (
                        (base, other, difference) for difference in differences(other) if name in difference.names
                    )


def examples_of(kept: dict[str, list[Shown]]) -> dict[str, list[Shown]]:
    """Return the examples by rule, after those of an earlier search: for a preset, the shortest that is found."""
    in_vain: Counter[tuple[str, str, str]] = Counter()
    for base, rules, difference in looked_for():
        shown = [one for name in difference.names for one in kept.get(name, [])]
        first = difference.names[0]
        value = base, first, str(getattr(rules, first))
        pairs = [one.replayed(rules, difference.usual) for one in (*shown, *made(rules, difference))]
        best = min((length(pair) for pair in pairs if pair is not None), default=None)
        if in_vain[value] > VAIN or first in WORKED_OUT or (base and best is not None):
            continue
        one = searched(rules, difference)
        pair = None if one is None else one.replayed(rules, difference.usual)
        if one is None or pair is None:
            in_vain[value] += best is None
        elif best is None or length(pair) < best:
            kept.setdefault(first, []).append(one)
        sys.stderr.write(f"{base or rules.name} {' '.join(value[1:])} {'in vain' if one is None else ''}\n")
    return kept


def text_of(kept: dict[str, list[Shown]]) -> str:
    """Return the examples as they are kept, an example a line."""
    rules = [
        f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(as_kept(one)) for one in kept[name]) + "]"
        for name in RULES
        if name in kept
    ]
    return "{\n" + ",\n".join(rules) + "\n}\n"


def main() -> None:
    """Write the examples, or say whether they are those kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    now = text_of(examples_of({}))
    sys.stdout.write("equal\n" if KEPT.exists() and now == KEPT.read_text(encoding="utf-8") else "different\n")
    if options.write:
        KEPT.write_text(now, encoding="utf-8")


if __name__ == "__main__":
    main()
