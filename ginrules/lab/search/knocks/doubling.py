"""Doubles offered and answered, by one whole-number estimate of who is ahead.

Only integers of the view are used, so that a compiled player can hold it to the last digit.
"""

from __future__ import annotations

from typing import Final

from ginrules.lab.search.discards.discard_choice import own_seat
from ginrules.play.views.view import PlayerView

_EXPECTED: Final = (
    50, 45, 41, 37, 33, 31, 28, 26, 25, 23, 22, 20, 19, 18, 17, 16, 15, 15, 14, 14, 14, 13, 13, 13, 13, 12, 12, 12, 12,
)  # fmt: skip
"""The deadwood of the other seat's ten cards by the number of cards that both have drawn from the stock, in points.

Measured over rounds of `ginrules.lab.Greedy` and `ginrules.lab.Careful` under standard rules.
"""

_HAND: Final = 10
_KNOWN: Final = 4
"""What a card of the other seat that everybody has seen takes off its deadwood, in points: it is in a meld."""

OFFER_AT: Final = 10
"""The lead with which a seat doubles, in points: from 8 to 16 no figure gained measurably more."""

REFUSE_AT: Final = 30
"""How far behind a seat is that refuses a double, in points; a refusal costs the difference, so that it is rare."""


def lead(view: PlayerView) -> int:
    """Return by how many points of deadwood the seat is likely to be ahead of the other.

    That is the deadwood which a hand of as many cards usually has after as many draws from the
    stock, less what is known of the other hand, minus the seat's own least deadwood.

    Args:
        view: What the seat sees; it holds no drawn card, and the other seat neither.

    Examples:
        >>> from ginrules import deal, preset, shuffled, view
        >>> lead(view(deal(preset("doubling-gin"), shuffled(7)), 0))  # the hand counts 73
        -23
    """
    setup, seat = view.setup, own_seat(view)
    size = setup.rules.hand_size_for(setup.seats)
    drawn = setup.tables.pack.bit_count() - size * setup.seats - (setup.upcard is not None) - view.stock_size
    expected = _EXPECTED[max(0, min(drawn, len(_EXPECTED) - 1))] * size // _HAND
    known = view.known[1 - seat].mask.bit_count()
    return max(0, expected - _KNOWN * known) - setup.tables.deadwood(view.hand.mask)


def offers_double(view: PlayerView) -> bool:
    """Return whether the seat doubles before its draw: it can, and its lead is large enough."""
    rules = view.setup.rules
    if not rules.doubling or 2 * view.factor > rules.doubling_limit or view.doubling_right not in {None, view.seat}:
        return False
    return lead(view) >= OFFER_AT


def accepts_double(view: PlayerView) -> bool:
    """Return whether the seat accepts a double: it is not too far behind."""
    return lead(view) > -REFUSE_AT
