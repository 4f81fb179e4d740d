"""Texts of strangers, TOML or JSON: what is too large, too deep or too long is refused before a parser sees it.

The parsers of the standard library take quadratic time and memory for names of many dotted parts, fail on
deep nesting in their own ways, and read numbers of any size written in hexadecimal. Every pattern here reads
a text once, from its begin to its end.
"""

import re
from itertools import accumulate
from typing import Final, Literal, NamedTuple

from ginrules._values import index_of, wrong_type
from ginrules.bounds import DIGITS, KEY_PARTS, NESTING, TEXT_NAMES

TextFormat = Literal["toml", "json"]


class TextFault(NamedTuple):
    """Why a text is refused.

    Attributes:
        message: What is wrong, as a clause.
        line: The line, from 1, if it is known.
    """

    message: str
    line: int | None = None


# a string without an end is read to the end of its line, or of the text: nothing is read twice
_QUOTED: Final = r'"(?:[^"\\\n]++|\\[^\n])*+"?+'
_LITERAL: Final = r"'[^'\n]*+'?+"
_LONG: Final = r'"""(?:[^"\\]++|\\.|"(?!""))*+"{0,5}+' + r"|'''(?:[^']++|'(?!''))*+'{0,5}+"
_PART: Final = rf"(?:[A-Za-z0-9_-]++|{_QUOTED}|{_LITERAL})"
_DOT: Final = r"[ \t]*+\.[ \t]*+"
_STRINGS: Final = {
    "toml": re.compile(rf"#[^\n]*+|{_LONG}|{_QUOTED}|{_LITERAL}", re.DOTALL),
    "json": re.compile(r'"(?:[^"\\]++|\\.)*+"?+', re.DOTALL),
}
"""Comments and strings: what is in them is neither a bracket nor a number."""
_NARROW: Final = re.compile(
    rf"(?:#[^\n]*+|{_LONG}|{_PART}(?:{_DOT}{_PART}){{0,{KEY_PARTS - 1}}}+(?!{_DOT}{_PART})|[^A-Za-z0-9_\-#\"']++)*+",
    re.DOTALL,
)
"""A TOML text as far as no name has too many parts."""
_PLAIN: Final = re.compile(r"[^\[\]{}]++")
_STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}
_NAMED: Final = re.compile(r"[ \t]*+(?:\[{1,2}[ \t]*+(?P<head>[\w.-]++)[ \t]*+\]|(?P<name>[\w.-]++)[ \t]*+=)")
"""The begin of a line of a TOML text: the head of a table, or a name with a value."""
_MORE: Final = f"{{{DIGITS}}}"
_LONG_NUMBER: Final = re.compile(
    rf"(?<![A-Za-z0-9_])(?:0[xob](?:_?[0-9A-Fa-f]){_MORE}_?[0-9A-Fa-f]|[0-9](?:_?[0-9]){_MORE})|\.[0-9](?:_?[0-9]){_MORE}"
)


def limit_within(limit: object, most: int) -> int:
    """Return the limit of a call in bytes, at most the bound.

    Raises:
        WrongTypeError: If it is not a whole number.

    Examples:
        >>> limit_within(1_000, 65_536), limit_within(1_000_000, 65_536)
        (1000, 65536)
    """
    number = index_of(limit)
    if number is None:
        raise wrong_type("a limit in bytes, a whole number", limit)
    return max(0, min(number, most))


def size_fault(text: str, limit: int) -> TextFault | None:
    """Return the fault of a text of more bytes than the limit, None if it is short enough.

    Examples:
        >>> size_fault("knock", 4).message
        'has more than 4 bytes, the most that are read'
    """
    if len(text) <= limit and (len(text) * 4 <= limit or len(text.encode("utf-8", "surrogatepass")) <= limit):
        return None
    return TextFault(f"has more than {limit} bytes, the most that are read")


def shape_fault(text: str, kind: TextFormat, *, names: int = TEXT_NAMES) -> TextFault | None:
    """Return the fault of a text with names, nesting or numbers beyond the bounds, or None.

    Args:
        text: The text.
        kind: How it is written.
        names: The most names, parts of names, tables and lists of a TOML text.

    Examples:
        >>> shape_fault("a." * 16 + "a = 1", "toml").message
        'has a name of more than 16 parts'
        >>> shape_fault("[" * 65, "json").message
        'is nested more than 64 deep'
        >>> shape_fault("x = 1234567890123456789", "toml")
        TextFault(message='has a number of more than 18 digits', line=1)
    """
    if kind == "toml":
        narrow = _NARROW.match(text)
        end = narrow.end() if narrow else 0
        if end < len(text):
            return TextFault(f"has a name of more than {KEY_PARTS} parts", _line(text, end))
    bare = _STRINGS[kind].sub(_blank, text)
    number = _LONG_NUMBER.search(bare)
    if number is not None:
        return TextFault(f"has a number of more than {DIGITS} digits", _line(bare, number.start()))
    if bare.count("[") + bare.count("{") > NESTING:
        depth = accumulate(map(_STEPS.__getitem__, _PLAIN.sub("", bare)))
        if next(filter(NESTING.__lt__, depth), None) is not None:
            return TextFault(f"is nested more than {NESTING} deep", _deep_line(bare))
    if kind == "toml" and sum(map(bare.count, "=.[{")) > names:
        return TextFault(f"has more than {names} names, tables and lists")
    return None


def toml_lines(text: str) -> dict[str, int]:
    r"""Return the lines, from 1, of the tables and the names of a TOML text, by their paths, but of names in quotes.

    Examples:
        >>> toml_lines('name = "ours"\n[knock] # how\nknock_limit = 7')
        {'name': 1, 'knock': 2, 'knock.knock_limit': 3}
    """
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(_STRINGS["toml"].sub(_blank, text).split("\n"), 1):
        named = _NAMED.match(line)
        if named is None:
            continue
        if named["head"]:
            table = named["head"]
        path = table if named["head"] else f"{table}.{named['name']}" if table else named["name"]
        lines.setdefault(path, number)
    return lines


def _blank(string: re.Match[str]) -> str:
    """Return what stands for a string or a comment: its line breaks, so that lines stay as they are."""
    return "''" + "\n" * string[0].count("\n")


def _deep_line(bare: str) -> int:
    depth = accumulate(_STEPS.get(character, 0) for character in bare)
    return _line(bare, next(place for place, level in enumerate(depth) if level > NESTING))


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
