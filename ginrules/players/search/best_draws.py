"""The best few draws: a hand's prospect if the cards that it hopes for come."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final, TypeVar

import attrs

from ginrules.players.search.discards import cards_by_value, minimal_melds
from ginrules.solver.deadwood import SUIT
from ginrules.solver.meld_tables import MeldTables

SIXTEENTHS: Final = 16
"""Means and weights are whole numbers of sixteenths: they are the same on every machine."""

_MEMO_SIZE: Final = 64
_ALL_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_NEVER: Final = 5
"""The size of a set under rules without sets: there are only four suits."""

_NOTHING: Final = -(1 << 30)

T = TypeVar("T")

CardsOf = Callable[[int], int]
"""A function from cards, as a mask, to cards or to points."""


@attrs.frozen(eq=False, repr=False)
class HandReader:
    """Reads hands by the meld rules, as `hand_reader` makes it."""

    tables: MeldTables
    lowest_first: tuple[tuple[int, int], ...]  # the values of cards, each with its cards as a mask
    completions: CardsOf  # the cards that complete a meld of a hand, also some that it holds or that the pack lacks
    least_after: CardsOf  # the least deadwood after a discard
    melded: CardsOf  # the cards of the runs of a hand, and of the ranks of its sets


@lru_cache(maxsize=_MEMO_SIZE)
def hand_reader(tables: MeldTables) -> HandReader:
    """Return the reader of hands for these meld tables, made once and kept."""
    smallest = minimal_melds(tables)
    runs = sorted({meld for melds in smallest[:13] for meld in melds if not meld & ~SUIT})
    min_set = min((meld.bit_count() for meld in smallest[0] if meld & ~SUIT), default=_NEVER)
    return HandReader(
        tables,
        cards_by_value(tables)[::-1],
        _by_melds(Kept(partial(_one_short, runs)), _held_in(min_set - 1)),
        _least_after_with_threes(tables) if min_set == 3 else partial(_least_after_any, tables.deadwood),
        _by_melds(Kept(partial(_in_runs, runs)), _held_in(min_set)),
    )


def best_draws(reader: HandReader, hand: int, live: int, count: int, limit: int) -> tuple[int, int, int, int]:
    """Rate a hand before its next draw by the draws that help it most, each followed by the best discard.

    Return its least deadwood now, the mean after the best draws, in sixteenths of a point, and how many of the cards
    that can come make gin, and how many bring the hand to the limit.
    """
    least_after = reader.least_after
    now = reader.tables.deadwood(hand)
    rest = reader.completions(hand) & live
    plain = live & ~rest
    lefts: list[int] = []
    while rest:
        low = rest & -rest
        rest ^= low
        lefts.append(least_after(hand | low))
    gins = lefts.count(0) if now else live.bit_count()
    # a card that completes nothing is discarded itself, or replaces the highest loose card
    spare = now - least_after(hand)
    ready, most = 0, limit - now + spare
    if now > limit:
        for left in lefts:
            if left <= limit:
                ready += 1
    else:
        ready, most = live.bit_count(), 0
    enough = len(lefts) + count
    for value, of_value in reader.lowest_first:
        if value > most and len(lefts) >= enough:
            break
        coming = (plain & of_value).bit_count()
        if value <= most:
            ready += coming
        lefts += [now - spare + value if value < spare else now] * coming
    if not lefts:
        return now, SIXTEENTHS * now, gins, ready
    lefts.sort()
    lefts = lefts[:count]
    return now, SIXTEENTHS * sum(lefts) // len(lefts), gins, ready


class Kept(dict[int, T]):
    """A function of whole numbers, such as the ranks of a suit, whose values are computed once and kept."""

    def __init__(self, answer: Callable[[int], T]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, key: int) -> T:
        answer = self[key] = self._answer(key)
        return answer


def _by_melds(in_suit: Kept[int], by_rank: Callable[[int, int, int, int], int]) -> CardsOf:
    """Return a function from a hand to cards: those that its runs give, and all of the ranks that its sets give."""

    def cards_of(hand: int) -> int:
        half = hand & 0x3FFFFFF
        c, d = half & SUIT, half >> 13
        half = hand >> 26
        h, s = half & SUIT, half >> 13
        in_runs = in_suit[c] | in_suit[d] << 13 | in_suit[h] << 26 | in_suit[s] << 39
        return in_runs | by_rank(c, d, h, s) * _ALL_SUITS

    return cards_of


def _least_after_any(deadwood: CardsOf, cards: int) -> int:
    rest, best = cards, 1 << 30
    while rest:
        low = rest & -rest
        rest ^= low
        best = min(best, deadwood(cards ^ low))
    return best


def _least_after_with_threes(tables: MeldTables) -> CardsOf:
    """Return `_least_after_any` for sets of three and four cards, several times as fast.

    Once the sets are chosen, the suits are independent: the best discard is the card that saves the most points in
    its own suit. The fourth card of a set can always be discarded, but saves nothing.
    """
    deadwood = tables.deadwood
    least = Kept(deadwood)  # clubs are the lowest bits, and the ranks of every suit count alike
    saves = Kept(lambda ranks: deadwood(ranks) - _least_after_any(deadwood, ranks))

    def least_after(cards: int) -> int:
        half = cards & 0x3FFFFFF
        c, d = half & SUIT, half >> 13
        half = cards >> 26
        h, s = half & SUIT, half >> 13
        sets = c & d & (h | s) | (c | d) & h & s
        if sets:
            return with_sets(c, d, h, s, sets, _NOTHING)
        return least[c] + least[d] + least[h] + least[s] - max(saves[c], saves[d], saves[h], saves[s])

    def with_sets(c: int, d: int, h: int, s: int, sets: int, fourth: int) -> int:
        if not sets:
            return least[c] + least[d] + least[h] + least[s] - max(saves[c], saves[d], saves[h], saves[s], fourth)
        low = sets & -sets
        others = sets ^ low
        keep = ~low
        c_less, d_less, h_less, s_less = c & keep, d & keep, h & keep, s & keep
        without = with_sets(c, d, h, s, others, fourth)
        if not c & d & h & s & low:
            return min(without, with_sets(c_less, d_less, h_less, s_less, others, fourth))
        return min(
            without,
            with_sets(c_less, d_less, h_less, s_less, others, 0),
            with_sets(c, d_less, h_less, s_less, others, fourth),
            with_sets(c_less, d, h_less, s_less, others, fourth),
            with_sets(c_less, d_less, h, s_less, others, fourth),
            with_sets(c_less, d_less, h_less, s, others, fourth),
        )

    return least_after


def _held_in(count: int) -> Callable[[int, int, int, int], int]:
    """Return the function from the ranks of four suits to the ranks held in at least this many suits."""
    match count:
        case 1:
            return lambda c, d, h, s: c | d | h | s
        case 2:
            return lambda c, d, h, s: c & d | h & s | (c | d) & (h | s)
        case 3:
            return lambda c, d, h, s: c & d & (h | s) | (c | d) & h & s
        case 4:
            return lambda c, d, h, s: c & d & h & s
        case _:
            return lambda _c, _d, _h, _s: 0


def _in_runs(runs: list[int], ranks: int) -> int:
    """Return the ranks in those of these runs that are all held, as a mask."""
    held = 0
    for run in runs:
        if not run & ~ranks:
            held |= run
    return held


def _one_short(runs: list[int], ranks: int) -> int:
    """Return the ranks that complete any of these runs, as a mask, even if they are held already."""
    ends = 0
    for run in runs:
        missing = run & ~ranks
        if not missing & missing - 1:
            ends |= missing
    return ends
