"""Sampled positions: hidden hands drawn at random and improved as sensible players would improve them."""

from __future__ import annotations

import random
from typing import Final

import attrs

from ginrules.lab.search.discards.discard_choice import quick_discard
from ginrules.play.state import RoundState
from ginrules.play.views.determinize import determinize
from ginrules.play.views.view import PlayerView
from ginrules.solver.meld_tables import MeldTables

MOST_TURNS: Final = 12
"""Turns after which a sampled hand is not improved further."""


@attrs.define
class Sample:
    """A position that fits a view.

    Attributes:
        hands: The cards of each seat, as masks.
        stock: The stock by card number, the next card last.
    """

    hands: list[int]
    stock: list[int]

    def copy(self) -> Sample:
        """Return a position that can be changed apart from this one."""
        return Sample(self.hands[:], self.stock[:])


def sample_position(
    view: PlayerView, source: random.Random, turns: int | None = None, state: RoundState | None = None
) -> Sample:
    """Place the hidden cards at random, then improve the hands for as many turns as have been played.

    A hand after some turns is not a random one: in each turn a sampled hand draws one of the
    hidden cards and returns its worst unknown card; it stops before it could knock.

    Args:
        view: What is known.
        source: Where the random numbers come from.
        turns: How often to improve each hand; None for the turns played.
        state: A state that fits the view, to begin with; None for one drawn at random.
    """
    state = state or determinize(view, source)
    tables, limit = view.setup.tables, view.setup.knock_limit
    hands = list(state.hand_masks)
    stock = list(state.stock_pile)
    rounds = min(MOST_TURNS, turns_played(view)) if turns is None else turns
    for seat, known in enumerate(state.known_masks):
        if seat == view.seat or hands[seat] == known:
            continue
        hand = hands[seat]
        for _ in range(min(rounds, len(stock))):
            place = int(source.random() * len(stock))
            left, improved, worst = turn_with(tables, hand, 1 << stock[place], known)
            if left <= limit:
                break
            hand = improved
            stock[place] = worst.bit_length() - 1
        hands[seat] = hand
    return Sample(hands, stock)


def turn_with(tables: MeldTables, hand: int, drawn: int, kept: int = 0) -> tuple[int, int, int]:
    """Play a greedy turn: add a card and discard the worst.

    Args:
        tables: The meld tables in force.
        hand: The cards held, as a mask.
        drawn: The card drawn or taken, as a mask.
        kept: The cards that cannot be discarded, as a mask.

    Returns:
        The deadwood left in points, the hand and the discard.
    """
    cards = hand | drawn
    left, worst = quick_discard(tables, cards, cards & ~kept)
    return left, cards ^ worst, worst


def turns_played(view: PlayerView) -> int:
    """Return about how many turns each seat has had: cards gone from the first stock, by seat."""
    setup = view.setup
    dealt = setup.seats * setup.rules.hand_size_for(setup.seats) + (setup.upcard is not None)
    gone = setup.tables.pack.bit_count() - dealt - view.stock_size
    return max(0, gone) // setup.seats
