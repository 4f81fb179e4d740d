"""Rules and players as the numbers that the core reads, and what is left to the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from ginrules.driver.core_spec import CorePlayer, CoreSpec, core_spec_of
from ginrules.driver.named import as_factories
from ginrules.errors import InvalidRunError
from ginrules.fast._load import call, sizes, why_missing
from ginrules.nets.learned import SHAPES, Folded, FoldedNet
from ginrules.play.deal import players_by_place, seats_at
from ginrules.rules.model import RuleSet, rules_of, unsupported_rule
from ginrules.rules.texts import value_text
from ginrules.scoring.price_numbers import MOST_PRICE, unsupported_price_rule

MOST_POINTS: Final = 1_000
"""The highest card value that the core counts."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "ace_rank": ("low", "high-or-low", "round-the-corner"),
    "opening": ("upcard-offer", "eleven-cards", "open-card", "no-upcard"),
    "both_pass_draw": ("stock-only", "any"),
    "knock_source": ("fixed", "upcard", "knock-card"),
    "ace_upcard": ("gin-only", "one"),
    "knocker_melds": ("named", "best"),
    "layoff": ("knock-only", "including-gin", "none"),
    "defender_melds": ("best", "named"),
    "stock_exhausted": ("draw", "last-discard-option", "reshuffle"),
}
"""The values of each choice in the order of the core's numbers."""

PLAN: Final = tuple(
    """
    ranks suits ace_rank min_set min_run card_values seats hand_size opening both_pass_draw return_taken_discard
    knock_limit knock_source ace_upcard big_gin knocker_melds big_gin_needs_gin doubling doubling_limit layoff
    layoff_chain defender_melds stock_floor stock_exhausted take_cap return_pair reshuffle_cap
    """.split()
)
"""The fields of the core's ``rules_t``, in order. ``seats`` comes from the table, all other fields are rules."""

LEFT_TO_THE_ENGINE: Final = frozenset({"open_melds", "discard_take"})
"""Rules of play that the core supports only at their defaults, and unsupported values such as ``ace_upcard = ten``."""


@lru_cache(maxsize=256)
def unplayed(rules: RuleSet) -> str | None:
    """Return the first rule that the core does not support, with its value and the reason, or None."""
    name = unsupported_rule(rules, PLAN, "play")
    if name is None:
        name = next((choice for choice, values in CHOICES.items() if getattr(rules, choice) not in values), None)
    if name is not None:
        return f"{name} = {value_text(getattr(rules, name))}: it is left to the engine"
    if max(rules.card_values) > MOST_POINTS:
        return f"card_values = {value_text(rules.card_values)}: it counts at most {MOST_POINTS} points for a card"
    return None


def why_engine(rules: RuleSet) -> str | None:
    """Return why hands and rounds by these rules are left to the engine, or None if the core supports them."""
    missing = why_missing()
    if missing is not None:
        return missing
    reason = unplayed(rules)
    return None if reason is None else f"the core does not play {rules.label}, {reason}"


@lru_cache(maxsize=64)
def tables_of(rules: RuleSet, seats: int) -> NDArray[np.uint8]:
    """Return the rules as the core compiles them for a table of this size, in a read-only array."""
    tables = np.zeros(sizes()[0], np.uint8)
    call("gin_compile", np.array(numbers_of(rules, seats), np.int32), tables)
    tables.flags.writeable = False
    return tables


def numbers_of(rules: RuleSet, seats: int) -> list[int]:
    """Return the numbers of `PLAN` for a table of this size."""
    numbers: list[int] = []
    for name in PLAN:
        match name:
            case "seats":
                numbers.append(seats)
            case "hand_size":
                numbers.append(rules.hand_size_for(seats))
            case "card_values":
                numbers += rules.card_values
            case _:
                numbers.append(rule_number(rules, name))
    return numbers


def rule_number(rules: RuleSet, name: str) -> int:
    """Return the core's number for the value of a rule."""
    value: Any = getattr(rules, name)
    return CHOICES[name].index(value) if name in CHOICES else int(value)


_LARGE: Final = ("mixed_bias", "heads_bias", "cards_bias")


def net_dtype(shapes: Mapping[str, tuple[int, ...]]) -> np.dtype[Any]:
    """Return the dtype of a net with weights of these shapes, as it plays under some rules."""
    types = {name: np.int32 if name in _LARGE else np.int16 for name in shapes if name != "rule_inputs"}
    return np.dtype([(name, kind, (prod(shapes[name]),)) for name, kind in types.items()], align=True)


NET: Final = net_dtype(SHAPES)
"""The core's ``net_t``: a net as it plays under some rules."""


@lru_cache(maxsize=32)
def _net_record(net: Folded[Any], kind: np.dtype[Any]) -> Any:
    record = np.zeros((), kind)
    for name in kind.names or ():
        record[name] = np.asarray(net.inputs_bias if name == "inputs_bias" else getattr(net.net, name))
    return record


def nets_array(nets: Sequence[Folded[Any]], kind: np.dtype[Any] = NET) -> NDArray[np.void]:
    """Return nets under some rules as an array of `NET`, or of another `net_dtype`."""
    return np.array([_net_record(net, kind) for net in nets], kind)


KINDS: Final[Mapping[CorePlayer, int]] = {player: number for number, player in enumerate(get_args(CorePlayer))}
"""The players of the core with their numbers in ``core/players.inc``."""

NEEDS_CHANCE: Final = frozenset(KINDS[player] for player in ("random", "simple"))
"""The numbers of the players that use random numbers, apart from slips."""

_NUMBERS: Final = 19
"""The numbers of a row after its head: those of the expert, with four stakes, are the most."""

CALLER: Final = (-1, -1, 0, *(0,) * _NUMBERS)
"""The row of a seat whose decisions the caller makes."""

_LARGEST: Final = 2**31 - 1


def policy_of(new_player: object, rules: RuleSet, seats: int | None = None) -> tuple[int, ...] | None:
    """Return the player's row in the core, or None if the core lacks this player.

    The row holds its number, a threshold (-1 for none), its slips, and the numbers of its `CoreSpec`. In place of a
    net it has a zero (`policies_of`).
    """
    spec = core_spec_of(new_player, rules, rules.table_sizes[0] if seats is None else seats)
    return row_of(spec)


def row_of(spec: CoreSpec | None) -> tuple[int, ...] | None:
    """Return a core player's row, without its net, or None if the core lacks this player."""
    if spec is None:
        return None
    if spec.player not in KINDS or not all(0 <= price <= MOST_PRICE for price in spec.prices):
        return None
    threshold, numbers = -1, (*spec.parameters, *spec.prices)
    if spec.player == "greedy":  # its only number has a column of its own
        threshold, numbers = min(*spec.parameters, _LARGEST), ()
    return KINDS[spec.player], threshold, spec.slip, *numbers, *(0,) * (_NUMBERS - len(numbers))


def draws_numbers(row: Sequence[int]) -> bool:
    """Return whether the player of a row uses random numbers, or the seed of its slips."""
    return row[0] in NEEDS_CHANCE or row[2] > 0


def policies_of(
    new_players: Sequence[object], rules: RuleSet, seats: int = 0
) -> tuple[NDArray[np.int32], NDArray[np.void]] | None:
    """Return a row for the player of each seat under these rules, and the nets that the rows name by number.

    A seat of None is decided by the caller. The result is None if the core lacks any of the players.
    """
    seats = seats or len(new_players)
    nets: list[FoldedNet] = []
    rows: list[tuple[int, ...]] = []
    known: dict[int, tuple[int, ...]] = {}
    for new_player in new_players:
        if id(new_player) in known:
            rows.append(known[id(new_player)])
            continue
        spec = None if new_player is None else core_spec_of(new_player, rules, seats)
        row = CALLER if new_player is None else row_of(spec)
        if row is None:
            return None
        if spec is not None and isinstance(spec.net, FoldedNet):
            if spec.net not in nets:
                nets.append(spec.net)
            row = (*row[:3], nets.index(spec.net), *row[4:])
        rows.append(row)
        known[id(new_player)] = row
    return np.array(rows, np.int32), nets_array(nets)


def factories_at(rules: RuleSet, players: object, seats: object = None) -> tuple[Any, ...]:
    """Return the factory of each seat's player, repeating fewer players than seats."""
    factories = as_factories(players)
    places = seats_at(rules, len(factories) if seats is None and len(factories) > 1 else seats, error=InvalidRunError)
    return tuple(factories[number] for number in players_by_place(len(factories), places))


# --- whether the core plays ---------------------------------------------------------------------------


def available() -> bool:
    """Return whether the compiled core is available.

    Without it everything is played on the engine.

    Raises:
        CoreError: If the library has another version, or if it is missing and GINRULES_CORE is ``must``.

    Examples:
        >>> import ginrules as gin
        >>> isinstance(gin.fast.available(), bool)
        True
    """
    return why_missing() is None


def why_not(rules: RuleSet | str, players: object = ()) -> str | None:
    """Return why rounds by these rules and players are played on the engine, or None if the core plays them.

    Args:
        rules: The rules.
        players: A function or class that makes a player, or a sequence of these, empty for hands alone.

    Raises:
        CoreError: As `available`.
        InvalidRunError: If the players are not functions or classes that make players.

    Examples:
        >>> import ginrules as gin
        >>> gin.fast.why_not("mahjong-gin") is None, gin.fast.why_not("standard", gin.players.Searching) is None
        (False, False)
    """
    rules = rules_of(rules)
    factories = () if players == () else as_factories(players)
    reason = why_engine(rules)
    if reason is not None:
        return reason
    for new_player in factories:
        spec = core_spec_of(new_player, rules, rules.table_sizes[0])
        if row_of(spec) is None:
            name = getattr(new_player, "__qualname__", type(new_player).__name__)
            price = unsupported_price_rule(rules)
            if price is not None and policy_of(new_player, RuleSet()) is not None:
                return f"the core does not count with {price}, a price that {name} weighs"
            return f"the core does not have the player of {name}: it has {', '.join(sorted(KINDS))}"
    return None
