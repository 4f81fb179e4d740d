"""The rules that can make a difference under the other rules of a rule set.

Only these have a line on its card.

A rule is left out if another value provably changes no legal action, no price that counts, no winner and no payment.
The reasons are below, in one place. ``python -m tools.rule_relevance --write`` tries other values of every rule
in every preset: it looks for a difference for every line on a card, and must find none for a line that is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ginrules.rules.model import RuleSet
from ginrules.rules.words import gains_from_several, round_limits, targets


def totals_count(rules: RuleSet) -> bool:
    """Return whether a game's totals, bonuses included, decide anything.

    They are paid in a single game and added to a points match's accounts. A best-of match counts the games won.
    There the totals matter only if they say who wins a game.

    Examples:
        >>> totals_count(RuleSet()), totals_count(RuleSet(match_form="best-of", match_games=5))
        (True, False)
    """
    match rules.match_form:
        case "single" | "points":
            return True
        case "best-of":
            return rules.winner_by == "highest-total" or rules.exact_margin_forfeit > 0


def boxes_count(rules: RuleSet) -> bool:
    """Return whether a box is worth anything: towards the target at once, or in totals that count.

    Examples:
        >>> boxes_count(RuleSet()), boxes_count(RuleSet(box_bonus=0))
        (True, False)
    """
    return rules.box_bonus > 0 and (rules.box_timing == "immediate" or totals_count(rules))


def has_single_round(rules: RuleSet) -> bool:
    """Return whether a game is a single decided round, at every table.

    Examples:
        >>> has_single_round(RuleSet()), has_single_round(RuleSet(target=0, rounds=1))
        (False, True)
    """
    return not targets(rules) and all(rules.rounds_for(seats) <= 1 for seats in rules.table_sizes)


def points_count(rules: RuleSet) -> bool:
    """Return whether points decide anything: not in a best-of match whose games are a single round by gin.

    Examples:
        >>> points_count(RuleSet())
        True
    """
    is_by_gin = rules.knock_limit == 0 and rules.score_mode == "gain" and rules.is_for_two
    return totals_count(rules) or not (has_single_round(rules) and is_by_gin)


def has_more_rounds(rules: RuleSet) -> bool:
    """Return whether a match can have a second round.

    Examples:
        >>> has_more_rounds(RuleSet()), has_more_rounds(RuleSet(target=0))
        (True, False)
    """
    return bool(targets(rules) or round_limits(rules)) or rules.match_form != "single"


def wins_have_points(rules: RuleSet) -> bool:
    """Return whether every winner of a round gains points, and nobody else: no wins and no points are then the same.

    Examples:
        >>> wins_have_points(RuleSet()), wins_have_points(RuleSet(tie="knocker-wins"))
        (True, False)
    """
    match rules.tie:
        case "undercut":
            is_paid = rules.undercut_bonus > 0
        case "undercut-no-bonus":
            is_paid = False
        case "knocker-wins":
            is_paid = rules.knock_bonus > 0
        case "nobody":
            is_paid = True
    return (
        is_paid
        and rules.score_mode == "gain"
        and rules.is_for_two
        and rules.undercut_moves == "defender"
        and rules.gin_bonus > 0
        and (rules.big_gin_bonus > 0 or not rules.big_gin)
        and (rules.refusal_bonus > 0 or not rules.doubling)
    )


def most_deadwood(rules: RuleSet) -> int:
    """Return an upper bound on the deadwood of a hand, in points.

    Examples:
        >>> most_deadwood(RuleSet())
        100
    """
    longest = max(rules.hand_size_for(number) for number in rules.table_sizes)
    return longest * max(rules.card_values[: rules.ranks])


def _has_end_bonuses(rules: RuleSet) -> bool:
    boxes = rules.box_bonus > 0 and rules.box_timing == "at-end"
    return rules.game_bonus > 0 or rules.shutout != "none" or boxes


_IN_USE: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "opponents": lambda rules: rules.seating == "partnership" and has_more_rounds(rules),
    "next_dealer": has_more_rounds,
    "drawn_dealer": has_more_rounds,
    "both_pass_draw": lambda rules: rules.opening == "upcard-offer",
    "knock_limit": lambda rules: rules.knock_source != "fixed" or rules.knock_limit < most_deadwood(rules),
    "knock_source": lambda rules: not rules.open_melds,
    "ace_upcard": lambda rules: rules.knock_source != "fixed" and rules.knock_limit > 0 and not rules.open_melds,
    "big_gin_needs_gin": lambda rules: rules.big_gin,
    "knocker_melds": lambda rules: rules.knock_limit > 0 and not rules.open_melds,
    "doubling_limit": lambda rules: rules.doubling,
    "refusal_bonus": lambda rules: rules.doubling,
    "layoff": lambda rules: rules.open_melds or rules.knock_limit > 0 or rules.layoff == "including-gin",
    "layoff_chain": lambda rules: (
        rules.layoff == "including-gin" or (rules.layoff == "knock-only" and rules.knock_limit > 0)
    ),
    "defender_melds": lambda rules: not rules.open_melds,
    "return_pair": lambda rules: rules.return_taken_discard,
    "reshuffle_cap": lambda rules: rules.stock_exhausted == "reshuffle",
    "gin_bonus": lambda rules: points_count(rules) or not rules.gin_bonus,
    "gin_boxes": boxes_count,
    "big_gin_bonus": lambda rules: rules.big_gin and (points_count(rules) or not rules.big_gin_bonus),
    "big_gin_boxes": lambda rules: rules.big_gin and boxes_count(rules),
    "knock_bonus": lambda rules: rules.knock_limit > 0,
    "undercut_bonus": lambda rules: rules.knock_limit > 0,
    "undercut_boxes": lambda rules: rules.knock_limit > 0 and boxes_count(rules),
    "undercut_moves": lambda rules: rules.knock_limit > 0,
    "gin_off_bonus": lambda rules: rules.knock_limit > 0,
    "gain_from": lambda rules: gains_from_several(rules) and rules.knock_limit > 0,
    "tie": lambda rules: rules.knock_limit > 0,
    "penalty_share": lambda rules: rules.score_mode == "penalty" and max(rules.table_sizes) > 2,
    "undercut_penalty": lambda rules: rules.score_mode == "penalty" and rules.knock_limit > 0,
    "spade_multiplier": points_count,
    "spade_scope": lambda rules: rules.spade_multiplier > 1 and boxes_count(rules),
    "game_bonus": totals_count,
    "box_bonus": lambda rules: rules.box_timing == "immediate" or totals_count(rules),
    "box_timing": lambda rules: rules.box_bonus > 0,
    "shutout": totals_count,
    "shutout_when": lambda rules: rules.shutout != "none" and totals_count(rules),
    "shutout_bonus": lambda rules: rules.shutout == "flat" and totals_count(rules),
    "winner_by": lambda rules: rules.score_mode == "gain" and _has_end_bonuses(rules),
    "column_weights": lambda rules: totals_count(rules) and (rules.columns > 1 or rules.column_weights != (1,)),
    "column_entry": lambda rules: rules.columns > 1 and rules.column_close == "both",
    "column_close": lambda rules: rules.columns > 1,
    "endless": lambda rules: rules.columns > 1,
    "team_sweep_bonus": lambda rules: rules.seating == "partnership",
    "team_sweep_boxes": lambda rules: rules.seating == "partnership" and boxes_count(rules),
    "match_games": lambda rules: rules.match_form == "best-of",
    "match_target": lambda rules: rules.match_form == "points",
    "match_bonus": lambda rules: rules.match_form == "points",
}
"""When a rule can make a difference. A rule that is not named here always can."""


def in_use(rules: RuleSet, name: str) -> bool:
    """Return whether the rule can make a difference under the other values of this rule set.

    Examples:
        >>> in_use(RuleSet(), "big_gin_bonus"), in_use(RuleSet(big_gin=False), "big_gin_bonus")
        (True, False)
    """
    test = _IN_USE.get(name)
    return test is None or test(rules)
