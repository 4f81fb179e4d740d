"""Speed of the lab, gain from a second worker, memory of a run, and gain from pairing.

Run with ``python -m benchmarks.lab``; ``--write`` puts the tables into benchmarks/README.md, ``--long`` plays a million
rounds for the memory as well, and a million paired rounds (about two minutes), as ``--paired 1000000`` alone.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import chain
from pathlib import Path

from benchmarks.pages import put, today
from ginrules.lab import compare, new_greedy, simulate
from ginrules.presets import preset

STANDARD = preset("standard")
ROUNDS = 6_000
PAIRED = 10_000
MILLION = 1_000_000
EFFICIENCIES = ("points", "gin", "turns", "knock-deadwood", "rounds-per-game")


def seconds_of(rounds: int, executor: Executor | None) -> float:
    begun = time.perf_counter()
    simulate(STANDARD, new_greedy, rounds=rounds, executor=executor)
    return time.perf_counter() - begun


def speeds(workers: int, repetitions: int = 3) -> Iterator[str]:
    """Measure one core and several in turns; the best turn counts, since other programs can slow a turn down."""
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


def paired(rounds: int) -> Iterator[str]:
    """The cost of `ginrules compare standard oklahoma` with two workers, with one, and with two threads.

    Raises:
        ValueError: If the figures differ.
    """
    command = [sys.executable, "-m", "ginrules", "compare", "standard", "oklahoma", "--player", "greedy", "--json"]
    command += ["--rounds", str(rounds), "--workers"]
    ways = {
        "two workers": [*command, "2"],
        "one worker": [*command, "1"],
        "two threads": [sys.executable, "-m", "benchmarks.lab", "--threads", str(rounds)],
    }
    yield f"| {rounds:,} paired rounds | s | s of the processor | MB, all processes |"
    yield "|---|---:|---:|---:|"
    figures = set()
    for name, arguments in ways.items():
        took, processor, peak, text = measured(arguments)
        figures.add(json.dumps(json.loads(text), sort_keys=True))
        limits = (" (30)", " (300)") if (rounds, name) == (MILLION, "two workers") else ("", "")
        yield f"| {name} | {took:.1f}{limits[0]} | {processor:.1f} | {peak:.0f}{limits[1]} |"
    if len(figures) > 1:
        raise ValueError("the figures of workers and threads differ")


def measured(command: list[str]) -> tuple[float, float, float, str]:
    """Run a process: its seconds, its processor seconds, the peak memory with its children in MB, its output."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with tempfile.TemporaryFile("w+") as output, subprocess.Popen(command, stdout=output) as running:
        peak = 0.0
        while running.poll() is None:
            peak = max(peak, memory_of(running.pid))
            time.sleep(0.1)
        took, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        output.seek(0)
        text = output.read()
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak, text


def print_by_threads(rounds: int) -> None:
    """Print the command's output, played by two threads."""
    with ThreadPoolExecutor(2) as pool:
        comparison = compare(STANDARD, preset("oklahoma"), rounds=rounds, players=new_greedy, executor=pool)
    print(json.dumps(comparison.as_plain()))


def memory_of(pid: int) -> float:
    """The memory that a process and its children hold now, in MB; 0 on a system without /proc."""
    total = 0.0
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                total += int(line.split()[1]) * 1024 / 1e6
    except OSError:
        return 0.0
    return total + sum(memory_of(int(child)) for child in children)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab", description=__doc__)
    parser.add_argument("--long", action="store_true", help="measure the memory of a million rounds, too")
    parser.add_argument("--paired", type=int, help="only compare two rule sets on this many rounds, in three ways")
    parser.add_argument("--memory", type=int, help="only print the peak memory of a run of this many rounds, in MB")
    parser.add_argument("--threads", type=int, help="only print the comparison of this many rounds, by two threads")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    if options.memory or options.threads:
        measure_memory(options.memory) if options.memory else print_by_threads(options.threads)
    elif options.paired:
        report("paired", paired(options.paired), write=options.write)
    else:
        head = ["| the lab | | target |", "|---|---:|---:|"]
        report("lab", chain(head, speeds(2), memories(options.long)), write=options.write)
        if options.long:
            report("paired", paired(MILLION), write=options.write)


def report(name: str, rows: Iterable[str], *, write: bool) -> None:
    """Print a table line by line, and put it into the page."""
    lines = []
    for line in rows:
        lines.append(line)
        print(line, flush=True)
    lines.append(f"\n{today()}, {os.cpu_count()} cores.")
    if write:
        put(name, "\n".join(lines))


if __name__ == "__main__":
    main()
