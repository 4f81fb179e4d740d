"""The score pad's door: a round of which only the points are known."""

from collections.abc import Sequence

from ginrules.errors import ScoreError
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import DRAWN_RESULTS, Result, RoundScore, ScoreLine, drawn_score


def pad_entry(
    points: int | Sequence[int],
    rules: RuleSet,
    *,
    winner: int | None,
    result: Result = "knock",
    boxes: int | None = None,
    multiplier: int = 1,
) -> RoundScore:
    """A round score from the points on a score pad, without the facts behind them.

    Args:
        points: The winner's points, or the points of every seat (penalty points under
            penalty scoring).
        rules: The rules that were played; they give the box and the extra boxes.
        winner: The seat that won, or None for a drawn round.
        result: How the round was won.
        boxes: All the boxes of the round, if they differ from what the rules give.
        multiplier: What a spade multiplied the round by; the points are those after it.

    Raises:
        ScoreError: If the round is drawn but has points, the winner has no seat, or what should
            be a whole number is none.

    Examples:
        >>> pad_entry(43, RuleSet(), winner=1, result="gin").points
        (0, 43)
        >>> pad_entry(12, RuleSet(), winner=0).boxes
        (1, 0)
    """
    penal = rules.score_mode == "penalty"
    by_seat = _by_seat(points, winner)
    for what, each in (*(("points", each) for each in by_seat), ("boxes", boxes or 0), ("multiplier", multiplier)):
        _ensure_whole(what, each)
    if winner is None:
        if any(by_seat):
            raise ScoreError(f"a drawn round has no points, {points!r} are given", points=points)
        drawn = result if result in DRAWN_RESULTS else "dead"
        return drawn_score(len(by_seat), drawn, lowest_wins=penal)
    lines = [ScoreLine("entered", seat, each) for seat, each in enumerate(by_seat)]
    if rules.score_mode == "gain":
        box = multiplier if rules.spade_scope == "hand-and-all-boxes" else 1
        extra = _extra_boxes(rules, result) * (1 if rules.spade_scope == "hand" else multiplier)
        if boxes is not None:
            box, extra = min(box, boxes), max(0, boxes - box)
        lines += [ScoreLine("box", winner, boxes=box), ScoreLine("extra-box", winner, boxes=extra)]
    return RoundScore(
        seats=len(by_seat), result=result, winner=winner, lines=lines, multiplier=multiplier, lowest_wins=penal
    )


def _ensure_whole(what: str, value: object) -> None:
    if type(value) is not int or (value < 0 and what != "points"):
        least = "" if what == "points" else ", 0 or more"
        raise ScoreError(f"{what} must be whole{least}, not {value!r}", value=repr(value))


def _by_seat(points: int | Sequence[int], winner: int | None) -> tuple[int, ...]:
    given: object = points
    if isinstance(given, str) or not isinstance(given, int | Sequence):
        raise ScoreError(f"points are a number, or numbers by seat, not {points!r}", points=repr(points))
    if not isinstance(points, int):
        return tuple(points)
    return (0, points) if winner == 1 else (points, 0)


def _extra_boxes(rules: RuleSet, result: Result) -> int:
    extra = {
        "gin": rules.gin_boxes,
        "big-gin": rules.big_gin_boxes,
        "undercut": rules.undercut_boxes,
        "gin-off": rules.undercut_boxes,
    }
    return extra.get(result, 0)
