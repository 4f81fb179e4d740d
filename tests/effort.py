"""How much a law tries: little in the fast layer, much in the runs of `.ci/run`.

The profile of hypothesis says which: `fast` unless pytest is given `--hypothesis-profile=ci`.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

LETTERS = "aAkKcdhs0179 .:-_=+#'\"[]{}()\\\n\t\x00éß漢♥🂡\u200b\ud800"

T = TypeVar("T")

LONG = os.environ.get("GINRULES_EFFORT") == "long"
"""Whether slow tests are run at the size of a release: some hours of one core."""


def slow(usual: T, long: T) -> T:
    """Return what a slow test tries in `.ci/run`, or before a release (`GINRULES_EFFORT=long`)."""
    return long if LONG else usual


FAST_EXAMPLES = 15
FULL_EXAMPLES = slow(50, 100)


def is_full() -> bool:
    """Return whether the laws are run at their full size."""
    return settings().max_examples >= FULL_EXAMPLES


def effort(fast: T, full: T) -> T:
    """Return what is tried in the fast layer, or in the full run."""
    return full if is_full() else fast


def some(cases: Sequence[T], fast: int) -> list[T]:
    """Return all cases in the full run; in the fast layer so many, spread over all of them."""
    if is_full() or len(cases) <= fast:
        return list(cases)
    return [cases[place * len(cases) // fast] for place in range(fast)]


def examples(fast: int, full: int) -> settings:
    """Return settings with so many examples; what takes long is no fault of a law."""
    return settings(max_examples=effort(fast, full), suppress_health_check=list(HealthCheck))


def texts(max_size: int | None = None) -> st.SearchStrategy[str]:
    """Return texts: of any characters in the full run, of a few telling ones else, as all need a table first."""
    return effort(st.text(LETTERS, max_size=max_size), st.text(max_size=max_size))
