"""Rounds played on quickly from a guess: greedy on all seats, on plain numbers, nothing listed or checked."""

import random

from ginrules.lab.players.greedy import Greedy
from ginrules.lab.search.discard_choice import quick_throw
from ginrules.lab.search.payoff import stakes
from ginrules.lab.search.sampling import Guess
from ginrules.play.engine import apply, chance_action
from ginrules.play.phases import Reshuffle
from ginrules.play.state import RoundState, Setup
from ginrules.play.views.view import view
from ginrules.scoring.price import price
from ginrules.scoring.score import margins

MOST_TURNS = 60
"""Turns after which a round that goes on is left undecided."""

MOST_PLIES = 24
"""Actions after which a round played on by the engine is cut short."""


def played_on(setup: Setup, guessed: Guess, seat: int, top: int) -> tuple[float, ...]:
    """What each seat gains, in points, when all play on greedily and knock as soon as they may.

    A face-up card is taken only to meld it, which is quicker to tell than whether it helps.
    A round that runs out of stock counts nothing.

    Args:
        setup: The rules and the limit in force; melds do not lie open.
        guessed: The hands and the stock; both are used up.
        seat: Who draws next.
        top: The card on the pile that may be taken, as a mask; 0 if none may.
    """
    tables, limit, floor, seats = setup.tables, setup.knock_limit, setup.rules.stock_floor, setup.seats
    least, values = tables.deadwood, tables.values
    hands, stock = guessed.hands, guessed.stock
    for _ in range(MOST_TURNS):
        if len(stock) <= floor:
            break
        hand = hands[seat]
        throwable = cards = hand | top
        if top and least(cards) < least(hand) + values[top.bit_length() - 1]:
            throwable = hand
        else:
            throwable = cards = hand | 1 << stock.pop()
        left, worst = quick_throw(tables, cards, throwable)
        hands[seat] = cards ^ worst
        top = worst
        if left <= limit:
            return stakes(setup, seat, hands)
        seat = seat + 1 if seat + 1 < seats else 0
    return (0.0,) * seats


def engine_played_on(state: RoundState, chance: random.Random) -> tuple[float, ...]:
    """What each seat gains when `Greedy` plays on for all of them, under any rules.

    A round that is cut short counts what lies on the table less what is held.
    """
    player = Greedy()
    for _ in range(MOST_PLIES):
        if state.is_over:
            break
        if isinstance(state.phase, Reshuffle):
            state = apply(state, chance_action(state, chance))
        else:
            state = apply(state, player.choose(view(state, state.turn)))
    if state.outcome is not None:
        return tuple(map(float, price(state.outcome, state.rules).net))
    value = state.setup.tables.value
    standing = [value(laid.mask) - value(hand.mask) for laid, hand in zip(state.laid, state.hands, strict=True)]
    return tuple(map(float, margins(tuple(standing))))
