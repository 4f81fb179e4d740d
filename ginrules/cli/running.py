"""Long runs from the command line: worker processes, the progress bar, and what is kept when they break."""

import json
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.report import RowFile
from ginrules.lab.runner.rows import Row

T = TypeVar("T")
Tell = Callable[[int, int], None]


@contextmanager
def workers(number: int) -> Iterator[Executor | None]:
    """So many processes to play in; none for this one alone.

    Raises:
        InvalidRunError: If there are to be fewer than one.
    """
    if number < 1:
        raise InvalidRunError(f"{number} workers cannot play: give 1 or more", workers=number)
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
def told_if_broken(kind: type[T], tell: Callable[[T], None]) -> Iterator[None]:
    """Finished work is kept: what a run had found before an error is told, and then the error.

    Args:
        kind: What such runs find.
        tell: Shows it.
    """
    try:
        yield
    except LabError as error:
        if isinstance(error.partial, kind):
            tell(error.partial)
        raise


@contextmanager
def rows_to(path: Path | None) -> Iterator[Callable[[Iterable[Row]], None] | None]:
    """What takes the rounds of a run and writes them to a CSV file, if they are wanted."""
    if path is None:
        yield None
        return
    with RowFile(path) as file:
        yield file.write


def print_json(plain: Any) -> None:
    """Print plain values for programs."""
    print(json.dumps(plain, indent=2, ensure_ascii=False))  # noqa: T201 - what a command says


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
