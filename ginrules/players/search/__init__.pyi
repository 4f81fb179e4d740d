# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off

from ginrules.players.search.hidden import Habits as Habits
from ginrules.players.search.odds import Outlook as Outlook, holding as holding, outlook as outlook, possible_melds as possible_melds
from ginrules.players.search.simulation import payoffs as payoffs, plausible as plausible, playout as playout, with_stock as with_stock

__all__ = ["Habits", "Outlook", "holding", "outlook", "payoffs", "plausible", "playout", "possible_melds", "with_stock"]
