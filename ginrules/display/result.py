"""How a finished round ended and what it counts, in lines with the players' names."""

from __future__ import annotations

from collections.abc import Iterator

from ginrules.play.outcome import outcome_text
from ginrules.records import RoundRecord
from ginrules.rules.texts import plural
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore


def result_lines(record: RoundRecord) -> Iterator[str]:
    """Yield the ending and the payoff of a finished round.

    Examples:
        >>> record = RoundRecord("doubling-gin", 7, names=["Ann", "Bo"])
        >>> for action in ("decline", "decline", "double", "refuse"):
        ...     record = record.play(action)
        >>> for line in result_lines(record):
        ...     print(line)
        Bo has doubled and was refused.
          Bo: deadwood difference +18
          Bo: refusal bonus +10
          Bo: 1 box
        The round goes to Bo: refused, 28 points.
    """
    outcome = record.outcome
    assert outcome is not None
    score = price(outcome, record.rules)
    names = record.names
    yield f"{outcome_text(outcome, names)}."
    yield from _score_lines(score, names)
    if score.winner is None:
        yield f"Nobody wins the round ({score.result})."
    elif not score.lowest_wins:
        yield f"The round goes to {names[score.winner]}: {score.result}, {score.points[score.winner]} points."
    else:
        points = ", ".join(f"{name} {points}" for name, points in zip(names, score.points, strict=True))
        yield f"The round goes to {names[score.winner]}; penalty points: {points}."


def _score_lines(score: RoundScore, names: tuple[str, ...]) -> Iterator[str]:
    for line in score.lines:
        points = f"{line.kind.replace('-', ' ')} {line.points:+}" if line.points else ""
        boxes = plural(line.boxes, "box") if line.boxes else ""
        yield f"  {names[line.seat]}: {' and '.join(filter(None, (points, boxes)))}"
