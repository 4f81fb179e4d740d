"""Policies for tests: from any legal action to greedy play that declares often.

Uniform play hardly ever knocks (3% of rounds), so most policies are greedy. A policy is a
function of a random generator, the state and its legal actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ginrules._support.values import whole_number
from ginrules.play import actions, phases
from ginrules.play.actions import Action
from ginrules.play.deal import deal, pack_of, seats_at, shuffled
from ginrules.play.engine import apply, chance_action, legal_actions
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet, rules_of

Policy = Callable[[random.Random, RoundState, Sequence[Action]], Action]

MOST_PLIES: Final = 4_000
"""Actions after which a round of a test is left unfinished."""


def greedy(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Lower the deadwood, end the round when allowed, and choose spreads and lay-offs quickly."""
    phase = state.phase
    if isinstance(phase, phases.UpcardOffer | phases.DrawTurn):
        return _draw(rng, state, legal)
    if isinstance(phase, phases.DoubleOffer):
        return actions.ACCEPT if rng.random() < 0.8 else actions.REFUSE
    if isinstance(phase, phases.PlayTurn | phases.LastDiscard):
        return _discard(rng, state, legal)
    if isinstance(phase, phases.SpreadTurn):
        return legal[0] if rng.random() < 0.3 else max(legal, key=cards_laid)
    return legal[0] if isinstance(phase, phases.LayoffTurn) and rng.random() < 0.9 else legal[-1]


def cards_laid(action: Action) -> int:
    """Return the number of cards that an action puts on the table."""
    match action:
        case actions.Spread(melds):
            return sum(len(meld.cards) for meld in melds)
        case actions.LayDown(meld):
            return len(meld.cards)
        case actions.LayOff():
            return 1
        case _:
            return 0


def _draw(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    if legal[-1] == actions.DOUBLE:
        if rng.random() < 0.2:
            return actions.DOUBLE
        legal = legal[:-1]
    takes = [action for action in legal if isinstance(action, actions.TakeDiscard)]
    others = [action for action in legal if not isinstance(action, actions.TakeDiscard)]
    deep = [take for take in takes if take.count > 1]
    if deep and rng.random() < 0.5:
        return rng.choice(deep)
    if takes:
        least = state.setup.tables.deadwood
        hand = state.hand_masks[state.turn or 0]
        if not others or least(hand | 1 << state.discard_pile[-1]) <= least(hand):
            return takes[0]
    return others[0]


def _discard(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    ending = [action for action in legal if isinstance(action, actions.Knock | actions.GoBigGin)]
    placing = [action for action in legal if isinstance(action, actions.LayDown | actions.LayOff)]
    if ending and rng.random() < 0.6:
        return rng.choice(ending)
    if placing and rng.random() < 0.9:
        return rng.choice(placing)
    discards = [action for action in legal if isinstance(action, actions.Discard)]
    if not discards:
        return rng.choice(legal)
    rng.shuffle(discards)
    tables, hand = state.setup.tables, state.hand_masks[state.turn or 0]
    return min(discards, key=lambda it: (tables.deadwood(hand & ~(1 << it.card)), -tables.values[it.card]))


def mixed(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Play greedily most of the time, and sometimes uniformly."""
    return uniform(rng, state, legal) if rng.random() < 0.15 else greedy(rng, state, legal)


def patient(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Play greedily, but never knock with deadwood."""
    if isinstance(state.phase, phases.PlayTurn | phases.LastDiscard):
        least, held = state.setup.tables.deadwood, state.hand_masks[state.turn or 0]
        knocks = [action for action in legal if isinstance(action, actions.Knock)]
        low = [knock for knock in knocks if least(held & ~(1 << knock.card))]
        kept = [action for action in legal if action not in low]
        legal = kept or legal
    return greedy(rng, state, legal)


def stalling(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Draw from the stock and discard until the stock runs out, then play uniformly."""
    if isinstance(state.phase, phases.PlayTurn):
        discards = [action for action in legal if isinstance(action, actions.Discard)]
        return rng.choice(discards or legal)
    if isinstance(state.phase, phases.DrawTurn):
        return next((action for action in legal if isinstance(action, actions.DrawStock)), legal[0])
    return rng.choice(legal)


def uniform(rng: random.Random, _state: RoundState, legal: Sequence[Action]) -> Action:
    """Choose any legal action."""
    return rng.choice(legal)


POLICIES: Final[Mapping[str, Policy]] = {
    "greedy": greedy,
    "mixed": mixed,
    "patient": patient,
    "uniform": uniform,
    "stalling": stalling,
}
"""Every policy by name. Those that reach most phases come first."""


def fresh(rules: RuleSet | str, seats: int = 2, seed: int = 0, *, dealer: int | None = None) -> RoundState:
    """Deal the first state of a round. The seed gives the pack, the knock card and, if it is None, the dealer."""
    rules = rules_of(rules)
    seats = seats_at(rules, seats)
    rng = random.Random(whole_number("seed", seed))
    order = shuffled(rng, rules)
    first = rng.randrange(seats) if dealer is None else dealer
    knock_card = rng.choice(pack_of(rules)) if rules.knock_source == "knock-card" else None
    return deal(rules, order, dealer=first, seats=seats, knock_card=knock_card)


def next_action(rng: random.Random, state: RoundState, policy: Policy) -> Action:
    """Return the action that is played in this state: a shuffle if chance is due, else the policy's choice."""
    if isinstance(state.phase, phases.Reshuffle):
        return chance_action(state, rng)
    return policy(rng, state, legal_actions(state))


def steps(state: RoundState, seed: int, policy: Policy, most: int = MOST_PLIES) -> Iterator[tuple[Action, RoundState]]:
    """Yield every action of a round played by this policy, chance included, with the state it leads to."""
    rng = random.Random(seed)
    for _ in range(most):
        if state.is_over:
            return
        action = next_action(rng, state, policy)
        state = apply(state, action)
        yield action, state
