"""`MeldTables`: the meld rules of a rule set as tables of sets, runs and deadwood, compiled once.

Cards are numbers, ``13 * suit + rank - 1``. A set of cards is a mask of 52 bits. Plain integers go
in and out. This folder knows neither cards nor rule sets.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Final, Literal, TypeVar

import attrs

from ginrules._support.bounds import MELD_RESULTS, MELD_TABLES
from ginrules.solver.deadwood import SUIT, Deadwood, deadwood_solver, ranks_held, split

_CARDS: Final = 52

T = TypeVar("T")


@attrs.frozen(eq=False, repr=False, kw_only=True)
class MeldTables:
    """The meld rules of a rule set, compiled. `meld_tables` makes one.

    The two private tables of results and the diagrams of `deadwood` are filled on demand, and are emptied when full.
    Nothing else changes.

    Attributes:
        pack: The mask of all cards in play.
        values: Points of each of the 52 cards, by card number.
        top_value: The largest of them.
        deadwood: From a mask of cards to the least deadwood in points. An ``IndexError`` for
            a card outside a small pack (the public functions turn it into `ParseError`).
    """

    pack: int
    values: tuple[int, ...]
    top_value: int
    deadwood: Deadwood
    _ranks: int
    _ace_rank: AceRank
    _min_set: int
    _rank_runs: tuple[int, ...]
    _runs_by_ranks: dict[int, tuple[int, ...]] = attrs.field(factory=dict, init=False)
    _fits_by_meld: dict[int, int] = attrs.field(factory=dict, init=False)

    def value(self, cards: int) -> int:
        """Return the points of these cards when none is melded."""
        total = 0
        while cards:
            low = cards & -cards
            total += self.values[low.bit_length() - 1]
            cards ^= low
        return total

    def melds(self, cards: int) -> list[int]:
        """Return every meld among these cards, as masks: sets by rank, then runs by suit."""
        runs = [run << shift for shift in (0, 13, 26, 39) for run in self._runs_of(cards >> shift & SUIT)]
        return self._sets(cards) + runs

    def is_meld(self, cards: int) -> bool:
        """Return whether exactly these cards are one set or one run."""
        if not cards or cards & ~self.pack:
            return False
        low = (cards & -cards).bit_length() - 1
        suit, rank = divmod(low, 13)
        if not cards & ~(SUIT << 13 * suit):
            return cards >> 13 * suit in self._rank_runs
        return not cards & ~_one_rank(rank) and cards.bit_count() >= self._min_set

    def fits(self, meld: int) -> int:
        """Return the cards that can be laid off on this meld, as a mask."""
        cards = self._fits_by_meld.get(meld)
        if cards is None:
            cards = _kept(self._fits_by_meld, meld, self._fits(meld))
        return cards

    def _fits(self, meld: int) -> int:
        suit, rank = divmod((meld & -meld).bit_length() - 1, 13)
        ranks = meld >> 13 * suit
        if ranks & ~SUIT:
            return _one_rank(rank) & self.pack & ~meld
        return run_ends(ranks, self._ranks, self._ace_rank) << 13 * suit

    def _sets(self, cards: int) -> list[int]:
        suits = split(cards)
        ranks = ranks_held(suits, self._min_set)
        sets = []
        while ranks:
            low = ranks & -ranks
            cards_held = [low << 13 * suit for suit in range(4) if suits[suit] & low]
            for size in range(self._min_set, len(cards_held) + 1):
                sets += [sum(several) for several in combinations(cards_held, size)]
            ranks ^= low
        return sets

    def _runs_of(self, ranks: int) -> tuple[int, ...]:
        runs = self._runs_by_ranks.get(ranks)
        if runs is None:
            runs = _kept(self._runs_by_ranks, ranks, tuple(run for run in self._rank_runs if not run & ~ranks))
        return runs


@lru_cache(maxsize=MELD_TABLES)
def meld_tables(
    ranks: int, suits: int, ace_rank: AceRank, min_set: int, min_run: int, card_values: tuple[int, ...]
) -> MeldTables:
    """Compile meld rules. Equal rules share their tables."""
    one_suit = (1 << ranks) - 1
    runs = rank_runs(ranks, ace_rank, min_run)
    least = least_unrun(runs, card_values, ranks)
    return MeldTables(
        pack=sum(one_suit << 13 * suit for suit in range(suits)),
        values=tuple(card_values[card % 13] for card in range(_CARDS)),
        top_value=max(card_values[:ranks]),
        deadwood=deadwood_solver(tuple(least if suit < suits else (0,) for suit in range(4)), runs, min_set),
        ranks=ranks,
        ace_rank=ace_rank,
        min_set=min_set,
        rank_runs=runs,
    )


def _kept(results: dict[int, T], key: int, result: T) -> T:
    """Keep a result for the next time, within the bound, and return it."""
    if len(results) >= MELD_RESULTS:
        results.clear()
    results[key] = result
    return result


def _one_rank(rank: int) -> int:
    return sum(1 << 13 * suit + rank for suit in range(4))


AceRank = Literal["low", "high-or-low", "round-the-corner"]
"""The runs that an ace belongs to."""


def rank_runs(ranks: int, ace_rank: AceRank, min_run: int) -> tuple[int, ...]:
    """Return every run of one suit as a mask, for a pack of `ranks` ranks, in ascending order.

    Runs round the corner are arcs of the circle A 2 … K (rummy-games.com). In ``high-or-low`` the
    ace is also above the top rank. All ranks together are one run, whatever its start.
    """
    all_ranks = (1 << ranks) - 1
    runs = set()
    for length in range(min_run, ranks + 1):
        for start in range(min(_starts(ranks, ace_rank, length), ranks)):
            arc = ((1 << length) - 1) << start
            runs.add((arc | arc >> ranks) & all_ranks)
    return tuple(sorted(runs))


def _starts(ranks: int, ace_rank: AceRank, length: int) -> int:
    """Return how many ranks, from the ace up, a run of this length can start at."""
    match ace_rank:
        case "low":
            return ranks - length + 1
        case "high-or-low":
            return ranks - length + 2
        case "round-the-corner":
            return ranks


def run_ends(run: int, ranks: int, ace_rank: AceRank) -> int:
    """Return the ranks next to a run on either side, as a mask: the places for a lay-off."""
    all_ranks = (1 << ranks) - 1
    if run == all_ranks:
        return 0
    top = 1 << ranks - 1
    inside = (run << 1 | run >> 1) & all_ranks & ~run
    match ace_rank:
        case "low":
            return inside
        case "high-or-low" if run & 1 and run & top:
            # the ace is above the top rank: only the low end is open
            return (run & ~1) >> 1 & ~run
        case "high-or-low":
            return inside | 1 if run & top else inside
        case "round-the-corner":
            above = run << 1 | (1 if run & top else 0)
            below = run >> 1 | (top if run & 1 else 0)
            return (above | below) & all_ranks & ~run


def least_unrun(runs: tuple[int, ...], values: tuple[int, ...], ranks: int) -> tuple[int, ...]:
    """Return, for each mask of ranks, the least value in points that runs leave uncovered."""
    runs_with = [[run for run in runs if run >> rank & 1] for rank in range(ranks)]
    least = [0] * (1 << ranks)
    for mask in range(1, 1 << ranks):
        top = mask.bit_length() - 1
        best = least[mask ^ 1 << top] + values[top]
        for run in runs_with[top]:
            if not run & ~mask and least[mask ^ run] < best:
                best = least[mask ^ run]
        least[mask] = best
    return tuple(least)
