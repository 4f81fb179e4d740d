"""How fast the lab is, what a second worker brings, how much memory a run takes, and what pairing is worth.

Run with ``python -m benchmarks.lab``; ``--write`` puts the table into benchmarks/README.md, ``--long``
plays a million rounds for the memory as well (about ten minutes with two workers).
"""

import argparse
import datetime as dt
import os
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

from ginrules.lab import compare, new_greedy, simulate
from ginrules.presets import preset

README = Path(__file__).parent / "README.md"
MARK = "<!-- lab -->"
STANDARD = preset("standard")
ROUNDS = 6_000
PAIRED = 10_000
EFFICIENCIES = ("points", "gin", "turns", "knock-deadwood", "rounds-per-game")


def seconds_of(rounds: int, executor: Executor | None) -> float:
    begun = time.perf_counter()
    simulate(STANDARD, new_greedy, rounds=rounds, executor=executor)
    return time.perf_counter() - begun


def speeds(workers: int, repetitions: int = 3) -> Iterator[str]:
    """Measure one core and several in turns; the best of each, since other programs can slow a turn down."""
    alone, together = [], []
    with ProcessPoolExecutor(workers) as pool:
        simulate(STANDARD, new_greedy, rounds=400, executor=pool)  # the workers have started
        for _ in range(repetitions):
            alone.append(seconds_of(ROUNDS, None))
            together.append(seconds_of(ROUNDS, pool))
        one, more = ROUNDS / min(alone), ROUNDS / min(together)
        yield f"| greedy rounds per second, one core | {one:,.0f} | |"
        yield f"| the same with {workers} workers | {more:,.0f} | |"
        ratio = f"{more / one:.2f} ({', '.join(f'{a / b:.2f}' for a, b in zip(alone, together, strict=True))})"
        yield f"| ratio (of each turn) | {ratio} | 1.7 |"
        begun = time.perf_counter()
        comparison = compare(STANDARD, preset("oklahoma"), rounds=PAIRED, executor=pool)
        took = time.perf_counter() - begun
    yield f"| comparing two rule sets on {PAIRED:,} paired rounds, {workers} workers, s | {took:.1f} | 30 |"
    for key in EFFICIENCIES:
        efficiency = comparison[key].relative_efficiency
        deals = "" if efficiency is None else f"{efficiency:.1f}"
        title = comparison[key].measure.title
        yield f"| standard and oklahoma, {title}: relative efficiency of pairing | {deals} | |"


def memories(long: bool) -> Iterator[str]:  # noqa: FBT001 - the option as it is
    for rounds in (10_000, 100_000, *((1_000_000,) if long else ())):
        peak = subprocess.run(
            [sys.executable, "-m", "benchmarks.lab", "--memory", str(rounds)],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        yield f"| peak memory of a run of {rounds:,} rounds, MB | {float(peak):.1f} | |"


def measure_memory(rounds: int) -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        simulate(STANDARD, new_greedy, rounds=rounds, executor=pool)
    unit = 1 if sys.platform == "darwin" else 1024
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(peak * unit / 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab", description=__doc__)
    parser.add_argument("--long", action="store_true", help="measure the memory of a million rounds, too")
    parser.add_argument("--memory", type=int, help="only print the peak memory of a run of this many rounds, in MB")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    if options.memory:
        measure_memory(options.memory)
        return
    lines = ["| the lab | | target |", "|---|---:|---:|"]
    for rows in (speeds(2), memories(options.long)):
        for line in rows:
            lines.append(line)
            print(line, flush=True)
    today = dt.datetime.now(tz=dt.UTC).date()
    lines.append(f"\n{today}, CPython {platform.python_version()}, {os.cpu_count()} cores.")
    if options.write:
        before, _, rest = README.read_text(encoding="utf-8").partition(MARK)
        after = rest.partition(MARK)[2]
        table = "\n".join(lines)
        README.write_text(f"{before.rstrip()}\n\n{MARK}\n\n{table}\n\n{MARK}{after or chr(10)}", encoding="utf-8")


if __name__ == "__main__":
    main()
