"""Players by their names, for commands that seat them."""

from collections.abc import Mapping
from typing import Final, Literal

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
