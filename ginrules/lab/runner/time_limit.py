"""A time limit for a call, in whatever thread it runs.

In the main thread of a process a timer signal ends the call, even one that sleeps. Elsewhere
(threads, Dask's workers, systems without such signals) an exception is put into the thread,
which ends Python code at its next step but not a call that waits outside Python.

Both ring again and again until the call is over, should a ring be swallowed on its way (Python
drops what is raised while it clears up an object, for one).
"""

import ctypes
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, TypeVar

T = TypeVar("T")

_AGAIN: Final = 0.1
"""Seconds between rings, at the least: by far more than stopping the alarm takes."""


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
    signals = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    alarm: _Signal | _Thread = _Signal() if signals else _Thread()
    try:
        try:
            alarm.start(seconds, max(seconds, _AGAIN))
            return call()
        finally:
            alarm.stop()
    except TimeUp:
        alarm.stop()  # once more: it may have rung as the line above began
        raise


class _Signal:
    """Rings in the main thread."""

    def __init__(self) -> None:
        self._before: Any = signal.getsignal(signal.SIGALRM)

    def start(self, seconds: float, again: float) -> None:
        signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, seconds, again)

    def stop(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)

    @staticmethod
    def _ring(_number: int, _frame: FrameType | None) -> None:
        raise TimeUp


class _Thread:
    """Rings in the thread that made it."""

    def __init__(self) -> None:
        self._here = ctypes.c_ulong(threading.get_ident())
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._rang = False

    def start(self, seconds: float, again: float) -> None:
        threading.Thread(target=self._rings, args=(seconds, again), daemon=True).start()

    def stop(self) -> None:
        with self._lock:
            self._over.set()
        # A ring may be on its way, or lost. It must arrive here: one that is taken back, or never
        # heard, leaves the interpreter's note of it standing, which slows every thread down and
        # has one that is traced (a debugger, hypothesis) turn in a circle on Python 3.11.
        while self._rang:
            try:
                self._put()
                time.sleep(0)
            except TimeUp:
                self._rang = False

    def _rings(self, seconds: float, again: float) -> None:
        while not self._over.wait(seconds):
            with self._lock:
                if not self._over.is_set():
                    self._rang = True
                    self._put()
            seconds = again

    def _put(self) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(self._here, ctypes.py_object(TimeUp))
