"""When the stock has run down: the last-discard option (RU, OS) and the reshuffle (seed 001b)."""

from typing import Final

import attrs

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, NotTheDueShuffle, TakenThisTurn
from ginrules.melds.arrange import throws
from ginrules.play.actions import BIG_GIN, DECLINE, KNOCK, Action, Decline, GoBigGin, Knock, ShuffleStock
from ginrules.play.phases import LastDiscard, Reshuffle, RoundOver, draw_turn
from ginrules.play.state import RoundState, remember
from ginrules.play.table.endings import dead, declare, why_not_big_gin, why_over_limit
from ginrules.play.table.moves import Moves, always, not_held


def legal(state: RoundState) -> tuple[Action, ...]:
    """Decline, knocks with the last discard in hand, big gin with it."""
    setup = state.setup
    cards = _with_last_discard(state)
    knocks = throws(setup.tables, cards, setup.knock_limit)
    if not setup.rules.return_taken_discard:
        knocks &= ~(1 << state.discard_pile[-1])
    listed: tuple[Action, ...] = (DECLINE, *(KNOCK[card] for card in CardSet(knocks)))
    if setup.rules.big_gin and not setup.tables.deadwood(cards):
        listed += (BIG_GIN,)
    return listed


def _with_last_discard(state: RoundState) -> int:
    return state.hand_masks[_seat(state)] | 1 << state.discard_pile[-1]


def decline(state: RoundState, _action: Decline) -> RoundState:
    """The round is drawn; the discarder gets no further turn."""
    return attrs.evolve(state, phase=RoundOver(dead(state, state.hand_masks, "declined")))


def why_no_knock(state: RoundState, action: Knock) -> IllegalAction | None:
    """As an ordinary knock, the last discard being the card taken this turn."""
    cards = _with_last_discard(state)
    bit = 1 << action.card
    if not cards & bit:
        return not_held(state, action, _seat(state), bit)
    if action.card == state.discard_pile[-1] and not state.setup.rules.return_taken_discard:
        return TakenThisTurn(
            f"{action}: {action.card} is the last discard, which you would be taking; throw another card",
            action=action,
            state=state,
            card=str(action.card),
        )
    return why_over_limit(state, action, state.setup.tables.deadwood(cards ^ bit))


def knock(state: RoundState, action: Knock) -> RoundState:
    """The last discard is taken into the hand, the knock card goes, the spread is due."""
    pile = state.discard_pile[:-1] + bytes((action.card,))
    return declare(state, _seat(state), _with_last_discard(state) & ~(1 << action.card), pile, "knock")


def why_no_big_gin(state: RoundState, action: GoBigGin) -> IllegalAction | None:
    """The last discard and all the cards held count."""
    return why_not_big_gin(state, action, _with_last_discard(state))


def go_big_gin(state: RoundState, _action: GoBigGin) -> RoundState:
    """The last discard is taken into the hand, nothing is thrown."""
    return declare(state, _seat(state), _with_last_discard(state), state.discard_pile[:-1], "big-gin")


def why_no_shuffle(state: RoundState, action: ShuffleStock) -> IllegalAction | None:
    """All of the pile but its top card, each card once."""
    due = state.discard_pile[:-1]
    if sorted(action.order) == sorted(due):
        return None
    return NotTheDueShuffle(
        f"the order must be the {len(due)} discards below the top card, each once; it has {len(action.order)} cards",
        action=action,
        state=state,
        due=[str(card) for card in state.discards[:-1]],
    )


def shuffle(state: RoundState, action: ShuffleStock) -> RoundState:
    """The discards go on top of the floor cards; the top discard stays as the pile (seed 001b)."""
    put_back = 0
    for card in action.order:
        put_back |= 1 << card
    memory = state.memory
    earlier = tuple(pool & ~put_back for pool in memory.put_back)
    return attrs.evolve(
        state,
        stock_pile=state.stock_pile + bytes(reversed(action.order)),
        discard_pile=state.discard_pile[-1:],
        memory=remember(memory.takes, memory.returns, (*earlier, put_back)),
        phase=draw_turn(_seat(state)),
    )


def _seat(state: RoundState) -> int:
    return state.phase.seat  # type: ignore[union-attr]


MOVES: Final[Moves] = {
    LastDiscard: {
        Decline: (always, decline),
        Knock: (why_no_knock, knock),
        GoBigGin: (why_no_big_gin, go_big_gin),
    },
    Reshuffle: {ShuffleStock: (why_no_shuffle, shuffle)},
}
