"""Mutation tests: how many small changes of the rules, melds, play, scores, matches and records the tests notice.

    python -m tools.mutation map MAP [--pytest "-m full"]  once: the lines that each test runs, and its time
    python -m tools.mutation run MAP RESULTS --seed 1 --count 500 [--limit 60]
    python -m tools.mutation score RESULTS

Run it in a copy of the working tree: files are changed and put back. A site is a place in the syntax tree with one
change, such as ``<`` for ``<=``; sites are numbered in the order of files and trees, so a seed draws the same mutants
from the same sources. A change within functions is made in memory: a session of pytest that has collected all tests
forks for each mutant, and the copy runs the tests of the line, the quickest first, up to the first failure. Any other
change is tried alone, in a process that has imported nothing of ginrules. A mutant counts as killed when a test fails,
when it cannot be imported, or when a test needs many times the usual processor time. A survivor has passed the tests
that fit into the limit of processor time (seconds of an unchanged run); ``--limit 0`` runs them all. According to the
map, a line whose result is cached is run by one test only. ``run`` continues where it was stopped.
"""

import argparse
import ast
import contextlib
import copy
import gc
import inspect
import io
import json
import math
import os
import py_compile
import random
import resource
import shlex
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
TARGETS = ("cards.py", "solver", "rules", "melds", "play", "scoring", "match", "records")
"""The modules and folders of ginrules that are mutated."""

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Div: ast.Mult,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


class Mutant(NamedTuple):
    """One change.

    Attributes:
        path: The file, from the root of the repository.
        line: Its line.
        what: The change, in words.
        source: The whole file with the change.
        functions: The functions that it changes, before and after; None if it changes a module or a class itself.
    """

    path: str
    line: int
    what: str
    source: str
    functions: list[tuple[CodeType, CodeType]] | None


class Site(NamedTuple):
    """A place of a file and the number of its change."""

    path: str
    number: int


def paths() -> list[Path]:
    """The files that are mutated, in order."""
    folder = ROOT / "ginrules"
    return [
        path
        for target in TARGETS
        for path in ([folder / target] if target.endswith(".py") else files_in(folder / target))
    ]


def files_in(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def drawn(seed: int, count: int) -> list[Site]:
    """The sites that a seed draws; a larger count begins with the sites of a smaller count."""
    sites = [
        Site(path.relative_to(ROOT).as_posix(), number)
        for path in paths()
        for number, _ in enumerate(changes(ast.parse(path.read_text(encoding="utf-8"))))
    ]
    random.Random(seed).shuffle(sites)
    return sites[:count]


def mutant(site: Site) -> Mutant:
    """The file with the change of this site."""
    source = (ROOT / site.path).read_text(encoding="utf-8")
    tree = ast.parse(source)
    for number, (node, what, change) in enumerate(changes(tree)):
        if number == site.number:
            line = node.lineno
            words = f"{what}: {ast.unparse(node).splitlines()[0][:70]}"
            change()
            ast.fix_missing_locations(tree)
            file = str(ROOT / site.path)
            functions = _changed(compile(source, file, "exec"), compile(tree, file, "exec"))
            return Mutant(site.path, line, words, ast.unparse(tree), functions)
    raise LookupError(site)


def _changed(before: CodeType, after: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """The functions that differ in two versions of a module or a class; None if more than functions differ."""
    parts, others = _nested(before), _nested(after)
    if (before.co_code, before.co_names, _plain(before)) != (after.co_code, after.co_names, _plain(after)):
        return None
    changed = []
    for part, other in zip(parts, others, strict=True):
        if part == other:
            continue
        if part.co_flags & inspect.CO_NEWLOCALS:  # a function; a class has the names of its block
            changed += _functions(part, other)
        elif (inside := _changed(part, other)) is None:
            return None
        else:
            changed += inside
    return changed


def _functions(before: CodeType, after: CodeType) -> list[tuple[CodeType, CodeType]]:
    """A function and the functions in it, before and after a change."""
    pairs = [(before, after)]
    parts, others = _nested(before), _nested(after)
    if len(parts) == len(others):
        pairs += [pair for both in zip(parts, others, strict=True) for pair in _functions(*both)]
    return [(part, other) for part, other in pairs if part != other]


def _nested(code: CodeType) -> list[CodeType]:
    return [value for value in code.co_consts if isinstance(value, CodeType)]


def _plain(code: CodeType) -> list[object]:
    return [value for value in code.co_consts if not isinstance(value, CodeType)]


# --- changes ----------------------------------------------------------------------------------------


class Change(NamedTuple):
    """A node of a tree, the change in words, and the function that makes it."""

    node: ast.expr | ast.stmt
    what: str
    make: "Maker"


class Maker(NamedTuple):
    """Sets a field of a node, or an item of a field."""

    node: ast.AST
    field: str
    place: int | None
    value: object

    def __call__(self) -> None:
        """Make the change."""
        if self.place is None:
            setattr(self.node, self.field, self.value)
        else:
            getattr(self.node, self.field)[self.place] = self.value


def changes(tree: ast.Module) -> Iterator[Change]:
    """Every change of a tree, in order; docstrings, annotations, messages and errors' texts are left alone."""
    for parent, field, place, node in _walk(tree):
        yield from _changes_of(parent, field, place, node)


def _walk(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.expr | ast.stmt]]:
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "decorator_list", "keywords_of_class"} or isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.Raise) or (isinstance(node, ast.AnnAssign) and _is_alias(node)):
            continue
        for place, item in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(item, ast.expr | ast.stmt):
                yield node, field, place, item
            if isinstance(item, ast.AST):
                yield from _walk(item)


def _is_alias(node: ast.AnnAssign) -> bool:
    return isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"


def _changes_of(parent: ast.AST, field: str, place: int | None, node: ast.expr | ast.stmt) -> Iterator[Change]:  # noqa: C901, PLR0912, PLR0915
    def change(what: str, new: ast.AST) -> Change:
        return Change(node, what, Maker(parent, field, place, new))

    match node:
        case ast.Compare(ops=ops):
            for number, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    new = copy.deepcopy(node)
                    new.ops[number] = other()
                    yield change(f"{other.__name__} for {type(op).__name__}", new)
        case ast.BinOp(op=op) if type(op) in COMPUTED and not _is_of_types(node):
            new_sum = copy.deepcopy(node)
            new_sum.op = COMPUTED[type(op)]()
            yield change(f"{type(new_sum.op).__name__} for {type(op).__name__}", new_sum)
        case ast.AugAssign(op=op) if type(op) in COMPUTED:
            new_assignment = copy.deepcopy(node)
            new_assignment.op = COMPUTED[type(op)]()
            yield change(f"{type(new_assignment.op).__name__} for {type(op).__name__}", new_assignment)
        case ast.BoolOp(op=op):
            new_condition = copy.deepcopy(node)
            new_condition.op = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield change("or for and" if isinstance(op, ast.And) else "and for or", new_condition)
            for number in range(len(node.values)):
                rest = copy.deepcopy(node)
                del rest.values[number]
                yield change(f"without operand {number}", rest if len(rest.values) > 1 else rest.values[0])
        case ast.UnaryOp(op=ast.Not()):
            yield change("without not", node.operand)
        case ast.UnaryOp(op=ast.USub() | ast.Invert()):
            yield change("without the sign", node.operand)
        case ast.Constant(value=bool(value)):
            yield change(str(not value), ast.Constant(not value))
        case ast.Constant(value=int(value)):
            yield change(f"{value + 1} for {value}", ast.Constant(value + 1))
        case ast.If() | ast.While() | ast.IfExp():
            negated = copy.deepcopy(node)
            negated.test = ast.UnaryOp(ast.Not(), negated.test)
            yield change("condition negated", negated)
        case ast.Call(func=ast.Name(id=name)) if name in NAMES and (name != "sorted" or len(node.args) == 1):
            renamed = copy.deepcopy(node)
            renamed.func = ast.Name(NAMES[name], ast.Load())
            if name == "sorted":
                renamed.keywords = []
            yield change(f"{NAMES[name]} for {name}", renamed)
        case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.DictComp():
            for number, part in enumerate(node.generators):
                if part.ifs:
                    unfiltered = copy.deepcopy(node)
                    unfiltered.generators[number].ifs = []
                    yield change("without the filter", unfiltered)
        case ast.Break():
            yield change("continue for break", ast.Continue())
        case ast.Continue():
            yield change("break for continue", ast.Break())
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield change("left out", ast.Pass())
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield change("returns None", ast.Return(ast.Constant(None)))


def _is_of_types(node: ast.BinOp) -> bool:
    """Whether it is a union of types, such as ``int | None``."""
    return isinstance(node.op, ast.BitOr) and any(
        isinstance(side, ast.Constant)
        or (isinstance(side, ast.Name) and side.id[0].isupper())
        or (isinstance(side, ast.BinOp) and _is_of_types(side))
        or (isinstance(side, ast.Name) and side.id in {"int", "str", "float", "bool"})
        for side in (node.left, node.right)
    )


# --- trials ----------------------------------------------------------------------------------------


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
            tests = tests_of(changed, self.mapped)
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


def alone(site: Site, mapped: Mapping[str, Any], limit: float) -> Result:
    """Try a mutant by the tests of its line, file by file, the quickest first."""
    changed = mutant(site)
    tests = tests_of(changed, mapped)
    chosen = within(tests, limit)
    result = described(changed, site, chosen, tests)
    if not tests:
        return result
    return result | tried(changed, lambda: failure_of_files(by_file(chosen)))


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


def tests_of(changed: Mutant, mapped: Mapping[str, Any]) -> dict[str, float]:
    """The tests that run a line with their seconds; of a change that imports run, all that run its file.

    A file of which nothing is run later, such as a table of constants, is tested by all tests.
    """
    seconds: dict[str, float] = mapped["seconds"]
    lines: dict[str, list[int]] = mapped["lines"].get(changed.path, {})
    names = list(seconds)
    of_file = [number for some in lines.values() for number in some]
    of_line = None if changed.functions is None else lines.get(str(changed.line))
    numbers = of_line or of_file or range(len(names))
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
    """Write the map of the modules of `TARGETS`."""
    mapper = Mapper([str(file) for file in paths()])
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
    sites = {n: site for n, site in enumerate(drawn(options.seed, options.count)) if n not in done}
    pid = os.fork()
    if not pid:  # a mutant alone must import ginrules for itself: this process never does
        Together(sites, mapped, options.limit, partial(note, options.results)).run()
    if os.waitpid(pid, 0)[1]:
        raise SystemExit("the tests cannot be collected")
    done = latest(options.results)
    warm()
    for number, site in enumerate(drawn(options.seed, options.count)):
        if number not in done or done[number]["status"] == ALONE:
            note(options.results, number, alone(site, mapped, options.limit))


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
    mapping.add_argument(
        "--pytest", type=shlex.split, default=[], help="arguments of pytest, for more than the fast layer"
    )
    mapping.set_defaults(call=make_map)
    running = commands.add_parser("run")
    running.add_argument("map", type=Path)
    running.add_argument("results", type=Path)
    running.add_argument("--seed", type=int, default=1)
    running.add_argument("--count", type=int, default=500)
    running.add_argument("--limit", type=float, default=60.0)
    running.set_defaults(call=run)
    scoring = commands.add_parser("score")
    scoring.add_argument("results", type=Path)
    scoring.set_defaults(call=score)
    options = parser.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
