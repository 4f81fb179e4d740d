"""Units played here or by an executor, their results in order, in bounded memory."""

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, Final, Generic, TypeVar

import attrs

from ginrules.errors import GinRulesError, InvalidRunError, WorkerLostError
from ginrules.lab.runner.playing import deal_seed
from ginrules.lab.runner.run_errors import all_called, error_told, rules_called
from ginrules.rules.model import RuleSet

WINDOW: Final = 16
"""Chunks handed out ahead of the one waited for."""

BLOCK: Final = 20
"""No chunk reaches over a multiple of this, so that a run can be judged at each of them."""

_SECONDS: Final = 0.5
R = TypeVar("R")
_Given = tuple[int, int, "Future[Chunk[R]]"]


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


@attrs.frozen
class About:
    """What a run is of, for its errors to tell.

    Attributes:
        rules: The rule sets.
        players: The players, in words.
        seed: The seed that the deals come from.
        seats: Seats of a table (of a match: players).
        size: Rounds (or matches) of a unit under each rule set.
        matches: Whether a unit is a numbered match and not a deal.
    """

    rules: tuple[RuleSet, ...]
    players: tuple[str, ...]
    seed: int
    seats: int
    size: int
    matches: bool = False


def chunks_of(work: Work[R], start: int, stop: int, executor: Executor | None, about: About) -> Iterator[Chunk[R]]:
    """The chunks of these units in order; their sizes adapt to the speed, so nothing may depend on them.

    It ends after a chunk that was stopped.

    Args:
        work: What is done with each unit.
        start: The first unit.
        stop: The end of the units.
        executor: Where to play; here if None.
        about: What the run is of, to be told when a worker dies.

    Raises:
        WorkerLostError: If a worker dies or the executor breaks; ``details`` tell rule sets, players, seed, and
            the units that were under way with the seeds of their deals.
        InvalidRunError: If the work cannot be sent to worker processes.
    """
    for chunk in _here(work, start, stop) if executor is None else _there(work, start, stop, executor, about):
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


def _there(work: Work[R], start: int, stop: int, executor: Executor, about: About) -> Iterator[Chunk[R]]:
    waiting: deque[_Given[R]] = deque()
    size, given = 1, start
    broken: RuntimeError | None = None
    try:
        while given < stop or waiting:
            while broken is None and given < stop and len(waiting) < WINDOW:
                end = _end(given, stop, size)
                try:
                    waiting.append((given, end, executor.submit(work.chunk, given, end)))
                    given = end
                except RuntimeError as error:  # what has been finished before still comes home
                    broken = error
            if not waiting:
                raise _lost(broken, [range(given, _end(given, stop, size))], about) from broken
            chunk = _result(waiting, about)
            first, last, _ = waiting.popleft()
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


def _result(waiting: "deque[_Given[R]]", about: About) -> Chunk[R]:
    """The first of the chunks handed out, when it comes home."""
    start, stop, future = waiting[0]
    try:
        return future.result()
    except GinRulesError:
        raise
    except Exception as error:
        # Python 3.13 says "Can't get local object", earlier ones "Can't pickle local object"
        if isinstance(error, pickle.PicklingError) or "pickle" in str(error) or "local object" in str(error):
            raise InvalidRunError(
                f"the run cannot be sent to worker processes: {error}; with an executor every player must be "
                "made by a function or class of a module"
            ) from error
        if isinstance(error, BrokenExecutor):  # any of those under way may have broken it
            raise _lost(
                error, [range(first, last) for first, last, each in waiting if not _is_home(each)], about
            ) from error
        raise _lost(error, [range(start, stop)], about) from error


def _is_home(future: "Future[Any]") -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _lost(error: Exception | None, lost: list[range], about: About) -> WorkerLostError:
    """The error that tells which units may have been the death of a worker, and how to play them again."""
    units = [number for each in lost for number in each]
    first, last = units[0], units[-1]
    what, many = ("match", "matches") if about.matches else ("deal", "deals")
    which = f"{what} {first}" if first == last else f"one of {many} {first} to {last}"
    who = f"{all_called(about.rules)}; {' / '.join(about.players)}; seed {about.seed}"
    rounds = f"{'matches' if about.matches else 'rounds'}={(last + 1) * about.size}"
    again = f"rows(…, {rounds}, seed={about.seed}, seats={about.seats}, first_unit={first})"
    return WorkerLostError(
        f"a worker died, or its pool broke, over {which} ({who}): {error_told(error) if error else 'no reason given'}; "
        f"{again} without an executor plays them again, one by one, to show which",
        first=first, last=last, units=units, seeds=[deal_seed(about.seed, number) for number in units],
        rules=[rules_called(each) for each in about.rules], digests=[each.digest for each in about.rules],
        players=list(about.players), seed=about.seed,
    )  # fmt: skip
