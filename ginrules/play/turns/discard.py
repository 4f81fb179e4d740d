"""The second half of a turn: a discard, a knock or big gin."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, KnockNotAllowed, MustUseTakenCard, TakenThisTurn
from ginrules.melds.arrange import discards_within
from ginrules.play.actions import BIG_GIN, DISCARD, KNOCK, Action, Discard, GoBigGin, Knock
from ginrules.play.phases import PlayTurn
from ginrules.play.shared import (
    Moves,
    declare,
    end_by_going_out,
    end_turn,
    not_held,
    why_not_all_melded,
    why_over_limit,
)
from ginrules.play.state import RoundState, history_of, replace_at
from ginrules.rules.model import RuleSet

_SUIT: Final = 8191
_AS_BYTES: Final = tuple(bytes((card,)) for card in range(52))


class _ActionsOfSuit(dict[int, tuple[Action, ...]]):
    """For each mask of one suit, the actions of its cards. They are made on first use."""

    def __init__(self, actions: tuple[Action, ...]) -> None:
        super().__init__()
        self._actions = actions

    def __missing__(self, ranks: int) -> tuple[Action, ...]:
        actions = self[ranks] = tuple(self._actions[rank] for rank in range(13) if ranks >> rank & 1)
        return actions


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (_ActionsOfSuit(DISCARD[13 * suit : 13 * suit + 13]) for suit in range(4))


def legal(state: RoundState, phase: PlayTurn) -> tuple[Action, ...]:
    """Return discards, then knocks (both by ascending card), then big gin."""
    setup = state.setup
    rules = setup.rules
    if phase.owed:
        return ()
    hand = free = state.hand_masks[phase.seat]
    if phase.taken:
        free = discardable(rules, hand, phase.taken.mask)
    listed = _CLUBS[free & _SUIT] + _DIAMONDS[free >> 13 & _SUIT] + _HEARTS[free >> 26 & _SUIT] + _SPADES[free >> 39]
    if rules.open_melds:
        return listed
    knocks = discards_within(setup.tables, hand, setup.knock_limit) & free
    has_big_gin = rules.big_gin and (phase.was_gin or not rules.big_gin_needs_gin)
    if not knocks and not (has_big_gin and _none_to_spare(hand.bit_count(), rules.min_set, rules.min_run)):
        return listed
    listed += tuple(KNOCK[card] for card in CardSet(knocks))
    if has_big_gin and setup.tables.deadwood(hand) == 0:
        listed += (BIG_GIN,)
    return listed


@lru_cache(maxsize=1024)
def _none_to_spare(cards: int, min_set: int, min_run: int) -> bool:
    """Return whether this many cards can all be in melds of the smallest sizes.

    Only then can big gin be legal without a legal knock: a larger meld can spare a card, whose discard leaves gin.
    """
    return any((cards - in_sets) % min_run == 0 for in_sets in range(0, cards + 1, min_set))


def discardable(rules: RuleSet, cards: int, taken: int) -> int:
    """Return the cards that can be discarded: not the card just taken, unless rules allow it or it is the last."""
    return cards if rules.return_taken_discard else cards & ~taken or cards


def _why_not_free(state: RoundState, phase: PlayTurn, action: Discard | Knock) -> IllegalAction | None:
    """Return why that card cannot leave the hand, or None."""
    hand = state.hand_masks[phase.seat]
    bit = 1 << action.card
    if not hand & bit:
        return not_held(state, phase.seat, bit)
    if phase.owed:
        owed = str(phase.owed)
        return MustUseTakenCard(f"{owed}, taken from deep in the pile, must be melded or laid off first", owed=owed)
    if phase.taken and not discardable(state.setup.rules, hand, phase.taken.mask) & bit:
        card = str(action.card)
        return TakenThisTurn(f"{card} was taken from the pile this turn, discard another card", card=card)
    return None


def why_not_discard(state: RoundState, phase: PlayTurn, action: Discard) -> IllegalAction | None:
    """Return why the card cannot be discarded, or None: it is held, was not taken this turn, and nothing is owed."""
    # the usual case first: a card held, nothing taken, nothing owed
    if state.hand_masks[phase.seat] >> action.card & 1 and not phase.taken and not phase.owed:
        return None
    return _why_not_free(state, phase, action)


def discard(state: RoundState, phase: PlayTurn, action: Discard) -> RoundState:
    """Return the state with the card on the pile and the next turn, or the end if the seat is out of cards."""
    rules = state.setup.rules
    seat, card, memory = phase.seat, int(action.card), state.memory
    keep = ~(1 << card)
    hand = state.hand_masks[seat] & keep
    known = state.known_masks[seat] & keep
    pile = state.discard_pile + _AS_BYTES[card]
    if rules.return_pair and (phase.taken or memory.returns):
        returns = memory.returns + 1 if phase.taken.mask == 1 << card else 0
        memory = history_of(memory.takes, returns, memory.put_back, memory.factor, memory.doubling_right)
    if not hand:
        emptied = attrs.evolve(
            state,
            hand_masks=replace_at(state.hand_masks, seat, 0),
            known_masks=replace_at(state.known_masks, seat, 0),
            discard_pile=pile,
        )
        return end_by_going_out(emptied, seat)
    return end_turn(state, seat, hand, known, pile, memory)


def why_not_knock(state: RoundState, phase: PlayTurn, action: Knock) -> IllegalAction | None:
    """Return why the seat cannot knock with this card, or None."""
    setup = state.setup
    if setup.rules.open_melds:
        return KnockNotAllowed("these rules have no knocking, lay melds and go out")
    refusal = _why_not_free(state, phase, action)
    if refusal is not None:
        return refusal
    left = setup.tables.deadwood(state.hand_masks[phase.seat] & ~(1 << action.card))
    return why_over_limit(left, setup.knock_limit)


def knock(state: RoundState, phase: PlayTurn, action: Knock) -> RoundState:
    """Return the state in which the seat must spread. The card goes face down, which changes nothing here."""
    hand = state.hand_masks[phase.seat] & ~(1 << action.card)
    return declare(state, phase.seat, hand, state.discard_pile + _AS_BYTES[action.card], "knock")


def why_not_big_gin(state: RoundState, phase: PlayTurn, _action: GoBigGin) -> IllegalAction | None:
    """Return why the cards held are not big gin, or None."""
    return why_not_all_melded(state, state.hand_masks[phase.seat], was_gin=phase.was_gin)


def go_big_gin(state: RoundState, phase: PlayTurn, _action: GoBigGin) -> RoundState:
    """Return the state in which the seat must spread all its cards, without a discard."""
    return declare(state, phase.seat, state.hand_masks[phase.seat], state.discard_pile, "big-gin")


MOVES: Final[Moves] = {
    (PlayTurn, Discard): (why_not_discard, discard),
    (PlayTurn, Knock): (why_not_knock, knock),
    (PlayTurn, GoBigGin): (why_not_big_gin, go_big_gin),
}
