"""Ways of playing for tests: from anything that is legal to greedy play that declares often.

Uniform play hardly ever knocks (3 % of rounds), so most are greedy. Each is a function of a
random generator, the state and its legal actions.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ginrules.errors import DealError
from ginrules.play.actions import Action, Discard, DrawStock, GoBigGin, Knock, LayDown, LayOff, Spread, TakeDiscard
from ginrules.play.deal import deal, pack_of, shuffled
from ginrules.play.engine import apply, chance_action, legal_actions
from ginrules.play.phases import DrawTurn, LastDiscard, LayoffTurn, Phase, PlayTurn, Reshuffle, SpreadTurn, UpcardOffer
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet

Temper = Callable[[random.Random, RoundState, Sequence[Action]], Action]

MOST_PLIES: Final = 4_000
"""Actions after which a round of tests is left as it is."""


def greedy(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Lower the deadwood, end the round when allowed, spread and lay off as it comes."""
    phase = state.phase
    if isinstance(phase, UpcardOffer | DrawTurn):
        return _draw(rng, state, legal)
    if isinstance(phase, PlayTurn | LastDiscard):
        return _throw(rng, state, legal)
    if isinstance(phase, SpreadTurn):
        return legal[0] if rng.random() < 0.3 else max(legal, key=_melded)
    return legal[0] if isinstance(phase, LayoffTurn) and rng.random() < 0.9 else legal[-1]


def _melded(action: Action) -> int:
    return sum(len(meld.cards) for meld in action.melds) if isinstance(action, Spread) else 0


def _draw(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    takes = [each for each in legal if isinstance(each, TakeDiscard)]
    others = [each for each in legal if not isinstance(each, TakeDiscard)]
    deep = [each for each in takes if each.count > 1]
    if deep and rng.random() < 0.5:
        return rng.choice(deep)
    if takes:
        least = state.setup.tables.deadwood
        hand = state.hand_masks[state.turn or 0]
        if not others or least(hand | 1 << state.discard_pile[-1]) <= least(hand):
            return takes[0]
    return others[0]


def _throw(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    ending = [each for each in legal if isinstance(each, Knock | GoBigGin)]
    placing = [each for each in legal if isinstance(each, LayDown | LayOff)]
    if ending and rng.random() < 0.6:
        return rng.choice(ending)
    if placing and rng.random() < 0.9:
        return rng.choice(placing)
    throws = [each for each in legal if isinstance(each, Discard)]
    if not throws:
        return rng.choice(legal)
    rng.shuffle(throws)
    tables, hand = state.setup.tables, state.hand_masks[state.turn or 0]
    return min(throws, key=lambda each: (tables.deadwood(hand & ~(1 << each.card)), -tables.values[each.card]))


def mixed(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Mostly greedy, at times anything."""
    return uniform(rng, state, legal) if rng.random() < 0.15 else greedy(rng, state, legal)


def patient(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Greedy, but a knock waits for gin."""
    if isinstance(state.phase, PlayTurn | LastDiscard):
        least, held = state.setup.tables.deadwood, state.hand_masks[state.turn or 0]
        kept = [each for each in legal if not isinstance(each, Knock) or not least(held & ~(1 << each.card))]
        legal = kept or legal
    return greedy(rng, state, legal)


def stalling(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Draw and throw until the stock runs out; what can be declared then, is now and then."""
    if isinstance(state.phase, PlayTurn):
        throws = [each for each in legal if isinstance(each, Discard)]
        return rng.choice(throws or legal)
    if isinstance(state.phase, DrawTurn):
        return next((each for each in legal if isinstance(each, DrawStock)), legal[0])
    return rng.choice(legal)


def uniform(rng: random.Random, _state: RoundState, legal: Sequence[Action]) -> Action:
    """Anything that is legal."""
    return rng.choice(legal)


TEMPERS: Final[Mapping[str, Temper]] = {
    "greedy": greedy,
    "mixed": mixed,
    "patient": patient,
    "uniform": uniform,
    "stalling": stalling,
}
"""Every temper by name, the most telling first."""


def fresh(rules: RuleSet, seats: int = 2, seed: int = 0, *, dealer: int | None = None) -> RoundState:
    """Deal the first state of a round; the seed gives the pack, the knock card and, if none is given, the dealer."""
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    order = shuffled(rng, rules)
    first = rng.randrange(seats) if dealer is None else dealer
    knock_card = rng.choice(pack_of(rules)) if rules.knock_source == "knock-card" else None
    return deal(rules, order, dealer=first, seats=seats, knock_card=knock_card)


def next_action(rng: random.Random, state: RoundState, temper: Temper) -> Action:
    """Return the action that is played in this state: a shuffle where chance is due, else the choice of the temper."""
    if isinstance(state.phase, Reshuffle):
        return chance_action(state, rng)
    return temper(rng, state, legal_actions(state))


def steps(state: RoundState, seed: int, temper: Temper, most: int = MOST_PLIES) -> Iterator[tuple[Action, RoundState]]:
    """Every action of a round played on in this temper, chance included, with the state it leads to."""
    rng = random.Random(seed)  # noqa: S311 - games, not secrets
    for _ in range(most):
        if state.is_over:
            return
        action = next_action(rng, state, temper)
        state = apply(state, action)
        yield action, state


def decisions(
    state: RoundState, seed: int, temper: Temper = mixed, most: int = MOST_PLIES
) -> Iterator[tuple[RoundState, Action | None]]:
    """Yield every state of a round with the action played there; the last state has none."""
    for action, after in steps(state, seed, temper, most):
        yield state, action
        state = after
    yield state, None


def finished(state: RoundState, seed: int, temper: Temper = mixed, most: int = MOST_PLIES) -> tuple[RoundState, int]:
    """Return the last state of a round and the number of actions that led to it."""
    plies = 0
    for _, after in steps(state, seed, temper, most):
        state, plies = after, plies + 1
    return state, plies


def reach(rules: RuleSet, phase: type[Phase], *, seats: int = 2, seed: int = 0, tries: int = 400) -> RoundState:
    """Return a state in this phase, met in play.

    Args:
        rules: The rules.
        phase: A class like `ginrules.SpreadTurn`.
        seats: How many seats.
        seed: The seed of the first round; the others follow.
        tries: The most rounds that are played.

    Raises:
        DealError: If no round came to the phase.

    Examples:
        >>> from ginrules import SpreadTurn
        >>> type(reach(RuleSet(), SpreadTurn).phase).__name__
        'SpreadTurn'
    """
    for number in range(seed, seed + tries):
        for state, _ in decisions(fresh(rules, seats, number), number):
            if isinstance(state.phase, phase):
                return state
    raise DealError(f"{tries} rounds were played and none came to the phase {phase.__name__}")


def played(state: RoundState, seed: int, temper: Temper, most: int = MOST_PLIES) -> Iterator[Action]:
    """The actions of a round played on in this temper, chance included, to its end or so many actions."""
    return (action for action, _ in steps(state, seed, temper, most))


def seats_allowed(rules: RuleSet) -> tuple[int, ...]:
    """How many seats a table may have under these rules."""
    return rules.table_sizes
