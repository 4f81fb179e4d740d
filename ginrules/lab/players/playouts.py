"""Playouts of a searching player: positions played to their ends by one player at all seats, by the core if it can."""

import random
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from ginrules.lab.players.protocol import NewPlayer
from ginrules.play.engine import apply, chance_action
from ginrules.play.events import events_of
from ginrules.play.outcome import Outcome
from ginrules.play.run_deals import PLY_CAP
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import view
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price

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
    players = [new_player(seed + seat) for seat in range(state.seats)]
    chance = random.Random(seed)  # noqa: S311 - games, not secrets
    watching = [seat for seat, player in enumerate(players) if player.watches]
    for seat in watching:
        players[seat].start(view(state, seat))
    for _ in range(PLY_CAP):
        turn = state.turn
        if state.is_over:
            break
        action = chance_action(state, chance) if turn is None else players[turn].choose(view(state, turn))
        before, state = state, apply(state, action)
        for event in events_of(before, action, state) if watching else ():
            for seat in watching:
                players[seat].watch(redact(event, seat))
    return state.outcome


def _gain(rules: RuleSet, outcome: Outcome, seat: int) -> float:
    score = price(outcome, rules)
    # boxes paid when the game is over decide nothing where the first to the target wins it
    counts = rules.box_timing == "immediate" or rules.winner_by == "highest-total"
    boxes = len(score.boxes) * score.boxes[seat] - sum(score.boxes)
    return float(score.net[seat] + (rules.box_bonus * boxes if counts else 0))
