"""Questions about one hand: its melds, its deadwood, its discards and the draws that help it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Final

from ginrules._support.bounds import ARRANGEMENTS, LARGE_HAND, OUTS_HAND, SPREADS
from ginrules._support.values import shown, whole_number
from ginrules.cards import Card, CardSet
from ginrules.errors import ParseError, WrongTypeError
from ginrules.melds.meld import Arrangement, Meld, in_order, meld_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.solver.meld_tables import MeldTables

Hand = CardSet | Iterable[Card | int | str] | str
"""A hand as an argument: a `CardSet`, cards, or a text."""

_FEW: Final = 100
_MANY_MELDS: Final = 10
_SHORT_HAND: Final = 12


def deadwood(hand: Hand, rules: RuleSet | str) -> int:
    """Return the least deadwood of a hand of any number of cards, in points.

    A card can be in one meld only, and unmelded cards count by ``card_values`` (Wikipedia). Every
    card held counts: a hand of eleven cards is not discarded from (see `after_discard`).

    Raises:
        ParseError: If the hand is not a set of cards of this pack.

    Examples:
        >>> import ginrules as gin
        >>> gin.deadwood(gin.CardSet.parse("A23.456.789.T"), "standard")
        10
    """
    if type(hand) is CardSet:
        try:
            # the short way to `rules.tables` and `hand.mask`, which would take a tenth of the time
            least = rules._tables.deadwood  # type: ignore[union-attr] # noqa: SLF001
            return least(+hand)
        except (IndexError, AttributeError):
            pass  # tables not yet compiled, cards outside the pack, or rules in a text
    rules = rules_of(rules)
    return rules.tables.deadwood(held_in(hand, rules))


def after_discard(hand: Hand, rules: RuleSet | str) -> Mapping[Card, int]:
    """Return the exact least deadwood after the discard of each card held, in points.

    Raises:
        ParseError: If the hand is not a set of cards of this pack.

    Examples:
        >>> import ginrules as gin
        >>> left = gin.after_discard("As 2s 3s 7s 2c 7c Ad 2d Ah 2h 7h", "standard")
        >>> min(left, key=left.__getitem__), left[gin.Card.parse("3s")]
        (Card.parse('3s'), 0)
    """
    rules = rules_of(rules)
    held = held_in(hand, rules)
    least = rules.tables.deadwood
    return {card: least(held ^ 1 << card) for card in CardSet(held)}


def discards_within(tables: MeldTables, cards: int, limit: int) -> int:
    """Return the cards whose discard leaves at most `limit` points, as a mask.

    A discard saves at most the card's own value, `deadwood(hand - c) >= deadwood(hand) - value(c)`,
    so most hands need no search.
    """
    least = tables.deadwood
    too_much = least(cards) - limit
    if too_much > tables.top_value:
        return 0
    values = tables.values
    discards = 0
    rest = cards
    while rest:
        low = rest & -rest
        rest ^= low
        if values[low.bit_length() - 1] >= too_much and least(cards ^ low) <= limit:
            discards |= low
    return discards


def outs(hand: Hand, rules: RuleSet | str, limit: int) -> CardSet:
    """Return the cards that, drawn into this hand, let some discard leave at most `limit` points.

    Raises:
        ParseError: If the hand is not a set of cards of this pack, or has more than 26 cards.

    Examples:
        >>> import ginrules as gin
        >>> str(gin.outs("Ac 2c 3c 5d 6d 7d 9h Th Kc Ks", "standard", 0))
        ''
        >>> str(gin.outs("Ac 2c 3c 5d 6d 7d 9h Th Jh Ks", "standard", 0))
        '4c 4d 8d 8h Qh'
    """
    rules = rules_of(rules)
    held = held_in(hand, rules)
    limit = whole_number("limit in points", limit, error=WrongTypeError)
    if (count := held.bit_count()) > OUTS_HAND:
        raise ParseError(f"expected a hand of at most {OUTS_HAND} cards, got {count}", cards=count, most=OUTS_HAND)
    tables = rules.tables
    return CardSet.of(card for card in CardSet(tables.pack & ~held) if discards_within(tables, held | 1 << card, limit))


def melds_in(cards: Hand, rules: RuleSet | str) -> tuple[Meld, ...]:
    """Return every set and run that these cards contain, in spread order (Wikipedia).

    Raises:
        ParseError: If they are not cards of this pack.

    Examples:
        >>> import ginrules as gin
        >>> len(gin.melds_in("As Ac Ad Ah 2s 3s", "standard"))
        6
    """
    rules = rules_of(rules)
    held = held_in(cards, rules)
    return in_order(map(meld_of, rules.tables.melds(held)))


def best_arrangement(hand: Hand, rules: RuleSet | str) -> Arrangement:
    """Return an arrangement with the least deadwood, safe against lay-offs.

    Ties go to the arrangement with the fewest places to lay off on, then to the one with more
    sets, then to the first in spread order. Equals are compared up to 2,000, in hands of more
    than 17 cards up to 100. No hand that can be spread under a rule set has as many.

    Raises:
        ParseError: If the hand is not a set of cards of this pack.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.best_arrangement("5c 6c 7c 5d 6d 7d 5s 6s 7s As", "standard"))
        5c 5d 5s · 6c 6d 6s · 7c 7d 7s | As left: 1
    """
    rules = rules_of(rules)
    held = held_in(hand, rules)
    tables = rules.tables
    most = SPREADS if held.bit_count() <= LARGE_HAND else _FEW
    equals = islice(_arrangements(tables, held, tables.deadwood(held)), most)
    return min(equals, key=lambda arrangement: _exposure(tables, held, arrangement))


def arrangements(hand: Hand, rules: RuleSet | str, limit: int) -> tuple[Arrangement, ...]:
    """Return every set of disjoint melds that leaves at most `limit` points. Melds can be withheld.

    Sorted by deadwood, then in spread order.

    Raises:
        ParseError: If the hand is not a set of cards of this pack, or has more than 10,000 such
            arrangements: a lower limit leaves fewer.

    Examples:
        >>> import ginrules as gin
        >>> for arrangement in gin.arrangements("7h 8h 9h 7c 7d As", "standard", 18):
        ...     print(arrangement)
        7h 8h 9h | 7c 7d As left: 15
        7c 7d 7h | 8h 9h As left: 18
    """
    rules = rules_of(rules)
    held = held_in(hand, rules)
    limit = whole_number("limit in points", limit, error=WrongTypeError)
    listed = list(islice(_arrangements(rules.tables, held, limit), ARRANGEMENTS + 1))
    if len(listed) > ARRANGEMENTS:
        raise ParseError(
            f"{held.bit_count()} cards have more than {ARRANGEMENTS} arrangements within {shown(limit)} points: "
            "give fewer cards or a lower limit",
            cards=held.bit_count(),
            most=ARRANGEMENTS,
        )
    return tuple(sorted(listed, key=_order))


def _order(arrangement: Arrangement) -> tuple[int, list[tuple[int, ...]]]:
    return arrangement.deadwood, [_order_of(meld.cards.mask) for meld in arrangement.melds]


@lru_cache(maxsize=4096)
def _order_of(meld: int) -> tuple[int, ...]:
    return tuple(map(int, CardSet(meld)))


def partitions(tables: MeldTables, cards: int, limit: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Return every way to meld these cards that leaves at most `limit` points: meld masks and the rest.

    Every branch taken leads to at least one result: a branch is cut if the least deadwood of its
    undecided cards exceeds the limit.
    """
    melds = tables.melds(cards)
    by_lowest: dict[int, list[int]] = {}
    melding = 0
    for meld in melds:
        by_lowest.setdefault(meld & -meld, []).append(meld)
        melding |= meld
    value = tables.value
    least = tables.deadwood
    if len(melds) > _MANY_MELDS:
        least = _least_of(by_lowest, value) if melding.bit_count() <= _SHORT_HAND else cache(least)

    def walk(rest: int, chosen: tuple[int, ...], left: int, points: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if points + least(rest) > limit:
            return
        if not rest:
            yield chosen, left
            return
        low = rest & -rest
        for meld in by_lowest.get(low, ()):
            if not meld & ~rest:
                yield from walk(rest ^ meld, (*chosen, meld), left, points)
        yield from walk(rest ^ low, chosen, left | low, points + value(low))

    loose = cards & ~melding
    return walk(melding, (), loose, value(loose))


def _least_of(by_lowest: Mapping[int, Sequence[int]], value: Callable[[int], int]) -> Callable[[int], int]:
    """Return the least deadwood of the remaining cards, with many melds quicker than the tables do."""
    known = {0: 0}

    def least(rest: int) -> int:
        points = known.get(rest)
        if points is None:
            low = rest & -rest
            ways = [least(rest ^ meld) for meld in by_lowest.get(low, ()) if not meld & ~rest]
            points = known[rest] = min([value(low) + least(rest ^ low), *ways])
        return points

    return least


def _arrangements(tables: MeldTables, cards: int, limit: int) -> Iterator[Arrangement]:
    for melds, left in partitions(tables, cards, limit):  # in spread order: by their lowest cards
        yield Arrangement(tuple(map(meld_of, melds)), CardSet(left), tables.value(left))


def _exposure(tables: MeldTables, held: int, arrangement: Arrangement) -> tuple[int, int, list[tuple[int, ...]]]:
    """Return the key that breaks ties: places to lay off on, sets, order."""
    places = 0
    for meld in arrangement.melds:
        places |= tables.fits(meld.cards.mask)
    sets = sum(meld.kind == "set" for meld in arrangement.melds)
    return (places & ~held).bit_count(), -sets, [_order_of(meld.cards.mask) for meld in arrangement.melds]


def held_in(hand: Hand, rules: RuleSet) -> int:
    """Return the hand as a mask."""
    if type(hand) is CardSet:
        cards = hand.mask
    elif isinstance(hand, int) and not isinstance(hand, CardSet):
        raise ParseError(f"expected a hand, cards or a text like 7h 8h 9h, got {shown(hand)}", hand=shown(hand))
    else:
        cards = CardSet.of(hand).mask
    if outside := cards & ~rules.tables.pack:
        cards_outside = CardSet(outside)
        raise ParseError(
            f"{cards_outside} is not in this pack of {rules.ranks} ranks × {rules.suits} suits: use its cards only",
            cards=str(cards_outside),
        )
    return cards


Cards = tuple[Card, ...]


def sorted_by_suit(hand: Hand) -> Cards:
    """Return a hand's cards by suit (clubs, diamonds, hearts, spades), in each suit the ace first.

    Raises:
        ParseError: If the hand is not a set of cards.

    Examples:
        >>> import ginrules as gin
        >>> " ".join(map(str, gin.sorted_by_suit("Ks 7h 2c Ah 8h")))
        '2c Ah 7h 8h Ks'
    """
    return tuple(CardSet.of(hand))


def sorted_by_meld(hand: Hand, rules: RuleSet | str) -> Cards:
    """Return a hand's cards with its melds first, each in sequence, then the rest by rank.

    The melds come from `ginrules.best_arrangement`, which leaves the least deadwood.

    Raises:
        ParseError: If the hand is not a set of cards of this pack.

    Examples:
        >>> import ginrules as gin
        >>> " ".join(map(str, gin.sorted_by_meld("Ks 7h 2c Ah 8h 2d 9h 2s Qc 3h", "standard")))
        '2c 2d 2s 7h 8h 9h Ah 3h Qc Ks'
    """
    best = best_arrangement(hand, rules)
    melded = [card for meld in best.melds for card in in_sequence(meld.cards)]
    return (*melded, *sorted_by_rank(best.unmelded))


def sorted_by_rank(hand: Hand) -> Cards:
    """Return a hand's cards by rank, the ace first, in each rank by suit (*Gin rummy notes*).

    Raises:
        ParseError: If the hand is not a set of cards.

    Examples:
        >>> import ginrules as gin
        >>> " ".join(map(str, gin.sorted_by_rank("Ks 7h 2c Ah 7d")))
        'Ah 2c 7d 7h Ks'
    """
    return tuple(sorted(CardSet.of(hand), key=lambda card: (card.rank, card.suit)))


def in_sequence(cards: CardSet) -> Cards:
    """Return a meld's cards in order: a run from its lower end, also round the corner."""
    held = tuple(cards)
    breaks = [place for place in range(1, len(held)) if held[place] != held[place - 1] + 1]
    one_suit = len({card.suit for card in held}) == 1
    if not one_suit or len(breaks) != 1:
        return held
    return held[breaks[0] :] + held[: breaks[0]]
