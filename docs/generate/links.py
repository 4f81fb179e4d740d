"""Links from names of the library in single backticks to the API reference."""

import re
from functools import cache
from typing import Final

from docs.generate.reference import sections

_NAME: Final = re.compile(r"(?<![`\w\[])`(?:gin(?:rules)?\.)?(\w+)`(?![`\w\]])")
_FENCED: Final = re.compile(r"(^ *```.*?^ *```|^#.*?$)", re.DOTALL | re.MULTILINE)


def linked(text: str) -> str:
    """The text with links for all names of the reference, names of `ginrules` itself first.

    Examples:
        >>> linked("`deal` gives a state, `dael` gives nothing")
        '[`deal`][ginrules.deal] gives a state, `dael` gives nothing'
    """
    return _NAME.sub(_link, text)


def linked_page(markdown: str) -> str:
    """Return a page with links in its running text; headings and fenced blocks stay as they are."""
    return "".join(part if place % 2 else linked(part) for place, part in enumerate(_FENCED.split(markdown)))


@cache
def targets() -> dict[str, str]:
    """Return the full name to link to, by the bare name."""
    full_names: dict[str, str] = {}
    for _, names in sections().values():
        for name in names:
            full_names.setdefault(name.rpartition(".")[2], name)
    return full_names


def _link(match: re.Match[str]) -> str:
    target = targets().get(match[1])
    return f"[`{match[1]}`][{target}]" if target else match[0]
