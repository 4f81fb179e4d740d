# Written by python -m docs.generate.package from the table in __init__.py.
from ginrules._names import (
    PlayerName,
)
from ginrules.lab import players as players
from ginrules.lab import report as report
from ginrules.lab import search as search
from ginrules.lab import statistics as statistics
from ginrules.lab.comparison.adapt import (
    Adaptation,
)
from ginrules.lab.comparison.compare import (
    Precision,
    compare,
)
from ginrules.lab.comparison.result import (
    Comparison,
    Finding,
)
from ginrules.lab.divergence.diverge import (
    diverge,
)
from ginrules.lab.divergence.result import (
    Alike,
    Divergence,
    MatchDivergence,
    RoundDivergence,
)
from ginrules.lab.players.adjusting import (
    Adjusting,
)
from ginrules.lab.players.baselines import (
    Greedy,
    RandomPlayer,
    Simple,
    new_greedy,
)
from ginrules.lab.players.careful import (
    Careful,
)
from ginrules.lab.players.chat import (
    ChatPlayer,
)
from ginrules.lab.players.expert import (
    Expert,
)
from ginrules.lab.players.hints import (
    hint,
)
from ginrules.lab.players.learned import (
    Learned,
)
from ginrules.lab.players.named import (
    player_named,
)
from ginrules.lab.players.packaged_nets import (
    NetChoice,
    net_for,
)
from ginrules.lab.players.program import (
    Program,
)
from ginrules.lab.players.searching import (
    Searching,
)
from ginrules.lab.reviews.result import (
    Decision,
    Parts,
    Review,
    RoundReview,
)
from ginrules.lab.reviews.review import (
    review,
)
from ginrules.lab.round_robin.result import (
    Tournament,
)
from ginrules.lab.round_robin.tournament import (
    Entrants,
    tournament,
)
from ginrules.lab.runner.options import (
    Players,
)
from ginrules.lab.runner.play import (
    Simulated,
    SimulatedMatch,
    play_match,
    play_round,
)
from ginrules.lab.runner.progress import (
    Progress,
)
from ginrules.lab.runner.rows import (
    Row,
    TakeRows,
    replayed,
    rows,
)
from ginrules.lab.simulation import (
    Figure,
    Simulation,
    Standing,
    simulate,
)
from ginrules.lab.statistics.checkpoints import (
    Checkpoint,
)
from ginrules.lab.statistics.estimate import (
    Estimate,
)
from ginrules.lab.statistics.histogram import (
    Histogram,
)
from ginrules.lab.statistics.measures import (
    Measure,
)
from ginrules.lab.training import (
    Lesson,
    train,
)
from ginrules.lab.tuning.result import (
    ParameterSearch,
    Trial,
    Tuning,
)
from ginrules.lab.tuning.tune import (
    tune,
)
from ginrules.play.run_deals import (
    Played,
)
from ginrules.seated.player import (
    NewPlayer,
    Player,
)

__all__ = [
    "Adaptation",
    "Adjusting",
    "Alike",
    "Careful",
    "ChatPlayer",
    "Checkpoint",
    "Comparison",
    "Decision",
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
    "Parts",
    "Played",
    "Player",
    "PlayerName",
    "Players",
    "Precision",
    "Program",
    "Progress",
    "RandomPlayer",
    "Review",
    "RoundDivergence",
    "RoundReview",
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
    "review",
    "rows",
    "simulate",
    "tournament",
    "train",
    "tune",
]
