"""What a hand may become: the outs of the next draw and what they would leave."""

import attrs

from ginrules.lab.search.discard_choice import by_value, least_after, numbers, small_melds
from ginrules.solver.meld_tables import MeldTables


@attrs.frozen
class Outlook:
    """A hand that waits for its next draw.

    Attributes:
        deadwood: The least points it leaves now.
        expected: The points it leaves on average after one draw from the cards not seen and the best throw.
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
        hand: The cards held after the throw, as a mask.
        live: The cards that may come, as a mask, each with equal chance.
        limit: The most points to knock with.

    Examples:
        >>> from ginrules.cards import CardSet
        >>> from ginrules.presets import STANDARD
        >>> hand = +CardSet.parse("Ac 2c 3c 5d 6d 7d 9h Th Jh Ks")
        >>> pack = (1 << 52) - 1
        >>> seen = outlook(STANDARD.tables, hand, pack & ~hand, 10)
        >>> seen.deadwood, round(42 * seen.gin)
        (10, 5)
    """
    many = live.bit_count()
    least = tables.deadwood
    now = least(hand)
    if not many:
        return Outlook(now, now, float(now <= limit), float(now == 0))
    # a card that melds with nothing is thrown itself, or takes the place of the dearest loose card
    spare = now - least_after(tables, hand, hand)
    outs = completions(tables, hand) & live
    plain = live & ~outs
    total = now * plain.bit_count()
    knocks = plain.bit_count() if now <= limit else 0
    gins = plain.bit_count() if now == 0 else 0
    for value, of_value in by_value(tables):
        if value < spare:
            coming = (plain & of_value).bit_count()
            total -= (spare - value) * coming
            if now > limit and now - spare + value <= limit:
                knocks += coming
    while outs:
        low = outs & -outs
        outs ^= low
        left = least_after(tables, hand | low, hand | low)
        total += left
        knocks += left <= limit
        gins += not left
    return Outlook(now, total / many, knocks / many, gins / many)


def completions(tables: MeldTables, hand: int) -> int:
    """The cards that complete a meld with cards of this hand, as a mask."""
    near = small_melds(tables)
    found = 0
    for card in numbers(hand):
        for meld in near[card]:
            missing = meld & ~hand
            if not missing & missing - 1:
                found |= missing
    return found
