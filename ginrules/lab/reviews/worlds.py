"""Actions tried in worlds that fit what a seat knew: the same worlds and the same chance for every action."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

import attrs

from ginrules.lab.players.expert import Expert
from ginrules.lab.players.searching import gains_by_seat, outcomes_of
from ginrules.lab.search.hidden import fitting_state
from ginrules.lab.statistics.estimate import Estimate, critical_value
from ginrules.play.actions import Action
from ginrules.play.determinize import determinize
from ginrules.play.engine import apply
from ginrules.play.outcome import Outcome
from ginrules.play.view import PlayerView
from ginrules.rules.model import RuleSet
from ginrules.seated.player import NewPlayer

WORLDS: Final = 256
"""Worlds in which two actions are compared."""

_PART: Final = 4
"""The expected result of a single action needs a part of these worlds."""

ENGINE_WORLDS: Final = 12
"""Limit on the worlds of a decision if the engine plays them out: it takes a hundred times as long."""

_SEEDS: Final = 1 << 62


@attrs.frozen
class Tester:
    """Plays actions out in worlds.

    Attributes:
        rules: The rules.
        new_player: Makes the players of every seat, who play the worlds to their ends.
        worlds: Worlds in which two actions are compared.
    """

    rules: RuleSet
    new_player: NewPlayer
    worlds: int

    @classmethod
    def of(cls, rules: RuleSet, new_player: NewPlayer, worlds: int) -> Tester:
        """Return the tester for a reviewer: its own kind plays on if the compiled core has it, else `Expert`."""
        if find_spec("numpy") is None:
            return cls(rules, Expert, min(worlds, ENGINE_WORLDS))
        from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

        maker = new_player if fast.why_not(rules, new_player) is None else Expert
        is_fast = fast.why_not(rules, maker) is None
        return cls(rules, maker, worlds if is_fast else min(worlds, ENGINE_WORLDS))

    def outcomes(self, view: PlayerView, actions: Sequence[Action], seed: str) -> list[list[Outcome | None]]:
        """Return for each action the outcomes in all worlds, which are the same for each.

        Args:
            view: What the seat to act knows.
            actions: Legal actions.
            seed: The seed of the worlds.
        """
        source = random.Random(seed)  # noqa: S311 - games, not secrets
        place = determinize if self.rules.open_melds else fitting_state
        count = self.worlds if len(actions) > 1 else max(2, self.worlds // _PART)
        worlds = [place(view, source) for _ in range(count)]
        seeds = [source.randrange(_SEEDS) for _ in worlds]
        states = [apply(world, action) for action in actions for world in worlds]
        outcomes = outcomes_of(states, self.new_player, seeds * len(actions))
        return [outcomes[at : at + count] for at in range(0, len(outcomes), count)]

    def gains(self, outcomes: Sequence[Outcome | None], seats: int) -> list[tuple[int, ...]]:
        """Return the gains of all seats in each world, in points; nothing for a round that does not end."""
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


def mean_estimate(values: Sequence[float]) -> Estimate:
    """Return the mean of independent values with its 95 % interval.

    Examples:
        >>> mean_estimate([1.0, 2.0, 3.0, 4.0]).value, mean_estimate([2.0, 2.0]).high
        (2.5, 2.0)
    """
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    half = critical_value(max(count, 2)) * (spread / count) ** 0.5
    return Estimate(mean, mean - half, mean + half)
