"""What the other seats may hold: hidden hands drawn at random and played on as sensible players would have."""

import random

import attrs

from ginrules.lab.search.discard_choice import quick_throw
from ginrules.play.views.determinize import determinize
from ginrules.play.views.view import PlayerView

MOST_TURNS = 12
"""Turns after which a guessed hand gets no better."""


@attrs.define
class Guess:
    """A position that fits a view.

    Attributes:
        hands: The cards of each seat, as masks.
        stock: The stock by card number, the next card last.
    """

    hands: list[int]
    stock: list[int]


def guess(view: PlayerView, chance: random.Random, turns: int | None = None) -> Guess:
    """Hidden cards put in place at random, then bettered by as many turns as have been played.

    A hand that has seen some turns is no random one: each turn the guessed hand draws one of the
    cards still hidden and gives back its worst that nobody has seen; it stops short of a
    hand that would have knocked.

    Args:
        view: What is known.
        chance: Where the luck comes from.
        turns: How often to better each hand; left out, the turns played so far.
    """
    state = determinize(view, chance)
    tables, limit = view.setup.tables, view.setup.knock_limit
    hands = list(state.hand_masks)
    stock = list(state.stock_pile)
    rounds = min(MOST_TURNS, turns_played(view)) if turns is None else turns
    for seat, known in enumerate(state.known_masks):
        if seat == view.seat or hands[seat] == known:
            continue
        hand = hands[seat]
        for _ in range(min(rounds, len(stock))):
            place = int(chance.random() * len(stock))
            cards = hand | 1 << stock[place]
            left, worst = quick_throw(tables, cards, cards & ~known)
            if left <= limit:
                break
            hand = cards ^ worst
            stock[place] = worst.bit_length() - 1
        hands[seat] = hand
    return Guess(hands, stock)


def turns_played(view: PlayerView) -> int:
    """About how many turns each seat has had: cards gone from the first stock, by seat."""
    setup = view.setup
    dealt = setup.seats * setup.rules.hand_size_for(setup.seats) + (setup.upcard is not None)
    gone = setup.tables.pack.bit_count() - dealt - view.stock_size
    return max(0, gone) // setup.seats
