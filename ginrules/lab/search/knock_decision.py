"""When to knock: what it pays now against hands that may be held, and what playing on may pay."""

import random

from ginrules.lab.players.protocol import seat_of
from ginrules.lab.search.discard_choice import quick_throw
from ginrules.lab.search.outlook import outlook
from ginrules.lab.search.payoff import stakes
from ginrules.lab.search.sampling import Guess, guess
from ginrules.play.views.view import PlayerView

GUESSES = 16
"""How many hands of the others a knock is weighed against."""


def knock_pays(view: PlayerView, hand: int, chance: random.Random) -> bool:
    """Whether declaring with this hand, the throw made, pays more on average than playing on.

    Playing on is a row of turns: the others may declare first, this seat may draw gin, and it
    may knock with the same points later. Each turn that passes betters the hands of the others,
    so that knock and gin pay less, and makes it likelier that one of them ends the round.
    """
    setup, seat = view.setup, seat_of(view)
    turns = max(0, view.stock_size - setup.rules.stock_floor) // setup.seats
    now, as_gin, lost, slip = 0.0, 0.0, 0.0, 0.0
    ends = 0
    for _ in range(GUESSES):
        guessed = guess(view, chance)
        guessed.hands[seat] = hand
        pays = stakes(setup, seat, guessed.hands)[seat]
        now += pays
        as_gin += _as_gin(view, guessed)
        ender = _next_round(view, guessed, seat)
        if ender is None:
            slip += pays - stakes(setup, seat, guessed.hands)[seat]
        else:
            ends += 1
            lost += stakes(setup, ender, guessed.hands)[seat]
    now /= GUESSES
    if not turns:
        return now > 0
    return now >= _value_of_waiting(
        turns,
        now=now,
        as_gin=as_gin / GUESSES,
        lost=lost / ends if ends else 0.0,
        slip=max(0.0, slip / (GUESSES - ends)) if ends < GUESSES else 0.0,
        ended=ends / GUESSES,
        hope=outlook(setup.tables, hand, view.unseen.mask, setup.knock_limit).gin,
    )


def _value_of_waiting(
    turns: int, *, now: float, as_gin: float, lost: float, slip: float, ended: float, hope: float
) -> float:
    """What playing on pays on average, in points.

    Args:
        turns: Turns left to this seat.
        now: What a knock pays now.
        as_gin: What gin would pay now.
        lost: What it pays when another seat declares first.
        slip: What a knock or gin loses each turn.
        ended: The chance that another seat declares before the next turn.
        hope: The chance to draw gin at each turn.
    """
    value = 0.0
    for turn in range(turns, 0, -1):
        stop = max(value, now - turn * slip)
        over = 1 - (1 - ended) ** turn
        value = over * lost + (1 - over) * (hope * (as_gin - turn * slip) + (1 - hope) * stop)
    return value


def _as_gin(view: PlayerView, guessed: Guess) -> float:
    """What gin against this guess would pay: the hand replaced by one without deadwood."""
    seat = seat_of(view)
    hands = list(guessed.hands)
    hands[seat] = 0
    return stakes(view.setup, seat, hands)[seat]


def _next_round(view: PlayerView, guessed: Guess, seat: int) -> int | None:
    """Give every other seat a turn from the stock; the seat that could declare then, if any."""
    setup = view.setup
    for other in range(seat + 1, seat + setup.seats):
        place = other % setup.seats
        if not guessed.stock:
            return None
        cards = guessed.hands[place] | 1 << guessed.stock.pop()
        left, worst = quick_throw(setup.tables, cards, cards)
        guessed.hands[place] = cards ^ worst
        if left <= setup.knock_limit:
            return place
    return None
