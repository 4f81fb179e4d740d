"""Players from random to searching. Every player plays every rule set; none is tuned to a preset."""

from typing import Final

from ginrules._lazy import lazy_names

_PUBLIC: Final = {
    "_names": "PlayerName",
    "lab.players.adjusting": "Adjusting",
    "lab.players.baselines": "Greedy RandomPlayer Simple new_greedy",
    "lab.players.careful": "Careful",
    "lab.players.chat": "ChatPlayer",
    "lab.players.expert": "Expert",
    "lab.players.hints": "hint",
    "lab.players.learned": "Learned",
    "lab.players.named": "player_named",
    "lab.players.packaged_nets": "NetChoice net_for",
    "lab.players.program": "Program",
    "lab.players.searching": "Searching",
    "seated.player": "NewPlayer Player",
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC)
