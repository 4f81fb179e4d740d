"""`picture_of`: the picture of any value that can be drawn. Notebooks call it to show a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from ginrules._support.names import ThemeName
from ginrules._support.notebook import both, image
from ginrules.cards import Card, CardSet
from ginrules.errors import PictureError
from ginrules.match.state import MatchState
from ginrules.melds.meld import Arrangement, Meld
from ginrules.play.defence import Defence
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.show.pictures.card import arrangement_svg, cards_svg
from ginrules.show.pictures.draw import Picture
from ginrules.show.pictures.sheet import sheet_svg
from ginrules.show.pictures.table import round_svg

Pictured = RoundState | PlayerView | CardSet | Card | Meld | Arrangement | Defence | MatchState

_DRAWERS: Final[dict[type, Callable[..., Picture]]] = {
    RoundState: round_svg,
    PlayerView: round_svg,
    CardSet: cards_svg,
    Card: cards_svg,
    Meld: cards_svg,
    Arrangement: arrangement_svg,
    Defence: arrangement_svg,
    MatchState: sheet_svg,
}

_PHONE: Final = 340
"""The width of a table in a notebook on a phone, in pixels."""


def picture_of(value: Pictured, *, theme: ThemeName = "light") -> Picture:
    """Return a picture of a state, a view, cards, a meld, an arrangement, a defence or a match.

    Raises:
        PictureError: If the value has no picture, or the theme is unknown.

    Examples:
        >>> import ginrules as gin
        >>> gin.svg.picture_of(gin.new_match("standard")).title
        'Standard gin rummy: A – B. Next to deal: A · to 100'
    """
    draw = _DRAWERS.get(type(value))
    if draw is None:
        kind = type(value).__name__
        expected = ", ".join(cls.__name__ for cls in _DRAWERS)
        raise PictureError(f"{kind} cannot be drawn: expected one of {expected}", kind=kind)
    return draw(value, theme=theme)


def html_of(value: Pictured) -> str:
    """Return a value's picture in two looks, as HTML for a notebook, with tables that fit a phone too."""
    return both(*(_image(value, theme) for theme in get_args(ThemeName)))


def _image(value: Pictured, theme: ThemeName) -> str:
    picture = picture_of(value, theme=theme)
    narrow = str(round_svg(value, theme=theme, width=_PHONE)) if isinstance(value, RoundState | PlayerView) else ""
    return image(str(picture), picture.title, narrow=narrow)
