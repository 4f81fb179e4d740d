"""Which card to throw: the least deadwood left, and among equals the card of the least use."""

from functools import lru_cache
from typing import Final

from ginrules.play.views.view import PlayerView
from ginrules.solver.meld_tables import MeldTables

_MEMO_SIZE: Final = 64


def least_throws(tables: MeldTables, cards: int, throwable: int) -> tuple[int, int]:
    """The least deadwood in points once a throwable card is gone, and as a mask the cards whose throw leaves it.

    The dearest cards are tried first: a throw spares at most the card's own value, so that the
    cheap ones need hardly ever be looked at.
    """
    least = tables.deadwood
    whole = least(cards)
    best, equal = 1 << 30, 0
    for value, of_value in by_value(tables):
        if whole - value > best:
            break
        rest = throwable & of_value
        while rest:
            low = rest & -rest
            rest ^= low
            left = least(cards ^ low)
            if left < best:
                best, equal = left, low
            elif left == best:
                equal |= low
    return best, equal


def quick_throw(tables: MeldTables, cards: int, throwable: int) -> tuple[int, int]:
    """As `least_throws`, with one of the best cards only: the first found, the dearest first."""
    least = tables.deadwood
    whole = least(cards)
    best, chosen = 1 << 30, 0
    for value, of_value in by_value(tables):
        if whole - value >= best:
            break
        rest = throwable & of_value
        while rest:
            low = rest & -rest
            rest ^= low
            left = least(cards ^ low)
            if left < best:
                best, chosen = left, low
                if left == whole - value:
                    return left, low  # no other card can spare more
    return best, chosen


def least_after(tables: MeldTables, cards: int, throwable: int) -> int:
    """The least deadwood of these cards, in points, once one of the throwable ones is gone."""
    return quick_throw(tables, cards, throwable)[0]


def taking_leaves(view: PlayerView) -> int:
    """The deadwood in points that stays when the top card of the pile is taken and the best other card thrown."""
    hand = view.hand.mask
    taken = 1 << view.discards[-1]
    return least_after(view.setup.tables, hand | taken, free(view, hand | taken, taken))


def free(view: PlayerView, cards: int, taken: int) -> int:
    """The cards that may be thrown, as a mask: not the one just taken, unless rules allow or it is the last."""
    return cards if view.setup.rules.return_taken_discard else cards & ~taken or cards


def best_throw(view: PlayerView, cards: int, throwable: int) -> tuple[int, int]:
    """The number of the card to throw, and the deadwood in points that stays.

    Args:
        view: What the seat sees, for judging the use of cards that leave the same deadwood.
        cards: The cards held, as a mask.
        throwable: Those that may be thrown, as a mask.
    """
    tables = view.setup.tables
    best, equal = least_throws(tables, cards, throwable)
    if not equal & equal - 1:
        return equal.bit_length() - 1, best
    gone = out_of_reach(view)
    near, values = small_melds(tables), tables.values
    chosen = min(numbers(equal), key=lambda card: (chances(near[card], cards, gone), -values[card], -card))
    return chosen, best


def chances(melds: tuple[int, ...], cards: int, gone: int) -> int:
    """How many of these melds want a single card more, and one that may still come."""
    count = 0
    for meld in melds:
        missing = meld & ~cards
        if missing & missing - 1 == 0 and not missing & gone:
            count += 1
    return count


def out_of_reach(view: PlayerView) -> int:
    """The cards that will hardly come: in the pile, on the table, or seen in another hand; as a mask."""
    return view.setup.tables.pack & ~(view.unseen.mask | view.hand.mask)


def numbers(cards: int) -> list[int]:
    """The numbers of the cards of a mask, ascending."""
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return found


@lru_cache(maxsize=_MEMO_SIZE)
def small_melds(tables: MeldTables) -> tuple[tuple[int, ...], ...]:
    """For each card of the pack, the melds with it that hold no smaller meld, as masks."""
    melds = tables.melds(tables.pack)
    small = [meld for meld in melds if not any(other != meld and not other & ~meld for other in melds)]
    return tuple(tuple(meld for meld in small if meld >> card & 1) for card in range(52))


@lru_cache(maxsize=_MEMO_SIZE)
def by_value(tables: MeldTables) -> tuple[tuple[int, int], ...]:
    """The values of cards, dearest first, each with the mask of the cards that have it."""
    found: dict[int, int] = {}
    for card in numbers(tables.pack):
        found[tables.values[card]] = found.get(tables.values[card], 0) | 1 << card
    return tuple(sorted(found.items(), reverse=True))
