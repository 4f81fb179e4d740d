"""The smallest failing pair: hypothesis finds and shrinks it, by its public functions alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample, Unsatisfiable

from ginrules._support.values import whole_number, wrong_type
from ginrules.rules.model import RuleSet
from ginrules.testing.round_pairs import PlayedPair, pairs

T = TypeVar("T")


def check_pairs(
    a: RuleSet | str,
    b: RuleSet | str,
    law: Callable[[PlayedPair], None],
    *,
    examples: int = 100,
    seed: int = 1,
) -> None:
    """Check a law of two rule sets in rounds that hypothesis draws, and show the smallest round that breaks it.

    The same as a test with ``@given(pairs(a, b))``, for a script or a test without hypothesis' decorator. If nothing is
    raised, the law holds in the rounds drawn.

    Args:
        a: The first rule set.
        b: The second rule set.
        law: A function of a `PlayedPair` that raises an ``AssertionError`` if the law does not hold.
        examples: The number of rounds to draw.
        seed: The search's seed.

    Raises:
        LawBroken: For the smallest round found.
        hypothesis.errors.InvalidArgument: If no deal fits both rule sets.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_pairs("standard", "standard+gin_bonus=30", gin.testing.plays_alike)
        >>> gin.testing.check_pairs("standard", "standard+big_gin=false", gin.testing.plays_alike)
        Traceback (most recent call last):
        ...
        ginrules.testing.state_laws.LawBroken: both rule sets play alike: this does not hold for standard and ...
    """

    def breaks(pair: PlayedPair) -> bool:
        try:
            law(pair)
        except AssertionError:
            return True
        return False

    if not callable(law):
        raise wrong_type("a function of a pair", law)
    examples, seed = whole_number("examples", examples, 1), whole_number("seed", seed)
    found = smallest(pairs(a, b), breaks, examples=examples, seed=seed)
    if found is not None:
        law(found)


def smallest(strategy: st.SearchStrategy[T], condition: Callable[[T], bool], *, examples: int, seed: int) -> T | None:
    """Return the smallest example found that meets the condition, or None if none does."""
    quiet = settings(
        max_examples=examples,
        phases=(Phase.generate, Phase.shrink),
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )
    try:
        return find(strategy, condition, settings=quiet, random=random.Random(seed))
    except (NoSuchExample, Unsatisfiable):
        return None
