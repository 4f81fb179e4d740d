"""The text that the copy button of a session copies: the lines typed, without prompts and outputs."""

import re
from html import escape, unescape
from typing import Final

_SESSION: Final = re.compile(r'<div class="language-(pycon|console)( highlight">)(.*?)</div>', re.DOTALL)
_TAG: Final = re.compile(r"<[^>]+>")


def typed(session: str) -> str:
    r"""Return the input of a session: the text after ``>>>`` and ``...``, or after ``$``.

    As the interpreter requires, a blank line ends each statement of several lines, and no blank line is within it.

    Examples:
        >>> typed(">>> for n in 1, 2:\n...     print(n)\n...\n...     n\n1\n2\n>>> n\n2")
        'for n in 1, 2:\n    print(n)\n    n\n\nn'
        >>> typed("$ ginrules presets\nstandard")
        'ginrules presets'
    """
    if session.lstrip().startswith("$"):
        return "\n".join(line[2:] for line in session.splitlines() if line.startswith("$ "))
    lines: list[str] = []
    is_open = False
    for line in [*session.splitlines(), ">>> "]:
        if line.startswith("..."):
            lines += filter(None, [line[4:].rstrip()])
            is_open = True
        elif line.startswith(">>> "):
            lines += [""] * is_open + [line[4:]]
            is_open = False
    return "\n".join(lines[:-1])


def with_typed(html: str) -> str:
    """Return the page with the text that the copy button of each session copies."""
    return _SESSION.sub(_with_copy, html)


def _with_copy(block: re.Match[str]) -> str:
    session = unescape(_TAG.sub("", block[3]))
    copied = escape(typed(session), quote=True).replace("\n", "&#10;")
    return f'<div data-copy="{copied}" class="language-{block[1]}{block[2]}{block[3]}</div>'
