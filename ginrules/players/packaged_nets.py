"""The nets of the package: which of them plays under some rules, and why."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import attrs

from ginrules.learned_net import MOST_HELD, LearnedNet
from ginrules.play.deal import seats_at
from ginrules.players.search.knocks import stakes_of
from ginrules.rules.model import DEFAULTS, RuleSet, beyond, rules_of

NETS: Final = Path(__file__).parent / "nets"
"""The folder of the nets."""

_TWO: Final = 2
_FARTHEST: Final = 20
"""The largest distance of the prices, in points, at which a net was found to play better than `Expert`."""

_HIGHEST_LIMIT: Final = 10
"""The largest knock limit that nets know."""

_SAME: Final = (
    "ranks", "suits", "card_values", "ace_rank", "min_set", "min_run", "opening", "layoff", "layoff_chain",
    "stock_exhausted", "score_mode",
)  # fmt: skip
"""The rules in which the rules of a game must equal those that a net was trained for."""

_CAN_DIFFER: Final = (
    "hand_size", "both_pass_draw", "discard_take", "return_taken_discard", "open_melds", "knock_limit", "knock_source",
    "ace_upcard", "big_gin", "big_gin_needs_gin", "knocker_melds", "doubling", "doubling_limit", "defender_melds",
    "stock_floor", "take_cap", "return_pair", "reshuffle_cap",
    "gin_bonus", "big_gin_bonus", "undercut_bonus", "undercut_moves", "gin_off_bonus", "knock_bonus", "refusal_bonus",
    "tie", "spade_multiplier", "spade_scope", "gain_from", "penalty_share", "undercut_penalty", "gin_boxes",
    "big_gin_boxes", "undercut_boxes",
)  # fmt: skip
"""The other rules of play and price that `net_for` has read: they are checked one by one, or may differ."""

_READ: Final = frozenset({*_SAME, *_CAN_DIFFER})


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

    A net plays if hands, melds and lay-offs are those that it was trained for, knock limits are at most ten, and
    the prices of gin, an undercut and a knock are similar. A net that was trained without knocks plays only rules
    without knocks. If several nets fit, the net with the same source of the knock limit plays; of these, the net with
    the nearest prices, then a net that was trained with many limits. If no net fits, `Expert` plays, which scales its
    decisions to all prices. It also plays under a rule of play or price that no net was trained with.

    Args:
        rules: The rules.
        seats: The seats of the table; None for the smallest table that the rules allow.

    Raises:
        DealError: If the rules do not allow such a table.

    Examples:
        >>> import ginrules as gin
        >>> gin.players.net_for("group-gin").reason
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
    other = beyond(rules, _READ, "play", "price")
    if other is not None:
        return NetChoice(None, f"expert plays: no net was trained with another {other} than {DEFAULTS[other]}")
    if rules.knock_limit > _HIGHEST_LIMIT:
        return NetChoice(
            None, f"expert plays: nets know knock limits up to {_HIGHEST_LIMIT}, and this one is {rules.knock_limit}"
        )
    fitting = [(net, _distance(net.rules, rules)) for net in _nets() if _fits(net.rules, rules)]
    if not fitting:
        return NetChoice(None, "expert plays: no net was trained for such hands, melds and lay-offs")
    source = _source(rules)
    net, distance = min(
        fitting, key=lambda one: (_source(one[0].rules) != source, one[1], one[0].rules.knock_source == "fixed")
    )
    if distance > _FARTHEST:
        return NetChoice(None, f"expert plays: the prices are {distance} points from those of the nearest net")
    return NetChoice(net, f"a net trained for {net.rules.label} plays{_nearness(net.rules, rules, distance)}")


def _fits(trained: RuleSet, rules: RuleSet) -> bool:
    return (
        trained.hand_size_for(_TWO) == rules.hand_size_for(_TWO)
        and all(getattr(trained, name) == getattr(rules, name) for name in _SAME)
        and (not _has_no_knocks(trained) or _has_no_knocks(rules))
    )


def _has_no_knocks(rules: RuleSet) -> bool:
    return _source(rules) == ("fixed", 0)


def _source(rules: RuleSet) -> tuple[str, int]:
    """Return the source of the knock limit, and the limit if it is fixed."""
    return rules.knock_source, 0 if rules.knock_source != "fixed" else rules.knock_limit


def _distance(trained: RuleSet, rules: RuleSet) -> int:
    """Return how far the prices of gin, an undercut and a knock are apart, in points."""
    ours, theirs = stakes_of(trained), stakes_of(rules)
    return abs(ours.gin - theirs.gin) + abs(ours.undercut - theirs.undercut) + abs(ours.knock - theirs.knock)


def _nearness(trained: RuleSet, rules: RuleSet, distance: int) -> str:
    if trained == rules:
        return ""
    limits = "" if _source(trained) == _source(rules) else "knock limits differ, "
    prices = f"prices are {distance} points apart" if distance else "the prices of a round are the same"
    return f": {limits}{prices}"


@lru_cache(maxsize=1)
def _nets() -> tuple[LearnedNet, ...]:
    return tuple(LearnedNet.load(path) for path in sorted(NETS.glob("*.npz")))
