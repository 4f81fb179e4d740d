"""The data of the page for two rule sets: the lines of every rule card, and what single rules change.

The page, ``docs/settle.md``, needs no Python: ``docs/assets/settle.js`` puts two of these rule sets side by side.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

import ginrules as gin
from docs.generate import measured_rules
from docs.generate.presets import families, value_words, variations
from ginrules.presets import preset_aliases
from ginrules.rules.model import RULES
from ginrules.show.rulecard.card import card_sections
from ginrules.show.rulecard.words import rule_words

CHANGED: Final = "one rule changed"
"""The name of the group of rule sets that are a rule set of the others with other values."""


def files() -> Iterator[tuple[str, str]]:
    """Yield the data with its place."""
    yield "assets/settle.json", json.dumps(data(), ensure_ascii=False, separators=(",", ":"))


def data() -> dict[str, Any]:
    """Return the rule sets with the lines of their cards, each sentence once, and the measured changes."""
    changes = measured_rules.kept()["changes"]
    measured = dict.fromkeys(change[side] for change in changes for side in ("before", "after"))
    others = [*variations(), *(name for name in measured if name not in gin.preset_names())]
    sentences: dict[str, int] = {}
    sets = [_entry(key, family, sentences) for family, keys in families().items() for key in keys]
    sets += [_entry(key, CHANGED, sentences) for key in others]
    return {
        "sets": sets,
        "aliases": dict(preset_aliases()),
        "sentences": [*sentences],
        "rules": {name: [rule_words(name), rule.doc] for name, rule in RULES.items()},
        "standard": {name: value_words(getattr(gin.preset("standard"), name)) for name in RULES},
        "measures": measured_rules.kept()["measures"],
        "changes": [
            {**change, **dict(zip(("from", "to"), measured_rules.changed_values(change), strict=True))}
            for change in changes
        ],
        "run": measured_rules.run_text(),
    }


def _entry(key: str, family: str, sentences: dict[str, int]) -> dict[str, Any]:
    rules = gin.preset(key)
    changes = gin.diff(gin.preset("standard"), rules)
    words = (f"{rule_words(change.name)} {value_words(change.b)}" for change in changes)
    return {
        "key": key,
        "title": rules.title or f"Standard, {', '.join(words)}",
        "family": family,
        "lines": [
            [title, [sentences.setdefault(str(line), len(sentences)) for line in lines]]
            for title, lines in card_sections(rules)
        ],
        "values": {change.name: value_words(change.b) for change in changes},
    }
