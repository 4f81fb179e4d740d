"""Vectors: questions about the rules with their answers, found by a search for everything that a rule set can reach."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ginrules._support.values import whole_number
from ginrules.cards import Card, CardSet
from ginrules.errors import GinRulesError, InvalidRunError, ParseError
from ginrules.match.advance import add_round, new_match, with_entry
from ginrules.match.seating import Table
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState
from ginrules.melds.arrange import arrangements, best_arrangement, deadwood
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    ACCEPT,
    BIG_GIN,
    DECLINE,
    DONE,
    DOUBLE,
    DRAW,
    REFUSE,
    Action,
    Discard,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal, pack_of, shuffled
from ginrules.play.defence import best_defence, unsupported_play_rule
from ginrules.play.engine import apply, legal_actions, why_illegal
from ginrules.play.notation import parse_action
from ginrules.play.outcome import Outcome
from ginrules.play.phases import Reshuffle
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.rules.model import RULES, RuleSet, rules_of
from ginrules.scoring.price import price
from ginrules.testing.conformance import neighbors, read_text
from ginrules.testing.policies import MOST_PLIES, POLICIES, Policy, next_action
from tools.vectors.arranging import COVERAGE_GOALS, SEEKING, CraftedRound, arranged
from tools.vectors.documents import (
    HandVector,
    MatchVector,
    Refused,
    RoundVector,
    Step,
    TextVector,
    VectorCoverage,
    document,
)
from tools.vectors.goals import boundary_cases_of_end, goals_of_step, is_impossible, name_of, rule_goal, universe

_ACTIONS: Final = (
    "draw, take, take 3, take 1, take 0, decline, done, big gin, discard 7h, discard, knock Ts, knock 10s, "
    "lay off 7h on 0, lay off 7h, lay 7h 8h 9h, lay 7h 8h, spread, spread 7h 8h 9h / Kc Kd Ks, double, accept, refuse, "
    "shuffle 7h 8h, pass, Draw"
)
_TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "card": ("7h", "Th", "10h", "as", "KD", "7♥", " 7h", "1h", "7x", "", "7h 8h"),
    "cards": ("", "7h 8h 9h", "9h 7h 8h", "7h 7h", "7h8h", "7h,8h", "Kc Kd Ks", "7h -"),
    "action": (*_ACTIONS.split(", "), ""),
}


def texts_of_cards_and_actions() -> Iterator[TextVector]:
    """Yield texts with their reading, the same for all rules."""
    for kind, texts in _TEXTS.items():
        for text in texts:
            yield TextVector(kind=kind, text=text, reading=read_text(kind, text))


def tempting(state: RoundState, rng: random.Random) -> Iterator[Action]:
    """Yield actions that a player could think of, many of them not legal."""
    if isinstance(state.phase, Reshuffle):
        yield DRAW
        yield ShuffleStock(tuple(state.discards)[:2])
        return
    above = TakeDiscard(len(state.discards) + 1)
    yield from (DRAW, TakeDiscard(1), TakeDiscard(2), above, DECLINE, BIG_GIN, DONE, DOUBLE, ACCEPT, REFUSE)
    if state.is_over or state.turn is None:
        return
    held = list(state.hands[state.turn])
    cards = [*rng.sample(held, min(3, len(held))), Card(rng.randrange(52)), *getattr(state.phase, "taken", ())]
    for card in cards:
        yield from (Discard(card), Knock(card), LayOff(card, 0), LayOff(card, 9))
    best = best_arrangement(state.hands[state.turn], state.rules)
    yield Spread(best.melds)
    yield Spread(best.melds[:1])
    yield Spread(())
    yield Spread((*best.melds, *best.melds))
    yield Spread((Meld.of(held[:3]),))
    yield Spread((Meld.of([card for card in pack_of(state.rules) if card not in held][:3]),))
    for meld in best.melds:
        yield LayDown(meld)


def is_different(vector: Any, rule: str, changed: RuleSet) -> bool:
    """Return whether the vector has an answer that is another, or is none, under the changed rules."""
    affects = RULES[rule].affects
    try:
        match vector:
            case RoundVector() if affects == "price":
                return price(vector.outcome, changed) != vector.score
            case RoundVector() if affects == "play":
                return not _is_same_round(vector, changed)
            case HandVector() if affects == "play":
                return not _is_same_hand(vector, changed)
            case MatchVector() if affects != "play":
                return not _is_same_match(vector, changed)
            case _:
                return False
    except GinRulesError:
        return True


def _is_same_round(vector: RoundVector, rules: RuleSet) -> bool:
    state = deal(rules, vector.order, dealer=vector.dealer, seats=vector.seats, knock_card=vector.knock_card)
    for step in vector.steps:
        if state.turn != step.turn or set(legal_actions(state)) != set(step.legal):
            return False
        for refused in step.refused:
            refusal = why_illegal(state, parse_action(refused.action, state))
            if refusal is None or refusal.code != refused.code:
                return False
        state = apply(state, step.action)
    return state.outcome == vector.outcome and price(vector.outcome, rules) == vector.score


def _is_same_hand(vector: HandVector, rules: RuleSet) -> bool:
    if deadwood(vector.hand, rules) != vector.arrangement.deadwood:
        return False
    if len(arrangements(vector.hand, rules, rules.knock_limit)) != vector.within:
        return False
    return vector.defence is None or best_defence(vector.hand, vector.spread, rules).deadwood == vector.defence.deadwood


def seated(match: MatchState) -> tuple[tuple[int, ...], ...]:
    """Return the players of each table in their seats, the player who acts first in front."""
    return tuple(
        (*table.players[at:], *table.players[:at]) for table in match.due for at in [table.players.index(table.first)]
    )


def _is_same_match(vector: MatchVector, rules: RuleSet) -> bool:
    match = new_match(rules, vector.match.players)
    for entry, tables, points in zip(vector.match.entries, vector.tables, vector.points, strict=True):
        if seated(match) != tables:
            return False
        match = with_entry(match, entry)
        if tuple(game.points for game in match.games) != points:
            return False
    settled = settle(match)
    kept = vector.match
    expected = kept.is_over, kept.winners, vector.settlement.net, kept.due
    return (match.is_over, match.winners, settled.net, match.due) == expected


Vector = RoundVector | HandVector | MatchVector | TextVector | VectorCoverage

_LOOKS: Final = 10
"""Rounds that are played in search of something new, for each round that is wanted."""
_TRIES: Final = 5
"""Rounds that are arranged toward each aim, for each number of seats."""
_POOL: Final = 60
_POLICIES: Final = {**POLICIES, **SEEKING}
_VISITS: Final = 30
_LARGEST_HAND: Final = 11
_MATCHES: Final = 60
_FIRST_MATCHES: Final = 2
_SMALL: Final = 2
_OFTEN: Final = 0.8
_MOST_ROUNDS: Final = 40
_MOST_WITHIN: Final = 2_000


def vectors(rules: RuleSet | str, n: int = 200, seed: int = 1, *, views: bool = False) -> Iterator[dict[str, Any]]:
    """Yield a rule set's vectors, each a document of plain JSON: rounds, hands, matches, texts, the coverage.

    The rounds are chosen: of ``10 * n`` rounds some are played by policies, others are arranged toward a goal, such as
    level counts, and a round is kept if it reaches something that no vector before it reaches. To reach a rule means
    that the answers would be others under another value of that rule alone. The last document names what was reached,
    what these rules exclude, and what was not found.
    """
    rules, seed = rules_of(rules), whole_number("seed", seed)
    if type(n) is not int or n < 1:
        raise InvalidRunError(f"n: expected a number of rounds above 0, got {n!r:.60}")
    return map(document, _Search(rules, seed, views=views).vectors(n))


class _Search:
    """The search for rounds, hands and matches that reach something new."""

    def __init__(self, rules: RuleSet, seed: int, *, views: bool) -> None:
        self._rules = rules
        self._rng = random.Random(seed)
        self._seed = seed
        self._views = views
        self._reached: dict[str, None] = {}
        self._pairs: set[tuple[str, str]] = set()
        self._left = [(rule_goal(name, changed), name, changed) for name, changed in neighbors(rules)]
        self._is_impossible = {feature: is_impossible(feature, rules) for feature, _, _ in self._left}
        self._universe = universe(self._is_impossible)
        self._pool: dict[int, list[tuple[Outcome, int | None]]] = {seats: [] for seats in rules.table_sizes}
        self._ends: list[RoundState] = []
        self._looked = 0
        self._visits: Counter[str] = Counter()

    def vectors(self, n: int) -> Iterator[Vector]:
        """Yield all vectors, the coverage last."""
        yield from self._rounds(n)
        for hand in self._hands(n):
            self._learn(hand)
            yield hand
        for match in self._matches():
            self._learn(match)
            yield match
        yield from texts_of_cards_and_actions()
        missing = [name for name in self._universe if name not in self._reached]
        yield VectorCoverage(
            rules=self._rules,
            looked=self._looked,
            reached=tuple(name for name in self._universe if name in self._reached),
            impossible=tuple(name for name in missing if is_impossible(name, self._rules)),
            not_reached=tuple(name for name in missing if not is_impossible(name, self._rules)),
        )

    # --- rounds -----------------------------------------------------------------------------------

    def _rounds(self, n: int) -> Iterator[RoundVector]:
        kept = 0
        for number, (vector, reached) in enumerate(self._candidates(n)):
            self._looked += 1
            if vector is None:
                continue
            new = reached - self._pairs
            if new or number < n // 4 or (number < 2 * n and self._shows(vector)):
                self._pairs |= new
                self._reached.update((f"{kind}: {name}", None) for kind, name in sorted(reached))
                self._learn(vector)
                yield vector
                kept += 1
            if kept == n:
                return

    def _candidates(self, n: int) -> Iterator[tuple[RoundVector | None, set[tuple[str, str]]]]:
        """Yield rounds that policies play, between them rounds that are arranged toward each aim in turn."""
        sizes = self._rules.table_sizes
        aims = (
            [aim for _ in range(_TRIES) for aim in COVERAGE_GOALS for _ in sizes] if not self._rules.open_melds else []
        )
        for number in range(_LOOKS * n):
            seats = sizes[number % len(sizes)]
            rng = random.Random(self._seed * 1_000_003 + number)
            if number % 2 == 0 or number // 2 >= len(aims):
                policy = _POLICIES[[*_POLICIES][number // len(sizes) % len(_POLICIES)]]
                yield self._played(self._shuffled(seats, rng), seats, rng, policy)
            elif made := arranged(self._rules, aims[number // 2], seats, rng):
                yield self._played(made, seats, rng, _following(made.actions))

    def _shuffled(self, seats: int, rng: random.Random) -> CraftedRound:
        order, dealer = shuffled(rng, self._rules), rng.randrange(seats)
        knock_card = rng.choice(pack_of(self._rules)) if self._rules.knock_source == "knock-card" else None
        return CraftedRound(order=order, dealer=dealer, knock_card=knock_card)

    def _played(
        self, made: CraftedRound, seats: int, rng: random.Random, policy: Policy
    ) -> tuple[RoundVector | None, set[tuple[str, str]]]:
        """Return a round, or None if it does not end, and what it reaches."""
        rules = self._rules
        dealt: dict[str, Any] = {"dealer": made.dealer, "knock_card": made.knock_card, "seats": seats}
        state = deal(rules, made.order, **dealt)
        steps: list[Step] = []
        reached: set[tuple[str, str]] = set()
        while not state.is_over and len(steps) < MOST_PLIES:
            action, legal = next_action(rng, state, policy), legal_actions(state)
            reached.update(goals_of_step(state, action, legal))
            views = tuple(view(state, seat) for seat in range(seats)) if self._views else ()
            steps.append(Step(action, state.turn, legal, tuple(self._refused(state, rng, reached)), views))
            state = apply(state, action)
        if state.outcome is None:
            return None, reached
        outcome = state.outcome
        score = price(outcome, rules)
        reached.update((("phase", "round-over"), ("ending", outcome.ending), ("result", score.result)))
        reached |= {("reason", outcome.reason)} if outcome.reason else set()
        reached |= {("line", f"{line.kind}") for line in score.lines}
        reached |= {("priced", f"{score.result} {line.kind}") for line in score.lines}
        reached.update(("edge", edge) for edge in boundary_cases_of_end(outcome, state.knock_limit))
        if len(self._pool[seats]) < _POOL:
            self._pool[seats].append((outcome, score.winner))
            self._ends.append(state)
        vector = RoundVector(rules=rules, **dealt, order=made.order, steps=tuple(steps), outcome=outcome, score=score)
        return vector, reached

    def _refused(self, state: RoundState, rng: random.Random, reached: set[tuple[str, str]]) -> Iterator[Refused]:
        """Yield actions that are refused for a reason that is new in this phase."""
        phase = name_of(type(state.phase))
        self._visits[phase] += 1
        if self._visits[phase] > _VISITS and rng.random() > 1 / _VISITS:
            return
        for action in tempting(state, rng):
            refusal = why_illegal(state, action)
            if refusal is None:
                continue
            key = ("refused", f"{phase} {refusal.code}")
            if (key in self._pairs or key in reached) and rng.random() > 0.01:
                continue
            if _is_read(str(action), state):
                reached |= {key, ("code", refusal.code)}
                yield Refused(str(action), refusal.code)

    # --- hands and matches ------------------------------------------------------------------------

    def _hands(self, n: int) -> Iterator[HandVector]:
        for state in self._ends[:n]:
            is_declared = state.outcome is not None and state.outcome.declarer is not None
            spread = _spread_of(state) if is_declared and not self._rules.open_melds else ()
            for seat in range(state.seats):
                hand = CardSet(state.hand_masks[seat] | state.laid_masks[seat])
                if not 0 < len(hand) <= _LARGEST_HAND:
                    continue
                vector = self._hand(hand, spread if seat != state.outcome.declarer else ())  # type: ignore[union-attr]
                if vector is not None:
                    yield vector

    def _hand(self, hand: CardSet, spread: tuple[Any, ...]) -> HandVector | None:
        try:
            within = len(arrangements(hand, self._rules, self._rules.knock_limit))
            defence = (
                best_defence(hand, spread, self._rules)
                if spread and unsupported_play_rule(self._rules) is None
                else None
            )
        except ParseError:
            return None
        best = best_arrangement(hand, self._rules)
        return HandVector(rules=self._rules, hand=hand, arrangement=best, within=within, spread=spread, defence=defence)

    def _matches(self) -> Iterator[MatchVector]:
        for players in self._rules.player_counts:
            for number in range(_MATCHES):
                vector = self._match(players, leading=number % 3)
                if vector is not None and (number < _FIRST_MATCHES or self._shows(vector)):
                    yield vector

    def _match(self, players: int, *, leading: int) -> MatchVector | None:
        match = new_match(self._rules, players)
        points: list[tuple[tuple[int, ...], ...]] = []
        tables = []
        while not match.is_over and len(points) < _MOST_ROUNDS:
            tables.append(seated(match))
            results = [self._result(table, leading) for table in match.due]
            if None in results:
                return None
            try:
                match = add_round(match, *(result for result in results if result is not None))
            except GinRulesError:  # a sum beyond the bounds, or no result fits this table
                return None
            points.append(tuple(game.points for game in match.games))
        return MatchVector(match=match, tables=tuple(tables), points=tuple(points), settlement=settle(match))

    def _result(self, table: Table, leading: int) -> Outcome | None:
        """Return an outcome of the rounds that were played, of all or of many small ones by the first player."""
        pool = self._pool.get(len(table.players), [])
        if not pool:
            return None
        first = table.players.index(0) if 0 in table.players else None
        won = [outcome for outcome, winner in pool if winner is not None and winner == first]
        if leading == 1 and won:
            return self._rng.choice(won)
        if leading == _SMALL and won and self._rng.random() < _OFTEN:
            return min(self._rng.choices(won, k=3), key=lambda outcome: sum(outcome.deadwood))
        return self._rng.choice(pool)[0]

    # --- rules ------------------------------------------------------------------------------------

    def _shows(self, vector: Vector) -> bool:
        """Return whether a rule that no vector shows is shown by this vector."""
        possible = ((name, changed) for feature, name, changed in self._left if not self._is_impossible[feature])
        return any(is_different(vector, name, changed) for name, changed in possible)

    def _learn(self, vector: Vector) -> None:
        """Note the rules that the vector shows."""
        left = []
        for feature, name, changed in self._left:
            if feature in self._reached:
                continue
            if is_different(vector, name, changed):
                self._reached[feature] = None
            else:
                left.append((feature, name, changed))
        self._left = left


def _following(actions: Iterable[Action]) -> Policy:
    """Return a policy that plays these actions."""
    left = iter(actions)
    return lambda _rng, _state, _legal: next(left)


def _is_read(text: str, state: RoundState) -> bool:
    try:
        parse_action(text, state)
    except ParseError:
        return False
    return True


def _spread_of(state: RoundState) -> tuple[Any, ...]:
    return tuple(Meld.of(meld.original) for meld in state.table if meld.owner == state.outcome.declarer)  # type: ignore[union-attr]
