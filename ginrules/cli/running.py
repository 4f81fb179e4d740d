"""Long runs from the command line: their players, their processes, and an interrupted run's results."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ginrules.cli.options import AnyPlayer
from ginrules.driver.named import PYTHON
from ginrules.driver.named import player_named as maker_named
from ginrules.errors import LabError

if TYPE_CHECKING:
    from ginrules.lab import Row
    from ginrules.players import NewPlayer

T = TypeVar("T")


# --- players ----------------------------------------------------------------------------------------


def player_named(name: AnyPlayer) -> "NewPlayer":
    """Return the maker of the player with this name, which may be your own."""
    import_from_here([name])
    return maker_named(name, own=True)


def import_from_here(names: Iterable[str]) -> None:
    """Let players after ``python:`` come from modules in the current folder, as with ``python -m``."""
    folder = os.getcwd()  # noqa: PTH109 - sys.path holds texts
    if folder not in sys.path and any(name.startswith(PYTHON) for name in names):
        sys.path.insert(0, folder)


def players_of(player: AnyPlayer | None, against: AnyPlayer | None) -> "tuple[NewPlayer | None, ...]":
    """Return the first player, None if the rules decide, and the second player if there is one."""
    first = None if player is None else player_named(player)
    return (first,) if against is None else (first, player_named(against))


_MANY_ROUNDS: Final = 50_000
"""From this number of rounds on, starting processes saves time."""

_MOST_WORKERS: Final = 4


# --- runs -------------------------------------------------------------------------------------------


def workers_for(number: int | None, rounds: int = 0) -> int:
    """Return the number of processes to play in: as asked, or one, and in a long run one per core, up to four."""
    if number is not None:
        return number
    if rounds < _MANY_ROUNDS:
        return 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(_MOST_WORKERS, usable)


@contextmanager
def partial_results(kind: type[T], show: Callable[[T], None]) -> Iterator[None]:
    """If a run ends with an error, show the results so far, and then raise the error."""
    try:
        yield
    except LabError as error:
        played: Any = error.partial
        if isinstance(played, kind) and getattr(played, "games" if hasattr(played, "games") else "rounds"):
            show(played)
        raise


@contextmanager
def csv_rows(path: Path | None) -> "Iterator[Callable[[Iterable[Row]], None] | None]":
    """Provide a function that writes a run's rounds to a CSV file, or None without a path."""
    if path is None:
        yield None
        return
    from ginrules.lab.report import RowFile

    with RowFile(path) as file:
        yield file.write


def shows_progress(*, quiet: bool = False) -> bool:
    """Return whether a run shows its progress, which it does not if a program reads the output."""
    return not quiet and sys.stdout.isatty()
