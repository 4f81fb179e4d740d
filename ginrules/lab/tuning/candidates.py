"""The settings tried by a search over several parameters: all settings, or a random selection."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any, Final

from ginrules._values import shown
from ginrules.errors import InvalidRunError

CANDIDATES: Final = 32
"""Default number of settings to try for several parameters."""

MOST_CANDIDATES: Final = 1_000
"""Limit on the candidates of a search."""

Parameters = Mapping[str, Any]


def checked_parameters(parameters: object) -> dict[str, tuple[Any, ...]]:
    """Return the values of every parameter as tuples.

    Raises:
        InvalidRunError: If the argument is not a mapping from names to values, or a value is repeated.

    Examples:
        >>> checked_parameters({"draws": [1, 2]})
        {'draws': (1, 2)}
    """
    if not isinstance(parameters, Mapping) or not parameters or not all(isinstance(name, str) for name in parameters):
        raise InvalidRunError(
            f"parameters: expected the values of one or more parameters by name, got {shown(parameters)}"
        )
    return {name: checked_values(values, name) for name, values in parameters.items()}


def checked_values(values: Any, parameter: str) -> tuple[Any, ...]:
    """Return the values of a parameter as a tuple.

    Raises:
        InvalidRunError: If there are no values, or a value is repeated.

    Examples:
        >>> checked_values([3, 5], "threshold")
        (3, 5)
    """
    try:
        tried = tuple(values)
    except TypeError:
        raise InvalidRunError(
            f"values: expected a list of values of {parameter}, got {values!r}", parameter=parameter
        ) from None
    if not tried:
        raise InvalidRunError(f"values: expected one or more values of {parameter}, got none", parameter=parameter)
    for number, value in enumerate(tried):
        if value in tried[:number]:
            raise InvalidRunError(f"values: expected each {parameter} once, got {value!r} twice", parameter=parameter)
    return tried


def settings_of(parameters: Mapping[str, tuple[Any, ...]]) -> int:
    """Return the number of possible settings.

    Examples:
        >>> settings_of({"draws": (1, 2, 3), "feed_cost": (0, 6)})
        6
    """
    return math.prod(len(values) for values in parameters.values())


def candidates_of(parameters: Mapping[str, tuple[Any, ...]], number: int, seed: int) -> tuple[dict[str, Any], ...]:
    """Return all settings if they are few enough, else this number of different settings, drawn at random.

    Args:
        parameters: The values of each parameter.
        number: Limit on the settings.
        seed: The seed of the run, from which the settings are drawn.

    Examples:
        >>> candidates_of({"draws": (1, 2), "feed_cost": (0, 6)}, 3, seed=1)
        ({'draws': 1, 'feed_cost': 0}, {'draws': 1, 'feed_cost': 6}, {'draws': 2, 'feed_cost': 6})
    """
    of_all = settings_of(parameters)
    source = random.Random(f"settings {seed}")  # noqa: S311 - games, not secrets
    places = range(of_all) if of_all <= number else sorted(_drawn(source, of_all, number))
    return tuple(_setting(parameters, place) for place in places)


def _drawn(source: random.Random, of_all: int, number: int) -> set[int]:
    """Return this number of different places below the total, which can be too large for `range`."""
    places: set[int] = set()
    while len(places) < number:
        places.add(source.randrange(of_all))
    return places


def _setting(parameters: Mapping[str, tuple[Any, ...]], place: int) -> dict[str, Any]:
    chosen = []
    for name, values in reversed([*parameters.items()]):
        place, which = divmod(place, len(values))
        chosen.append((name, values[which]))
    return dict(reversed(chosen))
