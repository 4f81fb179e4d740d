"""Two installed versions in alternating turns: ``python -m benchmarks.versions OLD_PYTHON NEW_PYTHON``.

Each interpreter has one version of ginrules installed. For every line of the table a turn is a fresh
process of one version, then one of the other, in changing order. The table shows the median of the ratios new to
old of the turns, with an interval of at least 95 % for that median (order statistics of the ratios).
"""

import argparse
import json
import math
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

_WORKER = Path(__file__).with_name("versions_worker.py")


def rate(python: str, line: str, seconds: float) -> float:
    """Return the units per second of a line, measured in a fresh process of this interpreter."""
    words = [python, str(_WORKER), line, str(seconds)]
    # away from the checkout: the installed package is imported
    done = subprocess.run(words, check=True, capture_output=True, text=True, cwd="/")
    return float(done.stdout)


def lines_of(python: str) -> list[str]:
    """Return the names of the lines."""
    done = subprocess.run([python, str(_WORKER)], check=True, capture_output=True, text=True, cwd="/")
    names: list[str] = json.loads(done.stdout)
    return names


def median_interval(values: list[float]) -> tuple[float, float]:
    """Return an interval for the median that holds it with a probability of at least 95 %.

    Examples:
        >>> median_interval([0.9, 1.0, 1.1, 1.2, 1.3, 1.4])
        (0.9, 1.4)
    """
    ordered, count = sorted(values), len(values)
    below = 0.0
    for rank in range(count // 2):
        below += math.comb(count, rank) / 2**count
        if 2 * below > 0.05:
            return ordered[max(rank - 1, 0)], ordered[-max(rank, 1)]
    return ordered[0], ordered[-1]


def table(old: str, new: str, turns: int, seconds: float) -> Iterator[str]:
    """Yield the table line by line."""
    yield f"| {turns} turns of {seconds:g} s | old, a second | new, a second | new / old | interval |"
    yield "|---|---:|---:|---:|---:|"
    for line in lines_of(new):
        before: list[float] = []
        after: list[float] = []
        for turn in range(turns):
            pair = [(old, before), (new, after)]
            for python, rates in pair if turn % 2 else reversed(pair):
                rates.append(rate(python, line, seconds))
        ratios = [later / earlier for later, earlier in zip(after, before, strict=True)]
        low, high = median_interval(ratios)
        mark = "" if high >= 0.97 else " slower"
        yield (
            f"| {line} | {statistics.median(before):,.0f} | {statistics.median(after):,.0f} | "
            f"{statistics.median(ratios):.3f} | {low:.3f} to {high:.3f}{mark} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versions", description=__doc__)
    parser.add_argument("old", help="the interpreter with the old version")
    parser.add_argument("new", help="the interpreter with the new version")
    parser.add_argument("--turns", type=int, default=12, help="turns of each version")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn is")
    options = parser.parse_args()
    for row in table(options.old, options.new, options.turns, options.seconds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
