"""Successive halving: many settings on few deals, the better half of them on twice as many new deals, and so on.

Each rung costs about as much as the previous rung. The settings are ranked by their results in all rungs so far. The
untuned player is in every rung and is ranked too. Finally the best is played on fresh deals, which had no part in
the choice.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules._values import shown
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.job import Job
from ginrules.lab.runner.options import RunOptions
from ginrules.lab.runner.workers import CHUNK, COMPILED_CHUNK, Run, parts_of
from ginrules.lab.statistics.checkpoint_file import Keeper
from ginrules.lab.statistics.checkpoints import Checkpoint, Section
from ginrules.lab.statistics.estimate import estimates
from ginrules.lab.statistics.sums import Sums
from ginrules.lab.tuning.result import Candidate, ParameterSearch, Rung
from ginrules.play.run_deals import deal_seed
from ginrules.rules.model import RuleSet
from ginrules.seated.player import NewPlayer

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds
    from ginrules.lab.runner.progress import Interrupts


RUNG: Final = 2_000_003
"""The number of the deal whose seed is the seed of the first rung; later rungs take the numbers that follow."""

FRESH: Final = 1_000_003
"""The number of the deal whose seed is the seed of the final estimate."""

_FRESH: Final = "fresh"
_UNTUNED: Final = 0
_FEWEST: Final = 2


def schedule(candidates: int, deals: int) -> tuple[tuple[int, int], ...]:
    """Return the rungs of a search, as pairs of the number of candidates and the number of deals.

    Args:
        candidates: The candidates of the first rung, without the untuned player.
        deals: The deals of the first rung.

    Examples:
        >>> schedule(12, 50)
        ((12, 50), (6, 100), (3, 200), (2, 400))
    """
    rungs = [(candidates, deals)]
    while candidates > _FEWEST:
        candidates, deals = -(-candidates // 2), 2 * deals
        rungs.append((candidates, deals))
    return tuple(rungs)


@attrs.define
class Halving:
    """A search by successive halving.

    Attributes:
        job: A job in which the opponent has every place; each candidate takes the first place in turn.
        parameters: The values to try for each parameter.
        candidates: The settings to try; the first is empty and belongs to the untuned player.
        makers: The makers of the player with each setting.
        names: These players as text.
        against: The opponent, as text.
        deals: The deals of the first rung.
        options: The executor, and the progress function with the rounds done and the total.
        rungs: The sums of each rung.
        fresh: The sums of the fresh deals.
        done: Rounds done.
    """

    job: Job
    parameters: Mapping[str, tuple[Any, ...]]
    candidates: tuple[Parameters, ...]
    makers: tuple[NewPlayer, ...]
    names: tuple[str, ...]
    against: str
    deals: int
    options: RunOptions
    rungs: tuple[Sums, ...] = ()
    fresh: Sums = attrs.field(factory=Sums)
    done: int = 0

    def __attrs_post_init__(self) -> None:
        self.rungs = tuple(Sums() for _ in self._schedule)

    @property
    def _schedule(self) -> tuple[tuple[int, int], ...]:
        return schedule(len(self.candidates) - 1, self.deals)

    @property
    def _fresh_deals(self) -> int:
        return 2 * self._schedule[-1][1]

    @property
    def _total(self) -> int:
        """All rounds of the search."""
        deals = sum((number + 1) * deals for number, deals in self._schedule) + 2 * self._fresh_deals
        return deals * self.job.size

    def run(self, keeper: Keeper) -> ParameterSearch:
        """Play the search; if there is a checkpoint, continue from there."""
        if keeper.before is not None:
            self._restore(keeper.before)
        with keeper.keeping(self._checkpoint, self._result) as interrupts:
            for number, (_, deals) in enumerate(self._schedule):
                seed = deal_seed(self.job.seed, RUNG + number)
                self._play(self.rungs[number], self._members(number), deals, seed, keeper, interrupts)
            if self._ranking()[0] != _UNTUNED:
                seed = deal_seed(self.job.seed, FRESH)
                self._play(self.fresh, (_UNTUNED, self._ranking()[0]), self._fresh_deals, seed, keeper, interrupts)
        return self._result()

    def _play(
        self, sums: Sums, members: Sequence[int], deals: int, seed: int, keeper: Keeper, interrupts: Interrupts
    ) -> None:
        """Play the rest of the deals of a rung and add them to its sums."""
        before = self.done

        def report(done: int, _all: int) -> None:
            self.done = before + done * len(members)
            if self.options.report is not None:
                self.options.report(self.done, self._total)

        for part in parts_of(
            self._run(members, deals, seed), self.options.reporting(report), first=sums.units, seconds=keeper.seconds
        ):
            with interrupts.held():
                sums.merge(part)
            keeper.part_done(self._checkpoint, interrupts)
        self.done = before + sums.units * self.job.size * len(members)

    def _run(self, members: Sequence[int], deals: int, seed: int) -> Run[Sums]:
        jobs = tuple(
            attrs.evolve(self.job, new_players=(self.makers[member], *self.job.new_players[1:]), seed=seed)
            for member in members
        )
        run = Run(
            jobs, (*(self.names[member] for member in members), self.against), deals,
            partial(_collect, tuple(members), self.job.rules),
        )  # fmt: skip
        chunk = (COMPILED_CHUNK if run.is_compiled else CHUNK) // len(members)
        return attrs.evolve(run, chunk=max(1, chunk))

    def _members(self, number: int) -> tuple[int, ...]:
        """Return the candidates of a rung: the untuned player, and the best of the earlier rungs."""
        if not number:
            return tuple(range(len(self.candidates)))
        ranked = [member for member in self._ranking_after(number - 1) if member != _UNTUNED]
        return (_UNTUNED, *sorted(ranked[: self._schedule[number][0]]))

    def _ranking_after(self, number: int) -> list[int]:
        """Return the candidates of a rung, ordered by their gain in all rungs up to it, the best first."""

        def mean(member: int) -> float:
            sums = [rung.ratio(f"net {member}") for rung in self.rungs[: number + 1]]
            return sum(one.b for one in sums) / max(1, sum(one.base_b for one in sums))

        return sorted(self._members(number), key=lambda member: (-mean(member), member))

    def _ranking(self) -> list[int]:
        """Return the candidates of the last rung begun, the best first; empty if nothing was played."""
        begun = [number for number, rung in enumerate(self.rungs) if rung.units]
        return self._ranking_after(begun[-1]) if begun else []

    # --- state -------------------------------------------------------------------------------------

    def _identity(self) -> str:
        """Return the run as text, so that a checkpoint fits no other run."""
        job = self.job
        settings = "; ".join(map(repr, self.candidates))
        return (
            f"halving by {job.rules.digest} at {job.places} seats, seed {job.seed}, {self.deals} deals at first: "
            f"{settings} of {self.names[_UNTUNED]} against {self.against}"
        )

    def _checkpoint(self) -> Checkpoint:
        sections = {f"rung {number}": Section.of(rung) for number, rung in enumerate(self.rungs) if number}
        return Checkpoint.of_sums(self._identity(), self.rungs[0], {**sections, _FRESH: Section.of(self.fresh)})

    def _restore(self, checkpoint: Checkpoint) -> None:
        names = [f"rung {number}" for number in range(1, len(self.rungs))]
        checked = checkpoint.checked(self._identity(), [*names, _FRESH])
        sections = [checked.main, *(checked.sections[name] for name in names), checked.sections[_FRESH]]
        deals = [*(deals for _, deals in self._schedule), self._fresh_deals]
        for number, section in enumerate(sections):
            is_early = number and section.units and sections[number - 1].units < deals[number - 1]
            if section.units > deals[number] or is_early:
                raise InvalidRunError(
                    f"units: expected at most {deals[number]} deals, and those of the rung before first, got "
                    f"{section.units}: the checkpoint contradicts itself"
                )
        restored: list[Sums] = []
        for number, section in enumerate(sections[:-1]):
            restored.append(section.restored(_keys(self._members(number)) if section.units else ()))
            self.rungs = (*restored, *self.rungs[number + 1 :])
        if sections[-1].units:
            self.fresh = sections[-1].restored(_keys((_UNTUNED, self._ranking()[0])))

    def _result(self) -> ParameterSearch:
        ranking = self._ranking()
        best = ranking[0] if ranking else None
        begun = [number for number, rung in enumerate(self.rungs) if rung.units]
        is_whole = all(rung.units == deals for rung, (_, deals) in zip(self.rungs, self._schedule, strict=True))
        needs_fresh = best != _UNTUNED
        return ParameterSearch(
            rules=self.job.rules,
            parameters=self.parameters,
            settings=settings_of(self.parameters),
            against=self.against,
            rungs=tuple(
                Rung(
                    self.rungs[number].units * self.job.size,
                    tuple(self._candidate(self.rungs[number], member) for member in self._ranking_after(number)),
                )
                for number in begun
            ),
            best=None if best is None else dict(self.candidates[best]),
            final=self._candidate(self.fresh, best) if best is not None and self.fresh.units else None,
            seats=self.job.places,
            rounds=sum(self.rungs[number].units * len(self._members(number)) for number in begun) * self.job.size,
            deals=sum(rung.units for rung in self.rungs),
            fresh_rounds=self.fresh.units * self.job.size,
            seed=self.job.seed,
            partial=not is_whole or (needs_fresh and self.fresh.units < self._fresh_deals),
            checkpoint=self._checkpoint(),
        )

    def _candidate(self, sums: Sums, member: int) -> Candidate:
        _, net, lead = estimates(sums.ratio(f"net {member}"))
        return Candidate(
            dict(self.candidates[member]),
            self.names[member],
            net=net,
            rounds=estimates(sums.ratio(f"won {member}"), share=True)[0],
            lead=None if member == _UNTUNED else lead,
        )


def new_halving(
    job: Job,
    tuned: Callable[..., Any],
    parameters: Mapping[str, tuple[Any, ...]],
    settings: Sequence[Parameters],
    names_of: Callable[[Sequence[NewPlayer]], tuple[str, ...]],
    *,
    deals: int,
    options: RunOptions,
) -> Halving:
    """Return the search of these settings, with the untuned player before them.

    Args:
        job: A job in which the opponent has every place.
        tuned: Makes the player from a seed and the parameters by name.
        parameters: The values to try for each parameter.
        settings: The settings to try.
        names_of: Makes players and returns them as text.
        deals: The deals of the first rung.
        options: The executor, and the progress function with the rounds done and the total.
    """
    candidates: tuple[Parameters, ...] = ({}, *settings)
    makers = tuple(partial(tuned, **candidate) if candidate else tuned for candidate in candidates)
    names = names_of(makers)
    (against,) = names_of(job.new_players[:1])
    return Halving(job, parameters, candidates, makers, names, against, deals, options)


def _keys(members: Sequence[int]) -> list[str]:
    return [f"{kind} {member}" for kind in ("won", "net") for member in members]


def _collect(members: tuple[int, ...], rules: RuleSet, jobs: Sequence[DealtRounds]) -> Sums:
    """Count deals: the rounds won by each candidate, and its net points paired with the untuned player's."""
    sums = Sums(units=jobs[0].units)
    results = [dealt.at_prices_of(rules).contestant(0) for dealt in jobs]
    for member, (won, net) in zip(members, results, strict=True):
        sums.add_units(f"won {member}", won)
        sums.add_units(f"net {member}", results[0][1], net)
    return sums


# --- the settings to try: all, or a random selection ----------------------------------------------


CANDIDATES: Final = 32
"""Default number of settings to try for several parameters."""

MOST_CANDIDATES: Final = 1_000
"""Limit on the candidates of a search."""

Parameters = Mapping[str, Any]


def checked_parameters(parameters: object) -> dict[str, tuple[Any, ...]]:
    """Return the values of every parameter as tuples.

    Raises:
        InvalidRunError: If the argument is not a mapping from names to values, or a value is repeated.

    Examples:
        >>> checked_parameters({"draws": [1, 2]})
        {'draws': (1, 2)}
    """
    if not isinstance(parameters, Mapping) or not parameters or not all(isinstance(name, str) for name in parameters):
        raise InvalidRunError(
            f"parameters: expected the values of one or more parameters by name, got {shown(parameters)}"
        )
    return {name: checked_values(values, name) for name, values in parameters.items()}


def checked_values(values: Any, parameter: str) -> tuple[Any, ...]:
    """Return the values of a parameter as a tuple.

    Raises:
        InvalidRunError: If there are no values, or a value is repeated.

    Examples:
        >>> checked_values([3, 5], "threshold")
        (3, 5)
    """
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


def settings_of(parameters: Mapping[str, tuple[Any, ...]]) -> int:
    """Return the number of possible settings.

    Examples:
        >>> settings_of({"draws": (1, 2, 3), "feed_cost": (0, 6)})
        6
    """
    return math.prod(len(values) for values in parameters.values())


def candidates_of(parameters: Mapping[str, tuple[Any, ...]], number: int, seed: int) -> tuple[dict[str, Any], ...]:
    """Return all settings if they are few enough, else this number of different settings, drawn at random.

    Args:
        parameters: The values of each parameter.
        number: Limit on the settings.
        seed: The seed of the run, from which the settings are drawn.

    Examples:
        >>> candidates_of({"draws": (1, 2), "feed_cost": (0, 6)}, 3, seed=1)
        ({'draws': 1, 'feed_cost': 0}, {'draws': 1, 'feed_cost': 6}, {'draws': 2, 'feed_cost': 6})
    """
    of_all = settings_of(parameters)
    source = random.Random(f"settings {seed}")  # noqa: S311 - games, not secrets
    places = range(of_all) if of_all <= number else sorted(_drawn(source, of_all, number))
    return tuple(_setting(parameters, place) for place in places)


def _drawn(source: random.Random, of_all: int, number: int) -> set[int]:
    """Return this number of different places below the total, which can be too large for `range`."""
    places: set[int] = set()
    while len(places) < number:
        places.add(source.randrange(of_all))
    return places


def _setting(parameters: Mapping[str, tuple[Any, ...]], place: int) -> dict[str, Any]:
    chosen = []
    for name, values in reversed([*parameters.items()]):
        place, which = divmod(place, len(values))
        chosen.append((name, values[which]))
    return dict(reversed(chosen))
