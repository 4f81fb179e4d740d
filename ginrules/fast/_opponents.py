"""The players of the seats that a caller of rounds does not step: one for each seat, or a pool with shares."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final

from ginrules._support.values import index_of, shown, wrong_type
from ginrules.driver.named import factory_of
from ginrules.errors import InvalidRunError

POOL_TABLES: Final = 256
"""The tables that deals take in turn, with the players of a pool in exact shares, in an order drawn from the seed."""


def is_pool(value: object) -> bool:
    """Return whether a value is a pool: pairs of a player and its weight."""
    return (
        isinstance(value, list | tuple)
        and bool(value)
        and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value)
    )


def drawn_tables(opponents: Mapping[int, Any], seed: int) -> tuple[dict[int, Any], ...]:
    """Return the tables that the deals take in turn if some seats have a pool, in an order drawn from the seed."""
    chance = random.Random(f"opponents {seed}")
    columns = {}
    for seat, pool in opponents.items():
        column = _in_shares(pool) if is_pool(pool) else [pool] * POOL_TABLES
        columns[seat] = chance.sample(column, len(column))
    return tuple(dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))


def _in_shares(pool: Sequence[tuple[Any, Any]]) -> list[Any]:
    """Return the factories of `POOL_TABLES` tables in a pool's shares, rounded by the largest remainders."""
    weights = [weight for _, weight in pool]
    if any(
        isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < inf for weight in weights
    ):
        raise InvalidRunError(f"opponents: expected weights above 0 in a pool, got {shown(weights)}", name="opponents")
    shares = [POOL_TABLES * weight / sum(weights) for weight in weights]
    counts = [int(share) for share in shares]
    by_remainder = sorted(range(len(pool)), key=lambda place: counts[place] - shares[place])
    for place in by_remainder[: POOL_TABLES - sum(counts)]:
        counts[place] += 1
    return [factory for (factory, _), count in zip(pool, counts, strict=True) for _ in range(count)]


def opponents_at(opponents: object, seats: int, seed: int = 0) -> tuple[tuple[Any, ...], ...]:
    """Return the factory of each seat's player, None for a seat that the caller steps, at each table.

    If seats have a pool, the seed draws the players of the tables.
    """
    if isinstance(opponents, Mapping) and any(map(is_pool, opponents.values())):
        opponents = drawn_tables(opponents, seed)
    tables = opponents if isinstance(opponents, tuple | list) and opponents else (opponents,)
    factories = tuple(_opponents_at(table, seats) for table in tables)
    if len({tuple(factory is None for factory in table) for table in factories}) > 1:
        raise InvalidRunError("opponents: expected players for the same seats in every mapping")
    return factories


def _opponents_at(opponents: object, seats: int) -> tuple[Any, ...]:
    if opponents is None:
        return (None,) * seats
    if not isinstance(opponents, Mapping):
        raise wrong_type("what makes players, by seat", opponents, "{1: ginrules.players.new_greedy}")
    factories: list[Any] = [None] * seats
    for seat, given in opponents.items():
        number, factory = index_of(seat), factory_of(given) if isinstance(given, str) else given
        if number is None or not 0 <= number < seats or not callable(factory):
            raise InvalidRunError(
                f"opponents: expected a seat, 0 to {seats - 1}, and what makes its player, got {shown(seat)} and "
                f"{shown(factory)}"
            )
        factories[number] = factory
    if None not in factories:
        raise InvalidRunError("opponents: expected a seat without a player, which is stepped, got players for all")
    return tuple(factories)
