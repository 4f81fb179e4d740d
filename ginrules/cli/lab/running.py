"""Long runs from the command line: who plays, worker processes, the progress bar, and what is kept of a broken run."""

import inspect
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ginrules._names import DEFAULT_PLAYER
from ginrules.cli.console import full_width
from ginrules.cli.options import AnyPlayer, TunableName
from ginrules.cli.tables import NARROW
from ginrules.errors import InvalidRunError, LabError
from ginrules.lab import (
    Careful,
    Expert,
    NewPlayer,
    Player,
    Row,
    Searching,
    new_greedy,
)
from ginrules.lab import player_named as maker_named
from ginrules.lab.report import RowFile

T = TypeVar("T")
ShowProgress = Callable[[int, int], None]
_KILLED: Final = 1


# --- players ----------------------------------------------------------------------------------------


TUNABLE: Final[Mapping[TunableName, Callable[..., Player]]] = {
    "greedy": new_greedy,
    "careful": Careful,
    "expert": Expert,
    "searching": Searching,
}
"""What makes each player that has parameters, which it takes by name."""


def player_named(name: AnyPlayer, threshold: int | None = None) -> NewPlayer:
    """Return what makes a player of this name.

    Args:
        name: Its name.
        threshold: The most deadwood to knock with; only `Greedy` takes it.

    Raises:
        InvalidRunError: If another player is given a threshold.

    Examples:
        >>> print(player_named("greedy", 5)(1))
        greedy, knocking at 5 or less
    """
    if threshold is None:
        return maker_named(name)
    if name != "greedy":
        raise InvalidRunError(f"{name} decides by itself when to knock: a threshold is for greedy", player=name)
    return partial(new_greedy, threshold=threshold)


def contestants(player: AnyPlayer | None, against: AnyPlayer | None, threshold: int | None) -> tuple[NewPlayer, ...]:
    """Return the first player, and the second if there is one; the threshold is for the greedy one.

    Args:
        player: The first player; None for the usual one, or for greedy where only that can take the threshold.
        against: The second player, if there is one.
        threshold: The most deadwood to knock with.

    Raises:
        InvalidRunError: If there is a threshold but no greedy player.

    Examples:
        >>> [str(new_player(1)) for new_player in contestants("simple", "greedy", 5)]
        ['simple', 'greedy, knocking at 5 or less']
    """
    if player is None:
        player = DEFAULT_PLAYER if threshold is None or against == "greedy" else "greedy"
    if against is None:
        return (player_named(player, threshold),)
    is_for_other = player != "greedy" and against == "greedy"
    mine, theirs = (None, threshold) if is_for_other else (threshold, None)
    return player_named(player, mine), player_named(against, theirs)


def parameters_of(name: TunableName) -> tuple[str, ...]:
    """Return the names of a player's parameters.

    Examples:
        >>> parameters_of("greedy"), parameters_of("careful")[0]
        (('threshold',), 'draws')
    """
    parameters = inspect.signature(TUNABLE[name]).parameters
    return tuple(parameter for parameter in parameters if parameter not in {"seed", "_seed"})


_MANY_ROUNDS: Final = 50_000
"""Rounds from which a run takes longer than it takes to start processes."""

_MOST_WORKERS: Final = 4


# --- runs -------------------------------------------------------------------------------------------


@contextmanager
def workers(number: int | None, rounds: int = 0) -> Iterator[Executor | None]:
    """Provide this number of processes to play in; None for one, which is this process.

    Args:
        number: The number; None for one, and in a run of many rounds for one per core, four at most.
        rounds: The rounds of the run.

    Raises:
        InvalidRunError: If the number is below one.
    """
    if number is None:
        number = min(_MOST_WORKERS, _cores()) if rounds >= _MANY_ROUNDS else 1
    if number < 1:
        raise InvalidRunError(f"{number} workers cannot play: give 1 or more", workers=number)
    if number == 1:
        yield None
        return
    # never forked: the progress bar is a thread, and its locks would stay locked in the copy
    executor = ProcessPoolExecutor(number, mp_context=get_context("spawn"), initializer=_begin_worker)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _cores() -> int:
    """Return the number of cores that this process can use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin_worker() -> None:
    """Leave Ctrl-C and SIGTERM to the command, which ends its workers itself; end with it if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(_KILLED)


@contextmanager
def partial_results(kinds: type[T] | tuple[type[Any], ...], show: Callable[[T], None]) -> Iterator[None]:
    """Show what a run has finished before an error, and then raise the error.

    Args:
        kinds: The class of its results, or several.
        show: Shows a result.
    """
    try:
        yield
    except LabError as error:
        if isinstance(error.partial, kinds) and not ("kept" in error.details and _is_empty(error.partial)):
            show(error.partial)
        raise


def _is_empty(result: Any) -> bool:
    """Return whether nothing was played: a checkpoint that cannot be written stops a run before it begins."""
    point = result.checkpoint
    return point is not None and not any((point.units, *(section.units for section in point.sections.values())))


@contextmanager
def rows_to(path: Path | None) -> Iterator[Callable[[Iterable[Row]], None] | None]:
    """Provide what writes the rounds of a run to a CSV file, if there is one to write."""
    if path is None:
        yield None
        return
    with RowFile(path) as file:
        yield file.write


@contextmanager
def progress_bar(unit: str, *, quiet: bool = False) -> Iterator[ShowProgress | None]:
    """Provide what moves a bar on the terminal; None if the output is not a terminal."""
    if quiet or not (sys.stderr.isatty() and sys.stdout.isatty()):
        yield None
        return
    columns = (
        TextColumn("searching" if unit == "steps" else "playing"),
        *([] if full_width() < NARROW else [BarColumn()]),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield show


def stop_at_once(_done: int, _total: int) -> NoReturn:
    """End a run after its first part, as Ctrl-C does.

    Raises:
        KeyboardInterrupt: Always.
    """
    raise KeyboardInterrupt
