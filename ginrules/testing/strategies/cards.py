"""Strategies for cards and hands."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn

from ginrules._support.values import index_of, shown
from ginrules.cards import CARDS, Card, CardSet
from ginrules.play.deal import STANDARD, pack_of
from ginrules.rules.model import RuleSet, rules_of

_MOST_MELDS: Final = 4
_MOST_SEED: Final = 2**16 - 1


def cards(rules: RuleSet | str = STANDARD) -> st.SearchStrategy[Card]:
    """Return a strategy for a card of the pack. It shrinks to the ace of clubs.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> find(gin.testing.cards(), lambda card: card.rank > 11).rank > 11
        True
    """
    return st.sampled_from(pack_of(rules))


def card_sets(
    rules: RuleSet | str = STANDARD, *, min_size: int = 0, max_size: int | None = None
) -> st.SearchStrategy[CardSet]:
    """Return a strategy for any cards of the pack. It shrinks to few and low cards.

    Args:
        rules: The rules that decide the pack.
        min_size: The smallest number of cards.
        max_size: The largest number of cards. The whole pack if None.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> len(find(gin.testing.card_sets(), lambda cards: len(cards) == 2))
        2
    """
    return st.sets(cards(rules), min_size=min_size, max_size=max_size).map(CardSet.of)


def hands(rules: RuleSet | str = STANDARD, size: int | None = None) -> st.SearchStrategy[CardSet]:
    """Return a strategy for hands rich in melds: only a quarter of uniform ten-card hands hold a set.

    Half the hands consist of melds, which can share cards, and a few other cards. The other
    half hold any cards. It shrinks to the lowest cards.

    Args:
        rules: The rules that decide pack, melds and the usual size.
        size: The number of cards. If None, the hand size at the smallest table.

    Raises:
        hypothesis.errors.InvalidArgument: If the pack has fewer cards.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import find
        >>> hand = find(gin.testing.hands(), lambda hand: gin.deadwood(hand, "standard") == 0)
        >>> len(hand), gin.deadwood(hand, "standard")
        (10, 0)
    """
    rules = rules_of(rules)
    number = rules.hand_size_for(rules.table_sizes[0]) if size is None else size
    pack = len(pack_of(rules))
    if (size is not None and index_of(size) is None) or not 0 <= number <= pack:
        raise InvalidArgument(f"expected a hand of 0 to {pack} cards, the pack, got {shown(number)}")
    return _hands(rules, number)


@st.composite
def _hands(draw: DrawFn, rules: RuleSet, size: int) -> CardSet:
    tables = rules.tables
    held = 0
    for _ in range(draw(st.integers(0, _MOST_MELDS))):
        room = size - held.bit_count()
        fitting = [meld for meld in _melds(rules) if 0 < (meld & ~held).bit_count() <= room]
        if not fitting:
            break
        held |= draw(st.sampled_from(fitting))
    free = [card for card in range(len(CARDS)) if tables.pack >> card & 1 and not held >> card & 1]
    for place in draw(st.lists(st.integers(0, len(CARDS) - 1), max_size=size - held.bit_count())):
        held |= 1 << free.pop(place % len(free))
    seed = draw(st.integers(0, _MOST_SEED))
    if seed:
        random.Random(seed).shuffle(free)  # noqa: S311 - games, not secrets
    return CardSet(held | sum(1 << card for card in free[: size - held.bit_count()]))


@lru_cache(maxsize=64)
def _melds(rules: RuleSet) -> tuple[int, ...]:
    """Return every meld of the pack with at most six cards, small and low melds first."""
    tables = rules.tables
    short = (meld for meld in tables.melds(tables.pack) if meld.bit_count() <= 6)
    return tuple(sorted(short, key=lambda meld: (meld.bit_count(), meld)))
