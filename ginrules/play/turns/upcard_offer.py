"""The upcard offer: each seat in turn from the dealer's left can take the upcard."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.errors import IllegalAction, OneCardOnly
from ginrules.play.actions import DECLINE, TAKE, Action, Decline, TakeDiscard
from ginrules.play.phases import DrawTurn, Phase, UpcardOffer, play_turn
from ginrules.play.shared import Moves, is_gin_before_draw, never_refused
from ginrules.play.state import RoundState, replace_at, with_phase

_OFFER: Final[tuple[Action, ...]] = (TAKE, DECLINE)


def legal(_state: RoundState, _phase: UpcardOffer) -> tuple[Action, ...]:
    """Return take and decline, the only two."""
    return _OFFER


def why_not_take(_state: RoundState, _phase: UpcardOffer, action: TakeDiscard) -> IllegalAction | None:
    """Return the refusal of more than one card, or None."""
    return None if action.count == 1 else OneCardOnly("only the upcard is offered", count=action.count)


def take(state: RoundState, phase: UpcardOffer, _action: TakeDiscard) -> RoundState:
    """Return the state in which the seat holds the upcard, which everybody has seen, and plays on."""
    seat = phase.seat
    upcard = 1 << state.discard_pile[-1]
    return attrs.evolve(
        state,
        hand_masks=replace_at(state.hand_masks, seat, state.hand_masks[seat] | upcard),
        known_masks=replace_at(state.known_masks, seat, state.known_masks[seat] | upcard),
        discard_pile=state.discard_pile[:-1],
        phase=play_turn(seat, upcard, was_gin=True) if is_gin_before_draw(state, seat) else play_turn(seat, upcard),
    )


def decline(state: RoundState, phase: UpcardOffer, _action: Decline) -> RoundState:
    """Return the state in which the next seat is asked, or after the dealer the first seat draws."""
    setup = state.setup
    following = (phase.seat + 1) % setup.seats
    then: Phase = UpcardOffer(following)
    if phase.seat == setup.dealer:
        then = DrawTurn(following, stock_only=setup.rules.both_pass_draw == "stock-only")
    return with_phase(state, then)


MOVES: Final[Moves] = {
    (UpcardOffer, TakeDiscard): (why_not_take, take),
    (UpcardOffer, Decline): (never_refused, decline),
}
