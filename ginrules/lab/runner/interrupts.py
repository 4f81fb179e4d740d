"""Ctrl-C and SIGTERM during a run: both end it, but not while its sums are being added up.

A signal can come between any two steps of Python, so also when half of a part has been added. While
sums are added or a checkpoint is written, a signal is held back and takes effect right afterwards.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType


class Interrupts:
    """What holds back signals for a moment."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_pending = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold back signals until the end of the statement.

        Raises:
            KeyboardInterrupt: At its end, if a signal came.
        """
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
        if self._is_pending and not self._depth:
            self._is_pending = False
            raise KeyboardInterrupt

    def receive(self, _number: int, _frame: FrameType | None) -> None:
        """Take a signal.

        Raises:
            KeyboardInterrupt: If it is not held back.
        """
        if not self._depth:
            raise KeyboardInterrupt
        self._is_pending = True


@contextmanager
def interruptible() -> Iterator[Interrupts]:
    """Let Ctrl-C and SIGTERM end a run as a KeyboardInterrupt, in the main thread.

    A program that handles one of the signals itself goes on doing so.

    Examples:
        >>> with interruptible() as interrupts, interrupts.held():
        ...     pass
    """
    interrupts = Interrupts()
    with ExitStack() as stack:
        if threading.current_thread() is threading.main_thread():
            for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
                if signal.getsignal(number) == usual:
                    signal.signal(number, interrupts.receive)
                    stack.callback(signal.signal, number, usual)
        yield interrupts
