"""A round's phases: a closed union of small values, each with only the fields that its phase needs.

The engine takes them from the tables below, so most steps allocate no phase.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

import attrs

from ginrules._support.bounds import TABLE_SEATS
from ginrules._support.values import Value
from ginrules.cards import CardSet
from ginrules.play.outcome import Ending, Outcome

_NO_CARDS: Final = CardSet()


class _SeatActs(Value):
    """A phase with a seat to act."""

    __slots__ = ()
    seat: int

    @property
    def turn(self) -> int:
        """The seat to act."""
        return self.seat


class _NobodyActs(Value):
    """A phase without a seat to act: chance is due, or the round is over."""

    __slots__ = ()

    @property
    def turn(self) -> None:
        """None, since no seat acts."""
        return


@attrs.frozen
class UpcardOffer(_SeatActs):
    """A seat can take the upcard or decline it (pagat.com, Wikipedia).

    Attributes:
        seat: The seat that takes or declines it.
    """

    prompt: ClassVar[str] = "take or decline the upcard"
    seat: int


@attrs.frozen
class DrawTurn(_SeatActs):
    """A seat begins its turn with a draw (Wikipedia).

    Attributes:
        seat: The seat that draws.
        stock_only: Whether the discard pile is closed to this draw, as after an upcard that
            everybody has declined (Wikipedia, pagat.com).
    """

    prompt: ClassVar[str] = "draw from the stock or the discard pile"
    seat: int
    stock_only: bool = False


@attrs.frozen
class PlayTurn(_SeatActs):
    """A seat has drawn and ends its turn: with a discard, a knock or big gin (Wikipedia).

    Attributes:
        seat: The seat that plays.
        taken: The single card taken from the pile this turn, if any.
        owed: The card that must be melded or laid off this turn, if any (*Gin rummy notes*, mahjong).
        was_gin: Whether the hand before this turn's draw was all melded, if big gin depends on it
            (*Gin rummy notes*). The seat's own knowledge, False in every other view.
    """

    prompt: ClassVar[str] = "discard, knock, meld or declare big gin"
    seat: int
    taken: CardSet = _NO_CARDS
    owed: CardSet = _NO_CARDS
    was_gin: bool = False


@attrs.frozen
class SpreadTurn(_SeatActs):
    """A seat shows its melds: the declarer (Wikipedia), or a defender if defenders name their melds (OpenSpiel).

    Attributes:
        seat: The seat that spreads.
        declarer: The seat that knocked or declared big gin.
        ending: The declaration. A knock whose spread leaves no card becomes gin.
    """

    prompt: ClassVar[str] = "spread melds"
    seat: int
    declarer: int
    ending: Ending


@attrs.frozen
class LayoffTurn(_SeatActs):
    """A defender can lay off on the declarer's melds (Wikipedia, pagat.com).

    Attributes:
        seat: The defender's seat.
        declarer: The seat that declared.
        ending: ``knock``, ``gin`` or ``big-gin``.
    """

    prompt: ClassVar[str] = "lay off or be done"
    seat: int
    declarer: int
    ending: Ending


@attrs.frozen
class LastDiscard(_SeatActs):
    """The stock is at its floor: a seat can still knock with the last discard (rubl.com, OpenSpiel).

    Attributes:
        seat: The seat after the seat that discarded.
    """

    prompt: ClassVar[str] = "knock with the last discard or decline"
    seat: int


@attrs.frozen
class Reshuffle(_NobodyActs):
    """Chance is due: the discards must be shuffled into a new stock (*Online rules*, part 2).

    Attributes:
        seat: The seat that will draw next.
    """

    prompt: ClassVar[str] = "shuffle the discards (chance)"
    seat: int


@attrs.frozen
class RoundOver(_NobodyActs):
    """The round has ended, by a knock, gin, big gin or going out, or with no cards left to draw (Wikipedia).

    Attributes:
        outcome: Its facts.
    """

    prompt: ClassVar[str] = "nothing: the round is over"
    outcome: Outcome


@attrs.frozen
class DoubleOffer(_SeatActs):
    """A seat must accept or refuse a double (rummy-games.com).

    Attributes:
        seat: The seat that answers.
        by: The seat that has doubled, and draws when the double is accepted.
        stock_only: Whether the discard pile is closed to that draw.
    """

    prompt: ClassVar[str] = "accept or refuse the double"
    seat: int
    by: int
    stock_only: bool = False


Phase = UpcardOffer | DrawTurn | PlayTurn | SpreadTurn | LayoffTurn | LastDiscard | Reshuffle | RoundOver | DoubleOffer
"""Every phase of a round. A closed union, for ``match`` and ``assert_never``."""

DRAW_TURNS: Final = tuple(map(DrawTurn, range(TABLE_SEATS)))
"""The phases of ordinary draws, by seat."""


@lru_cache(maxsize=4096)
def play_turn(seat: int, taken: int = 0, owed: int = 0, *, was_gin: bool = False) -> PlayTurn:
    """Return the phase of a turn after the draw, the same object each time. Cards taken and owed are masks."""
    return PlayTurn(seat, CardSet(taken), CardSet(owed), was_gin)
