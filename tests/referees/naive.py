"""A deliberately naive solver: the referee of the real solver.

It imports nothing of `ginrules` and shares no idea with its tables: melds are spelled out by
definition, the least deadwood is a search over them card by card, a defence is every
sequence of lay-offs tried to the end. Cards are numbers, 13 * suit + rank, rank 0 the ace;
sets of cards are masks of 52 bits.
"""

from itertools import combinations

PIPS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def mask_of(cards):
    return sum(1 << card for card in cards)


def cards_of(mask):
    return [card for card in range(52) if mask >> card & 1]


class Naive:
    """One set of meld rules, solved the slow way."""

    def __init__(self, *, ace="low", min_set=3, min_run=3, values=PIPS, ranks=13, suits=4):
        self.values = [values[card % 13] for card in range(52)]
        self.pack = [13 * suit + rank for suit in range(suits) for rank in range(ranks)]
        self.sets = self._all_sets(min_set, ranks, suits)
        self.runs = self._all_runs(ace, min_run, ranks, suits)
        self.melds = sorted(self.sets | self.runs)
        self.is_meld = frozenset(self.melds)

    @classmethod
    def of(cls, rules):
        return cls(
            ace=rules.ace_rank,
            min_set=rules.min_set,
            min_run=rules.min_run,
            values=rules.card_values,
            ranks=rules.ranks,
            suits=rules.suits,
        )

    @staticmethod
    def _all_sets(min_set, ranks, suits):
        """Cards of one rank, any choice of enough suits."""
        return {
            mask_of(13 * suit + rank for suit in chosen)
            for rank in range(ranks)
            for size in range(min_set, suits + 1)
            for chosen in combinations(range(suits), size)
        }

    @staticmethod
    def _all_runs(ace, min_run, ranks, suits):
        """Neighbors of one suit on a line of ranks that never hold a card twice."""
        line = {
            "low": [*range(ranks)],
            "high-or-low": [*range(ranks), 0],
            "round-the-corner": [*range(ranks), *range(ranks)],
        }[ace]
        results = set()
        for start in range(len(line)):
            for end in range(start + min_run, len(line) + 1):
                stretch = line[start:end]
                if len(set(stretch)) == len(stretch):
                    results |= {mask_of(13 * suit + rank for rank in stretch) for suit in range(suits)}
        return results

    def melds_in(self, hand):
        return [meld for meld in self.melds if meld & hand == meld]

    def value(self, cards):
        return sum(self.values[card] for card in cards_of(cards))

    def searcher(self, cards):
        """The least deadwood of any part of these cards: each card is left or in one of the melds."""
        with_lowest = {}
        for meld in self.melds_in(cards):
            with_lowest.setdefault(meld & -meld, []).append(meld)
        known = {0: 0}
        values = self.values

        def least(hand):
            if hand not in known:
                low = hand & -hand
                best = values[low.bit_length() - 1] + least(hand ^ low)
                for meld in with_lowest.get(low, ()):
                    if meld & hand == meld:
                        best = min(best, least(hand ^ meld))
                known[hand] = best
            return known[hand]

        return least

    def deadwood(self, hand):
        return self.searcher(hand)(hand)

    def after_discard(self, hand):
        least = self.searcher(hand)
        return {card: least(hand ^ 1 << card) for card in cards_of(hand)}

    def outs(self, hand, limit):
        return {
            card
            for card in self.pack
            if not hand >> card & 1 and min(self.after_discard(hand | 1 << card).values()) <= limit
        }

    def arrangements(self, hand, limit=10**6):
        """Every set of disjoint melds, as a frozenset of masks, with its deadwood in points."""
        melds = self.melds_in(hand)
        results = {}

        def choose(index, rest, chosen):
            if index == len(melds):
                left = self.value(rest)
                if left <= limit:
                    results[frozenset(chosen)] = left
                return
            choose(index + 1, rest, chosen)
            if melds[index] & rest == melds[index]:
                choose(index + 1, rest ^ melds[index], [*chosen, melds[index]])

        choose(0, hand, [])
        return results

    def places(self, now, original, *, chaining):
        """The cards that make a longer meld of a meld: as it is now, or as it was first laid."""
        if chaining:
            return [card for card in self.pack if not now >> card & 1 and now | 1 << card in self.is_meld]
        return [card for card in self.pack if not now >> card & 1 and original | 1 << card in self.is_meld]

    def defences(self, hand, spread, *, chaining=True):
        """Every way to lay off: the hands that can be left, each with one of its sequences."""
        reached = {}
        visited = set()

        def lay(left, table, steps):
            if (left, table) in visited:
                return
            visited.add((left, table))
            reached.setdefault(left, steps)
            for place, now in enumerate(table):
                for card in self.places(now, spread[place], chaining=chaining):
                    if left >> card & 1:
                        longer = (*table[:place], now | 1 << card, *table[place + 1 :])
                        lay(left ^ 1 << card, longer, (*steps, (card, place)))

        lay(hand, tuple(spread), ())
        return reached

    def best_defence(self, hand, spread, *, chaining=True):
        least = self.searcher(hand)
        return min(map(least, self.defences(hand, spread, chaining=chaining)))


def rich_hand(rng, melds, size, pack):
    """A hand full of melds, near-melds and melds that fight for cards, in random proportion."""
    hand = 0
    short = [meld for meld in melds if meld.bit_count() <= 5]
    while hand.bit_count() < size:
        draw = rng.random()
        if draw < 0.25:
            hand |= 1 << rng.choice(pack)
            continue
        meld = rng.choice(short)
        if draw > 0.6 and hand:
            crossing = [meld_of_run for meld_of_run in rng.sample(short, min(40, len(short))) if meld_of_run & hand]
            meld = rng.choice(crossing or [meld])
        if draw > 0.9:
            meld ^= 1 << rng.choice(cards_of(meld))
        hand |= meld
    return mask_of(rng.sample(cards_of(hand), size))


def rich_spread(rng, naive, hand):
    """One to three melds of other cards, near to the hand on purpose, in the order of a table."""
    free = mask_of(naive.pack) & ~hand
    spread = []
    open_melds = [meld for meld in naive.melds_in(free) if meld.bit_count() <= 6]
    for _ in range(rng.randint(1, 3)):
        open_melds = [meld for meld in open_melds if meld & free == meld]
        if not open_melds:
            break
        tried = rng.sample(open_melds, min(12, len(open_melds)))
        near = [meld for meld in tried if any(hand >> card & 1 for card in naive.places(meld, meld, chaining=True))]
        meld = rng.choice(near or tried)
        spread.append(meld)
        free &= ~meld
    return sorted(spread, key=cards_of)
