"""The smallest failing pair: hypothesis finds and shrinks it, by its public functions alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Generic, TypeVar

import attrs
from hypothesis import HealthCheck, Phase, Verbosity, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample, Unsatisfiable

from ginrules._support.values import expect, whole_number
from ginrules.rules.diff import diff
from ginrules.rules.model import RuleSet
from ginrules.testing.differences import Alike, Divergence, MatchDivergence, disagreement, is_beyond_a_round
from ginrules.testing.match_pairs import MOST_ROUNDS, PlayedMatches, common_players, exact_margins, match_pairs
from ginrules.testing.round_pairs import MOST_ACTIONS, PlayedPair, pairs, plain_pairs
from ginrules.testing.state_laws import LawBroken

T = TypeVar("T")

_LISTS: Final = 3
"""Lists of results are tried this many times as often as rounds."""
_AGAIN: Final = 300
"""The examples of a search for fewer steps."""


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
        WrongTypeError: If the law is no function.
        hypothesis.errors.InvalidArgument: If no deal fits both rule sets.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_pairs("standard", "standard+gin_bonus=30", gin.testing.plays_alike)
        >>> gin.testing.check_pairs("standard", "standard+big_gin=false", gin.testing.plays_alike)
        Traceback (most recent call last):
        ...
        ginrules.testing.state_laws.LawBroken: both rule sets play alike: this does not hold for standard and ...
    """
    expect(law, Callable, "a function of a PlayedPair")  # type: ignore[arg-type]

    def breaks(pair: PlayedPair) -> bool:
        try:
            law(pair)
        except AssertionError:
            return True
        return False

    seen = Smallest(breaks, lambda pair: len(pair.actions))
    found = seen.search(pairs(a, b), whole_number("examples", examples, 1), whole_number("seed", seed))
    if found is None:
        return
    try:
        law(found)
    except LawBroken:
        raise
    except AssertionError as error:
        raise LawBroken(f"{getattr(law, '__name__', 'the law')}: this does not hold for {found!r}") from error


@attrs.define
class Smallest(Generic[T]):
    """A search by hypothesis that keeps what it has seen, so that it can be interrupted.

    Attributes:
        condition: What is looked for.
        steps: Returns the number of actions or rounds.
        report: Called after each example, with the examples so far.
        best: The example with the fewest steps so far that meets the condition, the last of those with as many.
        examples: The number of examples so far.
    """

    condition: Callable[[T], object]
    steps: Callable[[T], int]
    report: Callable[[int], None] = lambda _examples: None
    best: T | None = None
    examples: int = 0

    def search(self, strategy: st.SearchStrategy[T], examples: int, seed: int) -> T | None:
        """Return the smallest example that is found, or None."""
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
            return find(strategy, self.meets, settings=quiet, random=random.Random(seed))
        except (NoSuchExample, Unsatisfiable):
            return None

    def fewest(self, strategy: Callable[[int], st.SearchStrategy[T]], most: int, examples: int, seed: int) -> T | None:
        """Return the smallest example, looked for again with fewer steps for as long as there is one.

        Hypothesis makes an example smaller, but does not exchange a round for another kind of round.
        """
        smallest: T | None = None
        while most >= 0 and (found := self.search(strategy(most), examples, seed)) is not None:
            smallest, most, examples = found, self.steps(found) - 1, min(examples, _AGAIN)
        return smallest

    def meets(self, example: T) -> bool:
        """Count the example and return whether it meets the condition."""
        self.examples += 1
        self.report(self.examples)
        if not self.condition(example):
            return False
        if self.best is None or self.steps(example) <= self.steps(self.best):
            self.best = example
        return True


def smallest_difference(
    a: RuleSet, b: RuleSet, *, seed: int, effort: int, report: Callable[[int], None] = lambda _examples: None
) -> Divergence:
    """Return the smallest round, or list of results, on which two rule sets that some deal fits differ."""
    changes = diff(a, b)
    beyond = tuple(filter(is_beyond_a_round, changes))
    rounds = Smallest[PlayedPair](lambda pair: disagreement(pair.end), lambda pair: len(pair.actions), report)
    matches = Smallest[PlayedMatches](
        lambda pair: pair.kind, lambda pair: len(pair.outcomes), lambda lists: report(rounds.examples + lists)
    )
    found: PlayedPair | PlayedMatches | None = None
    is_partial = False
    try:
        if len(beyond) < len(changes):
            found = _search_rounds(rounds, a, b, effort, seed)
        if found is None and beyond and common_players(a, b):
            found = _search_matches(matches, a, b, _LISTS * effort, seed)
    except KeyboardInterrupt:
        found, is_partial = rounds.best or matches.best, True
    if found is not None and found.difference is not None:
        return attrs.evolve(found.difference, partial=is_partial)
    if not is_partial and beyond and not common_players(a, b):
        x, y = (f"{' or '.join(map(str, rules.player_counts))} can play" for rules in (a, b))
        return MatchDivergence(a=a, b=b, kind="players", players=0, results=(), text_a=x, text_b=y)
    return Alike(a=a, b=b, deals=rounds.examples, lists=matches.examples, partial=is_partial)


def _search_rounds(rounds: Smallest[PlayedPair], a: RuleSet, b: RuleSet, effort: int, seed: int) -> PlayedPair | None:
    """Return the smallest round found; one that shows after many actions is played by plan, not drawn."""
    plain = min(filter(rounds.meets, plain_pairs(a, b, disagreement)), key=rounds.steps, default=None)
    most = MOST_ACTIONS if plain is None else rounds.steps(plain) - 1
    found = rounds.fewest(lambda actions: pairs(a, b, until=disagreement, max_actions=actions), most, effort, seed)
    return plain if found is None else found


def _search_matches(
    matches: Smallest[PlayedMatches], a: RuleSet, b: RuleSet, effort: int, seed: int
) -> PlayedMatches | None:
    """Return the shortest list found; one in which a margin must be met exactly is worked out, not drawn."""
    worked_out = min(exact_margins(a, b), key=matches.steps, default=None)
    most = MOST_ROUNDS if worked_out is None else matches.steps(worked_out) - 1
    found = matches.fewest(
        lambda rounds: match_pairs(a, b, until=matches.condition, max_rounds=rounds), most, effort, seed
    )
    return worked_out if found is None else found
