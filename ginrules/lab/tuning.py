"""`tune`: the parameter value, such as a knock threshold, that gains most from an opponent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Unpack

import attrs

from ginrules._support.names import PlayerName
from ginrules._support.values import as_items, expect
from ginrules.driver.player import NewPlayer, Player
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.job import Job, job_of
from ginrules.lab.runner.options import RunOptions, takes_options
from ginrules.lab.runner.workers import Run, parts_of
from ginrules.lab.statistics.checkpoint_file import Keeper, KeptRunKeywords, KeptRunOptions
from ginrules.lab.statistics.checkpoints import Checkpoint, Section
from ginrules.lab.statistics.estimate import Estimate, estimates
from ginrules.lab.statistics.plain import Plain
from ginrules.lab.statistics.result import Intervals, Result, Table, estimate_text, interval_columns, labels_of
from ginrules.lab.statistics.sums import Sums
from ginrules.play.run_deals import deal_seed
from ginrules.players.players import contestants_of, names_of
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds

_FRESH: Final = "fresh"
_FRESH_DEAL: Final = 1_000_003  # the seed of the deal with this number is the seed of the fresh deals
_LEADERS: Final = 2  # values played again on fresh deals


@attrs.frozen
class Trial(Plain):
    """The results for a value of the parameter.

    Attributes:
        value: The value.
        player: The player with this value, as text.
        net: The net points of the player in a round.
        rounds: The share of rounds won by the player, among rounds with a winner.
        behind: The gap to the best value on these deals, in points per round, paired. None for the best.
    """

    value: object
    player: str
    net: Estimate | None
    rounds: Estimate | None
    behind: Estimate | None


@attrs.frozen(repr=False)
class Tuning(Result):
    """The result of `tune`. Its ``str`` is a table.

    Attributes:
        rules: The rule set.
        parameter: The parameter's name.
        against: The opponent as text.
        trials: The results for every value, in order. An interval holds for its value alone, not for the best.
        best: The value with the most net points in these trials. None if nothing was played.
        final: The best value's results on fresh deals, without selection bias. None before these deals.
        over: The best value's lead over the second on the fresh deals, in points per round, paired, if known.
        second: The second best value. None if only a single value was tried.
        seats: Seats at the table.
        rounds: Rounds for each value.
        fresh_rounds: Rounds on the fresh deals, for the best value and for the second best.
        seed: The run's seed.
        partial: Whether the run was interrupted.
        checkpoint: The run's state, for `tune` to continue. None if it was not kept.
    """

    _document = (
        "rules", "parameter", "against", "trials", "best", "final", "second", "over", "seats", "rounds", "fresh_rounds",
        "seed", "partial", "level",
    )  # fmt: skip

    rules: RuleSet
    parameter: str
    against: str
    trials: tuple[Trial, ...]
    best: object
    final: Trial | None
    over: Estimate | None
    second: object
    seats: int
    rounds: int
    fresh_rounds: int
    seed: int
    partial: bool = False
    checkpoint: Checkpoint | None = None

    def __repr__(self) -> str:
        return f"<Tuning of {self.summary}; best {self.best}>"

    @property
    def _run(self) -> str:
        (label,) = labels_of([self.rules])
        return f"{self.parameter} under {label}: {self.rounds:,} rounds each against {self.against}"

    @property
    def tables(self) -> tuple[Table, ...]:
        """A single table with a row for each value."""
        heads = [self.parameter, "points per round", "rounds won, %", "behind the best"]
        rows = [
            [str(one.value), estimate_text(one.net, signed=True), estimate_text(one.rounds, factor=100),
             "best" if one.value == self.best else estimate_text(one.behind)]
            for one in self.trials
        ]  # fmt: skip
        return (Table(heads, rows),)

    @property
    def intervals(self) -> Intervals:
        """The net points of each value."""
        rows = [(f"{self.parameter} {trial.value}", trial.net) for trial in self.trials]
        return Intervals("Points per round, with the 95% interval", "points", rows)

    @property
    def note(self) -> str:
        """The best value's results on fresh deals, as text."""
        if self.final is None:
            return "no value has been played on fresh deals"
        return f"on fresh deals {self.best} gains {estimate_text(self.final.net, signed=True)} points per round"

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each value: value, player, and net, rounds and behind with their intervals."""
        return [
            {"value": one.value, "player": one.player, **interval_columns("net", one.net),
             **interval_columns("rounds", one.rounds), **interval_columns("behind", one.behind)}
            for one in self.trials
        ]  # fmt: skip


@takes_options(KeptRunOptions)
def tune(
    rules: RuleSet | str,
    players: Callable[..., Player] | PlayerName,
    *,
    parameter: str | None = None,
    values: Sequence[Any] | None = None,
    against: NewPlayer | str | None = None,
    rounds: int = 2000,
    seed: int = 1,
    seats: int | None = None,
    **options: Unpack[KeptRunKeywords],
) -> Tuning:
    """Find the parameter value that gains most from an opponent under these rules.

    All values are tried on the same deals. The best of them has a selection bias in its favor, so its final estimate
    comes from fresh deals.

    Ctrl-C ends the run. The result has the rounds played until then and is marked ``partial``. So does SIGTERM, which
    ends the program too, unless there is a ``checkpoint``. The values can still be compared. The final estimate can be
    missing. A resumed run must have the same number of rounds.

    Args:
        rules: The rules to play by.
        players: The player to tune: its name, or a function that makes it from a seed and takes the parameter by name.
        parameter: The parameter's name. None for ``threshold``.
        values: The values to try. None for every whole number from 0 to the knock limit.
        against: The opponent at every other seat, or its name. None for the same player without the parameter.
        rounds: Rounds for each value and for the final estimate, rounded up to whole deals.
        seed: The run's seed. The final estimate has its own seed stream.
        seats: Seats at the table. None for the smallest possible table.
        options: The run's options, by name. See `RunOptions`.

    Raises:
        InvalidRunError: If there is nothing to play, or the checkpoint belongs to another run or contradicts itself.
        LabError: If a player breaks the rules, raises or takes too long, a worker dies, or the checkpoint cannot
            be written. Its ``partial`` attribute holds the figures until then, with their checkpoint.

    Examples:
        >>> import ginrules as gin
        >>> tuning = gin.lab.tune(gin.RuleSet(), gin.players.new_greedy, values=(0, 10), rounds=40)
        >>> tuning.best, tuning.second, tuning.final.player
        (0, 10, 'greedy, playing for gin')
    """
    run_options = KeptRunOptions(**options)
    keeper = run_options.keeper()
    job, units = job_of(
        rules, (players if against is None else against,), rounds=rounds, matches=None, seed=seed, seats=seats,
        options=run_options,
    )  # fmt: skip
    parameter = "threshold" if parameter is None else parameter
    expect(parameter, str, "the name of a parameter")
    tried = as_items(range(job.rules.knock_limit + 1) if values is None else values, f"a list of values of {parameter}")
    if not tried or any(value in tried[:number] for number, value in enumerate(tried)):
        raise InvalidRunError(f"values: expected one or more values of {parameter}, each once, got {tried!r:.80}")
    (tuned,) = contestants_of((players,))
    makers = tuple(partial(tuned, **{parameter: value}) for value in tried)
    names, others = names_of(makers, (job.rules,), job.places, job.seed), job.places - 1
    jobs = tuple(
        attrs.evolve(job, new_players=(maker, *job.new_players * others), names=("tuned", *("opponent",) * others))
        for maker in makers
    )
    deals = -(-units * job.size // jobs[0].size)
    of = (
        f"search of {parameter} by {job.rules.digest} at {job.places} seats, seed {job.seed}, {deals} deals: "
        f"{' / '.join(names)} against {job.names[0]}"
    )
    with run_options.opened("rounds", (*makers, *job.new_players)) as opened:
        return _Search(of, jobs, parameter, tried, names, job.names[0], deals, opened).run(keeper)


@attrs.define
class _Search:
    """The values, in a job each, on the same deals, and then the best two of them on fresh deals."""

    of: str
    jobs: tuple[Job, ...]
    parameter: str
    values: tuple[Any, ...]
    names: tuple[str, ...]
    against: str
    deals: int
    options: RunOptions
    searched: Sums = attrs.field(factory=Sums)
    fresh: Sums = attrs.field(factory=Sums)

    def run(self, keeper: Keeper) -> Tuning:
        """Play the rest of the deals, and then of the fresh deals."""
        if keeper.before is not None:
            self._restore(keeper.before)
        with keeper.keeping(self._checkpoint, self._tuning) as interrupts:
            for sums in (self.searched, self.fresh):
                run, options = self._part(is_fresh=sums is self.fresh)
                for part in parts_of(run, options, first=sums.units, seconds=keeper.seconds):
                    with interrupts.held():
                        sums.merge(part)
                    keeper.part_done(self._checkpoint, interrupts)
        return self._tuning()  # the sums hold all that has been played

    def _part(self, *, is_fresh: bool) -> tuple[Run[Sums], RunOptions]:
        """Return the run of all values, or of the best two on fresh deals, with the progress of both runs."""
        rounds, tried, seed = self.deals * self.jobs[0].size, len(self.values), self.jobs[0].seed
        numbers: Sequence[int] = range(tried)
        options = self.options.counting(tried, after=rounds * min(_LEADERS, tried))
        if is_fresh:
            numbers, seed = self._ranking()[:_LEADERS], deal_seed(seed, _FRESH_DEAL)
            options = self.options.counting(len(numbers), before=rounds * tried)
        jobs = tuple(attrs.evolve(self.jobs[number], seed=seed) for number in numbers)
        names = (*(self.names[number] for number in numbers), self.against)
        return Run(jobs, names, self.deals, partial(_collect, jobs[0].rules)), options

    def _ranking(self) -> list[int]:
        """Return the numbers of the values by net points, the best first, empty if nothing was played."""
        nets = [self.searched.ratio(f"net {number} {number}") for number in range(len(self.values))]
        return sorted(range(len(nets)), key=lambda one: -nets[one].a / nets[one].base_a) if self.searched.units else []

    def _checkpoint(self) -> Checkpoint:
        return Checkpoint.of_sums(self.of, self.searched, {_FRESH: Section.of(self.fresh)})

    def _restore(self, checkpoint: Checkpoint) -> None:
        checked = checkpoint.checked(self.of, [_FRESH])
        fresh = checked.sections[_FRESH]
        if max(checked.units, fresh.units) > self.deals or (fresh.units and checked.units < self.deals):
            raise InvalidRunError(
                f"units: expected at most {self.deals} deals, and fresh ones after the others, got {checked.units} and "
                f"{fresh.units}: the checkpoint contradicts itself"
            )
        self.searched = checked.main.restored(_keys(len(self.values)))
        self.fresh = fresh.restored(_keys(min(_LEADERS, len(self.values))))

    def _trial(self, sums: Sums, place: int, number: int, leader: int | None = None) -> Trial:
        """Return a value's results from its place in the sums, compared with the leader."""
        net, won = sums.ratio(f"net {place} {place}"), sums.ratio(f"won {place}")
        behind = None if leader in {None, number} else estimates(sums.ratio(f"net {place} {leader}"))[2]
        return Trial(self.values[number], self.names[number], estimates(net)[0], estimates(won, share=True)[0], behind)

    def _tuning(self) -> Tuning:
        job, ranking = self.jobs[0], self._ranking()
        return Tuning(
            job.rules, self.parameter, self.against,
            trials=tuple(self._trial(self.searched, one, one, *ranking[:1]) for one in range(len(self.values))),
            best=self.values[ranking[0]] if ranking else None,
            final=self._trial(self.fresh, 0, ranking[0]) if self.fresh.units else None,
            over=estimates(self.fresh.ratio("net 1 0"))[2], second=self.values[ranking[1]] if ranking[1:] else None,
            seats=job.places, rounds=self.searched.units * job.size, fresh_rounds=self.fresh.units * job.size,
            seed=job.seed, partial=self.fresh.units < self.deals, checkpoint=self._checkpoint(),
        )  # fmt: skip


def _keys(values: int) -> list[str]:
    """Return the names of the sums for this number of values."""
    numbers = range(values)
    return [*(f"won {number}" for number in numbers), *(f"net {one} {other}" for one in numbers for other in numbers)]


def _collect(rules: RuleSet, jobs: Sequence[DealtRounds]) -> Sums:
    """Count deals: the rounds won with each value, and its net points paired with every other value."""
    sums = Sums(units=jobs[0].units)
    results = [dealt.at_prices_of(rules).contestant(0) for dealt in jobs]
    for number, (won, net) in enumerate(results):
        sums.add_units(f"won {number}", won)
        for other, (_, other_net) in enumerate(results):
            sums.add_units(f"net {number} {other}", net, other_net)
    return sums
