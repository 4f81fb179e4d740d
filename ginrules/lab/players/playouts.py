"""Playouts of a searching player: positions played to their ends by one player at all seats, by the core if it can."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price
from ginrules.seated.labels import RoundLabel
from ginrules.seated.player import NewPlayer
from ginrules.seated.round import sit_down

_ENDED: Final = 0


def gains_of(states: Sequence[RoundState], new_player: NewPlayer, seeds: Sequence[int], seat: int) -> list[float]:
    """Return what a seat gains, in points, in each position when this player goes on at all seats.

    The compiled core and the engine give the same numbers. A round that does not end gains nothing; a box counts
    what it pays where that helps to win the game.

    Args:
        states: Positions of the same rules and seats.
        new_player: Makes the player of every seat.
        seeds: A seed for each position.
        seat: The seat.

    Examples:
        >>> from ginrules import deal
        >>> from ginrules.lab.players.house.greedy import new_greedy
        >>> gains_of([deal("standard", seed=7)], new_greedy, [1], 0)
        [-47.0]
    """
    rules = states[0].rules
    return [0.0 if outcome is None else _gain(rules, outcome, seat) for outcome in _outcomes(states, new_player, seeds)]


def _outcomes(states: Sequence[RoundState], new_player: NewPlayer, seeds: Sequence[int]) -> list[Outcome | None]:
    if find_spec("numpy") is None:
        return [_played_on(state, new_player, seed) for state, seed in zip(states, seeds, strict=True)]
    from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

    facts = fast.playouts(states, new_player, seeds)
    has_ended = (facts["status"] == _ENDED).tolist()
    ended = iter(fast.outcomes(states[0].rules, facts[has_ended]))
    return [next(ended).outcome if one else None for one in has_ended]


def _played_on(state: RoundState, new_player: NewPlayer, seed: int) -> Outcome | None:
    """Play a round to its end, as `ginrules.fast.playouts` does it."""
    label = RoundLabel(state.rules, seed, state.dealer)
    seated = sit_down(dict.fromkeys(range(state.seats), new_player), label, seed)
    seated.start(state)
    return seated.play_on(state).outcome


def _gain(rules: RuleSet, outcome: Outcome, seat: int) -> float:
    score = price(outcome, rules)
    # boxes paid when the game is over decide nothing where the first to the target wins it
    counts = rules.box_timing == "immediate" or rules.winner_by == "highest-total"
    boxes = len(score.boxes) * score.boxes[seat] - sum(score.boxes)
    return float(score.net[seat] + (rules.box_bonus * boxes if counts else 0))
