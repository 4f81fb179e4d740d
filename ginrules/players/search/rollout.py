"""Rollouts: a position is played to its end, with the same way of choosing at all seats."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final

from ginrules.driver.labels import RoundLabel
from ginrules.driver.player import Player
from ginrules.driver.round import RoundDriver
from ginrules.play.actions import Action
from ginrules.play.engine import chance_action
from ginrules.play.state import RoundConfig, RoundState
from ginrules.play.view import PlayerView
from ginrules.players.search.hidden import Sample, turn_with
from ginrules.players.search.knocks import payoff
from ginrules.scoring.price import price
from ginrules.scoring.score import margins

MOST_TURNS: Final = 60
"""Turns after which a round is left undecided."""

MOST_PLIES: Final = 24
"""Actions after which a round played by the engine is cut short."""


def rollout(setup: RoundConfig, position: Sample, seat: int, top: int) -> tuple[float, ...]:
    """Play a position greedily to its end and return the gain of each seat, in points.

    Each seat knocks as soon as it can. It takes a face-up card only to meld it: this is faster to decide than
    whether the card helps. A round that exhausts the stock counts zero. No legal actions are listed, and nothing is
    checked.

    Args:
        setup: The rules and the limit in force. Melds are not open.
        position: The hands and the stock. Both are changed.
        seat: The seat that draws next.
        top: The card on the pile that can be taken, as a mask, or 0 if there is none.
    """
    tables, limit, floor, seats = setup.tables, setup.knock_limit, setup.rules.stock_floor, setup.seats
    deadwood, values = tables.deadwood, tables.values
    hands, stock = position.hands, position.stock
    for _ in range(MOST_TURNS):
        if len(stock) <= floor:
            break
        hand = hands[seat]
        if top and deadwood(hand | top) < deadwood(hand) + values[top.bit_length() - 1]:
            left, hands[seat], top = turn_with(tables, hand, top, top)
        else:
            left, hands[seat], top = turn_with(tables, hand, 1 << stock.pop())
        if left <= limit:
            return payoff(setup, seat, hands)
        seat = seat + 1 if seat + 1 < seats else 0
    return (0.0,) * seats


class _Chooser(Player):
    """A player made of a function from a view to an action."""

    name = "chooser"
    watches = False

    def __init__(self, choose: Callable[[PlayerView], Action]) -> None:
        self._choose = choose

    def choose(self, view: PlayerView) -> Action:
        """Return the action that the function chooses."""
        return self._choose(view)


def engine_rollout(
    state: RoundState, choose: Callable[[PlayerView], Action], source: random.Random, most: int = MOST_PLIES
) -> tuple[float, ...]:
    """Play a position on the engine, under any rules, and return the gain of each seat, in points.

    Args:
        state: The position.
        choose: A function from a view to an action, for every seat.
        source: The random numbers, for reshuffles.
        most: Limit on the round's actions. At the limit, each seat counts its cards on the table less the
            cards in its hand.
    """
    players = dict.fromkeys(range(state.seats), _Chooser(choose))
    label = RoundLabel(state.rules, None, state.dealer)
    end = RoundDriver(players, label, partial(chance_action, seed=source)).play_on(state, most)
    if end.outcome is not None:
        return tuple(map(float, price(end.outcome, end.rules).net))
    value = end.setup.tables.value
    balance = [value(laid.mask) - value(hand.mask) for laid, hand in zip(end.laid, end.hands, strict=True)]
    return tuple(map(float, margins(tuple(balance))))
