"""The functions that the worker of the playground calls, in the browser: all take and return plain values.

The game above them is played by the core in the page; here are what needs the whole library.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import ginrules as gin
from ginrules.errors import GinRulesError
from ginrules.records import from_dict, to_dict

if TYPE_CHECKING:
    from small_comparison import SmallComparison

STEP: Final = 10
"""Deals between two reports of a comparison."""

_running: dict[str, SmallComparison] = {}


def compare_more(asked: dict[str, Any], begin: bool) -> dict[str, Any]:  # noqa: FBT001 - called from JavaScript
    """Play some more rounds of a comparison; return the report so far.

    Args:
        asked: ``rules`` and ``against``, two expressions; ``file``, a rule file in place of the first; ``player``.
        begin: Whether this is another comparison than the one before.
    """
    from small_comparison import SmallComparison  # half of the library, which a check does not need

    if begin or not _running:
        first = gin.loads_rules(asked["file"]) if asked.get("file") else gin.preset(asked["rules"])
        _running["now"] = SmallComparison(first, gin.preset(asked["against"]), asked["player"])
    comparison = _running["now"]
    comparison.play(STEP)
    return {"rounds": comparison.rounds, "report": comparison.result._repr_html_()}


def review_record(text: str) -> str:
    """Return the review of a round from its record, as a page: of the decisions of ``You``, or of all seats.

    Without the compiled core it is made of few worlds; the page says how many.
    """
    from ginrules.lab import review
    from ginrules.lab.report import html

    record: gin.RoundRecord = from_dict(gin.RoundRecord, json.loads(text))
    names = [*(record.names or ())]
    return html(review(record, names.index("You") if "You" in names else None))


def check(text: str) -> dict[str, str]:
    """Return the faults of a rule file, or its rule card and its tables for the game in the page."""
    try:
        rules = gin.loads_rules(text)
    except GinRulesError as error:
        return {"problems": str(error), "card": "", "tables": ""}
    return {"problems": "", "card": rules._repr_html_(), "tables": json.dumps(to_dict(rules))}


def versions() -> str:
    """Return the versions that run here."""
    return f"ginrules {gin.__version__} on Python {sys.version.split()[0]}"
