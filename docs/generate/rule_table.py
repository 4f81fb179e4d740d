"""The table of all rules, from the descriptions that rule sets are checked by."""

from itertools import groupby
from typing import Final

from docs.generate import rule_book
from docs.generate.preset_pages import table
from ginrules.rules.fields import LARGEST, Rule
from ginrules.rules.model import DEFAULTS, RULES
from ginrules.rules.texts import value_text

_HEAD: Final = ("rule", "what it says", "values", "standard", "where from", "step by step")


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
    """Return the values that a rule can have, in words."""
    bounds = f"{rule.least} or more" if rule.most == LARGEST else f"{rule.least} to {rule.most}"
    match rule.kind:
        case "choice":
            return ", ".join(f"`{choice}`" for choice in rule.choices)
        case "yes-no":
            return "`true`, `false`"
        case "numbers":
            return f"a list of numbers, each {bounds}"
        case "by-number":
            return f"{bounds}, or a table of such numbers"
        case "number":
            return bounds + (f" ({rule.zero})" if rule.zero else "")
