# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off

from ginrules.lab import report as report, statistics as statistics
from ginrules.lab.comparison.compare import compare as compare
from ginrules.lab.comparison.figures import Precision as Precision
from ginrules.lab.comparison.result import Comparison as Comparison, Finding as Finding
from ginrules.lab.divergence import diverge as diverge
from ginrules.lab.reviews.result import Decision as Decision, Loss as Loss, Parts as Parts, Review as Review, RoundReview as RoundReview
from ginrules.lab.reviews.review import review as review
from ginrules.lab.round_robin.tournament import Entrants as Entrants, Tournament as Tournament, tournament as tournament
from ginrules.lab.runner.play import Simulated as Simulated, SimulatedMatch as SimulatedMatch, play_match as play_match, play_round as play_round
from ginrules.lab.runner.progress import Progress as Progress
from ginrules.lab.runner.rows import Row as Row, TakeRows as TakeRows, replayed as replayed, rows as rows
from ginrules.lab.runner.task import OwnMeasures as OwnMeasures
from ginrules.lab.simulation import Figure as Figure, Simulation as Simulation, Standing as Standing, simulate as simulate
from ginrules.lab.statistics.estimate import Estimate as Estimate
from ginrules.lab.statistics.measures import Measure as Measure
from ginrules.lab.statistics.result import Histogram as Histogram
from ginrules.play.seeded_deals import Played as Played
from ginrules.testing.differences import Alike as Alike, Divergence as Divergence, MatchDivergence as MatchDivergence, RoundDivergence as RoundDivergence

__all__ = ["Alike", "Comparison", "Decision", "Divergence", "Entrants", "Estimate", "Figure", "Finding", "Histogram",
    "Loss", "MatchDivergence", "Measure", "OwnMeasures", "Parts", "Played", "Precision", "Progress", "Review",
    "RoundDivergence", "RoundReview", "Row", "Simulated", "SimulatedMatch", "Simulation", "Standing", "TakeRows",
    "Tournament", "compare", "diverge", "play_match", "play_round", "replayed", "report", "review", "rows", "simulate",
    "statistics", "tournament"]
