"""Count all hands by their least deadwood, without listing them.

The pack is read rank by rank, aces first. A hand is summed up after each rank by the facts that still
matter: for each suit whether a run is closed (or none), begun with one card, with two, or
open at the end, and the least deadwood so far for each combination of these. Few of these
summaries exist (about 370 for a full pack, ten cards), so 15.8 thousand million hands are
counted in a second.

Hands with one summary, number of cards and deadwood are a class. Each class keeps one of its
hands, every hand with the same chance: those are put before the real solver. Nothing of
`ginrules` is used here. Aces are low.
"""

import random
from itertools import combinations, permutations, product

NO_RUN, ONE, TWO, READY = range(4)
FAR = 1 << 30


class Class:
    """The number of hands, and one of them as a mask for each suit."""

    def __init__(self, count, hand):
        self.count = count
        self.hand = hand

    def add(self, count, hand, rng):
        self.count += count
        if rng.random() * self.count < count:
            self.hand = hand


class Census:
    """All hands of up to `most` cards, by number of cards and least deadwood in points.

    With `spare` 1 a hand's deadwood is counted after its best discard.
    """

    def __init__(self, *, most, values, ranks=13, suits=4, min_set=3, spare=0, seed=0):
        self._suits, self._min_set, self._spare, self._values = suits, min_set, spare, values
        self._steps = {}
        rng = random.Random(seed)
        nothing = (((NO_RUN,) * suits + (0,), 0),)
        level = {nothing: {(0, 0): Class(1, (0,) * suits)}}
        for rank in range(ranks):
            level = self._next(level, rank, most, rng)
        self.classes = []
        for summary, counted in level.items():
            last = min(cost for ways, cost in summary if not {ONE, TWO} & set(ways[:-1]))
            for (size, cost), group in counted.items():
                self.classes.append((size, cost + last, group))

    def count(self, size, points):
        return sum(group.count for cards, cost, group in self.classes if cards == size and points(cost))

    def samples(self, size):
        """One hand of each class of this number of cards, as a mask of 52 bits, and its deadwood."""
        for cards, cost, group in self.classes:
            if cards == size:
                yield sum(mask << 13 * suit for suit, mask in enumerate(group.hand)), cost

    def _next(self, level, rank, most, rng):
        after = {}
        for summary, counted in level.items():
            for held in product((0, 1), repeat=self._suits):
                more = sum(held)
                if min(size for size, _ in counted) + more > most:
                    continue
                then, cost, order = self._step(summary, held, self._values[rank])
                target = after.setdefault(then, {})
                for (size, points), group in counted.items():
                    if size + more > most:
                        continue
                    hand = tuple(group.hand[suit] | held[suit] << rank for suit in order)
                    key = (size + more, points + cost)
                    if key in target:
                        target[key].add(group.count, hand, rng)
                    else:
                        target[key] = Class(group.count, hand)
        return after

    def _step(self, summary, held, value):
        key = (summary, held, value)
        if key not in self._steps:
            self._steps[key] = self._step_anew(summary, held, value)
        return self._steps[key]

    def _step_anew(self, summary, held, value):
        """The summary after one more rank, the points now certain, and the new order of the suits."""
        ways = {}
        have = [suit for suit in range(self._suits) if held[suit]]
        sets = [(), *(chosen for size in range(self._min_set, len(have) + 1) for chosen in combinations(have, size))]
        for way, cost in summary:
            for in_set in sets:
                options = [
                    _with_card(way[suit], value) if held[suit] and suit not in in_set else _without_card(way[suit])
                    for suit in range(self._suits)
                ]
                for chosen in product(*options):
                    spared = way[-1] + sum(part[2] for part in chosen)
                    if spared <= self._spare:
                        new = (*(part[0] for part in chosen), spared)
                        ways[new] = min(ways.get(new, FAR), cost + sum(part[1] for part in chosen))
        ways = {way: cost for way, cost in ways.items() if not _is_needless(way, cost, ways)}
        # suits are alike: a standard order gives fewer summaries
        looks = [tuple(sorted((way[suit], cost) for way, cost in ways.items())) for suit in range(self._suits)]
        order = sorted(range(self._suits), key=looks.__getitem__)
        certain = min(ways.values())
        named = sorted(((*(way[suit] for suit in order), way[-1]), cost - certain) for way, cost in ways.items())
        return tuple(named), certain, order


def _with_card(before, value):
    """The uses of one suit's card of this rank: (run now, points, cards spared)."""
    if before == ONE:
        return ((TWO, 0, 0),)
    if before == TWO:
        return ((READY, 0, 0),)
    loose = ((NO_RUN, value, 0), (ONE, 0, 0), (NO_RUN, 0, 1))
    return (*loose, (READY, 0, 0)) if before == READY else loose


def _without_card(before):
    """A run that ends after one or two cards is not a run."""
    return () if before in {ONE, TWO} else ((NO_RUN, 0, 0),)


def _is_needless(way, cost, ways):
    """Whether another way costs no more and can do at least as much."""
    better = [(NO_RUN, READY) if run == NO_RUN else (run,) for run in way[:-1]]
    return any(
        (*runs, spared) != way and ways.get((*runs, spared), FAR) <= cost
        for runs in product(*better)
        for spared in range(way[-1] + 1)
    )


def relabel(hand, rng):
    """The same hand with its suits exchanged."""
    order = rng.choice(list(permutations(range(4))))
    return sum((hand >> 13 * suit & 8191) << 13 * place for place, suit in enumerate(order))
