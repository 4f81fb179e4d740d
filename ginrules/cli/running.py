"""Long runs from the command line: their players, their processes, and an interrupted run's results."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ginrules.cli.options import AnyPlayer
from ginrules.driver.named import PYTHON
from ginrules.driver.named import player_named as maker_named
from ginrules.errors import InvalidRunError, LabError

if TYPE_CHECKING:
    from ginrules.lab import Row
    from ginrules.players import NewPlayer

T = TypeVar("T")


# --- players ----------------------------------------------------------------------------------------


def player_named(name: AnyPlayer, threshold: int | None = None) -> "NewPlayer":
    """Return the maker of the player with this name.

    Examples:
        >>> print(player_named("greedy", 5)(1))
        greedy, knocking at 5 or less
    """
    if threshold is None:
        import_from_here([name])
        return maker_named(name, own=True)
    if name != "greedy":
        raise InvalidRunError(f"{name} decides by itself when to knock: a threshold is for greedy", player=name)
    from ginrules.players import new_greedy

    return partial(new_greedy, threshold=threshold)


def import_from_here(names: Iterable[str]) -> None:
    """Let players after ``python:`` come from modules in the current folder, as with ``python -m``."""
    folder = os.getcwd()  # noqa: PTH109 - sys.path holds texts
    if folder not in sys.path and any(name.startswith(PYTHON) for name in names):
        sys.path.insert(0, folder)


def players_of(
    player: AnyPlayer | None, against: AnyPlayer | None, threshold: int | None
) -> "tuple[NewPlayer | None, ...]":
    """Return the first player, and the second player if given. The threshold is for the greedy player.

    The first is None, so that the rules decide, if no player is named and none takes the threshold.

    Examples:
        >>> [str(new_player(1)) for new_player in players_of("simple", "greedy", 5)]
        ['simple', 'greedy, knocking at 5 or less']
    """
    if player is None:
        if threshold is None:
            return (None,) if against is None else (None, player_named(against))
        if against == "greedy":
            return None, player_named(against, threshold)
        player = "greedy"
    if against is None:
        return (player_named(player, threshold),)
    is_for_other = player != "greedy" and against == "greedy"
    mine, theirs = (None, threshold) if is_for_other else (threshold, None)
    return player_named(player, mine), player_named(against, theirs)


_MANY_ROUNDS: Final = 50_000
"""From this number of rounds on, starting processes saves time."""

_MOST_WORKERS: Final = 4


# --- runs -------------------------------------------------------------------------------------------


def workers_for(number: int | None, rounds: int = 0) -> int:
    """Return the number of processes to play in: as asked, or one, and in a long run one per core, up to four.

    Examples:
        >>> workers_for(3), workers_for(None, 100)
        (3, 1)
    """
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
