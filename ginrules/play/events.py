"""What happened, told after the fact: events are derived from the states before and after an action."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import attrs

from ginrules._values import Value
from ginrules.cards import CARDS, Card, CardSet
from ginrules.melds.meld import Meld
from ginrules.play.actions import (
    Action,
    Decline,
    Discard,
    Done,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.outcome import Outcome
from ginrules.play.phases import LastDiscard
from ginrules.play.state import RoundState


def _spelled(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))


@attrs.frozen
class Declined(Value):
    """A seat refused the upcard or the last discard.

    Attributes:
        seat: The seat.
    """

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat} declines"


@attrs.frozen
class TookDiscard(Value):
    """A seat took cards from the top of the pile, top card first.

    Attributes:
        seat: The seat.
        cards: The cards, top card first.
    """

    seat: int
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"seat {self.seat} takes {_spelled(self.cards)}"


@attrs.frozen
class DrewStock(Value):
    """A seat drew the top card of the stock; others do not see it (``card`` None).

    Attributes:
        seat: The seat.
        card: The card; None for those who do not see it.
    """

    seat: int
    card: Card | None

    def __str__(self) -> str:
        return f"seat {self.seat} draws {'?' if self.card is None else self.card}"


@attrs.frozen
class LaidDown(Value):
    """A seat laid a meld on the table.

    Attributes:
        seat: The seat.
        meld: The meld.
    """

    seat: int
    meld: Meld

    def __str__(self) -> str:
        return f"seat {self.seat} lays {self.meld}"


@attrs.frozen
class LaidOff(Value):
    """A seat laid a card off on the meld at a place of the table.

    Attributes:
        seat: The seat.
        card: The card.
        onto: The number of the meld on the table, from 0.
    """

    seat: int
    card: Card
    onto: int

    def __str__(self) -> str:
        return f"seat {self.seat} lays off {self.card} on meld {self.onto}"


@attrs.frozen
class Discarded(Value):
    """A seat threw a card.

    Attributes:
        seat: The seat.
        card: The card, now the top of the pile.
    """

    seat: int
    card: Card

    def __str__(self) -> str:
        return f"seat {self.seat} discards {self.card}"


@attrs.frozen
class Knocked(Value):
    """A seat knocked, throwing a card; its hand is open from now on.

    Attributes:
        seat: The seat.
        card: The card thrown.
        hand: The cards it keeps.
    """

    seat: int
    card: Card
    hand: CardSet

    def __str__(self) -> str:
        return f"seat {self.seat} discards {self.card} and knocks with {self.hand or 'no card'}"


@attrs.frozen
class WentBigGin(Value):
    """A seat declared big gin; its hand is open from now on.

    Attributes:
        seat: The seat.
        hand: All its cards.
    """

    seat: int
    hand: CardSet

    def __str__(self) -> str:
        return f"seat {self.seat} declares big gin with {self.hand}"


@attrs.frozen
class MeldsSpread(Value):
    """A seat showed its melds; ``unmelded`` is what it kept.

    Attributes:
        seat: The seat.
        melds: The melds shown, in the order of a spread.
        unmelded: The cards it kept.
    """

    seat: int
    melds: tuple[Meld, ...]
    unmelded: CardSet

    def __str__(self) -> str:
        melds = " / ".join(map(str, self.melds)) or "nothing"
        return f"seat {self.seat} spreads {melds}, left: {self.unmelded or 'nothing'}"


@attrs.frozen
class DefenceDone(Value):
    """A defender ended his lay-offs; his hand is open from now on.

    Attributes:
        seat: The defender's seat.
        hand: The cards he has left.
    """

    seat: int
    hand: CardSet

    def __str__(self) -> str:
        return f"seat {self.seat} is done, left: {self.hand or 'nothing'}"


@attrs.frozen
class StockShuffled(Value):
    """The discards came back as the stock; the order is seen by nobody (``order`` empty when redacted).

    Attributes:
        cards: The cards that were shuffled.
        order: Their order, first drawn first; empty when redacted.
    """

    cards: CardSet
    order: tuple[Card, ...]

    def __str__(self) -> str:
        return f"{len(self.cards)} discards are shuffled into the stock: {_spelled(self.order) or 'order ?'}"


@attrs.frozen
class RoundEnded(Value):
    """The round is over and all hands are shown.

    Attributes:
        outcome: Its facts.
        hands: The cards left, by seat.
    """

    outcome: Outcome
    hands: tuple[CardSet, ...]

    def __str__(self) -> str:
        outcome = self.outcome
        if outcome.declarer is None:
            why = f" ({outcome.reason})" if outcome.reason else ""
            head = f"the round is drawn{why}"
        else:
            head = f"the round ends: seat {outcome.declarer}, {outcome.ending}"
        return f"{head}; deadwood {' '.join(map(str, outcome.deadwood))}"


Event = (
    Declined
    | TookDiscard
    | DrewStock
    | LaidDown
    | LaidOff
    | Discarded
    | Knocked
    | WentBigGin
    | MeldsSpread
    | DefenceDone
    | StockShuffled
    | RoundEnded
)
"""Anything that can have happened in a round; a closed union, for ``match`` and ``assert_never``."""


def events_of(before: RoundState, action: Action, after: RoundState) -> tuple[Event, ...]:
    """What a legal action did, in order; when the round is over the last event tells so.

    Args:
        before: The state the action was done in.
        action: A legal action.
        after: The state it led to; `ginrules.transition` gives it with these events.

    Examples:
        >>> from ginrules import Decline, apply, deal, shuffled
        >>> from ginrules.presets import STANDARD
        >>> state = deal(STANDARD, shuffled(7))
        >>> events_of(state, Decline(), apply(state, Decline()))
        (Declined(seat=1),)
    """
    events = _EVENTS[type(action)](before, before.turn, action, after)
    outcome = after.outcome
    if outcome is None:
        return events
    return (*events, RoundEnded(outcome, after.hands))


def _takes(before: RoundState, seat: int, action: TakeDiscard, after: RoundState) -> tuple[Event, ...]:
    if after.outcome is not None and after.outcome.reason == "take-cap":
        return ()  # the round ends before a card moves
    cards = before.discard_pile[: -action.count - 1 : -1]
    return (TookDiscard(seat, tuple(CARDS[card] for card in cards)),)


def _last_discard_taken(before: RoundState, seat: int) -> tuple[Event, ...]:
    return (TookDiscard(seat, before.discards[-1:]),) if isinstance(before.phase, LastDiscard) else ()


# By the action: the events of the state before, the seat to act (None for a shuffle), the action, the state after.
_EVENTS: Final[Mapping[type, Callable[[RoundState, Any, Any, RoundState], tuple[Event, ...]]]] = {
    Decline: lambda _before, seat, _action, _after: (Declined(seat),),
    TakeDiscard: _takes,
    DrawStock: lambda before, seat, _action, _after: (DrewStock(seat, CARDS[before.stock_pile[-1]]),),
    LayDown: lambda _before, seat, action, _after: (LaidDown(seat, action.meld),),
    LayOff: lambda _before, seat, action, _after: (LaidOff(seat, action.card, action.onto),),
    Discard: lambda _before, seat, action, _after: (Discarded(seat, action.card),),
    Knock: lambda before, seat, action, after: (
        *_last_discard_taken(before, seat),
        Knocked(seat, action.card, CardSet(after.hand_masks[seat])),
    ),
    GoBigGin: lambda before, seat, _action, after: (
        *_last_discard_taken(before, seat),
        WentBigGin(seat, CardSet(after.hand_masks[seat])),
    ),
    Spread: lambda _before, seat, action, after: (MeldsSpread(seat, action.melds, CardSet(after.hand_masks[seat])),),
    Done: lambda before, seat, _action, _after: (DefenceDone(seat, CardSet(before.hand_masks[seat])),),
    ShuffleStock: lambda _before, _seat, action, _after: (StockShuffled(CardSet.of(action.order), action.order),),
}
