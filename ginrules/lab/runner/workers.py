"""The play of a run's units, in this process or in an executor: batches in order, in bounded memory."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import attrs

from ginrules.driver.labels import UnansweredError, error_line, rules_labels
from ginrules.errors import GinRulesError, InvalidRunError, WorkerLostError
from ginrules.lab.runner.progress import shown_progress
from ginrules.lab.runner.task import Run, RunOptions
from ginrules.play.seeded_deals import deal_seed

if TYPE_CHECKING:
    from ginrules.lab.runner.batch import Batch

# Modules that need NumPy are imported by the functions that play: a run without NumPy says what is missing.

Batches = tuple["Batch", ...]
"""The rounds of some units, a batch for each task of the run."""

CHUNK: Final = 20
"""Units that are played together, from multiples of this number on. Runs are checked between them."""

COMPILED_CHUNK: Final = 2_000
"""The same on the compiled core, with units of a deal each. A limit if the core asks players in Python."""

MATCHES_CHUNK: Final = 100
"""The same for matches side by side."""

TASKS_AT_ONCE: Final = 20
"""Tasks of a tournament from which on fewer units are played together, so that their rounds stay in bounds."""

CLUSTER: Final = 10
"""How many times more units are played together in a cluster, where each task costs some 50 ms on its way."""

WINDOW: Final = 16
"""Limit on the ranges of units that are submitted and not yet yielded."""

_PART_SECONDS: Final = 0.5
"""Time for a range of units on the compiled core, in seconds. Only a very slow machine takes longer."""

_TOGETHER_SECONDS: Final = 4
"""Time for players in Python to answer for units together, in seconds. Slow players play them one by one."""

_KILLED: Final = 1


@attrs.frozen
class _Played:
    """What became of a range of units."""

    batches: Batches | None = None
    error: GinRulesError | None = None
    interrupted: bool = False

    @property
    def done(self) -> int:
        """The number of finished units."""
        return 0 if self.batches is None else len(self.batches[0].units)


_Submitted = tuple[int, int, "Future[_Played]"]


def _sent(run: Run, executor: Executor) -> Run | bytes:
    """Return a run for its way to the workers of an executor, as a pickle that is read in the task.

    If the worker has no module of a player, the task fails. If the run were read before the task, the process pool
    would break, and a Dask worker would be lost: the run would then wait for it without end.
    """
    if isinstance(executor, ThreadPoolExecutor):
        return run
    try:
        packed = pickle.dumps(run)
    except Exception:  # noqa: BLE001 - Dask can send more, such as a function in a function; others raise it again
        return run
    return run if b"__main__" in packed else packed  # Dask sends functions of __main__ as values


def batches_of(run: Run, options: RunOptions, *, first: int = 0, seconds: float | None = None) -> Iterator[Batches]:
    """Play a run and yield its batches in order.

    After an error or Ctrl-C, the finished units are yielded first. Then the error is raised.
    """
    executor, progress, done = options.executor, options.progress, first
    try:
        for played in _here(run, first, seconds) if executor is None else _submitted(run, first, executor, seconds):
            done += played.done
            if played.batches is not None:
                yield played.batches
            if played.error is not None:
                raise played.error
            if played.interrupted:
                raise KeyboardInterrupt
            if callable(progress):  # `prepared` has made it of True
                size = run.size * run.counted
                progress(done * size, run.units * size)
    finally:
        if not run.is_compiled:
            from ginrules.players.program import close_programs

            close_programs(new_player for task in run.tasks for new_player in task.new_players)


# --- in a worker ------------------------------------------------------------------------------------


def _play_sent(sent: Run | bytes, start: int, stop: int, seconds: float | None) -> _Played:
    """Play some units in a worker."""
    try:
        run: Run = pickle.loads(sent) if isinstance(sent, bytes) else sent  # noqa: S301 - our own
    except Exception as error:
        raise ImportError(error_line(error)) from error
    return _play(run, start, stop, seconds)


def _play(run: Run, start: int, stop: int, seconds: float | None) -> _Played:
    """Play some units, and keep those that are finished before an error, Ctrl-C or the end of the time."""
    from ginrules.lab.runner.batch import Batch

    if run.is_compiled and seconds is not None and seconds < _PART_SECONDS / 4:
        stop = start + 1
    began = time.monotonic()
    parts: list[Batches] = []
    error: GinRulesError | None = None
    interrupted = False
    try:
        for part in _parts(run, start, stop):
            parts.append(part)
            if seconds is not None and time.monotonic() - began >= seconds:
                break
    except GinRulesError as cause:
        error = cause
    except KeyboardInterrupt:
        interrupted = True
    joined = tuple(map(Batch.joined, zip(*parts, strict=True))) if parts else None
    return _Played(joined, error, interrupted)


def _parts(run: Run, start: int, stop: int) -> Iterator[Batches]:
    """Yield the rounds of units, one by one or many together.

    Units are played together on the core, and if a player in Python answers many views at once, as many as fit between
    two reports. If it fails there, or a round does not end, the engine plays the units one by one to name the round.
    """
    from ginrules.lab.runner.units import by_core, by_engine

    if not run.is_asked:
        for number in range(start, stop):
            yield by_engine(run, number)
        return
    number, size, first = start, stop - start if run.is_compiled else 1, time.monotonic()
    while number < stop:
        began = time.monotonic()
        if began - first > _TOGETHER_SECONDS and number - start >= CHUNK:
            return  # the caller plays the rest next: progress is shown, and results are kept
        units = range(number, min(stop, number + size))
        try:
            part = by_core(run, units)
        except UnansweredError as unanswered:
            for unit in units:
                yield by_engine(run, unit)
            raise unanswered.fault from unanswered  # the player has not failed again
        if part is None:
            for unit in units:
                yield by_engine(run, unit)
        else:
            yield part
        number = units.stop
        size = max(1, int(_TOGETHER_SECONDS * len(units) / max(time.monotonic() - began, 1e-3)))


# --- in this process --------------------------------------------------------------------------------


def _here(run: Run, start: int, seconds: float | None) -> Iterator[_Played]:
    size = _chunk_size(run, is_here=True)
    while start < run.units:
        played = _play(run, start, _stop(run, start, size), seconds)
        yield played
        start += played.done


def _submitted(run: Run, start: int, executor: Executor, seconds: float | None) -> Iterator[_Played]:
    """Yield ranges of units in order, and submit units again that were left or lost on their way."""
    if seconds is not None:
        seconds = max(seconds / WINDOW, _PART_SECONDS if run.is_compiled else 0)
    size = _chunk_size(run, executor if seconds is None else None)
    waiting: deque[_Submitted] = deque()
    submit, sent = executor.submit, _sent(run, executor)
    broken: RuntimeError | None = None
    try:
        while start < run.units or waiting:
            while broken is None and start < run.units and len(waiting) < WINDOW:
                stop = _stop(run, start, size)
                try:
                    waiting.append((start, stop, submit(_play_sent, sent, start, stop, seconds)))
                    start = stop
                except RuntimeError as error:  # units that are finished by now are still yielded
                    broken = error
            if not waiting:
                raise _lost(broken, [range(start, _stop(run, start, size))], run) from broken
            played = _result(waiting, run)
            first, stop, _ = waiting.popleft()
            first += played.done
            if first < stop and played.error is None and not played.interrupted:
                try:
                    waiting.appendleft((first, stop, submit(_play_sent, sent, first, stop, seconds)))
                except RuntimeError as error:
                    yield played
                    raise _lost(error, [range(first, stop)], run) from error
            yield played
    finally:
        for _, _, future in waiting:
            future.cancel()


def _chunk_size(run: Run, executor: Executor | None = None, *, is_here: bool = False) -> int:
    """Return how many units are played together, more of a long run in an executor of a cluster, such as Dask's.

    Players in Python answer for many units together in this process. Workers share the units among them.
    """
    if run.chunk:
        return run.chunk
    if not run.is_compiled:
        size = COMPILED_CHUNK if is_here and run.is_asked else CHUNK  # `_parts` ends the longer range by the clock
    elif run.tasks[0].matches:
        size = MATCHES_CHUNK * TASKS_AT_ONCE // max(TASKS_AT_ONCE, len(run.tasks)) or 1
    else:
        size = COMPILED_CHUNK
    if executor is None:
        return size
    from concurrent.futures import ProcessPoolExecutor  # a browser has no processes

    if isinstance(executor, ProcessPoolExecutor | ThreadPoolExecutor):
        return size
    return size * max(1, min(CLUSTER, run.units // (size * WINDOW)))


def _stop(run: Run, start: int, size: int) -> int:
    return min(run.units, start - start % size + size)


def _result(waiting: deque[_Submitted], run: Run) -> _Played:
    """Wait for the first submitted range and return it: without units if its result was lost."""
    start, stop, future = waiting[0]
    try:
        return future.result()
    except GinRulesError:
        raise
    except Exception as error:
        if isinstance(error, TypeError) and _Played.__name__ in str(error):
            # Dask unpacks a result as if it were an error if its worker dies just after it was fetched
            return _Played()
        if isinstance(error, ImportError) or "deserializ" in str(error):  # Dask's own error about this has no type
            raise _not_imported(error, run) from error
        if isinstance(error, pickle.PicklingError | AttributeError | TypeError):  # what pickle raises about players
            raise InvalidRunError(
                f"the run cannot be sent to worker processes: {error}; with an executor every player must be "
                "made by a function or class of a module"
            ) from error
        if isinstance(error, BrokenExecutor):  # any of the submitted ranges may have broken it
            lost = [range(first, last) for first, last, other in waiting if not _has_result(other)]
            raise _lost(error, lost, run) from error
        raise _lost(error, [range(start, stop)], run) from error


def _not_imported(error: Exception, run: Run) -> InvalidRunError:
    """Return the error about a worker that cannot import a module: it names the players' modules."""
    functions = [one for task in run.tasks for one in (*task.new_players, *(own.count for own in task.own))]
    makers = [getattr(function, "func", function) for function in functions]
    modules = dict.fromkeys(str(getattr(maker, "__module__", type(maker).__module__)) for maker in makers)
    own = [name for name in modules if name.partition(".")[0] not in {"ginrules", "functools"}]
    missing = " and ".join(own) or "a module of the run"
    reason = error if isinstance(error, ImportError) else error_line(error)
    return InvalidRunError(
        f"the workers cannot read the run: they need {missing}; start them in the folder of the module, or send its "
        f"file to Dask's workers with client.upload_file ({reason})",
        modules=own,
    )


def _has_result(future: Future[_Played]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def _lost(error: Exception | None, lost: list[range], run: Run) -> WorkerLostError:
    """Return the error about a lost worker: it names the units in question and says how to play them again."""
    task = run.tasks[0]
    rules = tuple(dict.fromkeys(other.rules for other in run.tasks))
    units = [number for numbers in lost for number in numbers]
    first, last = units[0], units[-1]
    one, several = ("match", "matches") if task.matches else ("deal", "deals")
    where = f"{one} {first}" if first == last else f"one of {several} {first} to {last}"
    what = f"{rules_labels(rules)}; {' / '.join(run.players)}; seed {task.seed}"
    rounds = f"{'matches' if task.matches else 'rounds'}={(last + 1) * run.size}"
    again = f"rows(…, {rounds}, seed={task.seed}, seats={task.places}, first_unit={first})"
    reason = error_line(error) if error else "no reason given"
    return WorkerLostError(
        f"a worker died, or its pool broke, over {where} ({what}): {reason}; "
        f"{again} without an executor plays them again, one by one, to show which",
        first=first, last=last, units=units, seeds=[deal_seed(task.seed, number) for number in units],
        rules=[rule_set.label for rule_set in rules], digests=[rule_set.digest for rule_set in rules],
        players=list(run.players), seed=task.seed,
    )  # fmt: skip


# --- processes that a run starts itself -------------------------------------------------------------


@contextmanager
def prepared(options: RunOptions, unit: str, makers: Sequence[object]) -> Iterator[RunOptions]:
    """Provide options with an executor and a function for the progress, until the end of the statement."""
    with worker_pool(options.workers, makers) as pool, shown_progress(options.progress, unit) as progress:
        yield attrs.evolve(options, executor=options.executor or pool, workers=None, progress=progress)


@contextmanager
def worker_pool(workers: int | None, makers: Sequence[object] = ()) -> Iterator[Executor | None]:
    """Provide an executor with this number of processes. None if this process plays alone."""
    if workers is None or workers == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import current_process, get_context

    if getattr(current_process(), "_inheriting", False):  # multiprocessing makes the same check
        raise InvalidRunError(
            "workers: each worker process runs the script again up to its main part: put the run under "
            'if __name__ == "__main__":'
        )
    # never forked: a lock that another thread holds would stay locked in the copy
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin_worker)
    try:
        _try_first(executor, makers)
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _try_first(executor: Executor, makers: Sequence[object]) -> None:
    """Wait for the first worker to read the players' makers."""
    try:
        executor.submit(pickle.loads, pickle.dumps(tuple(makers))).result()
    except BrokenExecutor as error:
        raise InvalidRunError(
            "workers: the worker processes could not start; in a script the run must stand under "
            'if __name__ == "__main__":'
        ) from error
    except (pickle.PicklingError, AttributeError, ImportError, TypeError) as error:
        raise InvalidRunError(
            f"workers: the players cannot be sent to worker processes: {error}; each must be made by a function or "
            "class of a module, not of a notebook or of the console"
        ) from error


def _begin_worker() -> None:
    """Ignore Ctrl-C and SIGTERM, since the parent process ends its workers itself, and end if it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(_KILLED)
