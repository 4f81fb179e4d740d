"""The page of a review: the worst decisions with their positions drawn, curves, and every decision of every round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, get_args

from ginrules._names import ThemeName
from ginrules._notebook import both, image
from ginrules._printed import html_text as escape
from ginrules._values import expect
from ginrules.lab.report.charts import color_class
from ginrules.lab.report.pages import page, row, table
from ginrules.lab.reviews.result import Decision, Parts, Review, RoundReview
from ginrules.lab.statistics.result import format_number
from ginrules.svg import round_svg

_HEIGHT: Final = 120
_WIDTH: Final = 600


def review_html(review: Review) -> str:
    """Return a review as a page in a single file, without scripts; it shows no card that its seat did not know.

    Args:
        review: The review.

    Raises:
        WrongTypeError: If it is not a review.

    Examples:
        >>> from ginrules.lab.reviews.page import review_html
        >>> import ginrules as gin
        >>> record = gin.RoundRecord("standard", 7).play("take").play("discard 9d")
        >>> text = review_html(gin.lab.review(record, worlds=8))
        >>> text.startswith("<!doctype html>"), "<script" in text
        (True, False)
    """
    expect(review, Review, "a review", "ginrules.lab.review(record) gives one")
    title = f"{review.rules.heading}: review by {review.reviewer}"
    parts = [f"<h1>{escape(title)}</h1>", f'<p class="quiet">{escape(review.note)}</p>']
    if review.worst:
        parts.append("<h2>The decisions that give away most</h2>")
        parts += [_drawn(one, review) for one in review.worst]
    for one in review.rounds:
        parts += _round(one, review)
    return page(title, parts)


def _drawn(decision: Decision, review: Review) -> str:
    """Return a decision with its position, as the seat saw it."""
    names = next(one.players for one in review.rounds if one.number == decision.round)
    title = f"Round {decision.round}, action {decision.ply}: {decision.player}"
    pictures = [image(str(round_svg(decision.view, theme=theme, names=names)), title) for theme in get_args(ThemeName)]
    return f"<h3>{escape(title)}</h3><p>{escape(str(decision))}</p>{both(*pictures)}"


def _round(one: RoundReview, review: Review) -> Iterator[str]:
    yield f"<h2>Round {one.number}</h2>"
    if one.parts:
        rows = [row(parts.player, "".join(f"<td>{text}</td>" for text in _cells(parts)), tip="") for parts in one.parts]
        yield table(["", "result", "deal", "draws", "own play", "others", "largest change"], rows, "figures")
        yield _curves(one.parts)
    rows = [
        row(f"{decision.ply}. {decision.player}", f'<td style="text-align:left">{escape(str(decision))}</td>')
        for decision in one.decisions
        if decision in review.decisions
    ]
    yield f"<details><summary>{len(rows)} decisions</summary>{table(['', 'decision'], rows, 'figures')}</details>"


def _cells(parts: Parts) -> Iterator[str]:
    yield f"{parts.result:+d}".replace("-", "−")
    for value in (parts.deal, parts.draws, parts.play, parts.others):
        yield format_number(float(value), signed=True)
    turn = parts.turning_point
    yield "" if turn is None else f"{format_number(turn[1], signed=True)} after action {turn[0]}"


def _curves(parts: Sequence[Parts]) -> str:
    """Return the expected results of all seats as curves over the actions of the round."""
    points = [point for one in parts for point in one.curve]
    last = max(1, *(ply for ply, _ in points))
    values = [0.0, *(float(value) for _, value in points)]
    low, high = min(values), max(values)
    span = high - low or 1.0

    def at(value: float) -> str:
        return f"{_HEIGHT - (value - low) / span * _HEIGHT:.1f}"

    lines = [f'<line class="zero" x1="0" x2="{_WIDTH}" y1="{at(0)}" y2="{at(0)}"/>']
    key = []
    for number, one in enumerate(parts):
        places = " ".join(f"{ply / last * _WIDTH:.1f},{at(float(value))}" for ply, value in one.curve)
        lines.append(
            f'<g class="{color_class(number)}"><polyline points="{places}" fill="none" stroke="currentColor" '
            f'stroke-width="2"/></g>'
        )
        key.append(f'<li><span class="dot {color_class(number)}"></span>{escape(one.player)}</li>')
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="100%" role="img" aria-label="expected results">'
        f'{"".join(lines)}</svg><figcaption class="quiet">Expected result in points, from {low:.0f} to {high:.0f}'
        f'</figcaption><ul class="key">{"".join(key)}</ul></figure>'
    )
