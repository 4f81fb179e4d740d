"""Mutants of the compiled core: one token of a C function changed, and the core's tests run against it.

    python -m tools.core_mutants --seed 1                        # five from each function
    python -m tools.core_mutants --seed 1 --only arrange.h random.h --each 20
    python -m tools.core_mutants --seed 1 --results results.jsonl --again         # its survivors once more
    python -m tools.core_mutants --seed 1 --results results.jsonl --again --trap  # if they stop there
    python -m tools.core_mutants --emptied                       # every function without its body
    python -m tools.core_mutants --rules --fast                  # every rule forgotten, whole and in each place

A seed draws the same mutants from the same sources. A mutant that does not compile, or compiles to the same machine
code, is replaced by another. Each mutant is a library in its own folder, which carries the version of the unchanged
sources. A process loads it and runs the tests up to the first failure: first the fast layer, then the slow tests.
A mutant is killed by a failure, a crash, or a timeout: 40 s of the processor for a file of tests, which normally takes
five to ten, and minutes for slow tests. Mutants are taken from each function in turn: a run that is ended early has
tried all functions alike. A run resumes at the end of its results.
"""

import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ginrules.fast import _load
from ginrules.fast._plan import PLAN, numbers_of
from ginrules.fast.build import FOLDER, _digest_of, compiler, digest_file, library_name, source_version, sources_in
from ginrules.rules.model import RuleSet
from tools.mutation import KILLED, SURVIVED, failure_of_files, in_a_copy, latest, wilson

TESTS = (
    "tests/core/fast/test_every_rule.py",
    *(
        f"tests/core/fast/test_{name}.py"
        for name in ("inner", "decisions", "entries", "prices", "stepping", "codec", "core")
    ),
    "tests/core/fast/test_golden_rounds.py",
    *(f"tests/core/fast/test_{name}.py" for name in ("packed", "front")),
    *(f"tests/lab/test_{name}.py" for name in ("opponents", "learned")),
)
FLAGS = ("-std=c11", "-O1", "-ffp-contract=off", "-w", "-fPIC", "-fvisibility=hidden")
TRAP = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error")
"""Code that stops at an index out of its array, a shift too far, a sum too large; it needs no library."""
SECONDS = {"not full": 4.0, "full": 60.0}
"""Additional processor time of a test file by its mark, five times on top of the 20 s of every mutant."""

OTHERS: dict[str, tuple[str, ...]] = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "&&": ("||",), "||": ("&&",), "&": ("|",), "|": ("&", "^"), "^": ("|",), "<<": (">>",), ">>": ("<<",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("/",), "++": ("--",), "--": ("++",),
    "+=": ("-=", "="), "-=": ("+=",), "|=": ("&=", "="), "&=": ("|=", "="), "^=": ("|=",), "!": ("",), "~": ("",),
    "continue": ("break",), "break": ("continue",), "0": ("1",), "1": ("0", "2"), "GIN_NONE": ("0",),
}  # fmt: skip
"""The replacements of tokens; any other number is increased by 1."""

_TOKEN = re.compile(r"/\*.*?\*/|\"[^\"]*\"|\w+|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|\+\+|--|->|\S", re.DOTALL)
_HEAD = re.compile(r"^(?:GIN_API |static |inline )+[^;{}=]*?\b(\w+)\((?:[^;{}]*)\) \{$", re.MULTILINE | re.DOTALL)
_NUMBER = re.compile(r"(0x[0-9a-fA-F]+|\d+)(u?)$")


class Function(NamedTuple):
    """A function of the core: its file, its name, and where its body is."""

    file: str
    name: str
    start: int
    stop: int


class Change(NamedTuple):
    """A token of a function and what it becomes."""

    function: Function
    start: int
    old: str
    new: str


def functions(file: Path) -> Iterator[Function]:
    """The functions of a file, in order."""
    source = file.read_text(encoding="utf-8")
    for head in _HEAD.finditer(source):
        yield Function(file.name, head[1], head.end(), source.index("\n}", head.end()))
    for head in re.finditer(r"^(?:GIN_API |static )[^;{}]*?\b(\w+)\([^;{}]*\) \{ (.*) \}$", source, re.MULTILINE):
        yield Function(file.name, head[1], head.start(2), head.end(2))


def changes(function: Function) -> list[Change]:
    """Every change of one token of a function."""
    source = (FOLDER / function.file).read_text(encoding="utf-8")
    result = []
    for token in _TOKEN.finditer(source, function.start, function.stop):
        old = token[0]
        number = _NUMBER.match(old)
        others = OTHERS.get(old, (f"{int(number[1], 0) + 1}{number[2]}",) if number else ())
        result += [Change(function, token.start(), old, new) for new in others if not _is_type(source, token, new)]
    return result


def _is_type(source: str, token: re.Match[str], new: str) -> bool:
    """Whether a star or an ampersand belongs to a pointer: changing it changes no computation."""
    after = source[token.end() : token.end() + 1]
    return token[0] in {"*", "&", "-"} and bool(new) and after != " "


def mutated(change: Change) -> str:
    """The file of a change with the change in it."""
    source = (FOLDER / change.function.file).read_text(encoding="utf-8")
    return source[: change.start] + change.new + source[change.start + len(change.old) :]


def machine_code(folder: Path, extra: Sequence[str] = ()) -> bytes | None:
    """Compile the sources of a folder to a library there; gives a digest of its code, None if it does not compile."""
    object_file, library = folder / "core.o", folder / library_name()
    command, version = compiler(), f'-DGIN_VERSION="{source_version()}"'
    done = subprocess.run(
        [*command, *FLAGS, *extra, version, "-c", "-o", str(object_file), str(folder / "core.c")],
        check=False, capture_output=True,
    )  # fmt: skip
    if done.returncode:
        return None
    digest = hashlib.sha256(object_file.read_bytes()).digest()
    subprocess.run([*command, "-shared", "-o", str(library), str(object_file)], check=True)
    object_file.unlink()
    digest_file(library).write_text(_digest_of(library), encoding="ascii")
    return digest


def emptied(function: Function) -> list[Change]:
    """The change that empties a function."""
    source = (FOLDER / function.file).read_text(encoding="utf-8")
    head = source[: function.start].rpartition("\n\n")[2] if function.start else ""
    body = "" if re.search(r"\bvoid \w+\(", head) else " return 0; "
    return [Change(function, function.start, source[function.start : function.stop], body)]


def _standard(name: str) -> str:
    """The number of a rule in the standard game, in C; for the card values an expression of ``rank``."""
    if name == "card_values":
        return "(rank < 9 ? rank + 1 : 10)"
    at = PLAN.index(name) + (12 if PLAN.index(name) > PLAN.index("card_values") else 0)
    return str(numbers_of(RuleSet(), 2)[at])


def forgotten(every: Sequence[Function]) -> Iterator[tuple[str, Change]]:
    """Each rule of the plan, and the change that makes the core play it as the standard game does.

    First each rule is reset where it is passed to the core, which disables all of its implementation. Then each
    place that reads a rule is changed alone.
    """
    sources = {function.file: (FOLDER / function.file).read_text(encoding="utf-8") for function in every}
    entry = next(function for function in every if function.name == "gin_compile")
    at = sources[entry.file].index("if (!are_playable", entry.start)
    for name in PLAN:
        one = f"rules.{name} = {_standard(name)}; "
        all_of_them = f"for (int rank = 0; rank < GIN_RANKS; rank++) rules.card_values[rank] = {_standard(name)}; "
        yield name, Change(entry, at, "", all_of_them if name == "card_values" else one)
    for name in PLAN:
        for function in every:
            reads = re.compile(rf"(?:\w+->)?rules(?:\.|->){name}\b(?:\[(.*?)\])?|\br->{name}\b(?:\[(.*?)\])?")
            for read in reads.finditer(sources[function.file], function.start, function.stop):
                if function.name != "are_playable":
                    new = re.sub(r"\brank\b", f"({read[1] or read[2]})", _standard(name))
                    yield name, Change(function, read.start(), read[0], new)


class Draw(NamedTuple):
    """A function, its number, and all its changes in a random order, of which the first that count are taken."""

    number: int
    function: Function
    order: list[Change]


def draws(seed: int, only: Sequence[str], *, empty: bool) -> Iterator[Draw]:
    """The functions with their changes in an order drawn by a seed, or with the change that empties them."""
    every = [function for file in sources_in() for function in functions(file)]
    for number, function in enumerate(every):
        if not only or function.file in only or function.name in only:
            order = emptied(function) if empty else changes(function)
            random.Random(f"{seed} {function.file} {function.name}").shuffle(order)
            yield Draw(number, function, order)


def rule_draws(only: Sequence[str]) -> Iterator[Draw]:
    """The changes of `forgotten`, of some rules only if they are named."""
    every = [function for file in sources_in() for function in functions(file)]
    for number, (name, change) in enumerate(forgotten(every)):
        if not only or name in only:
            yield Draw(number, change.function, [change])


class Bench:
    """A folder of sources in which one mutant at a time is compiled."""

    def __init__(self, folder: Path, extra: Sequence[str] = ()) -> None:
        self.folder = folder
        self.extra = extra
        for path in sources_in():
            shutil.copy(path, folder)  # read by the tests that compile them too
        self.unchanged = machine_code(folder, extra)

    def compile(self, change: Change) -> bool:
        """Compile a mutant, whose sources then lie in the folder; gives whether it counts."""
        for path in sources_in():
            shutil.copy(path, self.folder)
        (self.folder / change.function.file).write_text(mutated(change), encoding="utf-8")
        return machine_code(self.folder, self.extra) not in {None, self.unchanged}

    def trial(self, marks: Sequence[str]) -> tuple[str, str]:
        """Run the tests against the library of the folder; gives killed or survived, and by what."""
        tests = [name for name in TESTS if Path(name).exists()]
        for mark in marks:
            os.environ["PYTEST_ADDOPTS"] = f"-m '{mark}'"
            reason = in_a_copy(partial(failure_of_files, [(name, set(), SECONDS[mark]) for name in tests]))
            if reason:
                return KILLED, reason
        return SURVIVED, ""


def expect_to_survive(bench: Bench, marks: Sequence[str]) -> None:
    """End the program if the tests fail without a change: every mutant would count as killed."""
    status, by = bench.trial(marks)
    if status == KILLED:
        raise SystemExit(f"the core without a change is killed by {by}")


def line_of(change: Change) -> str:
    """The line of a change, as it was, with its number."""
    source = (FOLDER / change.function.file).read_text(encoding="utf-8")
    number = source.count("\n", 0, change.start) + 1
    return f"{change.function.file}:{number} {source.splitlines()[number - 1].strip()}"


def warm() -> None:
    """Load the modules that every mutant needs, but no library."""
    import hypothesis
    import numpy as np
    import pytest

    from ginrules import lab
    from ginrules.testing import rule_sets

    sys.dont_write_bytecode = True
    assert all((hypothesis, np, pytest, lab, rule_sets)), "loaded before the processes are forked"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.core_mutants", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=5, help="mutants of each function")
    parser.add_argument("--rules", action="store_true", help="forget each rule instead, whole and by place")
    parser.add_argument("--only", nargs="*", default=[], help="these files or functions only, or these rules")
    parser.add_argument("--results", type=Path, default=Path("core_mutants.jsonl"))
    parser.add_argument("--again", action="store_true", help="the survivors of the results only")
    parser.add_argument("--emptied", action="store_true", help="empty each function instead, once")
    parser.add_argument("--fast", action="store_true", help="without the slow tests")
    parser.add_argument("--trap", action="store_true", help="stop at what C leaves undefined")
    options = parser.parse_args()
    marks = ("not full",) if options.fast else ("not full", "full")
    before = latest(options.results)
    print(f"seed {options.seed}, {options.each} mutants of each function")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warm()
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name), TRAP if options.trap else ())
        setattr(_load, "FOLDER", Path(name))  # noqa: B010 - a constant to the type checker
        os.environ["GINRULES_CORE"] = "must"
        version = source_version()
        setattr(_load, "source_version", lambda: version)  # noqa: B010
        expect_to_survive(bench, marks[:1])
        chosen = list(draws(options.seed, options.only, empty=options.emptied))
        if options.rules:
            chosen = list(rule_draws(options.only))
        places = dict.fromkeys((draw.number for draw in chosen), 0)
        for turn in range(options.each):
            for draw in chosen:
                number = 1000 * turn + draw.number
                old = before.get(number)
                if old is not None:
                    places[draw.number] = old["place"] + 1
                    if options.again and old["status"] != KILLED:
                        record(options.results, number, old["place"], draw.order[old["place"]], bench, marks)
                    continue
                for place in range(places[draw.number], len(draw.order)):
                    places[draw.number] = place + 1
                    if record(options.results, number, place, draw.order[place], bench, marks):
                        break
    report(options.results)


def record(path: Path, number: int, place: int, change: Change, bench: Bench, marks: Sequence[str]) -> bool:
    """Try a mutant and write down the result; return whether it counts."""
    if not bench.compile(change):
        return False
    status, by = bench.trial(marks)
    what = f"{change.new or 'nothing'} for {change.old or 'nothing'}" if "\n" not in change.old else "emptied"
    result: dict[str, Any] = {
        "drawn": number, "place": place, "path": f"core/{change.function.file}", "function": change.function.name,
        "line": line_of(change), "what": what, "status": status, "by": by,
    }  # fmt: skip
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(result) + "\n")
    print(f"{number}: {status} {result['line']}: {what}", flush=True)
    return True


def report(path: Path) -> None:
    results = latest(path).values()
    killed = sum(result["status"] == KILLED for result in results)
    low, high = wilson(killed, len(results))
    print(f"{killed} of {len(results)} killed: {killed / len(results):.1%} ({low:.1%} to {high:.1%})")
    files: dict[str, list[bool]] = defaultdict(list)
    for result in results:
        files[result["path"]].append(result["status"] == KILLED)
    for file, kills in sorted(files.items()):
        print(f"  {file}: {sum(kills)} of {len(kills)}")


if __name__ == "__main__":
    main()
