"""Players by their names, for commands that seat them."""

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

from ginrules.errors import InvalidRunError
from ginrules.lab.comparison.compare import new_greedy
from ginrules.lab.players import Careful, Greedy, NewPlayer, Player, RandomPlayer, Searching, Simple

PlayerName = Literal["random", "simple", "greedy", "careful", "searching"]


def _greedy(_seed: int) -> Player:
    return Greedy()


def _careful(seed: int) -> Player:
    return Careful(seed)


def _random(seed: int) -> Player:
    return RandomPlayer(seed)


def _searching(seed: int) -> Player:
    return Searching(seed)


def _simple(seed: int) -> Player:
    return Simple(seed)


PLAYERS: Final[Mapping[PlayerName, NewPlayer]] = {
    "random": _random,
    "simple": _simple,
    "greedy": _greedy,
    "careful": _careful,
    "searching": _searching,
}
"""What makes each player, from the weakest to the strongest; functions of a module, so that worker
processes can be sent them."""


def player_named(name: PlayerName, threshold: int | None = None) -> NewPlayer:
    """What makes a player of this name.

    Args:
        name: Its name.
        threshold: The most deadwood to knock with, which `Greedy` alone takes.

    Raises:
        InvalidRunError: If another player is given a threshold.

    Examples:
        >>> print(player_named("greedy", 5)(1))
        greedy, knocking at 5 or less
    """
    if threshold is None:
        return PLAYERS[name]
    if name != "greedy":
        raise InvalidRunError(f"{name} decides by itself when to knock: a threshold is for greedy", player=name)
    return partial(_with_threshold, threshold)


def contestants(player: PlayerName, against: PlayerName | None, threshold: int | None) -> tuple[NewPlayer, ...]:
    """The first player, and the second if there is one; a threshold is for whoever is greedy.

    Raises:
        InvalidRunError: If nobody is to whom a threshold is given.

    Examples:
        >>> [str(new_player(1)) for new_player in contestants("simple", "greedy", 5)]
        ['simple', 'greedy, knocking at 5 or less']
    """
    if against is None:
        return (player_named(player, threshold),)
    is_for_other = player != "greedy" and against == "greedy"
    mine, theirs = (None, threshold) if is_for_other else (threshold, None)
    return player_named(player, mine), player_named(against, theirs)


TunableName = Literal["greedy", "careful", "searching"]

TUNABLE: Final[Mapping[TunableName, Callable[..., Player]]] = {
    "greedy": new_greedy,
    "careful": Careful,
    "searching": Searching,
}
"""What makes each player that has parameters, which it takes by their names."""


def parameters_of(name: TunableName) -> tuple[str, ...]:
    """The parameters of a player.

    Examples:
        >>> parameters_of("greedy"), parameters_of("careful")[0]
        (('threshold',), 'draws')
    """
    known = inspect.signature(TUNABLE[name]).parameters.values()
    return tuple(each.name for each in known if each.name not in {"seed", "_seed"})


def _with_threshold(threshold: int, _seed: int) -> Player:
    return Greedy(threshold)
