"""Mutation tests: how many small changes of the rules, melds, play, scores and matches the fast layer notices.

    python -m tools.mutation map MAP [--pytest "-m slow"]  once: the lines that each test runs, and its time
    python -m tools.mutation run MAP RESULTS --seed 1 --count 500 [--limit 60]
    python -m tools.mutation again MAP RESULTS --wide       the survivors, with all tests that run their file
    python -m tools.mutation again MAP RESULTS --files tests/core/test_price.py
    python -m tools.mutation score RESULTS

Run it in a copy of the working tree: files are changed and put back. Each mutant is a process of its own,
in which the tests that run the changed line are run, the quickest first, up to the first failure
(`tools/mutant_trials.py`). A mutant counts as killed when a test fails, when it cannot be imported, or when a test
needs many times the usual processor time. A survivor has passed the tests that fit into the limit
of processor time (seconds of an unchanged run); ``--limit 0`` runs them all. According to the map, a line whose
result is cached is run by one test only; its survivors need ``again --wide``. ``run`` continues where it was stopped.
With ``--since COMMIT`` (of the map too), mutants are drawn from the lines that differ from a commit, of all modules.
"""

import argparse
import json
import math
import os
import shlex
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tools.mutant_trials import ALONE, KILLED, Result, Together, alone, warm
from tools.mutants import ROOT, Site, changed_lines, drawn, paths

AT_IMPORT = ""


# --- the map ----------------------------------------------------------------------------------------


class Mapper:
    """A plugin of pytest that notes which test runs which lines, and how long it takes."""

    def __init__(self, files: Sequence[str]) -> None:
        import coverage

        self.coverage = coverage.Coverage(data_file=None, include=files, config_file=False)
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the tests that fail without a change."""
        if report.failed:
            self.failed.add(report.nodeid)

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


def make_map(options: argparse.Namespace) -> None:
    """Write the map: of the modules of `TARGETS`, or of those that differ from a commit."""
    files = changed_lines(options.since) if options.since else paths()
    mapper = Mapper([str(ROOT / file) for file in files])
    mapper.coverage.start()
    status = pytest.main(["-q", "-p", "no:cacheprovider", *options.pytest], plugins=[mapper])
    mapper.coverage.stop()
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        raise SystemExit("the tests cannot be run")
    for name in mapper.failed:
        print(f"left out, it fails without a change: {name}")
    data = mapper.coverage.get_data()
    numbers = {name: number for number, name in enumerate(mapper.seconds)}
    lines = {
        Path(file).relative_to(ROOT).as_posix(): {
            str(line): [numbers[name] for name in names if name not in {AT_IMPORT, *mapper.failed}]
            for line, names in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    at_import = {
        Path(file).relative_to(ROOT).as_posix(): [
            line for line, names in data.contexts_by_lineno(file).items() if AT_IMPORT in names
        ]
        for file in data.measured_files()
    }
    contents = {"seconds": mapper.seconds, "lines": lines, "at import": at_import}
    options.map.write_text(json.dumps(contents), encoding="utf-8")


# --- the mutants ------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> None:
    """Try the mutants of a seed that have no result: those within functions together, then the others alone."""
    print(f"seed {options.seed}, {options.count} mutants", flush=True)
    mapped = json.loads(options.map.read_text(encoding="utf-8"))
    done = latest(options.results)
    sites = {n: site for n, site in enumerate(drawn(options.seed, options.count, options.since)) if n not in done}
    pid = os.fork()
    if not pid:  # a mutant alone must import ginrules for itself: this process never does
        Together(sites, mapped, options.limit, partial(note, options.results)).run()
    if os.waitpid(pid, 0)[1]:
        raise SystemExit("the tests cannot be collected")
    done = latest(options.results)
    warm()
    for number, site in enumerate(drawn(options.seed, options.count, options.since)):
        if number not in done or done[number]["status"] == ALONE:
            note(options.results, number, alone(site, mapped, options.limit))


def again(options: argparse.Namespace) -> None:
    """Try the survivors once more, alone; the last result of a mutant counts."""
    mapped = json.loads(options.map.read_text(encoding="utf-8"))
    warm()
    for number, result in latest(options.results).items():
        if result["status"] == KILLED or (options.only and number not in options.only):
            continue
        site = Site(result["path"], result["number"])
        note(options.results, number, alone(site, mapped, options.limit, wide=options.wide, files=options.files))


def note(path: Path, number: int, result: Result) -> None:
    """Write a result down and print it."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"drawn": number, **result}) + "\n")
    print(f"{number}: {result['status']} {result['path']}:{result['line']} {result['what']}", flush=True)


# --- the score --------------------------------------------------------------------------------------


def latest(path: Path) -> dict[int, dict[str, Any]]:
    """The last result of every mutant."""
    results = map(json.loads, path.read_text(encoding="utf-8").splitlines() if path.exists() else ())
    return {result["drawn"]: result for result in results}


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
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
        prog="python -m tools.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    mapping = commands.add_parser("map")
    mapping.add_argument("map", type=Path)
    mapping.add_argument("--since", default="", help="of the modules that differ from this commit")
    mapping.add_argument(
        "--pytest", type=shlex.split, default=[], help="arguments of pytest, for more than the fast layer"
    )
    mapping.set_defaults(call=make_map)
    for name, call in (("run", run), ("again", again)):
        command = commands.add_parser(name)
        command.add_argument("map", type=Path)
        command.add_argument("results", type=Path)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--count", type=int, default=500)
        command.add_argument("--since", default="", help="lines that differ from this commit only")
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
