"""Cards and sets of cards.

A card is a small number, ``13 * suit + rank - 1``. A set of cards is a number
whose bit *i* is card *i*. The classes here are those numbers with texts, parsing,
iteration and checks. The engine calculates with plain numbers inside and converts
them at its border.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import islice
from typing import Any, Final, NoReturn, Self, cast

from ginrules._support.bounds import ACTION_TEXT
from ginrules._support.notebook import ShownAsPicture
from ginrules._support.values import Value, index_of, shown
from ginrules.errors import ParseError


class Rank(IntEnum):
    """The thirteen ranks, ace low: ``Rank.ACE`` is 1 and ``Rank.KING`` is 13."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self) -> str:
        return RANK_LETTERS[self - 1]


class Suit(IntEnum):
    """The four suits, clubs 0 to spades 3. The order has no meaning in play."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The suit's pip: ♣ ♦ ♥ or ♠."""
        return SUIT_SYMBOLS[self]


RANK_LETTERS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"
PACK_SIZE: Final = 52
FULL_PACK: Final = (1 << PACK_SIZE) - 1

_RANK_OF: Final = {letter: number for number, letter in enumerate(RANK_LETTERS)} | {"10": 9}
_SUIT_OF: Final = {
    letter: number for letters in (SUIT_LETTERS, SUIT_SYMBOLS, "♧♢♡♤") for number, letter in enumerate(letters)
}
_CARD_IN_TEXT: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_MOST_LISTED: Final = 1_000
_SHORT: Final = 60
_HOW_TO_WRITE: Final = "write a rank (A 2-9 T or 10, J Q K) and a suit (c d h s or ♣ ♦ ♥ ♠), like 7h"


class Card(ShownAsPicture, Value, int):
    """One card of the pack: an ``int`` from 0 (ace of clubs) to 51 (king of spades).

    Cards sort by suit, then rank. A card is always true, the ace of clubs too.

    Raises:
        ParseError: If the number is not 0 to 51.

    Examples:
        >>> import ginrules as gin
        >>> gin.Card.parse("7♥")
        Card.parse('7h')
        >>> int(gin.Card.parse("Ac")), bool(gin.Card.parse("Ac"))
        (0, True)
        >>> gin.Card.of(gin.Rank.TEN, gin.Suit.DIAMONDS).pretty
        'T♦'
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        """Return the shared object of this number."""
        argument: object = number
        if not isinstance(argument, int) or isinstance(argument, bool):
            whole = index_of(argument)
            if whole is None:
                name = shown(argument)
                raise ParseError(f"{name} is not the number of a card: Card.parse reads a text", number=name)
            number = whole
        if not 0 <= number < PACK_SIZE:
            raise ParseError(f"{shown(number)} is not a card: cards are numbered 0 to 51", number=number)
        # while the module loads, the 52 cards do not exist yet
        return cast(Self, CARDS[number]) if CARDS else super().__new__(cls, number)

    @classmethod
    def of(cls, rank: int, suit: int) -> Card:
        """Return the card of that rank (1 to 13) and suit (0 to 3).

        Raises:
            ParseError: If the rank or the suit is out of range.

        Examples:
            >>> import ginrules as gin
            >>> str(gin.Card.of(1, gin.Suit.SPADES))
            'As'
        """
        row, column = index_of(suit), index_of(rank)
        if row is None or column is None or not (1 <= column <= 13 and 0 <= row <= 3):
            raise ParseError(
                f"rank {shown(rank)} of suit {shown(suit)} is not a card: ranks are 1 to 13, suits 0 to 3",
                rank=shown(rank) if column is None else column,
                suit=shown(suit) if row is None else row,
            )
        return CARDS[13 * row + column - 1]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Parse a card, written as rank and suit: ``7h``, ``7♥``, ``Td``, ``10d``, or suit first: ``H7``.

        Case does not matter.

        Raises:
            ParseError: If the text is not one card.

        Examples:
            >>> import ginrules as gin
            >>> gin.Card.parse("10d") is gin.Card.parse("TD")
            True
        """
        if not isinstance(text, str):
            raise ParseError(f"{shown(text)} is not a card: {_HOW_TO_WRITE}", text=shown(text))
        card = CARD_OF.get(text)
        if card is not None:
            return card
        bare = text.strip() if len(text) <= ACTION_TEXT else ""
        bare = bare.removesuffix("\ufe0f").removesuffix("\ufe0e")
        rank = _RANK_OF.get(bare[:-1].upper())
        suit = _SUIT_OF.get(bare[-1:].lower())
        if rank is None or suit is None:  # the suit first: no text means two cards
            rank = _RANK_OF.get(bare[1:].lstrip("\ufe0f\ufe0e").upper())
            suit = _SUIT_OF.get(bare[:1].lower())
        if rank is None or suit is None:
            raise ParseError(f"{text[:40]!r} is not a card: {_HOW_TO_WRITE}", text=text[:40])
        return CARDS[13 * suit + rank]

    @property
    def rank(self) -> Rank:
        """The rank, ace (1) to king (13)."""
        return Rank(self % 13 + 1)

    @property
    def suit(self) -> Suit:
        """The suit, clubs (0) to spades (3)."""
        return Suit(self // 13)

    @property
    def pretty(self) -> str:
        """The card as people print it: ``T♦``."""
        return RANK_LETTERS[self % 13] + self.suit.symbol

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return RANK_LETTERS[self % 13] + SUIT_LETTERS[self // 13]

    def _repr_pretty_(self, printer: Any, _cycle: object) -> None:
        """Print as `repr` does in IPython and hypothesis, which would take it for a plain number."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"Card.parse('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)

    def _no_set_operation(self, other: CardSet) -> CardSet:
        if isinstance(other, CardSet):
            return cast("CardSet", NotImplemented)
        raise TypeError(f"a Card combines with a CardSet, not with {other!r}: make sets with CardSet.of")

    def __sub__(self, other: int) -> int:
        if isinstance(other, CardSet):
            raise TypeError("a CardSet cannot be taken from a Card")
        return int.__sub__(self, other)

    # bit operations on card numbers mean nothing; with a CardSet, the set decides
    def __or__(self, other: CardSet) -> CardSet:  # type: ignore[override]
        return self._no_set_operation(other)

    def __ror__(self, other: CardSet) -> CardSet:  # type: ignore[override]
        return self._no_set_operation(other)

    def __and__(self, other: CardSet) -> CardSet:  # type: ignore[override]
        return self._no_set_operation(other)

    def __rand__(self, other: CardSet) -> CardSet:  # type: ignore[override]
        return self._no_set_operation(other)

    def __xor__(self, other: CardSet) -> CardSet:  # type: ignore[override]
        return self._no_set_operation(other)

    def __rxor__(self, other: CardSet) -> CardSet:  # type: ignore[override]
        return self._no_set_operation(other)


CARDS: tuple[Card, ...] = ()
CARDS = tuple(Card(number) for number in range(PACK_SIZE))
CARD_OF: dict[str, Card] = {}
CARD_OF = {str(card): card for card in CARDS}
"""The cards by their texts as ``str`` writes them. `Card.parse` reads others too."""


def as_card(value: Card | int | str) -> Card:
    """Return a card from a card, its number or its text (a converter for attrs classes)."""
    if type(value) is Card:
        return value
    if isinstance(value, str):
        return Card.parse(value)
    number = None if isinstance(value, CardSet) else index_of(value)
    if number is None:
        raise ParseError(f"{shown(value)} is not a card: {_HOW_TO_WRITE}", value=shown(value))
    return Card(number)


def cards_in(cards: Iterable[Card | int | str] | str) -> tuple[Card, ...]:
    """Return cards in their order. A text is parsed."""
    if isinstance(cards, str):
        cards = _words(cards)
    argument: object = cards
    if not isinstance(argument, Iterable):
        raise ParseError(f"expected cards, got {shown(argument)}", value=shown(argument))
    listed = tuple(map(as_card, islice(cards, _MOST_LISTED + 1)))
    if len(listed) > _MOST_LISTED:
        raise ParseError(f"expected at most {_MOST_LISTED} cards, got more", most=_MOST_LISTED)
    return listed


_JOINED: Final = re.compile(r"(?<=[2-9TJQKA0][cdhs♣♦♥♠])(?=[A-Z0-9])", re.IGNORECASE)


def _words(text: str) -> list[str]:
    """Return the cards in a text, which blanks or commas may separate."""
    if len(text) > ACTION_TEXT:
        raise ParseError(
            f"expected cards in at most {ACTION_TEXT} characters, got {len(text)}: {_HOW_TO_WRITE}", length=len(text)
        )
    return _JOINED.sub(" ", text).replace(",", " ").split()


class CardSet(ShownAsPicture, Value, int):
    """A set of cards, stored as a number: bit *i* is card *i*. Immutable, ordered by card number.

    Combine with ``| & - ^`` (a CardSet or a Card on the other side), compare as sets with
    ``<= < >= >``, ask ``card in cards``, ``len(cards)``, iterate.

    Raises:
        ParseError: If the number has a bit beyond the 52 cards.

    Examples:
        >>> import ginrules as gin
        >>> hand = gin.CardSet.parse("A23.456.789.T")
        >>> str(hand)
        'Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts'
        >>> gin.Card.parse("Ts") in hand, len(hand - gin.Card.parse("Ts"))
        (True, 9)
    """

    __slots__ = ()

    def __new__(cls, bits: int = 0) -> Self:
        """Return the set of these bits, none by default."""
        argument: object = bits
        if not isinstance(argument, int) or isinstance(argument, bool):
            raise ParseError(f"{shown(bits)} is not a set of bits: CardSet.of takes cards or a text", bits=shown(bits))
        if not 0 <= int(bits) <= FULL_PACK:
            raise ParseError(f"{shown(int(bits))} is not a set of the 52 cards", bits=int(bits))
        return super().__new__(cls, bits)

    @classmethod
    def of(cls, cards: Iterable[Card | int | str] | CardSet | str) -> CardSet:
        """Return the set of these cards, each at most once. A text is parsed.

        Raises:
            ParseError: If a value is not a card, or a card appears twice.

        Examples:
            >>> import ginrules as gin
            >>> gin.CardSet.of(["7h", gin.Card.parse("8h")]).dotted
            '..78.'
        """
        if isinstance(cards, CardSet):
            return cards
        if isinstance(cards, str):
            return cls.parse(cards)
        try:
            items = iter(cards)
        except TypeError:
            message = f"expected cards or a text like 7h 8h 9h, got {shown(cards)}"
            raise ParseError(message, value=shown(cards)) from None
        bits = 0
        for item in items:
            card = item if type(item) is Card else as_card(item)
            if bits >> card & 1:
                raise ParseError(f"{card} appears twice: a pack has each card once", card=str(card))
            bits |= 1 << card
        return cls(bits)

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """Parse a set, written as cards (``Ac 2c 3c``) or as four dotted suits (``A23.456.789.T``).

        Commas and spaces may separate cards (``7h8h9h``). Dots separate clubs, diamonds, hearts and spades. An
        empty text is the empty set.

        Raises:
            ParseError: If a part is not a card, or a card appears twice.

        Examples:
            >>> import ginrules as gin
            >>> gin.CardSet.parse("7♥ 8h, 9H") == gin.CardSet.parse("7h8h9h") == gin.CardSet.parse("..789.")
            True
        """
        if not isinstance(text, str):
            raise ParseError(f"expected a text like 7h 8h 9h, got {shown(text)}")
        if "." in text:
            return _parse_dotted(text)
        return cls.of(_words(text))

    @property
    def dotted(self) -> str:
        """The set as four suits separated by dots, clubs first: ``A23.456.789.T``."""
        return ".".join(
            "".join(letter for rank, letter in enumerate(RANK_LETTERS) if self >> 13 * suit + rank & 1)
            for suit in range(4)
        )

    @property
    def mask(self) -> int:
        """The set as a plain number, bit *i* for card *i*. `CardSet` is the way back."""
        return int(self)

    def __iter__(self) -> Iterator[Card]:
        bits = self.mask
        while bits:
            low = bits & -bits
            yield CARDS[low.bit_length() - 1]
            bits ^= low

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < PACK_SIZE and bool(self >> card & 1)

    def __or__(self, other: CardSet | Card) -> CardSet:  # type: ignore[override]
        return CardSet(self.mask | _bits(other))

    def __and__(self, other: CardSet | Card) -> CardSet:  # type: ignore[override]
        return CardSet(self.mask & _bits(other))

    def __xor__(self, other: CardSet | Card) -> CardSet:  # type: ignore[override]
        return CardSet(self.mask ^ _bits(other))

    def __sub__(self, other: CardSet | Card) -> CardSet:  # type: ignore[override]
        return CardSet(self.mask & ~_bits(other))

    def __ror__(self, other: Card) -> CardSet:  # type: ignore[override]
        return self | _card_only(other)

    def __rand__(self, other: Card) -> CardSet:  # type: ignore[override]
        return self & _card_only(other)

    def __rxor__(self, other: Card) -> CardSet:  # type: ignore[override]
        return self ^ _card_only(other)

    def __rsub__(self, other: object) -> NoReturn:
        raise TypeError("only a CardSet or a Card can be taken from a CardSet")

    def __le__(self, other: int) -> bool:
        return self.mask & ~_set_only(other) == 0

    def __lt__(self, other: int) -> bool:
        return self.mask & ~_set_only(other) == 0 and self != other

    def __ge__(self, other: int) -> bool:
        return _set_only(other) & ~self.mask == 0

    def __gt__(self, other: int) -> bool:
        return _set_only(other) & ~self.mask == 0 and self != other

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def _repr_pretty_(self, printer: Any, _cycle: object) -> None:
        """Print as `repr` does in IPython and hypothesis, which would take it for a plain number."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"CardSet.parse('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[type[CardSet], tuple[int]]:
        return CardSet, (int(self),)


def cards_text(cards: Iterable[Card]) -> str:
    """Return the cards in their order, with blanks between them."""
    return " ".join(map(str, cards))


def with_symbols(text: str) -> str:
    """Return a text with the symbols of their suits in its cards: ``discard 7♥`` for ``discard 7h``."""
    return _CARD_IN_TEXT.sub(lambda found: Card.parse(found[0]).pretty, text)


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of different cards, given by number."""
    return sum([1 << card for card in cards])


def _bits(other: object) -> int:
    if isinstance(other, CardSet):
        return other.mask
    return 1 << _card_only(other)


def _set_only(other: object) -> int:
    # a plain number would answer by its size
    if isinstance(other, CardSet):
        return other.mask
    raise TypeError(f"a CardSet is compared with a CardSet, not with {other!r}")


def _card_only(other: object) -> Card:
    if isinstance(other, Card):
        return other
    raise TypeError(f"a CardSet combines with a CardSet or a Card, not with {other!r}")


def _parse_dotted(text: str) -> CardSet:
    text = text if len(text) <= ACTION_TEXT else f"{text[:_SHORT]}…"
    suits = text.strip().upper().replace("10", "T").split(".")
    if len(suits) != 4:
        message = f"{text[:60]!r} has {len(suits)} parts between dots: write clubs.diamonds.hearts.spades"
        raise ParseError(message, text=text[:60])
    return CardSet.of(
        Card.parse(rank + SUIT_LETTERS[suit]) for suit, ranks in enumerate(suits) for rank in ranks.strip()
    )
