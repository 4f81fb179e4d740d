"""Names of players, families of presets and themes, for help texts that must not load the things they name."""

from __future__ import annotations

from typing import Literal

_Player = Literal["random", "simple", "greedy", "expert", "learned", "searching"]
_Strength = Literal["easy", "medium", "hard", "hardest", "adjusting"]
PlayerName = Literal[_Player, _Strength]
"""The players, then strengths."""

_OfTwo = Literal["standard", "classic", "race", "straight", "oklahoma", "hollywood", "round-the-corner", "match"]
_Other = Literal["doubling", "three", "one-table", "open-melds", "teams", "programs"]
Family = Literal[_OfTwo, _Other]
"""The families of presets, in the order of the catalogue."""

ThemeName = Literal["light", "dark"]
"""The colors of pictures."""
