"""Players from random to searching: each plays every rule set, and none is tuned to a preset.

It is imported on demand: ``from ginrules.players import Expert``. The tools for your own players are in
`ginrules.players.search`.
"""

from typing import Final

from ginrules._support.lazy import lazy_names

_PUBLIC: Final = {
    "_support.names": "PlayerName",
    "players.adjusting": "Adjusting",
    "players.belief": "Belief",
    "players.baselines": "Greedy RandomPlayer Simple new_greedy",
    "players.chat": "ChatPlayer",
    "players.players": "Players hint",
    "players.expert": "Expert",
    "players.learned": "Learned match_equity",
    "players.equity": "MatchEquity",
    "driver.named": "player_named",
    "players.packaged_nets": "NetChoice net_for",
    "players.program": "Program",
    "players.searching": "Searching",
    "driver.player": "NewPlayer Player",
}

_SUBMODULES: Final = ("search",)

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC, submodules=_SUBMODULES)
