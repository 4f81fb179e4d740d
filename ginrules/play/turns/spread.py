"""The spread: the melds shown decide which cards can be laid off, so it is an action of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, MeldsOverlap, NotAMeld, SpreadNotBest
from ginrules.melds.arrange import partitions
from ginrules.melds.meld import in_order, meld_of
from ginrules.play.actions import Action, Spread
from ginrules.play.meld_placement import laid_down
from ginrules.play.outcome import Ending
from ginrules.play.phases import SpreadTurn
from ginrules.play.shared import Moves, next_defender, not_held, why_over_limit
from ginrules.play.state import RoundConfig, RoundState, replace_at


def legal(state: RoundState, phase: SpreadTurn) -> tuple[Action, ...]:
    """Return every set of disjoint melds whose leftover is within the limit. Melds can be withheld."""
    hand = state.hand_masks[phase.seat]
    limit = _limit(state.setup, hand, phase)
    spreads = [Spread(map(meld_of, melds)) for melds, _left in partitions(state.setup.tables, hand, limit)]
    return tuple(sorted(spreads, key=lambda spread: [meld.order for meld in spread.melds]))


def _limit(setup: RoundConfig, hand: int, phase: SpreadTurn) -> int:
    """Return the limit on a spread's deadwood: all points for a defender, none after big gin.

    If a knocker must show the best melds, the limit is the least deadwood of the hand.
    """
    if phase.seat != phase.declarer:
        return setup.tables.value(hand)
    if phase.ending == "big-gin":
        return 0
    return setup.tables.deadwood(hand) if setup.rules.knocker_melds == "best" else setup.knock_limit


def next_melds(setup: RoundConfig, hand: int, phase: SpreadTurn, laid: Sequence[int]) -> tuple[list[int], bool]:
    """Return the melds that can come next in a spread that is made meld by meld, and whether it can end here.

    Melds come in the order of their lowest cards, so each spread is reached in one way only. The cards below the
    lowest of a meld that are in no meld yet therefore stay deadwood.
    """
    tables = setup.tables
    limit = _limit(setup, hand, phase)
    unmelded, free = hand, hand  # free cards can still be in a meld
    for meld in laid:
        unmelded &= ~meld
        free &= ~(meld | (meld & -meld) - 1)
    points = tables.value(unmelded)
    stays = points - tables.value(free)
    melds = []
    for meld in tables.melds(free):
        below = (meld & -meld) - 1
        if stays + tables.value(free & below) + tables.deadwood(free & ~meld & ~below) <= limit:
            melds.append(meld)
    return melds, points <= limit


def why_not_spread(state: RoundState, phase: SpreadTurn, action: Spread) -> IllegalAction | None:
    """Return why the melds cannot be shown, or None: held, valid, disjoint, the leftover within the limit."""
    tables = state.setup.tables
    hand = state.hand_masks[phase.seat]
    cards = repeated = 0
    for meld in action.melds:
        repeated |= cards & meld.cards.mask
        cards |= meld.cards.mask
    if cards & ~hand:
        return not_held(state, phase.seat, cards & ~hand)
    for meld in action.melds:
        if not tables.is_meld(meld.cards.mask) or meld != meld_of(meld.cards.mask):
            return NotAMeld(f"{str(meld) or 'no card'} is not a {meld.kind} under these rules", cards=str(meld))
    if repeated:
        return MeldsOverlap(f"{CardSet(repeated)} is in two melds", cards=str(CardSet(repeated)))
    if action.melds != in_order(action.melds):
        return NotAMeld("the melds are not in order")
    limit, left = _limit(state.setup, hand, phase), tables.value(hand & ~cards)
    if left <= limit:
        return None
    if limit < state.setup.knock_limit and phase.ending == "knock" and left <= state.setup.knock_limit:
        return SpreadNotBest(
            f"it leaves {left} points of deadwood, under these rules a knocker leaves the least, {limit}",
            deadwood=left,
            least=limit,
        )
    return why_over_limit(left, state.setup.knock_limit if phase.ending == "knock" else limit)


def spread(state: RoundState, phase: SpreadTurn, action: Spread) -> RoundState:
    """Return the state with the melds on the table, for the next defender. A knock without leftover is gin."""
    seat = phase.seat
    table, cards = laid_down(state, seat, action.melds)
    left = state.hand_masks[seat] & ~cards
    laid = attrs.evolve(
        state,
        hand_masks=replace_at(state.hand_masks, seat, left),
        known_masks=replace_at(state.known_masks, seat, left),
        laid_masks=replace_at(state.laid_masks, seat, state.laid_masks[seat] | cards),
        table=table,
    )
    ending: Ending = phase.ending
    if seat == phase.declarer and ending == "knock" and not left:
        ending = "gin"
    return next_defender(laid, seat, phase.declarer, ending)


MOVES: Final[Moves] = {(SpreadTurn, Spread): (why_not_spread, spread)}
