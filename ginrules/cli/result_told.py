"""How a round ended and what it pays, told line by line."""

from collections.abc import Iterator

from ginrules.display.words import outcome_told
from ginrules.records import RoundRecord
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore


def result_told(record: RoundRecord) -> Iterator[str]:
    """How a round ended and what it pays."""
    outcome = record.outcome
    assert outcome is not None
    score = price(outcome, record.rules)
    names = record.names
    yield f"{outcome_told(outcome, names)}."
    yield from _items(score, names)
    if score.winner is None:
        yield f"Nobody wins the round ({score.result})."
    elif not score.lowest_wins:
        yield f"{names[score.winner]} wins the round: {score.result}, {score.points[score.winner]} points."
    else:
        told = ", ".join(f"{name} {points}" for name, points in zip(names, score.points, strict=True))
        yield f"{names[score.winner]} wins the round; penalty points: {told}."


def _items(score: RoundScore, names: tuple[str, ...]) -> Iterator[str]:
    for line in score.lines:
        points = f"{line.kind.replace('-', ' ')} {line.points:+}" if line.points else ""
        boxes = f"{line.boxes} {'box' if line.boxes == 1 else 'boxes'}" if line.boxes else ""
        yield f"  {names[line.seat]}: {' and '.join(filter(None, (points, boxes)))}"
