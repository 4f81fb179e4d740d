"""Players by their names, for commands that seat them."""

from collections.abc import Mapping
from functools import partial
from typing import Final, Literal

from ginrules.errors import BadRun
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
        BadRun: If another player is given a threshold.

    Examples:
        >>> print(player_named("greedy", 5)(1))
        greedy, knocking at 5 or less
    """
    if threshold is None:
        return PLAYERS[name]
    if name != "greedy":
        raise BadRun(f"{name} decides by itself when to knock: a threshold is for greedy", player=name)
    return partial(_with_threshold, threshold)


def _with_threshold(threshold: int, _seed: int) -> Player:
    return Greedy(threshold)
