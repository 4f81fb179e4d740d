"""The differences from ``standard``, each with the shortest round or the shortest list of results that shows it.

``python -m tools.card_examples.search --write`` found the rounds and results and keeps them in ``kept.json``. For an
example they are played again, under the rules of the card and under the same rules with the value of ``standard``:
there is a sentence only if the two differ there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final

import attrs

from ginrules.cards import Card, cards_in
from ginrules.errors import GinRulesError, RuleSetError
from ginrules.match.state import MatchState
from ginrules.play.actions import Action, DrawStock, TakeDiscard
from ginrules.play.deal import common_seats, pack_of
from ginrules.play.notation import parse_action
from ginrules.rules.conditions import has_single_round
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, changed_values, in_use
from ginrules.show.rulecard.words import rule_words
from ginrules.testing.differences import MatchKind, RoundDivergence
from ginrules.testing.match_pairs import MOST_ROUNDS, SideResult, played_matches
from ginrules.testing.round_pairs import in_step
from tools.card_examples.rounds import NAMES

KEPT: Final = Path(__file__).with_name("kept.json")
"""The rounds and results that were found, by rule."""

WORKED_OUT: Final = frozenset({"player_counts", "seating", "ranks", "suits"})
"""Rules whose examples are made from their values, so that none is kept."""

_OFF: Final = (0, False, "none", (0,))
ROUND: Final = ("target", "rounds")
_PLAYERS: Final = "player_counts"


@attrs.frozen
class ShownRound:
    """A round to play again; seat 0 begins.

    The rest is the upcard and the first cards of the stock, the others follow in ascending order. Without a card of a
    second pack it is a ten, which sets the usual limit.
    """

    hands: tuple[str, ...]
    rest: str
    knock_card: str
    actions: tuple[str, ...]

    def replayed(self, rules: RuleSet, usual: RuleSet) -> RoundDivergence | None:
        """Return the round where the two rule sets first differ, or None if they do not, or it cannot be dealt."""
        seats = len(self.hands)
        if seats not in {*common_seats(rules, usual)}:
            return None
        hands, first = [cards_in(hand) for hand in self.hands], cards_in(self.rest)
        dealt = {*first, *chain(*hands)}
        rest = (card for card in pack_of(rules) if card not in dealt)
        dealt_in_turn = (card for card in chain(*zip_longest(*hands)) if card is not None)
        order = (*dealt_in_turn, *first, *rest)
        knock_card = Card.parse(self.knock_card or "Tc")
        for actions in _openings(tuple(map(parse_action, self.actions))):
            with suppress(GinRulesError):
                pair = in_step(
                    rules, usual, order, dealer=seats - 1, seats=seats, knock_card=knock_card, actions=actions
                )
                if pair.difference is not None:
                    return pair.difference
        return None


@attrs.frozen
class ShownResults:
    """A list of results to add again: the side that wins each round and its lead; the last is repeated.

    Rules that do not seat this number of players are shown by their smallest.
    """

    players: int
    results: tuple[SideResult, ...]

    def replayed(self, rules: RuleSet, usual: RuleSet) -> tuple[MatchState, MatchState, MatchKind] | None:
        """Return the two matches where they first differ, or None if they do not, or the results cannot be added."""
        both = sorted(set(rules.player_counts) & set(usual.player_counts))
        if not both:
            return None
        names = NAMES[: self.players if self.players in both else both[0]]
        results = (*self.results, *self.results[-1:] * MOST_ROUNDS)
        with suppress(GinRulesError):
            pair = played_matches(rules, usual, names, results)
            return None if pair.kind is None else (*pair.matches, pair.kind)
        return None


Shown = ShownRound | ShownResults


@attrs.frozen
class Difference:
    """A rule, or rules that go together, and the same rule set with their values of ``standard``."""

    names: tuple[str, ...]
    usual: RuleSet

    @property
    def words(self) -> str:
        """The rules in words."""
        return ", ".join(map(rule_words, self.names))


def differences(rules: RuleSet) -> Iterator[Difference]:
    """Yield the rules in use that differ from ``standard``, except those that follow from another difference."""
    single = {name: usual for name in changed_values(rules) if isinstance(usual := _usual(rules, name), RuleSet)}
    changed = [
        name
        for name in changed_values(rules)
        if (in_use(rules, name) or (name in single and in_use(single[name], name)))
        and not (name == "shutout_when" and _is_the_same_shutout(rules))
    ]
    if has_single_round(rules) and set(changed) >= {*ROUND}:  # either alone leaves a game of a single round
        yield Difference(ROUND, rules.evolve(name="usual", **{name: DEFAULTS[name] for name in ROUND}))
        changed = [name for name in changed if name not in ROUND]
    if "seating" in changed and "seating" not in single:
        changed = [name for name in changed if name != _PLAYERS or name not in single]  # shown with the seating
    grouped: set[str] = set()
    for name in changed:
        if name in single:
            yield Difference((name,), single[name])
        elif name not in grouped and getattr(rules, name) not in _OFF:
            names, usual = _group(rules, name)
            if grouped & set(names):
                continue
            others = tuple(
                other
                for other in RULES
                if other in names and (other not in single or (other == _PLAYERS and name == "seating"))
                if getattr(rules, other) not in _OFF
            )
            grouped |= set(others)
            yield Difference(others, usual)


def _is_the_same_shutout(rules: RuleSet) -> bool:
    """Return whether a loser without points is a loser without wins, as by the usual rule."""
    return rules.shutout_when == "loser-no-points" and wins_have_points(rules)


def wins_have_points(rules: RuleSet) -> bool:
    """Return whether every winner of a round gains points, and nobody else: no wins and no points are then the same."""
    match rules.tie:
        case "undercut":
            is_paid = rules.undercut_bonus > 0
        case "undercut-no-bonus":
            is_paid = False
        case "knocker-wins":
            is_paid = rules.knock_bonus > 0
        case "nobody":
            is_paid = True
    return (
        is_paid
        and rules.score_mode == "gain"
        and rules.is_for_two
        and rules.undercut_moves == "defender"
        and rules.gin_bonus > 0
        and (rules.big_gin_bonus > 0 or not rules.big_gin)
        and (rules.refusal_bonus > 0 or not rules.doubling)
    )


def _usual(rules: RuleSet, name: str) -> RuleSet | set[str]:
    """Return the rules with the usual value, or the names of the rules that do not go with it."""
    try:
        return rules.evolve(name="usual", **{name: DEFAULTS[name]})
    except RuleSetError as error:
        return _named(error)


def _named(error: RuleSetError) -> set[str]:
    words = " ".join(f"{problem.path} {problem.message}" for problem in error.problems)
    return {name for name in RULES if name in words.replace(".", " ").split()}


def _group(rules: RuleSet, name: str) -> tuple[tuple[str, ...], RuleSet]:
    """Return the rules that have to be usual together, and the rules with their usual values."""
    values = {name: DEFAULTS[name]}
    while True:
        try:
            return tuple(values), rules.evolve(name="usual", **values)
        except RuleSetError as error:
            more = [other for other in _named(error) if other not in values and other in changed_values(rules)]
            if not more:
                return tuple(values), RuleSet()
            values |= {other: DEFAULTS[other] for other in sorted(more, key=list(RULES).index)}


Shortest = RoundDivergence | tuple[MatchState, MatchState, MatchKind]


def shortest(
    rules: RuleSet, difference: Difference, examples: Mapping[str, tuple[Shown, ...]] | None = None
) -> Shortest | None:
    """Return the shortest round or list of results among the examples, or those kept, that shows the difference."""
    by_rule = kept() if examples is None else examples
    shown = (one for name in difference.names for one in by_rule.get(name, ()))
    replayed = (one.replayed(rules, difference.usual) for one in shown)
    return min((pair for pair in replayed if pair is not None), key=length, default=None)


def length(pair: Shortest) -> int:
    """Return the number of actions or rounds after which two rule sets differ."""
    return len(pair.actions) if isinstance(pair, RoundDivergence) else len(pair[0].scores)


@lru_cache(maxsize=1)
def kept() -> Mapping[str, tuple[Shown, ...]]:
    """Return the rounds and results that were found, by rule."""
    data = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return {name: tuple(map(_shown, items)) for name, items in data.items()}


def _shown(item: Mapping[str, Any]) -> Shown:
    if "results" in item:
        return ShownResults(item["players"], tuple((side, lead) for side, lead in item["results"]))
    return ShownRound(tuple(item["hands"]), item["rest"], item["knock_card"], tuple(item["actions"]))


def as_kept(shown: Shown) -> dict[str, Any]:
    """Return a round or a list of results as it is kept."""
    return attrs.asdict(shown)


def _openings(actions: tuple[Action, ...]) -> Iterator[tuple[Action, ...]]:
    """Yield the actions, then those for rules that turn no card up: the same card is drawn, or dealt in addition."""
    yield actions
    if actions and isinstance(actions[0], TakeDiscard):
        yield (DrawStock(), *actions[1:])
        yield actions[1:]
