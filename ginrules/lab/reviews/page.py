"""A review's page: the worst decisions with their positions drawn, curves, and every decision of every round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, get_args

from ginrules._support.names import ThemeName
from ginrules._support.notebook import both, image
from ginrules._support.printed import html_text as escape
from ginrules._support.values import expect
from ginrules.cards import Card
from ginrules.lab.report.figure import color_class
from ginrules.lab.report.pages import page, row, table, table_of
from ginrules.lab.reviews.result import (
    Decision,
    Parts,
    Review,
    RoundReview,
    decision_words,
    figure_heads,
    figures_of,
    with_pips,
)
from ginrules.show.pictures.card import held_svg
from ginrules.show.pictures.table import round_svg

_HEIGHT: Final = 120
_WIDTH: Final = 600


def review_html(review: Review) -> str:
    """Return a review as a page in a single file, without scripts and without cards that its seat did not know."""
    expect(review, Review, "a review", "ginrules.lab.review(record) gives one")
    title = f"Review by {review.reviewer}: {', '.join(dict.fromkeys(one.heading for one in review.rules))}"
    return page(title, [f"<h1>{escape(title)}</h1>", *_in_words(review), *_details(review)])


def fragment(review: Review) -> str:
    """Return a review as a piece of HTML for a notebook: what decisions cost in words, and the worst positions.

    It has no style sheet and no inline SVG, since untrusted notebooks strip these.
    """
    return f"<div>{''.join(_in_words(review))}</div>"


def _in_words(review: Review) -> Iterator[str]:
    """Yield the beginning of the page, for a player."""
    yield from (f"<p>{escape(text)}</p>" for text in review.sentences)
    for one in review.tables:
        yield f"<h2>{escape(one.title)}</h2>"
        yield table_of(one)
    if review.worst:
        yield "<h2>The decisions that cost most</h2>"
        yield from (_drawn(one, review) for one in review.worst)
    if review.note:
        yield f"<p>{escape(review.note)}</p>"


def _details(review: Review) -> Iterator[str]:
    yield f'<h2>Details</h2><p class="quiet">{escape(review.summary)}. {escape(review.reading)}</p>'
    kinds = review.detail_tables[0]
    yield f"<details><summary>{escape(kinds.title)}</summary>{table_of(kinds)}</details>"
    for one in review.rounds:
        yield from _round(one, review)


def _drawn(decision: Decision, review: Review) -> str:
    """Return a decision in words with its position, as the seat saw it."""
    title = review.title_of(decision)
    names = review.names_at(decision)
    pictures = [image(str(round_svg(decision.view, theme=theme, names=names)), title) for theme in get_args(ThemeName)]
    held = "".join(_held(chances, names[seat]) for seat, chances in decision.held.items())
    return f"<h3>{escape(title)}</h3><p>{escape(decision_words(decision))}</p>{both(*pictures)}{held}"


def _held(chances: Mapping[Card, float], name: str) -> str:
    """Return how likely a seat held each card, as a picture."""
    pictures = [held_svg(chances, name=name, theme=theme) for theme in get_args(ThemeName)]
    return both(*(image(str(one), one.title) for one in pictures))


def _round(one: RoundReview, review: Review) -> Iterator[str]:
    record = f"Record {one.record_number}, round" if len(review.reviewed) > 1 else "Round"
    yield f"<details><summary>{record} {one.number}</summary>"
    if one.parts:
        has_chances = one.parts[0].chance is not None
        rows = [
            row(
                parts.player, "".join(f"<td>{text}</td>" for text in figures_of(parts, has_chances=has_chances)), tip=""
            )
            for parts in one.parts
        ]
        yield table(["", *figure_heads(has_chances=has_chances)], rows, "figures")
        yield _curves(one.parts)
    listed = set(map(id, review.decisions))
    rows = [
        row(
            f"{decision.ply}. {decision.player}", f'<td style="text-align:left">{escape(with_pips(str(decision)))}</td>'
        )
        for decision in one.decisions
        if id(decision) in listed
    ]
    yield f"{table(['', 'decision'], rows, 'figures')}</details>"


def _curves(parts: Sequence[Parts]) -> str:
    """Return the expected results of all seats as curves over the round's actions."""
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
