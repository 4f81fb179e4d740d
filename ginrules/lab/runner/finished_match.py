"""A finished match's results, as runs keep them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.match.state import MatchState
    from ginrules.scoring.sheet import Game as Column


@attrs.frozen
class FinishedMatch:
    """A finished match's results, as runs keep them.

    Attributes:
        contestants: The number of the contestant in the place of each player.
        sides: The players of each side.
        winners: The sides that have won it. None if nobody has.
        rounds: Rounds played, including drawn rounds.
        comeback: The number of games won from behind, and the number of games with a side behind.
    """

    contestants: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    rounds: int
    comeback: tuple[int, int]

    @classmethod
    def of(cls, match: MatchState, contestants: tuple[int, ...]) -> FinishedMatch:
        """Return a folded match's results."""
        return cls(contestants, match.sides, match.winners, len(match.scores), comebacks(match.rules, match.games))


def comebacks(rules: RuleSet, games: Iterable[Column]) -> tuple[int, int]:
    """Return how many games (columns) were won from behind, and how many had a winner and a side behind at halftime.

    Halftime is when half the rounds of the column have been written. Drawn rounds do not count, and the middle round
    of an odd number is left out. The side behind has fewer points. Under penalty scoring it has more points.
    """
    lowest_wins = rules.score_mode == "penalty"
    won = counted = 0
    for game in games:
        from_behind = _from_behind(game, lowest_wins=lowest_wins)
        if from_behind is not None:
            counted += 1
            won += from_behind
    return won, counted


def _from_behind(game: Column, *, lowest_wins: bool) -> bool | None:
    if game.winner is None:
        return None
    half = game.entries[: len(game.entries) // 2]
    points: list[int] = [sum(column) for column in zip(*(entry.points for entry in half), strict=True)]
    if not points:
        return None
    own, others = points[game.winner], points[: game.winner] + points[game.winner + 1 :]
    best = min(others) if lowest_wins else max(others)
    if own == best:
        return None
    return own > best if lowest_wins else own < best
