"""What a discard gives the next seat, in whole numbers, so that a compiled player counts the same."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ginrules.lab.search.discards.discard_choice import card_numbers, minimal_melds
from ginrules.lab.search.hidden.opponents import Habits
from ginrules.play.views.view import PlayerView
from ginrules.solver.meld_tables import MeldTables

CERTAIN: Final = 256
"""Chances are counted in 256ths."""

_MEMO_SIZE: Final = 64


@lru_cache(maxsize=_MEMO_SIZE)
def partners_of(tables: MeldTables) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for each card the other cards of each smallest meld with it, by number."""
    return tuple(
        tuple(tuple(card_numbers(meld ^ 1 << card)) for meld in melds)
        for card, melds in enumerate(minimal_melds(tables))
    )


@lru_cache(maxsize=_MEMO_SIZE)
def _neighbors_of(tables: MeldTables) -> tuple[int, ...]:
    """Return for each card the cards that can be in one of its smallest melds, as a mask."""
    neighbors = []
    for melds in minimal_melds(tables):
        cards = 0
        for meld in melds:
            cards |= meld
        neighbors.append(cards)
    return tuple(neighbors)


def held_chances(view: PlayerView, habits: Habits, seat: int, *, refused: int, taken: int) -> list[int]:
    """Return for each card how likely a seat holds it, in 256ths; `CERTAIN` for cards seen to go there.

    Args:
        view: What is known.
        habits: What each seat has refused and taken.
        seat: The seat that could hold the card.
        refused: How likely it holds a card next to one it has discarded or refused, in sixteenths of the others.
        taken: How likely it holds a card next to one it has taken, in sixteenths of the others.
    """
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
    """Return the same as `partners_of`, each meld's other cards as a mask."""
    return tuple(tuple(meld ^ 1 << card for meld in melds) for card, melds in enumerate(minimal_melds(tables)))


def live_melds(partner_masks: tuple[int, ...], others: int) -> int:
    """Count the smallest melds with a card that another seat can still make.

    Args:
        partner_masks: The other cards of each of these melds, as masks.
        others: The cards that the seat can hold: those it is known to hold, and the unseen ones, as a mask.
    """
    gone, count = ~others, 0
    for cards in partner_masks:
        if not cards & gone:
            count += 1
    return count


def feeding_chance(partners: tuple[tuple[int, ...], ...], chances: list[int]) -> int:
    """Return about how likely a seat can meld a card, in 256ths: the sum over its smallest melds, at most all.

    Args:
        partners: The other cards of each of these melds.
        chances: How likely the seat holds each card, in 256ths.
    """
    total = 0
    for cards in partners:
        chance = CERTAIN
        for card in cards:
            chance = chance * chances[card] // CERTAIN
        total += chance
    return min(total, CERTAIN)


def _next_to(neighbors: tuple[int, ...], cards: int) -> int:
    near = 0
    for card in card_numbers(cards):
        near |= neighbors[card]
    return near
