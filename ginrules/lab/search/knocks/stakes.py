"""What the rules make worth waiting for: how much gin pays beyond a knock, and what an undercut costs."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from ginrules.rules.model import RuleSet

USUAL: Final = 30
"""Points at stake by the prices that parameters are measured in: 25 for gin or an undercut, and 5 of lay-offs."""

USUAL_DANGER: Final = 20
"""What an undercut then costs beyond what a knock can always risk, in points."""

_LAID_OFF: Final = 5
"""The points that a defender lays off on a knocker's melds, on average."""

USUAL_LIMIT: Final = 10
"""The knock limit that parameters are measured at, in points; below it a hand can hope for an undercut."""

_BOLD: Final = 10
"""The points of an undercut that no lead is asked for."""

_CLOSED: Final = 2
"""The points that gin gains in worth with each point that the knock limit is below the usual one."""


@attrs.frozen
class Stakes:
    """The points that decide whether to wait.

    Attributes:
        gin: What gin pays beyond a knock with the same cards, at the usual limit or above.
        undercut: What a knocker loses by an undercut, besides the difference and the box of the round.
        knock: What a knock pays besides the difference, the box of the round included.
        declares: Whether a knock is possible at all.
        settles_alone: Whether every other seat settles with the knocker by itself, so that the average of them counts
            for a knock, not the best.
    """

    gin: int
    undercut: int
    knock: int
    declares: bool
    settles_alone: bool = False

    @property
    def danger(self) -> int:
        """What an undercut costs beyond what a knock can always risk, in points."""
        return max(0, self.undercut - _BOLD)

    def gin_worth(self, limit: int) -> int:
        """Return what gin is worth beyond a knock when this limit is in force, in points."""
        return self.gin + _CLOSED * max(0, USUAL_LIMIT - limit)


@lru_cache(maxsize=256)
def stakes_of(rules: RuleSet) -> Stakes:
    """Return the stakes of these rules.

    A box counts what it pays where that helps to win the game.

    Examples:
        >>> from ginrules.presets import STANDARD
        >>> stakes_of(STANDARD)
        Stakes(gin=30, undercut=30, knock=0, declares=True, settles_alone=False)
    """
    box = rules.box_bonus if rules.box_timing == "immediate" or rules.winner_by == "highest-total" else 0
    laid_off = {"knock-only": _LAID_OFF, "including-gin": 0, "none": 0}[rules.layoff]
    defended = 0 if rules.layoff == "none" else _LAID_OFF
    gin = rules.gin_bonus + box * rules.gin_boxes - rules.knock_bonus
    return Stakes(
        gin=max(0, gin + laid_off),
        undercut=rules.undercut_bonus + box * rules.undercut_boxes + defended,
        knock=rules.knock_bonus + box,
        declares=not rules.open_melds,
        settles_alone=rules.gain_from == "each-with-knocker",
    )
