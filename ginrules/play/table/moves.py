"""What the phases share: the shape of a move, refusals, and the end of a turn."""

from collections.abc import Callable, Mapping
from typing import Any

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, NotInHand, RoundIsOver, WrongPhase
from ginrules.play.actions import Action
from ginrules.play.phases import LastDiscard, Phase, Reshuffle, RoundOver, draw_turn
from ginrules.play.state import Memory, RoundState, next_state, swapped
from ginrules.play.table.endings import dead

Why = Callable[[RoundState, Any], IllegalAction | None]
Step = Callable[[RoundState, Any], RoundState]
Moves = Mapping[type, Mapping[type, tuple[Why, Step]]]
"""For each phase and action of a module: why it is illegal, and what it does."""


def always(_state: RoundState, _action: Action) -> None:
    """The check of an action that is legal whenever its phase is."""


def wrong_phase(state: RoundState, action: object) -> IllegalAction:
    """The refusal of an action that the phase has no place for."""
    if isinstance(state.phase, RoundOver):
        return RoundIsOver(
            f"{action} cannot be played: the round is over, deal the next one", action=action, state=state
        )
    who = "chance" if state.turn is None else f"seat {state.turn}"
    return WrongPhase(
        f"{action} does not belong here: {who} is to {state.phase.prompt}",
        action=action,
        state=state,
        phase=type(state.phase).__name__,
        turn=state.turn,
    )


def not_held(state: RoundState, action: Action, seat: int, missing: int) -> IllegalAction:
    """The refusal of an action with cards that the seat does not hold."""
    cards = CardSet(missing)
    return NotInHand(
        f"{action}: seat {seat} does not hold {cards}, it holds {CardSet(state.hand_masks[seat]) or 'no card'}",
        action=action,
        state=state,
        seat=seat,
        missing=str(cards),
    )


def after_discard_of(state: RoundState, seat: int, hand: int, known: int, pile: bytes, memory: Memory) -> RoundState:
    """The state after a plain discard: the next seat draws, or the stock is at its floor (PG, WP, RU, seed 001b)."""
    setup = state.setup
    rules = setup.rules
    hands = swapped(state.hand_masks, seat, hand)
    knowns = swapped(state.known_masks, seat, known)
    following = seat + 1
    if following == setup.seats:
        following = 0
    phase: Phase
    if rules.return_pair and memory.returns == 2:
        phase = RoundOver(dead(state, hands, "returned-pair"))
    elif len(state.stock_pile) > rules.stock_floor:
        phase = draw_turn(following)
    else:
        phase = _at_the_floor(state, hands, following, memory)
    return next_state(setup, hands, state.stock_pile, pile, state.table, state.laid_masks, knowns, memory, phase)


def _at_the_floor(state: RoundState, hands: tuple[int, ...], following: int, memory: Memory) -> Phase:
    """The phase after a discard that leaves no card of the stock to draw."""
    rules = state.setup.rules
    match rules.stock_exhausted:
        case "draw":
            return RoundOver(dead(state, hands, "stock"))
        case "last-discard-option":
            return LastDiscard(following)
        case "reshuffle":
            if rules.reshuffle_cap and len(memory.put_back) == rules.reshuffle_cap:
                return RoundOver(dead(state, hands, "reshuffle-cap"))
            return Reshuffle(following)
