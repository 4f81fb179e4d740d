"""The options that are keywords of every experiment: where it plays, and its limits."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final, Self, TypedDict, TypeVar

import attrs

from ginrules._support.values import shown, whole_number
from ginrules.driver.player import NewPlayer
from ginrules.errors import InvalidRunError, WrongTypeError
from ginrules.lab.runner.progress import Progress, check_progress, shown_progress
from ginrules.lab.runner.worker_pool import worker_pool
from ginrules.play.run_deals import PLY_CAP
from ginrules.rules.problems import near_miss


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


class RunKeywords(TypedDict, total=False):
    """The keywords of `RunOptions`."""

    executor: Executor | None
    workers: int | None
    progress: Progress | bool | None
    time_limit: float | None
    ply_cap: int


@attrs.frozen(kw_only=True)
class RunOptions:
    """A run's place and limits. No figure depends on the place.

    Attributes:
        executor: An executor to play in: any of `concurrent.futures`, or a Dask client's. If None, this process plays.
            With processes, every player must be made by a function or class of a module, or a ``functools.partial``
            of such a function.
        workers: The number of processes that the run starts itself, instead of an executor. If None or 1, this process
            plays. In a script, put the run under ``if __name__ == "__main__":``.
        progress: True for a line on the terminal or in the notebook. None for a line in a notebook, if the run lasts
            longer than two seconds. False for nothing, or a function that is called after each part of the run with
            the number of rounds (matches, games) done and the number in the whole run.
        time_limit: Time limit per decision, in seconds. None for no limit.
        ply_cap: Limit on a round's actions.

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
            unit: The unit of progress, such as ``"rounds"``.
            makers: Makers of the players, which workers must be able to read.

        Raises:
            InvalidRunError: If workers cannot start, or cannot read the players.
        """
        with worker_pool(self.workers, makers) as pool, shown_progress(self.progress, unit) as progress:
            yield attrs.evolve(self, executor=self.executor or pool, workers=None, progress=progress)

    @property
    def report(self) -> Progress | None:
        """The function to call with the progress.

        The line on the terminal exists only while these are `opened`.
        """
        return None if isinstance(self.progress, bool) else self.progress

    def counting(self, jobs: int) -> Self:
        """Return these options with the progress of this number of jobs of a run, not of a single job."""
        report = self.report

        def count(done: int, total: int) -> None:
            if report is not None:
                report(done * jobs, total * jobs)

        changes: dict[str, Any] = {"progress": None if report is None else count}
        return attrs.evolve(self, **changes)


F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: Final = re.compile(r"^( *)options: .*\n", re.MULTILINE)


def takes_options(options: type[RunOptions]) -> Callable[[F], F]:
    """Make a function's ``**options`` a class's options: its signature and its help list each of them.

    A name that does not exist is refused, and the most similar name is suggested.

    Args:
        options: The options' class.

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
