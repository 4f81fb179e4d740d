"""Gain scoring at a table of three to six: gains from several opponents, in two readings.

Sources: bicyclecards.com and smirkify on knock rummy (the winner takes all); feebgolf's group gin (every
player settles with the knocker).
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import LineKind, Result, RoundScore, ScoreLine, drawn_score, points_by


@attrs.frozen
class _Win:
    """The winner of the round and the result, with the bonus (its whole amount) and the extra boxes."""

    result: Result
    winner: int
    bonus_kind: LineKind
    bonus: int
    extra_boxes: int = 0


def several_score(outcome: Outcome, rules: RuleSet, knocker: int) -> RoundScore:
    """Price a round that was declared at a table of three seats or more."""
    if outcome.deadwood[knocker] == 0:
        return _taken_by(_gin(outcome, rules, knocker), outcome)
    match rules.gain_from:
        case "winner-takes-all":
            win = _lowest(outcome, rules, knocker)
            return drawn_score(outcome.seats, "tie") if win is None else _taken_by(win, outcome)
        case "each-with-knocker":
            return _settled_with_knocker(outcome, rules, knocker)


def _gin(outcome: Outcome, rules: RuleSet, knocker: int) -> _Win:
    others = outcome.seats - 1  # the bonus is paid by each of them
    if outcome.ending == "big-gin":
        return _Win("big-gin", knocker, "big-gin-bonus", others * rules.big_gin_bonus, rules.big_gin_boxes)
    return _Win("gin", knocker, "gin-bonus", others * rules.gin_bonus, rules.gin_boxes)


def _taken_by(win: _Win, outcome: Outcome) -> RoundScore:
    """Return the score of a round whose winner gains the difference to every other seat."""
    difference = sum(outcome.deadwood) - outcome.seats * outcome.deadwood[win.winner]
    lines = (
        ScoreLine("deadwood-difference", win.winner, difference),
        ScoreLine(win.bonus_kind, win.winner, win.bonus),
        *_boxes(win.winner, win.extra_boxes),
    )
    return RoundScore(seats=outcome.seats, result=win.result, winner=win.winner, lines=lines)


def _boxes(winner: int, extra: int) -> tuple[ScoreLine, ScoreLine]:
    return ScoreLine("box", winner, boxes=1), ScoreLine("extra-box", winner, boxes=extra)


def _lowest(outcome: Outcome, rules: RuleSet, knocker: int) -> _Win | None:
    """Return the win of the seat with the least deadwood, or None if the round is drawn."""
    deadwood, seats = outcome.deadwood, outcome.seats
    # min() keeps the first of equals: the seat nearest to the knocker's left.
    lowest = min(((knocker + step) % seats for step in range(1, seats)), key=deadwood.__getitem__)
    knock = _Win("knock", knocker, "knock-bonus", rules.knock_bonus)
    undercut = _Win("undercut", lowest, "undercut-bonus", rules.undercut_bonus, rules.undercut_boxes)
    if deadwood[lowest] > deadwood[knocker]:
        return knock
    if deadwood[lowest] < deadwood[knocker]:
        return undercut
    match rules.tie:
        case "undercut":
            return undercut
        case "undercut-no-bonus":
            return attrs.evolve(undercut, bonus=0)
        case "knocker-wins":
            return knock
        case "nobody":
            return None


def _settled_with_knocker(outcome: Outcome, rules: RuleSet, knocker: int) -> RoundScore:
    """Return the score of a round in which every other seat settles with the knocker alone."""
    seats = outcome.seats
    order = [(knocker + step) % seats for step in range(seats)]
    lines = [line for seat in order[1:] for line in _pair(outcome, rules, knocker, seat)]
    gains = points_by(lines, seats)
    winner = max(order, key=gains.__getitem__)  # of equals the knocker, then the nearest to the left
    if gains[winner] == 0:
        return drawn_score(seats, "tie")
    result: Result = "knock" if winner == knocker else "undercut"
    extra = 0 if winner == knocker else rules.undercut_boxes
    return RoundScore(seats=seats, result=result, winner=winner, lines=(*lines, *_boxes(winner, extra)))


def _pair(outcome: Outcome, rules: RuleSet, knocker: int, seat: int) -> Iterator[ScoreLine]:
    """Yield the gain of one of the two, as at a table of two."""
    lead = outcome.deadwood[seat] - outcome.deadwood[knocker]
    if lead > 0:
        yield ScoreLine("deadwood-difference", knocker, lead)
        yield ScoreLine("knock-bonus", knocker, rules.knock_bonus)
    elif lead < 0:
        yield ScoreLine("deadwood-difference", seat, -lead)
        yield ScoreLine("undercut-bonus", seat, rules.undercut_bonus)
    else:
        match rules.tie:
            case "undercut":
                yield ScoreLine("undercut-bonus", seat, rules.undercut_bonus)
            case "knocker-wins":
                yield ScoreLine("knock-bonus", knocker, rules.knock_bonus)
            case "undercut-no-bonus" | "nobody":
                pass
