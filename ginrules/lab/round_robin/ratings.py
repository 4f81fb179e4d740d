"""Ratings from a tournament's games: on the Elo scale, by maximum likelihood, with errors between units.

The model is the Bradley–Terry model ("Rank analysis of incomplete block designs", 1952). For several players
at a table it is the Plackett–Luce model. A player wins a game with a probability proportional to
``10 ** (rating / 400)``, so a lead of 400 points means odds of ten to one. Ratings are relative to the mean of the
field, which is 0. Each contest gets an additional game that all its players share. So the rating of a player that
won or lost every game is finite.

The errors come from the "sandwich" estimator: the inverse curvature of the likelihood on both sides of the
variance of the wins between units. So they hold for games on shared deals, which are not independent, and
they stay valid if the model is not exactly true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import Final

from ginrules.lab.statistics.estimate import FEWEST_UNITS, Estimate, critical_value
from ginrules.lab.statistics.sums import PairedSums

SCALE: Final = 400 / log(10)
"""Rating points that multiply the odds by e."""

GAME: Final = 27_720
"""The value of a game won: divisible by every number up to twelve, so that shared wins are whole numbers."""

_MOST_STEPS: Final = 200
_LONGEST_STEP: Final = 1.0
_CLOSE: Final = 1e-12

Matrix = list[list[float]]


def ratings(
    contests: Sequence[tuple[int, ...]], wins: Sequence[Sequence[float]], totals: Mapping[tuple[int, int], PairedSums]
) -> list[tuple[float, Estimate | None]]:
    """Return the most likely rating of each player, and this rating with its interval. None if there are too few units.

    Examples:
        >>> totals = {pair: PairedSums() for pair in [(0, 0), (0, 1), (1, 1)]}
        >>> for won in (2, 3, 4, 3, 3):
        ...     for (one, other), sums in totals.items():
        ...         both = GAME * won, GAME * (4 - won)
        ...         sums.add(both[one], 4 * GAME, both[other], 4 * GAME)
        >>> (_, first), (_, second) = ratings([(0, 1)], [(15, 5)], totals)
        >>> round(first.value), round(first.half_width), first.value + second.value
        (90, 98, 0.0)
    """
    players = 1 + max(player for contest in contests for player in contest)
    units = totals[0, 0].units
    strengths, curvature = _most_likely(contests, wins, players)
    if units < FEWEST_UNITS:
        return [(SCALE * strength, None) for strength in strengths]
    inverse = _inverse(_pinned(curvature))
    variance = _variance(contests, totals, players, units)
    factor = critical_value(units)
    estimates: list[tuple[float, Estimate | None]] = []
    for player, strength in enumerate(strengths):
        row = inverse[player]
        spread = sum(row[i] * variance[i][j] * row[j] for i in range(players) for j in range(players))
        half = factor * SCALE * sqrt(max(0.0, spread))
        value = SCALE * strength
        estimates.append((value, Estimate(value, value - half, value + half)))
    return estimates


def _most_likely(
    contests: Sequence[tuple[int, ...]], wins: Sequence[Sequence[float]], players: int
) -> tuple[list[float], Matrix]:
    """Return the most likely strengths, with mean 0, and the curvature of the likelihood there (Newton's method)."""
    strengths = [0.0] * players
    for _ in range(_MOST_STEPS):
        slope, curvature = [0.0] * players, _zeros(players)
        for contest, won in zip(contests, wins, strict=True):
            games = sum(won) + 1
            chances = _chances([strengths[player] for player in contest])
            for place, player in enumerate(contest):
                slope[player] += won[place] + 1 / len(contest) - games * chances[place]
                for other, rival in enumerate(contest):
                    curvature[player][rival] += games * chances[place] * ((place == other) - chances[other])
        step = _times(_inverse(_pinned(curvature)), slope)
        longest = max(map(abs, step))
        shrink = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        strengths = [strength + shrink * one for strength, one in zip(strengths, step, strict=True)]
        if longest < _CLOSE:
            break
    mean = sum(strengths) / players
    return [strength - mean for strength in strengths], curvature


def _chances(strengths: Sequence[float]) -> list[float]:
    top = max(strengths)
    odds = [exp(strength - top) for strength in strengths]
    return [one / sum(odds) for one in odds]


def _variance(
    contests: Sequence[tuple[int, ...]], totals: Mapping[tuple[int, int], PairedSums], players: int, units: int
) -> Matrix:
    """Return the covariances of the games won by the players, from the variation of the units and the added games."""
    variance = _zeros(players)
    for (one, other), sums in totals.items():
        between = (sums.ab - sums.a * sums.b / units) * units / (units - 1) / GAME**2
        variance[one][other] = variance[other][one] = between
    for contest in contests:
        share = 1 / len(contest)
        for one in contest:
            for other in contest:
                variance[one][other] += share * ((one == other) - share)
    return variance


def _zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def _pinned(curvature: Matrix) -> Matrix:
    """Return the curvature with a term for the mean, which the games do not determine."""
    weight = max(row[place] for place, row in enumerate(curvature)) / len(curvature)
    return [[one + weight for one in row] for row in curvature]


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(one * other for one, other in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse by Gaussian elimination with the largest pivots."""
    size = len(matrix)
    rows = [[*row, *(float(place == column) for column in range(size))] for place, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda place: abs(rows[place][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [one / head for one in rows[column]]
        for place in range(size):
            if place != column and rows[place][column]:
                factor = rows[place][column]
                rows[place] = [one - factor * other for one, other in zip(rows[place], rows[column], strict=True)]
    return [row[size:] for row in rows]
