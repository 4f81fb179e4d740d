"""The arguments of a run: its players, the options that are keywords of every experiment, and its worker processes."""

from __future__ import annotations

import inspect
import os
import pickle
import re
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from functools import wraps
from itertools import chain, count
from typing import Any, Final, Self, TypedDict, TypeVar

import attrs

from ginrules._values import as_items, shown, whole_number
from ginrules.errors import GinRulesError, InvalidRunError, PlayerFailedError, WrongTypeError
from ginrules.lab.players.named import player_named
from ginrules.lab.runner.progress import Progress, check_progress, shown_progress
from ginrules.play.run_deals import PLY_CAP
from ginrules.rules.model import RuleSet
from ginrules.rules.problems import near_miss
from ginrules.seated.labels import error_line, maker_label, player_name, rules_labels
from ginrules.seated.player import NewPlayer

Players = NewPlayer | str | Sequence[NewPlayer | str]
"""A contestant for all seats, or several who play in every place on the same deals; names as in `player_named`."""


def contestants_of(new_players: Players) -> tuple[NewPlayer, ...]:
    """Return the contestants as a tuple; a single contestant plays at all seats.

    Raises:
        InvalidRunError: If this is neither a maker of players, nor a player's name, nor a sequence of these.

    Examples:
        >>> from ginrules.lab.players import RandomPlayer
        >>> contestants_of(RandomPlayer) == contestants_of([RandomPlayer]) == (RandomPlayer,)
        True
    """
    if callable(new_players):
        return (new_players,)
    if isinstance(new_players, str):
        return (player_named(new_players, own=True),)
    try:
        items = as_items(new_players, "players")
    except WrongTypeError:
        items = (None,)
    contestants = tuple(player_named(item, own=True) if isinstance(item, str) else item for item in items)
    if not all(callable(maker) for maker in contestants):
        raise InvalidRunError(
            "expected a function or class that makes a player from a seed, such as new_greedy, RandomPlayer, Simple, "
            f"Careful or Searching of ginrules.lab, a name like 'bold', or a sequence of such, got {shown(new_players)}"
        )
    return contestants


def names_of(new_players: Sequence[NewPlayer], rules: Sequence[RuleSet], seed: int) -> tuple[str, ...]:
    """Make every contestant once and return their names; players of the same name get a number.

    Args:
        new_players: The makers of the contestants.
        rules: The rule sets of the run, for errors.
        seed: The seed of the run, for errors.

    Raises:
        PlayerFailedError: If a contestant cannot be made, or is not a player.
    """
    names = []
    for number, new_player in enumerate(new_players):
        try:
            player = new_player(0)
            if not callable(getattr(player, "choose", None)):
                raise TypeError(f"expected a player with a method choose, got {shown(player)}")  # noqa: TRY301
            names.append(player_name(player))
        except Exception as error:
            maker, labels = maker_label(new_player), rules_labels(rules)
            reason = str(error) if isinstance(error, GinRulesError) else error_line(error)
            raise PlayerFailedError(
                f"player {number} could not be made: {reason} ({maker} with seed 0, {labels}, seed {seed})",
                player=maker, number=number, rules=labels, seed=seed,
            ) from error  # fmt: skip
    return distinct(names)


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names; repeated names get a number.

    Examples:
        >>> distinct(["greedy", "careful", "greedy"])
        ('greedy', 'careful', 'greedy (2)')
    """
    taken: dict[str, None] = {}
    for name in names:
        numbered = (f"{name} ({number})" for number in count(2))
        taken[next(one for one in chain((name,), numbered) if one not in taken)] = None
    return tuple(taken)


def check_callback(name: str, value: object) -> None:
    """Refuse a callback that is neither callable nor None.

    Raises:
        InvalidRunError: If ``value`` is anything else.
    """
    if value is not None and not callable(value):
        raise InvalidRunError(f"{name}: expected a function, got {shown(value)}")


def check_time_limit(time_limit: float | None) -> None:
    """Refuse a time limit that is not a number of seconds above 0.

    Raises:
        InvalidRunError: If ``time_limit`` is anything else, except None.
    """
    value: object = time_limit
    if value is not None and (isinstance(value, bool) or not (isinstance(value, int | float) and value > 0)):
        raise InvalidRunError(
            f"time_limit: expected a number of seconds above 0, got {shown(value)}", time_limit=repr(value)
        )


# --- worker processes -----------------------------------------------------------------------------


_KILLED: Final = 1


@contextmanager
def worker_pool(workers: int | None, makers: Sequence[object] = ()) -> Iterator[Executor | None]:
    """Provide an executor with this number of processes; None if this process plays alone.

    Args:
        workers: The number of processes, 1 or more; None means 1.
        makers: Makers of players. They are sent to a worker first, to find out early if this is impossible.

    Raises:
        InvalidRunError: If the processes cannot start, or the players cannot be sent to them.
    """
    if workers is None or workers == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - most runs have no workers
    from multiprocessing import current_process, get_context  # noqa: PLC0415

    if getattr(current_process(), "_inheriting", False):  # multiprocessing makes the same check
        raise InvalidRunError(
            "workers: each worker process runs the script again up to its main part: put the run under "
            'if __name__ == "__main__":'
        )
    # never forked: a lock that another thread holds would stay locked in the copy
    executor = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin_worker)
    try:
        _try_first(executor, makers)
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _try_first(executor: Executor, makers: Sequence[object]) -> None:
    """Wait for the first worker to read the makers of the players."""
    try:
        executor.submit(pickle.loads, pickle.dumps(tuple(makers))).result()
    except BrokenExecutor as error:
        raise InvalidRunError(
            "workers: the worker processes could not start; in a script the run must stand under "
            'if __name__ == "__main__":'
        ) from error
    except (pickle.PicklingError, AttributeError, ImportError, TypeError) as error:
        raise InvalidRunError(
            f"workers: the players cannot be sent to worker processes: {error}; each must be made by a function or "
            "class of a module, not of a notebook or of the console"
        ) from error


def _begin_worker() -> None:
    """Ignore Ctrl-C and SIGTERM, because the parent process ends its workers itself; end if the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process  # noqa: PLC0415
    from multiprocessing.connection import wait  # noqa: PLC0415

    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(_KILLED)


class RunKeywords(TypedDict, total=False):
    """The keywords of `RunOptions`."""

    executor: Executor | None
    workers: int | None
    progress: Progress | bool | None
    time_limit: float | None
    ply_cap: int


@attrs.frozen(kw_only=True)
class RunOptions:
    """The place and the limits of a run; no figure depends on the place.

    Attributes:
        executor: An executor to play in: any of `concurrent.futures`, or a Dask client's. If None, this process plays.
            With processes, every player must be made by a function or class of a module, or a ``functools.partial``
            of such a function.
        workers: The number of processes that the run starts itself, instead of an executor. If None or 1, this process
            plays. In a script, put the run under ``if __name__ == "__main__":``.
        progress: True for a line on the terminal or in the notebook; None for a line in a notebook, if the run lasts
            longer than two seconds; False for nothing. Or a function that is called after each part of the run with
            the number of rounds (matches, games) done and the number in the whole run.
        time_limit: Time limit per decision, in seconds; None for no limit.
        ply_cap: Limit on the actions of a round.

    Raises:
        InvalidRunError: If an option is wrong, or there are both workers and an executor.
    """

    executor: Executor | None = None
    workers: int | None = None
    progress: Progress | bool | None = None
    time_limit: float | None = None
    ply_cap: int = PLY_CAP

    def __attrs_post_init__(self) -> None:
        if self.executor is not None and not callable(getattr(self.executor, "submit", None)):
            raise InvalidRunError(f"executor: expected an executor of concurrent.futures, got {shown(self.executor)}")
        if self.workers is not None:
            whole_number("workers", self.workers, 1)
            if self.executor is not None:
                raise InvalidRunError("give workers or executor, not both: an executor has workers of its own")
        check_progress(self.progress)
        check_time_limit(self.time_limit)
        whole_number("ply_cap", self.ply_cap, 1)

    @contextmanager
    def opened(self, unit: str, makers: Sequence[NewPlayer]) -> Iterator[Self]:
        """Provide these options with an executor and a function for the progress, until the end of the statement.

        Args:
            unit: The unit of the progress, such as ``"rounds"``.
            makers: Makers of the players, which workers must be able to read.

        Raises:
            InvalidRunError: If workers cannot start, or cannot read the players.
        """
        with worker_pool(self.workers, makers) as pool, shown_progress(self.progress, unit) as progress:
            yield attrs.evolve(self, executor=self.executor or pool, workers=None, progress=progress)

    @property
    def report(self) -> Progress | None:
        """The function to call with the progress; the line on the terminal exists only while these are `opened`."""
        return None if isinstance(self.progress, bool) else self.progress

    @property
    def keywords(self) -> RunKeywords:
        """The options by name, for another run with the same options."""
        return RunKeywords(
            executor=self.executor, workers=self.workers, progress=self.progress, time_limit=self.time_limit,
            ply_cap=self.ply_cap,
        )  # fmt: skip

    def reporting(self, progress: Progress) -> Self:
        """Return these options with another function for the progress."""
        changes: dict[str, Any] = {"progress": progress}
        return attrs.evolve(self, **changes)


F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: Final = re.compile(r"^( *)options: .*\n", re.MULTILINE)


def takes_options(options: type[RunOptions]) -> Callable[[F], F]:
    """Make a function's ``**options`` the options of a class: its signature and its help list each of them.

    A name that does not exist is refused, and the most similar name is suggested.

    Args:
        options: The class of the options.

    Examples:
        >>> @takes_options(RunOptions)
        ... def play(rounds: int, **options: object) -> object:
        ...     return options
        >>> play(10, workers=2)
        {'workers': 2}
        >>> list(inspect.signature(play).parameters)[:3]
        ['rounds', 'executor', 'workers']
        >>> play(10, worker=2)
        Traceback (most recent call last):
        ...
        ginrules.errors.WrongTypeError: play: there is no argument 'worker'; did you mean 'workers'?
    """

    def decorated(function: F) -> F:
        own = inspect.signature(function)
        named = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
        named += [
            inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
            for field in attrs.fields(options)
        ]
        signature = own.replace(parameters=named)
        call: Any = _checked(function, signature)
        call.__signature__ = signature
        call.__doc__ = _OPTIONS.sub(lambda match: _lines(options, match[1]), function.__doc__ or "")
        return call  # type: ignore[no-any-return]

    return decorated


def _checked(function: F, signature: inspect.Signature) -> F:
    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        for key in keywords:
            if key not in signature.parameters:
                near = near_miss(key, signature.parameters)
                hint = f"; did you mean {near!r}?" if near else ""
                raise WrongTypeError(f"{function.__name__}: there is no argument {key!r}{hint}", name=key)
        return function(*arguments, **keywords)

    return call  # type: ignore[return-value]


def _lines(options: type[RunOptions], indent: str) -> str:
    """Return the docs of each option, from the docstrings of its class, as lines of ``Args``."""
    lines: list[str] = []
    for class_ in reversed(options.__mro__[:-1]):
        _, _, rest = (inspect.getdoc(class_) or "").partition("Attributes:\n")
        lines += [line[4:] for line in rest.partition("\n\n")[0].splitlines()]
    return "".join(f"{indent}{line}\n" for line in lines)
