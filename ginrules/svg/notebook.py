"""`picture_of` any value that has a picture, and what makes notebooks show them by themselves."""

from collections.abc import Callable
from typing import Any, Final

from ginrules.errors import PictureError
from ginrules.match.state import MatchState
from ginrules.melds.meld import Arrangement
from ginrules.play.state import RoundState
from ginrules.play.table.defence import Defence
from ginrules.play.views.view import PlayerView
from ginrules.svg.hand import arrangement_svg
from ginrules.svg.picture import Picture
from ginrules.svg.sheet import sheet_svg
from ginrules.svg.table import round_svg
from ginrules.svg.theme import ThemeName

Pictured = RoundState | PlayerView | Arrangement | Defence | MatchState

_DRAWERS: Final[dict[type, Callable[..., Picture]]] = {
    RoundState: round_svg,
    PlayerView: round_svg,
    Arrangement: arrangement_svg,
    Defence: arrangement_svg,
    MatchState: sheet_svg,
}


def picture_of(value: Pictured, *, theme: ThemeName = "light") -> Picture:
    """The picture of a state, a view, an arrangement, a defence or a match.

    Raises:
        PictureError: If the value has no picture, or there is no such theme.

    Examples:
        >>> from ginrules.match import new_match
        >>> from ginrules.presets import STANDARD
        >>> picture_of(new_match(STANDARD)).title
        'Standard gin rummy: A – B. Next to deal: A · to 100'
    """
    draw = _DRAWERS.get(type(value))
    if draw is None:
        kind = type(value).__name__
        known = ", ".join(each.__name__ for each in _DRAWERS)
        raise PictureError(f"there is no picture of {kind}; there is one of {known}", kind=kind)
    return draw(value, theme=theme)


def _svg_of(value: Any) -> str:
    return picture_of(value)._repr_svg_()


def _html_of(value: Any) -> str:
    return picture_of(value)._repr_html_()


def enable_notebook() -> None:
    """Let notebooks show these values as their pictures; importing `ginrules.svg` does it.

    The classes get the two methods that notebooks ask for. They stand on lower floors and cannot
    import the drawing; methods instead of formatters of one notebook serve them all.

    Examples:
        >>> enable_notebook()
        >>> hasattr(RoundState, "_repr_svg_")
        True
    """
    for kind in _DRAWERS:
        for name, method in (("_repr_svg_", _svg_of), ("_repr_html_", _html_of)):
            setattr(kind, name, method)


def disable_notebook() -> None:
    """Let notebooks show these values as text again.

    Examples:
        >>> disable_notebook()
        >>> hasattr(RoundState, "_repr_svg_")
        False
        >>> enable_notebook()
    """
    for kind in _DRAWERS:
        for name in ("_repr_svg_", "_repr_html_"):
            if name in vars(kind):
                delattr(kind, name)
