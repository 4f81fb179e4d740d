"""The engine: what is legal, why not, and what follows. It only dispatches on the phase.

Three pure functions carry every variant: `legal_actions`, `why_illegal` and
`apply`. The rules of each phase live in the phase's own module.
"""

from collections.abc import Callable, Mapping
from typing import Final

from ginrules._values import shown
from ginrules.errors import IllegalAction, NotAnAction
from ginrules.play.actions import Action, ShuffleStock
from ginrules.play.deal import Seed, in_random_order
from ginrules.play.events import Event, events_of
from ginrules.play.phases import (
    DrawTurn,
    LastDiscard,
    LayoffTurn,
    PlayTurn,
    Reshuffle,
    RoundOver,
    SpreadTurn,
    UpcardOffer,
)
from ginrules.play.state import RoundState, expect_state
from ginrules.play.table.moves import Step, Why, wrong_phase
from ginrules.play.turns import discard as turn
from ginrules.play.turns import draw, layoff, spread
from ginrules.play.turns import exhausted as stock
from ginrules.play.turns import open_melds as melding
from ginrules.play.turns import upcard_offer as opening


def _in_play(state: RoundState) -> tuple[Action, ...]:
    return melding.legal(state) + turn.legal(state) if state.setup.rules.open_melds else turn.legal(state)


def _nothing(state: RoundState) -> tuple[Action, ...]:
    expect_state(state)
    return ()


_LEGAL: Final[Mapping[type, Callable[[RoundState], tuple[Action, ...]]]] = {
    UpcardOffer: opening.legal,
    DrawTurn: draw.legal,
    PlayTurn: _in_play,
    SpreadTurn: spread.legal,
    LayoffTurn: layoff.legal,
    LastDiscard: stock.legal,
    Reshuffle: _nothing,
    RoundOver: _nothing,
}


def _merged() -> dict[type, dict[type, tuple[Why, Step]]]:
    moves: dict[type, dict[type, tuple[Why, Step]]] = {phase: {} for phase in _LEGAL}
    for module in (opening, draw, turn, melding, spread, layoff, stock):
        for phase, found in module.MOVES.items():
            moves[phase] |= found
    return moves


_MOVES: Final = _merged()

# What a call with something else than a state ends in; only then is it asked what was given.
_NO_STATE: Final = (AttributeError, KeyError, TypeError)


def _not_here(state: RoundState, action: object) -> IllegalAction:
    """The refusal of what has no move in this phase."""
    if isinstance(action, Action):
        return wrong_phase(state, action)
    hint = f": parse_action({shown(action)}, state) reads one from a text" if isinstance(action, str) else ""
    return NotAnAction(f"expected an action, got {shown(action)}{hint}", action=action, state=state)


def legal_actions(state: RoundState) -> tuple[Action, ...]:
    """Every action the seat to act may take, always in the same order.

    Empty when nobody is to act: when the round is over, or chance is due (see `chance_action`).

    Examples:
        >>> from ginrules.play.deal import deal, shuffled
        >>> from ginrules.presets import STANDARD
        >>> [str(action) for action in legal_actions(deal(STANDARD, shuffled(7)))]
        ['take', 'decline']
    """
    try:
        return _LEGAL[type(state.phase)](state)
    except _NO_STATE:
        expect_state(state)
        raise


def why_illegal(state: RoundState, action: Action) -> IllegalAction | None:
    """The error that `apply` would raise, or None for a legal action.

    Where somebody is to act, it is None exactly for the actions that `legal_actions` lists.
    When chance is due it is None for every proper `ShuffleStock`.

    Examples:
        >>> from ginrules.play.actions import DrawStock
        >>> from ginrules.play.deal import deal, shuffled
        >>> from ginrules.presets import STANDARD
        >>> print(why_illegal(deal(STANDARD, shuffled(7)), DrawStock()))
        draw does not belong here: seat 1 is to take or decline the upcard
    """
    try:
        move = _MOVES[type(state.phase)].get(type(action))
        refusal = _not_here(state, action) if move is None else move[0](state, action)
    except _NO_STATE:
        expect_state(state)
        raise
    if type(state) is not RoundState:
        expect_state(state)
    return refusal


def apply(state: RoundState, action: Action) -> RoundState:
    """The state after the action; the state given stays as it is.

    Raises:
        IllegalAction: If the rules do not allow the action here; the subclass tells why, and
            the error holds the action and the state.

    Examples:
        >>> from ginrules.play.actions import TakeDiscard
        >>> from ginrules.play.deal import deal, shuffled
        >>> from ginrules.presets import STANDARD
        >>> state = deal(STANDARD, shuffled(7))
        >>> len(apply(state, TakeDiscard()).hands[1]), len(state.hands[1])
        (11, 10)
    """
    try:
        move = _MOVES[type(state.phase)].get(type(action))
        if move is None:
            refusal: IllegalAction | None = _not_here(state, action)
        else:
            refusal = move[0](state, action)
            if refusal is None:
                return move[1](state, action)
    except _NO_STATE:
        expect_state(state)
        raise
    expect_state(state)
    assert refusal is not None
    raise refusal


def step(state: RoundState, action: Action) -> RoundState:
    """What the action does, unchecked: for views that replay what was legal where it was played."""
    return _MOVES[type(state.phase)][type(action)][1](state, action)


def transition(state: RoundState, action: Action) -> tuple[RoundState, tuple[Event, ...]]:
    """The state after the action and what happened, as events.

    Raises:
        IllegalAction: As `apply`.

    Examples:
        >>> from ginrules.play.actions import TakeDiscard
        >>> from ginrules.play.deal import deal, shuffled
        >>> from ginrules.presets import STANDARD
        >>> transition(deal(STANDARD, shuffled(7)), TakeDiscard())[1]
        (TookDiscard(seat=1, cards=(Card.parse('Qs'),)),)
    """
    after = apply(state, action)
    return after, events_of(state, action, after)


def chance_action(state: RoundState, seed: Seed) -> ShuffleStock:
    """The shuffle that is due, in an order drawn from the seed (the algorithm of `shuffled`; seed 001b).

    Raises:
        DealError: If the seed is neither a whole number nor a ``random.Random``.
        WrongPhase: If no shuffle is due.
        RoundIsOver: If the round is over.

    Examples:
        >>> from ginrules.play.actions import Knock, TakeDiscard
        >>> from ginrules.play.deal import STANDARD, deal, pack_of
        >>> small = STANDARD.evolve(ranks=3, hand_size=2, big_gin=False, stock_exhausted="reshuffle")
        >>> state = deal(small, pack_of(small))
        >>> while state.turn is not None:
        ...     quiet = [each for each in legal_actions(state) if not isinstance(each, Knock | TakeDiscard)]
        ...     state = apply(state, quiet[0])
        >>> len(state.discards), len(chance_action(state, seed=1).order)
        (6, 5)
    """
    expect_state(state)
    if not isinstance(state.phase, Reshuffle):
        raise wrong_phase(state, "a shuffle")
    return ShuffleStock(in_random_order(state.discards[:-1], seed))
