"""A time limit for a call.

In the main thread of a process a timer signal ends a call that takes too long, even one that
sleeps. Elsewhere (threads, Dask's workers, systems without such signals) nothing can end a call
safely: the clock is read after it, and a call that never returns blocks its thread.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Final, TypeVar

T = TypeVar("T")

_REPEAT: Final = 0.1
"""Minimum time between two signals, in seconds; stopping the timer takes far less."""


class TimeUp(BaseException):
    """The call took too long. It is not an ``Exception``, or a player could catch it by accident."""


def within(seconds: float, call: Callable[[], T]) -> T:
    """Call a function within a time limit and return its result.

    Args:
        seconds: Time limit, in seconds.
        call: The function to call.

    Raises:
        TimeUp: If the call takes longer.

    Examples:
        >>> within(5, lambda: 7)
        7
    """
    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        return _interrupted(seconds, call)
    start = time.monotonic()
    result = call()
    if time.monotonic() - start > seconds:
        raise TimeUp
    return result


def _interrupted(seconds: float, call: Callable[[], T]) -> T:
    """Call a function with a timer that interrupts it.

    The signal is repeated until the call is over, since Python drops an exception that is raised
    while it cleans up an object.
    """
    before = signal.getsignal(signal.SIGALRM)

    def stop() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    try:
        try:
            signal.signal(signal.SIGALRM, _raise)
            signal.setitimer(signal.ITIMER_REAL, seconds, max(seconds, _REPEAT))
            return call()
        finally:
            stop()
    except TimeUp:
        stop()  # again: the signal may have come as the line above began
        raise


def _raise(_number: int, _frame: FrameType | None) -> None:
    raise TimeUp
