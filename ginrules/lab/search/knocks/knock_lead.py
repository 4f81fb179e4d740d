"""The lead that a hand must have to knock: a whole-number estimate of the others, against what waiting can bring."""

from __future__ import annotations

from typing import Final

from ginrules.lab.search.discards.discard_choice import own_seat
from ginrules.play.state import Setup
from ginrules.play.views.view import PlayerView

_EXPECTED: Final = (
    50, 45, 41, 37, 33, 31, 28, 26, 25, 23, 22, 20, 19, 18, 17, 16, 15, 15, 14, 14, 14, 13, 13, 13, 13, 12, 12, 12, 12,
)  # fmt: skip
"""The deadwood of another seat's ten cards by the cards that two seats have drawn from the stock, in points.

The table of `ginrules.lab.search.knocks.doubling`.
"""

_RIVALS: Final = (0, 0, 0, 7, 10, 12, 14)
"""By how many points the best of the others is ahead of any one of them, by the number of seats."""

_HAND: Final = 10
_KNOWN: Final = 4
"""What a card that a seat has taken from the pile takes off its deadwood, in points: it is in a meld."""


def cards_gone(setup: Setup, stock_size: int) -> int:
    """Return how many cards have gone from the first stock; 0 after a reshuffle that made it longer."""
    dealt = setup.seats * setup.rules.hand_size_for(setup.seats) + (setup.upcard is not None)
    return max(0, setup.tables.pack.bit_count() - dealt - stock_size)


def best_of_others(view: PlayerView, *, average: bool = False) -> int:
    """Return the least deadwood that another seat is likely to hold, in points.

    Args:
        view: What the seat sees.
        average: Whether any one of them counts, not the best.

    Examples:
        >>> from ginrules import deal, preset, shuffled, view
        >>> best_of_others(view(deal(preset("standard"), shuffled(7)), 1))
        50
    """
    setup, seat = view.setup, own_seat(view)
    seats = setup.seats
    drawn = 2 * cards_gone(setup, view.stock_size) // seats
    expected = _EXPECTED[min(drawn, len(_EXPECTED) - 1)] * setup.rules.hand_size_for(seats) // _HAND
    known = max(cards.mask.bit_count() for other, cards in enumerate(view.known) if other != seat)
    ahead = 0 if average else _RIVALS[seats]
    return max(0, expected - ahead - _KNOWN * known)


def is_last_turn(view: PlayerView) -> bool:
    """Return whether the seat will not draw again: the stock ends the round before its next turn."""
    rules = view.setup.rules
    return rules.stock_exhausted != "reshuffle" and view.stock_size - rules.stock_floor < view.setup.seats
