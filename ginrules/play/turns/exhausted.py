"""The stock at its floor: the last-discard option, and the reshuffle."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.cards import CardSet, mask_of
from ginrules.errors import IllegalAction, NotTheDueShuffle, TakenThisTurn
from ginrules.melds.arrange import discards_within
from ginrules.play import shared
from ginrules.play.actions import BIG_GIN, DECLINE, KNOCK, Action, Decline, GoBigGin, Knock, ShuffleStock
from ginrules.play.outcome import outcome_of
from ginrules.play.phases import DRAW_TURNS, LastDiscard, Reshuffle, RoundOver
from ginrules.play.state import RoundState, with_phase


def legal(state: RoundState, phase: LastDiscard) -> tuple[Action, ...]:
    """Return decline, then knocks with the last discard in hand, then big gin with it."""
    setup = state.setup
    cards = _with_last_discard(state, phase)
    knocks = discards_within(setup.tables, cards, setup.knock_limit)
    if not setup.rules.return_taken_discard:
        knocks &= ~(1 << state.discard_pile[-1])
    listed: tuple[Action, ...] = (DECLINE, *(KNOCK[card] for card in CardSet(knocks)))
    if setup.rules.big_gin and not setup.tables.deadwood(cards) and _may_go_big(state, phase):
        listed += (BIG_GIN,)
    return listed


def _may_go_big(state: RoundState, phase: LastDiscard) -> bool:
    """Return whether the hand without the last discard is all melded, if big gin depends on it."""
    return not shared.needs_gin_before_draw(state) or not state.setup.tables.deadwood(state.hand_masks[phase.seat])


def _with_last_discard(state: RoundState, phase: LastDiscard) -> int:
    return state.hand_masks[phase.seat] | 1 << state.discard_pile[-1]


def decline(state: RoundState, _phase: LastDiscard, _action: Decline) -> RoundState:
    """Return the drawn round, without a further turn for the seat that discarded."""
    return with_phase(state, RoundOver(outcome_of(state, state.hand_masks, None, "dead", "declined")))


def why_not_knock(state: RoundState, phase: LastDiscard, action: Knock) -> IllegalAction | None:
    """Return why the seat cannot knock, or None: an ordinary knock, the last discard being the card taken."""
    setup = state.setup
    cards = _with_last_discard(state, phase)
    bit = 1 << action.card
    if not cards & bit:
        return shared.not_held(state, phase.seat, bit)
    if action.card == state.discard_pile[-1] and not setup.rules.return_taken_discard:
        card = str(action.card)
        return TakenThisTurn(f"{card} is the last discard, which the knock takes; discard another card", card=card)
    return shared.why_over_limit(setup.tables.deadwood(cards ^ bit), setup.knock_limit)


def knock(state: RoundState, phase: LastDiscard, action: Knock) -> RoundState:
    """Return the state in which the seat must spread: it holds the last discard and has discarded the knock card."""
    pile = state.discard_pile[:-1] + bytes((action.card,))
    return shared.declare(state, phase.seat, _with_last_discard(state, phase) & ~(1 << action.card), pile, "knock")


def why_not_big_gin(state: RoundState, phase: LastDiscard, _action: GoBigGin) -> IllegalAction | None:
    """Return why the cards held and the last discard are not big gin, or None."""
    return shared.why_not_all_melded(state, _with_last_discard(state, phase), was_gin=_may_go_big(state, phase))


def go_big_gin(state: RoundState, phase: LastDiscard, _action: GoBigGin) -> RoundState:
    """Return the state in which the seat must spread all its cards, the last discard among them."""
    return shared.declare(state, phase.seat, _with_last_discard(state, phase), state.discard_pile[:-1], "big-gin")


def why_not_shuffle(state: RoundState, _phase: Reshuffle, action: ShuffleStock) -> IllegalAction | None:
    """Return the refusal of an order that is not the pile without its top card, each card once, or None."""
    due = state.discard_pile[:-1]
    if sorted(action.order) == sorted(due):
        return None
    return NotTheDueShuffle(
        f"the order must be the {len(due)} discards below the top card, each once; it has {len(action.order)} cards",
        due=[str(card) for card in state.discards[:-1]],
    )


def shuffle(state: RoundState, phase: Reshuffle, action: ShuffleStock) -> RoundState:
    """Return the state with the discards on top of the floor cards, and the top discard as the pile."""
    put_back = mask_of(action.order)
    memory = state.memory
    earlier = tuple(pool & ~put_back for pool in memory.put_back)
    return attrs.evolve(
        state,
        stock_pile=state.stock_pile + bytes(reversed(action.order)),
        discard_pile=state.discard_pile[-1:],
        memory=attrs.evolve(memory, put_back=(*earlier, put_back)),
        phase=DRAW_TURNS[phase.seat],
    )


MOVES: Final[shared.Moves] = {
    (LastDiscard, Decline): (shared.never_refused, decline),
    (LastDiscard, Knock): (why_not_knock, knock),
    (LastDiscard, GoBigGin): (why_not_big_gin, go_big_gin),
    (Reshuffle, ShuffleStock): (why_not_shuffle, shuffle),
}
