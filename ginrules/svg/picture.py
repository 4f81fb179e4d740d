"""`Picture`: an SVG document for notebooks and files."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import attrs

from ginrules._notebook import image
from ginrules._values import expect


@attrs.frozen(kw_only=True)
class Picture:
    """A drawing; ``str(picture)`` is a complete SVG document.

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
        """Write the picture to a file, as UTF-8.

        Raises:
            OSError: If the file cannot be written.
        """
        expect(path, str | PathLike, "the path of a file")
        Path(path).write_text(self.svg, encoding="utf-8", newline="\n")

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return image(self.svg, self.title)
