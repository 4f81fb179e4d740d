"""Draws as explicit chance: which cards a draw can give, and the state in which it gives one of them."""

from __future__ import annotations

import attrs

from ginrules._values import index_of, shown
from ginrules.errors import DealError
from ginrules.play.state import RoundState


def next_cards(state: RoundState) -> tuple[int, ...]:
    """Return the cards that the next draw can give, each as likely as the others, for one who sees every hand.

    After a reshuffle they are those that it put back; the floor of the first stock is below them.

    Args:
        state: The round, all cards open; the order of its stock does not matter.

    Examples:
        >>> from ginrules.play.deal import deal, shuffled
        >>> len(next_cards(deal("standard", shuffled(7))))
        31
    """
    stock = frozenset(state.stock_pile)
    for pool in reversed(state.memory.put_back):
        cards = tuple(card for card in sorted(stock) if pool >> card & 1)
        if cards:
            return cards
    return tuple(sorted(stock))


def with_top(state: RoundState, card: int) -> RoundState:
    """Return the state with a card of the stock on its top.

    Args:
        state: The round.
        card: The number of a card that is in the stock.

    Raises:
        DealError: If it is not in the stock.

    Examples:
        >>> from ginrules.play.deal import deal, shuffled
        >>> state = deal("standard", shuffled(7))
        >>> with_top(state, state.stock[0]).stock[-1] == state.stock[0]
        True
    """
    pile = bytearray(state.stock_pile)
    number = index_of(card)
    place = -1 if number is None else pile.find(number)
    if place < 0:
        raise DealError(f"expected a card of the stock, got {shown(card)}", card=shown(card))
    pile[place], pile[-1] = pile[-1], pile[place]
    return attrs.evolve(state, stock_pile=bytes(pile))
