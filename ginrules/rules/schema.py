"""The JSON Schema of rule files, made from the rules themselves: editors complete and check TOML by it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, get_args

from ginrules.bounds import NUMBERS
from ginrules.rules.choices import Ceremony
from ginrules.rules.fields import SECTIONS, Rule
from ginrules.rules.model import DEFAULTS, DESCRIPTIONS, RULES
from ginrules.rules.sections import CATALOGUE

FILE: Final = "rules.schema.json"

_TEXT: Final = {"type": "string"}
_TEXTS: Final = {"type": "array", "items": _TEXT}
_LISTS: Final = frozenset(("sources", "notes", "aliases"))


def rules_schema() -> dict[str, Any]:
    """Return the schema of a rule file, as plain JSON (draft 2020-12).

    Examples:
        >>> rules_schema()["properties"]["knock"]["properties"]["big_gin"]["type"]
        'boolean'
    """
    head: dict[str, Any] = {name: _TEXTS if name in _LISTS else _TEXT for name in (*DESCRIPTIONS, *CATALOGUE)}
    head["first_dealer"] = {"enum": list(get_args(Ceremony))}
    extends = {
        "description": "What the file builds on: a preset, an expression like oklahoma+hollywood, or a list of them.",
        "type": ["string", "array"],
        "items": _TEXT,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:ginrules:rules",
        "title": "A rule file of ginrules",
        "type": "object",
        "properties": {**head, "extends": extends, **{section: _section(section) for section in SECTIONS}},
        "additionalProperties": False,
    }


def shipped_rules_schema() -> dict[str, Any]:
    """Return the schema in the file that is shipped."""
    data: dict[str, Any] = json.loads((files("ginrules.rules") / FILE).read_text(encoding="utf-8"))
    return data


def _section(section: str) -> dict[str, Any]:
    rules = {name: _rule(rule, DEFAULTS[name]) for name, rule in RULES.items() if rule.section == section}
    return {"type": "object", "properties": rules, "additionalProperties": False}


def _rule(rule: Rule, default: Any) -> dict[str, Any]:
    return {"description": rule.doc, **_values(rule), "default": _plain(default)}


def _values(rule: Rule) -> dict[str, Any]:
    number = {"type": "integer", "minimum": rule.least, "maximum": rule.most}
    match rule.kind:
        case "yes-no":
            return {"type": "boolean"}
        case "choice":
            return {"enum": list(rule.choices)}
        case "number":
            return number
        case "numbers":
            return {"type": "array", "items": number, "minItems": 1, "maxItems": NUMBERS}
        case "by-number":
            return {
                **number,
                "type": ["integer", "object"],
                "propertyNames": {"type": "string", "pattern": "^[0-9]+$"},
                "additionalProperties": number,
            }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value
