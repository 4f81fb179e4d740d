"""Rule files: TOML with one table per section, read, checked and written.

A file has the rules that differ from ``standard``, or from the preset it ``extends``::

    name = "our table"
    extends = "oklahoma"

    [knock]
    ace_upcard = "one"

    [deal]
    hand_size = { 2 = 10, 3 = 7 }
"""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from ginrules._io import UnreadableError, read_text
from ginrules._values import shown
from ginrules.errors import RuleSetError
from ginrules.presets import preset
from ginrules.rules.model import DESCRIPTIONS, RuleSet, expect_rules
from ginrules.rules.problems import RuleProblem, summary_of
from ginrules.rules.sections import read_tables, section_tables

LARGEST_FILE: Final = 1 << 20
"""The largest size of a rule file, in bytes (1 MiB)."""

_AT: Final = re.compile(r" \(at (line \d+, column \d+|end of document)\)$")


def load_rules(path: str | os.PathLike[str]) -> RuleSet:
    r"""Read a rule file; a file without a ``name`` is named after itself.

    Raises:
        RuleSetError: If the file cannot be read, is larger than 1 MiB, is not UTF-8 or not
            TOML, or holds rules that cannot be played; ``problems`` has every one.

    Examples:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder) / "cabin.toml"
        ...     _ = file.write_text("[knock]\nknock_limit = 7", encoding="utf-8")
        ...     rules = load_rules(file)
        >>> rules.name, rules.knock_limit
        ('cabin', 7)
    """
    argument: object = path
    if not isinstance(argument, str | os.PathLike):
        raise _unreadable("load_rules", "path", f"expected the path of a rule file, got {shown(argument)}")
    where = Path(path)
    return _rules_in(_text_of(where), where.name, name=where.stem)


def loads_rules(text: str, *, source: str = "text") -> RuleSet:
    r"""Read rules from the text of a rule file.

    Args:
        text: TOML, see the module's text.
        source: A name of the text for errors.

    Raises:
        RuleSetError: If the text is not TOML, or holds rules that cannot be played.

    Examples:
        >>> ours = loads_rules('extends = "straight-gin"\n[price]\ngin_bonus = 30')
        >>> ours.knock_limit, ours.gin_bonus
        (0, 30)
    """
    return _rules_in(text, source)


def dumps_rules(rules: RuleSet, *, full: bool = False) -> str:
    """Write rules as TOML: what differs from ``standard``, or with ``full`` every value.

    Reading the text gives rules equal to these, with the same name and texts.

    Examples:
        >>> print(dumps_rules(RuleSet(name="ours", knock_limit=7, gin_bonus=20)), end="")
        name = "ours"
        <BLANKLINE>
        [knock]
        knock_limit = 7
        <BLANKLINE>
        [price]
        gin_bonus = 20
    """
    expect_rules(rules)
    head = "".join(f"{name} = {_toml(value)}\n" for name in DESCRIPTIONS if (value := getattr(rules, name)))
    parts = [head] if head else []
    for section, table in section_tables(rules, full=full).items():
        parts.append(f"[{section}]\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in table.items()))
    return "\n".join(parts)


def check_rules(data: Mapping[str, Any]) -> tuple[RuleProblem, ...]:
    """Return every problem of the rules in these tables, none if they can be played.

    Names are checked (sections, rules, the preset in ``extends``), then each value, strictly
    (true is not 1, "7" is not 7), then what cannot be played together.

    Args:
        data: The tables of a rule file, as ``tomllib.loads`` gives them.

    Examples:
        >>> for problem in check_rules({"knock": {"knock_limit": -1, "big_jin": False}}):
        ...     print(problem)
        knock.big_jin = false: unknown rule; did you mean 'big_gin'?
        knock.knock_limit = -1: must be 0 or more (0 is gin only)
        >>> check_rules({"extends": "oklahoma", "price": {"gin_bonus": 20}})
        ()
    """
    return read_tables(data, preset).problems


def _rules_in(text: str, source: str, *, name: str = "") -> RuleSet:
    reading = read_tables(_parsed(text, source), preset)
    if reading.problems:
        raise RuleSetError(summary_of(reading.problems, source), reading.problems)
    return reading.rule_set(name=name)


def _text_of(path: Path) -> str:
    try:
        return read_text(path, LARGEST_FILE)
    except UnreadableError as error:
        place = f"line {error.line}" if error.line else "file"
        raise _unreadable(path.name or str(path), place, error.reason) from None


def _parsed(text: str, source: str) -> dict[str, Any]:
    """Return the tables of the text; the parser also fails on numbers of thousands of digits and deep nesting."""
    import tomllib  # noqa: PLC0415 - only once a file is read

    if not isinstance(text, str):
        raise _unreadable(source, "text", f"must be a text, not a {type(text).__name__}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _AT.search(message)
        reason = _AT.sub("", message)
        raise _unreadable(source, place[1] if place else "file", f"is not TOML: {reason}") from None
    except RecursionError:
        raise _unreadable(source, "file", "is nested too deeply") from None
    except ValueError:
        raise _unreadable(source, "file", "holds a number of thousands of digits") from None


def _unreadable(source: str, path: str, message: str) -> RuleSetError:
    problems = (RuleProblem(path, None, message),)
    return RuleSetError(summary_of(problems, source), problems)


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _toml_text(value)
        case Mapping():
            return "{ " + ", ".join(f"{key} = {size}" for key, size in value.items()) + " }"
        case _ if any(isinstance(item, str) for item in value):
            return "[\n" + "".join(f"    {_toml_text(item)},\n" for item in value) + "]"
        case _:
            return "[" + ", ".join(map(str, value)) + "]"


def _toml_text(text: str) -> str:
    """Return a basic string: JSON's escapes are TOML's, but TOML escapes the delete character too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
