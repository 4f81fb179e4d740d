"""Mutants of the compiled core: one token of a C function changed, and the core's tests run against it.

    python -m tools.core_mutants RESULTS --seed 1 --count 50

Run it in a copy of the working tree: a file is changed, the core built and tried, and the file put back. A seed draws
the same mutants from the same sources, one of each function in turn. What does not compile, or compiles to the same
machine code, is left out. A mutant is killed by a failure, a crash or a timeout. A run continues where it was stopped.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ginrules.fast.build import FOLDER, compiler, sources_in
from tools.mutation import KILLED, SURVIVED, first_failure, note, results_of, score

_OF_CORE = "every_rule inner decisions entries prices stepping codec core golden_rounds packed front"
TESTS = (
    *(f"tests/core/fast/test_{name}.py" for name in _OF_CORE.split()),
    "tests/lab/test_opponents.py",
    "tests/lab/test_learned.py",
)
SECONDS = 60.0
"""The processor time of these tests."""

_OTHERS = (
    "< <= >=, <= < >, > >= <=, >= > <, == !=, != ==, && ||, || &&, & |, | & ^, ^ |, << >>, >> <<, + -, - +, * +, / *, "
    "% /, ++ --, -- ++, += -= =, -= +=, |= &= =, &= |= =, ^= |=, continue break, break continue, 0 1, 1 0 2, GIN_NONE 0"
)
OTHERS = {token: tuple(others) for token, *others in map(str.split, _OTHERS.split(", "))} | {"!": ("",), "~": ("",)}
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


def drawn(seed: int, count: int) -> list[Change]:
    """Return the changes that a seed draws, one of each function in turn."""
    rng = random.Random(seed)
    lists = [changes(function) for file in sources_in() for function in functions(file)]
    rng.shuffle(lists)
    for some in lists:
        rng.shuffle(some)
    turns = range(max(map(len, lists)))
    return [some[turn] for turn in turns for some in lists if turn < len(some)][:count]


def machine_code() -> bytes | None:
    """Return the core as machine code, or None if it does not compile."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "core.o"
        command = [*compiler(), "-std=c11", "-O1", "-w", '-DGIN_VERSION="none"', "-c", "-o", str(made)]
        done = subprocess.run([*command, str(FOLDER / "core.c")], check=False, capture_output=True)
        return None if done.returncode else made.read_bytes()


def build() -> None:
    """Build the core for the tests."""
    subprocess.run([sys.executable, "-m", "ginrules.fast.build"], check=True, capture_output=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tools.core_mutants", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    options = parser.parse_args()
    os.environ["GINRULES_CORE"] = "must"
    done, unchanged = results_of(options.results), machine_code()
    for number, change in enumerate(drawn(options.seed, options.count)):
        if number in done:
            continue
        path = FOLDER / change.function.file
        original = path.read_text(encoding="utf-8")
        line = original.count("\n", 0, change.start) + 1
        try:
            path.write_text(mutated(change), encoding="utf-8")
            if machine_code() in {None, unchanged}:
                continue
            build()
            by = first_failure(TESTS, SECONDS)
        finally:
            path.write_text(original, encoding="utf-8")
        what = f"{change.new or 'nothing'} for {change.old}: {original.splitlines()[line - 1].strip()}"
        note(options.results, number, KILLED if by else SURVIVED, by, path=f"core/{path.name}", line=line, what=what)
    build()
    score(options.results)


if __name__ == "__main__":
    main()
