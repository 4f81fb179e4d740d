"""The spread: which melds are shown decides what can be laid off, so it is an action of its own (WP, seed 001b; OS)."""

from typing import Final

import attrs

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, MeldsOverlap, NotAMeld
from ginrules.melds.arrange import partitions
from ginrules.melds.meld import in_order, meld_of
from ginrules.play.actions import Action, Spread
from ginrules.play.outcome import Ending
from ginrules.play.phases import SpreadTurn
from ginrules.play.state import RoundState, swapped
from ginrules.play.table.defenders import next_defender
from ginrules.play.table.endings import why_over_limit
from ginrules.play.table.meld_placement import laid_down
from ginrules.play.table.moves import Moves, not_held


def legal(state: RoundState) -> tuple[Action, ...]:
    """Every set of disjoint melds whose leftover is within the limit; melds may be withheld."""
    phase = _phase(state)
    hand = state.hand_masks[phase.seat]
    limit = _limit(state, phase)
    if limit is None:
        limit = state.setup.tables.value(hand)
    spreads = [Spread(map(meld_of, melds)) for melds, _left in partitions(state.setup.tables, hand, limit)]
    return tuple(sorted(spreads, key=lambda spread: [meld.order for meld in spread.melds]))


def _limit(state: RoundState, phase: SpreadTurn) -> int | None:
    """The points that may be left: a defender may leave anything, big gin leaves nothing."""
    if phase.seat != phase.declarer:
        return None
    return 0 if phase.ending == "big-gin" else state.setup.knock_limit


def why_no_spread(state: RoundState, action: Spread) -> IllegalAction | None:
    """Cards held, proper melds, no card twice, and a leftover within the limit."""
    phase = _phase(state)
    tables = state.setup.tables
    hand = state.hand_masks[phase.seat]
    spread = twice = 0
    for meld in action.melds:
        twice |= spread & meld.cards.mask
        spread |= meld.cards.mask
    if spread & ~hand:
        return not_held(state, action, phase.seat, spread & ~hand)
    for meld in action.melds:
        if not tables.is_meld(meld.cards.mask) or meld != meld_of(meld.cards.mask):
            return NotAMeld(
                f"{action}: {str(meld) or 'no card'} is no {meld.kind} under these rules",
                action=action,
                state=state,
                cards=str(meld),
            )
    if twice:
        return MeldsOverlap(
            f"{action}: {CardSet(twice)} stands in two melds", action=action, state=state, cards=str(CardSet(twice))
        )
    if action.melds != in_order(action.melds):
        return NotAMeld(f"{action}: the melds are not in order", action=action, state=state)
    limit = _limit(state, phase)
    return None if limit is None else why_over_limit(state, action, tables.value(hand & ~spread), limit)


def spread(state: RoundState, action: Spread) -> RoundState:
    """The melds go on the table; a knock without leftover is gin; the next defender is due."""
    phase = _phase(state)
    seat = phase.seat
    table, cards = laid_down(state, seat, action.melds)
    left = state.hand_masks[seat] & ~cards
    shown = attrs.evolve(
        state,
        hand_masks=swapped(state.hand_masks, seat, left),
        known_masks=swapped(state.known_masks, seat, left),
        laid_masks=swapped(state.laid_masks, seat, state.laid_masks[seat] | cards),
        table=table,
    )
    ending: Ending = phase.ending
    if seat == phase.declarer and ending == "knock" and not left:
        ending = "gin"
    return next_defender(shown, seat, phase.declarer, ending)


def _phase(state: RoundState) -> SpreadTurn:
    assert isinstance(state.phase, SpreadTurn)
    return state.phase


MOVES: Final[Moves] = {SpreadTurn: {Spread: (why_no_spread, spread)}}
