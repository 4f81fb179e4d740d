"""The differences between two rule sets."""

from __future__ import annotations

from typing import Any

import attrs

from ginrules._support.printed import html_text
from ginrules._support.values import Value
from ginrules.rules.model import RULES, RuleSet, rules_of
from ginrules.rules.texts import toml_text


@attrs.frozen
class RuleChange(Value):
    """One rule with different values in two rule sets.

    Attributes:
        section: The rule file's table that the rule belongs to.
        name: The rule's name.
        a: Its value in the first rule set.
        b: Its value in the second.
        doc: The rule's meaning, one sentence.
    """

    section: str
    name: str
    a: Any
    b: Any
    doc: str

    def __str__(self) -> str:
        return f"{self.section}.{self.name}: {toml_text(self.a)} → {toml_text(self.b)}"


class _Changes(tuple[RuleChange, ...]):
    """The differences of two rule sets, which notebooks show as a table."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        if not self:
            return "<p>no rule differs</p>"
        rows = "".join(
            f"<tr><th>{html_text(one.section)}.<wbr>{html_text(one.name)}</th>"
            f"<td>{html_text(toml_text(one.a))}</td><td>{html_text(toml_text(one.b))}</td></tr>"
            for one in self
        )
        head = "<thead><tr><th>rule</th><th>first</th><th>second</th></tr></thead>"
        return f'<div style="overflow-x:auto;max-width:100%"><table>{head}<tbody>{rows}</tbody></table></div>'


def diff(a: RuleSet | str, b: RuleSet | str) -> tuple[RuleChange, ...]:
    """Return the rules that differ, in the rule card's order. Names and texts are not compared.

    Examples:
        >>> import ginrules as gin
        >>> for change in gin.diff(gin.RuleSet(), gin.RuleSet(knock_limit=0, gin_bonus=30)):
        ...     print(change)
        knock.knock_limit: 10 → 0
        price.gin_bonus: 25 → 30
    """
    a, b = rules_of(a), rules_of(b)
    return _Changes(
        RuleChange(entry.section, name, before, after, entry.doc)
        for name, entry in RULES.items()
        if (before := getattr(a, name)) != (after := getattr(b, name))
    )
