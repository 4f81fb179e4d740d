"""Observations for learners, made only from information that a seat can see.

They show the position and, if wanted, the last events, and in a match also the score sheet and the seating.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

import attrs
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrules._support.values import Value, as_items, whole_number
from ginrules.errors import WrongTypeError
from ginrules.fast.codec import Codec, Laid
from ginrules.fast.layout import Entry, Layout
from ginrules.match.state import MatchState
from ginrules.play.events import (
    DefenceDone,
    Discarded,
    DrewStock,
    Event,
    Knocked,
    LaidDown,
    LaidOff,
    MeldsSpread,
    RoundEnded,
    StockShuffled,
    TookDiscard,
    WentBigGin,
)
from ginrules.play.follow import expect_event
from ginrules.play.view import PlayerView
from ginrules.rules.model import RuleSet


@attrs.frozen(init=False, repr=False)
class Observer(Value):
    """A seat's observation, as a row of numbers or as a dictionary of arrays.

    It is made only from a `PlayerView` and the melds in the seat's own unfinished spread: it cannot leak hidden
    cards. Seats come in turn order from the seat that observes, cards by number. The compiled core uses the same
    layout.

    Attributes:
        layout: A row's entries.
        codec: The numbering of actions, for masks.

    Examples:
        >>> import ginrules as gin
        >>> observer = gin.rl.Observer("standard", 2)
        >>> view = gin.view(gin.deal("standard", seed=7), 1)
        >>> row, named = observer(view), observer.named(view)
        >>> row.shape == (observer.size,), int(named["hand"].sum()), named["known"].shape
        (True, 10, (2, 52))
        >>> (row == observer(gin.view(gin.determinize(view, seed=1), 1))).all()
        np.True_
    """

    layout: Layout
    codec: Codec = attrs.field(eq=False)

    def __init__(self, rules: RuleSet | str, seats: int | None = None) -> None:
        """Lay out the observations.

        Args:
            rules: The rules.
            seats: Seats at the table, or None for the smallest table that the rules allow.

        Raises:
            DealError: If the rules do not allow a table of this size.
        """
        layout = Layout(rules, seats)
        self.__attrs_init__(layout, Codec(layout.rules, layout.seats))

    def __repr__(self) -> str:
        return f"Observer({self.layout.rules.label!r}, {self.layout.seats})"

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self.layout.rules

    @property
    def seats(self) -> int:
        """Seats at the table."""
        return self.layout.seats

    @property
    def size(self) -> int:
        """How many numbers a row has."""
        return self.layout.size

    @property
    def entries(self) -> tuple[Entry, ...]:
        """A row's entries, with their names, shapes, places and meanings."""
        return self.layout.entries

    @property
    def space(self) -> spaces.Box:
        """The space of rows."""
        high = np.concatenate([np.full(entry.stop - entry.start, entry.high, np.float32) for entry in self.entries])
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def __call__(self, view: PlayerView, laid: Laid = ()) -> NDArray[np.float32]:
        """Return a view's row.

        Args:
            view: The seat's view.
            laid: The melds already laid in the seat's own unfinished spread.

        Raises:
            IncompatibleRulesError: If the view belongs to different rules or seats.
            WrongTypeError: If it is not a view, or ``laid`` holds something that is not a meld.
        """
        return self.layout.observe(view, laid)

    def named(self, view: PlayerView, laid: Laid = ()) -> Mapping[str, NDArray[Any]]:
        """Return the observation as a dictionary with an array for each entry.

        Args:
            view: The seat's view.
            laid: The melds already laid in the seat's own unfinished spread.

        Raises:
            IncompatibleRulesError: If the view belongs to different rules or seats.
            WrongTypeError: If it is not a view, or ``laid`` holds something that is not a meld.
        """
        return self.layout.named(self.layout.observe(view, laid))


KINDS: Final[tuple[type[Event], ...]] = get_args(Event)
"""The kinds of events, in the order of the first numbers of an event's row."""

_CARDS: Final = 52
_BITS: Final = 1 << np.arange(_CARDS, dtype=np.int64)
_KIND_OF: Final = {kind: place for place, kind in enumerate(KINDS)}


@attrs.frozen(init=False, repr=False)
class HistoryObserver(Value):
    """A seat's observation, with the last events of the round as the seat could see them (`ginrules.redact`).

    The events come as an array with a row for each event, the newest first. Rows without an event are zero. A row
    has, in this order: the event's kind (1 at its place in ``KINDS``), the seat that acted (in turn order, the
    own seat first, none for chance), 52 numbers for the event's cards, 52 for the cards that its seat has left
    or shows with them, and for a lay-off the meld's number, from 1, divided by the number of places for melds.

    Attributes:
        observer: Makes the round's row.
        length: The number of rows for recent events, or 0 for the round's row alone.

    Examples:
        >>> import ginrules as gin
        >>> state = gin.deal("standard", seed=7)
        >>> state, events = gin.transition(state, gin.TakeDiscard())
        >>> observer = gin.rl.HistoryObserver("standard", 2, length=8)
        >>> rows = observer.events([gin.redact(event, 0) for event in events], 0)
        >>> rows.shape, rows[0].nonzero()[0].tolist()
        ((8, 122), [1, 16, 67])
    """

    observer: Observer
    length: int

    def __init__(self, rules: RuleSet | str, seats: int | None = None, *, length: int = 64) -> None:
        """Lay out the observations.

        Args:
            rules: The rules.
            seats: Seats at the table, or None for the smallest table that the rules allow.
            length: The number of rows for recent events, or 0 for the round's row alone.

        Raises:
            DealError: If the rules do not allow a table of this size.
            InvalidRunError: If the length is not a whole number from 0 up.
        """
        self.__attrs_init__(Observer(rules, seats), whole_number("length", length, 0))

    def __repr__(self) -> str:
        return f"HistoryObserver({self.observer.rules.label!r}, {self.observer.seats}, length={self.length})"

    @property
    def width(self) -> int:
        """How many numbers an event's row has."""
        return len(KINDS) + self.observer.seats + 2 * _CARDS + 1

    @property
    def size(self) -> int:
        """How many numbers a flat observation has."""
        return self.observer.size + self.length * self.width

    @property
    def space(self) -> spaces.Box:
        """The space of flat observations."""
        own = self.observer.space
        rest = np.ones(self.length * self.width, np.float32)
        high = np.concatenate([own.high, rest])
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def __call__(self, view: PlayerView, events: Sequence[Event], laid: Laid = ()) -> NDArray[np.float32]:
        """Return the flat observation: the view's row, then the events' rows.

        Args:
            view: The seat's view.
            events: The round's events so far as the seat could see them, the oldest first.
            laid: The melds already laid in the seat's own unfinished spread.

        Raises:
            IncompatibleRulesError: If the view belongs to different rules or seats.
            WrongTypeError: If ``view`` is not a view, or ``events`` or ``laid`` hold anything else.
        """
        row = self.observer(view, laid)
        return np.concatenate([row, self.events(events, view.seat or 0).ravel()]) if self.length else row

    def events(self, events: Sequence[Event], seat: int) -> NDArray[np.float32]:
        """Return the last events' rows, the newest first.

        Args:
            events: The events as the seat could see them, the oldest first.
            seat: The seat that observes.

        Raises:
            WrongTypeError: If an item is not an event, or the seat is not a number.
        """
        place = whole_number("seat", seat, error=WrongTypeError)
        rows = np.zeros((self.length, self.width), np.float32)
        newest = as_items(events, "events in a list")[: -self.length - 1 : -1]
        for row, event in zip(rows, newest, strict=False):
            self._fill(row, event, place)
        return rows

    def _fill(self, row: NDArray[np.float32], event: Any, seat: int) -> None:
        expect_event(event)
        row[_KIND_OF[type(event)]] = 1
        start, seats = len(KINDS), self.observer.seats
        if not isinstance(event, StockShuffled | RoundEnded):
            row[start + (event.seat - seat) % seats] = 1
        cards, rest = _cards_of(event)
        start += seats
        row[start : start + _CARDS] = (cards & _BITS) != 0
        row[start + _CARDS : start + 2 * _CARDS] = (rest & _BITS) != 0
        if isinstance(event, LaidOff):
            row[-1] = min(1.0, (event.onto + 1) / max(1, self.observer.codec.slots))


def _cards_of(event: Event) -> tuple[int, int]:
    """Return two masks: the cards of an event, and the cards that its seat has left or shows with them."""
    match event:
        case TookDiscard(_, cards):
            return sum(1 << card for card in cards), 0
        case DrewStock(_, card):
            return (0 if card is None else 1 << card), 0
        case LaidDown(_, meld):
            return meld.cards.mask, 0
        case LaidOff(_, card, _) | Discarded(_, card):
            return 1 << card, 0
        case Knocked(_, card, hand):
            return 1 << card, hand.mask
        case WentBigGin(_, hand) | DefenceDone(_, hand):
            return 0, hand.mask
        case MeldsSpread(_, melds, unmelded):
            return sum(meld.cards.mask for meld in melds), unmelded.mask
        case StockShuffled(cards, _):
            return cards.mask, 0
        case _:
            return 0, 0


_POINTS = 200
_BOXES = 20


@attrs.frozen
class ScoreObserver(Value):
    """The sheet and the seating of a match as a player sees them: sides in turn, the player's own first.

    A row has, in this order: points (sides × columns, points / twice the target, or points / 400 without a target,
    from -1 to 1), boxes (sides × columns, / 20), accounts (sides: games won / games of the match, or points / its
    target), the columns that are closed, and the seating (seats of the largest table × sides: 1 at the side of the
    player at each seat, in turn order from the player's own seat, or from seat 0 for a player who is not at the table).
    """

    seats: int
    sides: int
    columns: int

    @property
    def size(self) -> int:
        """How many numbers a row has."""
        return self.sides * (2 * self.columns + 1 + self.seats) + self.columns

    @property
    def space(self) -> spaces.Box:
        """The space of rows."""
        return spaces.Box(-1.0, 1.0, (self.size,), np.float32)

    def __call__(self, match: MatchState, player: int, seated: tuple[int, ...]) -> NDArray[np.float32]:
        """Return a player's row."""
        side_of = {member: number for number, side in enumerate(match.sides) for member in side}
        own, sides = side_of[player], self.sides
        order = [(own + step) % sides for step in range(sides)]
        games = match.games[-self.columns :]
        open_columns = self.columns - len(games)
        scale = 2 * match.sheet.target or 2 * _POINTS
        points = [[game.points[side] / scale for game in games] + [0.0] * open_columns for side in order]
        boxes = [[game.boxes[side] / _BOXES for game in games] + [0.0] * open_columns for side in order]
        most = max(1, match.rules.match_target or match.rules.match_games)
        accounts = [match.accounts[side] / most for side in order]
        closed = [float(game.closed) for game in games] + [0.0] * open_columns
        first = seated.index(player) if player in seated else 0
        places = np.zeros((self.seats, sides), np.float32)
        for place in range(len(seated)):
            places[place, (side_of[seated[(first + place) % len(seated)]] - own) % sides] = 1
        parts: list[Any] = [points, boxes, accounts, closed, places]
        row = np.concatenate([np.asarray(part, np.float32).ravel() for part in parts])
        return np.clip(row, -1.0, 1.0, out=row)
