"""The engine: legal actions, reasons for refusals, and the next state. It only dispatches on the phase.

Three pure functions carry every variant: `legal_actions`, `why_illegal` and
`apply`. The rules of each phase are in the phase's own module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, cast

from ginrules._support.values import shown
from ginrules.errors import IllegalAction, NotAnAction, RoundIsOver, WrongPhase
from ginrules.play.actions import Action, ShuffleStock
from ginrules.play.deal import Seed, in_random_order
from ginrules.play.events import Event, events_of
from ginrules.play.moves import Move, wrong_phase
from ginrules.play.phases import (
    DoubleOffer,
    DrawTurn,
    LastDiscard,
    LayoffTurn,
    Phase,
    PlayTurn,
    Reshuffle,
    RoundOver,
    SpreadTurn,
    UpcardOffer,
)
from ginrules.play.state import RoundState, expect_state
from ginrules.play.turns import discard, draw, exhausted, layoff, open_melds, spread, upcard_offer

P = TypeVar("P", bound=Phase)

# `Move` and `_listing` let a type checker verify that a handler is filed under its own phase.
_Listing = Callable[[RoundState, Any], tuple[Action, ...]]
_Why = Callable[[RoundState, Any, Any], IllegalAction | None]
_Step = Callable[[RoundState, Any, Any], RoundState]


def _listing(phase: type[P], legal: Callable[[RoundState, P], tuple[Action, ...]]) -> tuple[type, _Listing]:
    return phase, legal


def _in_play(state: RoundState, phase: PlayTurn) -> tuple[Action, ...]:
    laid = open_melds.legal(state, phase) if state.setup.rules.open_melds else ()
    return laid + discard.legal(state, phase)


def _nothing(state: RoundState, _phase: Phase) -> tuple[Action, ...]:
    expect_state(state)
    return ()


_LEGAL: Final[Mapping[type, _Listing]] = dict(
    (
        _listing(UpcardOffer, upcard_offer.legal),
        _listing(DrawTurn, draw.legal),
        _listing(PlayTurn, _in_play),
        _listing(SpreadTurn, spread.legal),
        _listing(LayoffTurn, layoff.legal),
        _listing(LastDiscard, exhausted.legal),
        _listing(Reshuffle, _nothing),
        _listing(RoundOver, _nothing),
        _listing(DoubleOffer, draw.legal_answers),
    )
)


_TURNS: Final = (upcard_offer, draw, discard, open_melds, spread, layoff, exhausted)
_MOVES: Final[Mapping[type, Mapping[type, tuple[_Why, _Step]]]] = {
    phase: {
        move.action: (move.why_illegal, move.step)
        for module in _TURNS
        for move in cast("tuple[Move[Any, Any], ...]", module.MOVES)
        if move.phase is phase
    }
    for phase in _LEGAL
}

# The errors of a call whose argument is not a state; only then is the argument checked.
_NO_STATE: Final = (AttributeError, KeyError, TypeError)


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
    try:
        phase = state.phase
        return _LEGAL[type(phase)](state, phase)
    except _NO_STATE:
        expect_state(state)
        raise


def why_illegal(state: RoundState, action: Action) -> IllegalAction | None:
    """Return the error that `apply` would raise, or None for a legal action.

    When a seat acts, it is None exactly for the actions that `legal_actions` lists. When chance is
    due it is None for every `ShuffleStock` of the right cards.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.why_illegal(gin.deal("standard", gin.shuffled(7)), gin.DrawStock()))
        draw is not allowed now: seat 1 must take or decline the upcard
    """
    try:
        phase = state.phase
        handlers = _MOVES[type(phase)].get(type(action))
        refusal = _not_here(state, action) if handlers is None else handlers[0](state, phase, action)
    except _NO_STATE:
        expect_state(state)
        raise
    if type(state) is not RoundState:
        expect_state(state)
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
    try:
        phase = state.phase
        handlers = _MOVES[type(phase)].get(type(action))
        if handlers is None:
            refusal = _not_here(state, action)
        else:
            reason = handlers[0](state, phase, action)
            if reason is None:
                return handlers[1](state, phase, action)
            refusal = reason
    except _NO_STATE:
        expect_state(state)
        raise
    expect_state(state)
    raise _completed(refusal, state, action)


def step(state: RoundState, action: Action) -> RoundState:
    """Return the state after an action that is known to be legal: for views that replay a round."""
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
    if not isinstance(state.phase, Reshuffle):
        raise _completed(wrong_phase(state), state, "a shuffle")
    return ShuffleStock(in_random_order(state.discards[:-1], seed))
