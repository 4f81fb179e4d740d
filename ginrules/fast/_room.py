"""How much the records that the core keeps have room for."""

from __future__ import annotations

from typing import Final

MOST_SEATS: Final = 6
"""Seats that a state and the facts of a round have room for."""

MOST_MELDS: Final = 26
"""Melds that the table of a state has room for: two cards each."""

MOST_OWN: Final = 13
"""Melds of one hand."""

MOST_POOLS: Final = 64
"""Reshuffles that a state can remember."""

SPREAD_ACTION: Final = 4096
"""The core's number of the first spread in the list of a decision; all other actions are numbered below it."""
