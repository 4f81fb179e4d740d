"""Hidden hands: who probably holds a card, likely hands drawn at random, and a discard's use to the next seat."""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import Final

import attrs

from ginrules._support.values import whole_number
from ginrules.cards import CardSet
from ginrules.errors import WrongTypeError
from ginrules.play.events import Declined, Discarded, DrewStock, Event, TookDiscard
from ginrules.play.state import RoundConfig
from ginrules.play.view import PlayerView, expect_view
from ginrules.players.search.discards import card_numbers, minimal_melds
from ginrules.solver.meld_tables import MeldTables


@attrs.define
class Habits:
    """The cards that each seat took, and the cards that it discarded or refused.

    Attributes:
        refused: For each seat, the cards it discarded or refused, as a mask.
        taken: For each seat, the cards it took, as a mask.
        thrown: For each seat, the cards that it, and no other seat since, discarded, as a mask.
        top: The card that the next seat can take, as a mask, or 0 once it is taken.
    """

    refused: dict[int, int] = attrs.field(factory=dict)
    taken: dict[int, int] = attrs.field(factory=dict)
    thrown: dict[int, int] = attrs.field(factory=dict)
    top: int = 0

    def begin(self, view: PlayerView) -> None:
        """Forget the last round.

        Raises:
            WrongTypeError: If ``view`` is not a view.
        """
        expect_view(view)
        self.refused.clear()
        self.taken.clear()
        self.thrown.clear()
        self.top = 1 << view.discards[-1] if view.discards else 0

    def note(self, event: Event) -> None:
        """Note the card that a seat takes, discards or refuses in an event."""
        match event:
            case Discarded():
                self.top = 1 << event.card
                for seat in self.thrown:
                    self.thrown[seat] &= ~self.top
                self.thrown[event.seat] = self.thrown.get(event.seat, 0) | self.top
                self._refuse(event.seat)
            case TookDiscard():
                self.taken[event.seat] = self.taken.get(event.seat, 0) | 1 << event.cards[0]
                self.top = 0
            case Declined() | DrewStock():
                self._refuse(event.seat)
            case _:
                pass

    def copy(self) -> Habits:
        """Return an independent copy."""
        return Habits(dict(self.refused), dict(self.taken), dict(self.thrown), self.top)

    def taken_by(self, seat: int) -> CardSet:
        """Return the cards that a seat took from the pile, only the first of several taken together."""
        return CardSet(self.taken.get(whole_number("seat", seat, error=WrongTypeError), 0))

    def refused_by(self, seat: int) -> CardSet:
        """Return the cards that a seat discarded, declined, or left on the pile."""
        return CardSet(self.refused.get(whole_number("seat", seat, error=WrongTypeError), 0))

    def _refuse(self, seat: int) -> None:
        self.refused[seat] = self.refused.get(seat, 0) | self.top


def cards_gone(setup: RoundConfig, stock_size: int) -> int:
    """Return how many cards have gone from the first stock, or 0 after a reshuffle that made it longer."""
    dealt = setup.seats * setup.rules.hand_size_for(setup.seats) + (setup.upcard is not None)
    return max(0, setup.tables.pack.bit_count() - dealt - stock_size)


def turns_played(view: PlayerView) -> int:
    """Return the approximate number of turns of each seat: the cards drawn from the first stock, divided by seats."""
    return cards_gone(view.setup, view.stock_size) // view.setup.seats


CERTAIN: Final = 256
"""Chances are counted in 256ths."""

_MEMO_SIZE: Final = 64


@lru_cache(maxsize=_MEMO_SIZE)
def _neighbors_of(tables: MeldTables) -> tuple[int, ...]:
    """Return, for each card, the cards of all its smallest melds, as a mask."""
    return tuple(reduce(or_, melds, 0) for melds in minimal_melds(tables))


def held_chances(view: PlayerView, habits: Habits, seat: int, *, refused: int, taken: int) -> list[int]:
    """Return the chance that a seat holds each card, in 256ths, or `CERTAIN` for cards seen to go there."""
    unseen = view.unseen.mask
    hidden = sum(view.hidden_counts[seat])
    plain = CERTAIN * hidden // unseen.bit_count() if unseen else 0
    neighbors = _neighbors_of(view.setup.tables)
    unlikely = _next_to(neighbors, habits.refused.get(seat, 0)) & unseen
    likely = _next_to(neighbors, habits.taken.get(seat, 0)) & unseen
    chances = [0] * 52
    doubtful = plain * refused // 16
    for cards, chance in (
        (unseen & ~(unlikely | likely), plain),
        (unlikely & ~likely, doubtful),
        (likely & ~unlikely, plain * taken // 16),
        (likely & unlikely, doubtful * taken // 16),
        (view.known[seat].mask, CERTAIN),
    ):
        least = min(chance, CERTAIN)
        for card in card_numbers(cards):
            chances[card] = least
    return chances


@lru_cache(maxsize=_MEMO_SIZE)
def partner_masks_of(tables: MeldTables) -> tuple[tuple[int, ...], ...]:
    """Return, for each card, the other cards of each of its smallest melds, as masks."""
    return tuple(tuple(meld ^ 1 << card for meld in melds) for card, melds in enumerate(minimal_melds(tables)))


def live_melds(partner_masks: tuple[int, ...], others: int) -> int:
    """Count the smallest melds with a card that another seat can still make."""
    gone, count = ~others, 0
    for cards in partner_masks:
        if not cards & gone:
            count += 1
    return count


def feeding_chance(partner_masks: tuple[int, ...], chances: list[int]) -> int:
    """Return the approximate chance that a seat can meld a card, in 256ths.

    It is the sum over the card's smallest melds, at most `CERTAIN`.
    """
    total = 0
    for cards in partner_masks:
        chance = CERTAIN
        for card in card_numbers(cards):
            chance = chance * chances[card] // CERTAIN
        total += chance
    return min(total, CERTAIN)


def _next_to(neighbors: tuple[int, ...], cards: int) -> int:
    near = 0
    for card in card_numbers(cards):
        near |= neighbors[card]
    return near
