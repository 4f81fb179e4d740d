"""Who has won a round, and how: the same at every table and under every way of scoring."""

from __future__ import annotations

import attrs

from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import LineKind, Result


@attrs.frozen
class Verdict:
    """A round's winner and result.

    Attributes:
        result: How the round was won.
        winner: The seat that won. None for nobody.
        bonus_kind: The kind of bonus.
        bonus: Its points, 0 or more.
        extra_boxes: The boxes in addition to the box for the round.
    """

    result: Result
    winner: int | None = None
    bonus_kind: LineKind = "knock-bonus"
    bonus: int = 0
    extra_boxes: int = 0


def verdict(outcome: Outcome, rules: RuleSet, knocker: int) -> Verdict:
    """Return the verdict on a round that a seat has declared.

    Of several defenders the one with the least deadwood decides, and of equals the nearest to the knocker's left.

    Examples:
        >>> verdict(Outcome(declarer=0, deadwood=(7, 20, 5)), RuleSet(), 0).winner
        2
    """
    deadwood, seats = outcome.deadwood, outcome.seats
    if outcome.ending == "refused":
        return Verdict("refused", knocker, "refusal-bonus", rules.refusal_bonus)
    if deadwood[knocker] == 0:
        return _gin(outcome, rules, knocker)
    defenders = ((knocker + step) % seats for step in range(1, seats))
    return between(outcome, rules, knocker, min(defenders, key=deadwood.__getitem__))  # min() keeps the first of equals


def between(outcome: Outcome, rules: RuleSet, knocker: int, defender: int) -> Verdict:
    """Return the verdict on a knock, which is not gin, against one of the defenders.

    Examples:
        >>> between(Outcome(declarer=0, deadwood=(7, 20, 5)), RuleSet(), 0, 1)
        Verdict(result='knock', winner=0, bonus_kind='knock-bonus', bonus=0, extra_boxes=0)
    """
    left, held = outcome.deadwood[knocker], outcome.deadwood[defender]
    if held > left:
        return _knock(rules, knocker)
    if held == left:
        return _level(rules, knocker, defender)
    if held == 0 and rules.gin_off_bonus:
        return Verdict("gin-off", defender, "gin-off-bonus", rules.gin_off_bonus, rules.undercut_boxes)
    return _undercut(rules, defender)


def _level(rules: RuleSet, knocker: int, defender: int) -> Verdict:
    match rules.tie:
        case "undercut":
            return _undercut(rules, defender)
        case "undercut-no-bonus":
            return Verdict("undercut", defender, extra_boxes=rules.undercut_boxes)
        case "knocker-wins":
            return _knock(rules, knocker)
        case "nobody":
            return Verdict("tie")


def _knock(rules: RuleSet, knocker: int) -> Verdict:
    return Verdict("knock", knocker, "knock-bonus", rules.knock_bonus)


def _undercut(rules: RuleSet, defender: int) -> Verdict:
    return Verdict("undercut", defender, "undercut-bonus", rules.undercut_bonus, rules.undercut_boxes)


def _gin(outcome: Outcome, rules: RuleSet, knocker: int) -> Verdict:
    if rules.lays_off_after_gin and not any(outcome.deadwood):
        return Verdict("void")
    if outcome.ending == "big-gin":
        return Verdict("big-gin", knocker, "big-gin-bonus", rules.big_gin_bonus, rules.big_gin_boxes)
    return Verdict("out" if rules.open_melds else "gin", knocker, "gin-bonus", rules.gin_bonus, rules.gin_boxes)
