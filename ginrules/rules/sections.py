"""Rules as nested tables, the shape of a rule file: from tables to values and back, with every fault.

Pure: no file is read here, and a preset that is extended is asked of the caller.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs

from ginrules.errors import UnknownPresetError
from ginrules.rules.fields import SECTIONS, ByNumber
from ginrules.rules.model import DEFAULTS, DESCRIPTIONS, RULES, RuleSet, changed_values, rule_values
from ginrules.rules.problems import RuleProblem, near_miss, spelt_name, text_problems, value_problems

HEAD: Final = (*DESCRIPTIONS, "aliases", "extends")
"""What may stand above the tables of a rule file."""

_MOST_HINTS: Final = 100
_NUMBER_KEY: Final = re.compile(r"[1-9][0-9]{0,5}")

PresetNamed = Callable[[str], RuleSet]


@attrs.frozen
class Reading:
    """What a rule file says: a value for every rule, its texts, and every fault.

    Attributes:
        values: A value for every rule, those of the extended preset where the file is silent.
        texts: The texts that the file gives, by name.
        problems: Every fault, in the order of the file's rules; empty if the rules can be played.
    """

    values: Mapping[str, Any]
    texts: Mapping[str, Any]
    problems: tuple[RuleProblem, ...]

    def rule_set(self, *, name: str = "") -> RuleSet:
        """The rule set; only for a reading without problems. ``name`` is used where the file gives none."""
        return RuleSet(**({"name": name} | dict(self.texts) | dict(self.values)))


def read_tables(data: Any, preset_named: PresetNamed) -> Reading:
    """Read nested tables, collecting every fault instead of stopping at one.

    Args:
        data: Sections with rules, as ``tomllib`` gives them, and texts above them; anything else is a fault.
        preset_named: Finds the preset that ``extends`` names; may raise `UnknownPresetError`.
    """
    problems: list[RuleProblem] = []
    if not isinstance(data, Mapping):
        problem = RuleProblem("rules", data, "must be a table of sections")
        return Reading(DEFAULTS, {}, (problem,))
    texts = {name: _texts(data[name]) for name in (*DESCRIPTIONS, "aliases") if name in data}
    problems += text_problems(texts)
    base, base_problems = _base(data, preset_named)
    problems += base_problems
    given, doubtful, named = _given(data)
    problems += named
    values = base | given
    unsure = set(RULES) if base_problems else doubtful
    problems += [
        attrs.evolve(each, path=f"{RULES[each.path].section}.{each.path}")
        for each in value_problems(values, RULES, unsure=unsure)
    ]
    texts.pop("aliases", None)
    return Reading(values, texts, tuple(problems))


def section_tables(rules: RuleSet, *, full: bool = False) -> dict[str, dict[str, Any]]:
    """The rules as tables by section: those that differ from ``standard``, or all of them.

    Examples:
        >>> section_tables(RuleSet(knock_limit=7, ace_rank="high-or-low"))
        {'melds': {'ace_rank': 'high-or-low'}, 'knock': {'knock_limit': 7}}
    """
    values = rule_values(rules) if full else changed_values(rules)
    tables: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    for name, value in values.items():
        tables[RULES[name].section][name] = value
    return {section: table for section, table in tables.items() if table}


def _texts(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _base(data: Mapping[str, Any], preset_named: PresetNamed) -> tuple[dict[str, Any], list[RuleProblem]]:
    """The values that the file builds on, and the fault if it names no preset."""
    if "extends" not in data:
        return dict(DEFAULTS), []
    wanted = data["extends"]
    if not isinstance(wanted, str):
        return dict(DEFAULTS), [RuleProblem("extends", wanted, "must be the name of a preset")]
    try:
        return rule_values(preset_named(wanted)), []
    except UnknownPresetError as error:
        near = error.details.get("near")
        hint = str(near[0]) if isinstance(near, tuple) and near else None
        return dict(DEFAULTS), [RuleProblem("extends", wanted, "unknown preset", hint)]


def _given(data: Mapping[str, Any]) -> tuple[dict[str, Any], set[str], list[RuleProblem]]:
    """The values in the tables, the rules probably meant by misspelt names, and the faults of names."""
    found = _Names()
    for section, table in data.items():
        if section in HEAD:
            continue
        if section in SECTIONS and isinstance(table, Mapping):
            for name, value in table.items():
                found.rule_in(section, name, value)
        elif section in RULES:
            found.strayed(section, section, table)
        elif section in SECTIONS:
            found.problems.append(RuleProblem(section, table, "must be a table of rules"))
        else:
            found.unknown_section(section, table)
    values = found.astray | found.placed
    return values, found.doubtful - set(values), found.problems


@attrs.define
class _Names:
    """What sorting the names of a rule file has found so far.

    Attributes:
        placed: Values in the right section, by rule.
        astray: Values of known rules in a wrong place; used where the right place has none.
        doubtful: Rules that a misspelt name probably meant.
        problems: The faults of names.
    """

    placed: dict[str, Any] = attrs.field(factory=dict)
    astray: dict[str, Any] = attrs.field(factory=dict)
    doubtful: set[str] = attrs.field(factory=set)
    problems: list[RuleProblem] = attrs.field(factory=list)

    def rule_in(self, section: str, name: object, value: object) -> None:
        path = f"{section}.{spelt_name(name)}"
        if not isinstance(name, str) or name not in RULES:
            self._unknown(path, value, "unknown rule", name, RULES)
        elif RULES[name].section == section:
            self.placed[name] = _value(name, value)
        else:
            self.strayed(path, name, value)

    def strayed(self, path: str, name: str, value: object) -> None:
        self.problems.append(RuleProblem(path, value, f"belongs under [{RULES[name].section}]"))
        self.astray[name] = _value(name, value)

    def unknown_section(self, section: object, table: object) -> None:
        if isinstance(table, Mapping):
            self._unknown(spelt_name(section), table, "unknown section", section, (*SECTIONS, *HEAD))
            self.doubtful.update(name for name in table if name in RULES)
        else:
            self._unknown(spelt_name(section), table, "unknown name", section, (*HEAD, *SECTIONS, *RULES))

    def _unknown(self, path: str, value: object, message: str, name: object, known: Iterable[str]) -> None:
        # the first hundred faults get a hint; a file with thousands should not take minutes to refuse
        hint = isinstance(name, str) and len(self.problems) < _MOST_HINTS
        near = near_miss(str(name), known) if hint else None
        if near is not None and near in RULES:
            self.doubtful.add(near)
        self.problems.append(RuleProblem(path, value, message, near))


def _value(name: str, value: object) -> object:
    """A value in the shape that `RuleSet` holds, where it has that shape at all."""
    kind = RULES[name].kind
    if kind == "numbers" and isinstance(value, list):
        return tuple(value)
    if kind == "by-number" and isinstance(value, Mapping) and not isinstance(value, ByNumber):
        keys = {key: _number(key) for key in value}
        if None not in keys.values():
            return ByNumber({keys[key]: each for key, each in value.items()})  # type: ignore[misc]
    return value


def _number(key: object) -> int | None:
    if isinstance(key, int) and not isinstance(key, bool):
        return key
    return int(key) if isinstance(key, str) and _NUMBER_KEY.fullmatch(key) else None
