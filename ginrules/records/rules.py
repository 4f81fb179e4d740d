"""The JSON of a rule set: a preset's name, or the tables of a rule file."""

from collections.abc import Mapping
from typing import Any, Final

from ginrules.errors import UnknownPresetError
from ginrules.presets import preset, preset_names
from ginrules.records.documents.codec import MOST_NAMES, Codec
from ginrules.records.documents.problems import BAD, At
from ginrules.rules.fields import SECTIONS
from ginrules.rules.model import DESCRIPTIONS, RuleSet
from ginrules.rules.sections import read_tables, section_tables


def _write(rules: RuleSet) -> Any:
    if _is_preset(rules):
        return rules.name
    texts = {name: _plain(value) for name in DESCRIPTIONS if (value := getattr(rules, name))}
    tables = {
        section: {name: _plain(value) for name, value in table.items()}
        for section, table in section_tables(rules).items()
    }
    return texts | tables


def _is_preset(rules: RuleSet) -> bool:
    """Whether the name alone says all: the values of that preset, and no text it has not."""
    if rules.name not in preset_names():
        return False
    known = preset(rules.name)
    return rules == known and all(getattr(rules, name) in ("", (), getattr(known, name)) for name in DESCRIPTIONS)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(each): number for each, number in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _read(data: Any, at: At) -> Any:
    if isinstance(data, str):
        try:
            return preset(data)
        except UnknownPresetError as error:
            return at.fault(str(error))
    if not isinstance(data, Mapping):
        return at.wrong(data, "must be the name of a preset, or a table of rules")
    if len(data) > MOST_NAMES or any(isinstance(each, Mapping) and len(each) > MOST_NAMES for each in data.values()):
        return at.fault(f"has more names than the {MOST_NAMES} of a table that are read")
    reading = read_tables(data, preset)
    if at.note((each.path, str(each).removeprefix(f"{each.path}: ")) for each in reading.problems):
        return BAD
    return reading.rule_set()


RULES: Final = Codec(
    _write,
    _read,
    {
        "oneOf": [
            {"type": "string", "description": "The name of a preset."},
            {
                "type": "object",
                "description": "A rule file: texts, and one table for each section.",
                "properties": {
                    **{name: {"type": "string"} for name in ("name", "title", "summary", "extends")},
                    **{
                        name: {"type": "array", "items": {"type": "string"}} for name in ("sources", "notes", "aliases")
                    },
                    **{section: {"type": "object"} for section in SECTIONS},
                },
                "additionalProperties": False,
            },
        ]
    },
)
