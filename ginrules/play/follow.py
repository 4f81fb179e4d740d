"""Events as one seat can see them, and a view kept up to date from them alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Final, get_args

import attrs

from ginrules._support.values import index_of, wrong_type
from ginrules.cards import Card, CardSet
from ginrules.play import actions, events
from ginrules.play.determinize import place_hidden_cards, unseen_by_origin
from ginrules.play.engine import step
from ginrules.play.events import DrewStock, Event, RoundEnded, StockShuffled, TookDiscard
from ginrules.play.phases import LastDiscard, RoundOver
from ginrules.play.view import PlayerView, expect_view
from ginrules.play.view import view as view_of

_EVENTS: Final = frozenset(get_args(Event))


def expect_event(event: object) -> None:
    """Refuse a value that is not an event."""
    if type(event) not in _EVENTS:
        raise wrong_type("an event", event, "ginrules.transition(state, action) gives the events of an action")


def redact(event: Event, seat: int | None) -> Event:
    """Return the event as this seat can see it (None: a spectator).

    Hidden are the card another seat draws from the stock, and a reshuffle's order.

    Examples:
        >>> import ginrules as gin
        >>> gin.redact(gin.DrewStock(0, gin.Card.parse("7h")), 1)
        DrewStock(seat=0, card=None)
    """
    expect_event(event)
    if seat is not None and index_of(seat) is None:
        raise wrong_type("a seat or None", seat)
    if isinstance(event, DrewStock) and event.seat != seat:
        return DrewStock(event.seat, None)
    if isinstance(event, StockShuffled):
        return StockShuffled(event.cards, ())
    return event


def follow(view: PlayerView, event: Event) -> PlayerView:
    """Return the view after an event as this seat saw it (see `redact`).

    Folding it over all events of a round gives the view of the last state. Between the event that
    ends a round and its `RoundEnded` the phase does not change, and no action is legal.

    Examples:
        >>> import ginrules as gin
        >>> state = gin.deal("standard", gin.shuffled(7))
        >>> after, events = gin.transition(state, gin.TakeDiscard())
        >>> gin.follow(gin.view(state, 0), gin.redact(events[0], 0)) == gin.view(after, 0)
        True
    """
    expect_view(view)
    expect_event(event)
    if isinstance(event, RoundEnded):
        return _ended(view, event)
    if isinstance(event, TookDiscard) and isinstance(view.phase, LastDiscard):
        return view  # the knock or big gin that goes with it is the next event
    # the rules are applied to any state that fits all that is known: its effects are public
    action, holds, next_card = action_of(view, event)
    state = place_hidden_cards(view, unseen_by_origin(view), holds=holds, next_card=next_card)
    after = step(state, action)
    if after.is_over:
        after = attrs.evolve(after, phase=view.phase)
        return attrs.evolve(view_of(after, view.seat), has_ended_round=view.turn == view.seat)
    return view_of(after, view.seat)


def _ended(view: PlayerView, event: RoundEnded) -> PlayerView:
    shown = CardSet()
    for hand in event.hands:
        shown |= hand
    return attrs.evolve(
        view,
        known=event.hands,
        unseen=view.unseen - shown,
        hidden_counts=tuple((0,) * len(counts) for counts in view.hidden_counts),
        phase=RoundOver(event.outcome),
        has_ended_round=False,
    )


def action_of(view: PlayerView, event: Event) -> tuple[actions.Action, dict[int, CardSet], Card | None]:
    """Return an event's action, the cards a seat must have held, and the card that was on the stock."""
    if isinstance(event, StockShuffled):
        return actions.ShuffleStock(event.order or view.discards[:-1]), {}, None
    assert not isinstance(event, RoundEnded), "`follow` handles it before"
    action, held = _PLAYED[type(event)](event)
    return action, {event.seat: held} if held else {}, event.card if isinstance(event, DrewStock) else None


_NO_CARDS: Final = CardSet()

# By the kind of event: its action, and the cards that the seat must have held.
_PLAYED: Final[Mapping[type, Callable[[Any], tuple[actions.Action, CardSet]]]] = {
    events.Declined: lambda _: (actions.DECLINE, _NO_CARDS),
    events.TookDiscard: lambda event: (actions.TakeDiscard(len(event.cards)), _NO_CARDS),
    events.DrewStock: lambda _: (actions.DRAW, _NO_CARDS),
    events.LaidDown: lambda event: (actions.LayDown(event.meld), event.meld.cards),
    events.LaidOff: lambda event: (actions.LayOff(event.card, event.onto), CardSet.of([event.card])),
    events.Discarded: lambda event: (actions.Discard(event.card), CardSet.of([event.card])),
    events.Knocked: lambda event: (actions.Knock(event.card), event.hand | event.card),
    events.WentBigGin: lambda event: (actions.BIG_GIN, event.hand),
    events.MeldsSpread: lambda event: (
        actions.Spread(event.melds),
        reduce(or_, (meld.cards for meld in event.melds), event.unmelded),
    ),
    events.DefenceDone: lambda event: (actions.DONE, event.hand),
    events.Doubled: lambda _: (actions.DOUBLE, _NO_CARDS),
    events.Accepted: lambda _: (actions.ACCEPT, _NO_CARDS),
    events.Refused: lambda _: (actions.REFUSE, _NO_CARDS),
}
