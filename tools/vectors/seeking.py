"""Policies that seek a rare end of a round: the last card, the cap on takes, doubles up to the limit."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from ginrules.play.actions import ACCEPT, DOUBLE, Action, Discard, DrawStock, GoBigGin, Knock, TakeDiscard
from ginrules.play.state import RoundState
from ginrules.testing.policies import Policy, greedy


def is_return(state: RoundState, action: Action) -> bool:
    """Return whether an action throws a card back that was taken from the pile in this turn."""
    return isinstance(action, Discard) and action.card in getattr(state.phase, "taken", ())


def is_take(action: Action) -> bool:
    """Return whether an action takes from the pile."""
    return isinstance(action, TakeDiscard)


def waiting(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Lower the deadwood until the last card is drawn, and only then knock."""
    ends = [action for action in legal if isinstance(action, Knock | GoBigGin)]
    if ends and len(state.stock) <= state.rules.stock_floor:
        return rng.choice(ends)
    draws = [action for action in legal if isinstance(action, DrawStock)]
    return greedy(rng, state, draws or [action for action in legal if action not in ends])


def taking(rng: random.Random, _state: RoundState, legal: Sequence[Action]) -> Action:
    """Take from the pile at every draw, and end nothing."""
    rest = [action for action in legal if not isinstance(action, Knock | GoBigGin)]
    return next(filter(is_take, legal), rng.choice(rest))


def returning(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Take from the pile and throw the card back, if the rules allow it."""
    return next((action for action in legal if is_take(action) or is_return(state, action)), rng.choice(legal))


def doubling(rng: random.Random, state: RoundState, legal: Sequence[Action]) -> Action:
    """Double whenever it is allowed, and accept."""
    return next((action for action in (DOUBLE, ACCEPT) if action in legal), greedy(rng, state, legal))


SEEKING: Final[Mapping[str, Policy]] = {
    "waiting": waiting,
    "taking": taking,
    "returning": returning,
    "doubling": doubling,
}
