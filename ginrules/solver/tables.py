"""Meld tables: everything about sets and runs, compiled once per meld rule.

A suit of a hand is a mask of its ranks, bit 0 the ace. For each of the 8192
masks a table tells the least deadwood that runs alone can leave; sets matter
only for ranks held in three suits or more, usually none or one, and are tried
on top. That is exact: see `tests/naive.py` for the slow twin.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

from ginrules.cards import PACK_SIZE, CardSet
from ginrules.errors import ParseError
from ginrules.rules.choices import AceRank
from ginrules.rules.model import RuleSet, expect_rules

_SUIT: Final = 8191
_MANY: Final = 4  # ranks held three times; more are rare in a hand of gin
_MEMO: Final = "meld-tables"
DEADWOOD: Final = "deadwood"
"""Where `tables_of` also leaves the deadwood function, for those who need nothing else."""

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
        for start in range(min(_run_starts(ranks, ace_rank, length), ranks)):
            arc = ((1 << length) - 1) << start
            found.add((arc | arc >> ranks) & everything)
    return tuple(sorted(found))


def _run_starts(ranks: int, ace_rank: AceRank, length: int) -> int:
    """Return how many ranks, from the ace up, a run of this length can start at."""
    match ace_rank:
        case "low":
            return ranks - length + 1
        case "high-or-low":
            return ranks - length + 2
        case "round-the-corner":
            return ranks


def _run_ends(run: int, ranks: int, ace_rank: AceRank) -> int:
    """The ranks next to a run on either side, as a mask (seed 001b: the two places to lay off on)."""
    everything = (1 << ranks) - 1
    if run == everything:
        return 0
    top = 1 << ranks - 1
    match ace_rank:
        case "low":
            return (run << 1 | run >> 1) & everything & ~run
        case "high-or-low":
            if run & 1 and run & top:  # the ace stands above the top rank: only the low end is open
                return (run & ~1) >> 1 & ~run
            ends = (run << 1 | run >> 1) & everything & ~run
            return ends | 1 if run & top else ends
        case "round-the-corner":
            above = run << 1 | (1 if run & top else 0)
            below = run >> 1 | (top if run & 1 else 0)
            return (above | below) & everything & ~run


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


def _with_sets(
    least: tuple[list[int], ...], runs: tuple[int, ...], suits: tuple[int, ...], sets: int, min_set: int
) -> int:
    """The least deadwood when the ranks in `sets` may also be melded as sets, for any number of ranks.

    A card that is in no run of its suit joins every set of its rank, so that only cards torn
    between a set and a run are tried both ways.
    """
    in_runs = tuple(_union(run for run in runs if not run & ~mask) for mask in suits)
    # nothing melds what is in neither: no answer is below this
    floor = sum(left[mask & ~tied & ~sets] for left, mask, tied in zip(least, suits, in_runs, strict=True))
    known: dict[tuple[tuple[int, ...], int], int] = {}

    def search(suits: tuple[int, ...], sets: int) -> int:
        if not sets:
            return sum(left[mask] for left, mask in zip(least, suits, strict=True))
        if (suits, sets) in known:
            return known[suits, sets]
        low = sets & -sets
        best = sum(left[mask] for left, mask in zip(least, suits, strict=True))
        for given in _givers(suits, in_runs, low, min_set):
            if best == floor:
                break
            less = tuple(mask & ~low if suit in given else mask for suit, mask in enumerate(suits))
            best = min(best, search(less, sets ^ low))
        known[suits, sets] = best
        return best

    return search(suits, sets)


def _givers(suits: tuple[int, ...], in_runs: tuple[int, ...], low: int, min_set: int) -> Iterator[tuple[int, ...]]:
    """The suits that may give their card of a rank to a set, and last that none does."""
    holders = [suit for suit, mask in enumerate(suits) if mask & low]
    free = tuple(suit for suit in holders if not in_runs[suit] & low)
    tied = [suit for suit in holders if in_runs[suit] & low]
    for size in range(max(0, min_set - len(free)), len(tied) + 1):
        for chosen in combinations(tied, size):
            yield free + chosen
    yield ()


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _solver(least: tuple[list[int], ...], runs: tuple[int, ...], min_set: int) -> Deadwood:
    """The deadwood function over these per-suit tables, for any least set."""
    if min_set == 3:
        return _solver_of_threes(least, runs)
    clubs, diamonds, hearts, spades = least

    def deadwood(hand: int) -> int:
        suits = (hand & _SUIT, hand >> 13 & _SUIT, hand >> 26 & _SUIT, hand >> 39)
        sets = _held_in(suits, min_set)
        if sets:
            return _with_sets(least, runs, suits, sets, min_set)
        c, d, h, s = suits
        return clubs[c] + diamonds[d] + hearts[h] + spades[s]

    return deadwood


def _solver_of_threes(least: tuple[list[int], ...], runs: tuple[int, ...]) -> Deadwood:
    """The same for sets of three and four, spelt out suit by suit: three to four times as fast."""
    clubs, diamonds, hearts, spades = least

    def deadwood(hand: int) -> int:
        # halves first: numbers below 2**30 are quick, larger ones are not
        half = hand & 0x3FFFFFF
        c = half & 8191
        d = half >> 13
        half = hand >> 26
        h = half & 8191
        s = half >> 13
        sets = c & d & (h | s) | (c | d) & h & s
        if sets:
            if sets.bit_count() > _MANY:
                return _with_sets(least, runs, (c, d, h, s), sets, 3)
            return with_sets(c, d, h, s, sets)
        return clubs[c] + diamonds[d] + hearts[h] + spades[s]

    def with_sets(c: int, d: int, h: int, s: int, sets: int) -> int:
        low = sets & -sets
        others = sets ^ low
        if not others:
            return with_one(c, d, h, s, low)
        keep = ~low
        c_less, d_less, h_less, s_less = c & keep, d & keep, h & keep, s & keep
        best = with_sets(c, d, h, s, others)
        best = min(best, with_sets(c_less, d_less, h_less, s_less, others))
        if c & d & h & s & low:
            # a set of three out of four: any of them may stay for its run
            best = min(
                best,
                with_sets(c, d_less, h_less, s_less, others),
                with_sets(c_less, d, h_less, s_less, others),
                with_sets(c_less, d_less, h, s_less, others),
                with_sets(c_less, d_less, h_less, s, others),
            )
        return best

    def with_one(c: int, d: int, h: int, s: int, low: int) -> int:
        keep = ~low
        plain = clubs[c] + diamonds[d] + hearts[h] + spades[s]
        if c & d & h & s & low:
            # what each suit pays for giving its card away; the dearest stays if that is dear
            pay_c = clubs[c & keep] - clubs[c]
            pay_d = diamonds[d & keep] - diamonds[d]
            pay_h = hearts[h & keep] - hearts[h]
            pay_s = spades[s & keep] - spades[s]
            change = pay_c + pay_d + pay_h + pay_s - max(pay_c, pay_d, pay_h, pay_s, 0)
            return plain + change if change < 0 else plain
        with_set = clubs[c & keep] + diamonds[d & keep] + hearts[h & keep] + spades[s & keep]
        return with_set if with_set < plain else plain  # noqa: FURB136 - min() costs a call

    return deadwood


class MeldTables:
    """The meld rules of a rule set, compiled.

    Attributes:
        pack: The mask of all cards in play.
        values: Points of each of the 52 cards, by card number.
        top_value: The largest of them.
        deadwood: From a mask of cards to the least deadwood in points; an ``IndexError`` for
            a card outside a small pack (the public functions turn it into `ParseError`).
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
        by_suit = tuple(least if suit < suits else [0] for suit in range(4))
        self.deadwood = _solver(by_suit, self._rank_runs, min_set)
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
    try:
        found = rules.memo.get(_MEMO)
    except AttributeError:
        expect_rules(rules)
        raise
    if not isinstance(found, MeldTables):
        found = rules.memo[_MEMO] = _compiled(
            rules.ranks, rules.suits, rules.ace_rank, rules.min_set, rules.min_run, rules.card_values
        )
        rules.memo[DEADWOOD] = found.deadwood
    return found


def outside_pack(cards: int, rules: RuleSet) -> ParseError:
    """The error for cards that a small pack has not."""
    strange = CardSet(cards & ~tables_of(rules).pack)
    return ParseError(
        f"{strange} is not in this pack of {rules.ranks} ranks × {rules.suits} suits: use its cards only",
        cards=str(strange),
    )
