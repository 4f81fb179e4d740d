"""Names of players, families of presets and themes, for help texts that must not load the things they name."""

from __future__ import annotations

from typing import Literal

PlayerName = Literal[
    "random",
    "simple",
    "greedy",
    "expert",
    "learned",
    "searching",
    "easy",
    "medium",
    "hard",
    "hardest",
    "adjusting",
]
"""The players, then strengths."""

Family = Literal[
    "standard", "classic", "race", "straight", "oklahoma", "hollywood", "round-the-corner", "match", "doubling",
    "three", "one-table", "open-melds", "teams", "programs",
]  # fmt: skip
"""The families of presets, in the order of the catalogue."""

ThemeName = Literal["light", "dark"]
"""The colors of pictures."""
