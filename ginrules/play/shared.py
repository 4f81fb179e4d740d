"""What several phases share: the form of their tables, refusals, and how a turn, the play and the round end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from ginrules.cards import CardSet
from ginrules.errors import (
    BigGinNeedsGin,
    BigGinNotOffered,
    IllegalAction,
    NotBigGin,
    NotInHand,
    RoundIsOver,
    TooMuchDeadwood,
    WrongPhase,
)
from ginrules.play.actions import Action
from ginrules.play.outcome import Ending, outcome_of
from ginrules.play.phases import DRAW_TURNS, LastDiscard, LayoffTurn, Phase, Reshuffle, RoundOver, SpreadTurn
from ginrules.play.state import History, RoundState, next_state, replace_at, with_phase

Handlers = tuple[Callable[[RoundState, Any, Any], IllegalAction | None], Callable[[RoundState, Any, Any], RoundState]]
"""For an action in a phase: why it is refused (None for a legal action), and the state after it.

The engine adds the action and the state to a refusal.
"""
Moves = Mapping[tuple[type, type], Handlers]
"""The handlers of a module by phase and action."""


def never_refused(_state: RoundState, _phase: Phase, _action: Action) -> None:
    """Return None: in its phase the action is always legal."""


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


# --- the state after a discard, a declaration or a spread -----------------------------------------


def end_turn(state: RoundState, seat: int, hand: int, known: int, pile: bytes, memory: History) -> RoundState:
    """Return the state after a plain discard: the next seat draws, or the stock is at its floor."""
    setup = state.setup
    rules = setup.rules
    hands = replace_at(state.hand_masks, seat, hand)
    knowns = replace_at(state.known_masks, seat, known)
    following = seat + 1
    if following == setup.seats:
        following = 0
    phase: Phase
    if rules.return_pair and memory.returns == 2:
        phase = RoundOver(outcome_of(state, hands, None, "dead", "returned-pair"))
    elif len(state.stock_pile) > rules.stock_floor:
        phase = DRAW_TURNS[following]
    else:
        phase = _phase_at_the_floor(state, hands, following, memory)
    return next_state(setup, hands, state.stock_pile, pile, state.table, state.laid_masks, knowns, memory, phase)


def _phase_at_the_floor(state: RoundState, hands: tuple[int, ...], following: int, memory: History) -> Phase:
    """Return the phase after a discard that leaves no card of the stock to draw."""
    rules = state.setup.rules
    match rules.stock_exhausted:
        case "draw":
            return RoundOver(outcome_of(state, hands, None, "dead", "stock"))
        case "last-discard-option":
            return LastDiscard(following)
        case "reshuffle":
            if rules.reshuffle_cap and len(memory.put_back) == rules.reshuffle_cap:
                return RoundOver(outcome_of(state, hands, None, "dead", "reshuffle-cap"))
            return Reshuffle(following)


def why_over_limit(left: int, limit: int) -> IllegalAction | None:
    """Return the refusal of a declaration that leaves these points of deadwood, or None within the limit."""
    if left <= limit:
        return None
    return TooMuchDeadwood(f"it leaves {left} points of deadwood, the limit is {limit}", deadwood=left, limit=limit)


def needs_gin_before_draw(state: RoundState) -> bool:
    """Return whether a turn must remember that its hand was all melded before the draw."""
    rules = state.setup.rules
    return rules.big_gin_needs_gin and rules.big_gin


def is_gin_before_draw(state: RoundState, seat: int) -> bool:
    """Return whether the hand is all melded, in rules where big gin depends on it."""
    rules = state.setup.rules
    return rules.big_gin_needs_gin and rules.big_gin and not state.setup.tables.deadwood(state.hand_masks[seat])


def has_drawn(state: RoundState) -> bool:
    """Return whether a turn began with a draw: every turn does, except the first after a deal of eleven cards."""
    return state.setup.rules.opening != "eleven-cards" or bool(state.discard_pile)


def why_not_all_melded(state: RoundState, cards: int, *, was_gin: bool) -> IllegalAction | None:
    """Return why these cards are not big gin, or None."""
    if not state.setup.rules.big_gin:
        return BigGinNotOffered("these rules have no big gin, knock with the last card")
    left = state.setup.tables.deadwood(cards)
    if not left and (was_gin or not needs_gin_before_draw(state)):
        return None
    if not left:
        return BigGinNeedsGin("the hand was not all melded before this turn's draw; discard a card for gin")
    return NotBigGin(f"{left} points of the {cards.bit_count()} cards held stay unmelded", deadwood=left)


def declare(state: RoundState, seat: int, hand: int, pile: bytes, ending: Ending) -> RoundState:
    """Return the state after a knock or big gin: the hand is open to all, and the seat must spread."""
    return attrs.evolve(
        state,
        hand_masks=replace_at(state.hand_masks, seat, hand),
        known_masks=replace_at(state.known_masks, seat, hand),
        discard_pile=pile,
        phase=SpreadTurn(seat, seat, ending),
    )


def end_by_going_out(state: RoundState, seat: int) -> RoundState:
    """Return the end of a round in which the seat has no card left, in open melding."""
    return with_phase(state, RoundOver(outcome_of(state, state.hand_masks, seat, "out")))


def next_defender(state: RoundState, after: int, declarer: int, ending: Ending) -> RoundState:
    """Return the state in which the seat left of `after` defends. Back at the declarer the round is over.

    After gin a defender is passed over unless these rules let defenders lay off or name their melds.
    """
    seat = (after + 1) % state.setup.seats
    phase: Phase
    if seat == declarer or not (can_lay_off(state, ending) or state.setup.rules.defender_melds == "named"):
        phase = RoundOver(outcome_of(state, state.hand_masks, declarer, ending))
    elif can_lay_off(state, ending):
        phase = LayoffTurn(seat, declarer, ending)
    else:
        phase = SpreadTurn(seat, declarer, ending)
    return with_phase(state, phase)


def can_lay_off(state: RoundState, ending: Ending) -> bool:
    """Return whether defenders get a lay-off turn: always after a knock, after gin only if the rules say so."""
    return ending == "knock" or state.setup.rules.lays_off_after_gin
