"""Measures of a round: a count and its base, and what a unit's rounds add to the sums of a run."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, Literal

import attrs

from ginrules.lab.runner.match import Simulated
from ginrules.lab.statistics.sums import Ratio
from ginrules.scoring.score import Result, RoundScore

Unit = Literal["points", "share", "turns", "rounds"]
"""The unit of a measure; a share is a number of 0 to 1."""


MEASURE_ENTRIES: Final = ("measure.key", "measure.title", "measure.unit", "measure.doc")
"""How a measure stands in the document of its figure."""


@attrs.frozen
class Measure:
    """A measure of rounds, games or matches.

    Attributes:
        key: Its name for programs.
        title: Its name in a table.
        unit: Its unit; a share is a number of 0 to 1.
        doc: Its definition.
        count: From a round to the count and its base; None for measures of games, matches and players.
        by_play: Whether prices cannot change it.
        optional: Whether tables leave it out when it is zero under all rules compared.
    """

    key: str
    title: str
    unit: Unit
    doc: str
    count: Callable[[Simulated], Ratio] | None = None
    by_play: bool = False
    optional: bool = False


def _has_result(result: Result, simulated: Simulated) -> Ratio:
    return int(simulated.score.result == result), 1


def _share(result: Result, title: str, doc: str, *, by_play: bool = False, optional: bool = False) -> Measure:
    # a partial and no closure, since measures are pickled with results
    return Measure(result, title, "share", doc, partial(_has_result, result), by_play=by_play, optional=optional)


def lead_of(score: RoundScore) -> int:
    """Return the winner's lead over the others, in points; 0 in a drawn round."""
    return 0 if score.winner is None else score.net[score.winner]


def _points(simulated: Simulated) -> Ratio:
    return lead_of(simulated.score), 1


def _turns(simulated: Simulated) -> Ratio:
    return simulated.played.turns, 1


def _knock_deadwood(simulated: Simulated) -> Ratio:
    outcome = simulated.played.outcome
    if outcome.declarer is None or outcome.ending != "knock":
        return 0, 0
    return outcome.deadwood[outcome.declarer], 1


def _first_net(simulated: Simulated) -> Ratio:
    return simulated.score.net[simulated.first], 1


def _first_wins(simulated: Simulated) -> Ratio:
    winner = simulated.score.winner
    return int(winner == simulated.first), int(winner is not None)


ROUND_MEASURES: Final = (
    Measure("points", "points per round", "points",
            "The winner's lead over the others in a round; 0 in a drawn round.", _points),
    _share("knock", "knock", "Rounds won by an ordinary knock."),
    _share("gin", "gin", "Rounds won by gin.", by_play=True),
    _share("big-gin", "big gin", "Rounds won by big gin.", by_play=True),
    _share("undercut", "undercut", "Rounds won by an undercut."),
    _share("gin-off", "gin-off", "Rounds won by an undercut without deadwood, where it has its own price.",
           optional=True),
    _share("refused", "refused double", "Rounds won because the other seat refused a double.", by_play=True,
           optional=True),
    _share("out", "gone out", "Rounds won by laying down the last card.", by_play=True, optional=True),
    _share("tie", "tie", "Rounds drawn because knocker and defender are level.", optional=True),
    _share("void", "gin laid off", "Rounds drawn because the defender lays everything off on gin.",
           by_play=True, optional=True),
    _share("dead", "dead", "Rounds that end without a declaration: the stock, or a cap, ends them.", by_play=True),
    Measure("turns", "turns per round", "turns", "Turns of all seats in a round; a draw and a discard are one.", _turns,
            by_play=True),
    Measure("knock-deadwood", "deadwood at the knock", "points",
            "The knocker's deadwood in the rounds that end with a knock (gin apart), undercut or not.",
            _knock_deadwood, by_play=True),
    Measure("first-seat-net", "first seat's net", "points",
            "The net points of the seat that begins in a round; 0 is no advantage.", _first_net),
    Measure("first-seat-wins", "first seat's wins", "share",
            "Rounds won by the seat that begins, of the rounds with a winner.", _first_wins),
)  # fmt: skip

COUNTED: Final = ("points", "turns", "knock-deadwood")
"""The keys of `value_counts`."""

_COUNTERS: Final = tuple((measure.key, measure.count) for measure in ROUND_MEASURES if measure.count is not None)


def measured(rounds: Sequence[Simulated]) -> dict[str, Ratio]:
    """Return the measures of a unit's rounds: the sums of counts and bases by key."""
    return {key: total(map(count, rounds)) for key, count in _COUNTERS}


def contestant_result(rounds: Iterable[Simulated], number: int) -> tuple[Ratio, Ratio]:
    """Return the rounds a contestant won of those with a winner, and its net points by seats it had."""
    won = decided = net = seats = 0
    for simulated in rounds:
        winner = simulated.score.winner
        decided += winner is not None
        won += winner is not None and simulated.contestants[winner] == number
        for contestant, points in zip(simulated.contestants, simulated.score.net, strict=True):
            if contestant == number:
                seats += 1
                net += points
    return (won, decided), (net, seats)


def value_counts(rounds: Iterable[Simulated]) -> dict[str, Counter[int]]:
    """Return how often each number of points, of turns and of deadwood at the knock came, by key."""
    points: Counter[int] = Counter()
    turns: Counter[int] = Counter()
    knocks: Counter[int] = Counter()
    for simulated in rounds:
        outcome = simulated.played.outcome
        points[lead_of(simulated.score)] += 1
        turns[simulated.played.turns] += 1
        if outcome.ending == "knock" and outcome.declarer is not None:
            knocks[outcome.deadwood[outcome.declarer]] += 1
    return {"points": points, "turns": turns, "knock-deadwood": knocks}


def total(ratios: Iterable[Ratio]) -> Ratio:
    """Return the sums of counts and of bases."""
    count = base = 0
    for more, on in ratios:
        count += more
        base += on
    return count, base
