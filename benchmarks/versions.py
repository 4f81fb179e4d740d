"""Two installed versions in alternating turns: ``python -m benchmarks.versions OLD_PYTHON NEW_PYTHON``.

Each interpreter has one version of ginrules installed. For every line of the table a turn is a fresh
process of one version, then one of the other, in changing order. The table shows the median of the ratios new to
old of the turns, with an interval of at least 95% for that median (order statistics of the ratios).
"""

import argparse
import json
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Figure, Watch

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


def table(old: str, new: str, turns: int, seconds: float, only: list[str] | None) -> Iterator[str]:
    """Yield the table line by line."""
    yield f"| {turns} turns of {seconds:g} s | old, a second | new, a second | new / old | interval |"
    yield "|---|---:|---:|---:|---:|"
    for line in only or lines_of(new):
        before: list[float] = []
        after: list[float] = []
        for turn in range(turns):
            pair = [(old, before), (new, after)]
            for python, rates in pair if turn % 2 else reversed(pair):
                rates.append(rate(python, line, seconds))
        ratios = [later / earlier for later, earlier in zip(after, before, strict=True)]
        change = Figure.of(ratios)
        mark = "" if change.high >= 0.97 else " slower"
        yield (
            f"| {line} | {statistics.median(before):,.0f} | {statistics.median(after):,.0f} | "
            f"{change.value:.3f} | {change.low:.3f} to {change.high:.3f}{mark} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versions", description=__doc__)
    parser.add_argument("old", help="the interpreter with the old version")
    parser.add_argument("new", help="the interpreter with the new version")
    parser.add_argument("--only", nargs="+", help="the lines to measure; all if left out")
    parser.add_argument("--turns", type=int, default=12, help="turns of each version")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn is")
    options, watch = parser.parse_args(), Watch()
    for row in table(options.old, options.new, options.turns, options.seconds, options.only):
        print(row, flush=True)
    share, process = watch.busiest()
    print(f"The busiest other process, {process}, used {share:.2f} of a core.")


if __name__ == "__main__":
    main()
