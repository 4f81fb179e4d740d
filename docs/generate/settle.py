"""The data of the page for two rule sets: the lines of every rule card, and what single rules change.

The page, ``docs/settle.md``, needs no Python: ``docs/assets/settle.js`` puts two of these rule sets side by side.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import ginrules as gin
from docs.generate import rule_changes
from docs.generate.preset_pages import families, variations
from ginrules.presets import preset_aliases
from ginrules.rules.model import RULES
from ginrules.rules.words import rule_words
from ginrules.show.rulecard.card import card_sections

PLACE: Final = "assets/settle.json"
CHANGED: Final = "one rule changed"
"""The name of the group of rule sets that are a rule set of the others with other values."""


def files() -> dict[str, bytes]:
    """Return the data by its place in the site."""
    return {PLACE: json.dumps(data(), ensure_ascii=False, separators=(",", ":")).encode()}


@cache
def data() -> dict[str, Any]:
    """Return the rule sets with the lines of their cards, each sentence once, and the measured changes."""
    sentences: dict[str, int] = {}
    sets = [_entry(key, family, sentences) for family, keys in families().items() for key in keys]
    sets += [_entry(key, CHANGED, sentences) for key in (*variations(), *_changed())]
    return {
        "sets": sets,
        "aliases": dict(preset_aliases()),
        "sentences": [*sentences],
        "rules": {name: [rule_words(name), rule.doc] for name, rule in RULES.items()},
        "standard": {name: rule_changes.plain(value) for name, value in _values("standard").items()},
        "measures": rule_changes.MEASURES,
        "changes": _kept(),
        "run": rule_changes.run_text(),
    }


def _kept() -> list[dict[str, Any]]:
    changes: list[dict[str, Any]] = rule_changes.kept()["changes"]
    return changes


def _changed() -> list[str]:
    """Return the expressions of the measured changes that are not presets."""
    names = [change[side] for change in _kept() for side in ("before", "after")]
    return [name for name in dict.fromkeys(names) if name not in gin.preset_names()]


def _entry(key: str, family: str, sentences: dict[str, int]) -> dict[str, Any]:
    rules, standard = gin.preset(key), _values("standard")
    return {
        "key": key,
        "title": rules.title or _title(rules),
        "family": family,
        "lines": [
            [title, [sentences.setdefault(str(line), len(sentences)) for line in lines]]
            for title, lines in card_sections(rules)
        ],
        "values": {name: rule_changes.plain(value) for name, value in _values(key).items() if value != standard[name]},
    }


def _title(rules: gin.RuleSet) -> str:
    changes = gin.diff(gin.preset("standard"), rules)
    words = (f"{rule_words(change.name)} {rule_changes.plain(change.b)}" for change in changes)
    return f"Standard, {', '.join(words)}"


def _values(key: str) -> Mapping[str, Any]:
    rules = gin.preset(key)
    return {name: getattr(rules, name) for name in RULES}
