"""Crafted deals: hands that can knock, go gin or big gin, be undercut, or receive lay-offs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

import attrs

from ginrules.play.deal import hand_sizes
from ginrules.records.paired import Layout, ascending
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.solver.meld_tables import MeldTables

Declarer = Literal["knock", "gin", "big-gin", "any"]
Defender = Literal["any", "level", "under", "clean", "fitting"]
"""The kind of a defender's hand: any hand, as much deadwood as the knocker, less, none, or cards to lay off."""

_KINDS: Final[tuple[tuple[Declarer, Defender], ...]] = (
    ("knock", "any"), ("knock", "level"), ("knock", "under"), ("knock", "clean"), ("knock", "fitting"),
    ("gin", "any"), ("gin", "fitting"), ("gin", "clean"), ("big-gin", "any"), ("big-gin", "fitting"), ("any", "any"),
)  # fmt: skip
_KINDS_OF_RULE: Final[dict[str, Sequence[tuple[Declarer, Defender]]]] = {
    "big_gin": (("big-gin", "any"),),
    "big_gin_needs_gin": (("big-gin", "any"),),
    "knocker_melds": (("knock", "any"),),
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
"""The hands that show a rule, for rules that other hands rarely show."""

_TRIES: Final = 40
_CACHED: Final = 64
_NO_CARD: Final = 0


def kinds_for(a: RuleSet, b: RuleSet) -> tuple[tuple[Declarer, Defender], ...]:
    """Return the kinds of hand to draw from: all kinds, with the kinds that show a changed rule four times as often."""
    telling = [kind for change in diff(a, b) for kind in _KINDS_OF_RULE.get(change.name, ())]
    return (*_KINDS, *(telling * 4))


def plain_layout(rules: RuleSet, seats: int) -> Layout:
    """Return the simplest deal: the lowest cards for seat 0, then the upcard, then the other seats' hands."""
    own, *sizes = hand_sizes(rules, seats, seats - 1)
    first, upcard, *cards = _split(ascending(rules.tables.pack), own, 1)
    *others, rest = _split(cards[0], *sizes)
    return Layout((mask_of(first), *map(mask_of, others)), (*upcard, *rest), _NO_CARD)


def _split(cards: list[int], *sizes: int) -> list[list[int]]:
    """Return the parts with these sizes, and the rest."""
    parts = []
    for size in sizes:
        parts.append(cards[:size])
        cards = cards[size:]
    return [*parts, cards]


def upcard_variants(layout: Layout) -> list[Layout]:
    """Return versions of the deal: each undealt card in turn is the upcard, or the first card of the stock."""
    return [Layout(layout.hands, (card, *(other for other in layout.rest if other != card)), card)
            for card in layout.rest]  # fmt: skip


def mask_of(cards: Sequence[int]) -> int:
    """Return the mask of these cards."""
    return sum(1 << card for card in cards)


@attrs.frozen
class DealMaker:
    """A maker of deals for a pair of rule sets.

    Attributes:
        rules: The rule sets. Each deal is crafted for the melds of either rule set.
        seats: The number of seats.
    """

    rules: tuple[RuleSet, RuleSet]
    seats: int

    def layout(self, rng: random.Random, declarer: Declarer, defender: Defender) -> Layout:
        """Return a deal that lets seat 0 declare in its first turn, and gives seat 1 this kind of hand."""
        rules = rng.choice(self.rules)
        tables = rules.tables
        sizes = hand_sizes(self.rules[0], self.seats, self.seats - 1)
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
            upcard = self._upcard(rng, first)
            hands[0] ^= 1 << upcard
            stock.insert(0, upcard)
        return Layout(tuple(hands), tuple(stock), self._upcard(rng, tables.pack))

    def _upcard(self, rng: random.Random, cards: int) -> int:
        """Return the card for the upcard or for the second pack, with more spades and aces than by chance."""
        numbers = ascending(cards)
        special = [card for card in numbers if card >= 39 or card % 13 == 0]
        return rng.choice(special if special and rng.random() < 0.4 else numbers)

    def _melds(self, tables: MeldTables, rng: random.Random) -> tuple[int, ...]:
        one, other = (rules.tables for rules in self.rules)
        distinct = _distinct_melds(one, other)
        return distinct if distinct and rng.random() < 0.6 else _all_melds(tables)

    def _declaring(self, rng: random.Random, tables: MeldTables, size: int, kind: Declarer) -> int:
        match kind:
            case "big-gin":
                return self._melded(rng, tables, tables.pack, size, size)
            case "gin":
                return self._melded(rng, tables, tables.pack, size - 1, size)
            case "knock":
                in_melds = rng.choice((size - 2, size - 3, size - 4, size - 5))
                return self._melded(rng, tables, tables.pack, in_melds, size, low=rng.random() < 0.7)
            case "any":
                return self._melded(rng, tables, tables.pack, rng.randrange(size), size)

    def _melded(
        self, rng: random.Random, tables: MeldTables, free: int, in_melds: int, size: int, *, low: bool = False
    ) -> int:
        """Return ``size`` cards, about ``in_melds`` of them in melds and the rest random or low."""
        best = 0
        for _ in range(_TRIES):
            cards = 0
            for _ in range(6):
                room = in_melds - cards.bit_count()
                meld = rng.choice(self._melds(tables, rng))
                if not meld & ~free and not meld & cards and meld.bit_count() <= room:
                    cards |= meld
            if cards.bit_count() > best.bit_count():
                best = cards
            if best.bit_count() >= in_melds:
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
        """Return a hand with several cards that can be laid off on the declarer's melds."""
        fitting = 0
        for meld in tables.melds(first):
            extended, steps = meld, rng.randrange(1, 4)
            for _ in range(steps):
                ends = tables.fits(extended) & free
                if not ends:
                    break
                card = 1 << rng.choice(ascending(ends))
                fitting |= card
                extended |= card
        some = mask_of(rng.sample(ascending(fitting), min(size, fitting.bit_count(), rng.randrange(1, 5))))
        rest = size - some.bit_count()
        return some | self._melded(rng, tables, free & ~some, rest, rest, low=True)


@lru_cache(maxsize=_CACHED)
def _all_melds(tables: MeldTables) -> tuple[int, ...]:
    """Return every meld of the pack that fits in a hand of eleven, the shortest melds twice."""
    melds = [meld for meld in tables.melds(tables.pack) if meld.bit_count() <= 6]
    short = min(map(int.bit_count, melds), default=0)
    return (*melds, *(meld for meld in melds if meld.bit_count() == short)) or (0,)


@lru_cache(maxsize=_CACHED)
def _distinct_melds(one: MeldTables, other: MeldTables) -> tuple[int, ...]:
    """Return the cards that are a meld under only one of the rule sets."""
    melds = set(_all_melds(one)) ^ set(_all_melds(other))
    return tuple(sorted(melds, key=lambda meld: (meld.bit_count(), meld)))
