"""Actions tried out in worlds that fit what a seat knew: the same worlds and the same chance for each action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.util import find_spec
from math import ceil
from typing import Final

import attrs

from ginrules.lab.statistics.estimate import Estimate, critical_value
from ginrules.play.actions import Action
from ginrules.play.outcome import Outcome
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView
from ginrules.players.belief import Belief, reads
from ginrules.players.expert import Expert
from ginrules.players.search.toolbox import plausible
from ginrules.players.trials import gains_by_seat, outcomes_of
from ginrules.rules.model import RuleSet
from ginrules.seated.player import NewPlayer

ENGINE_WORLDS: Final = 12
"""Limit on the worlds of a decision if the engine plays them out: it takes a hundred times as long."""

_PART: Final = 4
"""The expected result of a single action needs a part of these worlds."""

_FIRST_PART: Final = 8
"""The part of the worlds that only decides how many more are needed."""

_FEWEST: Final = 16
"""Worlds of such a first sample, at least. A decision with fewer worlds has none."""

_CLEAR: Final = 4.0
"""A difference of this many standard errors needs no more worlds."""

_SMALL: Final = 0.25
"""A difference with this standard error needs no more worlds, in points."""

_SEEDS: Final = 1 << 62


@attrs.frozen
class InWorlds:
    """Plays actions out in worlds.

    Attributes:
        rules: The rules.
        new_player: Makes the players of every seat, who play the worlds to their ends.
        worlds: Worlds for the comparison of two actions, at most.
    """

    rules: RuleSet
    new_player: NewPlayer
    worlds: int

    @classmethod
    def of(cls, rules: RuleSet, new_player: NewPlayer, worlds: int) -> InWorlds:
        """Return the tester for a reviewer: its own kind plays on if the compiled core has it, else `Expert`."""
        if find_spec("numpy") is None:
            return cls(rules, Expert, min(worlds, ENGINE_WORLDS))
        from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

        maker = new_player if fast.why_not(rules, new_player) is None else Expert
        is_fast = fast.why_not(rules, maker) is None
        return cls(rules, maker, worlds if is_fast else min(worlds, ENGINE_WORLDS))

    def compared(
        self, belief: Belief, view: PlayerView, actions: Sequence[Action], seed: str
    ) -> list[list[Outcome | None]]:
        """Return for each action the outcomes in all worlds, which are the same for each.

        A first sample decides how many worlds are needed, and is then left out: the outcomes of the others do not
        depend on their number, so their mean and its interval are as honest as those of a fixed number.

        Args:
            belief: What everybody has seen.
            view: What the seat to act knows.
            actions: A legal action, or two to compare.
            seed: The seed of the worlds.
        """
        if len(actions) == 1:
            return self.outcomes(belief, view, actions, seed, max(2, self.worlds // _PART))
        count = self.worlds
        first = self.worlds // _FIRST_PART
        if first >= _FEWEST:
            seat = view.phase.turn
            assert seat is not None
            gains = [
                self.gains(one, view.seats) for one in self.outcomes(belief, view, actions, f"{seed} first", first)
            ]
            differences = [float(one[seat] - other[seat]) for one, other in zip(*gains, strict=True)]
            count = worlds_needed(differences, self.worlds - first)
        return self.outcomes(belief, view, actions, seed, count)

    def outcomes(
        self, belief: Belief, view: PlayerView, actions: Sequence[Action], seed: str, count: int
    ) -> list[list[Outcome | None]]:
        """Return for each action the outcomes in this number of worlds, which are the same for each.

        Where the belief does not read the rules, the hidden hands are those of sensible players.
        """
        source = random.Random(seed)  # noqa: S311 - games, not secrets
        start = source.randrange(_SEEDS)
        worlds: Sequence[RoundState] = (
            belief.sample(view, count, start) if reads(view) else [plausible(view, source) for _ in range(count)]
        )
        seeds = [source.randrange(_SEEDS) for _ in worlds]
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


def worlds_needed(differences: Sequence[float], most: int) -> int:
    """Return the number of worlds that settles a difference, judged by a first sample.

    It is settled if it is clear, or if it is known to half a point.

    Args:
        differences: The differences in the first sample, in points.
        most: Limit on the worlds.

    Examples:
        >>> worlds_needed([30.0, 20.0, 40.0, 30.0] * 8, 224), worlds_needed([30.0, -20.0, 40.0, -30.0] * 8, 224)
        (64, 224)
    """
    mean, variance = _moments(differences)
    needed = variance / _SMALL**2
    if mean:
        needed = min(needed, variance * (_CLEAR / mean) ** 2)
    return min(most, max(2 * len(differences), ceil(needed)))


def mean_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its 95% interval.

    Examples:
        >>> mean_estimate([1.0, 2.0, 3.0, 4.0]).value, mean_estimate([2.0, 2.0]).high
        (2.5, 2.0)
    """
    mean, variance = _moments(values)
    half = critical_value(max(len(values), 2)) * (variance / len(values)) ** 0.5
    return Estimate(mean, mean - half, mean + half)


def _moments(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
