"""The first half of a turn: one card from the stock or the pile, or several.

Before it a seat can double. Accepted, the round counts twice as much. Refused, it is over.
"""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.cards import CARDS, mask_of
from ginrules.errors import (
    DoublingLimitReached,
    DoublingNotOffered,
    DutyCannotBeMet,
    IllegalAction,
    MustDrawStock,
    NoDoublingRight,
    OneCardOnly,
    PileTooShort,
)
from ginrules.play.actions import (
    ACCEPT,
    DOUBLE,
    DRAW,
    REFUSE,
    TAKE,
    Accept,
    Action,
    Double,
    DrawStock,
    Refuse,
    TakeDiscard,
)
from ginrules.play.meld_placement import can_use
from ginrules.play.outcome import outcome_of
from ginrules.play.phases import DoubleOffer, DrawTurn, Phase, RoundOver, play_turn
from ginrules.play.shared import Moves, is_gin_before_draw, never_refused
from ginrules.play.state import RoundState, history_of, next_state, replace_at, with_phase

_STOCK_ONLY: Final[tuple[Action, ...]] = (DRAW,)
_EITHER: Final[tuple[Action, ...]] = (DRAW, TAKE)
_DOUBLE: Final[tuple[Action, ...]] = (DOUBLE,)
_ANSWERS: Final[tuple[Action, ...]] = (ACCEPT, REFUSE)


def legal(state: RoundState, phase: DrawTurn) -> tuple[Action, ...]:
    """Return the draw from the stock, then the takes from the pile, then the double."""
    listed: tuple[Action, ...]
    if not state.discard_pile or phase.stock_only:
        listed = _STOCK_ONLY
    elif state.setup.rules.discard_take == "top-only":
        listed = _EITHER
    else:
        listed = (DRAW, *map(TakeDiscard, _usable_takes(state, phase.seat)))
    if state.setup.rules.doubling and why_not_double(state, phase, DOUBLE) is None:
        return listed + _DOUBLE
    return listed


def _usable_takes(state: RoundState, seat: int) -> tuple[int, ...]:
    """Return how many cards the seat can take from the pile: one, or more if the deepest can be used this turn."""
    hand = state.hand_masks[seat]
    counts = [1] if state.discard_pile else []
    reachable = 0
    for count, card in enumerate(reversed(state.discard_pile), start=1):
        reachable |= 1 << card
        if count > 1 and can_use(state, hand | reachable, card):
            counts.append(count)
    return tuple(counts)


def draw(state: RoundState, phase: DrawTurn, _action: DrawStock) -> RoundState:
    """Return the state in which the seat holds the top card of the stock."""
    seat = phase.seat
    stock = state.stock_pile
    hands = state.hand_masks
    return next_state(
        state.setup,
        replace_at(hands, seat, hands[seat] | 1 << stock[-1]),
        stock[:-1],
        state.discard_pile,
        state.table,
        state.laid_masks,
        state.known_masks,
        state.memory,
        play_turn(seat, was_gin=True) if is_gin_before_draw(state, seat) else play_turn(seat),
    )


def why_not_take(state: RoundState, phase: DrawTurn, action: TakeDiscard) -> IllegalAction | None:
    """Return why the seat cannot take so deep into the pile, or None."""
    count, pile = action.count, state.discard_pile
    if phase.stock_only:
        return MustDrawStock(f"seat {phase.seat} must draw from the stock this time", seat=phase.seat)
    if not 1 <= count <= len(pile):
        return PileTooShort(f"take from 1 to {len(pile)} cards, the pile has no more", count=count, pile=len(pile))
    if count == 1:
        return None
    if state.setup.rules.discard_take == "top-only":
        return OneCardOnly("these rules allow only the top card", count=count)
    if can_use(state, state.hand_masks[phase.seat] | mask_of(pile[-count:]), pile[-count]):
        return None
    name = str(CARDS[pile[-count]])
    return DutyCannotBeMet(
        f"the deepest card, {name}, can be neither melded nor laid off this turn", count=count, card=name
    )


def take(state: RoundState, phase: DrawTurn, action: TakeDiscard) -> RoundState:
    """Return the state in which the seat holds the cards, unless the take cap ends the round before that."""
    setup = state.setup
    seat = phase.seat
    count, pile, memory = action.count, state.discard_pile, state.memory
    hands, knowns = state.hand_masks, state.known_masks
    then: Phase
    cap = setup.rules.take_cap
    if cap and memory.takes + 1 == cap:
        then = RoundOver(outcome_of(state, hands, None, "dead", "take-cap"))
    else:
        if cap:
            memory = history_of(memory.takes + 1, memory.returns, memory.put_back, memory.factor, memory.doubling_right)
        taken = mask_of(pile[-count:]) if count > 1 else 1 << pile[-1]
        if is_gin_before_draw(state, seat):
            then = play_turn(seat, taken, was_gin=True)
        else:
            then = play_turn(seat, taken) if count == 1 else play_turn(seat, owed=1 << pile[-count])
        hands = replace_at(hands, seat, hands[seat] | taken)
        knowns = replace_at(knowns, seat, knowns[seat] | taken)
        pile = pile[:-count]
    return next_state(setup, hands, state.stock_pile, pile, state.table, state.laid_masks, knowns, memory, then)


def why_not_double(state: RoundState, phase: DrawTurn, _action: Double) -> IllegalAction | None:
    """Return why the seat cannot double, or None: the right is its own, and the factor is below the limit."""
    rules, memory = state.setup.rules, state.memory
    if not rules.doubling:
        return DoublingNotOffered("these rules have no doubling")
    if memory.doubling_right not in {None, phase.seat}:
        return NoDoublingRight(
            f"seat {memory.doubling_right} has accepted a double and alone can double next", seat=memory.doubling_right
        )
    if 2 * memory.factor > rules.doubling_limit:
        return DoublingLimitReached(
            f"the round is doubled to {memory.factor}, the limit is {rules.doubling_limit}",
            factor=memory.factor,
            limit=rules.doubling_limit,
        )
    return None


def double(state: RoundState, phase: DrawTurn, _action: Double) -> RoundState:
    """Return the state in which the other seat must accept or refuse."""
    return with_phase(state, DoubleOffer(1 - phase.seat, phase.seat, phase.stock_only))


def legal_answers(_state: RoundState, _phase: DoubleOffer) -> tuple[Action, ...]:
    """Return accept and refuse, the only two."""
    return _ANSWERS


def accept(state: RoundState, phase: DoubleOffer, _action: Accept) -> RoundState:
    """Return the state in which the round counts twice as much.

    The doubler draws, and the right to double is the other seat's.
    """
    memory = state.memory
    return attrs.evolve(
        state,
        memory=attrs.evolve(memory, factor=2 * memory.factor, doubling_right=phase.seat),
        phase=DrawTurn(phase.by, phase.stock_only),
    )


def refuse(state: RoundState, phase: DoubleOffer, _action: Refuse) -> RoundState:
    """Return the end of the round, which the doubler wins at the factor before the double."""
    return with_phase(state, RoundOver(outcome_of(state, state.hand_masks, phase.by, "refused")))


MOVES: Final[Moves] = {
    (DrawTurn, DrawStock): (never_refused, draw),
    (DrawTurn, TakeDiscard): (why_not_take, take),
    (DrawTurn, Double): (why_not_double, double),
    (DoubleOffer, Accept): (never_refused, accept),
    (DoubleOffer, Refuse): (never_refused, refuse),
}
