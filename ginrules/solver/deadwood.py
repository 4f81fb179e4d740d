"""The least deadwood of a hand: suit tables for the runs, a search over the few ranks that can be sets.

Sets matter only for ranks held in several suits, usually none or one, and are tried on top of the
suit tables. That is exact: `tests/referees/naive.py` is the slow solver that it is compared with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import combinations
from operator import or_, sub
from typing import Final

from ginrules._support.bounds import MELD_DIAGRAMS

SUIT: Final = 8191
"""The mask of one suit, thirteen ranks."""

_MANY: Final = 4  # ranks held three times; more are rare in a hand of gin

Deadwood = Callable[[int], int]
"""From a mask of cards to the least deadwood in points."""

_SuitTables = tuple[tuple[int, ...], ...]
_Nodes = tuple[int, ...]
_Diagrams = dict[tuple[int, int], "_Diagram"]
"""Decision diagrams by the ranks of a suit and those that it can give to sets; all suits have the same."""


def deadwood_solver(least: _SuitTables, runs: tuple[int, ...], min_set: int) -> Deadwood:
    """Return the function from a hand to its least deadwood."""
    if min_set == 3:
        return _solver_of_threes(least, runs)
    clubs, diamonds, hearts, spades = least
    diagrams: _Diagrams = {}

    def deadwood(hand: int) -> int:
        suits = split(hand)
        sets = ranks_held(suits, min_set)
        if sets:
            return _with_sets(least, runs, diagrams, suits, sets, min_set)
        c, d, h, s = suits
        return clubs[c] + diamonds[d] + hearts[h] + spades[s]

    return deadwood


def split(hand: int) -> tuple[int, int, int, int]:
    """Return a hand's ranks, one mask for each suit."""
    return hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39


def ranks_held(suits: tuple[int, ...], count: int) -> int:
    """Return the ranks held in at least `count` of the four suits, as a mask."""
    ranks = 0
    for several in combinations(suits, count):
        common = SUIT
        for mask in several:
            common &= mask
        ranks |= common
    return ranks


def _with_sets(
    least: _SuitTables, runs: tuple[int, ...], known: _Diagrams, suits: tuple[int, ...], sets: int, min_set: int
) -> int:
    """Return the least deadwood when the ranks in `sets` can also be melded as sets, any number of them.

    A card that is in no run of its suit joins every set of its rank. The others are tried both ways,
    rank by rank. The open cases depend only on a node of each suit's diagram: even a hand of
    all cards has few cases.
    """
    in_runs = tuple(reduce(or_, (run for run in runs if not run & ~mask), 0) for mask in suits)
    tied = tuple(mask & tied & sets for mask, tied in zip(suits, in_runs, strict=True))
    diagrams = tuple(_diagram(known, table, *cards) for table, *cards in zip(least, suits, tied, strict=True))
    values = tuple(mask & sets & ~cards for mask, cards in zip(suits, tied, strict=True))
    free = sum(table[cards] for table, cards in zip(least, values, strict=True))  # points free cards can save
    best = 0  # the cost without a set, compared with runs alone
    costs = {tuple(diagram.root for diagram in diagrams): 0}
    while sets:
        low = sets & -sets
        sets ^= low
        ways = [
            (givers, sum(least[suit][low] for suit in givers if not tied[suit] & low))
            for givers in _givers(suits, in_runs, low, min_set)
        ]
        free -= sum(table[cards & low] for table, cards in zip(least, values, strict=True))
        costs = _decided(
            costs, ways, [diagram if cards & low else None for diagram, cards in zip(diagrams, tied, strict=True)]
        )
        c, d, h, s = (diagram.lowest for diagram in diagrams)
        costs = {
            nodes: cost
            for nodes, cost in costs.items()
            if cost - free + c[nodes[0]] + d[nodes[1]] + h[nodes[2]] + s[nodes[3]] < best
        }
    return sum(table[mask] for table, mask in zip(least, suits, strict=True)) + min(costs.values(), default=0)


def _decided(
    costs: dict[_Nodes, int], ways: list[tuple[tuple[int, ...], int]], diagrams: list[_Diagram | None]
) -> dict[_Nodes, int]:
    """Return the least cost of every case after one more rank is decided."""
    decided: dict[_Nodes, int] = {}
    for givers, saved in ways:
        active = [(suit, diagram.steps, suit in givers) for suit, diagram in enumerate(diagrams) if diagram is not None]
        for nodes, cost in costs.items():
            total = cost - saved
            then = list(nodes)
            for suit, steps, gives in active:
                step = steps[nodes[suit]]
                then[suit] = step[gives]
                if gives:
                    total += step[2]
            key = tuple(then)
            if decided.get(key, total + 1) > total:
                decided[key] = total
    return decided


def _diagram(known: _Diagrams, table: tuple[int, ...], mask: int, givable: int) -> _Diagram:
    """Return a suit's diagram, cached: successive hands of a search share most diagrams."""
    diagram = known.get((mask, givable))
    if diagram is None:
        if len(known) >= MELD_DIAGRAMS:
            known.clear()
        diagram = known[mask, givable] = _Diagram(table, mask, givable)
    return diagram


class _Diagram:
    """The points of one suit for every choice of the cards given to sets, as a decision diagram.

    Choices among the low ranks that make no difference to the higher ones lead to the same node.

    Attributes:
        root: The node without a decided card.
        steps: For each node the next node if its card stays, the next if it is given, and the points that
            giving costs.
        lowest: For each node the least cost of the choices that are still open.
    """

    def __init__(self, table: tuple[int, ...], mask: int, givable: int) -> None:
        masks = [mask]
        while givable:  # the lowest rank varies slowest
            low = givable & -givable
            givable ^= low
            masks = [choice for cards in masks for choice in (cards, cards ^ low)]
        points = [table[cards] for cards in masks]
        nodes = [0] * len(points)
        self.steps = [(0, 0, 0)]
        self.lowest = [0]
        known: dict[tuple[int, int, int], int] = {}
        while len(points) > 1:
            steps = zip(nodes[::2], nodes[1::2], map(sub, points[1::2], points[::2]), strict=True)
            nodes = [known.setdefault(step, 0) or self._add(known, step) for step in steps]
            points = points[::2]
        (self.root,) = nodes

    def _add(self, known: dict[tuple[int, int, int], int], step: tuple[int, int, int]) -> int:
        stay, give, cost = step
        known[step] = len(self.steps)
        self.steps.append(step)
        self.lowest.append(min(self.lowest[stay], self.lowest[give] + cost))
        return known[step]


def _givers(suits: tuple[int, ...], in_runs: tuple[int, ...], low: int, min_set: int) -> Iterator[tuple[int, ...]]:
    """Yield the suits that can give their card of a rank to a set, and last that none does."""
    holders = [suit for suit, mask in enumerate(suits) if mask & low]
    free = tuple(suit for suit in holders if not in_runs[suit] & low)
    tied = [suit for suit in holders if in_runs[suit] & low]
    for size in range(max(0, min_set - len(free)), len(tied) + 1):
        for several in combinations(tied, size):
            yield free + several
    yield ()


def _solver_of_threes(least: _SuitTables, runs: tuple[int, ...]) -> Deadwood:
    """Return the solver for sets of three or four cards, written out suit by suit: three to four times as fast."""
    clubs, diamonds, hearts, spades = least
    diagrams: _Diagrams = {}

    def deadwood(hand: int) -> int:
        # halves first: numbers below 2**30 are quick, larger numbers are slow
        half = hand & 0x3FFFFFF
        c = half & 8191
        d = half >> 13
        half = hand >> 26
        h = half & 8191
        s = half >> 13
        sets = c & d & (h | s) | (c | d) & h & s
        if not sets:
            return clubs[c] + diamonds[d] + hearts[h] + spades[s]
        if not sets & sets - 1:
            return with_one(c, d, h, s, sets)
        if sets.bit_count() > _MANY:
            return _with_sets(least, runs, diagrams, (c, d, h, s), sets, 3)
        return with_sets(c, d, h, s, sets)

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
            # a set of three out of four: any of them can stay for its run
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
            # the cost of giving each card away; the costliest stays out of the set if that is cheaper
            pay_c = clubs[c & keep] - clubs[c]
            pay_d = diamonds[d & keep] - diamonds[d]
            pay_h = hearts[h & keep] - hearts[h]
            pay_s = spades[s & keep] - spades[s]
            change = pay_c + pay_d + pay_h + pay_s - max(pay_c, pay_d, pay_h, pay_s, 0)
            return plain + change if change < 0 else plain
        with_set = clubs[c & keep] + diamonds[d & keep] + hearts[h & keep] + spades[s & keep]
        return with_set if with_set < plain else plain  # noqa: FURB136 - min() costs a call

    return deadwood
