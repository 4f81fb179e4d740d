"""Scores of rounds with only the points known, as on a score pad, and whether a score fits the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ginrules._support.bounds import LARGEST_NUMBER, PLAYERS
from ginrules._support.values import plain_number, shown
from ginrules.errors import ScoreError
from ginrules.rules.conditions import all_level_pays
from ginrules.rules.model import RuleSet, rules_of, unsupported_rule
from ginrules.scoring.limits import box_factors, limits_of
from ginrules.scoring.price_numbers import PRICED
from ginrules.scoring.score import (
    RESULTS,
    Result,
    RoundScore,
    ScoreLine,
    ensure_result,
    points_by,
)

_CONSIDERED: Final = PLAYERS + 1  # more than any table: a score of too many seats then gets that reason


def pad_entry(
    points: int | Sequence[int],
    rules: RuleSet | str,
    *,
    winner: int | None,
    result: Result | None = None,
    boxes: int | None = None,
    multiplier: int = 1,
) -> RoundScore:
    """Return a round's score from its points on a score pad, without its facts.

    Args:
        points: The winner's points, or the points of every seat (penalty points under
            penalty scoring).
        rules: The rules that were played. They decide the box and the extra boxes.
        winner: The seat that won, or None for a drawn round.
        result: How the round was won. If left out, by a knock, or by gin or going out if
            these rules have no knock.
        boxes: All the round's boxes, if they differ from those of the rules. They must be given under a rule
            of price that score pads do not know.
        multiplier: A spade's factor. The points include it.

    Raises:
        ScoreError: If the round is drawn but has points, boxes are given under rules that count
            none, or are not given under a rule that could change them, the winner is not a seat,
            a value is not a whole number, or no round under these rules has such a score.

    Examples:
        >>> import ginrules as gin
        >>> gin.pad_entry(43, gin.RuleSet(), winner=1, result="gin").points
        (0, 43)
        >>> gin.pad_entry(12, gin.RuleSet(), winner=0).boxes
        (1, 0)
    """
    rules = rules_of(rules)
    winner, boxes, multiplier = plain_number(winner), plain_number(boxes), plain_number(multiplier)
    if winner is not None and (type(winner) is not int or abs(winner) > _CONSIDERED):
        raise ScoreError(f"expected a seat or None as the winner, got {shown(winner)}", winner=shown(winner))
    is_penalty = rules.score_mode == "penalty"
    by_seat = _by_seat(points, winner)
    counts = (("boxes", 0 if boxes is None else boxes), ("multiplier", multiplier))
    for name, value in (*(("points", number) for number in by_seat), *counts):
        if type(value) is not int or (value < 0 and name != "points"):
            least = "" if name == "points" else ", 0 or more,"
            raise ScoreError(f"expected a whole number{least} as {name}, got {shown(value)}", value=shown(value))
        if abs(value) > LARGEST_NUMBER:
            raise ScoreError(f"expected at most {LARGEST_NUMBER} as {name}, got {shown(value)}", most=LARGEST_NUMBER)
    if boxes and rules.score_mode != "gain":
        message = f"expected no boxes under rules that score by {rules.score_mode}, got {boxes}"
        raise ScoreError(message, boxes=boxes, mode=rules.score_mode)
    lines: list[ScoreLine] = []
    if winner is None:
        if any(by_seat):
            raise ScoreError(f"expected no points for a drawn round, got {shown(points)}", points=shown(points))
        result = "dead" if result is None else result
    else:
        if result is None:
            result = "out" if rules.open_melds else "knock" if rules.knock_limit else "gin"
        ensure_result(result)
        lines += [ScoreLine("entered", seat, number) for seat, number in enumerate(by_seat)]
        lines += _box_lines(rules, winner, result, boxes, multiplier)
    score = RoundScore(
        seats=len(by_seat), result=result, winner=winner, lines=lines, multiplier=multiplier, lowest_wins=is_penalty
    )
    ensure_fits(score, rules)
    return score


def _box_lines(
    rules: RuleSet, winner: int, result: Result, boxes: int | None, multiplier: int
) -> tuple[ScoreLine, ...]:
    if rules.score_mode != "gain":
        return ()
    box, factor = box_factors(rules, multiplier)
    if boxes is None:
        if (name := unsupported_rule(rules, PRICED, "price")) is not None:
            message = f"expected the boxes of the round: {name} could change them, and score pads do not know this rule"
            raise ScoreError(message, rule=name)
        by_result: dict[Result, int] = {
            "gin": rules.gin_boxes,
            "big-gin": rules.big_gin_boxes,
            "undercut": rules.undercut_boxes,
            "gin-off": rules.undercut_boxes,
        }
        extra = factor * by_result.get(result, 0)
    else:
        box, extra = min(box, boxes), max(0, boxes - box)
    return ScoreLine("box", winner, boxes=box), ScoreLine("extra-box", winner, boxes=extra)


def _by_seat(points: int | Sequence[int], winner: int | None) -> tuple[int, ...]:
    points = plain_number(points)
    value: object = points
    if isinstance(value, str) or not isinstance(value, int | Sequence):
        raise ScoreError(
            f"expected a number or a list of numbers by seat as points, got {shown(points)}", points=shown(points)
        )
    if not isinstance(points, int):
        if not points:
            raise ScoreError("expected the points of every seat, got an empty list", points=())
        return tuple(map(plain_number, points[:_CONSIDERED]))
    return (0, points) if winner == 1 else (points, 0)


def ensure_fits(score: RoundScore, rules: RuleSet) -> None:
    """Refuse a score that no round under these rules can have."""
    _ensure_kind(score, rules)
    can_happen = _can_happen(rules, score.seats)
    if not can_happen[score.result]:
        allowed = tuple(result for result in RESULTS if can_happen[result])
        message = f"expected one of {', '.join(allowed)} as the result under these rules, got {score.result}"
        raise ScoreError(message, result=score.result, allowed=allowed)
    if score.multiplier not in (1, rules.spade_multiplier):
        factor = rules.spade_multiplier
        expected = "1, without a spade rule" if factor == 1 else f"1, or {factor} for a spade"
        message = f"expected a multiplier of {expected}, got {score.multiplier}"
        raise ScoreError(message, multiplier=score.multiplier)
    most = rules.doubling_limit // (2 if score.result == "refused" else 1) if rules.doubling else 1
    factor = score.factor
    if factor < 1 or factor.bit_count() != 1 or factor > most:
        expected = f"a power of two up to {most}" if rules.doubling else "1, without doubling"
        raise ScoreError(f"expected a factor of {expected}, got {factor}", factor=factor)
    if score.winner is not None and unsupported_rule(rules, PRICED, "price") is None:
        # a house rule can give any points
        points = points_by([line for line in score.lines if line.kind != "house"], score.seats)
        _ensure_points(score, points, rules, score.winner)
        most = limits_of(rules, score.seats).points
        for seat, number in enumerate(points):
            if abs(number) > most:
                message = f"expected at most {most} points for seat {seat}, no round of these rules gives more"
                raise ScoreError(f"{message}, got {number}", seat=seat, points=number, most=most)


def _ensure_kind(score: RoundScore, rules: RuleSet) -> None:
    mode = rules.score_mode
    if score.lowest_wins != (mode == "penalty"):
        kind = "penalty points" if score.lowest_wins else "gained points"
        raise ScoreError(f"expected a score by {mode}, as under these rules, got {kind}", mode=mode)
    foreign = [line.kind for line in score.lines if line.kind not in _LINE_KINDS[mode].split()]
    if foreign:
        message = f"expected a score by {mode}, got a line for {foreign[0]}: price the outcome under these rules"
        raise ScoreError(message, kind=foreign[0], mode=mode)


_LINE_KINDS: Final = {
    "gain": (
        "deadwood-difference gin-bonus big-gin-bonus undercut-bonus gin-off-bonus knock-bonus refusal-bonus double "
        "spade entered house box extra-box"
    ),
    "penalty": "deadwood deadwood-difference pooled-deadwood gin-bonus big-gin-bonus undercut-bonus entered house",
    "table-count": "laid held gin-bonus entered house",
}


def _can_happen(rules: RuleSet, seats: int) -> dict[Result, bool]:
    """Return for each result whether a round under these rules can have it."""
    knocks = rules.knock_limit > 0
    is_level = not all_level_pays(rules) if _settles_in_pairs(rules, seats) else rules.tie == "nobody"
    return {
        "dead": True,
        "out": rules.open_melds,
        "gin": not rules.open_melds,
        "big-gin": rules.big_gin,
        "knock": knocks,
        "undercut": knocks,
        "gin-off": knocks and rules.gin_off_bonus > 0,
        "tie": knocks and is_level,
        "void": rules.lays_off_after_gin,
        "refused": rules.doubling,
    }


def _settles_in_pairs(rules: RuleSet, seats: int) -> bool:
    """Return whether every seat settles with the knocker, so that several can gain in a round."""
    return rules.score_mode == "gain" and seats > 2 and rules.gain_from == "each-with-knocker"


def _ensure_points(score: RoundScore, points: tuple[int, ...], rules: RuleSet, winner: int) -> None:
    """Refuse points of a seat that the winner's kind of win cannot give it."""
    if rules.undercut_moves == "knocker" and score.result in ("undercut", "gin-off"):
        if points[winner] or max(points) > 0:
            message = f"an undercut costs the knocker, so seat {winner} has 0 and the other 0 or less, got {points}"
            raise ScoreError(message, points=points, winner=winner)
        return
    if points[winner] < 0:
        message = f"expected 0 or more points for the winner, seat {winner}, got {points[winner]}"
        raise ScoreError(message, points=points, winner=winner)
    if rules.score_mode == "gain":
        _ensure_gains(score, points, rules, winner)
    if rules.score_mode == "penalty" and points[winner]:
        message = f"the winner, seat {winner}, is charged nothing: expected the points of every seat, got {points}"
        raise ScoreError(message, points=points, winner=winner)
    if rules.score_mode == "penalty" and min(points) < 0:
        raise ScoreError(f"expected penalty points of 0 or more, got {points}", points=points, winner=winner)


def _ensure_gains(score: RoundScore, points: tuple[int, ...], rules: RuleSet, winner: int) -> None:
    if score.result in ("knock", "undercut") and _settles_in_pairs(rules, score.seats):
        if min(points) < 0 or points[winner] == 0 or points[winner] < max(points):
            message = (
                f"the winner, seat {winner}, gains most and nobody less than 0: expected such points, got {points}"
            )
            raise ScoreError(message, points=points, winner=winner)
    elif any(points[:winner] + points[winner + 1 :]):
        message = f"expected points for the winner alone, seat {winner}, under these rules, got {points}"
        raise ScoreError(message, points=points, winner=winner)
