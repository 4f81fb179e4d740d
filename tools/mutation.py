"""Mutation tests: how many small changes of the rules, melds, play, scores, matches and records the tests notice.

    python -m tools.mutation map MAP [-m full tests]       once: the lines that each test runs, and its time
    python -m tools.mutation run MAP RESULTS --seed 1 --count 150 [--limit 60]

Run it in a copy of the working tree: a file is changed, tried and put back. A mutant is a place in the syntax tree with
one change, such as ``<`` for ``<=``; places are numbered in the order of files and trees, so a seed draws the same
mutants from the same sources. Each is tried by the tests that run its line, the quickest first, as many as fit into the
limit of processor time (seconds of an unchanged run; 0 for all). It is killed when a test fails, when nothing can be
imported, or when the tests need many times the usual time. ``run`` continues where it was stopped.
"""

import argparse
import ast
import copy
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
TARGETS = ("cards.py", "solver", "rules", "melds", "play", "scoring", "match", "records")
"""The modules and folders of ginrules that are mutated."""

_COMPARED = "Lt LtE GtE, LtE Lt Gt, Gt GtE LtE, GtE Gt Lt, Eq NotEq, NotEq Eq, Is IsNot, IsNot Is, In NotIn, NotIn In"
_COMPUTED = (
    "Add Sub, Sub Add, Mult FloorDiv, FloorDiv Mult, Mod FloorDiv, Pow Mult, BitAnd BitOr, BitOr BitAnd, BitXor BitOr, "
    "LShift RShift, RShift LShift, Div Mult"
)
"""Operators of the module ``ast``, each with those that replace it."""
COMPARED, COMPUTED = (
    {getattr(ast, one): [getattr(ast, other) for other in others] for one, *others in map(str.split, text.split(", "))}
    for text in (_COMPARED, _COMPUTED)
)
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


# --- mutants ----------------------------------------------------------------------------------------


class Mutant(NamedTuple):
    """One change in words, and the whole file with it."""

    path: str
    line: int
    what: str
    source: str


def paths() -> list[Path]:
    """Return the files that are mutated, in order."""
    folder = ROOT / "ginrules"
    places = (folder / target for target in TARGETS)
    return [path for place in places for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))]


def drawn(seed: int, count: int) -> list[tuple[Path, int]]:
    """Return the places that a seed draws; a larger count begins with those of a smaller count."""
    places = [
        (path, number)
        for path in paths()
        for number, _ in enumerate(changes(ast.parse(path.read_text(encoding="utf-8"))))
    ]
    random.Random(seed).shuffle(places)
    return places[:count]


def mutant(path: Path, number: int) -> Mutant:
    """Return the file with the change of this number."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node, what, make = list(changes(tree))[number]
    line, words = node.lineno, f"{what}: {ast.unparse(node).splitlines()[0][:70]}"
    make()
    ast.fix_missing_locations(tree)
    return Mutant(path.relative_to(ROOT).as_posix(), line, words, ast.unparse(tree))


# --- changes ----------------------------------------------------------------------------------------


class Change(NamedTuple):
    """A node of a tree, the change in words, and the function that makes it."""

    node: ast.expr | ast.stmt
    what: str
    make: Callable[[], None]


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
        def make() -> None:
            if place is None:
                setattr(parent, field, new)
            else:
                getattr(parent, field)[place] = new

        return Change(node, what, make)

    match node:
        case ast.Compare(ops=ops):
            for number, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    new = copy.deepcopy(node)
                    new.ops[number] = other()
                    yield change(f"{other.__name__} for {type(op).__name__}", new)
        case ast.BinOp(op=op) if type(op) in COMPUTED and not _is_of_types(node):
            new_sum = copy.deepcopy(node)
            new_sum.op = COMPUTED[type(op)][0]()
            yield change(f"{type(new_sum.op).__name__} for {type(op).__name__}", new_sum)
        case ast.AugAssign(op=op) if type(op) in COMPUTED:
            new_assignment = copy.deepcopy(node)
            new_assignment.op = COMPUTED[type(op)][0]()
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


# --- the map ----------------------------------------------------------------------------------------


class Mapper:
    """A plugin of pytest that notes which test runs which lines, and how long it takes."""

    def __init__(self) -> None:
        import coverage

        self.coverage = coverage.Coverage(data_file=None, include=list(map(str, paths())), config_file=False)
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
            self.coverage.switch_context("")


def make_map(options: argparse.Namespace) -> None:
    """Write which tests run each line, by number, and the seconds of each test."""
    mapper = Mapper()
    mapper.coverage.start()
    status = pytest.main(["-q", "-p", "no:cacheprovider", *options.pytest], plugins=[mapper])
    mapper.coverage.stop()
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        raise SystemExit("the tests cannot be run")
    for name in mapper.failed:
        print(f"left out, it fails without a change: {name}")
    data = mapper.coverage.get_data()
    numbers = {name: number for number, name in enumerate(mapper.seconds) if name not in mapper.failed}
    lines = {
        Path(file).relative_to(ROOT).as_posix(): {
            line: [numbers[name] for name in names if name in numbers]
            for line, names in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }
    options.map.write_text(json.dumps({"seconds": mapper.seconds, "lines": lines}), encoding="utf-8")


def tests_of(changed: Mutant, mapped: Mapping[str, Any]) -> dict[str, float]:
    """Return the tests that run a line with their seconds, the quickest first; else those of its file, or all."""
    seconds: dict[str, float] = mapped["seconds"]
    lines: dict[str, list[int]] = mapped["lines"].get(changed.path, {})
    names = list(seconds)
    of_file = [number for some in lines.values() for number in some]
    chosen = {names[number] for number in lines.get(str(changed.line)) or of_file or range(len(names))}
    return dict(sorted(((name, seconds[name]) for name in chosen), key=lambda item: item[1]))


def within(tests: Mapping[str, float], limit: float) -> dict[str, float]:
    """Return the first tests that fit into the limit; with a limit of 0 all of them."""
    chosen, used = {}, 0.0
    for name, seconds in tests.items():
        used += seconds + 0.002
        if limit and used > limit:
            break
        chosen[name] = seconds
    return chosen


# --- trials -----------------------------------------------------------------------------------------

KILLED, SURVIVED, UNTESTED = "killed", "survived", "not run by any test"


def first_failure(tests: Sequence[str], seconds: float) -> str:
    """Run tests in a process of their own, and return the first that fails, or an empty text."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "tests"
        listed.write_text("\n".join(tests), encoding="utf-8")
        options = ("-m=", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", f"@{listed}")
        variables = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", *options]
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False, timeout=60 + 10 * seconds
            )
        except subprocess.TimeoutExpired:
            return "a timeout"
    if done.returncode in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].split()[1] if failed else f"the end of pytest ({done.returncode})"


def tried(changed: Mutant, tests: Mapping[str, float]) -> str:
    """Write a mutant, run its tests, put the file back, and return the first failure."""
    target = ROOT / changed.path
    original = target.read_bytes()
    Path(cache_from_source(str(target))).unlink(missing_ok=True)  # no bytecode of another version of the file
    try:
        target.write_text(changed.source, encoding="utf-8")
        return first_failure(list(tests), sum(tests.values()))
    finally:
        target.write_bytes(original)


def run(options: argparse.Namespace) -> None:
    """Try the mutants of a seed that have no result."""
    mapped = json.loads(options.map.read_text(encoding="utf-8"))
    done = results_of(options.results)
    for number, (path, place) in enumerate(drawn(options.seed, options.count)):
        if number in done:
            continue
        changed = mutant(path, place)
        tests = tests_of(changed, mapped)
        chosen = within(tests, options.limit)
        by = tried(changed, chosen) if chosen else ""
        status = KILLED if by else SURVIVED if chosen else UNTESTED
        about = {"path": changed.path, "line": changed.line, "what": changed.what}
        note(options.results, number, status, by, **about, tests=len(chosen), all=len(tests))
    score(options.results)


def note(results: Path, number: int, status: str, by: str, **about: Any) -> None:
    """Write a result down and print it."""
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"drawn": number, "status": status, "by": by, **about}) + "\n")
    print(f"{number}: {status} {about['path']}:{about['line']} {about['what']}", flush=True)


def results_of(path: Path) -> dict[int, dict[str, Any]]:
    """Return the last result of every mutant."""
    results = map(json.loads, path.read_text(encoding="utf-8").splitlines() if path.exists() else ())
    return {result["drawn"]: result for result in results}


def score(path: Path) -> None:
    """Print how many were killed, with Wilson's 95% interval, and the others."""
    results = results_of(path)
    killed, trials, z = sum(one["status"] == KILLED for one in results.values()), len(results), 1.959964
    half = z * math.sqrt(killed * (trials - killed) / trials + z * z / 4)
    low, high = ((killed + z * z / 2 + sign * half) / (trials + z * z) for sign in (-1, 1))
    print(f"{killed} of {trials} killed: {killed / trials:.1%} ({low:.1%} to {high:.1%})")
    for number, one in sorted(results.items()):
        if one["status"] != KILLED:
            print(f"{number} {one['status']} {one['path']}:{one['line']} {one['what']}")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutation", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    mapping = commands.add_parser("map")
    mapping.add_argument("map", type=Path)
    mapping.add_argument("pytest", nargs=argparse.REMAINDER, help="arguments of pytest, for more than the fast layer")
    mapping.set_defaults(call=make_map)
    running = commands.add_parser("run")
    running.add_argument("map", type=Path)
    running.add_argument("results", type=Path)
    running.add_argument("--seed", type=int, default=1)
    running.add_argument("--count", type=int, default=150)
    running.add_argument("--limit", type=float, default=60.0)
    running.set_defaults(call=run)
    options = parser.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
