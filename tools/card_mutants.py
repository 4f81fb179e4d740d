"""Mutants of the rule card: a sentence lost, a number or a word taken from elsewhere, a condition turned round.

    python -m tools.card_mutants --seed 1 --number 40

Mutants are drawn from the functions of the card in turn. Each is written to a copy of the package, whose tests of the
card run up to the first failure.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "ginrules/show/rulecard"
TESTS = (
    "tests/shown/test_card_values.py",
    "tests/shown/test_card_examples.py",
    "tests/shown/test_rules_describe.py",
    "tests/shown/test_card_differences.py",
    "tests/shown/test_rule_relevance.py",
    "tests/shown/test_golden_cards.py",
)
"""The last holds every sentence of every card, as it was read; the others check what the sentences say."""
LONGEST = 300
"""The seconds after which the tests of a mutant are stopped: it runs in a circle."""
NUMBERS = ("gin_bonus", "box_bonus", "knock_limit", "undercut_bonus", "game_bonus", "columns", "stock_floor")
WORDS = {
    "lowest": "highest",
    "first": "last",
    "either": "one",
    "nothing": "all",
    "all": "no",
    "less": "more",
    "winner": "loser",
}


class Mutant(NamedTuple):
    """One change of a file.

    Attributes:
        path: The file, from the root of the repository.
        where: Its function and line.
        what: The change, in words.
        source: The file with the change.
    """

    path: str
    where: str
    what: str
    source: str


def changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The mutants of a node of the tree, with their description."""
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield "a sentence is left out", ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
        case ast.Attribute(value=ast.Name(id="rules"), attr=name) if name in NUMBERS:
            other = NUMBERS[(NUMBERS.index(name) + 1) % len(NUMBERS)]
            yield f"{other} in place of {name}", ast.Attribute(node.value, other, node.ctx)
        case ast.If(test=test):
            yield "the condition is turned round", ast.If(ast.UnaryOp(ast.Not(), test), node.body, node.orelse)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield "the two values are exchanged", ast.IfExp(test, orelse, body)
        case ast.Constant(value=str(text)) if " " in text:
            for word, other in WORDS.items():
                if f" {word} " in text:
                    yield f"{other} in place of {word}", ast.Constant(text.replace(f" {word} ", f" {other} ", 1))
        case _:
            return


class _Changed(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().visit(node)


def mutants(path: Path) -> Iterator[tuple[str, Mutant]]:
    """Every mutant of a file with the name of its function."""
    text, name = path.read_text(encoding="utf-8"), str(path.relative_to(ROOT))
    for place, function in enumerate(ast.parse(text).body):
        if not isinstance(function, ast.FunctionDef):
            continue
        for number, node in enumerate(_nodes(function)):
            for what, _ in changes(node):
                tree = ast.parse(text)
                body = tree.body[place]
                assert isinstance(body, ast.FunctionDef)
                old = _nodes(body)[number]
                new = next(other for said, other in changes(old) if said == what)
                source = ast.unparse(ast.fix_missing_locations(_Changed(old, new).visit(tree)))
                where = f"{function.name}, line {getattr(node, 'lineno', function.lineno)}"
                yield f"{name}:{function.name}", Mutant(name, where, what, source)


def _nodes(function: ast.FunctionDef) -> list[ast.AST]:
    """The nodes of a function without its docstring."""
    return [node for statement in function.body[1:] or function.body for node in ast.walk(statement)]


def drawn(seed: int, number: int) -> list[Mutant]:
    """Mutants of all functions in turn."""
    by_function: dict[str, list[Mutant]] = defaultdict(list)
    for path in sorted(FOLDER.glob("*.py")):
        for name, mutant in mutants(path):
            by_function[name].append(mutant)
    source = random.Random(seed)
    functions = sorted(by_function)
    source.shuffle(functions)
    for name in functions:
        source.shuffle(by_function[name])
    rounds = max(map(len, by_function.values()))
    turns = [by_function[name][turn] for turn in range(rounds) for name in functions if turn < len(by_function[name])]
    return turns[:number]


def killed(mutant: Mutant, folder: Path) -> str:
    """The first test that fails with the mutant, or an empty text."""
    target = folder / mutant.path
    before = target.read_text(encoding="utf-8")
    target.write_text(mutant.source, encoding="utf-8")
    try:
        return failing_test(folder)
    finally:
        target.write_text(before, encoding="utf-8")


def failing_test(folder: Path) -> str:
    """The first test that fails in the copy, or an empty text."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *TESTS]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return f"no end within {LONGEST} s"
    failures = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return "" if done.returncode == 0 else (failures or ["an error"])[0].split(" - ")[0]


def main() -> None:
    """Print each mutant with the test that kills it, then the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=40)
    options = parser.parse_args()
    survivors = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in ("ginrules", "tests", "docs", "tools"):  # the tests import generators and tools
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        if failing := failing_test(folder):
            raise SystemExit(f"without a change of the card {failing} fails: mend it first")
        chosen = drawn(options.seed, options.number)
        for mutant in chosen:
            test = killed(mutant, folder)
            print(f"{mutant.path} {mutant.where}: {mutant.what}: {test or 'SURVIVES'}", flush=True)
            survivors += [] if test else [mutant]
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} killed")


if __name__ == "__main__":
    main()
