"""Penalty scoring: a round's winner is charged nothing, every defeated seat is.

Source: *Online rules* part 2 and the readings of its table and prose. Two to six seats.
"""

from __future__ import annotations

from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore, ScoreLine, drawn_score
from ginrules.scoring.verdict import verdict


def penalty_score(outcome: Outcome, rules: RuleSet, knocker: int | None) -> RoundScore:
    """Price a round in penalty points, by seat, or charge nobody in a dead round."""
    if knocker is None:
        return drawn_score(outcome.seats, "dead", lowest_wins=True)
    won = verdict(outcome, rules, knocker)
    if won.winner is None:
        return drawn_score(outcome.seats, won.result, lowest_wins=True)
    least = outcome.deadwood[won.winner]
    lines: list[ScoreLine] = []
    for seat in range(outcome.seats):
        if seat != won.winner:
            lines.append(_deadwood_line(outcome, rules, seat, least, knocked=seat == knocker))
            charged = seat == knocker or won.result != "undercut"
            lines.append(ScoreLine(won.bonus_kind, seat, won.bonus if charged else 0))
    return RoundScore(seats=outcome.seats, result=won.result, winner=won.winner, lines=lines, lowest_wins=True)


def _deadwood_line(outcome: Outcome, rules: RuleSet, seat: int, least: int, *, knocked: bool) -> ScoreLine:
    """Return the charge of a defeated seat for deadwood: its own, or everybody's, less the winner's (the least)."""
    if knocked and rules.undercut_penalty == "full":
        return ScoreLine("deadwood", seat, outcome.deadwood[seat])
    match rules.penalty_share:
        case "own":
            return ScoreLine("deadwood-difference", seat, outcome.deadwood[seat] - least)
        case "pooled":
            return ScoreLine("pooled-deadwood", seat, sum(outcome.deadwood) - 2 * least)
