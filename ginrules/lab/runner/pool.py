"""The worker processes that a run starts and ends itself."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import current_process, get_context, parent_process
from multiprocessing.connection import wait
from typing import Final

from ginrules.errors import InvalidRunError

_KILLED: Final = 1


@contextmanager
def worker_pool(workers: int | None, makers: Sequence[object] = ()) -> Iterator[Executor | None]:
    """Provide this number of processes to play in; None for one, which is this process.

    Args:
        workers: The number, 1 or more; None for one.
        makers: Makers of players; they are sent to a worker first, to say early if they cannot be.

    Raises:
        InvalidRunError: If the processes cannot start, or the players cannot be sent to them.
    """
    if workers is None or workers == 1:
        yield None
        return
    if getattr(current_process(), "_inheriting", False):  # multiprocessing asks the same
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
    """Wait for the first worker, which reads what makes the players."""
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
    """Leave Ctrl-C and SIGTERM to the process that plays, which ends its workers itself, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(_KILLED)
