"""Figures and rule sets as texts, for tables and reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ginrules._printed import clean
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.measures import Measure
from ginrules.rules.model import RuleSet

UNKNOWN: Final = "–"
"""The sign for an unknown estimate in a table."""


def labels_of(rules: Sequence[RuleSet]) -> tuple[str, ...]:
    """Return a label for each rule set: its name, with its digest if the name is empty or not unique.

    Examples:
        >>> labels_of([RuleSet(name="ours"), RuleSet(name="theirs")])
        ('ours', 'theirs')
    """
    names = [clean(one.name) for one in rules]
    times = Counter(names)
    return tuple(
        name if name and times[name] == 1 else f"{name} {one.digest[:8]}".strip()
        for name, one in zip(names, rules, strict=True)
    )


def factor_of(measure: Measure) -> int:
    """Return the factor of the figures shown: shares are shown in percent."""
    return 100 if measure.unit == "share" else 1


def unit_of(measure: Measure) -> str:
    """Return the unit of the figures shown."""
    return "percent" if measure.unit == "share" else measure.unit


def title_of(measure: Measure) -> str:
    """Return a measure's title, with a sign if its figures are shown in percent."""
    return f"{measure.title}, %" if measure.unit == "share" else measure.title


def format_number(value: float, *, signed: bool = False) -> str:
    """Return a number with two decimals and a real minus sign.

    Examples:
        >>> format_number(2), format_number(-0.126, signed=True)
        ('2.00', '−0.13')
    """
    return f"{value:{'+' if signed else ''}.2f}".replace("-", "−")


def format_estimate(
    estimate: Estimate | None, value: float | None = None, *, factor: int = 1, signed: bool = False
) -> tuple[str, str]:
    """Return the value and the half-width of its interval; without an interval, the value and an empty text.

    Args:
        estimate: The estimate.
        value: The value if there is no estimate, because too few units were played; None to show a dash.
        factor: The factor of the figures shown, 100 for percent.
        signed: Whether to show the sign of a positive value.
    """
    if estimate is None:
        return UNKNOWN if value is None else format_number(factor * value, signed=signed), ""
    return format_number(factor * estimate.value, signed=signed), f"± {factor * estimate.half_width:.2f}"


def estimate_text(
    estimate: Estimate | None, value: float | None = None, *, factor: int = 1, signed: bool = False
) -> str:
    """Return the value and the half-width of its interval as text; the arguments are those of `format_estimate`.

    Examples:
        >>> estimate_text(Estimate(0.25, 0.2, 0.32), factor=100)
        '25.00 ± 7.00'
        >>> estimate_text(None, 0.25, factor=100)
        '25.00'
    """
    return " ".join(format_estimate(estimate, value, factor=factor, signed=signed)).strip()


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as lines, the first column aligned to the left and the others to the right.

    Examples:
        >>> print(text_table(("", "mine"), [("turns", "9.5"), ("gin", "12.0")]))
               mine
        turns   9.5
        gin    12.0
    """
    lines = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        ).rstrip()
        for row in lines
    )
