"""The players of the core, how a maker of players maps to them, and the nets of the learned player."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules._values import as_items, index_of, shown, wrong_type
from ginrules.errors import InvalidRunError, WrongTypeError
from ginrules.learned_net import COUNT, HEADS, HIDDEN, MIXED, MOST_AT_ONCE, SHAPES, LearnedNet
from ginrules.play.deal import seated, seats_at
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import MOST_PRICE
from ginrules.seated.player import twin_of

NET: Final = np.dtype(
    [
        ("inputs", np.int16, (COUNT * HIDDEN,)), ("inputs_bias", np.int16, (HIDDEN,)),
        ("mixed", np.int16, (MIXED * HIDDEN,)), ("mixed_bias", np.int32, (MIXED,)),
        ("heads", np.int16, (len(HEADS) * MIXED,)), ("heads_bias", np.int32, (len(HEADS),)),
    ],
    align=True,
)  # fmt: skip
"""The core's ``net_t``."""


WEIGHTS: Final = np.dtype([(name, np.float32, (math.prod(shape),)) for name, shape in SHAPES.items()])
"""The core's ``weights_t``: a net in training, before it is scaled and rounded."""

SAMPLE: Final = np.dtype(
    [("inputs", np.uint16, (MOST_AT_ONCE,)), ("count", np.int32), ("head", np.int32), ("target", np.float32)],
    align=True,
)
"""The core's ``sample_t``: a position and its worth, for one head of a net."""


@lru_cache(maxsize=16)
def net_record(net: LearnedNet) -> Any:
    """Return a net as a record of `NET`."""
    record = np.zeros((), NET)
    for name in NET.names or ():
        record[name] = np.asarray(getattr(net, name)).ravel()
    return record


def nets_array(nets: list[LearnedNet]) -> NDArray[np.void]:
    """Return these nets as an array of `NET`."""
    return np.array([net_record(net) for net in nets], NET)


KINDS: Final = {"random": 0, "greedy": 1, "simple": 2, "expert": 3, "careful": 4, "learned": 5}
"""The players of the core by name, with their numbers in ``core/players.h``."""

NEEDS_CHANCE: Final = frozenset({0, 2, 4})
"""The players that use random numbers."""

_PARAMETERS: Final = {1: 1, 3: 15, 4: 8, 5: 15}
"""The players that take numbers, and how many of their numbers are parameters; the others are prices."""

_EXPERT: Final = 3
_LEARNED: Final = 5
_GREEDY: Final = 1
"""The player with a single number, its threshold, which has its own column before the numbers of the others."""

_NUMBERS: Final = 27
CALLER: Final = (-1, -1, *(0,) * _NUMBERS)
"""The row of a seat for which the caller decides."""

_LARGEST: Final = 2**31 - 1


def policy_of(new_player: object, rules: RuleSet, seats: int | None = None) -> tuple[int, ...] | None:
    """Return the player's row in the core, or None if the core lacks this player.

    The row holds its number, a threshold (-1 for none), and the player's numbers for these rules: its parameters and
    the prices of the rules. The maker names the player of the core that it corresponds to (`ginrules.seated.player`),
    directly or inside a ``functools.partial``. A learned player without a net for the
    rules plays as the expert, and has its row.

    Args:
        new_player: The maker.
        rules: The rules.
        seats: The seats of the table; None for the smallest table.
    """
    seats = rules.table_sizes[0] if seats is None else seats
    kind, player = _twin_and_player(new_player)
    if kind is None or player is None:
        return None
    try:
        numbers: tuple[int, ...] = player.numbers(rules) if kind in _PARAMETERS else ()
    except (TypeError, InvalidRunError):
        return None  # the engine explains the mistake
    if kind == _LEARNED and player.net_for(rules, seats) is not None:
        return kind, -1, *(0,) * _NUMBERS
    if not all(0 <= price <= MOST_PRICE for price in numbers[_PARAMETERS.get(kind, 0) :]):
        return None
    kind = _EXPERT if kind == _LEARNED else kind
    threshold, numbers = (min(numbers[0], _LARGEST), ()) if kind == _GREEDY else (-1, numbers)
    return kind, threshold, *numbers, *(0,) * (_NUMBERS - len(numbers))


def _twin_and_player(new_player: object) -> tuple[int | None, Any]:
    """Return the number of the player in the core, None if the core lacks it, and a player that the maker makes."""
    values: dict[str, Any] = {}
    maker: Any = new_player
    while type(maker) is partial:
        if maker.args:
            return None, None
        values = {**maker.keywords, **values}
        maker = maker.func
    kind = KINDS.get(twin_of(maker) or "")
    try:
        return kind, None if kind is None else maker(0, **values)
    except (TypeError, InvalidRunError):
        return None, None  # the engine explains the mistake


def can_advise(new_player: object, rules: RuleSet) -> bool:
    """Return whether the core can advise as this player: it has the player, and the player uses no random numbers."""
    policy = policy_of(new_player, rules)
    return policy is not None and policy[0] not in NEEDS_CHANCE


def policies_of(
    new_players: Sequence[object], rules: RuleSet, seats: int = 0
) -> tuple[NDArray[np.int32], NDArray[np.void]] | None:
    """Return a row for the player of each seat under these rules, and the nets that the rows name by number.

    A seat of None is decided by the caller. The result is None if the core lacks any of the players.

    Args:
        new_players: The maker of the player of each seat, at one table after the other.
        rules: The rules.
        seats: The seats of a table; 0 if there is a single table.
    """
    seats = seats or len(new_players)
    nets: list[LearnedNet] = []
    rows: list[tuple[int, ...]] = []
    for new_player in new_players:
        row = CALLER if new_player is None else policy_of(new_player, rules, seats)
        if row is None:
            return None
        if row[0] == _LEARNED:
            net = _twin_and_player(new_player)[1].net_for(rules, seats)
            if net not in nets:
                nets.append(net)
            row = (*row[:2], nets.index(net), *row[3:])
        rows.append(row)
    return np.array(rows, np.int32), nets_array(nets)


def players_of(players: object) -> tuple[Any, ...]:
    """Return the makers of the players as a tuple; a single maker serves all seats.

    Raises:
        InvalidRunError: If it is not a function or class that makes a player, and not a sequence of these.
    """
    if callable(players):
        return (players,)
    try:
        makers = as_items(players, "players")
    except WrongTypeError:
        makers = (None,)
    if not makers or not all(map(callable, makers)):
        raise InvalidRunError(
            "expected a function or class that makes a player from a seed, such as new_greedy, Expert or Simple "
            f"of ginrules.lab, or a sequence of such, got {shown(players)}"
        )
    return makers


def makers_at(rules: RuleSet, players: object, seats: object = None) -> tuple[Any, ...]:
    """Return the maker of each seat's player; fewer players than seats are repeated.

    Args:
        rules: The rules, which allow some numbers of seats.
        players: A maker of players, or several.
        seats: The number of seats, or None: a seat for each player, or the smallest table for a single player.

    Raises:
        InvalidRunError: If the rules do not allow that number, or the players do not divide it.
    """
    makers = players_of(players)
    places = seats_at(rules, len(makers) if seats is None and len(makers) > 1 else seats, error=InvalidRunError)
    return tuple(makers[number] for number in seated(len(makers), places))


def opponents_at(opponents: object, seats: int) -> tuple[tuple[Any, ...], ...]:
    """Return the maker of each seat's player, None for a seat that the caller steps, at each table."""
    tables = opponents if isinstance(opponents, tuple | list) and opponents else (opponents,)
    makers = tuple(_opponents_at(table, seats) for table in tables)
    if len({tuple(maker is None for maker in table) for table in makers}) > 1:
        raise InvalidRunError("opponents: expected players for the same seats in every mapping")
    return makers


def _opponents_at(opponents: object, seats: int) -> tuple[Any, ...]:
    if opponents is None:
        return (None,) * seats
    if not isinstance(opponents, Mapping):
        raise wrong_type("what makes players, by seat", opponents, "{1: ginrules.players.new_greedy}")
    makers: list[Any] = [None] * seats
    for seat, maker in opponents.items():
        number = index_of(seat)
        if number is None or not 0 <= number < seats or not callable(maker):
            raise InvalidRunError(
                f"opponents: expected a seat, 0 to {seats - 1}, and what makes its player, got {shown(seat)} and "
                f"{shown(maker)}"
            )
        makers[number] = maker
    if None not in makers:
        raise InvalidRunError("opponents: expected a seat without a player, which is stepped, got players for all")
    return tuple(makers)
