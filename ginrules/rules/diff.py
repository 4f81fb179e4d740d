"""What differs between two rule sets."""

from typing import Any

import attrs

from ginrules._values import Value
from ginrules.rules.model import RULES, RuleSet, expect_rules
from ginrules.rules.problems import spelt


@attrs.frozen
class RuleChange(Value):
    """One rule that two rule sets hold differently.

    Attributes:
        section: The table of a rule file that the rule stands in.
        name: The rule's name.
        a: Its value in the first rule set.
        b: Its value in the second.
        doc: What the rule means, one sentence.
    """

    section: str
    name: str
    a: Any
    b: Any
    doc: str

    def __str__(self) -> str:
        return f"{self.section}.{self.name}: {spelt(self.a)} → {spelt(self.b)}"


def diff(a: RuleSet, b: RuleSet) -> tuple[RuleChange, ...]:
    """The rules that differ, in the order of the rule card; names and texts are not compared.

    Examples:
        >>> for change in diff(RuleSet(), RuleSet(knock_limit=0, gin_bonus=30)):
        ...     print(change)
        knock.knock_limit: 10 → 0
        price.gin_bonus: 25 → 30
    """
    expect_rules(a)
    expect_rules(b)
    return tuple(
        RuleChange(entry.section, name, before, after, entry.doc)
        for name, entry in RULES.items()
        if (before := getattr(a, name)) != (after := getattr(b, name))
    )
