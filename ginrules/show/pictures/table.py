"""`round_svg`: a table with its seats, from above."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ginrules._support.names import ThemeName
from ginrules._support.values import whole_number
from ginrules.cards import Card
from ginrules.errors import PictureError
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.show.pictures import draw as svg
from ginrules.show.pictures.card import HEIGHT, WIDTH, Group, back, face, lay_out
from ginrules.show.round_text import RoundDisplay, SeatDisplay, display_round, round_lines

_MARGIN = 24.0
_LABELS = 22.0
_NARROWEST = 320
_LEAST = 12  # a headline that is still too long has two lines
_LEAST_TITLE = 60.0  # with less room beside the title, the limit has a line of its own
_BESIDE = 150.0  # melds go next to the piles if there is this much room


@attrs.frozen
class _Paper:
    """The canvas, filled from the top down."""

    width: float  # its width in pixels
    theme: svg.Theme  # the colors
    parts: list[str] = attrs.field(factory=list)  # the marks so far

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.width - 2 * _MARGIN

    @property
    def right(self) -> float:
        """The right margin."""
        return self.width - _MARGIN


def round_svg(
    state_or_view: RoundState | PlayerView,
    *,
    theme: ThemeName = "light",
    names: Sequence[str] | None = None,
    width: int = 700,
) -> svg.Picture:
    """Draw a round: every card of a state, only the visible cards of a view.

    The view's seat is at the near side (of a state, seat 0), the others follow in the order
    of play from the far side. Hands are split into melds. Cards that everybody has seen are
    face up in a hidden hand and have a dot in an open one.

    Args:
        state_or_view: The state or view.
        theme: ``light`` or ``dark``.
        names: The seats' names, by seat.
        width: The picture's width in pixels, 320 or more. 380 fits a phone.

    Cards face up have an attribute ``data-card`` (``"7h"``), the stock has ``data-pile``: a page can make them
    clickable.

    Raises:
        PictureError: If the value is not a state or view, the theme is unknown, the picture is narrower than 320
            pixels, or there is not one name per seat.

    Examples:
        >>> import ginrules as gin
        >>> picture = gin.svg.round_svg(gin.deal("standard", gin.shuffled(7)), names=["Ann", "Bo"])
        >>> picture.title
        'Standard gin rummy · all cards open: Bo must take or decline the upcard'
    """
    pixels = whole_number("width in pixels", width, _NARROWEST, error=PictureError)
    paper = _Paper(pixels, svg.theme_of(theme))
    display = display_round(state_or_view, names)
    y = _head(display, paper)
    *far, near = display.seats
    for seat in far:
        y = _seat(seat, y, paper)
    y = _middle(display, y, paper)
    y = _seat(near, y, paper)
    y = _legend(display, y, paper)
    title = f"{display.title}: {display.headline}"
    description = "\n".join(round_lines(display))
    return svg.draw(paper.parts, pixels, y, title=title, ground=paper.theme.ground, description=description)


def _head(display: RoundDisplay, paper: _Paper) -> float:
    """Draw the headline, in two lines if it does not fit on one, and the title, and return the height below them."""
    theme = paper.theme
    size = svg.fitting_size(display.headline, paper.inner, 17, least=_LEAST)
    lines = svg.wrapped(display.headline, paper.inner, size, lines=2)
    y = 33.0
    for line in lines:
        paper.parts.append(svg.text(_MARGIN, y, line, size=size, fill=theme.ink, weight=600, width=paper.inner))
        y += 20
    right = " · ".join(filter(None, (display.limit, display.doubling)))
    beside = paper.inner - svg.text_width(right, 12.5) - 12
    width = min(paper.inner * 0.7, beside) if beside >= _LEAST_TITLE else paper.inner
    size = svg.fitting_size(display.title, width, 12.5, least=10)
    paper.parts.append(svg.text(_MARGIN, y, display.title, size=size, fill=theme.quiet, width=width))
    if right:
        y += 0 if beside >= _LEAST_TITLE else 17  # a line of its own
        paper.parts.append(svg.text(paper.right, y, right, size=12.5, fill=theme.quiet, anchor="end"))
    return y + 15


def _seat(seat: SeatDisplay, y: float, paper: _Paper) -> float:
    theme, parts = paper.theme, paper.parts
    base = y + 16
    left = _MARGIN
    if seat.to_act:
        parts.append(svg.element("path", d=f"M{left:g} {base - 10:g}l9 5l-9 5z", fill=theme.accent))
        left += 15
    most = 300 * paper.width / 700
    name_width = min(svg.text_width(seat.name, 15.5), most)
    parts.append(
        svg.text(
            left, base, seat.name, size=14, fill=theme.accent if seat.to_act else theme.ink, weight=600, width=most
        )
    )
    end = left + name_width
    if seat.is_dealer:
        parts += _dealer_badge(end + 10, base, theme)
        end += 18 + svg.text_width("dealer", 11)
    if seat.note:
        if end + 8 + svg.text_width(seat.note, 12.5) > paper.right:  # a line of its own
            base += 19
        parts.append(svg.text(paper.right, base, seat.note, size=12.5, fill=theme.quiet, anchor="end"))
    cards, _, height = lay_out(_hand(seat), _MARGIN, base + 9, paper.inner, theme)
    if seat.groups or seat.hidden:
        parts += cards
    else:
        parts.append(svg.text(_MARGIN, base + 40, "no card left", size=12.5, fill=theme.quiet))
    return base + 9 + height + 14


def _hand(seat: SeatDisplay) -> list[Group]:
    if seat.hidden:
        return [Group(seat.groups[0] if seat.groups else (), seat.hidden)]
    return [Group(cards, dots=seat.public) for cards in seat.groups]


def _dealer_badge(x: float, base: float, theme: svg.Theme) -> tuple[str, str]:
    width = svg.text_width("dealer", 11) + 8
    return (
        svg.box(x, base - 12, width, 16, radius=8, fill="none", stroke=theme.quiet, stroke_width=0.8),
        svg.text(x + width / 2, base - 0.5, "dealer", size=11, fill=theme.quiet, anchor="middle"),
    )


def _middle(display: RoundDisplay, y: float, paper: _Paper) -> float:
    """Draw the felt with piles and melds below this height, and return the height below it."""
    theme = paper.theme
    inner: list[str] = []
    x, top = _MARGIN + 14, y + 14
    if display.stock:
        backs = "".join(back(x + 2 * step, top - 2 * step + 4, theme) for step in range(min(3, display.stock)))
        inner.append(svg.element("g", backs, data_pile="stock"))
    else:
        inner.append(_empty(x, top, theme))
    inner.append(_under(x, top, f"stock {display.stock}", theme))
    x += WIDTH + 34
    x = _single(display.upcard, "upcard", x, top, theme, inner)
    x = _single(display.knock_card, "knock card", x, top, theme, inner)
    end = paper.right - 14
    bottom = _pile(display, x, top, end - x, theme, inner)
    if display.table:
        # next to the piles, or below them if all of the pile is open or there is no room
        left, above = x + WIDTH + 34, top + 4
        if display.spread_pile or end - left < _BESIDE:
            left, above = _MARGIN + 14, bottom + 10
        groups = [
            Group(cards, rings=laid_off, label=f"{place} · {owner}")
            for place, (owner, cards, laid_off) in enumerate(display.table)
        ]
        melds, _, height = lay_out(groups, left, above, end - left, theme, labels=_LABELS)
        inner += melds
        bottom = max(bottom, above + height)
    bottom += 8
    paper.parts.append(svg.box(_MARGIN - 10, y, paper.inner + 20, bottom - y, radius=10, fill=theme.felt))
    paper.parts.extend(inner)
    return bottom + 14


def _pile(display: RoundDisplay, x: float, top: float, space: float, theme: svg.Theme, parts: list[str]) -> float:
    """Draw the discard pile, all of it if several cards can be taken, and return the height below it."""
    if not display.pile:
        parts += [_empty(x, top + 4, theme), _under(x, top, "pile 0", theme)]
        return top + 4 + HEIGHT + _LABELS
    cards = display.pile if display.spread_pile else display.pile[-1:]
    label = f"pile {len(display.pile)}" + (", top last" if len(cards) > 1 else "")
    marks, _, height = lay_out([Group(cards, label=label)], x, top + 4, space, theme, labels=_LABELS)
    parts += marks
    return top + 4 + height


def _single(card: Card | None, word: str, x: float, top: float, theme: svg.Theme, parts: list[str]) -> float:
    """Draw a single card, if given, and return the left edge of the next."""
    if card is None:
        return x
    parts += [face(card, x, top + 4, theme), _under(x, top, word, theme)]
    return x + max(WIDTH, svg.text_width(word, 12)) + 24


def _under(x: float, top: float, words: str, theme: svg.Theme) -> str:
    return svg.text(x + 1, top + 4 + HEIGHT + 15, words, size=12, fill=theme.quiet)


def _empty(x: float, top: float, theme: svg.Theme) -> str:
    return svg.box(
        x + 0.5, top + 0.5, WIDTH - 1, HEIGHT - 1, radius=5, fill="none", stroke=theme.quiet, stroke_dasharray="3 3"
    )


def _legend(display: RoundDisplay, y: float, paper: _Paper) -> float:
    """Draw the marks' legend, if there are any, and return the height below it."""
    theme, parts = paper.theme, paper.parts
    marks = []
    if any(seat.public and not seat.hidden for seat in display.seats):
        marks.append(
            ("seen by all", _swatch(theme, theme.edge, svg.element("circle", cx=0, cy=-4.5, r=3, fill=theme.stain)))
        )
    if any(laid_off for _, _, laid_off in display.table):
        marks.append(("laid off", _swatch(theme, theme.stain)))
    if not marks:
        return y + 6
    x, base = _MARGIN + 4, y + 8
    for words, mark in marks:
        parts.append(svg.element("g", mark, transform=f"translate({x:g} {base:g})"))
        parts.append(svg.text(x + 12, base, words, size=12, fill=theme.quiet))
        x += svg.text_width(words, 12) + 34
    return base + 18


def _swatch(theme: svg.Theme, edge: str, mark: str = "") -> str:
    return svg.box(-5, -11, 10, 13, radius=2, fill=theme.paper, stroke=edge, stroke_width=1.5) + mark
