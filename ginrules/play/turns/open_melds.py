"""Open melding: melds laid on the table during a turn, cards laid off on any of them."""

from __future__ import annotations

from typing import Final

import attrs

from ginrules.errors import IllegalAction, LayoffNotAllowed, MustUseTakenCard, NotAMeld
from ginrules.melds.meld import meld_of
from ginrules.play.actions import Action, LayDown, LayOff
from ginrules.play.meld_placement import can_use, laid_down, laid_off, layoffs, why_not_laid_off
from ginrules.play.phases import PlayTurn
from ginrules.play.shared import Moves, end_by_going_out, not_held, wrong_phase
from ginrules.play.state import RoundState, replace_at


def legal(state: RoundState, phase: PlayTurn) -> tuple[Action, ...]:
    """Return melds to lay down, then lay-offs by card and place, none of which leaves an owed card without use."""
    melds = sorted(state.setup.tables.melds(state.hand_masks[phase.seat]))
    listed: list[LayDown | LayOff] = [*map(LayDown, map(meld_of, melds)), *layoffs(state, phase.seat)]
    if not phase.owed:
        return tuple(listed)
    return tuple(action for action in listed if not _makes_unusable(state, phase, action))


def why_not_lay_down(state: RoundState, phase: PlayTurn, action: LayDown) -> IllegalAction | None:
    """Return why the meld cannot be laid down, or None: its cards are held, and an owed card stays usable."""
    if not state.setup.rules.open_melds:
        return wrong_phase(state)
    meld = action.meld
    cards = meld.cards.mask
    missing = cards & ~state.hand_masks[phase.seat]
    if missing:
        return not_held(state, phase.seat, missing)
    if not state.setup.tables.is_meld(cards) or meld != meld_of(cards):
        return NotAMeld(f"{str(meld) or 'no card'} is not a {meld.kind} under these rules", cards=str(meld))
    return _why_unusable(state, phase, action)


def lay_down(state: RoundState, phase: PlayTurn, action: LayDown) -> RoundState:
    """Return the state with the meld on the table, and the seat out if it has no cards."""
    table, cards = laid_down(state, phase.seat, (action.meld,))
    return _placed(attrs.evolve(state, table=table), phase, cards)


def why_not_lay_off(state: RoundState, phase: PlayTurn, action: LayOff) -> IllegalAction | None:
    """Return why the card cannot be laid off there, or None: it fits, and an owed card stays usable."""
    if not state.setup.rules.open_melds:
        return LayoffNotAllowed(f"lay-offs come after a knock, and seat {phase.seat} is playing its turn")
    return why_not_laid_off(state, action, phase.seat) or _why_unusable(state, phase, action)


def lay_off(state: RoundState, phase: PlayTurn, action: LayOff) -> RoundState:
    """Return the state with the card on the meld, to the credit of the seat, which is out without cards."""
    return _placed(attrs.evolve(state, table=laid_off(state, action)), phase, 1 << action.card)


def _placed(state: RoundState, phase: PlayTurn, cards: int) -> RoundState:
    """Return the state with these cards moved from the hand to the table's credit."""
    seat = phase.seat
    hand = state.hand_masks[seat] & ~cards
    used = (phase.owed.mask | phase.taken.mask) & cards
    placed = attrs.evolve(
        state,
        hand_masks=replace_at(state.hand_masks, seat, hand),
        known_masks=replace_at(state.known_masks, seat, state.known_masks[seat] & ~cards),
        laid_masks=replace_at(state.laid_masks, seat, state.laid_masks[seat] | cards),
        phase=PlayTurn(seat) if used else phase,
    )
    return placed if hand else end_by_going_out(placed, seat)


def _makes_unusable(state: RoundState, phase: PlayTurn, action: LayDown | LayOff) -> bool:
    """Return whether the owed card could no longer be used after this."""
    owed = phase.owed.mask
    placed = action.meld.cards.mask if isinstance(action, LayDown) else 1 << action.card
    if not owed or placed & owed:
        return False
    table = [meld.cards.mask for meld in state.table]
    if isinstance(action, LayDown):
        table.append(placed)
    else:
        table[action.onto] |= placed
    hand = state.hand_masks[phase.seat] & ~placed
    return not can_use(state, hand, owed.bit_length() - 1, table=tuple(table))


def _why_unusable(state: RoundState, phase: PlayTurn, action: LayDown | LayOff) -> IllegalAction | None:
    if not _makes_unusable(state, phase, action):
        return None
    owed = str(phase.owed)
    return MustUseTakenCard(f"{owed}, taken from deep in the pile, could no longer be melded or laid off", owed=owed)


MOVES: Final[Moves] = {
    (PlayTurn, LayDown): (why_not_lay_down, lay_down),
    (PlayTurn, LayOff): (why_not_lay_off, lay_off),
}
