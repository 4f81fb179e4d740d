"""Which card to throw: the least deadwood left, and among equals the card of the least use."""

from functools import lru_cache
from typing import Final

from ginrules.lab.sight import Sight
from ginrules.melds.tables import Deadwood, MeldTables, tables_of

_MEMO_SIZE: Final = 64


def least_after(least: Deadwood, cards: int, throwable: int) -> int:
    """The least deadwood of these cards, in points, once one of the throwable ones is gone."""
    best = -1
    while throwable:
        low = throwable & -throwable
        throwable ^= low
        left = least(cards ^ low)
        if best < 0 or left < best:
            best = left
    return best


def best_throw(sight: Sight, cards: int, barred: int) -> tuple[int, int]:
    """The number of the card to throw, and the deadwood in points that stays.

    Args:
        sight: What the seat sees, for judging the use of cards that leave the same deadwood.
        cards: The cards held, as a mask.
        barred: Cards that may not be thrown, as a mask; ignored if nothing else is held.
    """
    tables = tables_of(sight.rules)
    least = tables.deadwood
    best = -1
    equal: list[int] = []
    rest = cards & ~barred or cards
    while rest:
        low = rest & -rest
        rest ^= low
        left = least(cards ^ low)
        if best < 0 or left < best:
            best = left
            equal = [low.bit_length() - 1]
        elif left == best:
            equal.append(low.bit_length() - 1)
    if len(equal) == 1:
        return equal[0], best
    gone = out_of_reach(sight)
    small = _small_melds(tables)
    values = tables.values
    return min(equal, key=lambda card: (chances(small[card], cards, gone), -values[card], -card)), best


def chances(melds: tuple[int, ...], cards: int, gone: int) -> int:
    """How many of these melds want a single card more, and one that may still come."""
    count = 0
    for meld in melds:
        missing = meld & ~cards
        if missing & missing - 1 == 0 and not missing & gone:
            count += 1
    return count


def out_of_reach(sight: Sight) -> int:
    """The cards that will hardly come: in the pile, on the table, or seen in another hand; as a mask."""
    gone = 0
    for card in sight.discards:
        gone |= 1 << card
    for meld in sight.table:
        gone |= +meld.cards
    for seat, cards in enumerate(sight.known):
        if seat != sight.seat:
            gone |= +cards
    return gone


@lru_cache(maxsize=_MEMO_SIZE)
def _small_melds(tables: MeldTables) -> tuple[tuple[int, ...], ...]:
    """For each card of the pack, the melds with it that hold no smaller meld."""
    melds = tables.melds(tables.pack)
    small = [meld for meld in melds if not any(other != meld and not other & ~meld for other in melds)]
    return tuple(tuple(meld for meld in small if meld >> card & 1) for card in range(52))
