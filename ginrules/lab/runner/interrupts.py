"""Ctrl-C and SIGTERM during a run: both end it, but not while sums are being added.

A signal can arrive between any two steps of Python, even when half of a part has been added. While
sums are added or a checkpoint is written, a signal is held back; it takes effect right afterwards.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType


class Interrupts:
    """Receives signals, and holds them back for a moment if asked to."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_pending = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold back signals until the end of the statement.

        Raises:
            KeyboardInterrupt: At the end of the statement, if a signal was held back.
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
        """Receive a signal.

        Raises:
            KeyboardInterrupt: If signals are not held back.
        """
        if not self._depth:
            raise KeyboardInterrupt
        self._is_pending = True


@contextmanager
def interruptible() -> Iterator[Interrupts]:
    """Let Ctrl-C and SIGTERM end a run as a KeyboardInterrupt, in the main thread.

    If a program has its own handler for a signal, the handler stays in place.

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
