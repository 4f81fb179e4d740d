"""Events as one seat can see them, and a view kept up to date from them alone."""

from __future__ import annotations

from typing import Final, get_args

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


def action_of(  # noqa: C901, PLR0912 - a line for each kind of event
    view: PlayerView, event: Event
) -> tuple[actions.Action, dict[int, CardSet], Card | None]:
    """Return an event's action, the cards a seat must have held, and the card that was on the stock."""
    match event:
        case events.Declined():
            return actions.DECLINE, {}, None
        case events.TookDiscard():
            return actions.TakeDiscard(len(event.cards)), {}, None
        case events.DrewStock():
            return actions.DRAW, {}, event.card
        case events.LaidDown():
            return actions.LayDown(event.meld), {event.seat: event.meld.cards}, None
        case events.LaidOff():
            return actions.LayOff(event.card, event.onto), {event.seat: CardSet.of([event.card])}, None
        case events.Discarded():
            return actions.Discard(event.card), {event.seat: CardSet.of([event.card])}, None
        case events.Knocked():
            return actions.Knock(event.card), {event.seat: event.hand | event.card}, None
        case events.WentBigGin():
            return actions.BIG_GIN, {event.seat: event.hand}, None
        case events.MeldsSpread():
            cards = event.unmelded
            for meld in event.melds:
                cards |= meld.cards
            return actions.Spread(event.melds), {event.seat: cards}, None
        case events.DefenceDone():
            return actions.DONE, {event.seat: event.hand}, None
        case events.Doubled():
            return actions.DOUBLE, {}, None
        case events.Accepted():
            return actions.ACCEPT, {}, None
        case events.Refused():
            return actions.REFUSE, {}, None
        case events.StockShuffled():
            return actions.ShuffleStock(event.order or view.discards[:-1]), {}, None
        case events.RoundEnded():
            raise AssertionError("`follow` handles it before")
