"""The specification of a run: its units and jobs.

A unit is a deal, or a numbered match, played with every contestant in every place. Units are
independent of each other: each depends only on the run's seed and its own number. Any worker can
therefore play any unit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Generic, TypeVar

import attrs

from ginrules.errors import LabError
from ginrules.lab.runner.job import Job
from ginrules.play.run_deals import deal_seed

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds

R = TypeVar("R")


@attrs.frozen
class Run(Generic[R]):
    """The jobs that are played side by side in every unit, and how to collect their results; it is sent to workers.

    Attributes:
        jobs: The jobs. They differ in rules or in players, and share seed, places and size.
        players: The players as text, for errors.
        units: The number of units; or, in a part of a run, the number after that of its last unit.
        collect: Makes a result of the rounds of several units, given for each job. With worker processes, it must be
            a function of a module, or a ``functools.partial`` of such a function.
        chunk: Units of a chunk; 0 for the default of the core or of the engine, whichever plays.
        first: The number of the first unit; the units end before the number ``units``.

    Raises:
        LabError: If NumPy is not installed.
    """

    jobs: tuple[Job, ...]
    players: tuple[str, ...]
    units: int
    collect: Callable[[Sequence[DealtRounds]], R]
    chunk: int = 0
    first: int = 0

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
        """Play these units on the compiled core; None if a round does not end (the engine then reports it)."""
        from ginrules.lab.runner.columns import core_rounds  # noqa: PLC0415 - NumPy takes longer to load than the lab

        dealt: list[DealtRounds] = []
        seeds = [deal_seed(self.jobs[0].seed, number) for number in numbers]
        for job in self.jobs:
            rounds = core_rounds(job, numbers, seeds)
            if rounds is None:
                return None
            dealt.append(rounds)
        return self.collect(dealt)

    def unit(self, number: int) -> tuple[DealtRounds, ...]:
        """Play the unit with this number on the engine, for every job."""
        from ginrules.lab.runner.columns import engine_rounds  # noqa: PLC0415

        return tuple(engine_rounds(job, number) for job in self.jobs)

    def collected(self, units: Sequence[tuple[DealtRounds, ...]]) -> R:
        """Return the collected result of units that were played separately."""
        from ginrules.lab.runner.columns import DealtRounds  # noqa: PLC0415

        return self.collect([DealtRounds.joined([unit[job] for unit in units]) for job in range(len(self.jobs))])
