"""The lab: players, simulated rounds, and the effects of rules on the game.

It is imported on demand: ``from ginrules.lab import compare``.

*The nouns of a run* in ``docs/lab.md`` defines deal, unit, job, part, sums, estimate and finding, in the
order from the seed to the figure, and names the class of each.
"""

from ginrules.lab.comparison.adapt import Adaptation
from ginrules.lab.comparison.compare import Precision, compare
from ginrules.lab.comparison.result import Comparison, Finding
from ginrules.lab.divergence.diverge import diverge
from ginrules.lab.divergence.result import Alike, Divergence, MatchDivergence, RoundDivergence
from ginrules.lab.players import (
    Careful,
    Expert,
    Greedy,
    Learned,
    NetChoice,
    NewPlayer,
    Player,
    PlayerName,
    Program,
    RandomPlayer,
    Searching,
    Simple,
    hint,
    net_for,
    new_greedy,
    player_named,
)
from ginrules.lab.round_robin.result import Tournament
from ginrules.lab.round_robin.tournament import Entrants, tournament
from ginrules.lab.runner.arguments import Players
from ginrules.lab.runner.match import Simulated, SimulatedMatch, play_match
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.round import play_round
from ginrules.lab.runner.rows import Row, TakeRows, replayed, rows
from ginrules.lab.simulation import Figure, Simulation, Standing, simulate
from ginrules.lab.statistics.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.histogram import Histogram
from ginrules.lab.statistics.measures import Measure
from ginrules.lab.training import Lesson, train
from ginrules.lab.tuning.result import ParameterSearch, Trial, Tuning
from ginrules.lab.tuning.tune import tune
from ginrules.play.run_deals import Played

__all__ = [
    "Adaptation",
    "Alike",
    "Careful",
    "Checkpoint",
    "Comparison",
    "Divergence",
    "Entrants",
    "Estimate",
    "Expert",
    "Figure",
    "Finding",
    "Greedy",
    "Histogram",
    "Learned",
    "Lesson",
    "MatchDivergence",
    "Measure",
    "NetChoice",
    "NewPlayer",
    "ParameterSearch",
    "Played",
    "Player",
    "PlayerName",
    "Players",
    "Precision",
    "Program",
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
    "Tournament",
    "Trial",
    "Tuning",
    "compare",
    "diverge",
    "hint",
    "net_for",
    "new_greedy",
    "play_match",
    "play_round",
    "player_named",
    "replayed",
    "rows",
    "simulate",
    "tournament",
    "train",
    "tune",
]
