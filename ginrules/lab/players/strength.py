"""How strong the players are, as measured; the figures are here and in ``benchmarks/README.md``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs


@attrs.frozen
class Strength:
    """The share of the games that a player wins against another, in games of `standard` with seats swapped.

    Attributes:
        against: The other player.
        percent: The percentage of the games won.
        half_width: The half-width of its 95 % interval, in percentage points.
    """

    against: str
    percent: float
    half_width: float

    def __str__(self) -> str:
        return f"wins {self.percent:.0f} % of its games against {self.against}"


STRENGTHS: Final[Mapping[str, Strength]] = {
    "expert": Strength("greedy", 79.0, 1.7),
    "careful": Strength("greedy", 66.6, 1.9),
    "greedy, knocking whenever allowed": Strength("simple", 53.6, 1.9),
}
"""By the player as text, with its usual parameters; `python -m benchmarks.strength` measures them."""


def strength_text(player: str) -> str:
    """Return how strong a player is as a clause; empty where it has not been measured.

    Examples:
        >>> strength_text("expert"), strength_text("expert, draws 7")
        ('wins 79 % of its games against greedy', '')
    """
    return str(STRENGTHS[player]) if player in STRENGTHS else ""
