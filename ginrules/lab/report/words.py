"""Figures and rule sets in words, as reports show them."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.measures import Measure
from ginrules.rules.model import RuleSet
from ginrules.rules.problems import spelt

UNKNOWN: Final = "–"


def names_of(rules: Sequence[RuleSet]) -> tuple[str, ...]:
    """What to call each rule set; those without a name, or with the same one, by their digest.

    Examples:
        >>> names_of([RuleSet(name="ours"), RuleSet(name="theirs")])
        ('ours', 'theirs')
    """
    many = Counter(each.name for each in rules)
    return tuple(
        each.name if each.name and many[each.name] == 1 else f"{each.name} {each.digest[:8]}".strip() for each in rules
    )


def factor_of(measure: Measure) -> int:
    """What a figure is multiplied by to be shown: shares are shown in percent."""
    return 100 if measure.unit == "share" else 1


def unit_of(measure: Measure) -> str:
    """What the figures shown are counted in."""
    return "percent" if measure.unit == "share" else measure.unit


def shown(estimate: Estimate | None, measure: Measure, *, signed: bool = False) -> tuple[str, str]:
    """The value and the reach of its interval, as texts; a dash and nothing where it is not known."""
    if estimate is None:
        return UNKNOWN, ""
    factor = factor_of(measure)
    value = f"{factor * estimate.value:{'+' if signed else ''}.2f}".replace("-", "−")
    return value, f"± {factor * estimate.reach:.2f}"


def told_value(value: object) -> str:
    """A rule's value as in a rule file, without the quotation marks of a word."""
    return value if isinstance(value, str) else spelt(value)
