"""The test files of every module, by what they import: ``python -m docs.generate.module_tests PATH …`` prints some.

A test file tests a module if it uses a name that the module defines, also by a public name such as ``gin.price``. Test
files with the name of the module come first, then the files of which the module is the largest share. A
module that no test file uses is tested through the modules that import it; the table names the nearest of them.
"""

import ast
import importlib
import inspect
import pkgutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from os.path import commonpath
from pathlib import Path
from types import ModuleType
from typing import Final

import ginrules
from docs.generate.preset_pages import table

_ROOT: Final = Path(__file__).parents[2]
_SHOWN: Final = 4  # test files of a module


def markdown() -> str:
    """Return one closed block for every folder, with a row for every module."""
    return "\n\n".join(
        f'??? note "`{folder}`"\n\n' + "\n".join(f"    {line}" for line in _rows(list(modules)).splitlines())
        for folder, modules in groupby(
            sorted(tests(), key=_place_in_folder), key=lambda name: _place_in_folder(name)[0]
        )
    )


def _rows(modules: list[str]) -> str:
    rows = [(f"``{Path(_place(module)).name}``", *_cells(module)) for module in modules]
    return table(("module", "test files", "through"), rows)


def _cells(module: str) -> tuple[str, str]:
    door, files = tests()[module]
    names = ", ".join(f"``{name.removeprefix('tests/')}``" for name in files[:_SHOWN])
    more = f" and {len(files) - _SHOWN} more" if len(files) > _SHOWN else ""
    return names + more, "" if door == module else f"``{_place(door)}``"


@cache
def tests() -> Mapping[str, tuple[str, list[str]]]:
    """Return the module that test files name, itself or an importer, and these files, for every module with code."""
    uses = {str(path.relative_to(_ROOT)): _uses(path) for path in sorted((_ROOT / "tests").rglob("test_*.py"))}
    importers: dict[str, list[str]] = {}
    for module in _modules():
        for name in _uses(_ROOT / _place(module)):
            importers.setdefault(name, []).append(module)
    return {module: _nearest(module, uses, importers) for module in _modules()}


def _nearest(
    module: str, uses: Mapping[str, Counter[str]], importers: Mapping[str, list[str]]
) -> tuple[str, list[str]]:
    waiting, known = [module], {module}
    for door in waiting:
        stem = door.rpartition(".")[2].strip("_")
        files = [name for name, used in uses.items() if door in used]
        if files:
            ranks = {name: (stem in Path(name).stem, uses[name][door] / uses[name].total()) for name in files}
            return door, sorted(files, key=lambda name: ranks[name], reverse=True)
        new = [name for name in importers.get(door, ()) if name not in known]
        new.sort(key=lambda name: -len(commonpath([_place(name), _place(module)])))
        waiting += new
        known.update(new)
    return module, _by_name(module, list(uses))


def _by_name(module: str, files: list[str]) -> list[str]:
    """Return the test files with the name of a command, or else of its folder; commands are imported by their name."""
    *_, folder, stem = module.split(".")
    words = {name: Path(name).stem.split("_")[1:] for name in files}
    inside = [name for name in files if folder in words[name]]
    return [name for name in inside if stem in words[name]] or inside


@cache
def _modules() -> list[str]:
    """Return the modules with code of their own: packages and the data of presets have none."""
    modules = pkgutil.walk_packages(ginrules.__path__, "ginrules.")
    return [module.name for module in modules if not module.ispkg and not module.name.endswith(("__main__", "_public"))]


def _place(module: str) -> str:
    return f"{module.replace('.', '/')}.py"


def _place_in_folder(module: str) -> tuple[str, str]:
    path = Path(_place(module))
    return str(path.parent), path.name


def _uses(path: Path) -> Counter[str]:
    """Return how often a file uses a name of each module of the library."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return Counter(module for name in _names(tree) if (module := _home(name)) is not None)


def _names(tree: ast.Module) -> Iterator[str]:
    """Yield the full names of what a file imports from the library, as often as it uses them."""
    full: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ginrules"):
            full |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            full |= {alias.asname or "": alias.name for alias in node.names if alias.name.startswith("ginrules")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in full:
            yield f"{full[node.value.id]}.{node.attr}"
        elif isinstance(node, ast.Name) and node.id in full:
            yield full[node.id]


@cache
def _home(name: str) -> str | None:
    """Return the module that defines a name, which may be imported from a package; None if it is not a module's."""
    if name in _modules():
        return name
    module, _, own = name.rpartition(".")
    if module in _modules():
        return module
    if not module:
        return None  # ``ginrules`` itself
    try:
        value = getattr(importlib.import_module(module), own)
    except (ImportError, AttributeError):
        return None
    home = value.__name__ if isinstance(value, ModuleType) else getattr(inspect.unwrap(value), "__module__", None)
    return home if home in _modules() else None


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        path = Path(argument).resolve().relative_to(_ROOT)
        door, files = tests()[".".join(path.with_suffix("").parts)]
        print(*files, sep="\n")  # noqa: T201
        if _place(door) != path.as_posix():
            print(f"through {_place(door)}")  # noqa: T201
