"""The first half of a turn: a card from the stock or the pile (WP, all seeds), or several (seed 000 mahjong)."""

from typing import Final

from ginrules.errors import DutyCannotBeMet, IllegalAction, MustDrawStock, OneCardOnly, PileTooShort
from ginrules.play.actions import DRAW, TAKE, Action, DrawStock, TakeDiscard
from ginrules.play.phases import DrawTurn, Phase, RoundOver, play_turn, play_turn_owing, play_turn_with
from ginrules.play.state import RoundState, next_state, remember, swapped
from ginrules.play.table.endings import dead
from ginrules.play.table.meld_placement import can_place, usable_takes
from ginrules.play.table.moves import Moves, always

_STOCK_ONLY: Final[tuple[Action, ...]] = (DRAW,)
_EITHER: Final[tuple[Action, ...]] = (DRAW, TAKE)


def legal(state: RoundState) -> tuple[Action, ...]:
    """The stock, and what may be taken from the pile."""
    phase = state.phase
    assert isinstance(phase, DrawTurn)
    if not state.discard_pile or phase.stock_only:
        return _STOCK_ONLY
    match state.setup.rules.discard_take:
        case "top-only":
            return _EITHER
        case "several":
            return (DRAW, *map(TakeDiscard, usable_takes(state, phase.seat)))


def draw(state: RoundState, _action: DrawStock) -> RoundState:
    """The top card of the stock goes to the seat."""
    seat = state.phase.seat  # type: ignore[union-attr]
    stock = state.stock_pile
    hands = state.hand_masks
    return next_state(
        state.setup,
        swapped(hands, seat, hands[seat] | 1 << stock[-1]),
        stock[:-1],
        state.discard_pile,
        state.table,
        state.laid_masks,
        state.known_masks,
        state.memory,
        play_turn(seat),
    )


def why_no_take(state: RoundState, action: TakeDiscard) -> IllegalAction | None:
    """The pile may be closed, too short, or its deep card of no use."""
    phase = state.phase
    assert isinstance(phase, DrawTurn)
    count, pile = action.count, state.discard_pile
    if phase.stock_only:
        return MustDrawStock(
            f"{action}: this draw has to be from the stock", action=action, state=state, seat=phase.seat
        )
    if not 1 <= count <= len(pile):
        return PileTooShort(
            f"{action}: take from 1 to {len(pile)} cards, the pile has no more",
            action=action,
            state=state,
            count=count,
            pile=len(pile),
        )
    if count == 1:
        return None
    match state.setup.rules.discard_take:
        case "top-only":
            return OneCardOnly(
                f"{action}: only the top card may be taken under these rules", action=action, state=state, count=count
            )
        case "several":
            return _why_no_deep_take(state, action, phase.seat)


def _why_no_deep_take(state: RoundState, action: TakeDiscard, seat: int) -> IllegalAction | None:
    """The deepest card taken must be melded or laid off in this turn."""
    count, pile = action.count, state.discard_pile
    hand = state.hand_masks[seat]
    for card in pile[-count:]:
        hand |= 1 << card
    if can_place(state, hand, pile[-count]):
        return None
    return DutyCannotBeMet(
        f"{action}: the deepest card, {state.discards[-count]}, could be neither melded nor laid off this turn",
        action=action,
        state=state,
        count=count,
        card=str(state.discards[-count]),
    )


def take(state: RoundState, action: TakeDiscard) -> RoundState:
    """Cards from the top of the pile go to the seat; the take cap ends the round before one moves."""
    setup = state.setup
    seat = state.phase.seat  # type: ignore[union-attr]
    count, pile, memory = action.count, state.discard_pile, state.memory
    hands, knowns = state.hand_masks, state.known_masks
    phase: Phase
    cap = setup.rules.take_cap
    if cap and memory.takes + 1 == cap:
        phase = RoundOver(dead(state, hands, "take-cap"))
    else:
        if cap:
            memory = remember(memory.takes + 1, memory.returns, memory.put_back)
        taken = 0
        for card in pile[-count:]:
            taken |= 1 << card
        deepest = pile[-count]
        phase = play_turn_with(seat, deepest) if count == 1 else play_turn_owing(seat, deepest)
        hands = swapped(hands, seat, hands[seat] | taken)
        knowns = swapped(knowns, seat, knowns[seat] | taken)
        pile = pile[:-count]
    return next_state(setup, hands, state.stock_pile, pile, state.table, state.laid_masks, knowns, memory, phase)


MOVES: Final[Moves] = {DrawTurn: {DrawStock: (always, draw), TakeDiscard: (why_no_take, take)}}
