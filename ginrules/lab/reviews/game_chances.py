"""The chance to win a game from its standing, by rounds that players of the lab have played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import attrs

from ginrules.driver.player import NewPlayer
from ginrules.lab.runner.games import is_plain
from ginrules.match.advance import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.play.deal import deal, shuffled
from ginrules.play.outcome import Outcome
from ginrules.players.rollouts import outcomes_of
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price

_ROUNDS: Final = 300
_STEPS: Final = 100


@attrs.frozen
class GameChances:
    """The chances of the first of two sides by the points that both still need.

    Both play as the reviewer does. A round is one of a sample of rounds, in which both sides deal equally often.
    Drawn rounds change nothing.

    Attributes:
        target: The points that end a game.
        unit: Points in one step of the table.
        table: The chance by the points of the first side and of the second, in steps.
    """

    target: int
    unit: int
    table: Mapping[tuple[int, int], float]

    def at(self, standing: tuple[int, int]) -> float:
        """Return the chance of the first side at a standing below the target."""
        return self.table[standing[0] // self.unit, standing[1] // self.unit]

    def after(self, match: MatchState, outcome: Outcome | None) -> float:
        """Return the first side's chance after a round of the match with this outcome."""
        after = match if outcome is None else add_round(match, outcome)
        if after.is_over:
            return (0 in after.winners) / max(1, len(after.winners))
        first, second = after.games[-1].standing
        return self.at((first, second))


def fits(match: MatchState) -> bool:
    """Return whether the points of two sides decide a match: one game of one column, won by the first at its target."""
    return is_plain(match.rules, len(match.sides))


@lru_cache(maxsize=16)
def game_chances(rules: RuleSet, new_player: NewPlayer) -> GameChances | None:
    """Return the chances to win a game by these rules, or None if they do not depend on two standings alone."""
    match = new_match(rules)
    if not fits(match):
        return None
    states = [deal(rules, shuffled(seed, rules), dealer=seed % 2) for seed in range(_ROUNDS)]
    gains: Counter[tuple[int, int]] = Counter()
    target = match.sheet.target
    unit = max(1, -(-target // _STEPS))
    for outcome in outcomes_of(states, new_player, range(_ROUNDS))[0]:
        if outcome is not None:
            first, second = (-(-points // unit) for points in price(outcome, rules).points)
            gains[first, second] += 1
            gains[second, first] += 1
    gains.pop((0, 0), None)
    return GameChances(target, unit, _solved(-(-target // unit), gains)) if gains else None


def _solved(target: int, gains: Mapping[tuple[int, int], int]) -> dict[tuple[int, int], float]:
    """Return the chances by standing, from the largest standings down."""
    table: dict[tuple[int, int], float] = {}
    total = sum(gains.values())
    shares = [(one, other, count / total) for (one, other), count in sorted(gains.items())]
    for first in reversed(range(target)):
        for second in reversed(range(target)):
            chance = 0.0
            for one, other, share in shares:
                mine, theirs = first + one, second + other
                if mine < target and theirs < target:
                    chance += share * table[mine, theirs]
                elif mine >= target and theirs >= target:
                    chance += share / 2
                elif mine >= target:
                    chance += share
            table[first, second] = chance
    return table
