"""The two sets of colors; in both, red and black suits differ clearly and text is readable (WCAG AA)."""

from __future__ import annotations

from typing import Final, get_args

import attrs

from ginrules._names import ThemeName
from ginrules.errors import PictureError


@attrs.frozen(kw_only=True)
class Theme:
    """Colors as SVG writes them.

    Attributes:
        ground: The background.
        felt: The middle of the table, and every other row of a sheet.
        line: Rules and borders.
        ink: Text.
        quiet: Secondary text.
        accent: The seat to act, and winners.
        on_accent: Text on the accent.
        mark: The boxes of a sheet.
        stain: The marks of cards that everybody has seen or that were laid off.
        paper: A card's face.
        edge: A card's border.
        red: Hearts and diamonds.
        black: Clubs and spades.
        back: A card's back.
        weave: The pattern of a card's back.
    """

    ground: str
    felt: str
    line: str
    ink: str
    quiet: str
    accent: str
    on_accent: str
    mark: str
    stain: str
    paper: str
    edge: str
    red: str
    black: str
    back: str
    weave: str


_THEMES: Final = {
    "light": Theme(
        ground="#fbfaf7",
        felt="#e9f0ea",
        line="#d3d9d2",
        ink="#1e2421",
        quiet="#5b655f",
        accent="#17694a",
        on_accent="#ffffff",
        mark="#b56a00",
        stain="#b56a00",
        paper="#ffffff",
        edge="#a9b0aa",
        red="#c4202f",
        black="#1b1e1d",
        back="#35597e",
        weave="#7f9dbd",
    ),
    "dark": Theme(
        ground="#181b1a",
        felt="#202b26",
        line="#39433e",
        ink="#e9ece9",
        quiet="#a1aca5",
        accent="#6fcf9f",
        on_accent="#0f1f17",
        mark="#f0a73a",
        stain="#a86000",
        paper="#eceae4",
        edge="#0d0f0e",
        red="#bd1728",
        black="#1b1e1d",
        back="#2c4a69",
        weave="#5f7f9f",
    ),
}


def theme_of(name: object) -> Theme:
    """Return the theme of this name.

    Raises:
        PictureError: If there is no such theme.
    """
    theme = _THEMES.get(name) if isinstance(name, str) else None
    if theme is None:
        choices = " or ".join(get_args(ThemeName))
        raise PictureError(f"expected theme {choices}, got {name!r}", theme=repr(name))
    return theme
