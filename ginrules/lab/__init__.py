"""The lab: players, simulated rounds, and what a change of rules does to the game.

It stands above the library and is imported on demand: ``from ginrules.lab import compare``.
"""

from ginrules.lab.compare import Comparison, Finding, compare, new_greedy
from ginrules.lab.estimate import Estimate
from ginrules.lab.players import Greedy, NewPlayer, Player, RandomPlayer
from ginrules.lab.simulate import Played, play_round

__all__ = [
    "Comparison",
    "Estimate",
    "Finding",
    "Greedy",
    "NewPlayer",
    "Played",
    "Player",
    "RandomPlayer",
    "compare",
    "new_greedy",
    "play_round",
]
