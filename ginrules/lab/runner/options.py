"""The options that are keywords of every experiment: where it plays, its limits, and where its rounds are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

import attrs

from ginrules._support.values import shown, whole_number
from ginrules.driver.player import NewPlayer
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.progress import Progress, check_progress, shown_progress
from ginrules.lab.runner.workers import worker_pool
from ginrules.play.run_deals import PLY_CAP

EVERY: Final = 30.0
"""Default interval between two writes of a checkpoint, in seconds."""


def check_callback(name: str, value: object) -> None:
    """Refuse a callback that is neither callable nor None."""
    if value is not None and not callable(value):
        raise InvalidRunError(f"{name}: expected a function, got {shown(value)}")


def check_time_limit(time_limit: float | None) -> None:
    """Refuse a time limit that is not a number of seconds above 0."""
    value: object = time_limit
    if value is not None and (isinstance(value, bool) or not (isinstance(value, int | float) and value > 0)):
        raise InvalidRunError(
            f"time_limit: expected a number of seconds above 0, got {shown(value)}", time_limit=repr(value)
        )


@attrs.frozen(kw_only=True)
class RunOptions:
    """A run's place, limits and checkpoint, the keywords of every experiment. No figure depends on the place."""

    executor: Executor | None = None
    workers: int | None = None
    progress: Progress | bool | None = None
    time_limit: float | None = None
    ply_cap: int = PLY_CAP
    resume: object = None
    checkpoint: Path | str | None = None
    checkpoint_every: float = EVERY

    def __attrs_post_init__(self) -> None:
        if self.executor is not None and not callable(getattr(self.executor, "submit", None)):
            raise InvalidRunError(f"executor: expected an executor of concurrent.futures, got {shown(self.executor)}")
        if self.workers is not None:
            whole_number("workers", self.workers, 1)
            if self.executor is not None:
                raise InvalidRunError("give workers or executor, not both: an executor has workers of its own")
        check_progress(self.progress)
        check_time_limit(self.time_limit)
        whole_number("ply_cap", self.ply_cap, 1)

    @contextmanager
    def opened(self, unit: str, makers: Sequence[NewPlayer]) -> Iterator[Self]:
        """Provide these options with an executor and a function for the progress, until the end of the statement."""
        with worker_pool(self.workers, makers) as pool, shown_progress(self.progress, unit) as progress:
            yield attrs.evolve(self, executor=self.executor or pool, workers=None, progress=progress)
