"""The nets of the package: which of them plays under some rules, and why."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import attrs

from ginrules.lab.search.knocks import stakes_of
from ginrules.learned_net import MOST_HELD, LearnedNet
from ginrules.play.deal import seats_at
from ginrules.rules.model import RuleSet, rules_of

NETS: Final = Path(__file__).parent / "nets"
"""The folder of the nets."""

_TWO: Final = 2
_FARTHEST: Final = 0
"""Distance of the prices, in points, up to which a net plays: elsewhere it has not been measured."""

_SAME: Final = (
    "ranks", "suits", "card_values", "ace_rank", "min_set", "min_run", "opening", "knock_limit", "knock_source",
    "ace_upcard", "layoff", "layoff_chain", "stock_exhausted", "score_mode",
)  # fmt: skip
"""The rules in which the rules of a game must equal those that a net was trained for."""


@attrs.frozen
class NetChoice:
    """The net that `Learned` uses under some rules.

    Attributes:
        net: The net; None if `Expert` plays.
        reason: Why, as a clause.
    """

    net: LearnedNet | None
    reason: str


def is_known(rules: RuleSet) -> bool:
    """Return whether the inputs of a net describe hands and melds under these rules at a table of two."""
    return (
        _TWO in rules.table_sizes
        and not rules.open_melds
        and rules.discard_take == "top-only"
        and rules.hand_size_for(_TWO) <= MOST_HELD
    )


def net_for(rules: RuleSet | str, seats: int | None = None) -> NetChoice:
    """Return the net of the package by which `Learned` plays under these rules, and why.

    A net plays if hands, melds, knocks, lay-offs and the prices of a round are those that it was trained for.
    Elsewhere `Expert` plays, which scales its decisions to all prices.

    Args:
        rules: The rules.
        seats: The seats of the table; None for the smallest table that the rules allow.

    Raises:
        DealError: If the rules do not allow such a table.

    Examples:
        >>> import ginrules as gin
        >>> gin.lab.net_for("group-gin").reason
        'expert plays: nets know tables of two, and this one has 3 seats'
    """
    rules = rules_of(rules)
    return _net_for(rules, seats_at(rules, seats))


@lru_cache(maxsize=256)
def _net_for(rules: RuleSet, seats: int) -> NetChoice:
    if seats != _TWO:
        return NetChoice(None, f"expert plays: nets know tables of two, and this one has {seats} seats")
    if not is_known(rules):
        return NetChoice(None, "expert plays: nets do not know open melds, several cards taken at once or larger hands")
    fitting = [(_distance(net.rules, rules), number) for number, net in enumerate(_nets()) if _fits(net.rules, rules)]
    distance, number = min(fitting, default=(_FARTHEST + 1, 0))
    if distance > _FARTHEST:
        return NetChoice(None, "expert plays: no net was trained for such knocks, melds and prices")
    net = _nets()[number]
    near = "" if net.rules == rules else ": hands, knocks and the prices of a round are the same"
    return NetChoice(net, f"a net trained for {net.rules.label} plays{near}")


def _fits(trained: RuleSet, rules: RuleSet) -> bool:
    return trained.hand_size_for(_TWO) == rules.hand_size_for(_TWO) and all(
        getattr(trained, name) == getattr(rules, name) for name in _SAME
    )


def _distance(trained: RuleSet, rules: RuleSet) -> int:
    """Return how far the prices of gin, an undercut and a knock are apart, in points."""
    ours, theirs = stakes_of(trained), stakes_of(rules)
    return abs(ours.gin - theirs.gin) + abs(ours.undercut - theirs.undercut) + abs(ours.knock - theirs.knock)


@lru_cache(maxsize=1)
def _nets() -> tuple[LearnedNet, ...]:
    return tuple(LearnedNet.load(path) for path in sorted(NETS.glob("*.npz")))
