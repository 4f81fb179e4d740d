"""Open melding during a turn: melds laid on the table and cards laid off on any of them (seed 000 mahjong)."""

from typing import Final

import attrs

from ginrules.cards import CardSet
from ginrules.errors import IllegalAction, LayoffNotAllowed, MustUseTakenCard, NotAMeld
from ginrules.melds.meld import meld_of
from ginrules.play.actions import Action, LayDown, LayOff
from ginrules.play.phases import PlayTurn
from ginrules.play.state import RoundState, swapped
from ginrules.play.table.endings import gone_out
from ginrules.play.table.meld_placement import can_place, laid_down, laid_off, places_on, why_no_layoff
from ginrules.play.table.moves import Moves, not_held, wrong_phase


def legal(state: RoundState) -> tuple[Action, ...]:
    """Melds to lay down, then lay-offs by card and place; none of them strands an owed card."""
    if not state.setup.rules.open_melds:
        return ()
    hand = state.hand_masks[_seat(state)]
    melds = [LayDown(meld_of(cards)) for cards in sorted(state.setup.tables.melds(hand))]
    offs = [
        LayOff(card, onto) for onto, meld in enumerate(state.table) for card in CardSet(places_on(state, meld) & hand)
    ]
    listed: list[LayDown | LayOff] = [*melds, *sorted(offs, key=lambda each: (each.card, each.onto))]
    if not state.phase.owed:  # type: ignore[union-attr]
        return tuple(listed)
    return tuple(each for each in listed if not _strands(state, each))


def why_no_meld(state: RoundState, action: LayDown) -> IllegalAction | None:
    """The cards must be held and form a meld, and an owed card must stay usable."""
    if not state.setup.rules.open_melds:
        return wrong_phase(state, action)
    seat = _seat(state)
    cards = action.meld.cards.mask
    missing = cards & ~state.hand_masks[seat]
    if missing:
        return not_held(state, action, seat, missing)
    if not state.setup.tables.is_meld(cards) or action.meld != meld_of(cards):
        return NotAMeld(
            f"{str(action.meld) or 'no card'} is no {action.meld.kind} under these rules",
            action=action,
            state=state,
            cards=str(action.meld),
        )
    return _why_stranded(state, action)


def lay_down(state: RoundState, action: LayDown) -> RoundState:
    """The meld goes on the table; a seat without cards has gone out."""
    seat = _seat(state)
    table, cards = laid_down(state, seat, (action.meld,))
    return _placed(attrs.evolve(state, table=table), seat, cards)


def why_no_layoff_here(state: RoundState, action: LayOff) -> IllegalAction | None:
    """The card must fit, and an owed card must stay usable."""
    if not state.setup.rules.open_melds:
        return LayoffNotAllowed(
            f"{action}: lay-offs come after a knock, this is seat {_seat(state)}'s turn", action=action, state=state
        )
    return why_no_layoff(state, action, _seat(state)) or _why_stranded(state, action)


def lay_off(state: RoundState, action: LayOff) -> RoundState:
    """The card goes onto the meld and counts for the seat that laid it; without cards it has gone out."""
    seat = _seat(state)
    return _placed(attrs.evolve(state, table=laid_off(state, action)), seat, 1 << action.card)


def _placed(state: RoundState, seat: int, cards: int) -> RoundState:
    """The state with these cards gone from the hand to the table's credit."""
    phase = state.phase
    assert isinstance(phase, PlayTurn)
    hand = state.hand_masks[seat] & ~cards
    met = phase.owed and phase.owed.mask & cards
    used = phase.taken and phase.taken.mask & cards
    placed = attrs.evolve(
        state,
        hand_masks=swapped(state.hand_masks, seat, hand),
        known_masks=swapped(state.known_masks, seat, state.known_masks[seat] & ~cards),
        laid_masks=swapped(state.laid_masks, seat, state.laid_masks[seat] | cards),
        phase=PlayTurn(seat) if met or used else phase,
    )
    return placed if hand else gone_out(placed, seat)


def _strands(state: RoundState, action: LayDown | LayOff) -> bool:
    """Whether the owed card could no longer be used after this."""
    phase = state.phase
    assert isinstance(phase, PlayTurn)
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
    return not can_place(state, hand, owed.bit_length() - 1, table=tuple(table))


def _why_stranded(state: RoundState, action: LayDown | LayOff) -> IllegalAction | None:
    if not _strands(state, action):
        return None
    owed = str(state.phase.owed)  # type: ignore[union-attr]
    return MustUseTakenCard(
        f"{action} would leave no way to use {owed}, which was taken from deep in the pile and must be placed",
        action=action,
        state=state,
        owed=owed,
    )


def _seat(state: RoundState) -> int:
    return state.phase.seat  # type: ignore[union-attr]


MOVES: Final[Moves] = {PlayTurn: {LayDown: (why_no_meld, lay_down), LayOff: (why_no_layoff_here, lay_off)}}
