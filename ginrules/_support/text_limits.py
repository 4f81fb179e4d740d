"""Untrusted TOML and JSON: a text that is too large, nested too deep or too long is refused before it is parsed.

The parsers of the standard library take quadratic time and memory for names of many dotted parts, fail on deep
nesting in their own ways, and read numbers of any size written in hexadecimal. A text of 1 MiB is checked in some
milliseconds: translations of bytes delete the irrelevant characters, so little is left to be read character by
character.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Final, Literal

from ginrules._support.bounds import (
    BYTES_OF_A_TABLE,
    DIGITS,
    FREE_TABLES,
    KEY_PARTS,
    NESTING,
    RULE_NAMES,
    TEXT_NAMES,
    TEXT_STRINGS,
)
from ginrules._support.files import UnreadableError
from ginrules._support.values import whole_number
from ginrules.errors import WrongTypeError

TextFormat = Literal["toml", "json"]
"""How a text is written."""
TextKind = Literal["toml", "json", "rules"]
"""The same, and the TOML of rule files, which has bounds of its own."""


_LONG_NUMBER: Final = b"\0"
"""The placeholder of a number with too many digits."""
_NUMBERS: Final = bytes(
    ord("0") if chr(byte) in "0123456789abcdefABCDEF" else ord(" ") if byte == 0 else byte for byte in range(256)
)
"""Every digit, of hexadecimal numbers too, becomes a zero."""
_TOML: Final = b"\0\n\"'#[]{}.=,"
_KEPT: Final[dict[TextKind, bytes]] = {"toml": _TOML, "json": b'\0\n"[]{}', "rules": _TOML}
"""The bytes that make up the shape of a text."""
# the groups repeat without a second plus: on Python 3.11.2 such a group keeps what its last, failed try has read
_LONG_STRINGS: Final = r'"""[^"]*+(?:"(?!"")[^"]*+)*"{0,5}+' + r"|'''[^']*+(?:'(?!'')[^']*+)*'{0,5}+"
_LINE: Final = r"""#[^\n]*+|"[^"\n]*+"?+|'[^'\n]*+'?+"""
_STRINGS: Final = {
    "toml": re.compile(_LINE.encode()),
    "long": re.compile(f"{_LONG_STRINGS}|{_LINE}".encode()),
    "json": re.compile(rb'"[^"]*+"?+'),
}
"""Comments and strings, without their escapes. If one is not closed, it ends with its line or with the text."""
_WHOLE_STRINGS: Final = re.compile(
    r'#[^\n]*+|"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*"{0,5}+'
    r"|'''[^']*+(?:'(?!'')[^']*+)*'{0,5}+"
    r'|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*"?+'
    r"|'[^'\n]*+'?+",
    re.DOTALL,
)
"""The comments and strings of a TOML text."""
_NAMED: Final = re.compile(r"[ \t]*+(?:\[{1,2}[ \t]*+(?P<head>[\w.-]++)[ \t]*+\]|(?P<name>[\w.-]++)[ \t]*+=)")
"""The begin of a line of a TOML text: the head of a table, or a name with a value."""
_STEPS: Final = bytes({ord("["): 1, ord("{"): 1, ord("]"): 255, ord("}"): 255}.get(byte, 0) for byte in range(256))
"""The change of depth at a bracket, as a signed byte."""


def limit_within(limit: object, most: int) -> int:
    """Return a call's limit in bytes, at most the bound.

    Examples:
        >>> limit_within(1_000, 65_536), limit_within(1_000_000, 65_536)
        (1000, 65536)
    """
    return max(0, min(whole_number("limit in bytes", limit, error=WrongTypeError), most))


def check_size(text: str, limit: int) -> None:
    """Refuse a text of more bytes than the limit.

    Examples:
        >>> check_size("knock", 4)
        Traceback (most recent call last):
        ...
        ginrules._support.files.UnreadableError: has more than 4 bytes, the limit for this text
    """
    if len(text) > limit or (len(text) * 4 > limit and len(text.encode("utf-8", "surrogatepass")) > limit):
        raise UnreadableError(f"has more than {limit} bytes, the limit for this text")


def _without(kept: bytes) -> bytes:
    return bytes(range(256)).translate(None, kept)


_DELETED: Final[dict[TextKind, bytes]] = {kind: _without(kept) for kind, kept in _KEPT.items()}
_BLANKED: Final = bytes(byte if byte in _TOML else ord(" ") for byte in range(256))
_NOT_BRACKETS: Final = _without(b"[]{}")


def check_shape(text: str, kind: TextKind) -> None:
    """Refuse a text with names, nesting or numbers beyond the bounds."""
    data = text.encode("utf-8", "surrogatepass")
    size = len(data)
    if b"\\" in data:  # outside of a string they end the reading
        data = data.replace(b"\\\\", b" ").replace(b'\\"', b" ")
    if b"_" in data:  # they are taken out of numbers, and must not leave three quotes in a row
        data = data.replace(b'"_', b'" ').replace(b"'_", b"' ")
    _check_bare(_bare(data.translate(_NUMBERS, b"_").replace(b"0" * (DIGITS + 1), _LONG_NUMBER), kind), kind, size)


def toml_lines(text: str) -> dict[str, int]:
    r"""Return the lines, from 1, of a TOML text's tables and names, by their paths, but of names in quotes.

    Examples:
        >>> toml_lines('name = "ours"\n[knock] # how\nknock_limit = 7')
        {'name': 1, 'knock': 2, 'knock.knock_limit': 3}
    """
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(_WHOLE_STRINGS.sub(_blank, text).split("\n"), 1):
        named = _NAMED.match(line)
        if named is None:
            continue
        if named["head"]:
            table = named["head"]
        path = table if named["head"] else f"{table}.{named['name']}" if table else named["name"]
        lines.setdefault(path, number)
    return lines


def _blank(string: re.Match[str]) -> str:
    """Return the placeholder of a string or a comment: its line breaks, which keep the line numbers."""
    return "''" + "\n" * string[0].count("\n")


def _check_bare(bare: bytes, kind: TextKind, size: int) -> None:
    """Refuse a text of this many bytes of which only the shape is left."""
    place = bare.find(_LONG_NUMBER)
    if place >= 0:
        raise UnreadableError(f"has a number of more than {DIGITS} digits", _line(bare, place))
    place = bare.find(b"." * KEY_PARTS)
    if place >= 0:
        raise UnreadableError(f"has a name of more than {KEY_PARTS} parts", _line(bare, place))
    lists = bare.count(b"[") + bare.count(b"{")
    most = FREE_TABLES + size // BYTES_OF_A_TABLE
    if lists > NESTING:
        _check_nesting(bare, 2 * most)
    tables = lists + bare.count(b".")
    if tables > most or bare.count(b"]") + bare.count(b"}") > most:
        raise UnreadableError(f"has more than {most} tables, lists and parts of names, too many for its {size} bytes")
    most = RULE_NAMES if kind == "rules" else TEXT_NAMES
    if tables + bare.count(b"=") + bare.count(b",") > most:
        raise UnreadableError(f"has more than {most} names, tables, lists and items of lists")


def _check_nesting(bare: bytes, most: int) -> None:
    """Refuse a text that is nested too deeply within its first brackets."""
    brackets = bare.translate(None, _NOT_BRACKETS)[:most]
    depths = accumulate(memoryview(brackets.translate(_STEPS)).cast("b"))
    place = next((place for place, depth in enumerate(depths) if depth > NESTING), -1)
    if place >= 0:
        ahead = re.match(rb"(?:[^\[\]{}]*+[\[\]{}]){%d}" % (place + 1), bare)
        raise UnreadableError(f"is nested more than {NESTING} deep", _line(bare, ahead.end()) if ahead else None)


def _bare(data: bytes, kind: TextKind) -> bytes:
    """Return the shape of a text without its strings and comments.

    Two quotes without anything between them that matters change nothing, wherever they are: a string ends and
    the next begins, or they are a string, or in one. Nor does a comment without anything that matters.
    """
    pattern = "json" if kind == "json" else "long" if b'"""' in data or b"'''" in data else "toml"
    if pattern == "long":
        bare = data.translate(_BLANKED)
    else:
        bare = data.translate(None, _DELETED[kind]).replace(b'""', b"").replace(b"''", b"").replace(b"#\n", b"\n")
    while b"##" in bare:  # a line of them is one comment
        bare = bare.replace(b"##", b"#")
    strings = (bare.count(b'"') + bare.count(b"'") + 1) // 2 + bare.count(b"#")
    if strings > TEXT_STRINGS:
        raise UnreadableError(
            f"has more than {TEXT_STRINGS} comments and strings with brackets, dots, commas or quotes in them"
        )
    if pattern == "long":
        return _STRINGS["long"].sub(lambda string: b"\n" * string[0].count(b"\n"), bare).translate(None, _DELETED[kind])
    return _STRINGS[pattern].sub(b"", bare) if strings else bare


def _line(bare: bytes, place: int) -> int:
    return bare.count(b"\n", 0, place) + 1
