"""The cards that another seat may hold, as a picture: a square for every card, darker if it is likelier."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ginrules._names import ThemeName
from ginrules._printed import clean
from ginrules._values import expect
from ginrules.cards import CARDS, RANK_LETTERS, SUIT_SYMBOLS, Card
from ginrules.display.words import held_text
from ginrules.svg.card import color_of
from ginrules.svg.draw import Picture, box, document, text, theme_of

_SIDE: Final = 30.0
_MARGIN: Final = 14.0
_LEFT: Final = 18.0
_HEAD: Final = 24.0
_RANKS: Final = 13
_DARK: Final = 0.55
"""A square with at least this chance has light digits."""


def held_svg(chances: Mapping[Card, float], *, name: str = "", theme: ThemeName = "light") -> Picture:
    """Draw how likely a seat holds each card: a row for every suit, the percentage in each square.

    Args:
        chances: The chance of each card that the seat can hold, from 0 to 1, as `ginrules.players.Belief.chances`
            returns them. A card that is missing is elsewhere.
        name: The seat's name.
        theme: ``light`` or ``dark``.

    Raises:
        WrongTypeError: If the chances are not a mapping.
        PictureError: If the theme is unknown.

    Examples:
        >>> import ginrules as gin
        >>> gin.svg.held_svg({gin.Card.parse("7h"): 0.5, gin.Card.parse("8h"): 1.0}, name="Bo").title
        'Bo may hold: 8♥ surely, 7♥ 50%'
    """
    expect(chances, Mapping, "the chance of each card")
    colors = theme_of(theme)
    title = clean(f"{name or 'the seat'} may hold: {held_text(chances)}")
    head = f"What {clean(name) or 'the seat'} may hold, %"
    parts = [text(_MARGIN, _MARGIN + 10, head, size=13, fill=colors.ink, weight=600)]
    top = _MARGIN + _HEAD
    for rank, letter in enumerate(RANK_LETTERS):
        x = _MARGIN + _LEFT + _SIDE * (rank + 0.5)
        parts.append(text(x, top + 10, letter.replace("T", "10"), size=11, fill=colors.quiet, anchor="middle"))
    for suit, symbol in enumerate(SUIT_SYMBOLS):
        y = top + 16 + _SIDE * suit
        ink = color_of(CARDS[_RANKS * suit], colors) if theme == "light" else colors.ink
        parts.append(text(_MARGIN + 4, y + 20, symbol, size=14, fill=ink, anchor="middle"))
        for rank in range(_RANKS):
            chance, x = chances.get(CARDS[_RANKS * suit + rank], 0.0), _MARGIN + _LEFT + _SIDE * rank
            parts.append(box(x, y, _SIDE - 2, _SIDE - 2, radius=3, fill=colors.felt))
            if chance:
                opacity = f"{min(1.0, chance):.2f}"
                parts.append(box(x, y, _SIDE - 2, _SIDE - 2, radius=3, fill=colors.accent, fill_opacity=opacity))
                digits = colors.on_accent if chance >= _DARK else colors.ink
                share = f"{100 * chance:.0f}"
                parts.append(text(x + _SIDE / 2 - 1, y + 19, share, size=11, fill=digits, anchor="middle"))
    width, height = 2 * _MARGIN + _LEFT + _SIDE * _RANKS, top + 16 + 4 * _SIDE + _MARGIN
    svg = document(width, height, title=title, description=title, ground=colors.ground, parts=parts)
    return Picture(svg=svg, title=title, width=width, height=height)
