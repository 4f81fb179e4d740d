"""The second half of a turn: a discard, a knock or big gin (WP, PG, all seeds)."""

from functools import lru_cache
from typing import Final

import attrs

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, KnockNotAllowed, MustUseTakenCard, TakenThisTurn
from ginrules.melds.arrange import throws
from ginrules.play.actions import BIG_GIN, DISCARD, KNOCK, Action, Discard, GoBigGin, Knock
from ginrules.play.phases import PlayTurn
from ginrules.play.state import RoundState, remember, swapped
from ginrules.play.table.endings import declare, gone_out, why_not_big_gin, why_over_limit
from ginrules.play.table.moves import Moves, after_discard_of, not_held

_SUIT: Final = 8191
_AS_BYTES: Final = tuple(bytes((card,)) for card in range(52))


class _Listed(dict[int, tuple[Action, ...]]):
    """For each mask of one suit, the actions of its cards; filled as they are asked for."""

    def __init__(self, actions: tuple[Action, ...]) -> None:
        super().__init__()
        self._actions = actions

    def __missing__(self, ranks: int) -> tuple[Action, ...]:
        found = self[ranks] = tuple(self._actions[rank] for rank in range(13) if ranks >> rank & 1)
        return found


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (_Listed(DISCARD[13 * suit : 13 * suit + 13]) for suit in range(4))


def legal(state: RoundState) -> tuple[Action, ...]:
    """Discards, then knocks (both by ascending card), then big gin."""
    phase = state.phase
    assert isinstance(phase, PlayTurn)
    setup = state.setup
    rules = setup.rules
    hand = state.hand_masks[phase.seat]
    free = hand if rules.return_taken_discard else _free(hand, phase.taken.mask)
    if phase.owed:
        return ()
    listed = _CLUBS[free & _SUIT] + _DIAMONDS[free >> 13 & _SUIT] + _HEARTS[free >> 26 & _SUIT] + _SPADES[free >> 39]
    if rules.open_melds:
        return listed
    knocks = throws(setup.tables, hand, setup.knock_limit) & free
    if not knocks and not (rules.big_gin and _none_to_spare(hand.bit_count(), rules.min_set, rules.min_run)):
        return listed
    listed += tuple(KNOCK[card] for card in CardSet(knocks))
    if rules.big_gin and setup.tables.deadwood(hand) == 0:
        listed += (BIG_GIN,)
    return listed


@lru_cache(maxsize=1024)
def _none_to_spare(cards: int, min_set: int, min_run: int) -> bool:
    """Whether so many cards can all be melded without one that could be thrown and leave gin.

    Only then can big gin be where no knock is; eleven cards in melds of three or more cannot.
    """
    return any((cards - taken) % min_run == 0 for taken in range(0, cards + 1, min_set))


def _free(hand: int, taken: int) -> int:
    """The cards that may be thrown: not the one just taken, unless it is the only one held."""
    return hand & ~taken or hand


def _why_no_throw(state: RoundState, action: Discard | Knock) -> IllegalAction | None:
    """Why that card cannot leave the hand, or None."""
    phase = state.phase
    assert isinstance(phase, PlayTurn)
    hand = state.hand_masks[phase.seat]
    bit = 1 << action.card
    if not hand & bit:
        return not_held(state, action, phase.seat, bit)
    if phase.owed:
        return MustUseTakenCard(
            f"{action}: {phase.owed}, taken from deep in the pile, has to be melded or laid off first",
            action=action,
            state=state,
            owed=str(phase.owed),
        )
    if phase.taken and not state.setup.rules.return_taken_discard and not _free(hand, phase.taken.mask) & bit:
        return TakenThisTurn(
            f"{action}: {action.card} was taken from the pile this turn, throw another card",
            action=action,
            state=state,
            card=str(action.card),
        )
    return None


def why_no_discard(state: RoundState, action: Discard) -> IllegalAction | None:
    """A card held that was not taken this turn, with nothing owed."""
    phase = state.phase
    # the usual case first: a card held, nothing taken, nothing owed
    if state.hand_masks[phase.seat] >> action.card & 1 and not phase.taken and not phase.owed:  # type: ignore[union-attr]
        return None
    return _why_no_throw(state, action)


def discard(state: RoundState, action: Discard) -> RoundState:
    """The card goes on the pile; the turn passes, or the seat is out of cards and the round ends."""
    phase = state.phase
    assert isinstance(phase, PlayTurn)
    rules = state.setup.rules
    seat, card, memory = phase.seat, int(action.card), state.memory
    keep = ~(1 << card)
    hand = state.hand_masks[seat] & keep
    known = state.known_masks[seat] & keep
    pile = state.discard_pile + _AS_BYTES[card]
    if rules.return_pair:
        returns = memory.returns + 1 if phase.taken.mask == 1 << card else 0
        memory = remember(memory.takes, returns, memory.put_back)
    if not hand:
        emptied = attrs.evolve(
            state,
            hand_masks=swapped(state.hand_masks, seat, 0),
            known_masks=swapped(state.known_masks, seat, 0),
            discard_pile=pile,
        )
        return gone_out(emptied, seat)
    return after_discard_of(state, seat, hand, known, pile, memory)


def why_no_knock(state: RoundState, action: Knock) -> IllegalAction | None:
    """The card must be free to go, and what stays must be within the limit."""
    setup = state.setup
    seat = state.phase.seat  # type: ignore[union-attr]
    if setup.rules.open_melds:
        return KnockNotAllowed(
            f"{action}: there is no knocking under these rules, lay melds and go out", action=action, state=state
        )
    barred = _why_no_throw(state, action)
    if barred is not None:
        return barred
    return why_over_limit(state, action, setup.tables.deadwood(state.hand_masks[seat] & ~(1 << action.card)))


def knock(state: RoundState, action: Knock) -> RoundState:
    """The card is thrown face down (which changes nothing here) and the spread is due."""
    seat = state.phase.seat  # type: ignore[union-attr]
    hand = state.hand_masks[seat] & ~(1 << action.card)
    return declare(state, seat, hand, state.discard_pile + _AS_BYTES[action.card], "knock")


def why_no_big_gin(state: RoundState, action: GoBigGin) -> IllegalAction | None:
    """All the cards held count."""
    return why_not_big_gin(state, action, state.hand_masks[state.phase.seat])  # type: ignore[union-attr]


def go_big_gin(state: RoundState, _action: GoBigGin) -> RoundState:
    """Nothing is thrown; a spread without leftover is due."""
    seat = state.phase.seat  # type: ignore[union-attr]
    return declare(state, seat, state.hand_masks[seat], state.discard_pile, "big-gin")


MOVES: Final[Moves] = {
    PlayTurn: {
        Discard: (why_no_discard, discard),
        Knock: (why_no_knock, knock),
        GoBigGin: (why_no_big_gin, go_big_gin),
    }
}
