"""Cards onto the table: melds laid down, cards laid off, and whether a card can still be placed."""

from collections.abc import Iterable

from ginrules.cards import CardSet
from ginrules.errors import CannotLayOff, IllegalAction
from ginrules.melds.meld import Meld, TableMeld
from ginrules.play.actions import LayOff
from ginrules.play.state import RoundState, swapped
from ginrules.play.table.defence import places
from ginrules.play.table.moves import not_held
from ginrules.solver.meld_tables import MeldTables


def places_on(state: RoundState, meld: TableMeld) -> int:
    """The cards that may be laid on this meld now, as a mask."""
    return places(meld.cards.mask, meld.original.mask, state.setup.tables, chain=state.setup.rules.layoff_chain)


def laid_down(state: RoundState, seat: int, melds: Iterable[Meld]) -> tuple[tuple[TableMeld, ...], int]:
    """The table with these melds of a seat added, and their cards as a mask."""
    cards = 0
    table = state.table
    for meld in melds:
        cards |= meld.cards.mask
        table += (TableMeld(meld.cards, meld.kind, seat, meld.cards),)
    return table, cards


def laid_off(state: RoundState, action: LayOff) -> tuple[TableMeld, ...]:
    """The table with the card put onto its meld."""
    meld = state.table[action.onto]
    grown = TableMeld(meld.cards | action.card, meld.kind, meld.owner, meld.original)
    return swapped(state.table, action.onto, grown)


def why_no_layoff(state: RoundState, action: LayOff, seat: int) -> IllegalAction | None:
    """Why the card cannot go onto that meld, or None."""
    if not state.hand_masks[seat] >> action.card & 1:
        return not_held(state, action, seat, 1 << action.card)
    if not 0 <= action.onto < len(state.table):
        return CannotLayOff(
            f"{action}: there is no meld {action.onto}, the table has melds 0 to {len(state.table) - 1}"
            if state.table
            else f"{action}: there is no meld on the table",
            action=action,
            state=state,
            onto=action.onto,
            melds=len(state.table),
        )
    meld = state.table[action.onto]
    fitting = places_on(state, meld)
    if fitting >> action.card & 1:
        return None
    return CannotLayOff(
        f"{action.card} does not fit {meld}: only {CardSet(fitting)} would"
        if fitting
        else f"{action.card} does not fit {meld}: the meld is closed",
        action=action,
        state=state,
        onto=action.onto,
        fitting=[str(card) for card in CardSet(fitting)],
    )


def can_place(state: RoundState, hand: int, card: int, *, table: tuple[int, ...] | None = None) -> bool:
    """Whether the card can be used from this hand: in a meld, or on the table after others of the hand.

    Args:
        state: The state, for its meld rules and table.
        hand: The hand as a mask, the card included.
        card: The card's number.
        table: The melds on the table as masks, where they differ from the state's.
    """
    tables = state.setup.tables
    bit = 1 << card
    if any(meld & bit for meld in tables.melds(hand)):
        return True
    melds = tuple(meld.cards.mask for meld in state.table) if table is None else table
    return any(_reaches(tables, meld, hand & ~bit, bit) for meld in melds)


def _reaches(tables: MeldTables, meld: int, helpers: int, bit: int) -> bool:
    """Whether the card fits the meld once every helper that fits has been laid on it."""
    while True:
        fitting = tables.fits(meld)
        if fitting & bit:
            return True
        grown = fitting & helpers
        if not grown:
            return False
        meld |= grown
        helpers &= ~grown


def usable_takes(state: RoundState, seat: int) -> tuple[int, ...]:
    """How many cards the seat may take from the pile: one, or more if the deepest can be used at once."""
    hand = state.hand_masks[seat]
    counts = [1] if state.discard_pile else []
    reachable = 0
    for count, card in enumerate(reversed(state.discard_pile), start=1):
        reachable |= 1 << card
        if count > 1 and can_place(state, hand | reachable, card):
            counts.append(count)
    return tuple(counts)
