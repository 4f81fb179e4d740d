"""The worker processes that a run starts itself."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from typing import Final

from ginrules.errors import InvalidRunError

_KILLED: Final = 1


@contextmanager
def worker_pool(workers: int | None, makers: Sequence[object] = ()) -> Iterator[Executor | None]:
    """Provide an executor with this number of processes. None if this process plays alone.

    Args:
        workers: The number of processes, 1 or more. None means 1.
        makers: Makers of players. They are sent to a worker first, to find out early if this is impossible.

    Raises:
        InvalidRunError: If the processes cannot start, or the players cannot be sent to them.
    """
    if workers is None or workers == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - most runs have no workers
    from multiprocessing import current_process, get_context  # noqa: PLC0415

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
    from multiprocessing import parent_process  # noqa: PLC0415
    from multiprocessing.connection import wait  # noqa: PLC0415

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(_KILLED)
