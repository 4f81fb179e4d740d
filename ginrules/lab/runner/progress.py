"""A run's progress, for a function or a line on the terminal, and its end by a signal."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, Self, TextIO

from ginrules._support.values import shown
from ginrules.errors import InvalidRunError

Progress = Callable[[int, int], None]
"""Called with the rounds (or matches) done and the rounds of the whole run."""

_REDRAW_SECONDS: Final = 0.1


class ProgressLine:
    """A line on a terminal that shows a run's progress and the estimated time left."""

    def __init__(self, unit: str, stream: TextIO | None = None) -> None:
        self._unit = unit
        self._stream = sys.stderr if stream is None else stream
        self._began, self._first, self._total = time.monotonic(), 0, 0
        self._last, self._drawn = 0.0, 0

    def __call__(self, done: int, total: int) -> None:
        """Show the progress, at most ten times a second."""
        now = time.monotonic()
        if done < self._first or total != self._total:  # another search of the same run
            self._began, self._first, self._total = now, done, total
        if now - self._last >= _REDRAW_SECONDS or done == total:
            self._last = now
            self._draw(self.text(done, total))

    def text(self, done: int, total: int) -> str:
        """Return the line's text."""
        share = done / total if total else 0
        text = f"{share:.0%} {done:,}/{total:,} {self._unit}"
        if self._first < done < total == self._total:
            left = (time.monotonic() - self._began) / (done - self._first) * (total - done)
            minutes, seconds = divmod(round(left), 60)
            text += f", {minutes // 60}:{minutes % 60:02}:{seconds:02} left"
        return text

    def close(self) -> None:
        """Erase the line."""
        if self._drawn:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()
            self._drawn = 0

    def _draw(self, text: str) -> None:
        text = text[: max(1, shutil.get_terminal_size().columns - 1)]
        self._stream.write(f"\r{text.ljust(self._drawn)}")
        self._stream.flush()
        self._drawn = len(text)


@contextmanager
def shown_progress(progress: Progress | bool | None, unit: str) -> Iterator[Progress | None]:  # noqa: FBT001 - a value
    """Provide the function to call with a run's progress."""
    if not isinstance(progress, bool):
        yield progress
    elif progress and sys.stderr and (type(sys.stderr).__module__.startswith("ipykernel") or sys.stderr.isatty()):
        line = ProgressLine(unit)  # a terminal or a notebook redraws it
        try:
            yield line
        finally:
            line.close()
    else:
        yield None


def check_progress(progress: object) -> None:
    """Refuse a progress that is neither a function nor a bool nor None."""
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise InvalidRunError(f"progress: expected True, False or a function, got {shown(progress)}")


# --- Ctrl-C and SIGTERM ---------------------------------------------------------------------------


class Interrupts:
    """Lets Ctrl-C and SIGTERM end a run as a KeyboardInterrupt, in the main thread, during a ``with`` statement.

    A signal can arrive between any two steps of Python, even when half of a part has been added. While sums are
    added or a checkpoint is written, a signal is held back. It takes effect right afterwards.

    At the end the handlers are as before. SIGTERM is then sent again and ends the program, unless the run is kept. In a
    program that handles SIGTERM by `signal.default_int_handler`, it is the same as Ctrl-C. Any other handler of a
    program stays in place. A run within another run sends each signal on to it.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._depth = 0
        self._is_pending = False
        self.received: int | None = None
        self.is_kept = False

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                handler = signal.getsignal(number)
                if handler is signal.default_int_handler or _ends_program(number, handler) or _is_of_a_run(handler):
                    self._before[number] = signal.signal(number, self._receive)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if self.received is not None and kind in {None, KeyboardInterrupt}:
            handler = self._before[self.received]
            if _is_of_a_run(handler) or (_ends_program(self.received, handler) and not self.is_kept):
                signal.raise_signal(self.received)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold back signals until the end of the statement."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
        if not self._depth:
            self.let_through()

    def let_through(self) -> None:
        """Let a signal that is held back take effect."""
        if self._is_pending:
            self._is_pending = False
            raise KeyboardInterrupt

    def _receive(self, number: int, _frame: FrameType | None) -> None:
        self.received = number
        if not self._depth:
            raise KeyboardInterrupt
        self._is_pending = True


def _ends_program(number: int, handler: object) -> bool:
    return number == signal.SIGTERM and handler == signal.SIG_DFL


def _is_of_a_run(handler: object) -> bool:
    return isinstance(getattr(handler, "__self__", None), Interrupts)
