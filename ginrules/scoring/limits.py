"""The largest numbers that a round can give: the deadwood of a hand, and the points of a round.

They follow from the pack, the cards dealt, the card values and the bonuses. They are upper bounds: what a round
gives is never above them, and a number above them is a mistake.
"""

from __future__ import annotations

from functools import lru_cache

import attrs

from ginrules.rules.model import RuleSet


def box_factors(rules: RuleSet, multiplier: int) -> tuple[int, int]:
    """Return the factors of the box for winning and of the extra boxes in a round with this multiplier."""
    match rules.spade_scope:
        case "hand":
            return 1, 1
        case "hand-and-extra-boxes":
            return 1, multiplier
        case "hand-and-all-boxes":
            return multiplier, multiplier


@attrs.frozen
class RoundLimits:
    """The largest numbers of a round at a table; points are those of a seat, in either direction."""

    deadwood: int
    deadwood_of_all: int
    laid: int
    points: int


@lru_cache(maxsize=256)
def limits_of(rules: RuleSet, seats: int) -> RoundLimits:
    """Return the largest numbers of a round at a table of this many seats."""
    pack = sorted(rules.card_values[: rules.ranks] * rules.suits, reverse=True)
    size = rules.hand_size_for(seats)
    if rules.open_melds:  # hands grow by takes of several cards
        deadwood = deadwood_of_all = laid = sum(pack)
    else:
        deadwood, deadwood_of_all, laid = sum(_unmelded(rules)[:size]), sum(pack[: seats * size]), 0
    return RoundLimits(
        deadwood=deadwood,
        deadwood_of_all=min(seats * deadwood, deadwood_of_all),
        laid=laid,
        points=_most_points(rules, seats, deadwood, min(seats * deadwood, deadwood_of_all)),
    )


def _unmelded(rules: RuleSet) -> list[int]:
    """Return the values of the cards that a hand can leave unmelded, the highest first."""
    # so many cards of a rank are a set, which counts nothing unless its holder need not name it
    each = rules.suits if rules.defender_melds == "named" else min(rules.suits, rules.min_set - 1)
    return sorted(rules.card_values[: rules.ranks] * each, reverse=True)


def _most_points(rules: RuleSet, seats: int, deadwood: int, deadwood_of_all: int) -> int:
    bonus = max(
        rules.gin_bonus,
        rules.knock_bonus,
        rules.undercut_bonus,
        rules.gin_off_bonus,
        rules.big_gin_bonus if rules.big_gin else 0,
        rules.refusal_bonus if rules.doubling else 0,
    )
    match rules.score_mode:
        case "penalty":
            return (deadwood_of_all if rules.penalty_share == "pooled" else deadwood) + bonus
        case "table-count":
            return deadwood + bonus
        case "gain":
            factor = rules.spade_multiplier * (rules.doubling_limit if rules.doubling else 1)
            return (seats - 1) * (deadwood + bonus) * factor
