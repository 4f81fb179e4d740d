"""`tune`: the best value of a player's parameter under a rule set, such as the knock threshold.

All values are tried against the same opponent on the same deals. Choosing the best of several
flatters it, so that what is said about it in the end comes from deals of their own.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final

import attrs

from ginrules.errors import BadRun
from ginrules.lab.comparison import plain_estimate
from ginrules.lab.estimate import LEVEL, Estimate, PairedSums, estimates
from ginrules.lab.players.protocol import NewPlayer, Player
from ginrules.lab.playing import PLY_CAP, deal_seed
from ginrules.lab.simulate import Progress, check_limit, names_of
from ginrules.lab.units import Job, Unit, table_sizes
from ginrules.lab.workers import Work, chunks_of
from ginrules.rules.model import RuleSet

FRESH: Final = 1_000_003
"""What is added to the number of a run's own seed stream to get the one of the final estimate."""


@attrs.frozen
class Trial:
    """One value of the parameter, tried.

    Attributes:
        value: The value.
        player: The player it makes, in words.
        net: What it gains on the opponent in a round, in points.
        rounds: Its share of the rounds that somebody won.
        behind: How far it is behind the best on these deals, in points a round, paired; None for the best.
    """

    value: object
    player: str
    net: Estimate | None
    rounds: Estimate | None
    behind: Estimate | None


@attrs.frozen
class Tuning:
    """What `tune` found.

    Attributes:
        rules: The rule set.
        parameter: The name of the parameter.
        against: The opponent, in words.
        trials: Every value as it fared in the search, in the order given; their intervals hold
            for each value by itself and not for the best of them.
        best: The value that gained most in the search.
        final: The best value on fresh deals, with honest intervals; ``behind`` is None.
        over: What the best value gains more than the second best of the search, on the fresh
            deals, in points a round, paired; None where only one value was tried.
        second: The second best value of the search.
        seats: Seats at the table.
        rounds: Rounds of each value in the search; as many again were played for the final estimate.
        seed: The seed of the run.
        partial: Whether the run was broken off; then ``final`` may stand on fewer rounds.
    """

    rules: RuleSet
    parameter: str
    against: str
    trials: tuple[Trial, ...]
    best: object
    final: Trial
    over: Estimate | None
    second: object
    seats: int
    rounds: int
    seed: int
    partial: bool = False

    def as_plain(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "rules": {"name": self.rules.name, "title": self.rules.title, "digest": self.rules.digest},
            "parameter": self.parameter,
            "against": self.against,
            "trials": [_plain_trial(each) for each in self.trials],
            "best": self.best,
            "final": _plain_trial(self.final),
            "second": self.second,
            "over": plain_estimate(self.over),
            "seats": self.seats,
            "rounds": self.rounds,
            "seed": self.seed,
            "partial": self.partial,
            "level": LEVEL,
        }


def _plain_trial(trial: Trial) -> dict[str, Any]:
    return {
        "value": trial.value,
        "player": trial.player,
        "net": plain_estimate(trial.net),
        "rounds": plain_estimate(trial.rounds),
        "behind": plain_estimate(trial.behind),
    }


def tune(
    rules: RuleSet,
    new_player: Callable[..., Player],
    *,
    parameter: str = "threshold",
    values: Sequence[Any] | None = None,
    against: NewPlayer | None = None,
    rounds: int = 2000,
    seed: int = 1,
    seats: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    time_limit: float | None = None,
    ply_cap: int = PLY_CAP,
) -> Tuning:
    """Find the value of a player's parameter that gains most from an opponent under these rules.

    Args:
        rules: The rules to play by.
        new_player: Makes a player from a seed; it must take the parameter as a keyword.
        parameter: The name of the parameter.
        values: The values to try; left out, every whole number from 0 to the knock limit.
        against: The opponent at every other seat; left out, ``new_player`` without the parameter.
        rounds: Rounds for each value, and for the final estimate, rounded up to whole deals.
        seed: The seed of the run; the final estimate has a seed stream of its own.
        seats: Seats at the table; left out, the fewest there can be.
        executor: Where to play, any of `concurrent.futures`; here if None.
        progress: Told after each part of the run of rounds done, and of how many there are to be.
        time_limit: The most seconds for a decision; None for no limit.
        ply_cap: The most actions of a round.

    Raises:
        BadRun: If there is no value to try, or nothing to play.
        LabError: If a player breaks the rules, raises or takes too long, or a worker dies.
        KeyboardInterrupt: If it is stopped before every value has been tried.

    Examples:
        >>> from ginrules.lab.compare import new_greedy
        >>> found = tune(RuleSet(), new_greedy, values=(0, 10), rounds=40)
        >>> found.best, found.second, found.final.player
        (0, 10, 'greedy, playing for gin')
    """
    tried = tuple(range(rules.knock_limit + 1)) if values is None else tuple(values)
    if not tried:
        raise BadRun(f"there is no value of {parameter} to try: give one or more", parameter=parameter)
    makers = [partial(new_player, **{parameter: value}) for value in tried]
    opponent: NewPlayer = new_player if against is None else against
    at_table = min(table_sizes(rules)) if seats is None else seats
    if at_table not in table_sizes(rules):
        allowed = " or ".join(map(str, sorted(table_sizes(rules))))
        raise BadRun(f"{rules.name or rules.digest} cannot be played at {at_table!r} seats: choose {allowed}")
    if type(rounds) is not int or rounds < 1:
        raise BadRun(f"rounds must be a whole number from 1 up, not {rounds!r}", rounds=repr(rounds))
    check_limit(time_limit)
    deals = -(-rounds // at_table**2)
    total = deals * at_table**2 * (len(tried) + min(2, len(tried)))
    names = names_of(makers)
    meter = _Meter(progress, total)

    def search(chosen: Sequence[int], stream: int) -> _Search:
        jobs = tuple(
            Job(
                rules, (makers[number], *(opponent,) * (at_table - 1)), at_table, matches=False, seed=stream,
                ply_cap=ply_cap, time_limit=time_limit,
            )
            for number in chosen
        )  # fmt: skip
        return _played(_Trials(jobs), deals, executor, meter)

    searched = search(range(len(tried)), seed)
    if searched.stopped:
        raise KeyboardInterrupt
    best, *others = sorted(range(len(tried)), key=lambda number: (-searched.mean(number), number))
    second = others[0] if others else None
    fresh = search([best, *others[:1]], deal_seed(seed, FRESH))
    final = Trial(tried[best], names[best], fresh.net(0), fresh.rounds(0), None)
    return Tuning(
        rules=rules,
        parameter=parameter,
        against=names_of([opponent])[0],
        trials=tuple(
            Trial(value, names[n], searched.net(n), searched.rounds(n), None if n == best else searched.lag(n, best))
            for n, value in enumerate(tried)
        ),
        best=tried[best],
        final=final,
        over=None if second is None else fresh.lag(1, 0),
        second=None if second is None else tried[second],
        seats=at_table,
        rounds=deals * at_table**2,
        seed=seed,
        partial=fresh.stopped,
    )


Nets = list[dict[int, PairedSums]]


@attrs.frozen
class _Trials:
    """The runs of several values on the same deals; they go to workers."""

    jobs: tuple[Job, ...]

    def unit(self, number: int) -> list[Unit]:
        return [job.unit(number) for job in self.jobs]

    def gather(self, units: list[list[Unit]]) -> tuple[Nets, list[PairedSums], int]:
        """For each value its net paired with that of every value, and the rounds it won."""
        nets: Nets = [{other: PairedSums() for other in range(len(self.jobs))} for _ in self.jobs]
        won = [PairedSums() for _ in self.jobs]
        for unit in units:
            counted = [_net(each) for each in unit]
            for number, own in enumerate(counted):
                won[number].add(own[2], own[3], 0, 0)
                for other, theirs in enumerate(counted):
                    nets[number][other].add(own[0], own[1], theirs[0], theirs[1])
        return nets, won, len(units)


def _net(unit: Unit) -> tuple[int, int, int, int]:
    """Net points and seats of the player who is tried (contestant 0), rounds he won and rounds decided."""
    net = seats = won = decided = 0
    for each in unit[0]:
        seat = each.contestants.index(0)
        net += each.score.net[seat]
        seats += 1
        won += each.score.winner == seat
        decided += each.score.winner is not None
    return net, seats, won, decided


@attrs.frozen
class _Search:
    """The sums of some values on the same deals; values are numbered here in the order given."""

    nets: Nets
    won: list[PairedSums]
    stopped: bool

    def mean(self, number: int) -> float:
        """What the value gained in a round, in points."""
        sums = self.nets[number][number]
        return sums.a / sums.base_a

    def net(self, number: int) -> Estimate | None:
        """The same with its interval."""
        return estimates(self.nets[number][number])[0]

    def rounds(self, number: int) -> Estimate | None:
        """Its share of the rounds that somebody won."""
        return estimates(self.won[number], share=True)[0]

    def lag(self, number: int, leader: int) -> Estimate | None:
        """What the leader gained more, paired."""
        return estimates(self.nets[number][leader])[2]


@attrs.define
class _Meter:
    """Tells the progress over both parts of a run."""

    progress: Progress | None
    total: int
    done: int = 0

    def add(self, rounds: int) -> None:
        self.done += rounds
        if self.progress is not None:
            self.progress(self.done, self.total)


def _played(trials: _Trials, deals: int, executor: Executor | None, meter: _Meter) -> _Search:
    nets, won, _ = trials.gather([])
    rounds = sum(job.size for job in trials.jobs)
    try:
        for chunk in chunks_of(Work(trials.unit, trials.gather), 0, deals, executor):
            more, more_won, done = chunk.result
            nets = [
                {other: sums + also[other] for other, sums in pairs.items()}
                for pairs, also in zip(nets, more, strict=True)
            ]
            won = [sums + also for sums, also in zip(won, more_won, strict=True)]
            meter.add(done * rounds)
            if chunk.error is not None:
                raise chunk.error
            if chunk.interrupted:
                return _Search(nets, won, stopped=True)
    except KeyboardInterrupt:
        return _Search(nets, won, stopped=True)
    return _Search(nets, won, stopped=False)
