"""Mutants: one small change of the source each, such as ``<`` for ``<=`` or a condition left out.

A site is a place in the syntax tree with one change; sites are numbered in the order of the files and
of their trees. A seed therefore draws the same mutants from the same sources.
"""

import ast
import copy
import inspect
import random
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import NamedTuple

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


def changed_lines(since: str) -> dict[str, set[int]]:
    """The lines of the package that differ from a commit, by the paths of their files from the root."""
    command = ["git", "diff", "--unified=0", "--no-color", "--find-renames", since, "--", "ginrules"]
    lines: dict[str, set[int]] = {}
    path = ""
    for text in subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.splitlines():
        if text.startswith("+++ "):
            path = text.removeprefix("+++ ").removeprefix("b/")
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", text):
            first = int(hunk[1])
            lines.setdefault(path, set()).update(range(first, first + int(hunk[2] or 1)))
    return lines


def sites(since: Mapping[str, set[int]] | None = None) -> list[Site]:
    """Every site of every file, or of some lines only, of which the first of a statement counts."""
    if since is None:
        places = [(path, path.relative_to(ROOT).as_posix()) for path in paths()]
    else:
        places = [(ROOT / name, name) for name in sorted(since) if name.endswith(".py") and (ROOT / name).exists()]
    return [
        Site(name, number)
        for path, name in places
        for number, change in enumerate(changes(ast.parse(path.read_text(encoding="utf-8"))))
        if since is None or change.node.lineno in since[name]
    ]


def drawn(seed: int, count: int, since: str = "") -> list[Site]:
    """The sites that a seed draws; a larger count begins with the sites of a smaller count.

    Args:
        seed: The seed.
        count: The number of sites.
        since: Only lines that differ from this commit, of all modules; otherwise all lines of `TARGETS`.
    """
    everything = sites(changed_lines(since) if since else None)
    random.Random(seed).shuffle(everything)
    return everything[:count]


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
