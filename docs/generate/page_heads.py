"""The head of every page, for chats and search engines: its description and, if the site has an address, a picture.

The picture of a preset is its table at the beginning of a round; all other pages have that of the first page.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, MutableMapping
from functools import cache
from html import escape
from importlib.util import find_spec
from typing import Any, Final

import ginrules as gin
from docs.generate import addresses
from docs.generate.pictures import PLACE, preset_picture

HOME: Final = "ginrules"
_SIZE: Final = (1200, 630)
_LONGEST: Final = 200
_BLOCK: Final = re.compile(r"^(`{3}).*?^\1$", re.DOTALL | re.MULTILINE)
_MARKS: Final = re.compile(r"[*`]|\[(?=[^\]]*\][(\[])|\]\([^)]*\)|\]\[[^\]]*\]|\{[^}]*\}|<[^>]+>")
_GROUND: Final = "#fbfaf7"
_INK: Final = "#1e2421"
_QUIET: Final = "#5b655f"
_STRIPE: Final = "#00796b"


def description(markdown: str) -> str:
    r"""Return the first paragraph of a page as plain text, at most 200 characters; empty if it has none.

    Examples:
        >>> description("# Lab\n\nThe [lab](lab.md) *plays* `deal`.\n\nMore.")
        'The lab plays deal.'
    """
    for part in re.split(r"\n\s*\n", _BLOCK.sub("", markdown)):
        if part.strip() and not re.match(r"\s*(?:#|<|\||`{3}|:::|!|-{3}|- |\{)", part):
            text = " ".join(_MARKS.sub("", part).split())
            return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rpartition(' ')[0]} …"
    return ""


def set_head(meta: MutableMapping[str, Any], place: str, markdown: str) -> None:
    """Add the description and the address of the picture to the values of a page."""
    meta["description"] = escape(str(meta.get("description") or description(markdown)))
    if can_draw():
        meta["picture"] = addresses.site_url() + PLACE + f"{_name(place)}.png"


def can_draw() -> bool:
    """Return whether pictures can be linked, which needs an address, and drawn, which needs ``resvg_py``."""
    return bool(addresses.site_url()) and find_spec("resvg_py") is not None


def _name(place: str) -> str:
    key = place.removeprefix("presets/").removesuffix(".md")
    return f"card-{key}" if place.startswith("presets/") and key in gin.preset_names() else f"card-{HOME}"


@cache
def files() -> Mapping[str, bytes]:
    """Return the pictures by their places; none if they cannot be linked or drawn."""
    if not can_draw():
        return {}
    import resvg_py  # noqa: PLC0415 - optional

    drawn: Any = resvg_py.svg_to_bytes
    return {f"{PLACE}{name}.png": bytes(drawn(svg_string=svg)) for name, svg in _cards()}


def _cards() -> Iterator[tuple[str, str]]:
    words = "Gin rummy, by your table’s rules: play it, keep score, measure a rule."
    yield f"card-{HOME}", card("ginrules", words, "oklahoma")
    for key in gin.preset_names():
        rules = gin.preset(key)
        yield f"card-{key}", card(rules.title, rules.summary, key)


def card(title: str, words: str, key: str) -> str:
    """Return a picture for a chat as SVG: a title, a sentence, and the table when a round of a preset begins."""
    width, height = _SIZE
    table = preset_picture(key)
    scale = min(600 / table.width, 570 / table.height)
    top = (height - scale * table.height) / 2
    lines = [(line, 54, _INK, 700) for line in textwrap.wrap(title, 17)[:4]]
    lines += [(line, 27, _QUIET, 400) for line in textwrap.wrap(words, 36)[: 12 - 2 * len(lines)]]
    y, texts = 90.0, []
    for line, size, fill, weight in lines:
        y += size * 1.3
        texts.append(
            f'<text x="50" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}">{escape(line)}</text>'
        )
    measures = f' width="{scale * table.width:g}" height="{scale * table.height:g}"'
    inner = str(table).replace("<svg ", f'<svg x="570" y="{top:g}" ', 1)
    inner = re.sub(r' width="[\d.]+" height="[\d.]+"', measures, inner, count=1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif"><rect width="{width}" height="{height}" fill="{_GROUND}"/>'
        f'<rect width="16" height="{height}" fill="{_STRIPE}"/>{"".join(texts)}{inner}</svg>'
    )
