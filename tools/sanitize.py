"""The compiled core under AddressSanitizer and UBSan: its tests, and wrong calls of every entry.

    python -m tools.sanitize                       # the tests of the core, and 10,000 wrong calls of every entry
    python -m tools.sanitize --no-tests --calls 1000000 --results sanitized.jsonl --write     # before a release
    python -m tools.sanitize --no-tests --only gin_play_on --first 31415 --calls 1 --seed 2   # a call again

It takes a gcc with both sanitizers. The tests run in a copy of the package, which leaves the library next to the
sources as it is; wrong calls come from a program, `tests/core/fast/core_calls.c`. The first fault ends the run with the
sanitizer's report, the number of the call and status 1. A run resumes at the end of its results, if they belong to the
same sources; ``--write`` puts them into tools/README.md.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.pages import put, today
from ginrules.fast import available
from ginrules.fast._load import ENTRIES
from ginrules.fast.build import FOLDER, compile_core, compiler, library_name, source_version
from tests.core.fast.core_entries import write_cases

ROOT: Final = Path(__file__).parent.parent
FLAGS: Final = ("-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
COPIED: Final = ("ginrules", "tests", "pyproject.toml")
TESTS: Final = ("tests/core/fast",)
PROGRAM: Final = "core_calls"
OPTIONS: Final = {
    "ASAN_OPTIONS": "quarantine_size_mb=16:malloc_context_size=3",
    "UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1",
}
ENTRY_NAMES: Final = tuple(ENTRIES)
CASES: Final = 500
"""The cases of an entry, which its calls spoil."""
PART: Final = 100_000
"""The calls of one process: they share cases, and their results are written down together."""


def runtime(command: list[str]) -> str | None:
    """The library of AddressSanitizer, which Python must load first; None if the compiler has none."""
    if not command:
        return None
    done = subprocess.run([*command, "-print-file-name=libasan.so"], check=False, capture_output=True, text=True)
    path = done.stdout.strip()
    return path if done.returncode == 0 and Path(path).is_absolute() else None


def sanitized(folder: Path, command: list[str]) -> str:
    """Copy the package and its tests, build the core there, and return the compiler's complaints."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(source, target)
    library = folder / FOLDER.relative_to(ROOT) / library_name()
    return compile_core([*command, *FLAGS], library)


def variables(folder: Path, asan: str) -> dict[str, str]:
    """The environment of a Python in the copy: the sanitizer allocates the memory of the core and of every array.

    Python keeps its own objects to itself, which the core never sees: calls take half of the time.
    """
    return os.environ | {
        "LD_PRELOAD": asan, "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0:quarantine_size_mb=4",
        "PYTHONPATH": str(folder), "GINRULES_CORE": "must", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip


def program(folder: Path, command: list[str]) -> str:
    """Compile the program of wrong calls; return the compiler's complaints."""
    source, target = ROOT / "tests" / "core" / "fast" / "core_calls.c", folder / PROGRAM
    options = ("-std=c11", "-O2", "-ffp-contract=off", *FLAGS, "-I", str(FOLDER), "-o", str(target), str(source), "-lm")
    done = subprocess.run([*command, *options], check=False, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


class Calls(NamedTuple):
    """Wrong calls of an entry, and their results.

    Attributes:
        entry: The entry.
        seed: The seed that the calls were drawn by.
        first: The number of the first of them.
        returned: How often each error number was returned, 0 first.
        seconds: The time of the processor that they took.
        version: The version of the sources.
    """

    entry: str
    seed: int
    first: int
    returned: Sequence[int]
    seconds: float
    version: str

    @property
    def calls(self) -> int:
        """The number of calls."""
        return sum(self.returned)


def wrong_calls(folder: Path, entry: str, seed: int, first: int, count: int) -> Calls | None:
    """Make this number of wrong calls of an entry; None after a fault."""
    cases = folder / f"{entry}.cases"
    write_cases(entry, cases, CASES, f"{seed} {first // PART}")
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    arguments = [str(folder / PROGRAM), str(cases), entry, str(seed), str(first), str(count)]
    environment = os.environ | OPTIONS
    done = subprocess.run(arguments, check=False, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        return None
    cases.unlink()
    took = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = took.ru_utime + took.ru_stime - began.ru_utime - began.ru_stime
    return Calls(entry, seed, first, [int(text) for text in done.stdout.split()], seconds, source_version())


def parts(first: int, count: int) -> Iterator[tuple[int, int]]:
    """The first number and the length of each part of some calls; a part ends at a multiple of PART."""
    start, stop = first, first + count
    while start < stop:
        following = min(stop, start // PART * PART + PART)
        yield start, following - start
        start = following


def all_wrong_calls(folder: Path, entries: Sequence[str], options: argparse.Namespace) -> bool:
    """Call entries wrongly, except for the calls in the results; return whether there was no fault."""
    known = {(*calls[:3], calls.calls, calls.version) for calls in results(options.results)}
    for entry in entries:
        for first, count in parts(options.first, options.calls):
            if (entry, options.seed, first, count, source_version()) in known:
                continue
            calls = wrong_calls(folder, entry, options.seed, first, count)
            if calls is None:
                return False
            kinds = ", ".join(f"{number:,} × {answer}" for answer, number in enumerate(calls.returned) if number)
            print(f"{entry}: {count:,} calls from {first:,} returned {kinds}; {calls.seconds:.1f} s", flush=True)
            if options.results:
                with options.results.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(calls._asdict()) + "\n")
    return True


def results(path: Path | None) -> list[Calls]:
    """The results of a file, the oldest first."""
    if path is None or not path.exists():
        return []
    return [Calls(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def table(rows: Sequence[Calls]) -> str:
    """The results as a table: of each entry and each version of the sources."""
    lines = ["| entry | sources | wrong calls | refused | faults |", "|---|---|---:|---:|---:|"]
    for entry, version in sorted(
        {(row.entry, row.version): 0 for row in rows}, key=lambda key: ENTRY_NAMES.index(key[0])
    ):
        calls = [row for row in rows if (row.entry, row.version) == (entry, version)]
        count, done = sum(row.calls for row in calls), sum(row.returned[0] for row in calls)
        lines.append(f"| `{entry}` | {version[:8]} | {count:,} | {count - done:,} | 0 |")
    seeds = ", ".join(str(seed) for seed in sorted({row.seed for row in rows}))
    minutes = sum(row.seconds for row in rows) / 60
    lines.append(f"\n{today()}, seed {seeds}, {compiled_by()}; {minutes:.0f} minutes of one core. When it was written,")
    lines[-1] += f" the sources were {source_version()[:8]}."
    return "\n".join(lines)


def compiled_by() -> str:
    """The compiler, as it calls itself."""
    done = subprocess.run([*compiler(), "--version"], check=True, capture_output=True, text=True)
    return done.stdout.splitlines()[0]


def tested(folder: Path, command: list[str], asan: str) -> bool:
    """Run the core's tests under the sanitizers; gives whether they passed."""
    problem = sanitized(folder, command)
    if problem:
        print(problem)
        return False
    tests = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "", *TESTS]
    return subprocess.run(tests, check=False, cwd=folder, env=variables(folder, asan)).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.sanitize", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=10_000, help="the calls of each entry")
    parser.add_argument("--first", type=int, default=0, help="the number of the first call")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="these entries only")
    parser.add_argument("--no-tests", action="store_true", help="only the wrong calls")
    parser.add_argument("--results", type=Path, help="a file of results, which a run resumes")
    parser.add_argument("--write", action="store_true", help="put the results into tools/README.md")
    options = parser.parse_args()
    command = compiler()
    asan = runtime(command)
    if asan is None:
        print("no compiler with AddressSanitizer here: nothing is run")
        return 0
    if not available():
        print("the compiled core is not here: python ginrules/fast/build.py")
        return 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        problem = program(folder, command)
        if problem:
            print(problem)
            return 1
        if not options.no_tests and not tested(folder, command, asan):
            return 1
        if not all_wrong_calls(folder, options.only or list(ENTRIES), options):
            return 1
    if options.write:
        put("sanitized", table(results(options.results)), ROOT / "tools" / "README.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
