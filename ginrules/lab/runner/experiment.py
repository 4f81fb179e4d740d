"""An experiment: its runs are played, its rounds are kept, and its figures are a function of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from ginrules.lab.runner.blocks import Keeper, RunData
from ginrules.lab.runner.rows import TakeRows, rows_of_all
from ginrules.lab.runner.task import Run, RunOptions
from ginrules.lab.runner.workers import prepared

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import PricedRounds
    from ginrules.lab.runner.workers import Batches

R = TypeVar("R")


class Figures(ABC, Generic[R]):
    """The figures of an experiment, as a fold over its rounds."""

    @abstractmethod
    def add(self, part: int, batches: Batches) -> list[PricedRounds]:
        """Add the next units of the run with this number, and return their rounds at the prices of each rule set."""

    @abstractmethod
    def result(self, data: RunData) -> R:
        """Return the figures of the rounds so far."""

    @property
    def are_enough(self) -> bool:
        """Whether the run can stop early."""
        return False

    def end(self) -> None:
        """Finish what the rounds have left open, when all are played."""


def play_through(
    runs: Sequence[Run],
    figures: Figures[R],
    keeper: Keeper,
    options: RunOptions,
    unit: str,
    take_rows: TakeRows | None = None,
) -> R:
    """Play runs one after the other and return the figures: first the rounds that are there, then the missing ones."""
    makers = [maker for run in runs for task in run.tasks for maker in task.new_players]
    with keeper.keeping(figures.result) as interrupts, prepared(options, unit, makers) as ready:
        for part, run in enumerate(runs):
            for batches, is_new in keeper.batches(part, run, ready):
                with interrupts.held():
                    priced = figures.add(part, batches)
                    if is_new:
                        keeper.add(batches)
                if take_rows is not None:
                    take_rows(rows_of_all(priced))
                keeper.part_done(interrupts)
                if figures.are_enough:
                    break
        figures.end()
    return figures.result(keeper.data)
