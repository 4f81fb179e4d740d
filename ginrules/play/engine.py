"""The engine: legal actions, reasons for refusals, and the next state. It only dispatches on the phase.

Three pure functions carry every variant: `legal_actions`, `why_illegal` and
`apply`. The rules of each phase are in a module of `ginrules.play.turns`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ginrules._support.values import shown
from ginrules.errors import IllegalAction, NotAnAction, RoundIsOver, WrongPhase
from ginrules.play import phases
from ginrules.play.actions import Action, ShuffleStock
from ginrules.play.deal import Seed, in_random_order
from ginrules.play.events import Event, events_of
from ginrules.play.shared import Handlers, wrong_phase
from ginrules.play.state import RoundState, expect_state
from ginrules.play.turns import discard, draw, exhausted, layoff, open_melds, spread, upcard_offer


def _in_play(state: RoundState, phase: phases.PlayTurn) -> tuple[Action, ...]:
    laid = open_melds.legal(state, phase) if state.setup.rules.open_melds else ()
    return laid + discard.legal(state, phase)


def _nothing(_state: RoundState, _phase: phases.Phase) -> tuple[Action, ...]:
    return ()


_LEGAL: Final[Mapping[type, Callable[[RoundState, Any], tuple[Action, ...]]]] = {
    phases.UpcardOffer: upcard_offer.legal,
    phases.DrawTurn: draw.legal,
    phases.DoubleOffer: draw.legal_answers,
    phases.PlayTurn: _in_play,
    phases.SpreadTurn: spread.legal,
    phases.LayoffTurn: layoff.legal,
    phases.LastDiscard: exhausted.legal,
    phases.Reshuffle: _nothing,
    phases.RoundOver: _nothing,
}
_TURNS: Final = (upcard_offer, draw, discard, open_melds, spread, layoff, exhausted)
_MOVES: Final[Mapping[type, Mapping[type, Handlers]]] = {
    phase: {action: both for turn in _TURNS for (here, action), both in turn.MOVES.items() if here is phase}
    for phase in _LEGAL
}


def _not_here(state: RoundState, action: object) -> IllegalAction:
    """Return the refusal of an action that has no move in this phase."""
    if isinstance(action, Action):
        return wrong_phase(state)
    hint = f": parse_action({shown(action)}, state) reads one from a text" if isinstance(action, str) else ""
    return NotAnAction(f"expected an action, got {shown(action)}{hint}")


def _completed(refusal: IllegalAction, state: RoundState, action: object) -> IllegalAction:
    """Return a handler's refusal with the action, the state, and the action in front of its reason."""
    refusal.action, refusal.state = action, state
    if not isinstance(refusal, NotAnAction):
        now = " now" if isinstance(refusal, WrongPhase | RoundIsOver) else ""
        refusal.args = (f"{action} is not allowed{now}: {refusal}",)
    return refusal


def legal_actions(state: RoundState) -> tuple[Action, ...]:
    """Return every action that the seat to act can take, always in the same order.

    It is empty when no seat acts: when the round is over, or chance is due (see `chance_action`).

    Examples:
        >>> import ginrules as gin
        >>> [str(action) for action in gin.legal_actions(gin.deal("standard", gin.shuffled(7)))]
        ['take', 'decline']
    """
    if type(state) is not RoundState:
        expect_state(state)
    phase = state.phase
    return _LEGAL[type(phase)](state, phase)


def why_illegal(state: RoundState, action: Action) -> IllegalAction | None:
    """Return the error that `apply` would raise, or None for a legal action.

    When a seat acts, it is None exactly for the actions that `legal_actions` lists. When chance is
    due it is None for every `ShuffleStock` of the right cards.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.why_illegal(gin.deal("standard", gin.shuffled(7)), gin.DrawStock()))
        draw is not allowed now: seat 1 must take or decline the upcard
    """
    if type(state) is not RoundState:
        expect_state(state)
    phase = state.phase
    handlers = _MOVES[type(phase)].get(type(action))
    refusal = _not_here(state, action) if handlers is None else handlers[0](state, phase, action)
    return None if refusal is None else _completed(refusal, state, action)


def apply(state: RoundState, action: Action) -> RoundState:
    """Return the state after the action. The argument stays as it is.

    Raises:
        IllegalAction: If the rules do not allow the action here. The subclass says why, and
            the error holds the action and the state.

    Examples:
        >>> import ginrules as gin
        >>> state = gin.deal("standard", gin.shuffled(7))
        >>> len(gin.apply(state, gin.TakeDiscard()).hands[1]), len(state.hands[1])
        (11, 10)
    """
    if type(state) is not RoundState:
        expect_state(state)
    phase = state.phase
    handlers = _MOVES[type(phase)].get(type(action))
    if handlers is None:
        raise _completed(_not_here(state, action), state, action)
    refusal = handlers[0](state, phase, action)
    if refusal is not None:
        raise _completed(refusal, state, action)
    return handlers[1](state, phase, action)


def step(state: RoundState, action: Action) -> RoundState:
    """Return the state after a legal action, without a check: `follow` applies what has happened."""
    phase = state.phase
    return _MOVES[type(phase)][type(action)][1](state, phase, action)


def transition(state: RoundState, action: Action) -> tuple[RoundState, tuple[Event, ...]]:
    """Return the state after the action, and the action's events.

    Raises:
        IllegalAction: As `apply`.

    Examples:
        >>> import ginrules as gin
        >>> gin.transition(gin.deal("standard", gin.shuffled(7)), gin.TakeDiscard())[1]
        (TookDiscard(seat=1, cards=(Card.parse('Qs'),)),)
    """
    after = apply(state, action)
    return after, events_of(state, action, after)


def chance_action(state: RoundState, seed: Seed) -> ShuffleStock:
    """Return the shuffle that is due, in an order drawn from the seed (by the algorithm of `shuffled`).

    Reshuffles follow *Online rules*, part 2.

    Raises:
        DealError: If the seed is neither a whole number nor a ``random.Random``.
        WrongPhase: If no shuffle is due.
        RoundIsOver: If the round is over.

    Examples:
        >>> import ginrules as gin
        >>> small = gin.presets.STANDARD.evolve(ranks=3, hand_size=2, big_gin=False, stock_exhausted="reshuffle")
        >>> state = gin.deal(small, gin.pack_of(small))
        >>> while state.turn is not None:
        ...     legal = gin.legal_actions(state)
        ...     state = gin.apply(state, next(a for a in legal if not isinstance(a, gin.Knock | gin.TakeDiscard)))
        >>> len(state.discards), len(gin.chance_action(state, seed=1).order)
        (6, 5)
    """
    expect_state(state)
    if not isinstance(state.phase, phases.Reshuffle):
        raise _completed(wrong_phase(state), state, "a shuffle")
    return ShuffleStock(in_random_order(state.discards[:-1], seed))
