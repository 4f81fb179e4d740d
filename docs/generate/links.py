"""Links from names of the library in single backticks to the API reference."""

import re
from typing import Final

import ginrules as gin

_NAME: Final = re.compile(r"(?<![`\w\[])`(?:gin(?:rules)?\.)?(\w+)`(?![`\w\]])")
_FENCED: Final = re.compile(r"(^ *```.*?^ *```|^#.*?$)", re.DOTALL | re.MULTILINE)


def linked(text: str) -> str:
    """The text with links for all names of the front door.

    Examples:
        >>> linked("`deal` gives a state, `dael` gives nothing")
        '[`deal`][ginrules.deal] gives a state, `dael` gives nothing'
    """
    return _NAME.sub(_link, text)


def linked_page(markdown: str) -> str:
    """A page with links in its running text; headings and fenced blocks stay as they are."""
    return "".join(part if place % 2 else linked(part) for place, part in enumerate(_FENCED.split(markdown)))


def _link(match: re.Match[str]) -> str:
    name = match[1]
    return f"[`{name}`][ginrules.{name}]" if name in gin.__all__ else match[0]
