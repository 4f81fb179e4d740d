"""Long runs from the command line: worker processes, the progress bar, and files that are written at the end."""

import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ginrules.errors import BadRun

Tell = Callable[[int, int], None]


@contextmanager
def workers(number: int) -> Iterator[Executor | None]:
    """So many processes to play in; none for this one alone.

    Raises:
        BadRun: If there are to be fewer than one.
    """
    if number < 1:
        raise BadRun(f"{number} workers cannot play: give 1 or more", workers=number)
    if number == 1:
        yield None
        return
    # never forked: the progress bar is a thread, and what it holds would stay held in the copy
    executor = ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_ignore_interrupt)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _ignore_interrupt() -> None:
    """Ctrl-C is for the command, which ends its workers itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def progress_bar(what: str, *, quiet: bool) -> Iterator[Tell | None]:
    """A bar on the terminal; nothing where nobody looks."""
    if quiet or not (sys.stderr.isatty() and sys.stdout.isatty()):
        yield None
        return
    columns = TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn(what), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield tell
