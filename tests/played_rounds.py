"""States of rounds played by the policies of `ginrules.testing`."""

from __future__ import annotations

from collections.abc import Iterator

from ginrules.errors import DealError
from ginrules.play.actions import Action
from ginrules.play.phases import Phase
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet
from ginrules.testing.policies import MOST_PLIES, Policy, fresh, mixed, steps


def decisions(
    state: RoundState, seed: int, policy: Policy = mixed, most: int = MOST_PLIES
) -> Iterator[tuple[RoundState, Action | None]]:
    """Yield every state of a round with the action played there, the last state without one."""
    for action, after in steps(state, seed, policy, most):
        yield state, action
        state = after
    yield state, None


def finished(state: RoundState, seed: int, policy: Policy = mixed) -> tuple[RoundState, int]:
    """Return the last state of a round and the number of actions that led to it."""
    plies = 0
    for _, after in steps(state, seed, policy, MOST_PLIES):
        state, plies = after, plies + 1
    return state, plies


def reach(rules: RuleSet, phase: type[Phase], *, seats: int = 2, seed: int = 0, tries: int = 400) -> RoundState:
    """Return a state in this phase, a class like `ginrules.SpreadTurn`, met in play."""
    for number in range(seed, seed + tries):
        for state, _ in decisions(fresh(rules, seats, number), number):
            if isinstance(state.phase, phase):
                return state
    raise DealError(f"none of {tries} rounds reached the phase {phase.__name__}")
