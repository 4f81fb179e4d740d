"""The defenders' lay-offs (WP, PG), one seat after another from the declarer's left (seed 001b)."""

from typing import Final

import attrs

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, LayoffNotAllowed
from ginrules.play.actions import DONE, Action, Done, LayOff
from ginrules.play.phases import LayoffTurn, SpreadTurn
from ginrules.play.state import RoundState, swapped
from ginrules.play.table.defenders import next_defender
from ginrules.play.table.meld_placement import laid_off, places_on, why_no_layoff
from ginrules.play.table.moves import Moves, always


def legal(state: RoundState) -> tuple[Action, ...]:
    """Every (card held, declarer's meld it fits) by card and place, then done."""
    phase = _phase(state)
    hand = state.hand_masks[phase.seat]
    if not state.setup.rules.has_layoffs:
        return (DONE,)
    offs = [
        LayOff(card, onto)
        for onto, meld in enumerate(state.table)
        if meld.owner == phase.declarer
        for card in CardSet(places_on(state, meld) & hand)
    ]
    return (*sorted(offs, key=lambda each: (each.card, each.onto)), DONE)


def why_no_layoff_now(state: RoundState, action: LayOff) -> IllegalAction | None:
    """Lay-offs must be allowed, on a meld of the declarer that the card fits."""
    phase = _phase(state)
    if not state.setup.rules.has_layoffs:
        return LayoffNotAllowed(f"{action}: there are no lay-offs under these rules", action=action, state=state)
    barred = why_no_layoff(state, action, phase.seat)
    if barred is None and state.table[action.onto].owner != phase.declarer:
        return LayoffNotAllowed(
            f"{action}: meld {action.onto} is seat {state.table[action.onto].owner}'s, "
            f"lay off on those of seat {phase.declarer}",
            action=action,
            state=state,
            onto=action.onto,
        )
    return barred


def lay_off(state: RoundState, action: LayOff) -> RoundState:
    """The card leaves the defender's hand for the meld; the defender goes on."""
    seat = _phase(state).seat
    keep = ~(1 << action.card)
    return attrs.evolve(
        state,
        hand_masks=swapped(state.hand_masks, seat, state.hand_masks[seat] & keep),
        known_masks=swapped(state.known_masks, seat, state.known_masks[seat] & keep),
        laid_masks=swapped(state.laid_masks, seat, state.laid_masks[seat] | 1 << action.card),
        table=laid_off(state, action),
    )


def done(state: RoundState, _action: Done) -> RoundState:
    """The defender's hand is open to all; he names his melds where the rules want it, or the next is due."""
    phase = _phase(state)
    opened = attrs.evolve(state, known_masks=swapped(state.known_masks, phase.seat, state.hand_masks[phase.seat]))
    if state.setup.rules.names_defender_melds:
        return attrs.evolve(opened, phase=SpreadTurn(phase.seat, phase.declarer, phase.ending))
    return next_defender(opened, phase.seat, phase.declarer, phase.ending)


def _phase(state: RoundState) -> LayoffTurn:
    assert isinstance(state.phase, LayoffTurn)
    return state.phase


MOVES: Final[Moves] = {LayoffTurn: {LayOff: (why_no_layoff_now, lay_off), Done: (always, done)}}
