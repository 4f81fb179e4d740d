"""Rounds of the compiled core ply by ply, to be replayed on the engine: states and whole lists of actions."""

import numpy as np

from ginrules.cards import CARDS
from ginrules.fast._load import SPREAD_ACTION, call
from ginrules.fast._plan import policies_of, tables_of
from ginrules.fast._states import STATE, state_of
from ginrules.fast.codec import DISCARD_CODE, KNOCK_CODE, MELD_CODE, SINGLE
from ginrules.melds.meld import meld_of
from ginrules.play.actions import DISCARD, KNOCK, LayOff, ShuffleStock, Spread
from ginrules.play.engine import apply, legal_actions

PLIES, NUMBERS = 6_000, 2_000_000


def trace(rules, makers, seed, dealer, ply_cap=PLIES - 1):
    """The records of the states of a round, and the numbers of its lists."""
    states, log = arrays_of(rules, makers, seed, dealer, ply_cap)
    return states, log.tolist()


def arrays_of(rules, makers, seed, dealer, ply_cap=PLIES - 1):
    """The same as two arrays."""
    states, log, lengths = np.zeros(PLIES, STATE), np.zeros(NUMBERS, np.int32), np.zeros(2, np.int64)
    call(
        "gin_trace", tables_of(rules, len(makers)), *policies_of(makers, rules), seed, dealer, ply_cap,
        states, log, lengths,
    )  # fmt: skip
    return states[: lengths[0]], log[: lengths[1]]


def _card_action(number):
    if number >= MELD_CODE:
        place, card = divmod(number - MELD_CODE, len(CARDS))
        return LayOff(CARDS[card], place)
    if number >= KNOCK_CODE:
        return KNOCK[number - KNOCK_CODE]
    return DISCARD[number - DISCARD_CODE] if number >= DISCARD_CODE else SINGLE[number]


def lists(log):
    """For each ply the whole list of actions and the place of the action taken, None for chance."""
    at = 0
    while at < len(log):
        count, place = log[at : at + 2]
        at += 2
        actions = []
        for _ in range(count):
            number = log[at]
            at += 1
            if number < SPREAD_ACTION:
                actions.append(_card_action(number))
                continue
            halves = log[at + 1 : at + 1 + 2 * log[at]]
            at += 1 + 2 * log[at]
            actions.append(
                Spread([meld_of(low | high << 26) for low, high in zip(halves[::2], halves[1::2], strict=True)])
            )
        yield actions, None if place < 0 else place


def check_round(rules, makers, seed, dealer, ply_cap=PLIES - 1):
    """Replay a round of the core on the engine and compare the list and the state of every ply; return the plies."""
    records, log = trace(rules, makers, seed, dealer, ply_cap)
    state = state_of(records[0], rules, len(makers))
    for ply, (actions, place) in enumerate(lists(log)):
        assert list(legal_actions(state)) == actions, (ply, state)
        after = state_of(records[ply + 1], rules, len(makers))
        if place is None:
            order = [CARDS[card] for card in reversed(after.stock_pile[len(state.stock_pile) :])]
            action = ShuffleStock(tuple(order))
        else:
            action = actions[place]
        state = apply(state, action)
        assert state == after, (ply, action, state, after)
    return len(records) - 1
