"""Values in notebooks: shown as their picture, as their text, or as their sentence."""

from __future__ import annotations

import importlib
from typing import Any

from ginrules._printed import html_text


class ShownAsPicture:
    """A value that notebooks show as its picture.

    The drawing, `ginrules.svg`, is layers above and is imported when a notebook asks for the picture.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(_drawing().picture_of(self))

    def _repr_html_(self) -> str:
        return str(_drawing().html_of(self))


class ShownAsText:
    """A value that notebooks show as its text, in the columns of a terminal."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        style = "overflow-x:auto;white-space:pre;line-height:1.3;margin:0;padding:0"
        return f'<pre style="{style}">{html_text(str(self))}</pre>'


class ShownAsSentence:
    """A value that notebooks show as its sentence."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<p>{html_text(str(self))}</p>"


def _drawing() -> Any:
    return importlib.import_module(f"{__package__}.svg.dispatch")
