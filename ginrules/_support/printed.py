"""Cleaning of untrusted names and texts before they reach a terminal, a page, a picture or a table.

Control characters, the C1 controls, characters that turn the direction of writing, halves of characters and
characters that Unicode has not assigned become ``�``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from ginrules.errors import clean_lines, is_hidden, without_controls

_COLOR: Final = re.compile(r"(\x1b\[[0-9;]{0,20}m)")
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
_JOINERS: Final = "\u200c\u200d"
"""Parts of words and of emoji."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")


def clean(text: str) -> str:
    r"""Return the text on one line, without characters that control a terminal or are forbidden in XML.

    Examples:
        >>> clean("Ann\x1b[31m\nBo")
        'Ann�[31m Bo'
    """
    if text.isprintable() and "  " not in text and text == text.strip():
        return text
    return without_controls(" ".join(text.split()))


def folded(name: str) -> str:
    """Return a name as people compare it: without a difference of capitals, or of the way accents are written."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def width_of(text: str) -> int:
    """Return the columns that a text takes in a fixed-width font: two for wide characters, none for marks."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.combining(char) or char in _JOINERS or unicodedata.category(char) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clipped(text: str, columns: int) -> str:
    """Return the text, cut with an ellipsis if it is wider than this number of columns.

    Examples:
        >>> clipped("Annabella", 5)
        'Anna…'
    """
    if width_of(text) <= columns:
        return text
    kept = ""
    for char in text:
        if width_of(kept + char) >= columns:
            break
        kept += char
    return kept.rstrip() + "…"


def minus_signs(text: str) -> str:
    """Return figures with the minus sign of the score sheet for hyphens."""
    return text.replace("-", "−")


def signed_text(number: int) -> str:
    """Return a number with its sign, 0 without one."""
    return minus_signs(f"{number:+d}") if number else "0"


def clean_colored(text: str) -> str:
    """Return a text for a terminal without such characters, but with its lines and colors."""
    return "".join(part if _COLOR.fullmatch(part) else clean_lines(part) for part in _COLOR.split(text))


def html_text(text: str) -> str:
    r"""Return a text as HTML shows it, in an element or an attribute.

    Examples:
        >>> html_text("<b>\x07")
        '&lt;b&gt;�'
    """
    from html import escape

    return escape(clean_lines(text))


def json_text(plain: Any, *, indent: int) -> str:
    """Return plain values as JSON, with characters that control a terminal escaped."""
    import json

    text = json.dumps(plain, indent=indent, ensure_ascii=False)
    return "\n".join(
        line if line.isprintable() else "".join(char if not is_hidden(char) else _escaped(char) for char in line)
        for line in text.split("\n")
    )


def csv_cell(value: object) -> object:
    """Return the value of a cell that no spreadsheet takes for a formula: such a text begins with an apostrophe.

    Examples:
        >>> csv_cell("=1+1"), csv_cell("-7"), csv_cell(-7), csv_cell("Ann")
        ("'=1+1", '-7', -7, 'Ann')
    """
    if not isinstance(value, str):
        return value
    text = clean_lines(value) if value[:1] not in _FORMULA else value[:1] + clean_lines(value[1:])
    return f"'{text}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else text


def csv_line(cells: Iterable[object]) -> str:
    r"""Return a line of a CSV file, each cell as `csv_cell` writes it.

    Examples:
        >>> csv_line(["=1+1", -7, "Ann, Bo"])
        '\'=1+1,-7,"Ann, Bo"\r\n'
    """
    import csv
    import io

    line = io.StringIO(newline="")
    csv.writer(line).writerow(map(csv_cell, cells))
    return line.getvalue()


def _escaped(char: str) -> str:
    """Return a character as JSON escapes it: by one or two units of UTF-16."""
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))
