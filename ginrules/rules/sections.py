"""Rules as nested tables, the shape of a rule file: read with every problem, and written.

No file is read here. The caller looks up the names in the expression that a file extends.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from itertools import islice
from typing import Any, Final

import attrs

from ginrules._support.bounds import NAMES, PROBLEMS
from ginrules.rules.expressions import RuleExpression, RulesNamed, held_form, read_expression
from ginrules.rules.fields import SECTIONS, as_texts
from ginrules.rules.model import DEFAULTS, DESCRIPTIONS, RULES, RuleSet, changed_values, rule_values
from ginrules.rules.problems import RuleProblem, near_miss, near_rule, text_problems, unknown_name, value_problems
from ginrules.rules.texts import toml_name

CATALOGUE: Final = ("family", "confidence", "aliases")
"""Names in a preset's file other than rules and descriptions. Only `ginrules.presets` reads them."""

HEAD: Final = (*DESCRIPTIONS, *CATALOGUE, "extends")
"""The keys above a rule file's tables."""

_MOST_HINTS: Final = 20
_MOST_BASES: Final = 100


@attrs.frozen
class ParseContext:
    """A rule file's content: a value for every rule, its texts, and every problem, none if the rules can be played."""

    values: Mapping[str, Any]
    texts: Mapping[str, Any]
    problems: tuple[RuleProblem, ...]

    def rule_set(self, *, name: str = "") -> RuleSet:
        """Return the rule set of a reading without problems, with ``name`` if the file has none."""
        return RuleSet(**({"name": name} | dict(self.texts) | dict(self.values)))


def read_tables(data: Any, named: RulesNamed) -> ParseContext:
    """Read nested tables, collecting every problem instead of stopping at one."""
    if not isinstance(data, Mapping):
        return ParseContext(DEFAULTS, {}, (RuleProblem("rules", data, "must be a table of sections"),))
    texts = {name: as_texts(data[name]) for name in (*DESCRIPTIONS, *CATALOGUE) if name in data}
    own, doubtful, misplaced = _values(data)
    base = _base(data, named, own)
    problems = [*text_problems(texts), *base.problems, *misplaced]
    values = base.values() | own
    unsure = set(RULES) if base.problems else doubtful
    origin = f"; the value comes from {'extends' if 'extends' in data else 'standard'}"
    problems += [
        attrs.evolve(
            problem,
            path=f"{RULES[problem.path].section}.{problem.path}",
            message=problem.message + (origin if problem.path not in own else ""),
        )
        for problem in value_problems(values, RULES, unsure=unsure)
    ]
    own_texts = {name: text for name, text in texts.items() if name in DESCRIPTIONS}
    return ParseContext(values, {"first_dealer": base.first_dealer} | own_texts, tuple(problems[:PROBLEMS]))


def section_tables(rules: RuleSet, *, full: bool = False) -> dict[str, dict[str, Any]]:
    """Return the rules as tables by section: those that differ from ``standard``, or all of them."""
    values = rule_values(rules) if full else changed_values(rules)
    tables: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    for name, value in values.items():
        tables[RULES[name].section][name] = value
    return {section: table for section, table in tables.items() if table}


def _base(data: Mapping[str, Any], named: RulesNamed, own: Container[str]) -> RuleExpression:
    """Return the rules that the file extends, with their problems."""
    value = data.get("extends", ())
    texts = [value] if isinstance(value, str) else value
    fault = None
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        fault = RuleProblem("extends", value, "must be a preset, an expression or a list of such texts")
    elif len(texts) > _MOST_BASES:
        fault = RuleProblem("extends", None, f"has {len(texts)} names: at most {_MOST_BASES} are read")
    base = read_expression([] if fault else texts, named, place="extends", decided=own)
    if fault:
        base.problems.append(fault)
    return base


def _values(data: Mapping[str, Any]) -> tuple[dict[str, Any], set[str], list[RuleProblem]]:
    """Return the values in the tables, the rules that misspelled names are most like, and the problems of names."""
    names = _Names()
    for section, table in data.items():
        if len(names.problems) >= PROBLEMS:
            break
        if section in HEAD:
            continue
        if section in SECTIONS and isinstance(table, Mapping):
            for name, value in islice(table.items(), NAMES):
                names.rule_in(section, name, value)
            if len(table) > NAMES:
                names.problems.append(RuleProblem(section, None, f"has {len(table)} names, at most {NAMES} are read"))
        elif section in RULES:
            names.misplaced_rule(section, section, table)
        elif section in SECTIONS:
            first = next(name for name, rule in RULES.items() if rule.section == section)
            names.problems.append(
                RuleProblem(section, table, f"must be a table of rules: [{section}], and below it {first}, …")
            )
        else:
            names.unknown_section(section, table)
    values = names.misplaced | names.placed
    return values, names.doubtful - set(values), names.problems


@attrs.define
class _Names:
    """A rule file's names, sorted: values in their section or elsewhere, rules that are doubtful, and problems."""

    placed: dict[str, Any] = attrs.field(factory=dict)
    misplaced: dict[str, Any] = attrs.field(factory=dict)
    doubtful: set[str] = attrs.field(factory=set)
    problems: list[RuleProblem] = attrs.field(factory=list)

    def rule_in(self, section: str, name: object, value: object) -> None:
        path = f"{section}.{toml_name(name)}"
        if not isinstance(name, str) or name not in RULES:
            self._unknown(path, value, "rule", name, section=section)
        elif RULES[name].section == section:
            self.placed[name] = held_form(name, value)
        else:
            self.misplaced_rule(path, name, value)

    def misplaced_rule(self, path: str, name: str, value: object) -> None:
        self.problems.append(RuleProblem(path, value, f"belongs under [{RULES[name].section}]"))
        self.misplaced[name] = held_form(name, value)

    def unknown_section(self, section: object, table: object) -> None:
        if isinstance(table, Mapping):
            self._unknown(toml_name(section), table, "section", section, (*SECTIONS, *HEAD))
            self.doubtful.update(name for name in table if name in RULES)
        else:
            self._unknown(toml_name(section), table, "name", section, (*HEAD, *SECTIONS, *RULES))

    def _unknown(
        self, path: str, value: object, what: str, name: object, known: Iterable[str] = (), *, section: str = ""
    ) -> None:
        # only the first problems get a hint: a file with thousands must not take minutes to refuse
        hint = isinstance(name, str) and len(self.problems) < _MOST_HINTS
        near = None
        if hint:
            near = near_rule(str(name), RuleSet.sections, section) if section else near_miss(str(name), known)
        if near is not None and near in RULES:
            self.doubtful.add(near)
        self.problems.append(unknown_name(path, value, what, str(name) if hint else "", near))
