"""The lab: players, simulated rounds, and what a change of rules does to the game.

It stands above the library and is imported on demand: ``from ginrules.lab import compare``.
"""

from ginrules.lab.compare import Comparison, Finding, Precision, compare, new_greedy
from ginrules.lab.diverge import diverge
from ginrules.lab.divergence import Alike, Divergence, MatchDivergence, RoundDivergence
from ginrules.lab.estimate import Estimate
from ginrules.lab.histogram import Distribution, Histogram
from ginrules.lab.measures import Measure
from ginrules.lab.players import Careful, Greedy, NewPlayer, Player, RandomPlayer, Searching, Simple
from ginrules.lab.round_rows import Row, TakeRows
from ginrules.lab.runs import Players, Progress
from ginrules.lab.simulate import Played, play_match, play_round, replayed, rows, simulate
from ginrules.lab.simulation import Figure, Simulation, Standing
from ginrules.lab.tally import Checkpoint
from ginrules.lab.tune import Trial, Tuning, tune
from ginrules.lab.units import Simulated, SimulatedMatch

__all__ = [
    "Alike",
    "Careful",
    "Checkpoint",
    "Comparison",
    "Distribution",
    "Divergence",
    "Estimate",
    "Figure",
    "Finding",
    "Greedy",
    "Histogram",
    "MatchDivergence",
    "Measure",
    "NewPlayer",
    "Played",
    "Player",
    "Players",
    "Precision",
    "Progress",
    "RandomPlayer",
    "RoundDivergence",
    "Row",
    "Searching",
    "Simple",
    "Simulated",
    "SimulatedMatch",
    "Simulation",
    "Standing",
    "TakeRows",
    "Trial",
    "Tuning",
    "compare",
    "diverge",
    "new_greedy",
    "play_match",
    "play_round",
    "replayed",
    "rows",
    "simulate",
    "tune",
]
