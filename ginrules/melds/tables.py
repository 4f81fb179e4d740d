"""Meld tables: everything about sets and runs, compiled once per meld rule.

A suit of a hand is a mask of its ranks, bit 0 the ace. For each of the 8192
masks a table tells the least deadwood that runs alone can leave; sets matter
only for ranks held in three suits or more, usually none or one, and are tried
on top. That is exact: see `tests/naive.py` for the slow twin.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from typing import Final

from ginrules.cards import PACK_SIZE, CardSet
from ginrules.errors import BadText
from ginrules.rules.model import AceRank, RuleSet

_SUIT: Final = 8191
_MEMO: Final = "meld-tables"

Deadwood = Callable[[int], int]
"""From a mask of cards to the least deadwood in points."""


def rank_runs(ranks: int, ace_rank: AceRank, min_run: int) -> tuple[int, ...]:
    """Every run of one suit as a mask of ranks, for a pack of so many ranks.

    Runs round the corner are arcs of the circle A 2 … K (RG); in ``high-or-low`` the ace also
    stands above the top rank. All ranks together are one run, whatever its start.
    """
    everything = (1 << ranks) - 1
    found = set()
    for length in range(min_run, ranks + 1):
        starts = {"low": ranks - length + 1, "high-or-low": ranks - length + 2, "round-the-corner": ranks}
        for start in range(min(starts[ace_rank], ranks)):
            arc = ((1 << length) - 1) << start
            found.add((arc | arc >> ranks) & everything)
    return tuple(sorted(found))


def _run_ends(run: int, ranks: int, ace_rank: AceRank) -> int:
    """The ranks next to a run on either side, as a mask (precise lay-off places)."""
    everything = (1 << ranks) - 1
    if run == everything:
        return 0
    top = 1 << ranks - 1
    if ace_rank == "round-the-corner":
        above = run << 1 | (1 if run & top else 0)
        below = run >> 1 | (top if run & 1 else 0)
        return (above | below) & everything & ~run
    if ace_rank == "high-or-low" and run & 1 and run & top:
        # the ace stands above the top rank: only the low end is open
        return (run & ~1) >> 1 & ~run
    ends = (run << 1 | run >> 1) & everything & ~run
    return ends | 1 if ace_rank == "high-or-low" and run & top else ends


def least_unrun(runs: tuple[int, ...], values: tuple[int, ...], ranks: int) -> list[int]:
    """For each mask of ranks, the least value in points that runs leave uncovered."""
    by_rank = [[run for run in runs if run >> rank & 1] for rank in range(ranks)]
    least = [0] * (1 << ranks)
    for mask in range(1, 1 << ranks):
        top = mask.bit_length() - 1
        best = least[mask ^ 1 << top] + values[top]
        for run in by_rank[top]:
            if not run & ~mask and least[mask ^ run] < best:
                best = least[mask ^ run]
        least[mask] = best
    return least


def _held_in(suits: tuple[int, ...], count: int) -> int:
    """The ranks held in at least so many of the four suits, as a mask."""
    found = 0
    for chosen in combinations(suits, count):
        common = _SUIT
        for mask in chosen:
            common &= mask
        found |= common
    return found


def _with_sets(least: tuple[list[int], ...], suits: tuple[int, ...], sets: int, min_set: int) -> int:
    """The least deadwood when the ranks in `sets` may also be melded as sets."""
    low = sets & -sets
    rest = sets ^ low
    holders = [suit for suit, mask in enumerate(suits) if mask & low]
    if not rest:
        # one rank left: a suit's card costs (or spares) its run the same, whoever else is in the set
        plain = 0
        costs = []
        for suit, mask in enumerate(suits):
            left = least[suit][mask]
            plain += left
            if mask & low:
                costs.append(least[suit][mask ^ low] - left)
        costs.sort()
        change = sum(costs[:min_set]) + sum(cost for cost in costs[min_set:] if cost < 0)
        return plain + change if change < 0 else plain
    best = _with_sets(least, suits, rest, min_set)
    for size in range(min_set, len(holders) + 1):
        for chosen in combinations(holders, size):
            others = list(suits)
            for suit in chosen:
                others[suit] ^= low
            best = min(best, _with_sets(least, tuple(others), rest, min_set))
    return best


def _solver(least: tuple[list[int], ...], min_set: int) -> Deadwood:
    """The deadwood function over these per-suit tables."""
    clubs, diamonds, hearts, spades = least

    def deadwood(hand: int) -> int:
        c = hand & _SUIT
        d = hand >> 13 & _SUIT
        h = hand >> 26 & _SUIT
        s = hand >> 39
        sets = c & d & (h | s) | (c | d) & h & s if min_set == 3 else _held_in((c, d, h, s), min_set)
        runs_only = clubs[c] + diamonds[d] + hearts[h] + spades[s]
        if not sets:
            return runs_only
        if min_set == 3 and not sets & sets - 1 and not c & d & h & s:
            # the commonest case, a single set of three: with it or without it
            rest = ~sets
            with_set = clubs[c & rest] + diamonds[d & rest] + hearts[h & rest] + spades[s & rest]
            return with_set if with_set < runs_only else runs_only  # noqa: FURB136 - min() costs a call
        return _with_sets(least, (c, d, h, s), sets, min_set)

    return deadwood


class MeldTables:
    """The meld rules of a rule set, compiled.

    Attributes:
        pack: The mask of all cards in play.
        values: Points of each of the 52 cards, by card number.
        top_value: The largest of them.
        deadwood: From a mask of cards to the least deadwood in points; an ``IndexError`` for
            a card outside a small pack (the public functions turn it into `BadText`).
    """

    __slots__ = ("_ace_rank", "_ends", "_min_set", "_rank_runs", "_ranks", "_suit_runs", "deadwood", "pack",
                 "top_value", "values")  # fmt: skip

    def __init__(
        self, ranks: int, suits: int, ace_rank: AceRank, min_set: int, min_run: int, card_values: tuple[int, ...]
    ) -> None:
        one_suit = (1 << ranks) - 1
        self.pack = sum(one_suit << 13 * suit for suit in range(suits))
        self.values = tuple(card_values[card % 13] for card in range(PACK_SIZE))
        self.top_value = max(card_values[:ranks])
        self._ranks, self._ace_rank, self._min_set = ranks, ace_rank, min_set
        self._rank_runs = rank_runs(ranks, ace_rank, min_run)
        least = least_unrun(self._rank_runs, card_values, ranks)
        self.deadwood = _solver(tuple(least if suit < suits else [0] for suit in range(4)), min_set)
        self._suit_runs: dict[int, tuple[int, ...]] = {}
        self._ends: dict[int, int] = {}

    def value(self, cards: int) -> int:
        """The points of these cards when none is melded."""
        total = 0
        while cards:
            low = cards & -cards
            total += self.values[low.bit_length() - 1]
            cards ^= low
        return total

    def melds(self, cards: int) -> list[int]:
        """Every meld among these cards, as masks: sets by rank, then runs by suit."""
        return self._sets(cards) + self._runs(cards)

    def is_meld(self, cards: int) -> bool:
        """Whether exactly these cards are one set or one run."""
        if not cards or cards & ~self.pack:
            return False
        low = (cards & -cards).bit_length() - 1
        suit, rank = divmod(low, 13)
        if not cards & ~(_SUIT << 13 * suit):
            return cards >> 13 * suit in self._rank_runs
        return not cards & ~_one_rank(rank) and cards.bit_count() >= self._min_set

    def fits(self, meld: int) -> int:
        """The cards that can be laid off on this meld, as a mask."""
        found = self._ends.get(meld)
        if found is None:
            found = self._ends[meld] = self._fits(meld)
        return found

    def _fits(self, meld: int) -> int:
        suit, rank = divmod((meld & -meld).bit_length() - 1, 13)
        ranks = meld >> 13 * suit
        if ranks & ~_SUIT:
            return _one_rank(rank) & self.pack & ~meld
        return _run_ends(ranks, self._ranks, self._ace_rank) << 13 * suit

    def _sets(self, cards: int) -> list[int]:
        suits = (cards & _SUIT, cards >> 13 & _SUIT, cards >> 26 & _SUIT, cards >> 39)
        ranks = _held_in(suits, self._min_set)
        found = []
        while ranks:
            low = ranks & -ranks
            held = [low << 13 * suit for suit in range(4) if suits[suit] & low]
            for size in range(self._min_set, len(held) + 1):
                found += [sum(chosen) for chosen in combinations(held, size)]
            ranks ^= low
        return found

    def _runs(self, cards: int) -> list[int]:
        return [run << shift for shift in (0, 13, 26, 39) for run in self._runs_of(cards >> shift & _SUIT)]

    def _runs_of(self, ranks: int) -> tuple[int, ...]:
        found = self._suit_runs.get(ranks)
        if found is None:
            found = self._suit_runs[ranks] = tuple(run for run in self._rank_runs if not run & ~ranks)
        return found


def _one_rank(rank: int) -> int:
    return sum(1 << 13 * suit + rank for suit in range(4))


_compiled = lru_cache(maxsize=64)(MeldTables)


def tables_of(rules: RuleSet) -> MeldTables:
    """The compiled meld rules, kept on the rule set so that they are one look-up away."""
    found = rules.memo.get(_MEMO)
    if not isinstance(found, MeldTables):
        found = rules.memo[_MEMO] = _compiled(
            rules.ranks, rules.suits, rules.ace_rank, rules.min_set, rules.min_run, rules.card_values
        )
    return found


def outside_pack(cards: int, rules: RuleSet) -> BadText:
    """The error for cards that a small pack has not."""
    strange = CardSet(cards & ~tables_of(rules).pack)
    return BadText(
        f"{strange} is not in this pack of {rules.ranks} ranks × {rules.suits} suits: use its cards only",
        cards=str(strange),
    )
