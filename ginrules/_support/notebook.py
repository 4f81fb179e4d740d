"""Values in notebooks, as picture, text or sentence. Pictures have a light and a dark version."""

from __future__ import annotations

from typing import Final

from ginrules._support.lazy import above
from ginrules._support.printed import html_text


class ShownAsPicture:
    """A value that notebooks show as its picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(above("picture").picture_of(self))

    def _repr_html_(self) -> str:
        return str(above("picture").html_of(self))


class ShownAsText:
    """A value that notebooks show as its text, in a terminal's columns."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        style = "overflow-x:auto;white-space:pre;line-height:1.3;margin:0;padding:0"
        return f'<pre style="{style}">{html_text(str(self))}</pre>'


class ShownAsSentence:
    """A value that notebooks show as its sentence."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return f"<p>{html_text(str(self))}</p>"


# JupyterLab, VS Code, Colab, pages that say it by an attribute of their root, the site of the docs
_DARK: Final = (
    ":is(body[data-jp-theme-light=false],body.vscode-dark,html[theme=dark],html[data-theme=dark],"
    "[data-md-color-scheme=slate])"
)
_STYLE: Final = (
    f"<style>{_DARK} .gin-light{{display:none!important}}{_DARK} .gin-dark{{display:inline!important}}</style>"
)
_NARROW: Final = "(max-width:600px)"


def image(svg: str, alt: str, *, narrow: str = "") -> str:
    """Return a drawing as an image in a line of HTML.

    It is an image and not the elements: notebooks that are not trusted strip inline SVG from HTML, and the page's style
    cannot reach into an image.
    """
    shown = f'<img alt="{html_text(alt)}" style="max-width:100%" src="{_address(svg)}">'
    if not narrow:
        return shown
    return f'<picture><source media="{_NARROW}" srcset="{_address(narrow)}">{shown}</picture>'


def both(light: str, dark: str) -> str:
    """Return both versions of a picture as HTML that shows the version for the notebook's theme.

    If style sheets are stripped, the light version is shown.

    Examples:
        >>> html = both(image("<svg/>", "nothing"), image("<svg/>", "nothing"))
        >>> html.count("<img"), html.count("display:none;")
        (2, 1)
    """
    return f'{_STYLE}<span class="gin-light">{light}</span><span class="gin-dark" style="display:none;">{dark}</span>'


def _address(svg: str) -> str:
    import base64

    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode('ascii')}"
