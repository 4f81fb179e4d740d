"""The options of a run, which every experiment takes by name: one value for all that it is played with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Self, TypedDict

import attrs

from ginrules._values import shown, whole_number
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.arguments import check_time_limit
from ginrules.lab.runner.pool import worker_pool
from ginrules.lab.runner.progress import Progress, check_progress, shown_progress
from ginrules.play.run_deals import PLY_CAP
from ginrules.seated.player import NewPlayer


class RunKeywords(TypedDict, total=False):
    """The keywords of `RunOptions`."""

    executor: Executor | None
    workers: int | None
    progress: Progress | bool | None
    time_limit: float | None
    ply_cap: int


@attrs.frozen(kw_only=True)
class RunOptions:
    """Where and within which limits a run is played; no figure depends on where.

    Attributes:
        executor: Where to play, any of `concurrent.futures`, or a Dask client's; here if None. With processes the
            players must be made by functions or classes of a module (or a ``functools.partial`` of one).
        workers: The number of processes that the run starts for itself, instead of an executor; here if None or 1.
            In a script the run must stand under ``if __name__ == "__main__":``.
        progress: True for a line on the terminal, or a function that is called after each part of the run with the
            rounds (matches, games) done, and all of them.
        time_limit: Time limit per decision, in seconds; None for no limit.
        ply_cap: The largest number of actions in a round.

    Raises:
        InvalidRunError: If one of them is wrong, or there are both workers and an executor.
    """

    executor: Executor | None = None
    workers: int | None = None
    progress: Progress | bool | None = None
    time_limit: float | None = None
    ply_cap: int = PLY_CAP

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
        """Provide these options with an executor and a function for the progress; both end with the statement.

        Args:
            unit: What the progress counts, such as ``"rounds"``.
            makers: Makers of the players, which workers must be able to read.

        Raises:
            InvalidRunError: If workers cannot start, or cannot read the players.
        """
        with worker_pool(self.workers, makers) as pool, shown_progress(self.progress, unit) as progress:
            yield attrs.evolve(self, executor=self.executor or pool, workers=None, progress=progress)

    @property
    def report(self) -> Progress | None:
        """The function to call with the progress; a line on the terminal is there only while they are `opened`."""
        return None if isinstance(self.progress, bool) else self.progress

    @property
    def keywords(self) -> RunKeywords:
        """The options by name, for another run that is played with the same."""
        return RunKeywords(
            executor=self.executor, workers=self.workers, progress=self.progress, time_limit=self.time_limit,
            ply_cap=self.ply_cap,
        )  # fmt: skip

    def reporting(self, progress: Progress) -> Self:
        """Return these options with another function for the progress."""
        changes: dict[str, Any] = {"progress": progress}
        return attrs.evolve(self, **changes)
