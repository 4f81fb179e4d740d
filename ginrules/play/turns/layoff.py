"""The defenders' lay-offs, one seat after another from the declarer's left."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.errors import IllegalAction, LayoffNotAllowed
from ginrules.play.actions import DONE, Action, Done, LayOff
from ginrules.play.meld_placement import laid_off, layoffs, why_not_laid_off
from ginrules.play.phases import LayoffTurn, SpreadTurn
from ginrules.play.shared import Moves, never_refused, next_defender
from ginrules.play.state import RoundState, replace_at, with_phase


def legal(state: RoundState, phase: LayoffTurn) -> tuple[Action, ...]:
    """Return a lay-off for each card held that fits a meld of the declarer, by card and place, then done."""
    if not state.setup.rules.has_layoffs:
        return (DONE,)
    return (*layoffs(state, phase.seat, phase.declarer), DONE)


def why_not_lay_off(state: RoundState, phase: LayoffTurn, action: LayOff) -> IllegalAction | None:
    """Return why the card cannot be laid off there, or None: on a meld of the declarer that it fits."""
    if not state.setup.rules.has_layoffs:
        return LayoffNotAllowed("these rules have no lay-offs")
    refusal = why_not_laid_off(state, action, phase.seat)
    if refusal is not None:
        return refusal
    owner = state.table[action.onto].owner
    if owner == phase.declarer:
        return None
    return LayoffNotAllowed(
        f"meld {action.onto} belongs to seat {owner}, lay off on those of seat {phase.declarer}", onto=action.onto
    )


def lay_off(state: RoundState, phase: LayoffTurn, action: LayOff) -> RoundState:
    """Return the state with the card on the meld, in which the same defender acts again."""
    seat = phase.seat
    keep = ~(1 << action.card)
    return attrs.evolve(
        state,
        hand_masks=replace_at(state.hand_masks, seat, state.hand_masks[seat] & keep),
        known_masks=replace_at(state.known_masks, seat, state.known_masks[seat] & keep),
        laid_masks=replace_at(state.laid_masks, seat, state.laid_masks[seat] | 1 << action.card),
        table=laid_off(state, action),
    )


def done(state: RoundState, phase: LayoffTurn, _action: Done) -> RoundState:
    """Return the state in which the hand is open to all, and this defender names melds or the next one acts."""
    opened = attrs.evolve(state, known_masks=replace_at(state.known_masks, phase.seat, state.hand_masks[phase.seat]))
    if state.setup.rules.defender_melds == "named":
        return with_phase(opened, SpreadTurn(phase.seat, phase.declarer, phase.ending))
    return next_defender(opened, phase.seat, phase.declarer, phase.ending)


MOVES: Final[Moves] = {
    (LayoffTurn, LayOff): (why_not_lay_off, lay_off),
    (LayoffTurn, Done): (never_refused, done),
}
