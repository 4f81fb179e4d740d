"""The public names, for type checkers and editors. Written by ``python -m docs.generate.package``."""
# fmt: off

from ginrules.lab import report, statistics
from ginrules.lab.comparison.compare import compare
from ginrules.lab.comparison.result import Comparison, Finding, SplitRun
from ginrules.lab.comparison.running import Precision
from ginrules.lab.divergence.diverge import diverge
from ginrules.lab.divergence.result import Alike, Divergence, MatchDivergence, RoundDivergence
from ginrules.lab.reviews.decisions import Decision, Loss, Parts, RoundReview
from ginrules.lab.reviews.result import Review
from ginrules.lab.reviews.review import review
from ginrules.lab.round_robin.result import Tournament
from ginrules.lab.round_robin.tournament import Entrants, tournament
from ginrules.lab.runner.play import Simulated, SimulatedMatch, play_match, play_round
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.rows import Row, TakeRows, replayed, rows
from ginrules.lab.simulation import Figure, Simulation, Standing, simulate
from ginrules.lab.statistics.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.histogram import Histogram
from ginrules.lab.statistics.measures import Measure
from ginrules.play.run_deals import Played

__all__ = ["Alike", "Checkpoint", "Comparison", "Decision", "Divergence", "Entrants", "Estimate", "Figure", "Finding",
    "Histogram", "Loss", "MatchDivergence", "Measure", "Parts", "Played", "Precision", "Progress", "Review",
    "RoundDivergence", "RoundReview", "Row", "Simulated", "SimulatedMatch", "Simulation", "SplitRun", "Standing",
    "TakeRows", "Tournament", "compare", "diverge", "play_match", "play_round", "replayed", "report", "review", "rows",
    "simulate", "statistics", "tournament"]
