"""Deals made on purpose: hands that can knock, go gin or big gin, be undercut or laid off on."""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

import attrs

from ginrules.lab.divergence.lockstep import Shape, ascending
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.solver.meld_tables import MeldTables

Declarer = Literal["knock", "gin", "big-gin", "any"]
Defender = Literal["any", "level", "under", "clean", "fitting"]

_KINDS: Final[tuple[tuple[Declarer, Defender], ...]] = (
    ("knock", "any"), ("knock", "level"), ("knock", "under"), ("knock", "clean"), ("knock", "fitting"),
    ("gin", "any"), ("gin", "fitting"), ("gin", "clean"), ("big-gin", "any"), ("big-gin", "fitting"), ("any", "any"),
)  # fmt: skip
_WANTED: Final[dict[str, Sequence[tuple[Declarer, Defender]]]] = {
    "big_gin": (("big-gin", "any"),),
    "gin_bonus": (("gin", "any"),),
    "gin_boxes": (("gin", "any"),),
    "big_gin_bonus": (("big-gin", "any"),),
    "big_gin_boxes": (("big-gin", "any"),),
    "undercut_bonus": (("knock", "under"), ("knock", "level")),
    "undercut_boxes": (("knock", "under"), ("knock", "level")),
    "undercut_moves": (("knock", "under"),),
    "undercut_penalty": (("knock", "under"),),
    "gin_off_bonus": (("knock", "clean"),),
    "tie": (("knock", "level"),),
    "knock_bonus": (("knock", "any"),),
    "layoff": (("knock", "fitting"), ("gin", "fitting"), ("gin", "clean")),
    "layoff_chain": (("knock", "fitting"),),
    "defender_melds": (("knock", "clean"), ("knock", "under")),
    "spade_scope": (("gin", "any"), ("knock", "under")),
}
"""Which hands show a rule, where others hardly ever would."""

_TRIES: Final = 40
_MEMO: Final = 64
_NO_CARD: Final = 0


def kinds_for(a: RuleSet, b: RuleSet) -> tuple[tuple[Declarer, Defender], ...]:
    """The kinds of deal to draw from: all, and those that show what differs four times as often."""
    wanted = [kind for change in diff(a, b) for kind in _WANTED.get(change.name, ())]
    return (*_KINDS, *(wanted * 4))


def common_seats(a: RuleSet, b: RuleSet) -> tuple[int, ...]:
    """How many seats a table can have under both, fewest first."""
    return tuple(seats for seats in seats_of(a) if seats in seats_of(b))


def seats_of(rules: RuleSet) -> list[int]:
    """How many seats a table can have, fewest first."""
    return list(rules.player_counts) if rules.seating == "all-play" else [2]


def plain_shape(rules: RuleSet, seats: int) -> Shape:
    """The simplest deal of all: seat 0 the lowest cards, then the first card of the rest, then the other seats."""
    first, turned, *cards = _split(ascending(rules.tables.pack), hand_sizes(rules, seats)[0], 1)
    *others, rest = _split(cards[0], *hand_sizes(rules, seats)[1:])
    return Shape((mask_of(first), *map(mask_of, others)), (*turned, *rest), _NO_CARD)


def _split(cards: list[int], *sizes: int) -> list[list[int]]:
    """Parts of these sizes, and what is left."""
    parts = []
    for size in sizes:
        parts.append(cards[:size])
        cards = cards[size:]
    return [*parts, cards]


def turned_shapes(shape: Shape) -> list[Shape]:
    """A deal with each of the cards not dealt turned up, or first in the stock."""
    return [Shape(shape.hands, (card, *(each for each in shape.rest if each != card)), card) for card in shape.rest]


def hand_sizes(rules: RuleSet, seats: int) -> list[int]:
    """How many cards each seat is dealt, seat 0 beginning."""
    extra = 1 if rules.opening == "eleven-cards" else 0
    size = rules.hand_size_for(seats)
    return [size + extra, *([size] * (seats - 1))]


def mask_of(cards: Sequence[int]) -> int:
    """The mask of these cards."""
    return sum(1 << card for card in cards)


@attrs.frozen
class Stacker:
    """Makes deals for a pair of rule sets.

    Attributes:
        rules: The rule sets; a deal is made for the melds of either.
        seats: How many seats are dealt to.
    """

    rules: tuple[RuleSet, RuleSet]
    seats: int

    def shape(self, rng: random.Random, declarer: Declarer, defender: Defender) -> Shape:
        """A deal in which seat 0 may declare in its first turn, and seat 1 answers in this way."""
        rules = rng.choice(self.rules)
        tables = rules.tables
        sizes = hand_sizes(self.rules[0], self.seats)
        held = self.rules[0].hand_size_for(self.seats) + 1
        first = self._declaring(rng, tables, held, declarer)
        kept = min(tables.deadwood(first ^ 1 << card) for card in ascending(first))
        free = tables.pack & ~first
        hands = [first]
        for seat in range(1, self.seats):
            kind = defender if seat == 1 else "any"
            hands.append(self._defending(rng, tables, free, sizes[seat], kind, first, kept))
            free &= ~hands[-1]
        stock = ascending(free)
        rng.shuffle(stock)
        if sizes[0] < held:
            turned = self._turned(rng, first)
            hands[0] ^= 1 << turned
            stock.insert(0, turned)
        return Shape(tuple(hands), tuple(stock), self._turned(rng, tables.pack))

    def _turned(self, rng: random.Random, cards: int) -> int:
        """The card to turn up, or of the second pack: spades and aces more often than by chance."""
        names = ascending(cards)
        telling = [card for card in names if card >= 39 or card % 13 == 0]
        return rng.choice(telling if telling and rng.random() < 0.4 else names)

    def _melds(self, tables: MeldTables, rng: random.Random) -> tuple[int, ...]:
        one, other = (rules.tables for rules in self.rules)
        odd = _odd(one, other)
        return odd if odd and rng.random() < 0.6 else _all_melds(tables)

    def _declaring(self, rng: random.Random, tables: MeldTables, size: int, kind: Declarer) -> int:
        match kind:
            case "big-gin":
                return self._melded(rng, tables, tables.pack, size, size)
            case "gin":
                return self._melded(rng, tables, tables.pack, size - 1, size)
            case "knock":
                wanted = rng.choice((size - 2, size - 3, size - 4, size - 5))
                return self._melded(rng, tables, tables.pack, wanted, size, low=rng.random() < 0.7)
            case "any":
                return self._melded(rng, tables, tables.pack, rng.randrange(size), size)

    def _melded(
        self, rng: random.Random, tables: MeldTables, free: int, wanted: int, size: int, *, low: bool = False
    ) -> int:
        """So many cards with about so many of them in melds; the rest at random, or of low value."""
        best = 0
        for _ in range(_TRIES):
            cards = 0
            for _ in range(6):
                room = wanted - cards.bit_count()
                meld = rng.choice(self._melds(tables, rng))
                if not meld & ~free and not meld & cards and meld.bit_count() <= room:
                    cards |= meld
            if cards.bit_count() > best.bit_count():
                best = cards
            if best.bit_count() >= wanted:
                break
        left = ascending(free & ~best)
        rng.shuffle(left)
        if low:
            left.sort(key=lambda card: tables.values[card] > rng.randrange(1, 6))
        return best | mask_of(left[: size - best.bit_count()])

    def _defending(
        self, rng: random.Random, tables: MeldTables, free: int, size: int, kind: Defender, first: int, kept: int
    ) -> int:
        if kind == "any":
            return self._melded(rng, tables, free, rng.choice((0, 0, 3, 6)), size)
        if kind == "clean":
            return self._melded(rng, tables, free, size, size)
        if kind == "fitting":
            return self._fitting(rng, tables, free, size, first)
        hand = 0
        for _ in range(_TRIES):
            hand = self._melded(rng, tables, free, rng.choice((size - 1, size - 2, size - 3)), size, low=True)
            left = tables.deadwood(hand)
            if left == kept if kind == "level" else left < kept:
                break
        return hand

    def _fitting(self, rng: random.Random, tables: MeldTables, free: int, size: int, first: int) -> int:
        """A hand with cards that can be laid off on the declarer's melds, one after another."""
        fitting = 0
        for meld in tables.melds(first):
            grown, steps = meld, rng.randrange(1, 4)
            for _ in range(steps):
                ends = tables.fits(grown) & free
                if not ends:
                    break
                card = 1 << rng.choice(ascending(ends))
                fitting |= card
                grown |= card
        some = mask_of(rng.sample(ascending(fitting), min(size, fitting.bit_count(), rng.randrange(1, 5))))
        rest = size - some.bit_count()
        return some | self._melded(rng, tables, free & ~some, rest, rest, low=True)


@lru_cache(maxsize=_MEMO)
def _all_melds(tables: MeldTables) -> tuple[int, ...]:
    """Every meld of the pack that a hand of eleven may hold; short ones more often."""
    melds = [meld for meld in tables.melds(tables.pack) if meld.bit_count() <= 6]
    short = min(map(int.bit_count, melds), default=0)
    return (*melds, *(meld for meld in melds if meld.bit_count() == short)) or (0,)


@lru_cache(maxsize=_MEMO)
def _odd(one: MeldTables, other: MeldTables) -> tuple[int, ...]:
    """The melds of one rule set that are none of the other."""
    both = set(_all_melds(one)) ^ set(_all_melds(other))
    return tuple(sorted(both, key=lambda meld: (meld.bit_count(), meld)))
