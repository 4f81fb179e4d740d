"""Events of a round: derived from the states before and after an action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

import attrs

from ginrules._support.printed import clean
from ginrules._support.values import Value, as_items, expect, wrong_type
from ginrules.cards import CARDS, Card, CardSet, cards_text
from ginrules.melds.meld import Meld
from ginrules.play import actions
from ginrules.play.outcome import Outcome, outcome_text
from ginrules.play.phases import LastDiscard
from ginrules.play.state import RoundState, expect_state


class _Event(Value):
    """An event, whose text names the seats by their numbers."""

    __slots__ = ()

    def __str__(self) -> str:
        return event_text(cast(Event, self))


@attrs.frozen
class Declined(_Event):
    """A seat refused the upcard or the last discard.

    Attributes:
        seat: The seat.
    """

    seat: int


@attrs.frozen
class TookDiscard(_Event):
    """A seat took cards from the top of the pile, top card first.

    Attributes:
        seat: The seat.
        cards: The cards, top card first.
    """

    seat: int
    cards: tuple[Card, ...]


@attrs.frozen
class DrewStock(_Event):
    """A seat drew the top card of the stock. Others do not see it (``card`` None).

    Attributes:
        seat: The seat.
        card: The card. None for those who do not see it.
    """

    seat: int
    card: Card | None


@attrs.frozen
class LaidDown(_Event):
    """A seat laid a meld on the table.

    Attributes:
        seat: The seat.
        meld: The meld.
    """

    seat: int
    meld: Meld


@attrs.frozen
class LaidOff(_Event):
    """A seat laid a card off on the meld at a place of the table.

    Attributes:
        seat: The seat.
        card: The card.
        onto: The meld's number on the table, from 0.
    """

    seat: int
    card: Card
    onto: int


@attrs.frozen
class Discarded(_Event):
    """A seat discarded a card.

    Attributes:
        seat: The seat.
        card: The card, now the top of the pile.
    """

    seat: int
    card: Card


@attrs.frozen
class Knocked(_Event):
    """A seat discarded a card and knocked. Its hand is open from now on.

    Attributes:
        seat: The seat.
        card: The card discarded.
        hand: The cards it keeps.
    """

    seat: int
    card: Card
    hand: CardSet


@attrs.frozen
class WentBigGin(_Event):
    """A seat declared big gin. Its hand is open from now on.

    Attributes:
        seat: The seat.
        hand: All its cards.
    """

    seat: int
    hand: CardSet


@attrs.frozen
class MeldsSpread(_Event):
    """A seat showed its melds. ``unmelded`` holds the cards that it kept.

    Attributes:
        seat: The seat.
        melds: The melds shown, in spread order.
        unmelded: The cards it kept.
    """

    seat: int
    melds: tuple[Meld, ...]
    unmelded: CardSet


@attrs.frozen
class DefenceDone(_Event):
    """A defender ended its lay-offs. Its hand is open from now on.

    Attributes:
        seat: The defender's seat.
        hand: The cards it has left.
    """

    seat: int
    hand: CardSet


@attrs.frozen
class Doubled(_Event):
    """A seat offered to double the round's worth.

    Attributes:
        seat: The seat.
    """

    seat: int


@attrs.frozen
class Accepted(_Event):
    """A seat accepted a double: the round counts twice as much.

    Attributes:
        seat: The seat.
    """

    seat: int


@attrs.frozen
class Refused(_Event):
    """A seat refused a double and lost the round.

    Attributes:
        seat: The seat.
    """

    seat: int


@attrs.frozen
class StockShuffled(_Event):
    """The discards came back as the stock. No seat sees the order (``order`` is empty when redacted).

    Attributes:
        cards: The cards that were shuffled.
        order: Their order, first drawn first. Empty when redacted.
    """

    cards: CardSet
    order: tuple[Card, ...]


@attrs.frozen
class RoundEnded(_Event):
    """The round is over and all hands are shown.

    Attributes:
        outcome: Its facts.
        hands: The cards left, by seat.
    """

    outcome: Outcome
    hands: tuple[CardSet, ...]


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
    | Doubled
    | Accepted
    | Refused
    | StockShuffled
    | RoundEnded
)
"""Anything that can happen in a round. A closed union, for ``match`` and ``assert_never``."""


def event_text(event: Event, names: Sequence[str] | None = None) -> str:
    """Return the event as a sentence without a full stop. A card that the seat did not see is ``?``.

    Args:
        event: The event.
        names: The seats' names. ``seat 0``, ``seat 1``, … if left out.

    Raises:
        WrongTypeError: If this is not an event, or a name is missing.

    Examples:
        >>> from ginrules.play.events import event_text
        >>> import ginrules as gin
        >>> event_text(gin.DrewStock(1, None), ["Ann", "Bo"])
        'Bo draws ? from the stock'
    """
    expect(event, Event, "an event", "transition(state, action) gives them")
    match event:
        case StockShuffled(cards, order):
            shown = f": {cards_text(order)}" if order else ""
            return f"{len(cards)} discards are shuffled into the stock{shown}"
        case RoundEnded(outcome):
            return outcome_text(outcome, names)
        case _:
            texts = () if names is None else as_items(names, "the names of the seats in a list")
            if names is not None and event.seat >= len(texts):
                raise wrong_type(f"a name for each seat, seat {event.seat} included", names)
            name = clean(str(texts[event.seat])) if texts else f"seat {event.seat}"
            return f"{name} {_PHRASES[type(event)](event)}"


# By the kind of event: what its seat does.
_PHRASES: Final[Mapping[type, Callable[[Any], str]]] = {
    Declined: lambda _: "declines",
    TookDiscard: lambda event: f"takes {cards_text(event.cards)}",
    DrewStock: lambda event: f"draws {'?' if event.card is None else event.card} from the stock",
    LaidDown: lambda event: f"lays {event.meld}",
    LaidOff: lambda event: f"lays off {event.card} on meld {event.onto}",
    Discarded: lambda event: f"discards {event.card}",
    Knocked: lambda event: f"discards {event.card} and knocks",
    WentBigGin: lambda _: "declares big gin",
    MeldsSpread: lambda event: f"spreads {' / '.join(map(str, event.melds)) or 'nothing'}",
    DefenceDone: lambda _: "is done",
    Doubled: lambda _: "doubles",
    Accepted: lambda _: "accepts the double",
    Refused: lambda _: "refuses the double",
}


def events_of(before: RoundState, action: actions.Action, after: RoundState) -> tuple[Event, ...]:
    """Return a legal action's events, in order. If it ends the round, the last event is `RoundEnded`.

    Args:
        before: The state the action was done in.
        action: A legal action.
        after: The state it led to. `ginrules.transition` gives it with these events.

    Raises:
        WrongTypeError: If these are not a state, an action and a state.

    Examples:
        >>> from ginrules.play.events import events_of
        >>> import ginrules as gin
        >>> state = gin.deal("standard", gin.shuffled(7))
        >>> events_of(state, gin.Decline(), gin.apply(state, gin.Decline()))
        (Declined(seat=1),)
    """
    try:
        events = _EVENTS[type(action)](before, before.turn, action, after)
        outcome = after.outcome
    except (AttributeError, KeyError):  # checked only after a failure: every action passes here
        expect_state(before)
        expect(action, actions.Action, "an action", "legal_actions(state) lists them")
        expect_state(after)
        raise
    if outcome is None:
        return events
    return (*events, RoundEnded(outcome, after.hands))


def _takes(before: RoundState, seat: int, action: actions.TakeDiscard, after: RoundState) -> tuple[Event, ...]:
    if after.outcome is not None and after.outcome.reason == "take-cap":
        return ()  # the round ends before a card moves
    cards = before.discard_pile[: -action.count - 1 : -1]
    return (TookDiscard(seat, tuple(CARDS[card] for card in cards)),)


def _last_discard_taken(before: RoundState, seat: int) -> tuple[Event, ...]:
    return (TookDiscard(seat, before.discards[-1:]),) if isinstance(before.phase, LastDiscard) else ()


# By the action: the events of the state before, the seat to act (None for a shuffle), the action, the state after.
_EVENTS: Final[Mapping[type, Callable[[RoundState, Any, Any, RoundState], tuple[Event, ...]]]] = {
    actions.Decline: lambda _before, seat, _action, _after: (Declined(seat),),
    actions.TakeDiscard: _takes,
    actions.DrawStock: lambda before, seat, _action, _after: (DrewStock(seat, CARDS[before.stock_pile[-1]]),),
    actions.LayDown: lambda _before, seat, action, _after: (LaidDown(seat, action.meld),),
    actions.LayOff: lambda _before, seat, action, _after: (LaidOff(seat, action.card, action.onto),),
    actions.Discard: lambda _before, seat, action, _after: (Discarded(seat, action.card),),
    actions.Knock: lambda before, seat, action, after: (
        *_last_discard_taken(before, seat),
        Knocked(seat, action.card, CardSet(after.hand_masks[seat])),
    ),
    actions.GoBigGin: lambda before, seat, _action, after: (
        *_last_discard_taken(before, seat),
        WentBigGin(seat, CardSet(after.hand_masks[seat])),
    ),
    actions.Spread: lambda _before, seat, action, after: (
        MeldsSpread(seat, action.melds, CardSet(after.hand_masks[seat])),
    ),
    actions.Done: lambda before, seat, _action, _after: (DefenceDone(seat, CardSet(before.hand_masks[seat])),),
    actions.ShuffleStock: lambda _before, _seat, action, _after: (
        StockShuffled(CardSet.of(action.order), action.order),
    ),
    actions.Double: lambda _before, seat, _action, _after: (Doubled(seat),),
    actions.Accept: lambda _before, seat, _action, _after: (Accepted(seat),),
    actions.Refuse: lambda _before, seat, _action, _after: (Refused(seat),),
}
