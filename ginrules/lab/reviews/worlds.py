"""Actions tried out in worlds that fit what a seat knew: the same worlds and the same chance for each action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from importlib.util import find_spec
from math import ceil
from typing import Final

import attrs

from ginrules.driver.player import NewPlayer
from ginrules.lab.statistics.estimate import Estimate, critical_value
from ginrules.play.actions import Action
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.players.belief import Belief, reads
from ginrules.players.expert import Expert
from ginrules.players.rollouts import outcomes_of
from ginrules.players.search.knocks import gains_by_seat
from ginrules.players.search.simulation import plausible
from ginrules.rules.model import RuleSet

ENGINE_WORLDS: Final = 12
"""Limit on the worlds of a decision if the engine plays them out: it takes a hundred times as long."""

_PART: Final = 4
"""The expected result of a single action needs a part of these worlds."""

FIRST_PART: Final = 8
"""The part of the worlds that only decides how many more are needed."""

FEWEST: Final = 16
"""Worlds of such a first sample, at least. A decision with fewer worlds has none."""

SURE: Final = 4
"""A standard error needs no more worlds if the difference, or a point, is this many times as large."""

SEEDS: Final = 1 << 62
"""All seeds are below it."""

STEP: Final = 0x9E3779B97F4A7C15
"""Numbers are mixed by it."""


@attrs.frozen
class InWorlds:
    """Plays actions out in worlds."""

    rules: RuleSet
    new_player: NewPlayer
    worlds: int

    @classmethod
    def of(cls, rules: RuleSet, new_player: NewPlayer, worlds: int) -> InWorlds:
        """Return the tester for a reviewer: its own kind plays on if the compiled core has it, else `Expert`."""
        if find_spec("numpy") is None:
            return cls(rules, Expert, min(worlds, ENGINE_WORLDS))
        from ginrules import fast

        maker = new_player if fast.why_not(rules, new_player) is None else Expert
        is_fast = fast.why_not(rules, maker) is None
        return cls(rules, maker, worlds if is_fast else min(worlds, ENGINE_WORLDS))

    def compared(
        self, belief: Belief, view: PlayerView, actions: Sequence[Action], seed: int
    ) -> list[list[Outcome | None]]:
        """Return for each action the outcomes in all worlds, which are the same for each.

        A first sample decides how many worlds are needed, and is then left out: the outcomes in the others do not
        depend on their number, so their mean and its interval are as honest as those of a fixed number.
        """
        if len(actions) == 1:
            return self.outcomes(belief, view, actions, seed, max(2, self.worlds // _PART))
        count = self.worlds
        first = self.worlds // FIRST_PART
        if first >= FEWEST:
            seat = view.phase.turn
            assert seat is not None
            gains = [self.gains(one, view.seats) for one in self.outcomes(belief, view, actions, mixed(seed, 1), first)]
            differences = [one[seat] - other[seat] for one, other in zip(*gains, strict=True)]
            count = worlds_needed(differences, self.worlds - first)
        return self.outcomes(belief, view, actions, seed, count)

    def outcomes(
        self, belief: Belief, view: PlayerView, actions: Sequence[Action], seed: int, count: int
    ) -> list[list[Outcome | None]]:
        """Return for each action the outcomes in this number of worlds, which are the same for each.

        Where the belief does not read the rules, the hidden hands are those of sensible players.
        """
        source = random.Random(seed)
        worlds: Sequence[RoundState] = (
            belief.sample(view, count, seed) if reads(view) else [plausible(view, source) for _ in range(count)]
        )
        seeds = [(seed + place) % SEEDS for place in range(1, count + 1)]
        return outcomes_of(worlds, self.new_player, seeds, actions, belief.story)

    def gains(self, outcomes: Sequence[Outcome | None], seats: int) -> list[tuple[int, ...]]:
        """Return the gains of all seats in each world, in points, and nothing for a round that does not end."""
        known: dict[Outcome, tuple[int, ...]] = {}
        gains = []
        for outcome in outcomes:
            if outcome is None:
                gains.append((0,) * seats)
                continue
            if outcome not in known:
                known[outcome] = gains_by_seat(self.rules, outcome)
            gains.append(known[outcome])
        return gains


def mixed(*numbers: int) -> int:
    """Return a seed that depends on all of these numbers, as a page computes it too."""
    seed = 0
    for number in numbers:
        seed = (seed + number) * STEP % SEEDS
    return seed


def worlds_needed(differences: Sequence[float], most: int) -> int:
    """Return the number of worlds that settles a difference, judged by a first sample.

    It is settled if it is clear, or if it is known to half a point. The number is exact, so that a page finds it too.
    """
    exact, count = [*map(Fraction, differences)], len(differences)
    mean = sum(exact) / count
    variance = sum((one - mean) ** 2 for one in exact) / (count - 1)
    needed = variance * SURE**2 / max(1, mean**2)
    return min(most, max(2 * count, ceil(needed)))


def mean_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its 95% interval."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    half = critical_value(max(len(values), 2)) * (variance / len(values)) ** 0.5
    return Estimate(mean, mean - half, mean + half)
