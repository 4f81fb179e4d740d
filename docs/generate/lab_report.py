"""The report that *Compare rules* shows: the page of ``ginrules compare standard oklahoma --rounds 400``."""

from functools import cache

import ginrules as gin
from ginrules.lab import Comparison, compare
from ginrules.lab.report import html


@cache
def comparison() -> Comparison:
    """Return the comparison, played by the present library."""
    return compare(gin.preset("standard"), gin.preset("oklahoma"), rounds=400)


@cache
def page() -> str:
    """Return the page, made by the present library."""
    return html(comparison())
