"""The specification of a run: its units and jobs.

A unit is a deal, or a numbered match, played with every contestant in every place. Units are
independent of each other and come from the run's seed and their number alone, so that any worker
can play any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import attrs

from ginrules._values import whole_number
from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.runner.arguments import (
    Players,
    contestants_of,
)
from ginrules.lab.runner.options import RunOptions
from ginrules.play.deal import players_in, seated, seats_at
from ginrules.play.run_deals import PLY_CAP, deal_seed
from ginrules.rules.model import RuleSet, rules_of
from ginrules.seated.player import NewPlayer

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds

R = TypeVar("R")

_CAPTAINS: Final = 2
_ROUNDS: Final = 1000


@attrs.frozen
class Job:
    """One rule set and its contestants, as played in every unit.

    Attributes:
        rules: The rules.
        new_players: What makes the contestants.
        places: Seats of a table; where matches are played, players of a match.
        matches: Whether matches are played, and not single rounds.
        seed: The seed of the run.
        ply_cap: The most actions of a round.
        time_limit: The most seconds for a decision; None for no limit.
    """

    rules: RuleSet
    new_players: tuple[NewPlayer, ...]
    places: int
    matches: bool
    seed: int
    ply_cap: int = PLY_CAP
    time_limit: float | None = None

    @property
    def dealers(self) -> int:
        """The number of places that can deal first."""
        return _CAPTAINS if self.matches and self.rules.seating == "captain" else self.places

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit."""
        return self.dealers * len(self.new_players)

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled core plays the units."""
        return not self.matches and self.core_plays

    @property
    def core_plays(self) -> bool:
        """Whether the compiled core has the rules and all players, and nobody's time is limited."""
        from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

        return self.time_limit is None and fast.why_not(self.rules, self.new_players) is None

    def compiled(self, numbers: Sequence[int], seeds: Sequence[int]) -> DealtRounds | None:
        """Play deals on the compiled core; None if a round does not end.

        Args:
            numbers: The unit of each deal.
            seeds: The seed of each deal.
        """
        from ginrules.lab.runner.columns import core_rounds  # noqa: PLC0415

        return core_rounds(self, numbers, seeds)

    def unit(self, number: int) -> DealtRounds:
        """Play the unit of this number on the engine."""
        from ginrules.lab.runner.columns import engine_rounds  # noqa: PLC0415

        return engine_rounds(self, number)


@attrs.frozen
class Run(Generic[R]):
    """Jobs that are played side by side in every unit, and what is kept of them; it is sent to workers.

    Attributes:
        jobs: The jobs, which differ in rules or in players and share seed, places and size.
        players: The players as text, for errors.
        units: The number of units.
        collect: Makes one result of the rounds of several units, given for each job; with an executor of
            processes it must be a function of a module or a ``functools.partial`` of one.
        chunk: Units of a chunk; 0 for a number that suits the core or the engine, whichever plays.

    Raises:
        LabError: If NumPy is not installed.
    """

    jobs: tuple[Job, ...]
    players: tuple[str, ...]
    units: int
    collect: Callable[[Sequence[DealtRounds]], R]
    chunk: int = 0

    def __attrs_post_init__(self) -> None:
        if find_spec("numpy") is None:
            raise LabError("runs of the lab need NumPy: pip install 'ginrules[fast]'", extra="fast")

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled core plays all jobs."""
        return all(job.is_compiled for job in self.jobs)

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit under one job."""
        return self.jobs[0].size

    def compiled(self, numbers: range) -> R | None:
        """Play these units on the compiled core; None if a round does not end, which is the engine's to say."""
        dealt: list[DealtRounds] = []
        seeds = [deal_seed(self.jobs[0].seed, number) for number in numbers]
        for job in self.jobs:
            rounds = job.compiled(numbers, seeds)
            if rounds is None:
                return None
            dealt.append(rounds)
        return self.collect(dealt)

    def unit(self, number: int) -> tuple[DealtRounds, ...]:
        """Play the unit of this number on the engine, for every job."""
        return tuple(job.unit(number) for job in self.jobs)

    def collected(self, units: Sequence[tuple[DealtRounds, ...]]) -> R:
        """Return the result of units that were played one by one."""
        from ginrules.lab.runner.columns import DealtRounds  # noqa: PLC0415

        return self.collect([DealtRounds.joined([unit[job] for unit in units]) for job in range(len(self.jobs))])


def job_of(
    rules: RuleSet | str,
    players: Players,
    *,
    rounds: int | None,
    matches: int | None,
    seed: int,
    seats: int | None,
    options: RunOptions,
) -> tuple[Job, int]:
    """Return the job of a run under one rule set, and its number of units.

    Raises:
        InvalidRunError: If the arguments do not describe a run.
    """
    rules = rules_of(rules)
    contestants = contestants_of(players)
    if rounds is not None and matches is not None:
        raise InvalidRunError("expected a number of rounds or a number of matches: one of the two")
    if matches is None:
        number = whole_number("rounds", _ROUNDS if rounds is None else rounds, 1)
    else:
        number = whole_number("matches", matches, 1)
    seed = whole_number("seed", seed)
    places = (seats_at if matches is None else players_in)(rules, seats, error=InvalidRunError)
    seated(len(contestants), places)
    job = Job(rules, contestants, places, matches is not None, seed, options.ply_cap, options.time_limit)
    return job, -(-number // job.size)
