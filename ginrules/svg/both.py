"""A picture in the light and the dark look, as a notebook wants it: the notebook's theme shows one of the two."""

import base64
from typing import Final

from ginrules._printed import html_text as escape

# JupyterLab, VS Code, Colab, pages that say it by an attribute of their root, the site of the docs
_DARK: Final = (
    ":is(body[data-jp-theme-light=false],body.vscode-dark,html[theme=dark],html[data-theme=dark],"
    "[data-md-color-scheme=slate])"
)
_STYLE: Final = (
    f"<style>{_DARK} .gin-light{{display:none!important}}{_DARK} .gin-dark{{display:inline!important}}</style>"
)


def image(svg: str, alt: str, *, style: str = "", kind: str = "") -> str:
    """Return a drawing as an image in a line of HTML.

    It is an image and not the elements: notebooks that are not trusted strip inline SVG from HTML, and the style of
    the page cannot reach into an image.
    """
    data = base64.b64encode(svg.encode()).decode("ascii")
    name = f' class="{kind}"' if kind else ""
    return f'<img{name} alt="{escape(alt)}" style="max-width:100%;{style}" src="data:image/svg+xml;base64,{data}">'


def both(light: str, dark: str, alt: str) -> str:
    """Return two drawings of one thing as HTML that shows the one that fits the notebook.

    Where style sheets are stripped the light one is shown.

    Examples:
        >>> html = both("<svg/>", "<svg/>", "nothing")
        >>> html.count("<img"), html.count("display:none;")
        (2, 1)
    """
    hidden = image(dark, alt, style="display:none;", kind="gin-dark")
    return f"{_STYLE}{image(light, alt, kind='gin-light')}{hidden}"
