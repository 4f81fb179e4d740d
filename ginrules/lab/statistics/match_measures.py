"""Measures of games, matches and players, and what is counted of a match."""

from __future__ import annotations

from typing import Final

from ginrules.lab.runner.match import SimulatedMatch
from ginrules.lab.statistics.measures import Measure
from ginrules.lab.statistics.sums import Ratio
from ginrules.match.state import MatchState
from ginrules.scoring.sheet import Game

GAME_MEASURE: Final = Measure(
    "rounds-per-game", "rounds per game", "rounds",
    "Rounds, drawn ones counted, until a game is over; of several columns until all are closed.",
)  # fmt: skip
COMEBACK: Final = Measure(
    "comeback", "comebacks", "share",
    "Games won by a side that was behind when half the game's decided rounds had been played; "
    "of the games in which the sides were not level at that point.",
)  # fmt: skip
FIRST_DEALER: Final = Measure(
    "first-seat-games", "first side's games", "share",
    "Games won by the side that begins the first round, of the games with a winner.",
)  # fmt: skip
MATCH_LENGTH: Final = Measure(
    "rounds-per-match", "rounds per match", "rounds", "Rounds, drawn ones counted, until a match is over."
)
SKILL_ROUND: Final = Measure(
    "skill-round", "first player's rounds", "share",
    "Rounds won by the first of the players compared, of the rounds with a winner.",
)  # fmt: skip
SKILL_NET: Final = Measure(
    "skill-net", "first player's net", "points",
    "Net points of the first of the players compared in a round.",
)  # fmt: skip
SKILL_GAME: Final = Measure(
    "skill-game", "first player's games", "share",
    "Games won by the first of the players compared, of the games with a winner.",
)  # fmt: skip
SKILL_MATCH: Final = Measure(
    "skill-match", "first player's matches", "share",
    "Matches won by the first of the players compared, of the matches with a winner.",
)  # fmt: skip


def comebacks(match: MatchState) -> Ratio:
    """Return the games (columns) won from behind, and those that one side won and in which it was not level then.

    A side is behind when half the rounds of the column have been written, drawn ones apart and the
    middle one of an odd number left out; under penalty scoring the side with the most points is behind.
    """
    lowest_wins = match.rules.score_mode == "penalty"
    won = counted = 0
    for game in match.games:
        from_behind = _from_behind(game, lowest_wins=lowest_wins)
        if from_behind is not None:
            counted += 1
            won += from_behind
    return won, counted


def _from_behind(game: Game, *, lowest_wins: bool) -> bool | None:
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


def match_won(simulated: SimulatedMatch, number: int) -> Ratio:
    """Return whether a contestant won alone, and whether any did; (0, 0) where contestants share a side."""
    winner = simulated.match.winner
    if winner is None:
        return 0, 0
    sides = [{simulated.contestants[player] for player in side} for side in simulated.match.sides]
    if any(len(side) > 1 for side in sides):
        return 0, 0
    return int(sides[winner] == {number}), 1
