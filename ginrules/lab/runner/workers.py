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

WINDOW: Final = 16
"""Limit on the ranges of units that are submitted and not yet yielded."""

_SECONDS: Final = 4
"""Time after which the play of units together ends, so that progress is shown. Slow players play them one by one."""

_KILLED: Final = 1

_Played = tuple["Batches | None", GinRulesError | KeyboardInterrupt | None]
"""What became of a range of units: the rounds of the first of them, and why the others were not played."""

_Submitted = tuple[int, int, "Future[_Played]"]


def _sent(run: Run, executor: Executor) -> Run | bytes:
    """Return a run for its way to the workers of an executor, as a pickle that is read in the task.

    If the worker has no module of a player, the task fails. If the run were read before the task, the process pool
    would break, and a Dask worker would be lost: the run would then wait for it without end.
    """
    if isinstance(executor, ThreadPoolExecutor):
        return run
    try:
        return pickle.dumps(run)
    except Exception:  # noqa: BLE001 - Dask can send more, such as a function in a function; others raise it again
        return run


def batches_of(run: Run, options: RunOptions, *, first: int = 0, seconds: float = _SECONDS) -> Iterator[Batches]:
    """Play a run and yield its batches in order, those of an executor at least every few seconds.

    After an error or Ctrl-C, the finished units are yielded first. Then the error is raised.
    """
    executor, progress, done = options.executor, options.progress, first
    seconds = min(seconds, _SECONDS)
    try:
        for batches, error in (
            _here(run, first, seconds) if executor is None else _submitted(run, first, executor, seconds)
        ):
            done += _done(batches)
            if batches is not None:
                yield batches
            if error is not None:
                raise error
            if callable(progress):  # `prepared` has made it of True
                size = run.size * run.counted
                progress(done * size, run.units * size)
    finally:
        if not run.is_compiled:
            from ginrules.players.program import close_programs

            close_programs(new_player for task in run.tasks for new_player in task.new_players)


# --- in a worker ------------------------------------------------------------------------------------


def _play_sent(sent: Run | bytes, start: int, stop: int, seconds: float) -> _Played:
    """Play some units in a worker."""
    try:
        run: Run = pickle.loads(sent) if isinstance(sent, bytes) else sent  # noqa: S301 - our own
    except Exception as error:
        raise ImportError(error_line(error)) from error
    return _play(run, start, stop, seconds)


def _play(run: Run, start: int, stop: int, seconds: float) -> _Played:
    """Play some units, and keep those that are finished before an error, Ctrl-C or the end of the time."""
    from ginrules.lab.runner.batch import Batch

    began = time.monotonic()
    parts: list[Batches] = []
    error: GinRulesError | KeyboardInterrupt | None = None
    try:
        for part in _parts(run, start, stop):
            parts.append(part)
            if time.monotonic() - began >= seconds:
                break
    except (GinRulesError, KeyboardInterrupt) as cause:
        error = cause
    return tuple(map(Batch.joined, zip(*parts, strict=True))) if parts else None, error


def _parts(run: Run, start: int, stop: int) -> Iterator[Batches]:
    """Yield the rounds of units, one by one or many together.

    Units are played together on the core, and if a player in Python answers many views at once, as many as fit between
    two reports. If it fails there, or a round does not end, the engine plays the units one by one to name the round.
    """
    from ginrules.lab.runner.units import by_core, by_engine

    is_asked, size = run.is_asked, stop - start if run.is_compiled else 1
    while start < stop:
        began, units = time.monotonic(), range(start, min(stop, start + size))
        part: Batches | None = None
        fault: UnansweredError | None = None
        if is_asked:
            try:
                part = by_core(run, units)
            except UnansweredError as unanswered:
                fault = unanswered
        if part is not None:
            yield part
            size = max(1, int(_SECONDS * len(units) / max(time.monotonic() - began, 1e-3)))
        else:
            for unit in units:
                yield by_engine(run, unit)
        if fault is not None:
            raise fault.fault from fault  # the player has not failed again
        start = units.stop


# --- in this process --------------------------------------------------------------------------------


def _here(run: Run, start: int, seconds: float) -> Iterator[_Played]:
    size = _chunk_size(run, is_here=True)
    while start < run.units:
        batches, error = _play(run, start, _stop(run, start, size), seconds)
        yield batches, error
        start += _done(batches)


def _submitted(run: Run, start: int, executor: Executor, seconds: float) -> Iterator[_Played]:
    """Yield ranges of units in order, and submit units again that were left or lost on their way."""
    size, sent = _chunk_size(run), _sent(run, executor)
    waiting: deque[_Submitted] = deque()
    failed: set[int] = set()
    broken: RuntimeError | None = None
    try:
        while start < run.units or waiting:
            while broken is None and start < run.units and len(waiting) < WINDOW:
                stop = _stop(run, start, size)
                try:
                    waiting.append((start, stop, executor.submit(_play_sent, sent, start, stop, seconds)))
                    start = stop
                except RuntimeError as error:  # units that are finished by now are still yielded
                    broken = error
            if not waiting:
                raise _lost(broken, [range(start, _stop(run, start, size))], run) from broken
            batches, fault = _result(waiting, failed, run)
            first, stop, _ = waiting.popleft()
            first += _done(batches)
            try:
                if first < stop and fault is None:
                    waiting.appendleft((first, stop, executor.submit(_play_sent, sent, first, stop, seconds)))
            except RuntimeError as error:
                fault = _lost(error, [range(first, stop)], run)
            yield batches, fault
    finally:
        for _, _, future in waiting:
            future.cancel()


def _chunk_size(run: Run, *, is_here: bool = False) -> int:
    """Return how many units are played together: players in Python answer for more of them in this process."""
    if run.chunk:
        return run.chunk
    if not run.is_compiled:
        return COMPILED_CHUNK if is_here and run.is_asked else CHUNK  # `_play` ends the longer range by the clock
    if run.tasks[0].matches:
        return MATCHES_CHUNK * TASKS_AT_ONCE // max(TASKS_AT_ONCE, len(run.tasks)) or 1
    return COMPILED_CHUNK


def _stop(run: Run, start: int, size: int) -> int:
    return min(run.units, start - start % size + size)


def _done(batches: Batches | None) -> int:
    return 0 if batches is None else len(batches[0].units)


def _result(waiting: Sequence[_Submitted], failed: set[int], run: Run) -> _Played:
    """Wait for the first submitted range. It can be played again once: Dask loses results of a worker that dies."""
    first, stop, future = waiting[0]
    try:
        return future.result()
    except GinRulesError:
        raise
    except BrokenExecutor as error:  # any of the submitted ranges may have broken it
        lost = [
            range(one, last)
            for one, last, other in waiting
            if not other.done() or other.cancelled() or other.exception()
        ]
        raise _lost(error, lost, run) from error
    except Exception as error:
        if first not in failed:
            failed.add(first)
            return None, None
        if isinstance(error, ImportError):
            raise _not_imported(error, run) from error
        if isinstance(error, pickle.PicklingError | AttributeError | TypeError):  # what pickle raises about players
            raise InvalidRunError(
                f"the run cannot be sent to worker processes: {error}; with an executor every player must be "
                "made by a function or class of a module"
            ) from error
        raise _lost(error, [range(first, stop)], run) from error


def _not_imported(error: ImportError, run: Run) -> InvalidRunError:
    """Return the error about a worker that cannot import a module: it names the players' modules."""
    functions = [one for task in run.tasks for one in (*task.new_players, *(own.count for own in task.own))]
    makers = [getattr(function, "func", function) for function in functions]
    modules = dict.fromkeys(str(getattr(maker, "__module__", type(maker).__module__)) for maker in makers)
    own = [name for name in modules if name.partition(".")[0] not in {"ginrules", "functools"}]
    missing = " and ".join(own) or "a module of the run"
    return InvalidRunError(
        f"the workers cannot read the run: they need {missing}; start them in the folder of the module, or send its "
        f"file to Dask's workers with client.upload_file ({error})",
        modules=own,
    )


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
    message = (
        f"a worker died, or its pool broke, over {where} ({what}): {reason}; "
        f"{again} without an executor plays them again, one by one, to show which"
    )
    seeds = [deal_seed(task.seed, number) for number in units]
    labels, digests = [one.label for one in rules], [one.digest for one in rules]
    of_run = {"rules": labels, "digests": digests, "players": list(run.players), "seed": task.seed}
    return WorkerLostError(message, first=first, last=last, units=units, seeds=seeds, **of_run)


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
