"""When to knock: what it pays now against hands that may be held, and what playing on may pay."""

import random

from ginrules.lab.guessing import Guess, guess
from ginrules.lab.outlook import outlook
from ginrules.lab.players.protocol import seat_of
from ginrules.lab.stakes import stakes
from ginrules.lab.throwing import quick_throw
from ginrules.play.view import PlayerView

GUESSES = 16
"""How many hands of the others a knock is weighed against."""


def knock_pays(view: PlayerView, hand: int, chance: random.Random) -> bool:
    """Whether declaring with this hand, the throw made, pays more on average than playing on.

    Playing on is a row of turns: the others may declare first, this seat may draw gin, and it
    may knock with the same points a turn later, when the others have had a turn more.
    """
    setup, seat = view.setup, seat_of(view)
    now, later, beaten = 0.0, 0.0, 0.0
    ends = 0
    gin = 0.0
    for _ in range(GUESSES):
        guessed = guess(view, chance)
        guessed.hands[seat] = hand
        now += stakes(setup, seat, guessed.hands)[seat]
        gin += _as_gin(view, guessed)
        ender = _next_round(view, guessed, seat)
        if ender is not None:
            ends += 1
            beaten += stakes(setup, ender, guessed.hands)[seat]
        else:
            later += stakes(setup, seat, guessed.hands)[seat]
    now /= GUESSES
    turns = max(0, view.stock_size - setup.rules.stock_floor) // setup.seats
    if not turns:
        return now > 0
    ended = ends / GUESSES
    lost = beaten / ends if ends else 0.0
    later = later / (GUESSES - ends) if ends < GUESSES else now
    hope = outlook(setup.tables, hand, +view.unseen, setup.knock_limit).gin
    value = 0.0
    for left in range(turns):
        stop = later if left == 0 else max(value, later)
        value = ended * lost + (1 - ended) * (hope * gin / GUESSES + (1 - hope) * stop)
    return now >= value


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
