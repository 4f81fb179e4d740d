"""The suit table: for each of the 8192 rank masks of a suit, the least points that runs leave."""


def least_unrun(runs: tuple[int, ...], values: tuple[int, ...], ranks: int) -> tuple[int, ...]:
    """Return, for each mask of ranks, the least value in points that runs leave uncovered.

    Args:
        runs: The runs of the suit, as `rank_runs` lists them.
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
