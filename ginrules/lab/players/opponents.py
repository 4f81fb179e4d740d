"""Opponents who knock as soon as they can, recognized by the earlier rounds of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet

LEAST_KNOCKS: Final = 2
"""Knocks before anything is concluded, unless one of them is late and high."""

KNOCKS_PER_GIN: Final = 3
"""Lower limit on the knocks for each gin of a seat that knocks at once."""

LEAST_SHARE: Final = 45
"""Lower limit on the average deadwood of these knocks, in percent of the knock limit."""

LATE_STOCK: Final = 23
"""A knock is late if at most this number of cards is left in the stock: eight of the 31 have been drawn."""

LATE_SHARE: Final = 60
"""Lower limit on the deadwood of a late knock that is high, in percent of the knock limit."""

_GINS: Final = frozenset({"gin", "big-gin"})


def knocks_at_once(rules: RuleSet, outcomes: Sequence[Outcome], seat: int) -> bool:
    """Return whether a seat seems to knock as soon as it is allowed to.

    It does if it has knocked at least `LEAST_KNOCKS` times, or once late and high (`LATE_STOCK`, `LATE_SHARE`);
    `KNOCKS_PER_GIN` times as often as it had gin, with an average deadwood of at least `LEAST_SHARE` percent of the
    limit; and never held a hand within the limit when another seat had gin. Those who wait for gin knock high in the
    first turns only. Hands that a knock has shown do not count for this: lay-offs have made them smaller.

    Args:
        rules: The rules of the rounds.
        outcomes: The rounds, as in `ginrules.match.MatchView`.
        seat: The seat.

    Examples:
        >>> import ginrules as gin
        >>> played = [gin.Outcome(declarer=0, deadwood=(7, 21)), gin.Outcome(declarer=0, deadwood=(9, 30))]
        >>> knocks_at_once(gin.preset("standard"), played, 0), knocks_at_once(gin.preset("standard"), played, 1)
        (True, False)
    """
    knocks = gins = points = limits = 0
    is_known = False
    for outcome in outcomes:
        limit, left = rules.limit_in_force(outcome.upcard, outcome.knock_card), outcome.deadwood[seat]
        if outcome.declarer != seat:
            if outcome.ending in _GINS and left <= limit:
                return False
        elif outcome.ending in _GINS:
            gins += 1
        elif outcome.ending == "knock":
            knocks, points, limits = knocks + 1, points + left, limits + limit
            is_late = outcome.stock_left is not None and outcome.stock_left <= LATE_STOCK
            is_known = is_known or (is_late and 100 * left >= LATE_SHARE * limit)
    is_known = is_known or knocks >= LEAST_KNOCKS
    return is_known and knocks >= KNOCKS_PER_GIN * gins and 100 * points >= LEAST_SHARE * limits
