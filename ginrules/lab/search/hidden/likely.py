"""Likely positions: hidden cards placed at random, and hands improved as far as they have been played."""

from __future__ import annotations

import random

import attrs

from ginrules.lab.search.hidden.sampling import MOST_TURNS, turn_with, turns_played
from ginrules.play.state import RoundState
from ginrules.play.views.determinize import determinize
from ginrules.play.views.view import PlayerView


def likely_state(view: PlayerView, source: random.Random) -> RoundState:
    """Return a state that fits a view, with hands that its turns have improved.

    In each turn played a hidden hand draws one of the hidden cards and returns its worst unknown card. It goes on
    below the knock limit: a seat that did not knock can have waited. It stops before gin, which it would have
    declared.

    Args:
        view: What is known.
        source: Where the random numbers come from.

    Examples:
        >>> from ginrules import deal, view
        >>> seen = view(deal("standard", seed=7), 1)
        >>> state = likely_state(seen, random.Random(1))
        >>> view(state, 1) == seen
        True
    """
    state = determinize(view, source)
    if state.memory.put_back:  # a card put back can only be in some places
        return state
    tables = view.setup.tables
    hands, stock = list(state.hand_masks), list(state.stock_pile)
    turns = min(MOST_TURNS, turns_played(view), len(stock))
    for seat, known in enumerate(state.known_masks):
        if seat == view.seat or hands[seat] == known:
            continue
        for _ in range(turns):
            place = int(source.random() * len(stock))
            left, improved, worst = turn_with(tables, hands[seat], 1 << stock[place], known)
            if not left:
                break
            hands[seat] = improved
            stock[place] = worst.bit_length() - 1
    return attrs.evolve(state, hand_masks=tuple(hands), stock_pile=bytes(stock))
