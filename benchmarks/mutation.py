"""Mutation tests: how many small changes of the rules, melds, play, scores and matches the fast layer notices.

    python -m benchmarks.mutation map MAP                        once: the lines that each test runs, and its time
    python -m benchmarks.mutation run MAP RESULTS --seed 1 --count 500 [--first 0] [--limit 60]
    python -m benchmarks.mutation again MAP RESULTS --wide       the survivors, with all tests that run their file
    python -m benchmarks.mutation again MAP RESULTS --files tests/unit/test_small_changes.py
    python -m benchmarks.mutation score RESULTS

Run it in a copy of the working tree: files are changed and put back. Each mutant is a process of its own,
in which the tests that run the changed line are run file by file, the quickest first, up to the first
failure. A mutant counts as killed when a test fails, when it cannot be imported, or when it needs five
times the usual processor time and 20 s more. A survivor has passed the tests that fit into the limit
of processor time (seconds of an unchanged run); ``--limit 0`` runs them all. According to the map, a line whose
result is cached is run by one test only; its survivors need ``again --wide``.
"""

import argparse
import contextlib
import io
import json
import math
import os
import py_compile
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutants import ROOT, Site, drawn, mutant, paths

OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "--tb=line", "-W", "ignore::pytest.PytestAssertRewriteWarning")
AT_IMPORT = ""
KILLED, SURVIVED, UNTESTED = "killed", "survived", "not run by any test"


# --- the map ----------------------------------------------------------------------------------------


class Mapper:
    """A plugin of pytest that notes which test runs which lines, and how long it takes."""

    def __init__(self) -> None:
        import coverage

        self.coverage = coverage.Coverage(data_file=None, include=[str(path) for path in paths()], config_file=False)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note the lines and the time of a test."""
        self.coverage.switch_context(item.nodeid)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.process_time() - start, 4)
            self.coverage.switch_context(AT_IMPORT)


def make_map(path: Path) -> None:
    mapper = Mapper()
    mapper.coverage.start()
    status = pytest.main(["-q", "-p", "no:cacheprovider"], plugins=[mapper])
    mapper.coverage.stop()
    if status:
        raise SystemExit("the tests fail without a change")
    data = mapper.coverage.get_data()
    numbers = {name: number for number, name in enumerate(mapper.seconds)}
    lines = {
        Path(file).relative_to(ROOT).as_posix(): {
            str(line): [numbers[name] for name in names if name != AT_IMPORT]
            for line, names in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    path.write_text(json.dumps({"seconds": mapper.seconds, "lines": lines}), encoding="utf-8")


# --- one mutant -------------------------------------------------------------------------------------


class Chosen:
    """A plugin that keeps the tests that are wanted, and notes the first failure."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.failed: str | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out all other tests."""
        items[:] = [item for item in items if not self.names or item.nodeid in self.names]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first failure."""
        if report.failed and self.failed is None:
            self.failed = report.nodeid


def by_file(tests: dict[str, float]) -> list[tuple[str, set[str], float]]:
    """The files of these tests with their tests and seconds, the quickest first."""
    files: dict[str, set[str]] = defaultdict(set)
    for name in tests:
        files[name.partition("::")[0]].add(name)
    timed = [(file, names, sum(tests[name] for name in names)) for file, names in files.items()]
    return sorted(timed, key=lambda item: item[2])


def child(files: list[tuple[str, set[str], float]], report: int) -> None:
    """Run the tests file by file and write the first failure; the process then ends."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    for file, names, seconds in files:
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + 20 + 5 * seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        chosen = Chosen(names)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            status = pytest.main([*OPTIONS, str(ROOT / file)], plugins=[chosen])
        if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            os.write(report, (chosen.failed or f"{file} cannot be collected").encode())
            os._exit(1)
    os._exit(0)


def suite_of(line: int, path: str, mapped: dict[str, Any], *, wide: bool = False) -> dict[str, float]:
    """The tests that run a line with their seconds; of a line that is run at import, all that run its file.

    A file of which nothing is run later, such as a table of constants, is tested by all tests.
    """
    seconds: dict[str, float] = mapped["seconds"]
    lines: dict[str, list[int]] = mapped["lines"].get(path, {})
    names = list(seconds)
    of_file = [number for some in lines.values() for number in some]
    numbers = (None if wide else lines.get(str(line))) or of_file or range(len(names))
    if wide and path.startswith("ginrules/solver"):  # tables are compiled once for all tests
        numbers = range(len(names))
    return {names[number]: seconds[names[number]] for number in dict.fromkeys(numbers)}


def within(tests: dict[str, float], limit: float) -> dict[str, float]:
    """The quickest tests that fit into the limit."""
    if not limit:
        return tests
    chosen, used = {}, 0.0
    for name, seconds in sorted(tests.items(), key=lambda item: item[1]):
        used += seconds + 0.002
        if used > limit:
            break
        chosen[name] = seconds
    return chosen


def trial(
    site: Site, mapped: dict[str, Any], limit: float, *, wide: bool = False, files: Sequence[str] = ()
) -> dict[str, Any]:
    """Make a mutant, run its tests (or all of some files), and put the file back."""
    path, line, what, source = mutant(site)
    tests = suite_of(line, path, mapped, wide=wide)
    chosen = within(tests, limit)
    result = {"path": path, "number": site.number, "line": line, "what": what, "tests": len(chosen), "all": len(tests)}
    if not tests:
        return {**result, "status": UNTESTED}
    target = ROOT / path
    original = target.read_bytes()
    start = time.monotonic()
    try:
        target.write_text(source, encoding="utf-8")
        status, reason = run_child([(file, set(), 30.0) for file in files] or by_file(chosen))
    finally:
        target.write_bytes(original)
    result["seconds"] = round(time.monotonic() - start, 1)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) not in {0, 1}:
        raise SystemExit(f"the process of {site} failed")
    return {**result, "status": SURVIVED if status == 0 else KILLED, "by": reason}


def run_child(files: list[tuple[str, set[str], float]]) -> tuple[int, str]:
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            child(files, writing)
        finally:
            os._exit(3)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:  # noqa: PTH123 - a descriptor
        reason = pipe.read()
    _, status = os.waitpid(pid, 0)
    return status, reason or (f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "")


def run(options: argparse.Namespace) -> None:
    print(f"seed {options.seed}, mutants {options.first} to {options.first + options.count - 1}")
    mapped = json.loads(options.map.read_text(encoding="utf-8"))
    warm()
    for number, site in enumerate(drawn(options.seed, options.first + options.count)):
        if number < options.first:
            continue
        result = {"drawn": number, **trial(site, mapped, options.limit)}
        with options.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
        print(f"{number}: {result['status']} {result['path']}:{result['line']} {result['what']}", flush=True)


def again(options: argparse.Namespace) -> None:
    """Run the survivors of a file once more; the last result of a mutant counts."""
    mapped = json.loads(options.map.read_text(encoding="utf-8"))
    warm()
    for result in list(latest(options.results).values()):
        if result["status"] == KILLED or (options.only and result["drawn"] not in options.only):
            continue
        site = Site(result["path"], result["number"])
        new = {"drawn": result["drawn"], **trial(site, mapped, options.limit, wide=options.wide, files=options.files)}
        with options.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(new) + "\n")
        print(f"{result['drawn']}: {new['status']} {new['path']}:{new['line']} {new['what']}", flush=True)


def warm() -> None:
    """Load the modules that every mutant needs and compile the rest, with hashes that reveal a changed file at once."""
    import attrs
    import hypothesis
    import rich

    sys.dont_write_bytecode = True
    for path in (ROOT / "ginrules").rglob("*.py"):
        py_compile.compile(str(path), doraise=True, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    assert all((attrs, hypothesis, rich)), "loaded before the processes are forked"


# --- the score --------------------------------------------------------------------------------------


def latest(path: Path) -> dict[int, dict[str, Any]]:
    """The last result of every mutant."""
    results = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {result["drawn"]: result for result in results}


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.959964
    center = successes + z * z / 2
    half = z * math.sqrt(successes * (trials - successes) / trials + z * z / 4)
    return (center - half) / (trials + z * z), (center + half) / (trials + z * z)


def score(options: argparse.Namespace) -> None:
    results = latest(options.results)
    counts = Counter(result["status"] for result in results.values())
    killed, trials = counts[KILLED], len(results)
    low, high = wilson(killed, trials)
    print(f"{killed} of {trials} killed: {killed / trials:.1%} ({low:.1%} to {high:.1%})")
    by_folder: dict[str, list[bool]] = defaultdict(list)
    for result in results.values():
        by_folder[result["path"].split("/")[1]].append(result["status"] == KILLED)
    for folder, kills in sorted(by_folder.items()):
        print(f"  {folder}: {sum(kills)} of {len(kills)}")
    for number, result in sorted(results.items()):
        if result["status"] != KILLED:
            print(
                f"{number} {result['status']} ({result['tests']} of {result['all']} tests) "
                f"{result['path']}:{result['line']} {result['what']}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    mapping = commands.add_parser("map")
    mapping.add_argument("map", type=Path)
    mapping.set_defaults(call=lambda options: make_map(options.map))
    for name, call in (("run", run), ("again", again)):
        command = commands.add_parser(name)
        command.add_argument("map", type=Path)
        command.add_argument("results", type=Path)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--first", type=int, default=0)
        command.add_argument("--count", type=int, default=500)
        command.add_argument("--limit", type=float, default=60.0)
        command.add_argument("--only", type=int, nargs="*", default=())
        command.add_argument("--wide", action="store_true")
        command.add_argument("--files", nargs="*", default=())
        command.set_defaults(call=call)
    scoring = commands.add_parser("score")
    scoring.add_argument("results", type=Path)
    scoring.set_defaults(call=score)
    options = parser.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
