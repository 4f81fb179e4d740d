"""`tune`: the best value of a player's parameter under a rule set, such as the knock threshold.

All values are tried against the same opponent on the same deals. To choose the best of several
is a selection bias in its favor, so that its final estimate comes from other deals.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final

import attrs

from ginrules._values import expect
from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.players.protocol import NewPlayer, Player
from ginrules.lab.runner.arguments import (
    check_callback,
    check_time_limit,
    contestants_of,
    names_of,
    places_for,
    whole_number,
)
from ginrules.lab.runner.spec import Job, Progress, Run, Unit
from ginrules.lab.runner.workers import parts_of
from ginrules.lab.statistics.estimate import estimates
from ginrules.lab.statistics.measures import contestant_result
from ginrules.lab.statistics.sums import Sums
from ginrules.lab.tuning.result import Trial, Tuning
from ginrules.play.run_deals import PLY_CAP, deal_seed
from ginrules.rules.model import RuleSet, rules_of

FRESH: Final = 1_000_003
"""The number of the deal whose seed is the seed of the final estimate."""

_LEADERS: Final = 2
"""The number of values that are played again on fresh deals."""


def tune(
    rules: RuleSet | str,
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

    Ctrl-C ends the run with the rounds played until then, marked ``partial``; all values have then
    been played on the same deals, so that they can be compared, but the final estimate can be missing.

    Args:
        rules: The rules to play by.
        new_player: Makes a player from a seed; it must take the parameter as a keyword.
        parameter: The name of the parameter.
        values: The values to try; None for every whole number from 0 to the knock limit.
        against: The opponent at every other seat; None for ``new_player`` without the parameter.
        rounds: Rounds for each value, and for the final estimate, rounded up to whole deals.
        seed: The seed of the run; the final estimate has a seed stream of its own.
        seats: Seats at the table; None for the fewest possible.
        executor: Where to play, any of `concurrent.futures`; here if None.
        progress: Called after each part of the run with the rounds done, and all rounds.
        time_limit: The most seconds for a decision; None for no limit.
        ply_cap: The most actions of a round.

    Raises:
        InvalidRunError: If there is no value to try, or nothing to play.
        LabError: If a player breaks the rules, raises or takes too long, or a worker dies;
            ``partial`` holds the figures until then.

    Examples:
        >>> from ginrules.lab.players import new_greedy
        >>> tuning = tune(RuleSet(), new_greedy, values=(0, 10), rounds=40)
        >>> tuning.best, tuning.second, tuning.final.player
        (0, 10, 'greedy, playing for gin')
    """
    rules = rules_of(rules)
    expect(parameter, str, "the name of a parameter")
    tried = tuple(range(rules.knock_limit + 1)) if values is None else _check_values(values, parameter)
    rounds = whole_number("rounds", rounds)
    check_time_limit(time_limit)
    check_callback("progress", progress)
    places = places_for(rules, seats)
    opponent: NewPlayer = new_player if against is None else against
    contestants_of((new_player, opponent))
    makers = tuple(partial(new_player, **{parameter: value}) for value in tried)
    job = Job(rules, (opponent,) * places, places, matches=False, seed=seed, ply_cap=ply_cap, time_limit=time_limit)
    search = _Search(
        job, makers, names_of(makers, (rules,), seed), names_of([opponent], (rules,), seed)[0],
        -(-rounds // job.size), executor, progress,
    )  # fmt: skip
    searched, fresh = Sums(), Sums()
    tuning = partial(_tuning, search, parameter, tried, searched, fresh)
    try:
        search.play(searched, range(len(tried)), seed)
        search.play(fresh, _ranking(searched, len(tried))[:_LEADERS], deal_seed(seed, FRESH))
    except KeyboardInterrupt:
        return tuning()  # the sums show how far it has come
    except LabError as error:
        error.partial = tuning()
        raise
    return tuning()


def _check_values(values: Sequence[Any], parameter: str) -> tuple[Any, ...]:
    try:
        tried = tuple(values)
    except TypeError:
        raise InvalidRunError(
            f"values: expected a list of values of {parameter}, got {values!r}", parameter=parameter
        ) from None
    if not tried:
        raise InvalidRunError(f"values: expected one or more values of {parameter}, got none", parameter=parameter)
    for number, value in enumerate(tried):
        if value in tried[:number]:
            raise InvalidRunError(f"values: expected each {parameter} once, got {value!r} twice", parameter=parameter)
    return tried


@attrs.define
class _Search:
    """Values played against the opponent, on the deals of any seed.

    Attributes:
        job: A job in which the opponent has every place; the first of them is given to a value.
        makers: What makes the player with each value.
        names: The players with the values, as text.
        against: The opponent, as text.
        deals: The number of deals.
        executor: Where to play.
        progress: Called with the rounds done, and all rounds.
        done: Rounds done.
    """

    job: Job
    makers: tuple[NewPlayer, ...]
    names: tuple[str, ...]
    against: str
    deals: int
    executor: Executor | None
    progress: Progress | None
    done: int = 0

    def play(self, sums: Sums, numbers: Sequence[int], seed: int) -> None:
        """Play the values of these numbers on the deals of a seed and add them to the sums."""
        players = (*(self.names[number] for number in numbers), self.against)
        jobs = tuple(
            attrs.evolve(self.job, new_players=(self.makers[number], *self.job.new_players[1:]), seed=seed)
            for number in numbers
        )
        total = self.deals * self.job.size * (len(self.makers) + min(_LEADERS, len(self.makers)))
        before = self.done

        def report(done: int, _all: int) -> None:
            self.done = before + done * len(numbers)
            if self.progress is not None:
                self.progress(self.done, total)

        for part in parts_of(Run(jobs, players, self.deals, _collect), executor=self.executor, progress=report):
            sums.merge(part)


def _collect(deals: list[tuple[Unit, ...]]) -> Sums:
    """Count deals: for each value the rounds it won, and its net points paired with those of every value."""
    sums = Sums()
    for units in deals:
        sums.units += 1
        results = [contestant_result(unit.rounds, 0) for unit in units]
        for number, (won, net) in enumerate(results):
            sums.add(f"won {number}", won)
            for other, (_, other_net) in enumerate(results):
                sums.add(f"net {number} {other}", net, other_net)
    return sums


def _ranking(sums: Sums, values: int) -> list[int]:
    """Return the numbers of the values, the one with the most net points first; none where nothing was played."""
    if not sums.units:
        return []
    means = [net.a / net.base_a for net in (sums.ratio(f"net {number} {number}") for number in range(values))]
    return sorted(range(values), key=lambda number: (-means[number], number))


def _trial(sums: Sums, number: int, value: object, player: str, leader: int | None) -> Trial:
    """Return the results of the value of this number, compared with the leader."""
    return Trial(
        value,
        player,
        net=estimates(sums.ratio(f"net {number} {number}"))[0],
        rounds=estimates(sums.ratio(f"won {number}"), share=True)[0],
        behind=None if leader in {None, number} else estimates(sums.ratio(f"net {number} {leader}"))[2],
    )


def _tuning(search: _Search, parameter: str, tried: tuple[Any, ...], searched: Sums, fresh: Sums) -> Tuning:
    ranking = _ranking(searched, len(tried))
    best = ranking[0] if ranking else None
    second = ranking[1] if len(ranking) > 1 else None
    final = None if best is None or not fresh.units else _trial(fresh, 0, tried[best], search.names[best], None)
    return Tuning(
        rules=search.job.rules,
        parameter=parameter,
        against=search.against,
        trials=tuple(_trial(searched, number, value, search.names[number], best) for number, value in enumerate(tried)),
        best=None if best is None else tried[best],
        final=final,
        over=None if second is None or final is None else estimates(fresh.ratio("net 1 0"))[2],
        second=None if second is None else tried[second],
        seats=search.job.places,
        rounds=searched.units * search.job.size,
        fresh_rounds=fresh.units * search.job.size,
        seed=search.job.seed,
        partial=min(searched.units, fresh.units) < search.deals,
    )
