"""The players that the core has, known by what makes them."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules._values import as_items, index_of, shown
from ginrules.errors import InvalidRunError, WrongTypeError

KINDS: Final = {
    ("ginrules.lab.players.random", "RandomPlayer"): 0,
    ("ginrules.lab.players.greedy", "new_greedy"): 1,
    ("ginrules.lab.players.simple", "Simple"): 2,
}
"""A row for each player: the function or class that makes it, and its number in ``core/players.h``."""

_THRESHOLD: Final = "threshold"
_LARGEST: Final = 2**31 - 1


def policy_of(new_player: object) -> tuple[int, int] | None:
    """Return the player's number in the core and its threshold (-1 for none); None for any other player.

    Only the function or class itself counts, or a ``functools.partial`` of it: a subclass or a function of one's
    own can decide differently.
    """
    values: dict[str, Any] = {}
    maker: Any = new_player
    while type(maker) is partial:
        if maker.args:
            return None
        values = {**maker.keywords, **values}
        maker = maker.func
    module, name = getattr(maker, "__module__", None), getattr(maker, "__qualname__", None)
    kind = KINDS.get((str(module), str(name)))
    if kind is None or getattr(sys.modules.get(str(module)), str(name), None) is not maker:
        return None
    threshold = values.pop(_THRESHOLD, None) if name == "new_greedy" else None
    if values or not (threshold is None or (type(threshold) is int and threshold >= 0)):
        return None
    return kind, -1 if threshold is None else min(threshold, _LARGEST)


def policies_of(new_players: Sequence[object]) -> NDArray[np.int32] | None:
    """Return a row for the player of each seat, or None if one of them is not in the core."""
    policies = [policy_of(new_player) for new_player in new_players]
    return None if None in policies else np.array(policies, np.int32)


def players_of(players: object) -> tuple[Any, ...]:
    """Return what makes the players as a tuple; a single one plays at all seats.

    Raises:
        InvalidRunError: If it is neither a function or class that makes a player nor a sequence of such.
    """
    if callable(players):
        return (players,)
    try:
        makers = as_items(players, "players")
    except WrongTypeError:
        makers = (None,)
    if not makers or not all(map(callable, makers)):
        raise InvalidRunError(
            "expected a function or class that makes a player from a seed, such as new_greedy, RandomPlayer or Simple "
            f"of ginrules.lab, or a sequence of such, got {shown(players)}"
        )
    return makers


def seated(makers: Sequence[Any], sizes: Sequence[int], seats: object) -> tuple[Any, ...]:
    """Return what makes the player of each seat; fewer players than seats are repeated.

    Args:
        makers: What makes the players.
        sizes: The numbers of seats that the rules allow.
        seats: The number of seats, or None: one for each player, and the fewest for a single one.

    Raises:
        InvalidRunError: If the rules do not allow that number, or the players do not divide it.
    """
    places = (len(makers) if len(makers) > 1 else sizes[0]) if seats is None else index_of(seats)
    if places is None or places not in sizes or places % len(makers):
        allowed = " or ".join(map(str, sizes))
        raise InvalidRunError(
            f"seats: expected {allowed}, a multiple of the {len(makers)} players, got "
            f"{shown(seats) if seats is not None else places}",
            seats=shown(seats), players=len(makers), allowed=list(sizes),
        )  # fmt: skip
    return tuple(makers[place % len(makers)] for place in range(places))
