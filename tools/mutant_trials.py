"""A mutant and its tests: together with others in one session of pytest, or alone.

A change within functions is made in memory. A session that has collected all tests forks for each mutant; the copy
puts the changed code into the functions and runs the tests of the line, the quickest first. A change of a module or of
a class itself is tried alone, in a process that has imported nothing of ginrules, and so is a survivor on a line that
imports run too.
"""

import contextlib
import gc
import io
import os
import py_compile
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import CodeType, FunctionType
from typing import Any

import pytest

from tools.mutants import ROOT, Mutant, Site, mutant

OPTIONS = ("-q", "-m=", "-p", "no:cacheprovider", "--tb=line", "-W", "ignore::pytest.PytestAssertRewriteWarning")
KILLED, SURVIVED, UNTESTED, ALONE = "killed", "survived", "not run by any test", "to be tried alone"
MEMORY = 4 << 30

Result = dict[str, Any]


def tried(changed: Mutant, run: Callable[[], str | None]) -> Result:
    """Write a mutant, run its tests in a copy of this process, put the file back, and return the result.

    Args:
        changed: The mutant.
        run: Runs the tests and returns the first that fails, if one does.
    """
    target = ROOT / changed.path
    original = target.read_bytes()
    start = time.monotonic()
    try:
        target.write_text(changed.source, encoding="utf-8")
        reason = in_a_copy(run)
    finally:
        target.write_bytes(original)
    kind = SURVIVED if not reason else ALONE if reason == ALONE else KILLED
    return {"seconds": round(time.monotonic() - start, 1), "status": kind, "by": reason}


def in_a_copy(run: Callable[[], str | None]) -> str:
    """Run a function in a silent copy of this process; return its text, or the signal that ended the copy."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            os.write(writing, (run() or "").encode())
            os._exit(0)
        finally:
            os._exit(3)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:  # noqa: PTH123 - a descriptor
        text = pipe.read()
    status = os.waitpid(pid, 0)[1]
    if os.WIFSIGNALED(status):
        return f"signal {os.WTERMSIG(status)}"
    if status:
        raise SystemExit("the process of the tests failed")
    return text


def limit_time(seconds: float) -> None:
    """End this process by a signal when it has taken five times these seconds of processor time, and 20 s more."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + 20 + 5 * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


# --- together ---------------------------------------------------------------------------------------


class Together:
    """A plugin of pytest that tries mutants in copies of the session instead of running its tests.

    Args:
        sites: The mutants by their numbers.
        mapped: The map of the tests.
        limit: Processor time for the tests of a mutant, in seconds; 0 for all of them.
        note: Called with the number and the result of each mutant that is a change within functions.
    """

    def __init__(
        self, sites: Mapping[int, Site], mapped: Mapping[str, Any], limit: float, note: Callable[[int, Result], None]
    ) -> None:
        self.sites, self.mapped, self.limit, self.note = sites, mapped, limit, note
        self.failed: str | None = None

    def run(self) -> None:
        """Collect the tests and try the mutants; ends this process."""
        status = pytest.main([*OPTIONS, f"--rootdir={ROOT}"], plugins=[self])
        os._exit(int(status))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first failure."""
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant that is a change within functions."""
        items = {item.nodeid: item for item in session.items}
        functions = [value for value in gc.get_objects() if type(value) is FunctionType]
        gc.freeze()  # the copies share what they do not change
        for number, site in self.sites.items():
            changed = mutant(site)
            if changed.functions is None:
                continue
            tests = tests_of(changed, self.mapped, wide=False)
            chosen = within(tests, self.limit)
            result = described(changed, site, chosen, tests)
            if chosen:
                run = partial(
                    self.failure, functions, changed.functions, [(items[name], chosen[name]) for name in chosen]
                )
                result |= tried(changed, run)
                if result["status"] == SURVIVED and changed.line in self.mapped["at import"].get(site.path, ()):
                    result["status"] = ALONE
            self.note(number, result)
        return True

    def failure(
        self,
        functions: Sequence[FunctionType],
        pairs: Sequence[tuple[CodeType, CodeType]],
        tests: Sequence[tuple[pytest.Item, float]],
    ) -> str | None:
        """Change the functions and run the tests; return the first that fails."""
        if not put_into(functions, pairs):
            return ALONE
        manager = tests[0][0].config.pluginmanager
        manager.unregister(manager.get_plugin("terminalreporter"))
        for (item, seconds), following in zip(tests, [*(item for item, _ in tests[1:]), None], strict=True):
            limit_time(seconds)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                return self.failed
        return None


def put_into(functions: Sequence[FunctionType], pairs: Sequence[tuple[CodeType, CodeType]]) -> bool:
    """Put the code after a change into every function that has the code before it; gives whether it fits."""
    for before, after in pairs:
        for function in functions:
            if function.__code__ == before:
                try:
                    function.__code__ = after
                except ValueError:  # it uses other variables of the function around it
                    return False
    return True


# --- alone ------------------------------------------------------------------------------------------


def alone(
    site: Site, mapped: Mapping[str, Any], limit: float, *, wide: bool = False, files: Sequence[str] = ()
) -> Result:
    """Try a mutant by the tests of its line, or by all tests of some files, file by file, the quickest first."""
    changed = mutant(site)
    tests = tests_of(changed, mapped, wide=wide)
    chosen = within(tests, limit)
    result = described(changed, site, chosen, tests)
    if not tests:
        return result
    parts = [(file, set[str](), 30.0) for file in files] or by_file(chosen)
    return result | tried(changed, lambda: failure_of_files(parts))


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


def by_file(tests: Mapping[str, float]) -> list[tuple[str, set[str], float]]:
    """The files of these tests with their tests and seconds, the quickest first."""
    files: dict[str, set[str]] = defaultdict(set)
    for name in tests:
        files[name.partition("::")[0]].add(name)
    timed = [(file, names, sum(tests[name] for name in names)) for file, names in files.items()]
    return sorted(timed, key=lambda item: item[2])


def failure_of_files(files: Sequence[tuple[str, set[str], float]]) -> str | None:
    """Run the tests file by file; return the first that fails."""
    for file, names, seconds in files:
        limit_time(seconds)
        chosen = Chosen(names)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            status = pytest.main([*OPTIONS, "-x", str(ROOT / file)], plugins=[chosen])
        if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
            return chosen.failed or f"{file} cannot be collected"
    return None


def warm() -> None:
    """Load the modules that every mutant needs and compile the rest, with hashes that reveal a changed file at once."""
    import attrs
    import hypothesis
    import rich

    sys.dont_write_bytecode = True
    for path in (ROOT / "ginrules").rglob("*.py"):
        py_compile.compile(str(path), doraise=True, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)
    assert all((attrs, hypothesis, rich)), "loaded before the processes are forked"


# --- the tests of a line ----------------------------------------------------------------------------


def tests_of(changed: Mutant, mapped: Mapping[str, Any], *, wide: bool) -> dict[str, float]:
    """The tests that run a line with their seconds; of a change that imports run, all that run its file.

    A file of which nothing is run later, such as a table of constants, is tested by all tests.
    """
    seconds: dict[str, float] = mapped["seconds"]
    lines: dict[str, list[int]] = mapped["lines"].get(changed.path, {})
    names = list(seconds)
    of_file = [number for some in lines.values() for number in some]
    of_line = None if wide or changed.functions is None else lines.get(str(changed.line))
    numbers = of_line or of_file or range(len(names))
    if wide and changed.path.startswith("ginrules/solver"):  # tables are compiled once for all tests
        numbers = range(len(names))
    return {names[number]: seconds[names[number]] for number in dict.fromkeys(numbers)}


def within(tests: Mapping[str, float], limit: float) -> dict[str, float]:
    """The quickest tests that fit into the limit, the quickest first; with a limit of 0 all of them."""
    chosen, used = {}, 0.0
    for name, seconds in sorted(tests.items(), key=lambda item: item[1]):
        used += seconds + 0.002
        if limit and used > limit:
            break
        chosen[name] = seconds
    return chosen


def described(changed: Mutant, site: Site, chosen: Mapping[str, float], tests: Mapping[str, float]) -> Result:
    """A result without its status."""
    result: Result = {"path": site.path, "number": site.number, "line": changed.line, "what": changed.what}
    return result | {"tests": len(chosen), "all": len(tests), "status": UNTESTED}
