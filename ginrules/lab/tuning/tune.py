"""`tune`: the best value of a player's parameter under a rule set, such as the knock threshold.

All values are tried against the same opponent on the same deals. Choosing the best of several
flatters it, so that what is said about it in the end comes from deals of their own.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final

import attrs

from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.players.protocol import NewPlayer, Player
from ginrules.lab.runner.deals import deal_seed
from ginrules.lab.runner.round import PLY_CAP
from ginrules.lab.runner.spec import (
    Job,
    Progress,
    Run,
    check_time_limit,
    contestants_of,
    names_of,
    places_for,
    whole_number,
)
from ginrules.lab.runner.workers import parts_of
from ginrules.lab.statistics.sums import Sums
from ginrules.lab.tuning.result import Trial, Tuning
from ginrules.lab.tuning.trials import collect, lag, net_points, ranking, rounds_won
from ginrules.rules.model import RuleSet

__all__ = ["Trial", "Tuning", "tune"]

FRESH: Final = 1_000_003
"""What is added to the number of a run's own seed stream to get the one of the final estimate."""

_LEADERS: Final = 2
"""How many values meet again on fresh deals."""


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

    Ctrl-C ends the run with what was done so far, marked ``partial``; all values have then met
    on the same deals, so that they can be compared, but there may be no final estimate.

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
        InvalidRunError: If there is no value to try, or nothing to play.
        LabError: If a player breaks the rules, raises or takes too long, or a worker dies;
            ``partial`` holds what was found before.

    Examples:
        >>> from ginrules.lab.players import new_greedy
        >>> found = tune(RuleSet(), new_greedy, values=(0, 10), rounds=40)
        >>> found.best, found.second, found.final.player
        (0, 10, 'greedy, playing for gin')
    """
    tried = tuple(range(rules.knock_limit + 1)) if values is None else _checked(values, parameter)
    rounds = whole_number("rounds", rounds)
    check_time_limit(time_limit)
    at_table = places_for(rules, seats)
    opponent: NewPlayer = new_player if against is None else against
    contestants_of((new_player, opponent))
    makers = [partial(new_player, **{parameter: value}) for value in tried]
    names = names_of(makers, (rules,), seed)
    search = _Search(
        rules, tuple(makers), opponent, names, names_of([opponent], (rules,), seed)[0], at_table,
        -(-rounds // at_table**2), ply_cap, time_limit, executor, progress,
    )  # fmt: skip
    searched, fresh = Sums(), Sums()
    tuning = partial(_tuning, search, parameter, tried, seed, searched, fresh)
    try:
        search.play(searched, range(len(tried)), seed)
        search.play(fresh, ranking(searched, len(tried))[:_LEADERS], deal_seed(seed, FRESH))
    except KeyboardInterrupt:
        return tuning()  # the sums say how far it has come
    except LabError as error:
        error.partial = tuning()
        raise
    return tuning()


def _checked(values: Sequence[Any], parameter: str) -> tuple[Any, ...]:
    try:
        tried = tuple(values)
    except TypeError:
        raise InvalidRunError(
            f"give the values of {parameter} to try as a list, not {values!r}", parameter=parameter
        ) from None
    if not tried:
        raise InvalidRunError(f"there is no value of {parameter} to try: give one or more", parameter=parameter)
    for number, value in enumerate(tried):
        if value in tried[:number]:
            raise InvalidRunError(
                f"{parameter} {value!r} is to be tried twice: give each value once", parameter=parameter
            )
    return tried


@attrs.define
class _Search:
    """How values are played against the opponent, on whatever deals."""

    rules: RuleSet
    makers: tuple[NewPlayer, ...]
    opponent: NewPlayer
    names: tuple[str, ...]
    against: str
    seats: int
    deals: int
    ply_cap: int
    time_limit: float | None
    executor: Executor | None
    progress: Progress | None
    done: int = 0

    @property
    def size(self) -> int:
        """Rounds of a deal with one value: with every seat beginning, in every seating."""
        return self.seats**2

    def play(self, sums: Sums, chosen: Sequence[int], seed: int) -> None:
        """Play these values on the deals of a seed and add up what comes."""
        players = (*(self.names[number] for number in chosen), self.against)
        jobs = tuple(self._job(self.makers[number], seed) for number in chosen)
        total = self.deals * self.size * (len(self.makers) + min(_LEADERS, len(self.makers)))
        before = self.done

        def report(done: int, _all: int) -> None:
            self.done = before + done * len(chosen)
            if self.progress is not None:
                self.progress(self.done, total)

        for part in parts_of(Run(jobs, players, self.deals, collect), executor=self.executor, progress=report):
            sums.merge(part)

    def _job(self, maker: NewPlayer, seed: int) -> Job:
        contestants = (maker, *(self.opponent,) * (self.seats - 1))
        return Job(
            self.rules, contestants, self.seats, matches=False, seed=seed, ply_cap=self.ply_cap,
            time_limit=self.time_limit,
        )  # fmt: skip


def _tuning(search: _Search, parameter: str, tried: tuple[Any, ...], seed: int, searched: Sums, fresh: Sums) -> Tuning:
    names, ranked = search.names, ranking(searched, len(tried))
    best = ranked[0] if ranked else None
    second = ranked[1] if len(ranked) > 1 else None
    return Tuning(
        rules=search.rules,
        parameter=parameter,
        against=search.against,
        trials=tuple(
            Trial(
                value, names[number], net_points(searched, number), rounds_won(searched, number),
                None if best in {None, number} else lag(searched, number, best),
            )
            for number, value in enumerate(tried)
        ),
        best=None if best is None else tried[best],
        final=None if best is None or not fresh.units else Trial(
            tried[best], names[best], net_points(fresh, 0), rounds_won(fresh, 0), None
        ),
        over=None if second is None or not fresh.units else lag(fresh, 1, 0),
        second=None if second is None else tried[second],
        seats=search.seats,
        rounds=searched.units * search.size,
        fresh_rounds=fresh.units * search.size,
        seed=seed,
        partial=min(searched.units, fresh.units) < search.deals,
    )  # fmt: skip
