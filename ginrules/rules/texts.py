"""Values of rules as texts: as a rule file has them, and as people read them, counts and lists in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

_LONGEST: Final = 80
_HUGE: Final = 10**30
_DEEPEST: Final = 4
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,60}")


def json_value(value: Any) -> Any:
    """Return a rule's value as JSON: a table's keys become texts, a tuple becomes a list."""
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def value_text(value: object) -> str:
    """Return a rule's value as people read it.

    Examples:
        >>> value_text("knock-card"), value_text(False), value_text((1, 1, 2)), value_text({2: 10, 3: 7})
        ('knock-card', 'false', '1, 1, 2', '10 for 2, 7 for 3')
    """
    match value:
        case str():
            return value
        case Mapping():
            return ", ".join(f"{size} for {number}" for number, size in value.items())
        case tuple():
            return ", ".join(map(value_text, value))
        case _:
            return toml_text(value)


def term_text(value: object) -> str:
    """Return a rule's value as an expression has it after ``rule=``.

    Examples:
        >>> term_text("knock-card"), term_text(False), term_text((1, 1, 2)), term_text({2: 10, 3: 7})
        ('knock-card', 'false', '1,1,2', '{2=10,3=7}')
    """
    match value:
        case str():
            return value
        case Mapping():
            return "{" + ",".join(f"{number}={size}" for number, size in value.items()) + "}"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return toml_value(value)


def toml_text(value: object) -> str:
    """Return a value as TOML spells it, shortened if long.

    Examples:
        >>> toml_text("knock-card"), toml_text(False), toml_text((1, 1, 2)), toml_text({2: 10, 3: 7})
        ('"knock-card"', 'false', '[1, 1, 2]', '{ 2 = 10, 3 = 7 }')
    """
    text = toml_value(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def toml_name(name: object) -> str:
    """Return a name of a file for a line of an error: quoted unless it is a plain key."""
    if not isinstance(name, str):
        return toml_value(name, _DEEPEST)
    return name if _PLAIN.fullmatch(name) else _quoted(name[:_LONGEST])


def toml_value(value: object, depth: int = 0) -> str:
    """Return a value as TOML spells it, with texts, lists and tables cut that are longer than any of a rule."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) >= _HUGE:
            return f"a number of {value.bit_length()} bits"
        case str():
            return _quoted(value[:_LONGEST])
        case list() | tuple() | Mapping() if depth == _DEEPEST:
            return "…"
        case list() | tuple():
            return "[" + ", ".join(toml_value(item, depth + 1) for item in value[:_LONGEST]) + "]"
        case Mapping():
            items = [f"{toml_name(key)} = {toml_value(item, depth + 1)}" for key, item in [*value.items()][:_LONGEST]]
            return "{ " + ", ".join(items) + " }" if items else "{}"
        case int() | float():
            return str(value)
        case _:
            return f"a {type(value).__name__}"


def _quoted(text: str) -> str:
    """Return the text in double quotes, with the characters that do not print escaped."""
    import json

    escaped = json.dumps(text, ensure_ascii=False)
    return "".join(character if character.isprintable() else f"\\u{ord(character):04x}" for character in escaped)


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: '1 card', '2 cards', '3 boxes'."""
    ending = "es" if noun.endswith("x") else "s"
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{ending}"


def points(count: int) -> str:
    """Return a number of points in words."""
    return plural(count, "point")


def times(count: int) -> str:
    """Return a factor in words: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def ordinal(count: int) -> str:
    """Return a number's place in a row.

    Examples:
        >>> ordinal(1), ordinal(12), ordinal(22), ordinal(100)
        ('1st', '12th', '22nd', '100th')
    """
    ending = "th" if count // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"


def joined(parts: Iterable[str], last: str) -> str:
    """Return a list in words.

    Examples:
        >>> joined(["2", "3", "4"], "or")
        '2, 3 or 4'
    """
    *front, end = parts
    return f"{', '.join(front)} {last} {end}" if front else end
