"""Cards onto the table: melds laid down, cards laid off, and whether a card can still be placed."""

from __future__ import annotations

from collections.abc import Iterable

from ginrules.cards import CardSet
from ginrules.errors import CannotLayOff, IllegalAction
from ginrules.melds.meld import Meld, TableMeld
from ginrules.play.actions import LayOff
from ginrules.play.shared import not_held
from ginrules.play.state import RoundState, replace_at
from ginrules.solver.meld_tables import MeldTables


def fitting_mask(meld: int, original: int, tables: MeldTables, *, chain: bool) -> int:
    """Return the cards that fit a meld: next to all of it when lay-offs chain, else next to its original cards."""
    return tables.fits(meld) if chain else tables.fits(original) & ~meld


def cards_that_fit(state: RoundState, meld: TableMeld) -> int:
    """Return the cards that can be laid off on this meld now, as a mask."""
    return fitting_mask(meld.cards.mask, meld.original.mask, state.setup.tables, chain=state.setup.rules.layoff_chain)


def layoffs(state: RoundState, seat: int, owner: int | None = None) -> list[LayOff]:
    """Return a lay-off for each card of the seat that fits a meld (of this owner, if given), by card and place."""
    hand = state.hand_masks[seat]
    listed = [
        LayOff(card, onto)
        for onto, meld in enumerate(state.table)
        if owner is None or meld.owner == owner
        for card in CardSet(cards_that_fit(state, meld) & hand)
    ]
    return sorted(listed, key=lambda action: (action.card, action.onto))


def laid_down(state: RoundState, seat: int, melds: Iterable[Meld]) -> tuple[tuple[TableMeld, ...], int]:
    """Return the table with these melds of a seat added, and their cards as a mask."""
    cards = 0
    table = state.table
    for meld in melds:
        cards |= meld.cards.mask
        table += (TableMeld(meld.cards, meld.kind, seat, meld.cards),)
    return table, cards


def laid_off(state: RoundState, action: LayOff) -> tuple[TableMeld, ...]:
    """Return the table with the card added to its meld."""
    meld = state.table[action.onto]
    grown = TableMeld(meld.cards | action.card, meld.kind, meld.owner, meld.original)
    return replace_at(state.table, action.onto, grown)


def why_not_laid_off(state: RoundState, action: LayOff, seat: int) -> IllegalAction | None:
    """Return why the seat cannot put the card on that meld, or None."""
    if not state.hand_masks[seat] >> action.card & 1:
        return not_held(state, seat, 1 << action.card)
    count = len(state.table)
    if not 0 <= action.onto < count:
        return CannotLayOff(
            f"the melds on the table are 0 to {count - 1}" if count else "the table has no meld",
            onto=action.onto,
            melds=count,
        )
    meld = state.table[action.onto]
    cards = cards_that_fit(state, meld)
    if cards >> action.card & 1:
        return None
    fits = f"only {CardSet(cards)} can be added" if cards else "no card can be added"
    return CannotLayOff(
        f"{action.card} does not fit {meld}, {fits}",
        onto=action.onto,
        fitting=[str(card) for card in CardSet(cards)],
    )


def can_use(state: RoundState, hand: int, card: int, *, table: tuple[int, ...] | None = None) -> bool:
    """Return whether the card can be used from this hand: in a meld, or on the table after others of the hand."""
    tables = state.setup.tables
    bit = 1 << card
    if any(meld & bit for meld in tables.melds(hand)):
        return True
    melds = tuple(meld.cards.mask for meld in state.table) if table is None else table
    return any(_reaches(tables, meld, hand & ~bit, bit) for meld in melds)


def _reaches(tables: MeldTables, meld: int, helpers: int, bit: int) -> bool:
    """Return whether the card fits the meld after every helper that fits has been laid off on it."""
    while True:
        cards = tables.fits(meld)
        if cards & bit:
            return True
        added = cards & helpers
        if not added:
            return False
        meld |= added
        helpers &= ~added
