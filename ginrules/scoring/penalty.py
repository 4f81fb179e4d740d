"""Penalty scoring: the winner of a round has none, every defeated seat is charged.

Source: seed 001b and the readings of its table and prose; two to four seats.
"""

import attrs

from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import LineKind, Result, RoundScore, ScoreLine, drawn_score


@attrs.frozen
class _Ruling:
    """Who won the round, and the bonus that defeated seats (or the knocker alone) are charged."""

    result: Result
    winner: int | None
    bonus_kind: LineKind = "undercut-bonus"
    bonus: int = 0


def penalty_score(outcome: Outcome, rules: RuleSet, knocker: int) -> RoundScore:
    """Price a round in penalty points, by seat."""
    ruling = _ruling(outcome, rules, knocker)
    if ruling.winner is None:
        return drawn_score(outcome.seats, ruling.result, lowest_wins=True)
    lines = [line for seat in range(outcome.seats) for line in _charges(outcome, rules, knocker, ruling, seat)]
    return RoundScore(seats=outcome.seats, result=ruling.result, winner=ruling.winner, lines=lines, lowest_wins=True)


def _ruling(outcome: Outcome, rules: RuleSet, knocker: int) -> _Ruling:
    deadwood, seats = outcome.deadwood, outcome.seats
    # min() keeps the first of equals: the defender nearest the knocker's left.
    lowest = min(((knocker + step) % seats for step in range(1, seats)), key=deadwood.__getitem__)
    if deadwood[knocker] == 0:
        return _gin_ruling(outcome, rules, knocker)
    level = deadwood[lowest] == deadwood[knocker]
    if deadwood[lowest] > deadwood[knocker] or (level and rules.tie == "knocker-wins"):
        return _Ruling("knock", knocker)
    if level and rules.tie == "nobody":
        return _Ruling("tie", None)
    bonus = 0 if level and rules.tie == "undercut-no-bonus" else rules.undercut_bonus
    return _Ruling("undercut", lowest, "undercut-bonus", bonus)


def _gin_ruling(outcome: Outcome, rules: RuleSet, knocker: int) -> _Ruling:
    if rules.layoff == "including-gin" and not any(outcome.deadwood):
        return _Ruling("void", None)
    if outcome.ending == "big-gin":
        return _Ruling("big-gin", knocker, "big-gin-bonus", rules.big_gin_bonus)
    return _Ruling("out" if rules.open_melds else "gin", knocker, "gin-bonus", rules.gin_bonus)


def _charges(outcome: Outcome, rules: RuleSet, knocker: int, ruling: _Ruling, seat: int) -> tuple[ScoreLine, ...]:
    if seat == ruling.winner:
        return ()
    undercut = ruling.result == "undercut"
    bonus = ruling.bonus if seat == knocker or not undercut else 0
    kind, points = _deadwood_charge(outcome, rules, ruling, seat)
    if undercut and seat == knocker and rules.undercut_penalty == "full":
        kind, points = "deadwood", outcome.deadwood[knocker]
    return ScoreLine(kind, seat, points), ScoreLine(ruling.bonus_kind, seat, bonus)


def _deadwood_charge(outcome: Outcome, rules: RuleSet, ruling: _Ruling, seat: int) -> tuple[LineKind, int]:
    """What a defeated seat pays for deadwood: its own, or everybody's, less the winner's."""
    least = 0 if ruling.winner is None else outcome.deadwood[ruling.winner]
    if rules.penalty_share == "pooled":
        return "pooled-deadwood", sum(outcome.deadwood) - 2 * least
    return "deadwood-difference", outcome.deadwood[seat] - least
