"""`simulate`: many rounds or matches under one rule set, with every contestant in every place.

The figures depend on nothing but the arguments: every deal comes from the seed and its number, and sums are whole
numbers. No digit depends on the order in which rounds were played, or on the machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules.lab.runner.blocks import Experiment, RunData
from ginrules.lab.runner.progress import Progress
from ginrules.lab.runner.rows import TakeRows
from ginrules.lab.runner.task import (
    EVERY,
    OwnMeasures,
    Run,
    RunOptions,
    Task,
    own_measures,
    task_of,
)
from ginrules.lab.statistics.estimate import A, B, Estimate, PairedSums, UnitRatios, estimate_of, known
from ginrules.lab.statistics.measures import (
    COMEBACK,
    COUNTED,
    MATCH_LENGTH,
    ROUND_MEASURES,
    Measure,
    cap_warning,
    measured,
)
from ginrules.lab.statistics.result import (
    Distribution,
    Histogram,
    Plain,
    RunResult,
    Table,
    estimate_text,
    factor_of,
    interval_columns,
    labels_of,
    plain_of,
    title_of,
)
from ginrules.play.seeded_deals import PLY_CAP
from ginrules.players.players import Players
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import PricedRounds
    from ginrules.lab.runner.workers import Batches


@attrs.frozen
class Figure(Plain):
    """A measure with its estimate.

    Attributes:
        measure: The measure.
        estimate: The estimate. None if there are too few units.
    """

    measure: Measure
    estimate: Estimate | None

    def as_plain(self) -> dict[str, Any]:
        """Return the measure and its estimate, for JSON."""
        return self.measure.as_plain() | plain_of(self, "estimate")


@attrs.frozen
class Standing(Plain):
    """A contestant's results. An estimate is None if there are too few units, or no matches.

    Attributes:
        player: The player as text.
        rounds: The player's share of the rounds with a winner.
        net: The net points of the player in a round.
        matches: The player's share of the matches with a winner.
    """

    player: str
    rounds: Estimate | None
    net: Estimate | None
    matches: Estimate | None

    def __str__(self) -> str:
        shares = [("rounds", self.rounds), *([("matches", self.matches)] if self.matches else [])]
        won = [f"{estimate_text(share, factor=100)}% of the {what}" for what, share in shares]
        return f"{self.player}: {', '.join(won)}, {estimate_text(self.net, signed=True)} points per round"


@attrs.frozen(repr=False)
class Simulation(RunResult):
    """The result of `simulate`. Its ``str`` is a table.

    Attributes:
        rules: The rule set.
        contestants: The contestants as text: a single player for all seats, or the players who changed seats.
        seats: Seats at the table.
        seed: The run's seed.
        units: Deals played, or numbered matches, with every contestant in every place.
        rounds: Rounds played.
        matches: Matches played. 0 if single rounds were played.
        figures: The measures with their estimates.
        standings: The results of each contestant. Empty if there is a single contestant.
        histograms: The counts of ``points``, ``turns``, ``knock-deadwood`` and ``rounds-per-match``.
        partial: Whether the run was interrupted before its end.
    """

    rules: RuleSet
    contestants: tuple[str, ...]
    seats: int
    seed: int
    units: int
    rounds: int
    matches: int
    figures: tuple[Figure, ...]
    standings: tuple[Standing, ...]
    histograms: dict[str, Histogram]
    partial: bool = False
    _data: RunData | None = attrs.field(default=None, eq=False, repr=False)

    def __getitem__(self, key: str) -> Estimate:
        """Return a measure's estimate by its key."""
        for figure in self.figures:
            if figure.measure.key == key:
                return known(figure.estimate)
        raise KeyError(key)

    @property
    def _run(self) -> str:
        (label,) = labels_of([self.rules])
        matches = f"{self.matches:,} matches, " if self.matches else ""
        players = " against ".join(self.contestants)
        return f"{label}: {matches}{self.rounds:,} rounds by {players}"

    @property
    def note(self) -> str:
        """Whether a cap ends many of the rounds."""
        figures = ((one.measure, (one.estimate,)) for one in self.figures)
        return cap_warning(labels_of([self.rules]), figures)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table of measures, and with several contestants the table of their results."""
        rows = [
            (title_of(figure.measure), estimate_text(figure.estimate, factor=factor_of(figure.measure)))
            for figure in self.figures
        ]
        measures = Table(["", *labels_of([self.rules])], rows)
        if not self.standings:
            return (measures,)
        heads = ["player", "rounds won, %", "points per round", *(["matches won, %"] if self.matches else [])]
        results = [
            (
                one.player,
                estimate_text(one.rounds, factor=100),
                estimate_text(one.net, signed=True),
                *((estimate_text(one.matches, factor=100),) if self.matches else ()),
            )
            for one in self.standings
        ]
        return measures, Table(heads, results)

    @property
    def distributions(self) -> tuple[Distribution, ...]:
        """The counted values' distributions."""
        return tuple(
            Distribution(measure.key, measure.title, measure.unit, (self.histograms[measure.key],))
            for measure in (*COUNTED, MATCH_LENGTH)
            if measure.key in self.histograms
        )

    def as_plain(self) -> dict[str, Any]:
        """Return the values as dicts, lists, texts and numbers, for JSON, with None for unknown estimates."""
        run = ("rules", "contestants", "seats", "seed", "units", "rounds", "matches", "partial", "level")
        measures = {"measures": [one.as_plain() for one in self.figures]}
        return plain_of(self, *run) | measures | plain_of(self, "standings", "histograms")

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each measure: measure, unit, value, value_low, value_high.

        Shares are from 0 to 1.
        """
        return [
            {
                "measure": figure.measure.key,
                "unit": figure.measure.unit,
                **interval_columns("value", figure.estimate),
            }
            for figure in self.figures
        ]


def simulate(
    rules: RuleSet | str,
    players: Players = None,
    *,
    rounds: int | None = None,
    matches: int | None = None,
    seed: int = 1,
    seats: int | None = None,
    start: tuple[int, int] | None = None,
    measure: OwnMeasures | None = None,
    take_rows: TakeRows | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | bool | None = None,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
    resume: Simulation | Path | str | None = None,
    checkpoint: Path | str | None = None,
    checkpoint_every: float = EVERY,
) -> Simulation:
    """Play rounds or matches and measure them.

    Every deal is played once with every seat beginning, and with every contestant in every seat: two or three in
    every order round the table, four or more in an order drawn for each deal. The order of their names changes no
    figure. Ctrl-C ends the run early: the result covers the rounds played until then, and is marked ``partial``. So
    does SIGTERM, which ends the program too, unless there is a ``checkpoint``.

    Args:
        rules: The rules to play by.
        players: The player at every seat: a name, or a function that makes the player from a seed. Or a list of
            players, who change places on the same deals. None for learned where its net reads the rules, and
            expert elsewhere. The result names it. With worker processes, every function must belong to a
            module (or be a ``functools.partial`` of such a function).
        rounds: Rounds to play, rounded up to whole deals. 1000 if neither rounds nor matches are given.
        matches: Matches to play instead, rounded up to whole sets with every contestant in every place.
        seed: The run's seed.
        seats: Seats at the table (for matches: players of a match). None for the smallest possible number.
        start: The points with which matches begin, those of the first contestant first: ``(90, 50)`` shows how it plays
            a lead. Only for matches of one column between two. Comebacks are then not measured.
        measure: Measures of your own: functions by the names of their figures. Each gets the finished `RoundRecord` of
            a round, or the finished `MatchState` of a match if matches are played, and returns a number, or None where
            it does not count. The Python engine then plays. A run that continues needs the same names.
        take_rows: Called after each part with its rounds, as `rows` gives them and in order: a single run then
            gives both figures and rounds. A run that continues begins with the rounds of its checkpoint.
        executor: An executor to play in: any of `concurrent.futures`, or a Dask client's. None for this process. With
            processes, every player must be made by a function or class of a module, or a ``functools.partial`` of it.
        workers: The number of processes that the run starts itself, instead of an executor. None or 1 for this process.
            In a script, put the run under ``if __name__ == "__main__":``.
        progress: True for a line on the terminal or in the notebook. Or a function that is called after each part of
            the run with the rounds (or matches) done and the number in the whole run.
        time_limit: Time limit per decision, in seconds. None for no limit.
        ply_cap: Limit on a round's actions.
        resume: A result of the same run with fewer rounds, or the folder of its checkpoint. Only the rest is played.
        checkpoint: The folder for the run's rounds. If it exists, the run continues from there. It is written at
            intervals and at the end, also after Ctrl-C, SIGTERM or an error. Not with ``resume``.
        checkpoint_every: Interval between two writes of the checkpoint, in seconds: 30 if left out.

    Raises:
        InvalidRunError: If there is nothing to play, the seats are not a multiple of the contestants, the rules have no
            such start, or the checkpoint belongs to another run or is spoiled.
        LabError: If a player breaks the rules, raises or takes too long, a round does not end, a worker dies, or the
            checkpoint cannot be written. ``partial`` then holds the figures so far, to resume from.

    Examples:
        >>> import ginrules as gin
        >>> simulation = gin.lab.simulate(gin.RuleSet(), [gin.players.new_greedy, gin.players.RandomPlayer], rounds=40)
        >>> simulation.rounds, simulation.contestants[1], simulation.standings[0].rounds.value > 0.9
        (40, 'random', True)
        >>> actions = {"actions": lambda record: len(record.actions)}
        >>> own = gin.lab.simulate(gin.RuleSet(), gin.players.new_greedy, rounds=10, measure=actions)
        >>> own["actions"].value > own["turns"].value
        True
        >>> first = gin.lab.simulate(gin.RuleSet(), gin.players.new_greedy, rounds=20)
        >>> whole = gin.lab.simulate(gin.RuleSet(), gin.players.new_greedy, rounds=40, resume=first)
        >>> whole == gin.lab.simulate(gin.RuleSet(), gin.players.new_greedy, rounds=40)
        True
        >>> ahead = gin.lab.simulate("standard", ["greedy", "greedy"], matches=200, start=(90, 50))
        >>> ahead.standings[0].matches.low > 0.5
        True
    """
    options = RunOptions(executor, workers, progress, time_limit, ply_cap, resume, checkpoint, checkpoint_every)
    experiment = Experiment(options)
    own = own_measures(measure, options)
    task, units = task_of(
        rules, players, rounds=rounds, matches=matches, seed=seed, seats=seats, options=options, own=own, start=start
    )
    run, unit = Run((task,), task.names, units), "matches" if task.matches else "rounds"
    names = " / ".join(task.names)
    of = f"{unit} by {task.rules.digest} at {task.places} places, seed {task.seed}: {names}{task.extras}"
    figures = SimulationFigures(task, units)
    return experiment.play(of, [run], figures.add, figures.result, unit, take_rows)


_Key = str | tuple[str, int]
"""The key of sums: of a measure its name, else what is counted and of which player."""

_PLAYED: Final = ("played", 0)


class SimulationFigures:
    """The figures of a task that is played in so many units.

    Measures other than those of `simulate` come with the function that returns their ratios in rounds.
    """

    def __init__(
        self,
        task: Task,
        units: int,
        measures: tuple[Measure, ...] = (),
        ratios_of: Callable[[PricedRounds], dict[str, UnitRatios]] = measured,
    ) -> None:
        self._task = task
        self._units = units
        self._measures, self._ratios_of = measures, ratios_of
        self._sums: dict[_Key, PairedSums] = defaultdict(PairedSums)
        self._counts: dict[str, Counter[int]] = defaultdict(Counter)
        self._contestants = range(len(task.names)) if len(task.names) > 1 else range(0)

    def add(self, _part: int, batches: Batches) -> list[PricedRounds]:
        """Add the next units."""
        (batch,) = batches
        rounds = batch.at_prices_of(self._task.rules)
        matches = rounds.by_unit(0) + batch.matches.shape[1]
        ratios: dict[Any, UnitRatios] = {_PLAYED: (rounds.by_unit(1), matches)}
        for number in self._contestants:
            self._sums["won and net", number] += PairedSums.of_units(*rounds.contestant(number))
        if self._task.matches:
            ratios |= {("matches", number): batch.matches_won(number) for number in self._contestants}
            ratios[MATCH_LENGTH.key] = batch.match_sums("rounds"), matches
            ratios[COMEBACK.key] = batch.match_sums("comebacks"), batch.match_sums("behind")
        for key, ratio in (ratios | self._ratios_of(rounds)).items():
            self._sums[key] += PairedSums.of_units(ratio)
        for key, values in rounds.values().items():
            self._counts[key] += values
        if self._task.matches:
            self._counts[MATCH_LENGTH.key].update(batch.matches["rounds"].ravel().tolist())
        return [rounds]

    def result(self, data: RunData | None) -> Simulation:
        """Return the simulation of the units so far."""
        task, sums = self._task, self._sums
        measures = self._measures or (
            *(one for one in ROUND_MEASURES if not one.optional or sums[one.key].a),
            *((MATCH_LENGTH,) if task.matches else ()),
            *((COMEBACK,) if task.matches and not task.start else ()),
        )
        played = sums[_PLAYED]
        return Simulation(
            rules=task.rules,
            contestants=tuple(dict.fromkeys(task.names)),
            seats=task.places,
            seed=task.seed,
            units=played.units,
            rounds=played.a,
            matches=played.base_a,
            figures=tuple(
                Figure(one, estimate_of(sums[one.key], A, share=one.unit == "share")) for one in (*measures, *task.own)
            ),
            standings=tuple(
                Standing(
                    task.names[number],
                    estimate_of(sums["won and net", number], A, share=True),
                    estimate_of(sums["won and net", number], B),
                    estimate_of(sums["matches", number], A, share=True),
                )
                for number in self._contestants
            ),
            histograms={key: Histogram(counts) for key, counts in self._counts.items()},
            partial=played.units < self._units,
            data=data,
        )
