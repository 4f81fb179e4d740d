"""Discards: the cards of least use to the hand, and the cards that would help it at the next draw."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ginrules.play.turns.discard import discardable
from ginrules.play.view import PlayerView
from ginrules.solver.meld_tables import MeldTables

_MEMO_SIZE: Final = 64


def own_seat(view: PlayerView) -> int:
    """Return the seat of a view, which is never a spectator's."""
    assert view.seat is not None
    return view.seat


def least_discards(tables: MeldTables, cards: int, allowed: int) -> tuple[int, int]:
    """Return the least deadwood after a discard, in points, and the cards whose discard leaves it, as a mask.

    The highest-valued cards are tried first. A discard saves at most the card's own value, so low cards are rarely
    examined.
    """
    deadwood = tables.deadwood
    whole = deadwood(cards)
    best, equal = 1 << 30, 0
    for value, of_value in cards_by_value(tables):
        if whole - value > best:
            break
        rest = allowed & of_value
        while rest:
            low = rest & -rest
            rest ^= low
            left = deadwood(cards ^ low)
            if left < best:
                best, equal = left, low
            elif left == best:
                equal |= low
    return best, equal


def quick_discard(tables: MeldTables, cards: int, allowed: int) -> tuple[int, int]:
    """Return the least deadwood after a discard, in points, and the first card that leaves it, as a mask.

    Cards are tried from the highest value down. `least_discards` returns all of the best cards.
    """
    deadwood = tables.deadwood
    whole = deadwood(cards)
    best, chosen = 1 << 30, 0
    for value, of_value in cards_by_value(tables):
        if whole - value >= best:
            break
        rest = allowed & of_value
        while rest:
            low = rest & -rest
            rest ^= low
            left = deadwood(cards ^ low)
            if left < best:
                best, chosen = left, low
                if left == whole - value:
                    return left, low  # no other card can save more
    return best, chosen


def deadwood_after_take(view: PlayerView) -> int:
    """Return the deadwood, in points, after the top card of the pile is taken and the best other card discarded."""
    taken = 1 << view.discards[-1]
    cards = view.hand.mask | taken
    return quick_discard(view.setup.tables, cards, discardable(view.setup.rules, cards, taken))[0]


def best_discard(view: PlayerView, cards: int, allowed: int) -> tuple[int, int]:
    """Return the number of the card to discard, and the deadwood left, in points.

    If several cards leave the least deadwood, it is the card that completes the fewest possible melds, then the
    highest-valued card.
    """
    tables = view.setup.tables
    left, equal = least_discards(tables, cards, allowed)
    if not equal & equal - 1:
        return equal.bit_length() - 1, left
    gone = tables.pack & ~(view.unseen.mask | view.hand.mask)  # in the pile, on the table, or known in another hand
    near, values = minimal_melds(tables), tables.values
    card = min(card_numbers(equal), key=lambda card: (one_card_short(near[card], cards, gone), -values[card], -card))
    return card, left


def one_card_short(melds: tuple[int, ...], cards: int, gone: int) -> int:
    """Return how many of these melds lack no card, or a single card that is not gone."""
    count = 0
    for meld in melds:
        missing = meld & ~cards
        if missing & missing - 1 == 0 and not missing & gone:
            count += 1
    return count


def card_numbers(cards: int) -> list[int]:
    """Return the numbers of the cards of a mask, ascending."""
    numbers = []
    while cards:
        low = cards & -cards
        numbers.append(low.bit_length() - 1)
        cards ^= low
    return numbers


@lru_cache(maxsize=_MEMO_SIZE)
def minimal_melds(tables: MeldTables) -> tuple[tuple[int, ...], ...]:
    """Return, for each card of the pack, its melds that contain no smaller meld, as masks."""
    melds = tables.melds(tables.pack)
    small = [meld for meld in melds if not any(other != meld and not other & ~meld for other in melds)]
    return tuple(tuple(meld for meld in small if meld >> card & 1) for card in range(52))


@lru_cache(maxsize=_MEMO_SIZE)
def cards_by_value(tables: MeldTables) -> tuple[tuple[int, int], ...]:
    """Return the values of cards, highest first, each with its cards as a mask."""
    masks: dict[int, int] = {}
    for card in card_numbers(tables.pack):
        masks[tables.values[card]] = masks.get(tables.values[card], 0) | 1 << card
    return tuple(sorted(masks.items(), reverse=True))
