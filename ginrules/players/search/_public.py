"""The public names, for type checkers and editors. Written by ``python -m docs.generate.package``."""
# fmt: off

from ginrules.players.search.discards import Outlook
from ginrules.players.search.hidden import Habits
from ginrules.players.search.simulation import holding, outlook, payoffs, plausible, playout, possible_melds, with_stock

__all__ = ["Habits", "Outlook", "holding", "outlook", "payoffs", "plausible", "playout", "possible_melds", "with_stock"]
