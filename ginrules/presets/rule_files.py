"""Rule files: TOML with one table per section, read, checked and written.

A file has the rules that differ from ``standard``, or from the rules it ``extends``: a preset, an
expression like ``oklahoma+hollywood``, or a list of them::

    name = "our table"
    extends = "oklahoma"

    [knock]
    ace_upcard = "one"

    [deal]
    hand_size = { 2 = 10, 3 = 7 }

A file read by `load_rules` can also extend other files, by paths relative to its own. A text cannot.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs

from ginrules._support.bounds import RULE_TEXT
from ginrules._support.files import UnreadableError, read_text
from ginrules._support.text_limits import check_shape, check_size, limit_within, toml_lines
from ginrules._support.values import shown
from ginrules.errors import RuleSetError, UnknownPresetError
from ginrules.presets import preset
from ginrules.rules.expressions import CIRCLE, RulesNamed, is_expression, is_path, rules_in
from ginrules.rules.model import RuleSet, described, rules_of
from ginrules.rules.problems import RuleProblem, summary_of
from ginrules.rules.sections import read_tables, section_tables
from ginrules.rules.texts import toml_value

_DEEPEST: Final = 20
_AT: Final = re.compile(r" \(at (line \d+, column \d+|end of document)\)$")


def load_rules(path: str | os.PathLike[str], *, limit: int = RULE_TEXT) -> RuleSet:
    r"""Read a rule file. A file without a ``name`` is named after itself.

    Args:
        path: The file.
        limit: Size limit of the file, and of each file that it extends, in bytes. At most 64 KiB.

    Raises:
        RuleSetError: If the file cannot be read, is larger than the limit, is not UTF-8 or not
            TOML, or holds rules that cannot be played. ``problems`` has every one.

    Examples:
        >>> from pathlib import Path
        >>> import ginrules as gin
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder) / "cabin.toml"
        ...     _ = file.write_text("[knock]\nknock_limit = 7", encoding="utf-8")
        ...     rules = gin.load_rules(file)
        >>> rules.name, rules.knock_limit
        ('cabin', 7)
    """
    argument: object = path
    if not isinstance(argument, str | os.PathLike):
        raise _unreadable("load_rules", "path", f"expected the path of a rule file, got {shown(argument)}")
    return _Files(limit_within(limit, RULE_TEXT)).load(Path(path))


def loads_rules(text: str, *, source: str = "text", limit: int = RULE_TEXT) -> RuleSet:
    r"""Read rules from a rule file's text.

    Args:
        text: TOML, with a table for each section of rules.
        source: A name of the text for errors.
        limit: Size limit of the text, in bytes. At most 64 KiB.

    Raises:
        RuleSetError: If the text is too large or not TOML, or holds rules that cannot be played.

    Examples:
        >>> import ginrules as gin
        >>> ours = gin.loads_rules('extends = "straight-gin"\n[price]\ngin_bonus = 30')
        >>> ours.knock_limit, ours.gin_bonus
        (0, 30)
    """
    if not isinstance(text, str):
        raise _unreadable(source, "text", f"must be a text, not a {type(text).__name__}")
    try:
        check_size(text, limit_within(limit, RULE_TEXT))
    except UnreadableError as error:
        raise _unreadable(source, "text", error.reason) from None
    return _rules_in(text, source, preset)


def rules_named(text: str, folder: Path | None, *, is_open: bool = True) -> RuleSet:
    """Return the rules that a text names, as the command line and score pads name them.

    A term that ends in ``.toml`` or has a slash is a file. Any other is a preset or ``rule=value``.
    """
    if folder is None:
        return rules_of(text)
    files = _Files(RULE_TEXT, None if is_open else folder)
    if is_path(text) and (not is_expression(text) or files.has(folder / text)):
        return _term(files, folder, text)
    if is_expression(text):
        return rules_in(text, partial(_term, files, folder))
    try:
        return preset(text)
    except UnknownPresetError as error:
        near = error.details.get("near")
        names = f"did you mean {' or '.join(map(str, near))}? " if isinstance(near, tuple) and near else ""
        if expression := error.details.get("expression"):
            names += f"write {expression}; "
        message = f"no preset {shown(text)}: {names}`ginrules presets` lists them all, a rule file ends in .toml"
        raise UnknownPresetError(message, **error.details) from None


def _term(files: _Files, folder: Path, text: str) -> RuleSet:
    if not is_path(text):
        return preset(text)
    if not files.has(folder / text):
        raise RuleSetError(f"there is no file {text}{files.where}")
    return files.load(folder / text)


def dumps_rules(rules: RuleSet | str, *, full: bool = False) -> str:
    """Write rules as TOML: the values that differ from ``standard``, or all values if ``full``.

    Reading the text gives rules equal to these, with the same name and texts.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.dumps_rules(gin.RuleSet(name="ours", knock_limit=7, gin_bonus=20)), end="")
        name = "ours"
        <BLANKLINE>
        [knock]
        knock_limit = 7
        <BLANKLINE>
        [price]
        gin_bonus = 20
    """
    rules = rules_of(rules)
    head = "".join(f"{name} = {_toml(value)}\n" for name, value in described(rules).items())
    parts = [head] if head else []
    for section, table in section_tables(rules, full=full).items():
        parts.append(f"[{section}]\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in table.items()))
    return "\n".join(parts)


def check_rules(data: Mapping[str, Any]) -> tuple[RuleProblem, ...]:
    """Return every problem of the rules in these tables, none if they can be played.

    Names are checked (sections, rules, the names in ``extends``), then each value, strictly
    (true is not 1, "7" is not 7), then combinations that cannot be played.

    Args:
        data: A rule file's tables, as ``tomllib.loads`` gives them.

    Examples:
        >>> import ginrules as gin
        >>> for problem in gin.check_rules({"knock": {"knock_limit": -1, "big_jin": False}}):
        ...     print(problem)
        knock.big_jin = false: unknown rule; did you mean 'big_gin'?
        knock.knock_limit = -1: must be 0 or more (0 is gin only)
        >>> gin.check_rules({"extends": "oklahoma", "price": {"gin_bonus": 20}})
        ()
    """
    return read_tables(data, preset).problems


@attrs.define
class _Files:
    """The rule files that one call reads, each once, in or below ``root`` if there is one."""

    limit: int
    root: Path | None = None
    loaded: dict[Path, RuleSet] = attrs.field(factory=dict)
    opened: dict[Path, str] = attrs.field(factory=dict)

    @property
    def where(self) -> str:
        """The end of a sentence about a file that cannot be named."""
        return "" if self.root is None else " in the folder of the pad"

    def has(self, path: Path) -> bool:
        """Return whether a file exists that can be named. Nothing is asked about a file outside the root."""
        return self._is_below(path) and path.is_file()

    def _is_below(self, path: Path) -> bool:
        if self.root is None:
            return True
        named, root = (Path(os.path.normpath(place.absolute())) for place in (path, self.root))
        if not named.is_relative_to(root):  # asked first: a path can lead to another machine
            return False
        return _real(path).is_relative_to(_real(root))

    def load(self, path: Path, name: str = "") -> RuleSet:
        name = name or path.name
        if not self._is_below(path):
            raise _unreadable(name, "file", f"there is no such file{self.where}")
        real = _real(path)
        if real in self.opened:
            names = list(self.opened.values())[list(self.opened).index(real) :]
            raise _unreadable(name, "extends", f"{CIRCLE}: {' → '.join([*names, name])}")
        if len(self.opened) == _DEEPEST:
            raise _unreadable(name, "extends", f"is a chain of more than {_DEEPEST} files")
        if real not in self.loaded:
            self.opened[real] = name
            try:
                self.loaded[real] = _rules_in(
                    _text_of(path, self.limit), path.name, partial(self._named, path.parent), name=path.stem
                )
            finally:
                del self.opened[real]
        return self.loaded[real]

    def _named(self, folder: Path, name: str) -> RuleSet:
        return self.load(folder / name, name) if is_path(name) else preset(name)


def _real(path: Path) -> Path:
    """Return a file's path whatever links lead there, and a path with a null character as it is."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        return path


def _rules_in(text: str, source: str, named: RulesNamed, *, name: str = "") -> RuleSet:
    context = read_tables(_parsed(text, source), named)
    if context.problems:
        problems = _placed(context.problems, text)
        raise RuleSetError(summary_of(problems, source), problems)
    return context.rule_set(name=name)


def _placed(problems: tuple[RuleProblem, ...], text: str) -> tuple[RuleProblem, ...]:
    """Return the problems with their lines, in order of line, those of values not in the text last."""
    lines = toml_lines(text)
    placed = [attrs.evolve(problem, line=lines.get(problem.path)) for problem in problems]
    return tuple(sorted(placed, key=lambda problem: problem.line or len(text) + 1))


def _text_of(path: Path, limit: int) -> str:
    try:
        return read_text(path, limit)
    except UnreadableError as error:
        place = f"line {error.line}" if error.line else "file"
        raise _unreadable(path.name or str(path), place, error.reason) from None


def _parsed(text: str, source: str) -> dict[str, Any]:
    """Return the tables of the text, once its names, its nesting and its numbers are within the bounds."""
    import tomllib

    try:
        check_shape(text, "rules")
        return tomllib.loads(text)
    except UnreadableError as error:
        raise _unreadable(source, f"line {error.line}" if error.line else "file", error.reason) from None
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _AT.search(message)
        reason = _AT.sub("", message)[:200]
        raise _unreadable(source, place[1] if place else "file", f"is not TOML: {reason}") from None
    except ValueError as error:  # a number that looks like a date
        raise _unreadable(source, "file", f"is not TOML: {str(error)[:200]}") from None


def _unreadable(source: str, path: str, message: str) -> RuleSetError:
    problems = (RuleProblem(path, None, message),)
    return RuleSetError(summary_of(problems, source), problems)


def _toml(value: Any) -> str:
    if isinstance(value, str):
        return _toml_text(value)
    if isinstance(value, tuple) and any(isinstance(item, str) for item in value):
        return "[\n" + "".join(f"    {_toml_text(item)},\n" for item in value) + "]"
    return toml_value(value)


def _toml_text(text: str) -> str:
    """Return a basic string: JSON's escapes are TOML's, but TOML escapes the delete character too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
