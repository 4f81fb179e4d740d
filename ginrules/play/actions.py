"""Actions of seats and of chance: fourteen small values.

The engine lists one shared object for each action without a choice, and for each discard and
knock. Equal actions compare equal however they were made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import attrs

from ginrules._support.values import Value, index_of, shown
from ginrules.cards import CARDS, Card, CardSet, as_card, cards_in
from ginrules.errors import ParseError
from ginrules.melds.meld import Meld, as_meld, in_order

_MOST: Final = 1_000  # any number that is possible, and those that the engine refuses with a reason of its own


def _as_number(value: object) -> int:
    number = index_of(value)
    if number is None or abs(number) > _MOST:
        raise ParseError(f"expected a whole number (of cards, or of a meld on the table), got {shown(value)}")
    return number


@attrs.frozen
class Decline(Value):
    """Refuse the upcard (pagat.com, Wikipedia), or the last discard (rubl.com)."""

    def __str__(self) -> str:
        return "decline"


@attrs.frozen
class TakeDiscard(Value):
    """Take cards from the top of the discard pile (one card: Wikipedia).

    Attributes:
        count: How many cards, 1 unless the rules let several be taken (*Gin rummy notes*, mahjong).

    Raises:
        ParseError: If the count is not a whole number.
    """

    count: int = attrs.field(default=1, converter=_as_number)

    def __str__(self) -> str:
        return "take" if self.count == 1 else f"take {self.count}"


@attrs.frozen
class DrawStock(Value):
    """Draw the top card of the stock (Wikipedia)."""

    def __str__(self) -> str:
        return "draw"


@attrs.frozen
class LayDown(Value):
    """Lay a meld on the table during play (open melding: *Gin rummy notes*, mahjong).

    Attributes:
        meld: The meld. Cards or a text are accepted too.

    Raises:
        ParseError: If it is not a meld, or the cards or text of a meld.
    """

    meld: Meld = attrs.field(converter=as_meld)

    def __str__(self) -> str:
        return f"lay {self.meld}"


@attrs.frozen
class LayOff(Value):
    """Put a card onto a meld of the table (Wikipedia, pagat.com).

    *Online rules*, part 2, allows it only next to the meld's original cards.

    Attributes:
        card: The card, from the seat's hand.
        onto: The meld's number: its place in ``state.table``, from 0. Places never change.

    Raises:
        ParseError: If the card is not a card, or the place is not a whole number.

    Examples:
        >>> import ginrules as gin
        >>> hands = ["4JQ.TQK..9TJK", "A23.456.789.2"]
        >>> state = gin.deal("standard", gin.stacked(hands, upcard="Kh", stock="3s"))
        >>> spread = gin.Spread(["Ac 2c 3c", "4d 5d 6d", "7h 8h 9h"])
        >>> for action in (gin.Decline(), gin.Decline(), gin.DrawStock(), gin.Knock("3s"), spread):
        ...     state = gin.apply(state, action)
        >>> print(*gin.legal_actions(state), sep=", ")
        lay off 4c on 0, done
        >>> print(gin.apply(state, gin.LayOff("4c", 0)).table[0].cards)
        Ac 2c 3c 4c
    """

    card: Card = attrs.field(converter=as_card)
    onto: int = attrs.field(converter=_as_number)

    def __str__(self) -> str:
        return f"lay off {self.card} on {self.onto}"


@attrs.frozen
class Discard(Value):
    """Put a card on the discard pile and end the turn.

    A card taken from the pile cannot go back in the same turn (pagat.com, Wikipedia, *Gin Rummy
    Online*) unless the rules allow it (OpenSpiel).

    Attributes:
        card: The card, from the seat's hand.

    Raises:
        ParseError: If it is not a card.
    """

    card: Card = attrs.field(converter=as_card)

    def __str__(self) -> str:
        return f"discard {self.card}"


@attrs.frozen
class Knock(Value):
    """Discard a card and end the play. The spread follows.

    It comes after a draw and is always optional (Wikipedia, pagat.com, *Hoyle's rules*). With gin
    it is the same action.

    Attributes:
        card: The card discarded, which does not count as deadwood (*Online rules*, part 1).

    Raises:
        ParseError: If it is not a card.

    Examples:
        >>> import ginrules as gin
        >>> hands = ["4JQ.TQK..9TJK", "A23.456.789.2"]
        >>> state = gin.deal("standard", gin.stacked(hands, upcard="Kh", stock="3s"))
        >>> for action in (gin.Decline(), gin.Decline(), gin.DrawStock()):
        ...     state = gin.apply(state, action)
        >>> print(*(action for action in gin.legal_actions(state) if isinstance(action, gin.Knock)), sep=", ")
        knock Ac, knock 2c, knock 3c, knock 2s, knock 3s
        >>> gin.apply(state, gin.Knock("3s")).phase
        SpreadTurn(seat=1, declarer=1, ending='knock')
    """

    card: Card = attrs.field(converter=as_card)

    def __str__(self) -> str:
        return f"knock {self.card}"


@attrs.frozen
class GoBigGin(Value):
    """Declare that all cards held are melded, without a discard (Wikipedia, ginrummy.com)."""

    def __str__(self) -> str:
        return "big gin"


def _as_spread(melds: Iterable[Any]) -> tuple[Meld, ...]:
    argument: object = melds
    if isinstance(argument, str | CardSet | Meld) or not isinstance(argument, Iterable):
        example = f"Spread([{str(argument)[:40]!r}])" if isinstance(argument, str | Meld) else "Spread(['7h 8h 9h'])"
        raise ParseError(f"expected melds in a list, got {shown(argument)}: write {example}")
    return in_order(map(as_meld, melds))


@attrs.frozen
class Spread(Value):
    """Show melds: the knocker's after a knock (Wikipedia), or a defender's if defenders name melds (OpenSpiel).

    Melds can be withheld. Cards that are not shown count as deadwood.

    Attributes:
        melds: The melds, sorted by their ascending card numbers. Cards or texts are accepted too.

    Raises:
        ParseError: If a value is not a meld, or the cards or text of a meld.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.Spread(["7h 8h 9h", "Ac 2c 3c"]))
        spread Ac 2c 3c / 7h 8h 9h
        >>> print(gin.Spread(gin.best_arrangement("A23.456.789.T", "standard").melds))
        spread Ac 2c 3c / 4d 5d 6d / 7h 8h 9h
    """

    melds: tuple[Meld, ...] = attrs.field(converter=_as_spread, default=())

    def __str__(self) -> str:
        return "spread " + (" / ".join(map(str, self.melds)) or "nothing")


@attrs.frozen
class Done(Value):
    """End a seat's lay-offs, which are always optional (*Gin Rummy Online*, *Hoyle's rules*)."""

    def __str__(self) -> str:
        return "done"


@attrs.frozen
class ShuffleStock(Value):
    """Chance: the discards come back as the stock in this order (*Online rules*, part 2).

    Attributes:
        order: The cards, first drawn first.

    Raises:
        ParseError: If a value is not a card.
    """

    order: tuple[Card, ...] = attrs.field(converter=cards_in)

    def __str__(self) -> str:
        return "shuffle " + " ".join(map(str, self.order))


@attrs.frozen
class Double(Value):
    """Offer to double the round's worth, before the draw (rummy-games.com)."""

    def __str__(self) -> str:
        return "double"


@attrs.frozen
class Accept(Value):
    """Accept a double: the round counts twice as much, and the seat alone can double next (rummy-games.com)."""

    def __str__(self) -> str:
        return "accept"


@attrs.frozen
class Refuse(Value):
    """Refuse a double: the round is over, and the seat that doubled wins it (rummy-games.com)."""

    def __str__(self) -> str:
        return "refuse"


Action = (
    Decline
    | TakeDiscard
    | DrawStock
    | LayDown
    | LayOff
    | Discard
    | Knock
    | GoBigGin
    | Spread
    | Done
    | ShuffleStock
    | Double
    | Accept
    | Refuse
)
"""Anything that a seat, or chance, can do. A closed union, for ``match`` and ``assert_never``."""

DECLINE: Final = Decline()
TAKE: Final = TakeDiscard()
DRAW: Final = DrawStock()
BIG_GIN: Final = GoBigGin()
DONE: Final = Done()
DOUBLE: Final = Double()
ACCEPT: Final = Accept()
REFUSE: Final = Refuse()
DISCARD: Final = tuple(Discard(card) for card in CARDS)
KNOCK: Final = tuple(Knock(card) for card in CARDS)
