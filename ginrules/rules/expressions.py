"""Rules in one line: ``oklahoma+hollywood``, ``standard+knock_limit=7``.

Names and ``rule=value`` are joined by ``+``. Each name brings its differences from ``standard``. A ``rule=value``
overrides them. No file is read here. The caller looks a name up.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, Final

import attrs

from ginrules._support.bounds import EXPRESSION, TABLE_KEYS
from ginrules.errors import RuleSetError, UnknownPresetError
from ginrules.rules.fields import SECTIONS, as_by_number, as_numbers
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, changed_values
from ginrules.rules.problems import RuleProblem, near_miss, near_rule, summary_of, unknown_name, value_problems
from ginrules.rules.rule_fields import Ceremony
from ginrules.rules.texts import toml_text

LONGEST: Final = EXPRESSION
"""Length limit of an expression, in characters."""

RulesNamed = Callable[[str], RuleSet]
"""Finds rules by their name. It may raise `UnknownPresetError` or `RuleSetError`."""

_LONGEST_TERM: Final = 60
_MOST_HINTS: Final = 20
_NUMBER_KEY: Final = re.compile(r"[1-9][0-9]{0,5}")
_WORD: Final = re.compile(r"[A-Za-z][\w-]*")
_OPENING: Final = "[{"
_CLOSING: Final = "]}"
_QUOTES: Final = "\"'"
_VALUES: Final = "a number, a word, true, false, a list like 1,1,2 or a table like {2=10,3=7}"


def is_expression(text: str) -> bool:
    """Return whether a text is more than a single name.

    Examples:
        >>> is_expression("oklahoma"), is_expression("oklahoma+hollywood"), is_expression("knock_limit=7")
        (False, True, True)
    """
    return "+" in text or "=" in text


def is_path(text: str) -> bool:
    """Return whether a term is a rule file's path: it ends in ``.toml`` or has a slash.

    Examples:
        >>> is_path("club.toml"), is_path("clubs/ours"), is_path("oklahoma"), is_path("knock_limit=7")
        (True, True, False, False)
    """
    if text.lower().endswith(".toml"):
        return True
    is_setting = text.partition("=")[0].strip().rpartition(".")[2] in RULES
    return not is_setting and any(mark in text for mark in (os.sep, "/"))


def rules_in(text: str, named: RulesNamed) -> RuleSet:
    """Return an expression's rules, named after it."""
    total = read_expression([text], named)
    values = total.values()
    problems = (*total.problems, *map(_with_section, value_problems(values, RULES, unsure=RULES)))
    problems = problems or tuple(map(_with_section, value_problems(values, RULES)))
    if problems:
        raise RuleSetError(summary_of(problems, shortened(text)), problems)
    return RuleSet(name="+".join(total.words), first_dealer=total.first_dealer, **values)


def read_expression(
    texts: Sequence[str], named: RulesNamed, *, place: str = "", decided: Container[str] = ()
) -> RuleExpression:
    """Read expressions, collecting every problem of their terms."""
    total = RuleExpression(named, place)
    for text in texts:
        if len(text) > LONGEST:
            total.note(text, f"has {len(text)} characters: at most {LONGEST} are read")
            continue
        try:
            terms = list(_terms(text))
        except ValueError as fault:
            total.note(text, str(fault))
            continue
        for term in terms:
            total.add(term.strip(), text)
    total.compare(decided)
    return total


def held_form(name: str, value: object) -> object:
    """Return a rule's value as `RuleSet` holds it: a list as a tuple, a table by whole numbers."""
    kind = RULES[name].kind
    if kind == "numbers" and isinstance(value, list):
        return tuple(value)
    if kind == "by-number" and isinstance(value, Mapping) and len(value) <= TABLE_KEYS:
        return as_by_number({_number(key): size for key, size in value.items()})
    return value


def shortened(text: str) -> str:
    """Return a text for an error message, shortened if long."""
    plain = " ".join(text.split())
    return plain if len(plain) <= _LONGEST_TERM else f"{plain[: _LONGEST_TERM - 1]}…"


@attrs.define
class RuleExpression:
    """The terms read so far, with every problem of them.

    Names bring values, in their order. Settings, ``rule=value``, decide.
    """

    named: RulesNamed
    place: str
    brought: dict[str, dict[str, Any]] = attrs.field(factory=dict)
    settings: dict[str, tuple[str, Any]] = attrs.field(factory=dict)
    words: list[str] = attrs.field(factory=list)
    first_dealer: Ceremony = "lot"
    problems: list[RuleProblem] = attrs.field(factory=list)

    def note(self, term: str, message: str, near: str | None = None) -> None:
        """Note a problem of a term."""
        path, value = (self.place, shortened(term)) if self.place else (shortened(term), None)
        self.problems.append(RuleProblem(path, value, message, near))

    def add(self, term: str, text: str) -> None:
        """Read a term of an expression, this text."""
        if not term:
            self.note(text, "has an empty term: write names and rule=value with one + between them")
        elif "=" not in term and is_expression(term) and not is_path(term):  # a + in quotes or brackets
            self.note(term, "unknown preset")
        elif is_path(term) or "=" not in term:
            self._add_name(term)
        else:
            self._add_setting(term)

    def compare(self, decided: Container[str]) -> None:
        """Note every rule that two names set to different values and nothing else decides."""
        for name, by_term in self.brought.items():
            values = list(by_term.values())
            if name in self.settings or name in decided or all(value == values[0] for value in values):
                continue
            said = ", ".join(f"{term} has {toml_text(value)}" for term, value in by_term.items())
            message = f"the names disagree: {said}; add {name}=… to decide"
            self.problems.append(RuleProblem(f"{RULES[name].section}.{name}", None, message))

    def values(self) -> dict[str, Any]:
        """Return the value of every rule, unchecked."""
        brought = {name: next(iter(by_term.values())) for name, by_term in self.brought.items()}
        return {**DEFAULTS, **brought, **{name: value for name, (_, value) in self.settings.items()}}

    def _add_name(self, term: str) -> None:
        word = "-".join(term.split())
        try:
            rules = self.named(term)
        except UnknownPresetError as error:
            near = error.details.get("near")
            if term.rpartition(".")[2] in RULES:
                self.note(term, f"is a rule and needs a value: {term}=…")
            elif is_path(term):
                self.note(term, NO_PATH)
            else:
                self.note(term, "unknown preset", str(near[0]) if isinstance(near, tuple) and near else None)
        except RuleSetError as error:
            # a circle of files is named once, whatever its length
            reasons = (one.message if one.message.startswith(CIRCLE) else str(one) for one in error.problems)
            self.note(term, "; ".join(reasons) or str(error))
        else:
            word = rules.name if is_path(term) else word
            if self.first_dealer == "lot":
                self.first_dealer = rules.first_dealer
            for name, value in changed_values(rules).items():
                self.brought.setdefault(name, {})[word] = value
        self.words.append(word)

    def _add_setting(self, term: str) -> None:
        self.words.append("".join(term.split()))
        path, _, text = (part.strip() for part in term.partition("="))
        section, _, name = path.rpartition(".")
        try:
            value = _value(text)
        except ValueError as fault:
            self.note(term, str(fault))
            value = None
        if name not in RULES or (section and section not in SECTIONS):
            self._unknown(path, section, name, value)
        elif section and section != RULES[name].section:
            self.problems.append(RuleProblem(path, value, f"belongs to the section {RULES[name].section}"))
        elif name in self.settings:
            self.note(term, f"sets {name} again, after {self.settings[name][0]}: once is enough")
        elif value is not None:
            # a single number is a list of one
            self.settings[name] = term, as_numbers(value) if RULES[name].kind == "numbers" else held_form(name, value)

    def _unknown(self, path: str, section: str, name: str, value: object) -> None:
        hint = len(self.problems) < _MOST_HINTS
        path = shortened(path)
        if section and section not in SECTIONS:
            what, word, near = "section", section, near_miss(section, SECTIONS) if hint else None
        else:
            what, word, near = "rule", name, near_rule(name, RuleSet.sections, section) if hint else None
        self.problems.append(unknown_name(path, value, what, word, near))


CIRCLE: Final = "goes in a circle"
"""The beginning of the message if files extend each other."""

NO_PATH: Final = "is a path, which is not read here: ginrules.load_rules(path) reads a rule file"
"""The message if a path is not allowed."""


def _with_section(problem: RuleProblem) -> RuleProblem:
    return attrs.evolve(problem, path=f"{RULES[problem.path].section}.{problem.path}")


def _terms(text: str) -> Iterator[str]:
    """Yield an expression's terms. A ``+`` in quotes, lists and tables does not separate."""
    start, depth, quote = 0, 0, ""
    for place, mark in enumerate(text):
        if quote:
            quote = "" if mark == quote else quote
        elif mark in _QUOTES:
            quote = mark
        elif mark in _OPENING:
            depth += 1
        elif mark in _CLOSING:
            depth -= 1
        elif mark == "+" and not depth:
            yield text[start:place]
            start = place + 1
    if quote or depth:
        raise ValueError("has a quote or a bracket without its other half")
    yield text[start:]


def _value(text: str) -> object:
    """Return the value that a text means: as in TOML, words without quotes, lists also without brackets."""
    import tomllib

    if text not in ("true", "false") and _WORD.fullmatch(text):
        return text
    listed = "," in text and text[:1] not in _OPENING + _QUOTES
    message = f"has no value that can be read: write {_VALUES}"
    if "\n" in text or "#" in text:
        raise ValueError(message)
    try:
        tables = tomllib.loads(f"value = [{text}]" if listed else f"value = {text}")
    except (ValueError, RecursionError):
        raise ValueError(message) from None
    return tables["value"]


def _number(key: object) -> object:
    """Return the number that a table's key spells, or another key as it is."""
    return int(key) if isinstance(key, str) and _NUMBER_KEY.fullmatch(key) else key
