"""Laws of every rule set, and laws of pairs of rule sets, as ready checks.

`check_rules_hold` plays rounds and matches under your own rules and checks everything that the
engine promises. The comparison laws take two rule sets and state what a difference can change.
A law that does not hold raises `LawBroken`, which names rules, seed and action so that the
round can be played again.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ginrules.cards import CARDS, CardSet
from ginrules.errors import IllegalAction, IncompatibleRulesError
from ginrules.match.fold import add_round, new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState
from ginrules.melds.meld import Meld
from ginrules.notation import parse_action
from ginrules.play.actions import (
    BIG_GIN,
    DECLINE,
    DISCARD,
    DONE,
    DRAW,
    KNOCK,
    Action,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.engine import apply, legal_actions, transition, why_illegal
from ginrules.play.phases import Reshuffle
from ginrules.play.state import RoundState
from ginrules.play.views.determinize import determinize
from ginrules.play.views.follow import follow, redact
from ginrules.play.views.view import view
from ginrules.rule_files import dumps_rules, loads_rules
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES, RuleSet
from ginrules.scoring.price import price
from ginrules.testing.policies import MOST_PLIES, POLICIES, fresh, played

ROUNDS: Final = 20
"""Rounds that a check plays by default."""

_MOST_MATCH_ROUNDS: Final = 30
_STRANGE_MELDS: Final = tuple(map(Meld.parse, ("Ac 2c 3c", "Ac Ad Ah", "Ac 2c", "Kd Ad 2d", "4c 4d 4h 4s", "")))


class LawBroken(AssertionError):
    """A law that does not hold; the message names rules, seed and action."""


# --- one rule set -------------------------------------------------------------------------------


def check_rules_hold(rules: RuleSet, *, rounds: int = ROUNDS, seed: int = 0) -> int:
    """Check every law of the engine, of views, prices and matches under these rules.

    Rounds are played at every number of seats, by several policies.

    Args:
        rules: Any rule set.
        rounds: The number of rounds, over all numbers of seats.
        seed: The seed of the first round; the others follow.

    Returns:
        The number of states checked.

    Raises:
        LawBroken: If a law does not hold.

    Examples:
        >>> check_rules_hold(RuleSet(knock_limit=7, min_set=2), rounds=3)  # states
        64
    """
    _ensure(loads_rules(dumps_rules(rules)) == rules, "rules written and read again are other rules", rules)
    checked = 0
    allowed = rules.table_sizes
    policies = list(POLICIES)
    for number in range(rounds):
        seats = allowed[number % len(allowed)]
        checked += check_round(rules, seats=seats, seed=seed + number, policy=policies[number % len(policies)])
    for players in rules.player_counts:
        check_refolds(some_match(rules, players, seed))
    return checked


def check_round(rules: RuleSet, *, seats: int, seed: int, policy: str = "mixed") -> int:
    """Check the laws of a round at every state of a round that is played; return the number of states.

    Args:
        rules: Any rule set.
        seats: Seats at the table, a number that the rules allow.
        seed: The seed of the deal and of the play.
        policy: The choice of actions: a key of ``ginrules.testing.policies.POLICIES``.

    Raises:
        LawBroken: If a law does not hold.

    Examples:
        >>> check_round(RuleSet(), seats=2, seed=7, policy="greedy") > 1
        True
    """
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    state = fresh(rules, seats=seats, seed=seed)
    views = [view(state, seat) for seat in range(seats)]
    number = 0
    for number, action in enumerate(played(state, seed, POLICIES[policy]), start=1):  # noqa: B007 - counted
        check_state(state, rng)
        before = hash(state), repr(state)
        after, events = transition(state, action)
        _ensure((hash(state), repr(state)) == before, f"{action} changed the state it was applied to", rules, seed)
        _ensure(apply(state, action) == after, f"{action} has two outcomes", rules, seed)
        for event in events:
            views = [follow(own, redact(event, seat)) for seat, own in enumerate(views)]
        state = after
        expected = [view(state, seat) for seat in range(seats)]
        _ensure(views == expected, f"after {action} the events do not give a seat's view", rules, seed)
    check_cards_conserved(state)
    capped = rules.take_cap > 0 and (rules.stock_exhausted != "reshuffle" or rules.reshuffle_cap > 0)
    _ensure(state.is_over or not capped, f"the round is not over after {MOST_PLIES} actions", rules, seed)
    if state.outcome is not None:
        score = price(state.outcome, rules)
        _ensure(sum(score.net) == 0, f"the round pays {score.net}, which is not a zero sum", rules, seed)
    return number + 1


def check_state(state: RoundState, rng: random.Random) -> None:
    """Check the laws of a single state: cards, legal actions, views.

    Args:
        state: Any state.
        rng: The generator that chooses the actions tried and the places of the hidden cards.

    Raises:
        LawBroken: If a law does not hold.

    Examples:
        >>> from ginrules import deal, shuffled
        >>> check_state(deal(RuleSet(), shuffled(7)), random.Random(1))
    """
    check_cards_conserved(state)
    check_legal_means_not_refused(state, some_actions(state, rng))
    if rng.random() < 0.2:  # a view costs as much as many actions
        check_views_leak_nothing(state, rng.getrandbits(32))


def check_cards_conserved(state: RoundState) -> None:
    """Check that every card of the pack is in exactly one place.

    Raises:
        LawBroken: If a card is missing or appears twice.

    Examples:
        >>> from ginrules import deal, shuffled
        >>> check_cards_conserved(deal(RuleSet(), shuffled(7)))
    """
    places = [*state.stock, *state.discards]
    for cards in (*state.hands, *(meld.cards for meld in state.table)):
        places += list(cards)
    pack = list(CardSet(state.setup.tables.pack))
    _ensure(sorted(places) == pack, f"there are {len(places)} cards, the pack has {len(pack)}", state.rules)


def check_legal_means_not_refused(state: RoundState, candidates: Iterable[Action] = ()) -> None:
    """Check that an action is listed as legal exactly if it is not refused, and that somebody can act.

    Args:
        state: Any state.
        candidates: Actions to try beside the legal ones (see `ginrules.testing.any_actions`).

    Raises:
        LawBroken: If a legal action is refused, another is not, or nobody can act.

    Examples:
        >>> from ginrules import deal, shuffled
        >>> check_legal_means_not_refused(deal(RuleSet(), shuffled(7)), [DRAW, DECLINE])
    """
    legal = legal_actions(state)
    stuck = not legal and not state.is_over and not isinstance(state.phase, Reshuffle)
    _ensure(not stuck, f"seat {state.turn} must {state.phase.prompt} and cannot", state.rules)
    _ensure(len(set(legal)) == len(legal), "a legal action is listed twice", state.rules)
    for action in legal:
        _ensure(why_illegal(state, action) is None, f"{action} is listed and refused", state.rules)
        _ensure(parse_action(str(action), state) == action, f"{action} is read as another action", state.rules)
    for action in candidates:
        if isinstance(action, ShuffleStock) and isinstance(state.phase, Reshuffle):
            continue  # chance's shuffles are not listed
        refusal = why_illegal(state, action)
        listed = action in legal
        _ensure(
            (refusal is None) == listed,
            f"{action} is {'' if listed else 'not '}listed, the refusal is {refusal}",
            state.rules,
        )
        if refusal is not None:
            _ensure_refused(state, action, refusal)


def _ensure_refused(state: RoundState, action: Action, refusal: IllegalAction) -> None:
    try:
        apply(state, action)
    except IllegalAction as error:
        _ensure(type(error) is type(refusal), f"{action} is refused in two ways: {error} / {refusal}", state.rules)
    else:
        raise LawBroken(f"{action} is refused and yet played ({state.rules.label})")


def check_views_leak_nothing(state: RoundState, seed: int = 0) -> None:
    """Check that a seat's view is the same wherever the cards lie that it cannot know.

    Args:
        state: Any state.
        seed: The seed of the places of the hidden cards.

    Raises:
        LawBroken: If a view depends on a hidden card.

    Examples:
        >>> from ginrules import deal, shuffled
        >>> check_views_leak_nothing(deal(RuleSet(), shuffled(7)))
    """
    for seat in range(state.seats):
        own = view(state, seat)
        other = determinize(own, seed)
        check_cards_conserved(other)
        _ensure(view(other, seat) == own, f"seat {seat} sees a card that it cannot know", state.rules, seed)


def check_refolds(match: MatchState) -> None:
    """Check that a match is the fold of its entries, and that its settlement is a zero sum.

    Raises:
        LawBroken: If folding the entries again gives another match, or the settlement is not a zero sum.

    Examples:
        >>> check_refolds(new_match(RuleSet()))
    """
    again = new_match(match.rules, match.players, results=match.entries)
    _ensure(again == match, f"{len(match.entries)} entries folded again give another match", match.rules)
    settled = settle(match)
    if match.rules.seating != "captain" or not settled.payments:
        _ensure(sum(settled.net) == 0, f"the match is settled at {settled.net}, not a zero sum", match.rules)


def some_actions(state: RoundState, rng: random.Random) -> list[Action]:
    """Return well-formed actions of every kind to try in a state, most of them illegal.

    Examples:
        >>> from ginrules import deal, shuffled
        >>> actions = some_actions(deal(RuleSet(), shuffled(7)), random.Random(1))
        >>> DECLINE in actions, len(actions) > 40
        (True, True)
    """
    card = rng.randrange(len(CARDS))
    actions: list[Action] = [DECLINE, DRAW, BIG_GIN, DONE, *(TakeDiscard(count) for count in (1, 2, 3, -1, 60))]
    actions += [*rng.sample(DISCARD, 8), *rng.sample(KNOCK, 8)]
    if state.turn is not None:
        held = list(state.hands[state.turn])
        actions += [kind[own] for own in held for kind in (DISCARD, KNOCK)]
        card = int(held[0]) if held else card
        own = [Meld.of(CardSet(meld)) for meld in state.setup.tables.melds(state.hand_masks[state.turn])]
        actions += [*map(LayDown, own[:4]), Spread(own[:1]), Spread(own[:2]), Spread()]
    actions += [
        LayOff(tried, onto) for tried in (card, rng.randrange(len(CARDS))) for onto in (-1, 0, len(state.table))
    ]
    strange = rng.choice(_STRANGE_MELDS)
    return [*actions, LayDown(strange), Spread([strange]), ShuffleStock(state.discards)]


def some_match(rules: RuleSet, players: int, seed: int) -> MatchState:
    """Return a match of rounds that are played, to its end or for thirty rounds.

    Args:
        rules: Any rule set.
        players: The number of players, one that the rules allow.
        seed: The seed of the first deal; the others follow.

    Examples:
        >>> match = some_match(RuleSet(), 2, seed=1)
        >>> match.is_over, len(match.scores) > 1
        (True, True)
    """
    match = new_match(rules, players)
    number = seed
    while not match.is_over and len(match.scores) < _MOST_MATCH_ROUNDS:
        results = []
        for table in match.due:
            number += 1
            start = fresh(rules, seats=len(table.players), seed=number)
            for action in played(start, number, POLICIES["greedy"]):
                start = apply(start, action)
            if start.outcome is None:
                return match
            results.append(start.outcome)
        match = add_round(match, *results)
    return match


# --- two rule sets ------------------------------------------------------------------------------


def plays_alike(a: RuleSet, b: RuleSet, *, rounds: int = ROUNDS, seed: int = 0) -> None:
    """Check that the same deals and actions have the same legal actions and facts under both rule sets.

    Args:
        a: A rule set.
        b: Another.
        rounds: The number of rounds.
        seed: The seed of the first round; the others follow.

    Raises:
        LawBroken: If the two differ.
        IncompatibleRulesError: If no table seats both.

    Examples:
        >>> plays_alike(RuleSet(), RuleSet(gin_bonus=20), rounds=2)
        >>> plays_alike(RuleSet(), RuleSet(knock_limit=5))
        Traceback (most recent call last):
        ...
        ginrules.testing.laws.LawBroken: after ..., knock ... is legal under one alone ...
    """
    same_until(a, b, lambda _state: False, rounds=rounds, seed=seed)


def same_until(
    a: RuleSet, b: RuleSet, until: Callable[[RoundState], bool], *, rounds: int = ROUNDS, seed: int = 0
) -> None:
    """Check that both are played alike until a state under the first fulfils a condition.

    Args:
        a: A rule set.
        b: Another.
        until: The condition: the law ends at this state, which is not compared.
        rounds: The number of rounds.
        seed: The seed of the first round; the others follow.

    Raises:
        LawBroken: If the two differ before.
        IncompatibleRulesError: If no table seats both.

    Examples:
        >>> def both_have_passed(state):
        ...     return getattr(state.phase, "stock_only", False)
        >>> same_until(RuleSet(), RuleSet(both_pass_draw="any"), both_have_passed, rounds=5)
    """
    for number, pair in _lockstep(a, b, rounds, seed):
        x, y = pair
        if until(x):
            continue
        _ensure(type(x.phase) is type(y.phase) and x.turn == y.turn, _place(pair, number), a, seed)
        only = set(legal_actions(x)) ^ set(legal_actions(y))
        if only:
            first = min(map(str, only))
            raise LawBroken(f"{_place(pair, number)}, {first} is legal under one alone ({a.label}, {b.label})")
        if x.outcome is not None and y.outcome is not None:
            alike = (x.outcome.declarer, x.outcome.ending, x.outcome.deadwood, x.outcome.laid) == (
                y.outcome.declarer, y.outcome.ending, y.outcome.deadwood, y.outcome.laid
            )  # fmt: skip
            _ensure(alike, f"{_place(pair, number)}, the round ends as {x.outcome} and as {y.outcome}", a, seed)


def legal_actions_are_a_subset(a: RuleSet, b: RuleSet, *, rounds: int = ROUNDS, seed: int = 0) -> None:
    """Check that every action legal under the first is legal under the second, in rounds of the first.

    Raises:
        LawBroken: If an action is legal under the first alone.
        IncompatibleRulesError: If no table seats both.

    Examples:
        >>> legal_actions_are_a_subset(RuleSet(knock_limit=5), RuleSet(), rounds=3)
    """
    for number, pair in _lockstep(a, b, rounds, seed):
        missing = set(legal_actions(pair[0])) - set(legal_actions(pair[1]))
        if missing:
            first = min(map(str, missing))
            raise LawBroken(f"{_place(pair, number)}, {first} is legal under {a.label} and not under {b.label}")


def equal_when_only_prices_differ(a: RuleSet, b: RuleSet, *, rounds: int = ROUNDS, seed: int = 0) -> None:
    """Check that two rule sets that differ in prices alone play alike and price each other's outcomes.

    Raises:
        LawBroken: If they do not.
        IncompatibleRulesError: If other rules differ, or no table seats both.

    Examples:
        >>> equal_when_only_prices_differ(RuleSet(), RuleSet(gin_bonus=20, target=250), rounds=2)
    """
    others = [change.name for change in diff(a, b) if RULES[change.name].affects == "play"]
    if others:
        raise IncompatibleRulesError(f"{a.label} and {b.label} differ in more than prices: {', '.join(others)}")
    plays_alike(a, b, rounds=rounds, seed=seed)
    for _, (x, y) in _lockstep(a, b, rounds, seed):
        if x.outcome is not None and y.outcome is not None:
            limit = a.limit_in_force(x.outcome.upcard, x.outcome.knock_card)
            other = b.limit_in_force(y.outcome.upcard, y.outcome.knock_card)
            _ensure(limit == other, "the limits differ", a, seed)
            _ensure(price(x.outcome, b) == price(y.outcome, b), "an outcome has two prices", b, seed)


def _lockstep(a: RuleSet, b: RuleSet, rounds: int, seed: int) -> Iterator[tuple[int, tuple[RoundState, RoundState]]]:
    """Yield every pair of states in rounds of the first, with the number of the action.

    A round ends at an action that is illegal under the second.
    """
    allowed = [seats for seats in a.table_sizes if seats in b.table_sizes]
    if not allowed or (a.ranks, a.suits) != (b.ranks, b.suits):
        raise IncompatibleRulesError(f"no deal fits both {a.label} and {b.label}: seats or packs differ")
    policies = list(POLICIES)
    for number in range(rounds):
        seats = allowed[number % len(allowed)]
        x, y = (fresh(rules, seats=seats, seed=seed + number) for rules in (a, b))
        yield 0, (x, y)
        for ply, action in enumerate(played(x, seed + number, POLICIES[policies[number % len(policies)]]), start=1):
            x = apply(x, action)
            try:
                y = apply(y, action)
            except IllegalAction:
                break
            yield ply, (x, y)


def _place(pair: tuple[RoundState, RoundState], number: int) -> str:
    phases = sorted({type(state.phase).__name__ for state in pair})
    return f"after {number} actions, in {' and '.join(phases)}"


def _ensure(holds: bool, message: str, rules: RuleSet, seed: int | None = None) -> None:  # noqa: FBT001 - an assert
    if not holds:
        where = "" if seed is None else f", seed {seed}"
        raise LawBroken(f"{message} ({rules.label}{where})")
