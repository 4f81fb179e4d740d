"""The upcard offer: each seat in turn from the dealer's left may take the upcard (PG, WP)."""

from typing import Final

import attrs

from ginrules.errors import IllegalAction, OneCardOnly
from ginrules.play.actions import DECLINE, TAKE, Action, Decline, TakeDiscard
from ginrules.play.phases import DrawTurn, Phase, UpcardOffer, play_turn_with
from ginrules.play.state import RoundState, expect_state, swapped
from ginrules.play.table.moves import Moves, always

_OFFER: Final[tuple[Action, ...]] = (TAKE, DECLINE)


def legal(state: RoundState) -> tuple[Action, ...]:
    """Take or decline; nothing else."""
    expect_state(state)  # nothing else of it is looked at
    return _OFFER


def why_no_take(state: RoundState, action: TakeDiscard) -> IllegalAction | None:
    """The offer is of one card."""
    if action.count == 1:
        return None
    return OneCardOnly(f"{action}: the offer is of the upcard alone", action=action, state=state, count=action.count)


def take(state: RoundState, _action: TakeDiscard) -> RoundState:
    """The upcard goes to the seat, which plays on; everybody has seen it."""
    seat = state.phase.turn
    assert seat is not None
    card = state.discard_pile[-1]
    return attrs.evolve(
        state,
        hand_masks=swapped(state.hand_masks, seat, state.hand_masks[seat] | 1 << card),
        known_masks=swapped(state.known_masks, seat, state.known_masks[seat] | 1 << card),
        discard_pile=state.discard_pile[:-1],
        phase=play_turn_with(seat, card),
    )


def decline(state: RoundState, _action: Decline) -> RoundState:
    """The next seat is asked; after the dealer, the first seat draws."""
    setup = state.setup
    seat = state.phase.turn
    assert seat is not None
    following = (seat + 1) % setup.seats
    phase: Phase = UpcardOffer(following)
    if seat == setup.dealer:
        match setup.rules.both_pass_draw:
            case "stock-only":
                phase = DrawTurn(following, stock_only=True)
            case "any":
                phase = DrawTurn(following)
    expect_state(state)  # a view could be changed in this way
    return attrs.evolve(state, phase=phase)


MOVES: Final[Moves] = {UpcardOffer: {TakeDiscard: (why_no_take, take), Decline: (always, decline)}}
