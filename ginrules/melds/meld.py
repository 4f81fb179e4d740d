"""Melds and arrangements as values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal

import attrs

from ginrules._support.notebook import ShownAsPicture
from ginrules._support.values import Value
from ginrules.cards import Card, CardSet

MeldKind = Literal["set", "run"]

_ONE_RANK: Final = sum(1 << 13 * suit for suit in range(4))


def _as_cards(cards: CardSet | Iterable[Card | int | str] | str) -> CardSet:
    return CardSet.of(cards)


@attrs.frozen(repr=False)
class Meld(ShownAsPicture, Value):
    """Cards held together as a set or a run.

    Whether the cards form a meld depends on the rules (see `ginrules.melds_in`). The engine refuses
    those that do not.

    Attributes:
        cards: The cards.
        kind: ``"set"`` for cards of one rank, ``"run"`` otherwise.

    Examples:
        >>> import ginrules as gin
        >>> gin.Meld.parse("7h 8h 9h").kind
        'run'
    """

    cards: CardSet = attrs.field(converter=_as_cards)
    kind: MeldKind

    @classmethod
    def of(cls, cards: CardSet | Iterable[Card | int | str] | str) -> Meld:
        """Return the meld of these cards. Its kind follows from them.

        Raises:
            ParseError: If a value is not a card, or a card appears twice.
        """
        return meld_of(CardSet.of(cards).mask)

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Return the meld written as cards, ``7h 8h 9h``.

        Raises:
            ParseError: If a part is not a card, or a card appears twice.
        """
        return cls.of(text)

    @property
    def order(self) -> tuple[int, ...]:
        """The card numbers ascending: melds of a spread are sorted by this."""
        return tuple(map(int, self.cards))

    def __str__(self) -> str:
        return str(self.cards)

    def __repr__(self) -> str:
        return f"Meld.parse('{self}')"


@lru_cache(maxsize=4096)
def meld_of(mask: int) -> Meld:
    """Return the interned meld of a mask of cards."""
    low = (mask & -mask).bit_length() - 1
    one_rank = bool(mask) and mask & ~(_ONE_RANK << low % 13) == 0
    return Meld(CardSet(mask), "set" if one_rank and mask.bit_count() > 1 else "run")


def as_meld(value: Meld | CardSet | Iterable[Card | int | str] | str) -> Meld:
    """Return the meld that a meld, its cards or its text gives (a converter for attrs classes)."""
    return value if isinstance(value, Meld) else Meld.of(value)


def in_order(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    """Return the melds sorted by their ascending card numbers, as a spread lists them."""
    return tuple(sorted(melds, key=lambda meld: meld.order))


@attrs.frozen
class TableMeld(Value):
    """A meld on the table, lay-offs included.

    Attributes:
        cards: All its cards, lay-offs included.
        kind: ``"set"`` or ``"run"``.
        owner: The seat that laid it.
        original: The cards it was first laid with.
    """

    cards: CardSet
    kind: MeldKind
    owner: int
    original: CardSet

    def __str__(self) -> str:
        return str(self.cards)


@attrs.frozen
class Arrangement(ShownAsPicture, Value):
    """A hand divided into melds and unmelded cards.

    Attributes:
        melds: Disjoint melds, in spread order.
        unmelded: The cards outside them.
        deadwood: The value of those cards, in points.
    """

    melds: tuple[Meld, ...]
    unmelded: CardSet
    deadwood: int

    def __str__(self) -> str:
        melded = " · ".join(map(str, self.melds)) or "no meld"
        return f"{melded} | {self.unmelded or 'nothing'} left: {self.deadwood}"
