"""Functions that take the options of a run by keyword: their help, old names, and names that do not exist."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, TypeVar

import attrs

from ginrules._values import index_of
from ginrules.errors import InvalidRunError, WrongTypeError
from ginrules.lab.runner.options import RunOptions
from ginrules.rules.checks.problems import near_miss

F = TypeVar("F", bound=Callable[..., Any])

OLD_NAMES: Final = ("new_player", "new_players")
"""The names that ``players`` had; they are accepted until 1.0."""

_OPTIONS: Final = re.compile(r"^( *)options: .*\n", re.MULTILINE)


def takes_options(options: type[RunOptions]) -> Callable[[F], F]:
    """Let a function's ``**options`` be those of a class: its signature and its help name each of them.

    A name that does not exist is refused with the one most like it, and the old names of ``players`` are accepted.

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


def takes_players(function: F) -> F:
    """Let a function that takes ``players`` take them by their old names too, and refuse names that do not exist.

    Examples:
        >>> @takes_players
        ... def play(rules: str, players: str) -> str:
        ...     return players
        >>> play("standard", new_players="bold")
        'bold'
        >>> play("standard", "bold", new_players="bold")
        Traceback (most recent call last):
        ...
        ginrules.errors.InvalidRunError: play: give players, not new_players too, which is its old name
    """
    return _checked(function, inspect.signature(function))


def _checked(function: F, signature: inspect.Signature) -> F:
    name, parameters = function.__name__, signature.parameters
    placed = [one.name for one in parameters.values() if one.kind is one.POSITIONAL_OR_KEYWORD]

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        has_players = "players" in placed[: len(arguments)]
        if not keywords.keys() <= parameters.keys() or (has_players and "players" in keywords):
            keywords = _renamed(name, parameters, keywords, has_players=has_players)
        return function(*arguments, **keywords)

    return call  # type: ignore[return-value]


def _renamed(
    name: str, parameters: Mapping[str, object], keywords: Mapping[str, Any], *, has_players: bool
) -> dict[str, Any]:
    """Return the keywords under their names of today.

    Raises:
        InvalidRunError: If there are players twice.
        WrongTypeError: If a name does not exist.
    """
    renamed = {key: value for key, value in keywords.items() if key not in OLD_NAMES}
    olds = [key for key in OLD_NAMES if keywords.get(key) is not None]
    if (has_players or olds) and "seats" in parameters and index_of(renamed.get("players")) is not None:
        renamed.setdefault("seats", renamed.pop("players"))  # the number of players of `play_match`, as it was called
    if has_players + len(olds) + ("players" in renamed) > 1:
        old = f", not {olds[-1]} too, which is its old name" if olds else " once"
        raise InvalidRunError(f"{name}: give players{old}", name=name)
    if olds:
        renamed["players"] = keywords[olds[0]]
    for key in renamed:
        if key not in parameters:
            near = near_miss(key, parameters)
            raise WrongTypeError(
                f"{name}: there is no argument {key!r}" + (f"; did you mean {near!r}?" if near else ""), name=key
            )
    return renamed


def _lines(options: type[RunOptions], indent: str) -> str:
    """Return what the docstrings of a class of options say of each of them, as lines of ``Args``."""
    lines: list[str] = []
    for class_ in reversed(options.__mro__[:-1]):
        _, _, rest = (inspect.getdoc(class_) or "").partition("Attributes:\n")
        lines += [line[4:] for line in rest.partition("\n\n")[0].splitlines()]
    return "".join(f"{indent}{line}\n" for line in lines)
