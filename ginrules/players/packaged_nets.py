"""The package's net: under which rules it plays, and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import attrs

from ginrules._support.names import PlayerName
from ginrules.nets import rules as net_rules
from ginrules.nets.learned import FoldedNet, LearnedNet
from ginrules.nets.rules import MOST_HELD, amounts_of
from ginrules.play.deal import seats_at
from ginrules.rules.model import DEFAULTS, RuleSet, rules_of, unsupported_rule

NET: Final = Path(__file__).parent / "nets" / "learned.npz"
"""The file of the net."""

_HIGHEST_LIMIT: Final = 10
"""The highest knock limit that the inputs of a net tell from others."""

_SMALLEST_HAND: Final = 4
"""The smallest hand that the net was trained with."""

SUPPORTED: Final = net_rules.SUPPORTED | net_rules.WITHOUT_INPUTS


@attrs.frozen
class NetChoice:
    """The net that `Learned` uses under some rules.

    Attributes:
        net: The net, or None if `Expert` plays.
        reason: Why, as a clause.
    """

    net: LearnedNet | None
    reason: str


def is_known(rules: RuleSet) -> bool:
    """Return whether a net's inputs describe hands and melds under these rules at a table of two."""
    return (
        2 in rules.table_sizes
        and not rules.open_melds
        and rules.discard_take == "top-only"
        and rules.hand_size_for(2) <= MOST_HELD
    )


@lru_cache(maxsize=256)
def why_expert(rules: RuleSet, seats: int) -> str | None:
    """Return why `Expert` plays in place of the package's net, as a clause, or None if the net plays."""
    if seats != 2:
        return f"nets know tables of two, and this one has {seats} seats"
    if not is_known(rules):
        return "nets do not know open melds, several cards taken at once or larger hands"
    other = unsupported_rule(rules, SUPPORTED, "play", "price")
    if other is not None:
        return f"nets do not read {other}, and it is not {DEFAULTS[other]}"
    if rules.knock_limit > _HIGHEST_LIMIT:
        return f"nets know knock limits up to {_HIGHEST_LIMIT}, and this one is {rules.knock_limit}"
    if rules.hand_size_for(2) < _SMALLEST_HAND:
        return f"no net was trained with hands below {_SMALLEST_HAND} cards"
    return None


def net_for(rules: RuleSet | str, seats: int | None = None) -> NetChoice:
    """Return the package's net if it plays under these rules, and why.

    One net plays all rules of two seats with closed melds: the rules are among its inputs, see
    `ginrules.nets.rules.inputs_of_rules`. `Expert` plays at other tables, with larger packs of deadwood or hands than
    the inputs tell apart, and under a rule of play or price that they do not read.

    Args:
        rules: The rules.
        seats: Seats at the table, or None for the smallest table that the rules allow.

    Raises:
        DealError: If the rules do not allow such a table.

    Examples:
        >>> import ginrules as gin
        >>> gin.players.net_for("oklahoma+gin_bonus=50").reason
        'the net plays: it reads these rules'
        >>> gin.players.net_for("group-gin").reason
        'expert plays: nets know tables of two, and this one has 3 seats'
    """
    rules = rules_of(rules)
    why = why_expert(rules, seats_at(rules, seats))
    return (
        NetChoice(_net(), "the net plays: it reads these rules")
        if why is None
        else NetChoice(None, f"expert plays: {why}")
    )


def default_player(rules: Sequence[RuleSet], seats: int) -> PlayerName:
    """Return the name of the player that plays where none is named: learned, if its net reads all of these rules.

    Otherwise it is expert, under all of them: figures that are compared belong to one player.
    """
    return "expert" if any(why_expert(one, seats) for one in rules) else "learned"


@lru_cache(maxsize=512)
def folded(net: LearnedNet, rules: RuleSet) -> FoldedNet:
    """Return a net as it plays under these rules."""
    return FoldedNet(net, amounts_of(rules))


@lru_cache(maxsize=1)
def _net() -> LearnedNet:
    return LearnedNet.load(NET)
