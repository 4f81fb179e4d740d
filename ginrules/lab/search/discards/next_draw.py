"""The outlook of a hand: the cards that help it at the next draw, and what they would leave."""

from __future__ import annotations

import attrs

from ginrules.lab.search.discards.discard_choice import card_numbers, cards_by_value, minimal_melds, quick_discard
from ginrules.solver.meld_tables import MeldTables


@attrs.frozen
class Outlook:
    """A hand before its next draw.

    Attributes:
        deadwood: The least points it leaves now.
        expected: The points it leaves on average after one draw from the unseen cards and the best discard.
        knock: The chance that the draw brings it to the knock limit or below.
        gin: The chance that the draw leaves it no deadwood.
    """

    deadwood: int
    expected: float
    knock: float
    gin: float


def outlook(tables: MeldTables, hand: int, live: int, limit: int) -> Outlook:
    """Look one draw ahead.

    Args:
        tables: The meld tables in force.
        hand: The cards held after the discard, as a mask.
        live: The cards that can come, as a mask, each with equal chance.
        limit: The most points to knock with.

    Examples:
        >>> from ginrules.cards import CardSet
        >>> from ginrules.presets import STANDARD
        >>> hand = CardSet.parse("Ac 2c 3c 5d 6d 7d 9h Th Jh Ks").mask
        >>> pack = (1 << 52) - 1
        >>> ahead = outlook(STANDARD.tables, hand, pack & ~hand, 10)
        >>> ahead.deadwood, round(42 * ahead.gin)
        (10, 5)
    """
    draws = live.bit_count()
    now = tables.deadwood(hand)
    if not draws:
        return Outlook(now, now, float(now <= limit), float(now == 0))
    # a card that melds with nothing is discarded itself, or replaces the highest loose card
    spare = now - quick_discard(tables, hand, hand)[0]
    outs = completions(tables, hand) & live
    plain = live & ~outs
    total = now * plain.bit_count()
    knocks = plain.bit_count() if now <= limit else 0
    gins = plain.bit_count() if now == 0 else 0
    for value, of_value in cards_by_value(tables):
        if value < spare:
            coming = (plain & of_value).bit_count()
            total -= (spare - value) * coming
            if now > limit and now - spare + value <= limit:
                knocks += coming
    while outs:
        low = outs & -outs
        outs ^= low
        left = quick_discard(tables, hand | low, hand | low)[0]
        total += left
        knocks += left <= limit
        gins += not left
    return Outlook(now, total / draws, knocks / draws, gins / draws)


def completions(tables: MeldTables, hand: int) -> int:
    """Return the cards that complete a meld with cards of this hand, as a mask."""
    near = minimal_melds(tables)
    cards = 0
    for card in card_numbers(hand):
        for meld in near[card]:
            missing = meld & ~hand
            if not missing & missing - 1:
                cards |= missing
    return cards
