"""The upcard offer: each seat in turn from the dealer's left can take the upcard (pagat.com, Wikipedia)."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.errors import IllegalAction, OneCardOnly
from ginrules.play.actions import DECLINE, TAKE, Action, Decline, TakeDiscard
from ginrules.play.moves import Move, always, remembers_gin
from ginrules.play.phases import DrawTurn, Phase, UpcardOffer, play_turn
from ginrules.play.state import RoundState, expect_state, replace_at, with_phase

_OFFER: Final[tuple[Action, ...]] = (TAKE, DECLINE)


def legal(state: RoundState, _phase: UpcardOffer) -> tuple[Action, ...]:
    """Return take and decline, the only two."""
    expect_state(state)  # nothing else here would refuse a view
    return _OFFER


def why_not_take(_state: RoundState, _phase: UpcardOffer, action: TakeDiscard) -> IllegalAction | None:
    """Return the refusal of more than one card, or None."""
    return None if action.count == 1 else OneCardOnly("only the upcard is offered", count=action.count)


def take(state: RoundState, phase: UpcardOffer, _action: TakeDiscard) -> RoundState:
    """Return the state in which the seat holds the upcard, which everybody has seen, and plays on."""
    seat = phase.seat
    card = state.discard_pile[-1]
    then = play_turn(seat, 1 << card)
    if remembers_gin(state) and not state.setup.tables.deadwood(state.hand_masks[seat]):
        then = play_turn(seat, 1 << card, was_gin=True)
    return attrs.evolve(
        state,
        hand_masks=replace_at(state.hand_masks, seat, state.hand_masks[seat] | 1 << card),
        known_masks=replace_at(state.known_masks, seat, state.known_masks[seat] | 1 << card),
        discard_pile=state.discard_pile[:-1],
        phase=then,
    )


def decline(state: RoundState, phase: UpcardOffer, _action: Decline) -> RoundState:
    """Return the state in which the next seat is asked, or after the dealer the first seat draws."""
    setup = state.setup
    following = (phase.seat + 1) % setup.seats
    then: Phase = UpcardOffer(following)
    if phase.seat == setup.dealer:
        then = DrawTurn(following, stock_only=setup.rules.both_pass_draw == "stock-only")
    expect_state(state)  # nothing else here would refuse a view
    return with_phase(state, then)


MOVES: Final = (
    Move(UpcardOffer, TakeDiscard, why_not_take, take),
    Move(UpcardOffer, Decline, always, decline),
)
