"""How often the intervals of the lab hold the true value.

A thousand small comparisons, each with deals of its own, against one long run that is taken as the
truth. An honest 95% interval holds it in 93 to 97% of them.

Run with ``python -m benchmarks.coverage``; ``--write`` puts the table into benchmarks/README.md (about
ten minutes with two workers).
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from benchmarks.timing import made, put
from ginrules.lab import Comparison, compare
from ginrules.players import new_greedy
from ginrules.presets import preset

RULES = preset("standard"), preset("oklahoma")
PLAYERS = new_greedy, partial(new_greedy, threshold=5)
TRUTH_SEED = 1_000_000
WANTED = 0.93, 0.97


def experiment(rounds: int, seed: int) -> Comparison:
    return compare(*RULES, rounds=rounds, seed=seed, players=PLAYERS)


def coverage(rounds: int, experiments: int, truth_rounds: int) -> Iterator[tuple[str, list[tuple[float, int, float]]]]:
    """Yield each measure with (coverage, number of intervals, truth) under A, under B and for B less A."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        truth = compare(*RULES, rounds=truth_rounds, seed=TRUTH_SEED, players=PLAYERS, executor=pool)
        seeds = range(1, experiments + 1)
        runs = list(pool.map(partial(experiment, rounds), seeds, chunksize=5))
    for finding in truth.findings:
        key = finding.measure.key
        shares = []
        for which in ("a", "b", "difference"):
            true = getattr(finding, which).value
            made: list[Any] = [getattr(run[key], which) for run in runs]
            made = [estimate for estimate in made if estimate is not None]
            hits = sum(estimate.low <= true <= estimate.high for estimate in made)
            shares.append((hits / len(made) if made else float("nan"), len(made), true))
        yield finding.measure.title, shares


def cell(hits: float, made: int, true: float, experiments: int) -> str:
    """Return the coverage, marked if it is too low or too high, and the truth."""
    if not made:
        return "–"
    mark = "" if WANTED[0] <= hits <= WANTED[1] else " !"
    few = "" if made == experiments else f"; {made} made"
    return f"{hits:.1%}{mark} ({true:.4g}{few})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__)
    parser.add_argument("--rounds", type=int, default=400, help="rounds of an experiment")
    parser.add_argument("--experiments", type=int, default=1000)
    parser.add_argument("--truth", type=int, default=200_000, help="rounds of the run that is taken as the truth")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    lines = [f"| coverage of 95% intervals, % | {' | '.join(rules.name for rules in RULES)} | difference |"]
    lines.append("|---|---:|---:|---:|")
    for title, shares in coverage(options.rounds, options.experiments, options.truth):
        cells = [cell(*share, options.experiments) for share in shares]
        lines.append(f"| {title} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    lines.append(
        f"\n{options.experiments:,} experiments of {options.rounds} rounds, the truth from {options.truth:,} rounds "
        f"(in brackets); {made()}"
    )
    if options.write:
        table = "\n".join(lines)
        put("coverage", table)


if __name__ == "__main__":
    main()
