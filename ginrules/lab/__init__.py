"""The lab: simulated rounds and matches, tournaments, reviews, and the effects of rules on the game.

It is imported on demand: ``from ginrules.lab import compare``.

*What the words mean* in ``docs/design.md`` says what deal, unit, task, batch, sums, estimate and finding are, and
names the class of each.
"""

from typing import Final

from ginrules._support.lazy import lazy_names

_PUBLIC: Final = {
    "lab.comparison.compare": "compare",
    "lab.comparison.figures": "Precision",
    "lab.comparison.result": "Comparison Finding",
    "lab.divergence": "diverge",
    "testing.differences": "Alike Divergence MatchDivergence RoundDivergence",
    "lab.reviews.result": "Decision Loss Parts Review RoundReview",
    "lab.reviews.review": "review",
    "lab.round_robin.tournament": "Entrants Tournament tournament",
    "lab.runner.task": "OwnMeasures",
    "lab.runner.play": "Simulated SimulatedMatch play_match play_round",
    "lab.runner.progress": "Progress",
    "lab.runner.rows": "Row TakeRows replayed rows",
    "lab.simulation": "Figure Simulation Standing simulate",
    "lab.statistics.estimate": "Estimate",
    "lab.statistics.result": "Histogram",
    "lab.statistics.measures": "Measure",
    "play.seeded_deals": "Played",
}
_SUBMODULES: Final = ("report", "statistics")

__all__, __getattr__, __dir__ = lazy_names(__name__, _PUBLIC, submodules=_SUBMODULES)
