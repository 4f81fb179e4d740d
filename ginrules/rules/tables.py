"""Rules as nested tables, the shape of a rule file: from tables to values and back, with every fault.

Pure: no file is read here, and a preset that is extended is asked of the caller.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs

from ginrules.errors import UnknownPreset
from ginrules.rules.faults import RuleProblem, near_miss, text_problems, value_problems
from ginrules.rules.fields import SECTIONS, ByNumber
from ginrules.rules.model import DEFAULTS, DESCRIPTIONS, RULES, RuleSet, changed_values, rule_values

HEAD: Final = (*DESCRIPTIONS, "aliases", "extends")
"""What may stand above the tables of a rule file."""

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


def read_tables(data: Mapping[str, Any], preset_named: PresetNamed) -> Reading:
    """Read nested tables, collecting every fault instead of stopping at one.

    Args:
        data: Sections with rules, as ``tomllib`` gives them, and texts above them.
        preset_named: Finds the preset that ``extends`` names; may raise `UnknownPreset`.
    """
    problems: list[RuleProblem] = []
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


def tables_of(rules: RuleSet, *, full: bool = False) -> dict[str, dict[str, Any]]:
    """The rules as tables by section: those that differ from ``standard``, or all of them.

    Examples:
        >>> tables_of(RuleSet(knock_limit=7, ace_rank="high-or-low"))
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
    except UnknownPreset as error:
        near = error.details.get("near")
        hint = str(near[0]) if isinstance(near, tuple) and near else None
        return dict(DEFAULTS), [RuleProblem("extends", wanted, "unknown preset", hint)]


def _given(data: Mapping[str, Any]) -> tuple[dict[str, Any], set[str], list[RuleProblem]]:
    """The values in the tables, the rules probably meant by misspelt names, and the faults of names."""
    placed: dict[str, Any] = {}
    strayed: dict[str, Any] = {}
    doubtful: set[str] = set()
    problems: list[RuleProblem] = []

    def misnamed(path: str, value: object, message: str, name: object, known: Iterable[str]) -> None:
        near = near_miss(name, known) if isinstance(name, str) else None
        doubtful.update({near} if near in RULES else {})
        problems.append(RuleProblem(path, value, message, near))

    for section, table in data.items():
        if section in HEAD:
            continue
        if section in RULES and not (section in SECTIONS and isinstance(table, Mapping)):
            problems.append(RuleProblem(section, table, f"belongs under [{RULES[section].section}]"))
            strayed[section] = _value(section, table)
        elif section not in SECTIONS:
            known = (*SECTIONS, *HEAD) if isinstance(table, Mapping) else (*HEAD, *SECTIONS, *RULES)
            kind = "unknown section" if isinstance(table, Mapping) else "unknown name"
            misnamed(_path(section), table, kind, section, known)
            doubtful.update(name for name in (table if isinstance(table, Mapping) else ()) if name in RULES)
        elif not isinstance(table, Mapping):
            problems.append(RuleProblem(section, table, "must be a table of rules"))
        else:
            for name, value in table.items():
                path = f"{section}.{_path(name)}"
                if name not in RULES:
                    misnamed(path, value, "unknown rule", name, RULES)
                elif RULES[name].section == section:
                    placed[name] = _value(name, value)
                else:
                    problems.append(RuleProblem(path, value, f"belongs under [{RULES[name].section}]"))
                    strayed[name] = _value(name, value)
    return strayed | placed, doubtful - set(placed) - set(strayed), problems


def _path(name: object) -> str:
    return str(name)[:60] if isinstance(name, (str, int)) else repr(type(name))


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
