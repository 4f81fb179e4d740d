"""`tune`: the best values for parameters of a player under a rule set, such as the knock threshold.

All values are tried against the same opponent on the same deals. The value chosen as the best has a selection bias
in its favor, so its final estimate comes from fresh deals. Several parameters at once are searched by successive
halving (`ginrules.lab.tuning.halving`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Unpack, overload

import attrs

from ginrules._names import PlayerName
from ginrules._values import expect, whole_number
from ginrules.bounds import RUN_UNITS
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.job import Job
from ginrules.lab.runner.options import RunOptions, takes_options
from ginrules.lab.runner.progress import Interrupts
from ginrules.lab.runner.workers import Run, parts_of
from ginrules.lab.statistics.checkpoint_file import Keeper, KeptRunKeywords, KeptRunOptions
from ginrules.lab.statistics.checkpoints import Checkpoint, Section
from ginrules.lab.statistics.estimate import estimates
from ginrules.lab.statistics.sums import Sums
from ginrules.lab.tuning.halving import (
    CANDIDATES,
    FRESH,
    MOST_CANDIDATES,
    candidates_of,
    checked_parameters,
    checked_values,
    new_halving,
)
from ginrules.lab.tuning.result import ParameterSearch, Trial, Tuning
from ginrules.play.deal import seats_at
from ginrules.play.run_deals import deal_seed
from ginrules.players.contestants import contestants_of, names_of
from ginrules.rules.model import RuleSet, rules_of
from ginrules.seated.player import NewPlayer, Player

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds

_USUAL: Final = "threshold"

_FRESH: Final = "fresh"
"""The checkpoint section with the sums of the fresh deals."""

_LEADERS: Final = 2
"""The number of values played again on fresh deals."""


@overload
def tune(
    rules: RuleSet | str,
    players: Callable[..., Player] | PlayerName,
    *,
    parameter: str | None = ...,
    values: Sequence[Any] | None = ...,
    parameters: None = ...,
    against: NewPlayer | str | None = ...,
    rounds: int = ...,
    seed: int = ...,
    seats: int | None = ...,
    **options: Unpack[KeptRunKeywords],
) -> Tuning: ...


@overload
def tune(
    rules: RuleSet | str,
    players: Callable[..., Player] | PlayerName,
    *,
    parameters: Mapping[str, Sequence[Any]],
    candidates: int = ...,
    against: NewPlayer | str | None = ...,
    rounds: int = ...,
    seed: int = ...,
    seats: int | None = ...,
    **options: Unpack[KeptRunKeywords],
) -> ParameterSearch: ...


@takes_options(KeptRunOptions)
def tune(
    rules: RuleSet | str,
    players: Callable[..., Player] | PlayerName,
    *,
    parameter: str | None = None,
    values: Sequence[Any] | None = None,
    parameters: Mapping[str, Sequence[Any]] | None = None,
    candidates: int = CANDIDATES,
    against: NewPlayer | str | None = None,
    rounds: int = 2000,
    seed: int = 1,
    seats: int | None = None,
    **options: Unpack[KeptRunKeywords],
) -> Tuning | ParameterSearch:
    """Find the values of a player's parameters that gain most from an opponent under these rules.

    With a single parameter, every value is played. Several parameters are searched by successive halving:
    ``candidates`` settings play ``rounds`` rounds each, then the better half plays twice as many rounds on other
    deals, and so on until two settings are left. The untuned player is in every rung. Finally the best setting
    is played on fresh deals, twice as many as in the last rung, so that its estimate has no selection bias.

    Ctrl-C ends the run; the result has the rounds played until then and is marked ``partial``. So does SIGTERM, which
    ends the program too, unless there is a ``checkpoint``. All values of a rung can still be compared, because they
    have played the same deals. The final estimate can be missing. A resumed run must have the same number of rounds.

    Args:
        rules: The rules to play by.
        players: The player to tune, as a name or a function that makes it from a seed and takes the parameters as
            keywords.
        parameter: The name of the parameter; None for ``threshold``.
        values: The values to try; None for every whole number from 0 to the knock limit.
        parameters: For several parameters, the values to try for each, by name; replaces ``parameter`` and ``values``.
        candidates: For several parameters, the number of settings to try. If there are more, the seed decides which
            are tried.
        against: The opponent at every other seat, or its name; None for the same player without the parameter.
        rounds: Rounds for each value and for the final estimate, rounded up to whole deals. For several parameters,
            rounds for each setting of the first rung.
        seed: The seed of the run; every rung and the final estimate have their own seed streams.
        seats: Seats at the table; None for the smallest possible table.
        options: The options of the run, by name; see `RunOptions`.

    Returns:
        A `Tuning`; for several parameters, a `ParameterSearch`.

    Raises:
        InvalidRunError: If there is no value to try, there is nothing to play, or the checkpoint belongs to
            another run or contradicts itself.
        LabError: If a player breaks the rules, raises or takes too long, a worker dies, or the checkpoint cannot
            be written. Its ``partial`` attribute holds the figures until then, with their checkpoint.

    Examples:
        >>> import ginrules as gin
        >>> tuning = gin.lab.tune(gin.RuleSet(), gin.players.new_greedy, values=(0, 10), rounds=40)
        >>> tuning.best, tuning.second, tuning.final.player
        (0, 10, 'greedy, playing for gin')
        >>> search = gin.lab.tune(gin.RuleSet(), gin.players.new_greedy, parameters={"threshold": (0, 3, 6)}, rounds=40)
        >>> [(rung.rounds, len(rung.candidates)) for rung in search.rungs], search.fresh_rounds
        ([(40, 4), (80, 3)], 160)
    """
    run_options = KeptRunOptions(**options)
    rules = rules_of(rules)
    rounds = whole_number("rounds", rounds, 1, RUN_UNITS)
    seed = whole_number("seed", seed)
    places = seats_at(rules, seats, error=InvalidRunError)
    tuned, opponent = contestants_of((players, players if against is None else against))
    job = Job(
        rules, (opponent,) * places, ("tuned", *("opponent",) * (places - 1)), places, matches=False, seed=seed,
        ply_cap=run_options.ply_cap, time_limit=run_options.time_limit,
    )  # fmt: skip
    deals = -(-rounds // job.size)
    keeper = run_options.keeper()
    if parameters is not None:
        if parameter is not None or values is not None:
            raise InvalidRunError("expected the values of several parameters, or of one parameter: not both")
        tried = checked_parameters(parameters)
        settings = candidates_of(tried, _candidates(candidates), seed)
        with run_options.opened("rounds", (tuned, opponent)) as opened:
            return new_halving(
                job, tuned, tried, settings, partial(names_of, rules=(rules,), seed=seed), deals=deals, options=opened
            ).run(keeper)
    parameter = _USUAL if parameter is None else parameter
    expect(parameter, str, "the name of a parameter")
    of_one = tuple(range(rules.knock_limit + 1)) if values is None else checked_values(values, parameter)
    makers = tuple(partial(tuned, **{parameter: value}) for value in of_one)
    names, (against_name,) = names_of(makers, (rules,), seed), names_of([opponent], (rules,), seed)
    with run_options.opened("rounds", (*makers, opponent)) as opened:
        return _tune_one(_Search(job, makers, names, against_name, deals, opened), parameter, of_one, keeper)


def _candidates(number: object) -> int:
    candidates = whole_number("candidates", number, 1)
    if candidates > MOST_CANDIDATES:
        raise InvalidRunError(f"candidates: expected at most {MOST_CANDIDATES}, got {candidates}")
    return candidates


def _tune_one(search: _Search, parameter: str, tried: tuple[Any, ...], keeper: Keeper) -> Tuning:
    seed = search.job.seed
    of = _identity(search, parameter)
    searched, fresh = (Sums(), Sums()) if keeper.before is None else _restored(keeper.before, of, search)
    point = partial(_checkpoint, of, searched, fresh)
    tuning = partial(_tuning, search, parameter, tried, searched, fresh, of)
    with keeper.keeping(point, tuning) as interrupts:
        kept = _Kept(keeper, interrupts, point)
        search.play(searched, range(len(tried)), seed, kept)
        search.play(fresh, _ranking(searched, len(tried))[:_LEADERS], deal_seed(seed, FRESH), kept)
    return tuning()  # the sums hold all that has been played


@attrs.frozen
class _Kept:
    """Keeps the state of a search while it is played.

    Attributes:
        keeper: Writes the state to the file.
        interrupts: Holds back signals.
        point: Returns the state.
    """

    keeper: Keeper
    interrupts: Interrupts
    point: Callable[[], Checkpoint]


def _identity(search: _Search, parameter: str) -> str:
    """Return the run as text, so that a checkpoint fits no other run."""
    job = search.job
    return (
        f"search of {parameter} by {job.rules.digest} at {job.places} seats, seed {job.seed}, {search.deals} deals: "
        f"{' / '.join(search.names)} against {search.against}"
    )


def _checkpoint(of: str, searched: Sums, fresh: Sums) -> Checkpoint:
    return Checkpoint.of_sums(of, searched, {_FRESH: Section.of(fresh)})


def _restored(checkpoint: Checkpoint, of: str, search: _Search) -> tuple[Sums, Sums]:
    checked = checkpoint.checked(of, [_FRESH])
    number = len(search.makers)
    searched = checked.main.restored(_keys(number))
    section = checked.sections[_FRESH]
    if max(searched.units, section.units) > search.deals or (section.units and searched.units < search.deals):
        raise InvalidRunError(
            f"units: expected at most {search.deals} deals, and fresh ones after the others, got {searched.units} and "
            f"{section.units}: the checkpoint contradicts itself"
        )
    return searched, section.restored(_keys(min(_LEADERS, number)))


def _keys(values: int) -> list[str]:
    """Return the names of the sums for this number of values."""
    numbers = range(values)
    return [*(f"won {number}" for number in numbers), *(f"net {one} {other}" for one in numbers for other in numbers)]


@attrs.define
class _Search:
    """Values played against the opponent, on the deals of any seed.

    Attributes:
        job: A job in which the opponent has every place; the player with each value takes the first place in turn.
        makers: The makers of the player with each value.
        names: The players with the values, as text.
        against: The opponent, as text.
        deals: The number of deals.
        options: The executor, and the progress function with the rounds done and the total.
        done: Rounds done.
    """

    job: Job
    makers: tuple[NewPlayer, ...]
    names: tuple[str, ...]
    against: str
    deals: int
    options: RunOptions
    done: int = 0

    def play(self, sums: Sums, numbers: Sequence[int], seed: int, kept: _Kept) -> None:
        """Play the values with these numbers on the remaining deals of a seed, and add the rounds to the sums."""
        players = (*(self.names[number] for number in numbers), self.against)
        jobs = tuple(
            attrs.evolve(self.job, new_players=(self.makers[number], *self.job.new_players[1:]), seed=seed)
            for number in numbers
        )
        total = self.deals * self.job.size * (len(self.makers) + min(_LEADERS, len(self.makers)))
        before = self.done

        def report(done: int, _all: int) -> None:
            self.done = before + done * len(numbers)
            if self.options.report is not None:
                self.options.report(self.done, total)

        run = Run(jobs, players, self.deals, partial(_collect, self.job.rules))
        for part in parts_of(run, self.options.reporting(report), first=sums.units, seconds=kept.keeper.seconds):
            with kept.interrupts.held():
                sums.merge(part)
            kept.keeper.part_done(kept.point, kept.interrupts)
        self.done = before + sums.units * self.job.size * len(numbers)


def _collect(rules: RuleSet, jobs: Sequence[DealtRounds]) -> Sums:
    """Count deals: the rounds won with each value, and its net points paired with every other value."""
    sums = Sums(units=jobs[0].units)
    results = [dealt.at_prices_of(rules).contestant(0) for dealt in jobs]
    for number, (won, net) in enumerate(results):
        sums.add_units(f"won {number}", won)
        for other, (_, other_net) in enumerate(results):
            sums.add_units(f"net {number} {other}", net, other_net)
    return sums


def _ranking(sums: Sums, values: int) -> list[int]:
    """Return the numbers of the values by net points, the best first; empty if nothing was played."""
    if not sums.units:
        return []
    means = [net.a / net.base_a for net in (sums.ratio(f"net {number} {number}") for number in range(values))]
    return sorted(range(values), key=lambda number: (-means[number], number))


def _trial(sums: Sums, number: int, value: object, player: str, leader: int | None) -> Trial:
    """Return the results for the value with this number, compared with the best value."""
    return Trial(
        value,
        player,
        net=estimates(sums.ratio(f"net {number} {number}"))[0],
        rounds=estimates(sums.ratio(f"won {number}"), share=True)[0],
        behind=None if leader in {None, number} else estimates(sums.ratio(f"net {number} {leader}"))[2],
    )


def _tuning(search: _Search, parameter: str, tried: tuple[Any, ...], searched: Sums, fresh: Sums, of: str) -> Tuning:
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
        checkpoint=_checkpoint(of, searched, fresh),
    )
