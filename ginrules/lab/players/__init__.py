"""Players from random to searching; each plays every rule set and none is tuned to a preset."""

from ginrules._names import PlayerName
from ginrules.lab.players.hints import hint
from ginrules.lab.players.house.careful import Careful
from ginrules.lab.players.house.expert import Expert
from ginrules.lab.players.house.greedy import Greedy, new_greedy
from ginrules.lab.players.house.random import RandomPlayer
from ginrules.lab.players.house.searching import Searching
from ginrules.lab.players.house.simple import Simple
from ginrules.lab.players.named import player_named
from ginrules.lab.players.program import Program
from ginrules.seated.player import NewPlayer, Player

__all__ = [
    "Careful",
    "Expert",
    "Greedy",
    "NewPlayer",
    "Player",
    "PlayerName",
    "Program",
    "RandomPlayer",
    "Searching",
    "Simple",
    "hint",
    "new_greedy",
    "player_named",
]
