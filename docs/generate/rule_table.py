"""The table of all rules, from the descriptions that rule sets are checked by."""

from itertools import groupby
from typing import Final

from docs.generate import rule_book
from docs.generate.preset_pages import table
from ginrules.rules.fields import Rule
from ginrules.rules.model import DEFAULTS, RULES
from ginrules.rules.texts import value_text

_HEAD: Final = ("rule", "meaning", "values", "standard", "source", "step by step")


def markdown() -> str:
    """Return a heading and a table for every section of a rule file."""
    parts = []
    for section, rules in groupby(RULES.items(), key=lambda item: item[1].section):
        rows = [
            (
                f"`{name}`{{: #{name} }}",
                rule.doc,
                allowed(rule),
                f"`{value_text(DEFAULTS[name])}`",
                rule.source,
                rule_book.links(name),
            )
            for name, rule in rules
        ]
        parts += [f"## {section}", table(_HEAD, rows)]
    return "\n\n".join(parts)


def allowed(rule: Rule) -> str:
    """Return the values that a rule can have, words in code marks."""
    if rule.values:
        return "; ".join(f"`{value}` ({meaning})" for value, meaning in rule.values)
    words = ("true", "false") * (rule.kind == "yes-no")
    return ", ".join(f"`{word}`" for word in words) or rule.allowed
