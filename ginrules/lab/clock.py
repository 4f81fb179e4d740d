"""A time limit for a call, in whatever thread it runs.

In the main thread of a process a timer signal ends the call, even one that sleeps. Elsewhere
(threads, Dask's workers, systems without such signals) an exception is put into the thread,
which ends Python code at its next step but not a call that waits outside Python.
"""

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

T = TypeVar("T")


class TimeUp(BaseException):
    """The time is up; not an ``Exception``, so that no player catches it by accident."""


def within(seconds: float, call: Callable[[], T]) -> T:
    """What the call returns, if it does so in time.

    Args:
        seconds: The most seconds it may take.
        call: What to call.

    Raises:
        TimeUp: If it takes longer.

    Examples:
        >>> within(5, lambda: 7)
        7
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _by_signal(seconds, call)
    return _by_thread(seconds, call)


def _by_signal(seconds: float, call: Callable[[], T]) -> T:
    before = signal.signal(signal.SIGALRM, _ring)
    # it rings again, should the first ring be swallowed
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        return call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise TimeUp


def _by_thread(seconds: float, call: Callable[[], T]) -> T:
    here = threading.get_ident()
    lock = threading.Lock()
    done = fired = False

    def ring() -> None:
        nonlocal fired
        with lock:
            if not done:
                fired = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(here), ctypes.py_object(TimeUp))

    timer = threading.Timer(seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        answer = call()
    finally:
        with lock:
            done = True
        timer.cancel()
    while fired:
        time.sleep(0.001)  # rung just now: it arrives here
    return answer
