"""Opponents: which cards another seat probably holds, and its chance to meld a discard."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules._values import whole_number
from ginrules.cards import CardSet
from ginrules.errors import WrongTypeError
from ginrules.lab.search.discards.discard_choice import card_numbers, minimal_melds
from ginrules.play.events import Declined, Discarded, DrewStock, Event, TookDiscard
from ginrules.play.views.view import PlayerView, expect_view

_REFUSED: Final = 0.5
"""How much less likely a seat holds a card next to one it has discarded or refused."""

_TAKEN: Final = 2.0
"""How much more likely it holds a card next to one it has taken."""


@attrs.define
class Habits:
    """What each seat has done with single cards.

    Attributes:
        refused: For each seat, the cards it discarded or refused, as a mask.
        taken: For each seat, the cards it took, as a mask.
    """

    refused: dict[int, int] = attrs.field(factory=dict)
    taken: dict[int, int] = attrs.field(factory=dict)
    _top: int = 0

    def begin(self, view: PlayerView) -> None:
        """Forget the last round.

        Raises:
            WrongTypeError: If this is not a view.
        """
        expect_view(view)
        self.refused.clear()
        self.taken.clear()
        self._top = 1 << view.discards[-1] if view.discards else 0

    def note(self, event: Event) -> None:
        """Remember what an event reveals of a seat's wishes."""
        match event:
            case Discarded():
                self._top = 1 << event.card
                self._refuse(event.seat)
            case TookDiscard():
                self.taken[event.seat] = self.taken.get(event.seat, 0) | 1 << event.cards[0]
                self._top = 0
            case Declined() | DrewStock():
                self._refuse(event.seat)
            case _:
                pass

    def taken_by(self, seat: int) -> CardSet:
        """Return the cards that a seat took from the pile: the first of several at once."""
        return CardSet(self.taken.get(_seat(seat), 0))

    def refused_by(self, seat: int) -> CardSet:
        """Return the cards that a seat discarded, declined, or left on the pile."""
        return CardSet(self.refused.get(_seat(seat), 0))

    def _refuse(self, seat: int) -> None:
        self.refused[seat] = self.refused.get(seat, 0) | self._top


def _seat(value: object) -> int:
    return whole_number("seat", value, error=WrongTypeError)


def holding_chances(view: PlayerView, habits: Habits, seat: int) -> list[float]:
    """Return for each card how likely a seat holds it: 1 for cards seen to go there, 0 for cards seen elsewhere."""
    unseen = view.unseen.mask
    hidden = sum(view.hidden_counts[seat])
    base = hidden / unseen.bit_count() if unseen else 0.0
    near = minimal_melds(view.setup.tables)
    chances = [0.0] * 52
    unlikely = _neighbors(near, habits.refused.get(seat, 0))
    likely = _neighbors(near, habits.taken.get(seat, 0))
    for card in card_numbers(unseen):
        factor = _REFUSED if unlikely >> card & 1 else 1.0
        if likely >> card & 1:
            factor *= _TAKEN
        chances[card] = min(1.0, base * factor)
    for card in card_numbers(view.known[seat].mask):
        chances[card] = 1.0
    return chances


def meld_chance(near: tuple[tuple[int, ...], ...], chances: list[float], card: int) -> float:
    """Return the chance that a seat that holds cards with these chances can meld this one.

    Args:
        near: The minimal melds with each card.
        chances: The chance that the seat holds each card.
        card: The number of the card.
    """
    unmelded = 1.0
    for meld in near[card]:
        held = 1.0
        for other in card_numbers(meld ^ 1 << card):
            held *= chances[other]
        unmelded *= 1.0 - held
    return 1.0 - unmelded


def _neighbors(near: tuple[tuple[int, ...], ...], cards: int) -> int:
    neighbors = 0
    for card in card_numbers(cards):
        for meld in near[card]:
            neighbors |= meld
    return neighbors
