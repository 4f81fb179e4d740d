"""A run, and the play of its units, in this process or in an executor: results in order, in bounded memory.

A unit is a deal, or a numbered match, played with every contestant in every place. Units are independent of each
other: each depends only on the run's seed and its own number. Any worker can therefore play any unit.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import attrs

from ginrules.driver.labels import UnansweredError, error_line, rules_labels
from ginrules.errors import GinRulesError, InvalidRunError, LabError, WorkerLostError
from ginrules.lab.runner.job import Job
from ginrules.lab.runner.options import RunOptions
from ginrules.play.run_deals import deal_seed

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import DealtRounds


R = TypeVar("R")


@attrs.frozen
class Run(Generic[R]):
    """The jobs that are played side by side in every unit, and how to collect their results, as workers receive them.

    Attributes:
        jobs: The jobs. They differ in rules or in players, and share seed, places and size.
        players: The players as text, for errors.
        units: The number of units.
        collect: Makes a result of the rounds of several units, given for each job. With worker processes, it must be
            a function of a module, or a ``functools.partial`` of such a function.
        chunk: Units of a chunk, or 0 for the default of the core or of the engine, whichever plays.

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
    def is_asked(self) -> bool:
        """Whether the compiled core plays all jobs, and asks players in Python for their decisions."""
        return all(job.is_asked or job.is_compiled for job in self.jobs)

    @property
    def size(self) -> int:
        """Rounds (or matches) of a unit under one job."""
        return self.jobs[0].size

    def compiled(self, numbers: range) -> R | None:
        """Play these units on the compiled core, or None if a round does not end (the engine then reports it)."""
        dealt = self.by_core(numbers)
        return None if dealt is None else self.collect(dealt)

    def by_core(self, numbers: range) -> tuple[DealtRounds, ...] | None:
        """Play these units on the core for every job, or None if a round does not end.

        Raises:
            UnansweredError: If a player in Python fails, or its answer is not legal.
        """
        from ginrules.lab.runner.units import core_units  # noqa: PLC0415 - NumPy takes longer to load than the lab

        dealt: list[DealtRounds] = []
        seeds = [deal_seed(self.jobs[0].seed, number) for number in numbers]
        for job in self.jobs:
            rounds = core_units(job, numbers, seeds)
            if rounds is None:
                return None
            dealt.append(rounds)
        return tuple(dealt)

    def unit(self, number: int) -> tuple[DealtRounds, ...]:
        """Play the unit with this number on the engine, for every job."""
        from ginrules.lab.runner.units import engine_rounds  # noqa: PLC0415

        return tuple(engine_rounds(job, number) for job in self.jobs)

    def collected(self, units: Sequence[tuple[DealtRounds, ...]]) -> R:
        """Return the collected result of units that were played separately, one or several at a time."""
        from ginrules.lab.runner.columns import DealtRounds  # noqa: PLC0415

        return self.collect([DealtRounds.joined([unit[job] for unit in units]) for job in range(len(self.jobs))])


CHUNK: Final = 20
"""Units of a chunk. Chunks begin at multiples of this number. Results arrive, and runs are checked, chunk by chunk."""

COMPILED_CHUNK: Final = 2_000
"""Units of a chunk that the compiled core plays, of a deal each. A limit if it asks players in Python."""

MATCHES_CHUNK: Final = 100
"""Units of a chunk of matches side by side."""

CLUSTER: Final = 10
"""How many times larger a chunk can be in an executor of a cluster, where each costs some 50 ms on its way."""

WINDOW: Final = 16
"""Limit on the chunks that are submitted and not yet yielded."""

_PART_SECONDS: Final = 0.5
"""Time for a chunk of the compiled core, in seconds. Only a very slow machine takes longer."""

_Submitted = tuple[int, int, "Future[_Chunk[R]]"]


@attrs.frozen
class _Chunk(Generic[R]):
    """A chunk's result.

    Attributes:
        result: The collected result of the finished units.
        done: The number of finished units, from the first of the chunk.
        error: The error that stopped the chunk, if any.
        interrupted: Whether Ctrl-C stopped the chunk.
    """

    result: R
    done: int
    error: GinRulesError | None
    interrupted: bool


@attrs.frozen
class _Sent(Generic[R]):
    """A run on its way to a worker, which reads it in the task.

    If the worker has no module of a player, the task fails. If the run were read before the task, the process pool
    would break, and a Dask worker would be lost: the run would then wait for it without end.

    Attributes:
        run: The run, or its pickle once it is sent to another process.
    """

    run: Run[R] | bytes

    def read(self) -> Run[R]:
        """Return the run."""
        run: Run[R] = pickle.loads(self.run) if isinstance(self.run, bytes) else self.run  # noqa: S301 - our own
        return run

    def __reduce__(self) -> tuple[type[_Sent[R]], tuple[Run[R] | bytes]]:
        if isinstance(self.run, bytes):
            return _Sent, (self.run,)
        try:
            packed = pickle.dumps(self.run)
        except Exception:  # noqa: BLE001 - Dask can send more, such as a function in a function; others raise it again
            return _Sent, (self.run,)
        return _Sent, (self.run if b"__main__" in packed else packed,)  # Dask sends functions of __main__ as values


def parts_of(run: Run[R], options: RunOptions, *, first: int = 0, seconds: float | None = None) -> Iterator[R]:
    """Play a run and yield its collected results, part by part and in order.

    After an error or Ctrl-C, the finished units are yielded first. Then the error is raised.

    Args:
        run: The run.
        options: The executor to play in, and the function to call with the progress: the rounds done and all rounds
            of the run, for a single job.
        first: The unit to begin with.
        seconds: The seconds until a part ends early, or None for no limit. With an executor, all chunks that are
            submitted ahead take about this time on a single worker.

    Raises:
        KeyboardInterrupt: If Ctrl-C came while units were played.
        LabError: If a round fails.
        WorkerLostError: If a worker dies or the executor breaks. ``details`` hold the rule sets, players and seed, and
            the units that were being played, with the seeds of their deals.
        InvalidRunError: If the run cannot be sent to worker processes.
    """
    executor, progress, done = options.executor, options.report, first
    try:
        for chunk in _here(run, first, seconds) if executor is None else _submitted(run, first, executor, seconds):
            done += chunk.done
            yield chunk.result
            if chunk.error is not None:
                raise chunk.error
            if chunk.interrupted:
                raise KeyboardInterrupt
            if progress is not None:
                progress(done * run.size, run.units * run.size)
    finally:
        if not run.is_compiled:
            from ginrules.players.program import close_programs  # noqa: PLC0415 - the core plays no program

            close_programs(new_player for job in run.jobs for new_player in job.new_players)


class _Unread(Exception):
    """Raised in a worker that cannot read the run, with the reason on one line."""


def _play_sent(sent: _Sent[R], start: int, stop: int, seconds: float | None) -> _Chunk[R]:
    """Play some units in a worker.

    Raises:
        _Unread: If the worker cannot read the run, as without a player's module.
    """
    try:
        run = sent.read()
    except Exception as error:
        raise _Unread(error_line(error)) from error
    return _play(run, start, stop, seconds)


@attrs.define
class _Pace:
    """How many units players in Python answer for together in about `_TOGETHER_SECONDS`.

    Attributes:
        size: The number of units, 1 before it is measured.
    """

    size: int = 1


def _play(run: Run[R], start: int, stop: int, seconds: float | None = None, pace: _Pace | None = None) -> _Chunk[R]:
    """Play some units, and keep those that are finished before an error, Ctrl-C or the end of the time."""
    if run.is_compiled:
        if seconds is not None and seconds < _PART_SECONDS / 4:
            stop = start + 1
        try:
            result = run.compiled(range(start, stop))
        except KeyboardInterrupt:
            return _Chunk(run.collected([]), 0, None, interrupted=True)
        if result is not None:
            return _Chunk(result, stop - start, None, interrupted=False)
    began = time.monotonic()
    units: list[tuple[DealtRounds, ...]] = []
    error: GinRulesError | None = None
    interrupted, done = False, start
    try:
        for part in _parts(run, start, stop, pace or _Pace()):
            units.append(part)
            done += part[0].units
            if seconds is not None and time.monotonic() - began >= seconds:
                break
    except GinRulesError as cause:
        error = cause
    except KeyboardInterrupt:
        interrupted = True
    return _Chunk(run.collected(units), done - start, error, interrupted)


_TOGETHER_SECONDS: Final = 4
"""Time for players in Python to answer for units together, in seconds. Slow players play them one by one."""


def _parts(run: Run[Any], start: int, stop: int, pace: _Pace) -> Iterator[tuple[DealtRounds, ...]]:
    """Yield the rounds of units, one by one or many together.

    Units are played together if a player in Python answers many views at once, as many as fit between two reports. If
    it fails there, the engine plays the units one by one to name the round.

    Raises:
        LabError: If a round fails, even if the engine, which plays it again, meets no fault.
    """
    if not run.is_asked:
        yield from map(run.unit, range(start, stop))
        return
    number, first = start, time.monotonic()
    while number < stop:
        began = time.monotonic()
        if began - first > _TOGETHER_SECONDS and number - start >= CHUNK:
            return  # the caller plays the rest as the next chunk: progress is shown, and results are kept
        numbers = range(number, min(stop, number + pace.size))
        try:
            part = run.by_core(numbers)
        except UnansweredError as unanswered:
            yield from map(run.unit, numbers)
            raise unanswered.fault from unanswered  # the player has not failed again
        if part is None:
            yield from map(run.unit, numbers)
        else:
            yield part
        number = numbers.stop
        pace.size = max(1, int(_TOGETHER_SECONDS * len(numbers) / max(time.monotonic() - began, 1e-3)))


def _here(run: Run[R], start: int, seconds: float | None) -> Iterator[_Chunk[R]]:
    size, pace = _chunk_size(run, is_here=True), _Pace()
    while start < run.units:
        chunk = _play(run, start, _stop(run, start, size), seconds, pace)
        yield chunk
        start += chunk.done


def _submitted(run: Run[R], start: int, executor: Executor, seconds: float | None) -> Iterator[_Chunk[R]]:
    """Yield the chunks in order, and submit units again that a chunk left or that were lost on their way."""
    if seconds is not None:
        seconds = max(seconds / WINDOW, _PART_SECONDS if run.is_compiled else 0)
    size = _chunk_size(run, executor if seconds is None else None)
    waiting: deque[_Submitted[R]] = deque()
    submit, sent = executor.submit, _Sent(run)
    broken: RuntimeError | None = None
    try:
        while start < run.units or waiting:
            while broken is None and start < run.units and len(waiting) < WINDOW:
                stop = _stop(run, start, size)
                try:
                    waiting.append((start, stop, submit(_play_sent, sent, start, stop, seconds)))
                    start = stop
                except RuntimeError as error:  # chunks that are finished by now are still yielded
                    broken = error
            if not waiting:
                raise _lost(broken, [range(start, _stop(run, start, size))], run) from broken
            chunk = _result(waiting, run)
            first, stop, _ = waiting.popleft()
            first += chunk.done
            if first < stop and chunk.error is None and not chunk.interrupted:
                try:
                    waiting.appendleft((first, stop, submit(_play_sent, sent, first, stop, seconds)))
                except RuntimeError as error:
                    yield chunk
                    raise _lost(error, [range(first, stop)], run) from error
            yield chunk
    finally:
        for _, _, future in waiting:
            future.cancel()


def _chunk_size(run: Run[R], executor: Executor | None = None, *, is_here: bool = False) -> int:
    """Return a chunk's units, more of them for a long run in an executor of a cluster, such as Dask's.

    Players in Python answer for many units together in this process. Workers share the units among them.
    """
    is_asked = is_here and not run.is_compiled and run.is_asked  # `_parts` ends such a chunk by the clock
    compiled = COMPILED_CHUNK if is_asked or not run.jobs[0].matches else MATCHES_CHUNK
    size = compiled if not run.chunk and (run.is_compiled or is_asked) else run.chunk or CHUNK
    if executor is None or run.chunk or _is_of_this_machine(executor):
        return size
    return size * max(1, min(CLUSTER, run.units // (size * WINDOW)))


def _is_of_this_machine(executor: Executor) -> bool:
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor  # noqa: PLC0415 - loads multiprocessing

    return isinstance(executor, ProcessPoolExecutor | ThreadPoolExecutor)


def _stop(run: Run[R], start: int, size: int) -> int:
    return min(run.units, start - start % size + size)


def _result(waiting: deque[_Submitted[R]], run: Run[R]) -> _Chunk[R]:
    """Wait for the first submitted chunk and return it: without units if its result was lost."""
    start, stop, future = waiting[0]
    try:
        return future.result()
    except GinRulesError:
        raise
    except Exception as error:
        if isinstance(error, TypeError) and _Chunk.__name__ in str(error):
            # Dask unpacks a result as if it were an error if its worker dies just after it was fetched
            return _Chunk(run.collected([]), 0, None, interrupted=False)
        if isinstance(error, _Unread) or "deserializ" in str(error):  # the latter is what Dask says
            raise _not_imported(error, run) from error
        # Python 3.13 says "Can't get local object", earlier versions "Can't pickle local object"
        if isinstance(error, pickle.PicklingError) or "pickle" in str(error) or "local object" in str(error):
            raise InvalidRunError(
                f"the run cannot be sent to worker processes: {error}; with an executor every player must be "
                "made by a function or class of a module"
            ) from error
        if isinstance(error, BrokenExecutor):  # any of the submitted chunks may have broken it
            lost = [range(first, last) for first, last, other in waiting if not _has_result(other)]
            raise _lost(error, lost, run) from error
        raise _lost(error, [range(start, stop)], run) from error


def _not_imported(error: Exception, run: Run[R]) -> InvalidRunError:
    """Return the error about a worker that cannot import a module: it names the players' modules."""
    makers = [getattr(maker, "func", maker) for job in run.jobs for maker in job.new_players]
    modules = dict.fromkeys(str(getattr(maker, "__module__", type(maker).__module__)) for maker in makers)
    own = [name for name in modules if name.partition(".")[0] not in {"ginrules", "functools"}]
    missing = " and ".join(own) or "a module of the run"
    reason = error if isinstance(error, _Unread) else error_line(error)
    return InvalidRunError(
        f"the workers cannot read the run: they need {missing}; start them in the folder of the module, or send its "
        f"file to Dask's workers with client.upload_file ({reason})",
        modules=own,
    )


def _has_result(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _lost(error: Exception | None, lost: list[range], run: Run[R]) -> WorkerLostError:
    """Return the error about a lost worker: it names the units in question and says how to play them again."""
    job = run.jobs[0]
    rules = tuple(dict.fromkeys(other.rules for other in run.jobs))
    units = [number for numbers in lost for number in numbers]
    first, last = units[0], units[-1]
    one, several = ("match", "matches") if job.matches else ("deal", "deals")
    where = f"{one} {first}" if first == last else f"one of {several} {first} to {last}"
    what = f"{rules_labels(rules)}; {' / '.join(run.players)}; seed {job.seed}"
    rounds = f"{'matches' if job.matches else 'rounds'}={(last + 1) * run.size}"
    again = f"rows(…, {rounds}, seed={job.seed}, seats={job.places}, first_unit={first})"
    reason = error_line(error) if error else "no reason given"
    return WorkerLostError(
        f"a worker died, or its pool broke, over {where} ({what}): {reason}; "
        f"{again} without an executor plays them again, one by one, to show which",
        first=first, last=last, units=units, seeds=[deal_seed(job.seed, number) for number in units],
        rules=[rule_set.label for rule_set in rules], digests=[rule_set.digest for rule_set in rules],
        players=list(run.players), seed=job.seed,
    )  # fmt: skip
