"""Which rules matter in which preset, computed: ``python -m tools.rule_relevance --write`` does it again.

With the names of presets it computes these alone.

For every rule of every preset, other values are tried: rounds are played in lockstep until their legal actions or
prices differ, matches are kept until their winners or payments differ. The first difference is kept; if there is none,
the number of deals or lists of results that were tried. The card leaves a rule out only if `in_use` says that it cannot
matter; for such a rule no value may differ. The results are in ``rule_relevance.json``.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import attrs

from ginrules.cards import Card
from ginrules.errors import GinRulesError
from ginrules.lab.divergence.crafted_deals import DealMaker, kinds_for, plain_layout
from ginrules.lab.divergence.match_search import search_matches
from ginrules.lab.divergence.random_play import (
    always_double,
    always_draw,
    always_take,
    declare_at_once,
    mostly_greedy,
    put_back,
    walk,
)
from ginrules.match import MatchState, add_round, new_match, settle
from ginrules.play.deal import common_seats
from ginrules.play.outcome import Outcome
from ginrules.presets import preset, preset_names
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, in_use
from ginrules.rules.seats import table_seats, team_size
from ginrules.rules.texts import value_text
from ginrules.scoring import price

PLACE: Final = Path(__file__).with_suffix(".json")
SEED: Final = 44
DEALS: Final = 4
MORE_DEALS: Final = 40
PLIES: Final = 60
LONG: Final = 300
RESULTS: Final = 400
MATCHES: Final = 3
ROUNDS: Final = 40
TRIES: Final = 50
WORKERS: Final = 4
VALUES: Final = 1
"""The values that are tried for a rule that is left out."""

_NUMBERS: Final = (1, 2, 3, 5, 7, 20, 0, 50, 99, 150)
_PACK: Final = frozenset({"ranks", "suits"})


class Cell(NamedTuple):
    """The finding for a rule of a preset.

    Attributes:
        value: The other value that shows the rule; empty if none does.
        shown: Where it shows, or how much was tried.
    """

    value: str
    shown: str

    @property
    def shows(self) -> bool:
        """Whether a difference was found."""
        return bool(self.value)


def cell(rules: RuleSet, name: str) -> Cell:
    """Return the first difference that another value makes; for a rule left out, another value that is left out too."""
    tried, others, is_left_out = 0, 0, not in_use(rules, name)
    for value, other in other_rules(rules, name):
        if is_left_out and (in_use(other, name) or others == VALUES):
            continue  # with that value the rule has a line
        others += 1
        pair, number = _tried(rules, other, name, is_left_out=is_left_out)
        tried += number
        if pair:
            return Cell(value_text(value), pair)
    if not others:
        return Cell("", "no other value can be played")
    affects = RULES[name].affects
    unit = "deals" if affects == "play" else "results" if affects == "price" and not is_left_out else "matches"
    return Cell("", f"not found in {tried} {unit}")


def _margin(rules: RuleSet, seed: int) -> int:
    """Return the margin of the first game of a match of drawn results."""
    first, *others = settle(drawn_match(rules, rules.player_counts[0], seed)).games[0].totals
    return abs(first - others[0])


def _tried(rules: RuleSet, other: RuleSet, name: str, *, is_left_out: bool) -> tuple[str, int]:
    """Return where the rule sets differ, or an empty text and how much was tried."""
    if name in _PACK:
        return "in the pack", 0
    if name == "player_counts":
        return "in the number of players", 0
    match RULES[name].affects:
        case "play":
            return _rounds(_of_play(rules), _of_play(other), is_left_out)
        case "price" if not is_left_out:
            return _prices(rules, other)
        case "price" | "game" | "match":
            return _matches(rules, other, is_left_out=is_left_out)


def other_rules(rules: RuleSet, name: str) -> Iterator[tuple[Any, RuleSet]]:
    """Yield the rules with each other value that can be played."""
    for value in other_values(rules, name):
        try:
            other = rules.evolve(name="other", **{name: value})
        except GinRulesError:
            continue
        if getattr(other, name) != getattr(rules, name):
            yield value, other


def other_values(rules: RuleSet, name: str) -> Iterator[Any]:
    """Yield values to try, playable or not: every choice, or some numbers."""
    rule, now = RULES[name], getattr(rules, name)
    yield DEFAULTS[name]
    if name == "exact_margin_forfeit":  # a margin that occurs
        yield from (_margin(rules, seed) for seed in range(MATCHES))
    match rule.kind:
        case "choice":
            yield from rule.choices
        case "yes-no":
            yield not now
        case "number":
            yield from _NUMBERS
        case "numbers":
            yield from ((15, *now[1:]), (0, *now[1:]), (2, 3), (2,), (4,), (3,), (4, 6), (1, 1, 2), (1, 2, 1))
        case "by-number":
            numbers = {team_size(rules.seating, players) for players in rules.player_counts}
            numbers |= {table_seats(rules.seating, players) for players in rules.player_counts}
            yield from (7, 9, 1, 3, 40, 150, *({number: 4 + number * step for number in numbers} for step in (1, 2)))


def _of_play(rules: RuleSet) -> RuleSet:
    """Return the rules of play alone: many presets then share a search."""
    names = {"seating", "player_counts", "next_dealer", "score_mode"}
    names |= {name for name, rule in RULES.items() if rule.affects == "play"}
    try:
        return RuleSet(**{name: getattr(rules, name) for name in names})
    except GinRulesError:
        return rules


@cache
def _rounds(rules: RuleSet, other: RuleSet, is_left_out: bool) -> tuple[str, int]:  # noqa: FBT001 - a key of the cache
    source, seats = Random(SEED), common_seats(rules, other)
    kinds = kinds_for(rules, other)
    for number, kind in enumerate(kinds[-DEALS:]):
        layout = DealMaker((rules, other), seats[number % len(seats)]).layout(source, *kind)
        pair = declare_at_once(rules, other, layout, PLIES) or walk(rules, other, layout, mostly_greedy(source), PLIES)
        if pair is not None:
            return f"in {pair.kind} after {len(pair.actions)} actions of deal {number + 1}", number
    for choose in () if is_left_out else (always_draw, always_take, put_back, always_double):
        pair = walk(rules, other, plain_layout(rules, seats[0]), choose, LONG)
        if pair is not None:
            return f"in {pair.kind} after {len(pair.actions)} actions of the plainest deal", DEALS
    for number in range(0 if is_left_out else MORE_DEALS):
        layout = DealMaker((rules, other), seats[number % len(seats)]).layout(source, *kinds[number % len(kinds)])
        pair = declare_at_once(rules, other, layout, PLIES)
        if pair is not None:
            return f"in {pair.kind} after {len(pair.actions)} actions of deal {DEALS + number + 1}", number
    return "", DEALS if is_left_out else DEALS + MORE_DEALS


def _prices(rules: RuleSet, other: RuleSet) -> tuple[str, int]:
    """Return the first drawn result that is priced differently."""
    source = Random(SEED)
    for number in range(RESULTS):
        seats = source.choice([size for size in rules.table_sizes if size in other.table_sizes])
        outcome = drawn_outcome(rules, seats, source, is_one_sided=False)
        with suppress(GinRulesError):
            declared = attrs.evolve(outcome, **_declared(outcome, source))
            if price(declared, rules) != price(declared, other):
                return f"in the price of result {number + 1}", number
    return "", RESULTS


def _declared(outcome: Outcome, source: Random) -> dict[str, Any]:
    """Return another end of the round, or a card of a second pack."""
    if outcome.declarer is None:
        return {}
    held = tuple(0 if seat == outcome.declarer else count for seat, count in enumerate(outcome.deadwood))
    ends: tuple[dict[str, Any], ...] = ({}, {"ending": "big-gin", "deadwood": held}, {"ending": "refused"})
    card = source.choice([{}, {"knock_card": Card.parse("9s")}])
    return {**source.choice(ends), **card}


def _matches(rules: RuleSet, other: RuleSet, *, is_left_out: bool) -> tuple[str, int]:
    """Return where matches have other winners, payments or seats; for a rule left out whatever the prices of rounds."""
    players = rules.player_counts[0]
    for seed in range(MATCHES if players in other.player_counts else 0):
        one, two = drawn_match(rules, players, seed), drawn_match(other, players, seed)
        if _paid(one) != _paid(two):
            return f"in the match of seed {seed}", seed
    if is_left_out:
        return "", MATCHES
    pair, tried, _ = search_matches(rules, other, seed=SEED, effort=1)
    if pair is not None:
        return f"in {pair.kind} after {len(pair.results)} rounds", tried
    for seed in range(MATCHES if rules.seating == "partnership" else 0):  # the largest teams
        one, two = (drawn_match(one_set, rules.player_counts[-1], seed) for one_set in (rules, other))
        if _paid(one) != _paid(two):
            return f"in the match of seed {seed} with {rules.player_counts[-1]} players", seed
    return "", MATCHES + tried


def _paid(match: MatchState) -> tuple[object, ...]:
    settled = settle(match)
    return match.seatings, match.due, match.winners, settled.net, settled.payments, match.accounts


def drawn_match(rules: RuleSet, players: int, seed: int, most: int = ROUNDS) -> MatchState:
    """Return a match of drawn results; every other seed has one side win most rounds."""
    source, match = Random(seed), new_match(rules, players)
    while not match.is_over and len(match.scores) < most:
        outcomes = [drawn_outcome(rules, len(table.players), source, is_one_sided=seed % 2) for table in match.due]
        match = add_round(match, *outcomes)
    return match


def drawn_outcome(rules: RuleSet, seats: int, source: Random, *, is_one_sided: bool | int) -> Outcome:
    """Return the facts of a round that these rules can price."""
    for _ in range(TRIES):
        declarer = 0 if is_one_sided and source.random() < 0.9 else source.randrange(seats)
        deadwood = [source.choice([0, 3, 5, 9, 15, 25, 40, 60]) for _ in range(seats)]
        deadwood[declarer] = source.choice([0, 0, 3, 5, 9])
        more: dict[str, Any] = {"upcard": source.choice([None, "9h", "9s"]), "stock_left": source.choice([None, 2, 25])}
        if rules.open_melds:
            more["laid"] = [source.choice([0, 15, 40, 90]) for _ in range(seats)]
        try:
            outcome = Outcome(declarer=source.choice([declarer] * 9 + [None]), deadwood=deadwood, **more)
            price(outcome, rules)
        except GinRulesError:
            continue
        return outcome
    raise AssertionError(rules)


def column(rule: str) -> dict[str, list[str]]:
    """Return the presets by what was found for a rule."""
    groups: dict[str, list[str]] = {}
    for name in preset_names():
        groups.setdefault(text_of(cell(preset(name), rule)), []).append(name)
    return groups


def computed(run: Callable[..., Any] = map) -> dict[str, dict[str, list[str]]]:
    """Return the table: for each rule, the presets by what was found."""
    return dict(zip(RULES, run(column, RULES), strict=True))


def with_presets(
    stored: Mapping[str, Mapping[str, list[str]]], names: Sequence[str]
) -> dict[str, dict[str, list[str]]]:
    """Return the table with these presets computed, and the others as they are kept."""
    table: dict[str, dict[str, list[str]]] = {}
    for rule in RULES:
        texts = {name: text for text, group in stored.get(rule, {}).items() for name in group}
        texts |= {name: text_of(cell(preset(name), rule)) for name in names}
        table[rule] = {}
        for name in preset_names():
            table[rule].setdefault(texts[name], []).append(name)
    return table


def text_of(one: Cell) -> str:
    """Return a cell as it is kept."""
    return f"{one.value}: {one.shown}" if one.value else one.shown


def table() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the table as it is kept."""
    stored: dict[str, dict[str, str]] = json.loads(PLACE.read_text(encoding="utf-8"))
    return {rule: {text: names.split() for text, names in groups.items()} for rule, groups in stored.items()}


def faults(stored: Mapping[str, Mapping[str, list[str]]]) -> Iterator[str]:
    """Yield the rules that are left out of a preset's card though a value makes a difference."""
    for rule, groups in stored.items():
        for text, names in groups.items():
            shows = ": " in text
            yield from (f"{name}: {rule} {text}" for name in names if shows and not in_use(preset(name), rule))


def main() -> None:
    """Write the table, or print what differs from it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("presets", nargs="*", help="the presets to compute; all if none is named")
    options = parser.parse_args()
    if options.presets:
        now = with_presets(table(), options.presets)
    else:
        with ProcessPoolExecutor(WORKERS) as pool:
            now = computed(pool.map)
    lines = [*faults(now), "equal to the table kept" if PLACE.exists() and now == table() else "not the table kept"]
    sys.stdout.write("\n".join(lines) + "\n")
    if options.write:
        written = {rule: {text: " ".join(names) for text, names in groups.items()} for rule, groups in now.items()}
        PLACE.write_text(json.dumps(written, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
