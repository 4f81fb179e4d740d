"""The parts that players think with, for your own: hidden hands, playouts, pay-offs, outlooks, what others show."""

from ginrules.lab.search.discards.next_draw import Outlook
from ginrules.lab.search.hidden.opponents import Habits
from ginrules.lab.search.toolbox import (
    holding,
    outlook,
    payoffs,
    plausible,
    playout,
    possible_melds,
    with_stock,
)

__all__ = [
    "Habits",
    "Outlook",
    "holding",
    "outlook",
    "payoffs",
    "plausible",
    "playout",
    "possible_melds",
    "with_stock",
]
