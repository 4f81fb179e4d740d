"""How much a law tries: little in the fast layer, more in `.ci/run`, most before a release.

The profile of hypothesis says which: `fast` unless pytest is given `--hypothesis-profile=ci`; with it, and
`GINRULES_EFFORT=long` in the environment, laws are run at their full size.
"""

import os
from collections.abc import Sequence
from typing import TypeVar, overload

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

LETTERS = "aAkKcdhs0179 .:-_=+#'\"[]{}()\\\n\t\x00éß漢♥🂡\u200b\ud800"

T = TypeVar("T")

LONG = os.environ.get("GINRULES_EFFORT") == "long"
"""Whether slow tests are run at the size of a release: some hours of one core."""


def slow(usual: T, long: T) -> T:
    """Return the effort of a slow test in `.ci/run`, or before a release (`GINRULES_EFFORT=long`)."""
    return long if LONG else usual


FAST_EXAMPLES = 12
FULL_EXAMPLES = slow(24, 100)


def is_full() -> bool:
    """Return whether the laws try more than in the fast layer."""
    return settings().max_examples >= FULL_EXAMPLES


@overload
def effort(fast: int, full: int) -> int: ...
@overload
def effort(fast: T, full: T) -> T: ...
def effort(fast: object, full: object) -> object:
    """Return the effort in the fast layer, or in the full run; for numbers, `.ci/run` uses a value in between."""
    if not is_full():
        return fast
    if isinstance(fast, int) and isinstance(full, int):
        return slow(round(fast * (full / fast) ** (1 / 5)), full)
    return full


def some(cases: Sequence[T], fast: int) -> list[T]:
    """Return all cases in the full run; in the fast layer so many, spread over all of them; more in `.ci/run`."""
    count = min(len(cases), effort(fast, max(fast, len(cases))))
    return [cases[place * len(cases) // count] for place in range(count)]


def examples(fast: int, full: int) -> settings:
    """Return settings with this number of examples and no time limit: a slow example breaks no law."""
    return settings(max_examples=effort(fast, full), suppress_health_check=list(HealthCheck))


def whole_rounds(fast: int, full: int) -> settings:
    """Return the same for a law of rounds by random rules: shrinking a failure of one takes minutes."""
    phases = [phase for phase in Phase if phase not in {Phase.shrink, Phase.explain}]
    return settings(examples(fast, full), phases=phases)


def texts(max_size: int | None = None) -> st.SearchStrategy[str]:
    """Return texts: of any characters in the full run, else of a few typical characters, which need no table."""
    return effort(st.text(LETTERS, max_size=max_size), st.text(max_size=max_size))
