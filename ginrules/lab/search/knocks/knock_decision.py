"""The decision to knock: its payoff now against hands that others may hold, and the value of playing on."""

from __future__ import annotations

import random
from typing import Final

from ginrules.lab.search.discards.discard_choice import own_seat
from ginrules.lab.search.discards.next_draw import outlook
from ginrules.lab.search.hidden.sampling import Sample, sample_position, turn_with
from ginrules.lab.search.knocks.payoff import payoff
from ginrules.play.views.view import PlayerView

SAMPLES: Final = 16
"""The number of positions in which a knock is weighed."""


def knock_pays(view: PlayerView, hand: int, source: random.Random) -> bool:
    """Return whether declaring with this hand pays more on average than playing on.

    Playing on is a series of turns: the others may declare first, this seat may draw gin, and it
    can knock with the same points later. Each turn improves the hands of the others,
    so that knock and gin pay less, and makes it likelier that one of them ends the round.

    Args:
        view: What the seat sees.
        hand: The cards after the discard, as a mask.
        source: Where the random numbers come from.
    """
    setup, seat = view.setup, own_seat(view)
    turns = max(0, view.stock_size - setup.rules.stock_floor) // setup.seats
    now, as_gin, lost, slip = 0.0, 0.0, 0.0, 0.0
    ends = 0
    for _ in range(SAMPLES):
        position = sample_position(view, source)
        position.hands[seat] = hand
        pays = payoff(setup, seat, position.hands)[seat]
        now += pays
        as_gin += _as_gin(view, position)
        declarer = _next_round(view, position, seat)
        if declarer is None:
            slip += pays - payoff(setup, seat, position.hands)[seat]
        else:
            ends += 1
            lost += payoff(setup, declarer, position.hands)[seat]
    now /= SAMPLES
    if not turns:
        return now > 0
    return now >= _value_of_waiting(
        turns,
        now=now,
        as_gin=as_gin / SAMPLES,
        lost=lost / ends if ends else 0.0,
        slip=max(0.0, slip / (SAMPLES - ends)) if ends < SAMPLES else 0.0,
        ended=ends / SAMPLES,
        hope=outlook(setup.tables, hand, view.unseen.mask, setup.knock_limit).gin,
    )


def _value_of_waiting(
    turns: int, *, now: float, as_gin: float, lost: float, slip: float, ended: float, hope: float
) -> float:
    """Return what playing on pays on average, in points.

    Args:
        turns: The turns left to this seat.
        now: What a knock pays now.
        as_gin: What gin would pay now.
        lost: What it pays when another seat declares first.
        slip: What a knock or gin loses with each turn.
        ended: The chance that another seat declares before the next turn.
        hope: The chance to draw gin in each turn.
    """
    value = 0.0
    goes_on = [1.0]  # the chance that all are still playing, by turns
    for _ in range(turns):
        goes_on.append(goes_on[-1] * (1 - ended))
    for turn in range(turns, 0, -1):
        stop = max(value, now - turn * slip)
        over = 1 - goes_on[turn]
        value = over * lost + (1 - over) * (hope * (as_gin - turn * slip) + (1 - hope) * stop)
    return value


def _as_gin(view: PlayerView, position: Sample) -> float:
    """Return what gin would pay in this position: the hand is replaced by one without deadwood."""
    seat = own_seat(view)
    hands = list(position.hands)
    hands[seat] = 0
    return payoff(view.setup, seat, hands)[seat]


def _next_round(view: PlayerView, position: Sample, seat: int) -> int | None:
    """Play a turn from the stock for every other seat, and return the seat that could declare then, if any."""
    setup = view.setup
    for other in range(seat + 1, seat + setup.seats):
        place = other % setup.seats
        if not position.stock:
            return None
        left, position.hands[place], _ = turn_with(setup.tables, position.hands[place], 1 << position.stock.pop())
        if left <= setup.knock_limit:
            return place
    return None
