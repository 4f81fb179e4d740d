"""`Picture`, an SVG document for notebooks and files. Its elements as SVG text. And the two sets of colors.

A picture has no style sheet and no ids: notebooks put many pictures into one
page, and both would affect the other pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Final, Literal, get_args
from xml.sax.saxutils import escape, quoteattr

import attrs

from ginrules._support.files import write_atomic
from ginrules._support.names import ThemeName
from ginrules._support.notebook import image
from ginrules._support.printed import clean, clipped, width_of
from ginrules._support.values import expect
from ginrules.errors import PictureError

FAMILY: Final = "system-ui, sans-serif"
_STYLE: Final = "font-variant-numeric:tabular-nums;max-width:100%;height:auto"
_LETTER: Final = 0.6  # the width of a letter, as a part of the type size: generous for sans-serif faces

Anchor = Literal["start", "middle", "end"]


@attrs.frozen(kw_only=True)
class Picture:
    """A drawing. ``str(picture)`` is a complete SVG document.

    Attributes:
        svg: The SVG text.
        title: Its subject, in a sentence.
        width: Its width in pixels.
        height: Its height in pixels.
    """

    svg: str = attrs.field(repr=False)
    title: str
    width: float
    height: float

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, as UTF-8. An old file is replaced as a whole.

        Raises:
            OSError: If the file cannot be written.
        """
        expect(path, str | PathLike, "the path of a file")
        write_atomic(self.svg, Path(path))

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return image(self.svg, self.title)


def number(value: float) -> str:
    """Return a length as a text as short as possible, to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, content: str = "", **attributes: str | float) -> str:
    """Return an element with these attributes. An underscore in a name is written as a hyphen."""
    written = "".join(
        f" {key.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def text(
    x: float,
    y: float,
    content: str,
    *,
    size: float,
    fill: str,
    weight: int = 400,
    anchor: Anchor = "start",
    width: float = 0,
) -> str:
    """Return a line of text on its base line, cut to the width if there is one."""
    shown = clean(content)
    if width:
        shown = clipped(shown, max(1, int(width / (size * _LETTER))))
    more: dict[str, str | float] = {}
    if weight != 400:
        more["font_weight"] = str(weight)
    if anchor != "start":
        more["text_anchor"] = anchor
    return element("text", escape(shown), x=x, y=y, font_size=size, fill=fill, **more)


def text_width(content: str, size: float) -> float:
    """Return an estimate of a text's width, in pixels, not below its width in the usual fonts."""
    return width_of(content) * size * _LETTER


def fitting_size(content: str, width: float, size: float, *, least: float) -> float:
    """Return this font size, or a smaller size that fits the text, down to a minimum."""
    return max(least, min(size, int(10 * width / text_width(content or " ", 1)) / 10))


def wrapped(content: str, width: float, size: float, *, lines: int) -> list[str]:
    """Return a text in lines that fit the width, up to this number of lines: the last has all that is left."""
    columns, made = max(1, int(width / (size * _LETTER))), [""]
    for word in content.split():
        longer = f"{made[-1]} {word}".strip()
        if made[-1] and width_of(longer) > columns and len(made) < lines:
            made.append(word)
        else:
            made[-1] = longer
    return made


def box(x: float, y: float, width: float, height: float, *, radius: float = 0, **more: str | float) -> str:
    """Return a rectangle, with round corners if there is a radius."""
    if radius:
        more["rx"] = radius
    return element("rect", "", x=x, y=y, width=width, height=height, **more)


def rule(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float = 1) -> str:
    """Return a straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width)


def draw(
    parts: Iterable[str], width: float, height: float, *, title: str, ground: str, description: str = ""
) -> Picture:
    """Return the picture with these elements. Screen readers read the description, or the title if it is left out."""
    title = clean(title)
    body = "\n".join(
        [
            element("title", escape(title)),
            element("desc", escape("\n".join(map(clean, (description or title).splitlines())))),
            box(0, 0, width, height, radius=10, fill=ground),
            *parts,
        ]
    )
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label={quoteattr(title)} '
        f'font-family="{FAMILY}" style="{_STYLE}">\n{body}\n</svg>\n'
    )
    return Picture(svg=svg, title=title, width=width, height=height)


@attrs.frozen(kw_only=True)
class Theme:
    """Colors as SVG writes them."""

    ground: str  # the background
    felt: str  # the middle of the table, and every other row of a sheet
    line: str  # rules and borders
    ink: str  # text
    quiet: str  # secondary text
    accent: str  # the seat to act, and winners
    on_accent: str  # text on the accent
    mark: str  # a sheet's boxes
    stain: str  # the marks of cards that everybody has seen or that were laid off
    paper: str  # a card's face
    edge: str  # a card's border
    red: str  # hearts and diamonds
    black: str  # clubs and spades
    back: str  # a card's back
    weave: str  # the pattern on a card's back


_COLORS: Final = {
    "ground": ("#fbfaf7", "#181b1a"),
    "felt": ("#e9f0ea", "#202b26"),
    "line": ("#d3d9d2", "#39433e"),
    "ink": ("#1e2421", "#e9ece9"),
    "quiet": ("#5b655f", "#a1aca5"),
    "accent": ("#17694a", "#6fcf9f"),
    "on_accent": ("#ffffff", "#0f1f17"),
    "mark": ("#b56a00", "#f0a73a"),
    "stain": ("#b56a00", "#a86000"),
    "paper": ("#ffffff", "#eceae4"),
    "edge": ("#a9b0aa", "#0d0f0e"),
    "red": ("#c4202f", "#bd1728"),
    "black": ("#1b1e1d", "#1b1e1d"),
    "back": ("#35597e", "#2c4a69"),
    "weave": ("#7f9dbd", "#5f7f9f"),
}
"""Each color in light and in dark."""
_THEMES: Final = {
    "light": Theme(**{part: light for part, (light, _) in _COLORS.items()}),
    "dark": Theme(**{part: dark for part, (_, dark) in _COLORS.items()}),
}


def theme_of(name: object) -> Theme:
    """Return the theme of this name."""
    theme = _THEMES.get(name) if isinstance(name, str) else None
    if theme is None:
        choices = " or ".join(get_args(ThemeName))
        raise PictureError(f"expected theme {choices}, got {name!r}", theme=repr(name))
    return theme
