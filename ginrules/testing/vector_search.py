"""Vectors: questions about the rules with their answers, found by a search for everything that a rule set can reach."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from ginrules._values import whole_number
from ginrules.cards import Card, CardSet
from ginrules.errors import GinRulesError, IllegalAction, InvalidRunError, ParseError
from ginrules.match.fold import add_round, new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState, Table
from ginrules.melds.arrange import arrangements, best_arrangement
from ginrules.melds.meld import Meld
from ginrules.notation import parse_action
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
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal, pack_of, shuffled
from ginrules.play.defence import best_defence, unread_rule
from ginrules.play.engine import apply, legal_actions, why_illegal
from ginrules.play.outcome import DeadReason, Ending, Outcome
from ginrules.play.phases import Phase, Reshuffle
from ginrules.play.state import RoundState
from ginrules.play.view import view
from ginrules.records import to_dict
from ginrules.records.vectors import HandVector, MatchVector, Refused, RoundVector, Step, TextVector, VectorCoverage
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.price import price
from ginrules.scoring.score import RESULTS, LineKind
from ginrules.testing.neighbors import is_different, neighbors
from ginrules.testing.strategies.policies import MOST_PLIES, POLICIES, next_action

Vector = RoundVector | HandVector | MatchVector | TextVector | VectorCoverage

_LOOKS: Final = 10
"""Rounds that are played in search of something new, for each round that is wanted."""
_POOL: Final = 60
_MATCHES: Final = 6
_MOST_ROUNDS: Final = 40
_MOST_WITHIN: Final = 2_000
_TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "card": ("7h", "Th", "10h", "as", "KD", "7♥", " 7h", "1h", "7x", "", "7h 8h"),
    "cards": ("", "7h 8h 9h", "9h 7h 8h", "7h 7h", "7h8h", "7h,8h", "Kc Kd Ks", "7h -"),
    "action": (
        "draw", "take", "take 3", "take 1", "take 0", "decline", "done", "big gin", "discard 7h", "discard",
        "knock Ts", "knock 10s", "lay off 7h on 0", "lay off 7h", "lay 7h 8h 9h", "lay 7h 8h", "spread",
        "spread 7h 8h 9h / Kc Kd Ks", "double", "accept", "refuse", "shuffle 7h 8h", "pass", "Draw", "",
    ),
}  # fmt: skip


def vectors(rules: RuleSet | str, n: int = 200, seed: int = 1, *, views: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the vectors of a rule set, each a document of plain JSON: rounds, hands, matches, texts, the coverage.

    The rounds are chosen: ``10 * n`` rounds are played by policies from uniform to greedy, and a round is kept if it
    reaches something that no vector before it reaches. Half of ``n`` are the first rounds played. To reach a rule means
    that the answers would be others under another value of that rule alone. The last document names what was reached,
    and what was not.

    Args:
        rules: The rules.
        n: Limit on the rounds.
        seed: The seed of the search; the same seed gives the same vectors.
        views: Whether each position has the view of every seat.

    Raises:
        RuleSetError: If these are no rules.
        InvalidRunError: If ``n`` is not above 0.

    Examples:
        >>> from ginrules.testing import vectors
        >>> documents = list(vectors("standard", 2))
        >>> documents[0]["format"], documents[0]["steps"][0]["legal"]
        ('ginrules/round-vector', ['take', 'decline'])
        >>> documents[-1]["format"], "phase: reshuffle" in documents[-1]["not_reached"]
        ('ginrules/vector-coverage', True)
    """
    rules, seed = rules_of(rules), whole_number("seed", seed)
    if type(n) is not int or n < 1:
        raise InvalidRunError(f"n: expected a number of rounds above 0, got {n!r:.60}")
    return map(to_dict, _Search(rules, seed, views=views).vectors(n))


def texts_of_cards_and_actions() -> Iterator[TextVector]:
    """Yield texts with their reading; they are the same for all rules."""
    for kind, texts in _TEXTS.items():
        for text in texts:
            yield TextVector(kind=kind, text=text, reading=read_text(kind, text))


_PARSERS: Final[Mapping[str, Any]] = {"card": Card.parse, "cards": CardSet.parse, "action": parse_action}


def read_text(kind: str, text: str) -> str | None:
    """Return the usual text of what a text says, or None if it is refused."""
    try:
        return str(_PARSERS[kind](text))
    except ParseError:
        return None


class _Search:
    """The search for rounds, hands and matches that reach something new."""

    def __init__(self, rules: RuleSet, seed: int, *, views: bool) -> None:
        self._rules = rules
        self._rng = random.Random(seed)  # noqa: S311 - games, not secrets
        self._seed = seed
        self._views = views
        self._reached: dict[str, None] = {}
        self._pairs: set[tuple[str, str]] = set()
        self._left = [(_rule_feature(name, changed), name, changed) for name, changed in neighbors(rules)]
        self._universe = _universe(feature for feature, _, _ in self._left)
        self._pool: dict[int, list[tuple[Outcome, int | None]]] = {seats: [] for seats in rules.table_sizes}
        self._ends: list[RoundState] = []
        self._looked = 0

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
        yield VectorCoverage(
            rules=self._rules,
            looked=self._looked,
            reached=tuple(name for name in self._universe if name in self._reached),
            not_reached=tuple(name for name in self._universe if name not in self._reached),
        )

    # --- rounds -----------------------------------------------------------------------------------

    def _rounds(self, n: int) -> Iterator[RoundVector]:
        kept = 0
        for number in range(_LOOKS * n):
            seats = self._rules.table_sizes[number % len(self._rules.table_sizes)]
            policy = [*POLICIES][number % len(POLICIES)]
            vector, reached = self._played(seats, self._seed * 1_000_003 + number, policy)
            self._looked += 1
            if vector is None:
                continue
            new = reached - self._pairs
            if number < n // 2 or new or (number < 2 * n and self._shows(vector)):
                self._pairs |= new
                self._reached.update((f"{kind}: {name}", None) for kind, name in sorted(reached))
                self._learn(vector)
                yield vector
                kept += 1
            if kept == n:
                return

    def _played(self, seats: int, seed: int, policy: str) -> tuple[RoundVector | None, set[tuple[str, str]]]:
        """Return a round, and what it reaches; without the round if it does not end."""
        rng = random.Random(seed)  # noqa: S311 - games, not secrets
        rules, order, dealer = self._rules, shuffled(rng, self._rules), rng.randrange(seats)
        knock_card = rng.choice(pack_of(rules)) if rules.knock_source == "knock-card" else None
        state = deal(rules, order, dealer=dealer, seats=seats, knock_card=knock_card)
        steps: list[Step] = []
        reached: set[tuple[str, str]] = set()
        while not state.is_over and len(steps) < MOST_PLIES:
            action = next_action(rng, state, POLICIES[policy])
            refused = tuple(self._refused(state, rng, reached))
            legal = legal_actions(state)
            views = tuple(view(state, seat) for seat in range(seats)) if self._views else ()
            steps.append(Step(action, state.turn, legal, refused, views))
            phase = name_of(type(state.phase))
            kind = name_of(type(action))
            reached |= {("phase", phase), ("move", f"{phase} {kind}"), ("action", kind)}
            reached |= {("choice", f"{phase} {name_of(type(other))}") for other in legal}
            state = apply(state, action)
        if state.outcome is None:
            return None, reached
        outcome = state.outcome
        score = price(outcome, self._rules)
        reached |= {("phase", "round-over"), ("ending", outcome.ending), ("result", score.result)}
        reached |= {("reason", outcome.reason)} if outcome.reason else set()
        reached |= {("line", line.kind) for line in score.lines}
        if len(self._pool[seats]) < _POOL:
            self._pool[seats].append((outcome, score.winner))
            self._ends.append(state)
        vector = RoundVector(
            rules=rules, seats=seats, dealer=dealer, order=order, knock_card=knock_card,
            steps=tuple(steps), outcome=outcome, score=score,
        )  # fmt: skip
        return vector, reached

    def _refused(self, state: RoundState, rng: random.Random, reached: set[tuple[str, str]]) -> Iterator[Refused]:
        """Yield actions that are refused for a reason that is new in this phase."""
        phase = name_of(type(state.phase))
        for action in _tempting(state, rng):
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
            spread = () if state.outcome is None or state.outcome.declarer is None else _spread_of(state)
            for seat, hand in enumerate(state.hands):
                if not hand:
                    continue
                vector = self._hand(hand, spread if seat != state.outcome.declarer else ())  # type: ignore[union-attr]
                if vector is not None:
                    yield vector

    def _hand(self, hand: CardSet, spread: tuple[Any, ...]) -> HandVector | None:
        try:
            within = len(arrangements(hand, self._rules, self._rules.knock_limit))
            defence = best_defence(hand, spread, self._rules) if spread and unread_rule(self._rules) is None else None
        except ParseError:
            return None
        best = best_arrangement(hand, self._rules)
        return HandVector(rules=self._rules, hand=hand, arrangement=best, within=within, spread=spread, defence=defence)

    def _matches(self) -> Iterator[MatchVector]:
        for players in self._rules.player_counts:
            for number in range(_MATCHES):
                vector = self._match(players, is_one_sided=number % 2 == 1)
                if vector is not None:
                    yield vector

    def _match(self, players: int, *, is_one_sided: bool) -> MatchVector | None:
        match = new_match(self._rules, players)
        points: list[tuple[tuple[int, ...], ...]] = []
        while not match.is_over and len(points) < _MOST_ROUNDS:
            results = [self._result(table, is_one_sided=is_one_sided) for table in match.due]
            if None in results:
                return None
            try:
                match = add_round(match, *(result for result in results if result is not None))
            except GinRulesError:  # a sum beyond the bounds, or no result fits this table
                return None
            points.append(points_of(match))
        return MatchVector(match=match, points=tuple(points), settlement=settle(match))

    def _result(self, table: Table, *, is_one_sided: bool) -> Outcome | None:
        """Return the outcome of a round that was played, in a one-sided match a round won by the first player."""
        pool = self._pool.get(len(table.players), [])
        first = table.players.index(0) if 0 in table.players else None
        won = [outcome for outcome, winner in pool if winner is not None and winner == first] if is_one_sided else []
        outcomes = won or [outcome for outcome, _ in pool]
        return self._rng.choice(outcomes) if outcomes else None

    # --- rules ------------------------------------------------------------------------------------

    def _shows(self, vector: Vector) -> bool:
        """Return whether a rule that no vector shows is shown by this vector."""
        return any(is_different(vector, name, changed) for _, name, changed in self._left)

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


def points_of(match: MatchState) -> tuple[tuple[int, ...], ...]:
    """Return the points of each column, by side."""
    return tuple(game.points for game in match.games)


def name_of(cls: type) -> str:
    """Return the name of a phase or an action, in small letters with hyphens."""
    return "".join(f"-{char.lower()}" if char.isupper() else char for char in cls.__name__).lstrip("-")


def _universe(rules: Iterable[str]) -> list[str]:
    """Return the names of everything that any rule set can reach."""
    codes = sorted(error.code for error in IllegalAction.__subclasses__())
    return [
        *(f"phase: {name_of(phase)}" for phase in get_args(Phase)),
        *(f"action: {name_of(action)}" for action in get_args(Action)),
        *(f"ending: {ending}" for ending in get_args(Ending)),
        *(f"reason: {reason}" for reason in get_args(DeadReason)),
        *(f"result: {result}" for result in RESULTS),
        *(f"line: {kind}" for kind in get_args(LineKind)),
        *(f"code: {code}" for code in codes),
        *dict.fromkeys(rules),
    ]


def _rule_feature(name: str, changed: RuleSet) -> str:
    value = getattr(changed, name)
    return f"rule: {name}, not {str(value).lower()}" if isinstance(value, bool | str) else f"rule: {name}"


def _is_read(text: str, state: RoundState) -> bool:
    try:
        parse_action(text, state)
    except ParseError:
        return False
    return True


def _spread_of(state: RoundState) -> tuple[Any, ...]:
    return tuple(Meld.of(meld.original) for meld in state.table if meld.owner == state.outcome.declarer)  # type: ignore[union-attr]


def _tempting(state: RoundState, rng: random.Random) -> Iterator[Action]:
    """Yield actions that a player could think of; many are not legal."""
    if isinstance(state.phase, Reshuffle):
        yield DRAW
        return
    yield from (DRAW, TakeDiscard(1), TakeDiscard(2), TakeDiscard(50), DECLINE, BIG_GIN, DONE, DOUBLE, ACCEPT, REFUSE)
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
    for meld in best.melds:
        yield LayDown(meld)
