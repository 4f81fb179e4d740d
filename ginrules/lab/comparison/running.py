"""A comparison in progress: its rounds are played, added up, and stopped when they are precise enough."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Self

import attrs

from ginrules.lab.comparison.plan import Part, Plan
from ginrules.lab.comparison.result import Comparison
from ginrules.lab.comparison.sums import ComparisonSums
from ginrules.lab.runner.options import RunOptions
from ginrules.lab.runner.rows import TakeRows
from ginrules.lab.runner.workers import Run, parts_of
from ginrules.lab.statistics.checkpoint_file import Keeper
from ginrules.lab.statistics.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import critical_value, sequence_critical_value

MOST_EXTRA_DEALS: Final = 200
"""Limit on the extra deals that are played to finish the last games."""

FIRST_LOOK: Final = 60
"""Deals to play before a run can stop because it is precise enough."""

LOOK_EVERY: Final = 20
"""Deals between two checks of the precision: a run stops after a multiple of this number.

A run with ``until`` is played in chunks of this size by every executor.
"""


@attrs.frozen
class Precision:
    """The precision that stops a comparison.

    Attributes:
        half_width: The largest half-width of the intervals of all differences, in the measure's unit.
        key: The measure.
    """

    half_width: float
    key: str = "points"


@attrs.define
class ComparisonRun:
    """A comparison in progress.

    Attributes:
        run: The rounds to play.
        plan: How they are priced and counted.
        sums: The sums of the deals played so far.
        until: The precision that stops the run early. None to play all rounds.
        of: The run as text.
        last: The checkpoint after the last deal, before games in progress are finished with extra deals.
        is_over: Whether all is played.
    """

    run: Run[Part]
    plan: Plan
    sums: ComparisonSums
    until: Precision | None
    of: str
    last: Checkpoint | None = None
    is_over: bool = False

    @classmethod
    def begun(cls, run: Run[Part], plan: Plan, *, until: Precision | None, before: Checkpoint | None) -> Self:
        """Return the comparison at its beginning, or after the deals of its checkpoint.

        Raises:
            InvalidRunError: If the checkpoint belongs to another run or contradicts itself.
        """
        of = _identity(run, plan, until)
        planned = max(FIRST_LOOK, run.units // 4)
        critical = critical_value if until is None else partial(sequence_critical_value, planned=planned)
        sums = ComparisonSums(plan, run.jobs[0].places, critical)
        if before is not None:
            sums.restore(before, of)
        return cls(run, plan, sums, until, of)

    def play(self, options: RunOptions, keeper: Keeper, take_rows: TakeRows | None) -> None:
        """Play the rest of the comparison. Ctrl-C and SIGTERM end it early.

        Raises:
            LabError: If a player breaks the rules, a worker dies, or the checkpoint cannot be written.
        """
        sums = self.sums
        with keeper.keeping(self.point, self.comparison) as interrupts:
            sums.replay(_deals_of_open_games(self.run, sums.first, sums.deals))
            parts = parts_of(self.run, options, first=sums.deals, seconds=keeper.seconds)
            for part in () if self.is_precise else parts:
                with interrupts.held():
                    sums.add(part)
                if take_rows is not None:
                    take_rows(part.rows)
                keeper.part_done(self.point, interrupts)
                if self.is_precise:
                    break
            self.last = sums.checkpoint(self.of)
            extra = _deals_of_open_games(self.run, sums.deals, sums.deals + MOST_EXTRA_DEALS)
            for part in extra if sums.in_stretch else ():
                sums.finish(part)
                if not sums.in_stretch:
                    break
            self.is_over = True

    @property
    def is_precise(self) -> bool:
        """Whether the comparison can stop, because all differences are precise enough."""
        if self.until is None or self.sums.deals < FIRST_LOOK or self.sums.deals % LOOK_EVERY:
            return False
        differences = self.sums.differences(self.until.key)
        known = [one.half_width for one in differences if one is not None]
        return 0 < len(known) == len(differences) and max(known) <= self.until.half_width

    def point(self) -> Checkpoint:
        """Return the checkpoint to continue from."""
        return self.last or self.sums.checkpoint(self.of)

    def comparison(self) -> Comparison:
        """Return the figures so far."""
        return Comparison(
            rules=self.plan.rules,
            contestants=self.run.players,
            seats=self.run.jobs[0].places,
            rounds=self.sums.deals * self.run.size,
            deals=self.sums.deals,
            seed=self.run.jobs[0].seed,
            repricings=tuple(pair.repriced for pair in self.sums.pairs),
            findings=self.sums.findings(),
            distributions=self.sums.distributions(),
            method="fixed" if self.until is None else "sequential",
            checkpoint=self.point(),
            partial=not self.is_over,
        )


def _deals_of_open_games(run: Run[Part], first: int, stop: int) -> Iterator[Part]:
    """Play deals for the games in progress, again or in addition: in batches on the core, one by one on the engine."""
    alone = attrs.evolve(run, units=stop, chunk=LOOK_EVERY if run.is_compiled else 1)
    return parts_of(alone, RunOptions(), first=first)


def _identity(run: Run[Part], plan: Plan, until: Precision | None) -> str:
    """Return the run as text, so that a checkpoint fits no other run."""
    digests, job = " and ".join(one.digest for one in plan.rules), run.jobs[0]
    end = f", ± {until.half_width} in {until.key} in at most {run.units} deals" if until else ""
    return f"comparison of {digests} at {job.places} seats, seed {job.seed}: {' / '.join(run.players)}{end}"
