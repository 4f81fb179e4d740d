"""Runs of one suit as masks of ranks, bit 0 the ace, and the suit table: the unmelded value of each mask."""

from __future__ import annotations

from typing import Literal

AceRank = Literal["low", "high-or-low", "round-the-corner"]
"""The runs that an ace belongs to."""


def rank_runs(ranks: int, ace_rank: AceRank, min_run: int) -> tuple[int, ...]:
    """Return every run of one suit as a mask, for a pack of `ranks` ranks, in ascending order.

    Runs round the corner are arcs of the circle A 2 … K (rummy-games.com). In ``high-or-low`` the
    ace is also above the top rank. All ranks together are one run, whatever its start.
    """
    all_ranks = (1 << ranks) - 1
    runs = set()
    for length in range(min_run, ranks + 1):
        for start in range(min(_starts(ranks, ace_rank, length), ranks)):
            arc = ((1 << length) - 1) << start
            runs.add((arc | arc >> ranks) & all_ranks)
    return tuple(sorted(runs))


def _starts(ranks: int, ace_rank: AceRank, length: int) -> int:
    """Return how many ranks, from the ace up, a run of this length can start at."""
    match ace_rank:
        case "low":
            return ranks - length + 1
        case "high-or-low":
            return ranks - length + 2
        case "round-the-corner":
            return ranks


def run_ends(run: int, ranks: int, ace_rank: AceRank) -> int:
    """Return the ranks next to a run on either side, as a mask: the places for a lay-off."""
    all_ranks = (1 << ranks) - 1
    if run == all_ranks:
        return 0
    top = 1 << ranks - 1
    inside = (run << 1 | run >> 1) & all_ranks & ~run
    match ace_rank:
        case "low":
            return inside
        case "high-or-low" if run & 1 and run & top:
            # the ace is above the top rank: only the low end is open
            return (run & ~1) >> 1 & ~run
        case "high-or-low":
            return inside | 1 if run & top else inside
        case "round-the-corner":
            above = run << 1 | (1 if run & top else 0)
            below = run >> 1 | (top if run & 1 else 0)
            return (above | below) & all_ranks & ~run


def least_unrun(runs: tuple[int, ...], values: tuple[int, ...], ranks: int) -> tuple[int, ...]:
    """Return, for each mask of ranks, the least value in points that runs leave uncovered.

    Args:
        runs: The suit's runs, as `rank_runs` lists them.
        values: Points of each rank, the ace first.
        ranks: Ranks of the pack.
    """
    runs_with = [[run for run in runs if run >> rank & 1] for rank in range(ranks)]
    least = [0] * (1 << ranks)
    for mask in range(1, 1 << ranks):
        top = mask.bit_length() - 1
        best = least[mask ^ 1 << top] + values[top]
        for run in runs_with[top]:
            if not run & ~mask and least[mask ^ run] < best:
                best = least[mask ^ run]
        least[mask] = best
    return tuple(least)
