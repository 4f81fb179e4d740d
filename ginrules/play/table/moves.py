"""The shape of a move, and the refusals that several phases share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import attrs

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, NotInHand, RoundIsOver, WrongPhase
from ginrules.play.actions import Action
from ginrules.play.phases import Phase, RoundOver
from ginrules.play.state import RoundState

P = TypeVar("P", bound=Phase)
A = TypeVar("A", bound=Action)


@attrs.frozen
class Move(Generic[P, A]):
    """An action in a phase: its check and its effect.

    A type checker compares both handlers with the two classes. A handler gives the reason of a
    refusal; the engine adds the action and the state.

    Attributes:
        phase: The class of the phase.
        action: The class of the action.
        why_illegal: Returns the refusal, or None for a legal action.
        step: Returns the state after a legal action.
    """

    phase: type[P]
    action: type[A]
    why_illegal: Callable[[RoundState, P, A], IllegalAction | None]
    step: Callable[[RoundState, P, A], RoundState]


def always(_state: RoundState, _phase: Phase, _action: Action) -> None:
    """Return None: the action is legal whenever its phase is."""


def wrong_phase(state: RoundState) -> IllegalAction:
    """Return the refusal of an action that does not belong to the phase."""
    if isinstance(state.phase, RoundOver):
        return RoundIsOver("the round is over, deal the next one")
    turn = state.turn
    return WrongPhase(
        f"{'chance' if turn is None else f'seat {turn}'} must {state.phase.prompt}",
        phase=type(state.phase).__name__,
        turn=turn,
    )


def not_held(state: RoundState, seat: int, missing: int) -> IllegalAction:
    """Return the refusal of an action with cards, given as a mask, that the seat does not hold."""
    cards = CardSet(missing)
    return NotInHand(
        f"seat {seat} does not hold {cards}, it holds {CardSet(state.hand_masks[seat]) or 'no card'}",
        seat=seat,
        missing=str(cards),
    )
