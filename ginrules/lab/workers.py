"""Units played here or by an executor, their results in order, in bounded memory."""

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, Final, Generic, TypeVar

import attrs

from ginrules.errors import BadRun, GinRulesError, WorkerLost

WINDOW: Final = 16
"""Chunks handed out ahead of the one waited for."""

BLOCK: Final = 20
"""No chunk reaches over a multiple of this, so that a run can be judged at each of them."""

_SECONDS: Final = 0.5
R = TypeVar("R")


@attrs.frozen
class Chunk(Generic[R]):
    """What a worker brings home.

    Attributes:
        result: Made of the units that were finished.
        done: How many units were finished, from the first of the chunk.
        error: What stopped it, if anything did.
        interrupted: Whether that was Ctrl-C.
        seconds: How long it took.
    """

    result: R
    done: int
    error: GinRulesError | None
    interrupted: bool
    seconds: float


@attrs.frozen
class Work(Generic[R]):
    """How a chunk is played.

    Attributes:
        unit: Plays the unit of a number.
        gather: Makes one result of the units of a chunk.
    """

    unit: Callable[[int], Any]
    gather: Callable[[list[Any]], R]

    def chunk(self, start: int, stop: int) -> Chunk[R]:
        """Play these units; what was finished before an error or Ctrl-C is kept."""
        begun = time.perf_counter()
        units: list[Any] = []
        error: GinRulesError | None = None
        interrupted = False
        try:
            for number in range(start, stop):
                units.append(self.unit(number))  # noqa: PERF401 - what came before an error is kept
        except GinRulesError as fault:
            error = fault
        except KeyboardInterrupt:
            interrupted = True
        return Chunk(self.gather(units), len(units), error, interrupted, time.perf_counter() - begun)


def chunks_of(work: Work[R], start: int, stop: int, executor: Executor | None) -> Iterator[Chunk[R]]:
    """The chunks of these units in order; their sizes adapt to the speed, so nothing may depend on them.

    It ends after a chunk that was stopped.

    Args:
        work: What is done with each unit.
        start: The first unit.
        stop: The end of the units.
        executor: Where to play; here if None.

    Raises:
        WorkerLost: If a worker dies or the executor breaks; ``details`` tell the first unit not finished.
        BadRun: If the work cannot be sent to worker processes.
    """
    for chunk in _here(work, start, stop) if executor is None else _there(work, start, stop, executor):
        yield chunk
        if chunk.error is not None or chunk.interrupted:
            return


def _here(work: Work[R], start: int, stop: int) -> Iterator[Chunk[R]]:
    size = 1
    while start < stop:
        end = _end(start, stop, size)
        chunk = work.chunk(start, end)
        yield chunk
        size = _size(chunk, end - start)
        start = end


def _there(work: Work[R], start: int, stop: int, executor: Executor) -> Iterator[Chunk[R]]:
    waiting: deque[tuple[int, int, Future[Chunk[R]]]] = deque()
    size, given = 1, start
    try:
        while given < stop or waiting:
            while given < stop and len(waiting) < WINDOW:
                end = _end(given, stop, size)
                waiting.append((given, end, _submitted(work, given, end, executor)))
                given = end
            first, last, future = waiting[0]
            chunk = _result(future, first, last)
            waiting.popleft()
            yield chunk
            size = _size(chunk, last - first)
    finally:
        for _, _, future in waiting:
            future.cancel()


def _end(start: int, stop: int, size: int) -> int:
    return min(stop, start + size, start - start % BLOCK + BLOCK)


def _size(chunk: Chunk[R], units: int) -> int:
    """So many units as take half a second."""
    each = chunk.seconds / units
    return max(1, min(BLOCK, int(_SECONDS / each))) if each else BLOCK


def _submitted(work: Work[R], start: int, stop: int, executor: Executor) -> "Future[Chunk[R]]":
    try:
        return executor.submit(work.chunk, start, stop)
    except (BrokenExecutor, RuntimeError) as error:
        raise _lost(error, start, stop) from error


def _result(future: "Future[Chunk[R]]", start: int, stop: int) -> Chunk[R]:
    try:
        return future.result()
    except GinRulesError:
        raise
    except Exception as error:
        # Python 3.13 says "Can't get local object", earlier ones "Can't pickle local object"
        if isinstance(error, pickle.PicklingError) or "pickle" in str(error) or "local object" in str(error):
            raise BadRun(
                f"the run cannot be sent to worker processes: {error}; with an executor every player must be "
                "made by a function or class of a module"
            ) from error
        raise _lost(error, start, stop) from error


def _lost(error: Exception, start: int, stop: int) -> WorkerLost:
    told = " ".join(str(error).split())[:200]
    return WorkerLost(
        f"a worker died, or its pool broke, while units {start} to {stop - 1} were played: "
        f"{type(error).__name__}: {told}; run it without an executor, from the checkpoint kept, to see why",
        first=start, last=stop - 1,
    )  # fmt: skip
