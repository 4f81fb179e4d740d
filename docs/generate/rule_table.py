"""The table of all rules, from the metadata that `RuleSet` itself is checked by."""

from itertools import groupby

from docs.generate.preset_pages import spec_value, table
from ginrules.rules.fields import LARGEST, Rule
from ginrules.rules.model import DEFAULTS, RULES


def markdown() -> str:
    """A heading and a table for each section of a rule file."""
    parts = []
    for section, rules in groupby(RULES.items(), key=lambda item: item[1].section):
        rows = [
            (f"`{name}`", rule.doc, allowed(rule), f"`{spec_value(DEFAULTS[name])}`", rule.source)
            for name, rule in rules
        ]
        parts += [f"## {section}", table(("rule", "what it says", "values", "standard", "where from"), rows)]
    return "\n\n".join(parts)


def allowed(rule: Rule) -> str:
    """What a rule may hold, in words."""
    bounds = f"{rule.least} or more" if rule.most == LARGEST else f"{rule.least} to {rule.most}"
    match rule.kind:
        case "choice":
            return ", ".join(f"`{each}`" for each in rule.choices)
        case "yes-no":
            return "`true`, `false`"
        case "numbers":
            return f"a list of numbers, each {bounds}"
        case "by-number":
            return f"{bounds}, or a table of such numbers"
        case "number":
            return bounds + (f" ({rule.zero})" if rule.zero else "")
