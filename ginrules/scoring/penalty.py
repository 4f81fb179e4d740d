"""Penalty scoring: the winner of a round is charged nothing, every defeated seat is.

Source: *Online rules* part 2 and the readings of its table and prose; two to six seats.
"""

from __future__ import annotations

import attrs

from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import LineKind, Result, RoundScore, ScoreLine, drawn_score


@attrs.frozen
class _Ruling:
    """The winner of the round, and the bonus that defeated seats (or the knocker alone) are charged."""

    result: Result
    winner: int | None
    bonus_kind: LineKind = "undercut-bonus"
    bonus: int = 0


def penalty_score(outcome: Outcome, rules: RuleSet, knocker: int | None) -> RoundScore:
    """Price a round in penalty points, by seat; in a dead round nobody is charged."""
    if knocker is None:
        return drawn_score(outcome.seats, "dead", lowest_wins=True)
    ruling = _ruling(outcome, rules, knocker)
    if ruling.winner is None:
        return drawn_score(outcome.seats, ruling.result, lowest_wins=True)
    least = outcome.deadwood[ruling.winner]
    lines: list[ScoreLine] = []
    for seat in range(outcome.seats):
        if seat != ruling.winner:
            lines.append(_deadwood_line(outcome, rules, seat, least, knocked=seat == knocker))
            charged = seat == knocker or ruling.result != "undercut"
            lines.append(ScoreLine(ruling.bonus_kind, seat, ruling.bonus if charged else 0))
    return RoundScore(seats=outcome.seats, result=ruling.result, winner=ruling.winner, lines=lines, lowest_wins=True)


def _ruling(outcome: Outcome, rules: RuleSet, knocker: int) -> _Ruling:
    deadwood, seats = outcome.deadwood, outcome.seats
    # min() keeps the first of equals: the defender nearest the knocker's left.
    lowest = min(((knocker + step) % seats for step in range(1, seats)), key=deadwood.__getitem__)
    if deadwood[knocker] == 0:
        return _gin_ruling(outcome, rules, knocker)
    if deadwood[lowest] > deadwood[knocker]:
        return _Ruling("knock", knocker)
    if deadwood[lowest] < deadwood[knocker]:
        return _Ruling("undercut", lowest, "undercut-bonus", rules.undercut_bonus)
    match rules.tie:
        case "undercut":
            return _Ruling("undercut", lowest, "undercut-bonus", rules.undercut_bonus)
        case "undercut-no-bonus":
            return _Ruling("undercut", lowest)
        case "knocker-wins":
            return _Ruling("knock", knocker)
        case "nobody":
            return _Ruling("tie", None)


def _gin_ruling(outcome: Outcome, rules: RuleSet, knocker: int) -> _Ruling:
    if rules.lays_off_after_gin and not any(outcome.deadwood):
        return _Ruling("void", None)
    if outcome.ending == "big-gin":
        return _Ruling("big-gin", knocker, "big-gin-bonus", rules.big_gin_bonus)
    return _Ruling("out" if rules.open_melds else "gin", knocker, "gin-bonus", rules.gin_bonus)


def _deadwood_line(outcome: Outcome, rules: RuleSet, seat: int, least: int, *, knocked: bool) -> ScoreLine:
    """Return the charge of a defeated seat for deadwood: its own, or everybody's, less the winner's (the least)."""
    if knocked and _charges_all(rules):
        return ScoreLine("deadwood", seat, outcome.deadwood[seat])
    match rules.penalty_share:
        case "own":
            return ScoreLine("deadwood-difference", seat, outcome.deadwood[seat] - least)
        case "pooled":
            return ScoreLine("pooled-deadwood", seat, sum(outcome.deadwood) - 2 * least)


def _charges_all(rules: RuleSet) -> bool:
    """Return whether an undercut knocker is charged the whole deadwood."""
    match rules.undercut_penalty:
        case "difference":
            return False
        case "full":
            return True
