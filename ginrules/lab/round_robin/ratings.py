"""Ratings from a tournament's games: on the Elo scale, by maximum likelihood, with errors between units.

The model is the Bradley–Terry model ("Rank analysis of incomplete block designs", 1952). For several players
at a table it is the Plackett–Luce model. A player wins a game with a probability proportional to
``10 ** (rating / 400)``, so a lead of 400 points means odds of ten to one. Ratings are relative to the mean of the
field, which is 0. Each contest gets an additional game that all its players share. So the rating of a player that
won or lost every game is finite.

The errors come from the "sandwich" estimator: the inverse curvature of the likelihood on both sides of the
variance of the wins between units. So they hold for games on shared deals, which are not independent, and
they stay valid if the model is not exactly true. The last digits of a rating are those of NumPy's linear algebra, which
can differ between machines.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrules.lab.statistics.estimate import FEWEST_UNITS, GAME, Estimate, PairedSums, critical_value

SCALE: Final = 400 / log(10)
"""Rating points that multiply the odds by e."""

_MOST_STEPS: Final = 200
_LONGEST_STEP: Final = 1.0
_CLOSE: Final = 1e-12

Floats = NDArray[np.float64]


def ratings(
    names: Sequence[str],
    contests: Sequence[tuple[int, ...]],
    wins: Sequence[Sequence[float]],
    totals: Sequence[PairedSums],
    products: NDArray[np.object_] | int,
) -> list[tuple[float, Estimate | None]]:
    """Return the most likely rating of each player, and its interval, which is None if there are too few units.

    ``totals`` are the wins of each player in all its contests, and ``products`` the sums over units of the products of
    the wins of two players. All is counted in the order of the names: that of the players changes no last digit.
    """
    by_name = sorted(range(len(names)), key=names.__getitem__)
    rank = {player: place for place, player in enumerate(by_name)}
    ranked = sorted(
        sorted((rank[player], won) for player, won in zip(*contest, strict=True))
        for contest in zip(contests, wins, strict=True)
    )
    numbers = [[player for player, _ in contest] for contest in ranked]
    strengths, inverse = _most_likely(numbers, [[won for _, won in contest] for contest in ranked], len(names))
    values, units = (SCALE * strengths).tolist(), totals[0].units
    if units < FEWEST_UNITS:
        return [(values[rank[player]], None) for player in range(len(names))]
    won = np.array([totals[player].a for player in by_name], object)
    products = np.broadcast_to(products, (len(names), len(names)))[np.ix_(by_name, by_name)]
    variance = ((products - np.outer(won, won) / units) * units / (units - 1) / GAME**2).astype(np.float64)
    for contest in numbers:
        variance[np.ix_(contest, contest)] += _covariance(np.full(len(contest), 1 / len(contest)))
    spread = np.sqrt(np.maximum(0, np.diag(inverse @ variance @ inverse.T)))
    halves = (critical_value(units) * SCALE * spread).tolist()
    rated = [(value, Estimate(value, value - half, value + half)) for value, half in zip(values, halves, strict=True)]
    return [rated[rank[player]] for player in range(len(names))]


def _most_likely(contests: Sequence[list[int]], wins: Sequence[Sequence[float]], players: int) -> tuple[Floats, Floats]:
    """Return the most likely strengths, with mean 0, and the inverse curvature of the likelihood (Newton's method)."""
    strengths = np.zeros(players)
    for _ in range(_MOST_STEPS):
        slope, curvature = np.zeros(players), np.zeros((players, players))
        for contest, won in zip(contests, wins, strict=True):
            odds = np.exp(strengths[contest] - strengths[contest].max())
            games, chances = sum(won) + 1, odds / odds.sum()
            slope[contest] += np.array(won) + 1 / len(contest) - games * chances
            curvature[np.ix_(contest, contest)] += games * _covariance(chances)
        # the games do not determine the mean: a term for it is added
        inverse: Floats = np.linalg.inv(curvature + curvature.diagonal().max() / players)
        step = inverse @ slope
        longest = np.abs(step).max()
        strengths += step * min(1.0, _LONGEST_STEP / longest if longest else 1.0)
        if longest < _CLOSE:
            break
    return strengths - strengths.mean(), inverse


def _covariance(chances: Floats) -> Floats:
    """Return the covariance of the games won by players with these chances in a single game."""
    covariance: Floats = np.diag(chances) - np.outer(chances, chances)
    return covariance
