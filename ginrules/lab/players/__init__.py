"""Players from random to searching; each plays every rule set and none is tuned to a preset."""

from ginrules._names import PlayerName
from ginrules.lab.players.careful import Careful
from ginrules.lab.players.expert import Expert
from ginrules.lab.players.greedy import Greedy, new_greedy
from ginrules.lab.players.hints import hint
from ginrules.lab.players.named import player_named
from ginrules.lab.players.program import Program
from ginrules.lab.players.protocol import NewPlayer, Player
from ginrules.lab.players.random import RandomPlayer
from ginrules.lab.players.searching import Searching
from ginrules.lab.players.simple import Simple

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
