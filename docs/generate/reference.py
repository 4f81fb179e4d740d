"""The pages of the API reference, grouped as ``ginrules`` groups its names."""

import importlib
import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Final

import ginrules as gin

MODULES: Final[Mapping[str, str]] = {
    "ginrules.play.events": "Events",
    "ginrules.match": "Entries of a match",
    "ginrules.scoring": "Sheets and settlements",
    "ginrules.records": "Recorded rounds and matches",
    "ginrules.lab.players": "Players",
    "ginrules.lab": "The lab",
    "ginrules.lab.search": "Tools for search",
    "ginrules.lab.report": "Reports of the lab",
    "ginrules.lab.statistics.estimate": "Intervals of the lab",
    "ginrules.fast": "The compiled core",
    "ginrules.rl": "Environments for learning",
    "ginrules.rl.spiel": "Games for OpenSpiel",
    "ginrules.svg": "Pictures",
    "ginrules.terminal": "Text for a terminal",
    "ginrules.testing": "Strategies for tests",
    "ginrules.testing.laws": "Laws for tests",
    "ginrules.testing.comparing": "Laws of comparing",
    "ginrules.errors": "Errors",
}
"""Modules with public names of their own, and the title of their page."""

# more to say at the head of a page
_ASIDES: Final = {
    "rules": ". The fields of `RuleSet` are listed, with their sources, in [Every rule](../rules/all.md)."
}

_INDEX: Final = """# API reference

Everything public, grouped as it is used. The idiom is `import ginrules as gin`; names outside `ginrules` itself are
listed under their module."""

# of these every class and function is public; the others say in ``__all__`` what is
_WHOLE: Final = (
    "ginrules.play.events",
    "ginrules.terminal",
    "ginrules.testing.laws",
    "ginrules.testing.comparing",
    "ginrules.errors",
)
_KINDS: Final[tuple[Callable[[object], bool], ...]] = (inspect.isfunction, inspect.isclass)


def groups() -> dict[str, list[str]]:
    """Return the public names of ``ginrules`` by the groups of its table, in alphabetical order."""
    return {
        title: sorted(name for names in modules.values() for name in names.split())
        for title, modules in vars(gin)["_PUBLIC"].items()  # the stub hides the table of public names
    }


def public_names(module: str) -> list[str]:
    """The public names of a module, in the order of its reference page: what to call first, then what it gives."""
    loaded = importlib.import_module(module)
    if module in _WHOLE:
        own = [name for name, value in vars(loaded).items() if getattr(value, "__module__", None) == module]
        names = [name for name in own if not name.startswith("_") and _kind(loaded, name) < len(_KINDS)]
    else:
        names = list(getattr(loaded, "__all__", ()))
    return sorted(names, key=lambda name: _kind(loaded, name))


def _kind(module: ModuleType, name: str) -> int:
    """Return the place in the order: functions, classes, all else."""
    value = inspect.unwrap(getattr(module, name))
    return next((place for place, is_one in enumerate(_KINDS) if is_one(value)), len(_KINDS))


def sections() -> dict[str, tuple[str, list[str]]]:
    """The pages in order: title, what it is about, and the full names it shows."""
    pages_by_title = {
        title: ("`import ginrules as gin`", [_shown("ginrules", name) for name in names])
        for title, names in groups().items()
        if title != "errors"
    }
    known = {*gin.__all__} - {*public_names("ginrules.errors")}
    for module, title in MODULES.items():
        names = [name for name in public_names(module) if name not in known]
        known.update(names)
        pages_by_title[title] = (f"`{module}`", [_shown(module, name) for name in names])
    return pages_by_title


def _shown(module: str, name: str) -> str:
    """The path to show a name by: as imported, but at home where the package has a module of that name too.

    A reader of source code cannot tell ``ginrules.match.match_view``, the function that the package
    imports, from the module it comes from.
    """
    value = getattr(importlib.import_module(module), name)
    home = f"{module}.{name}"
    return f"{home}.{name}" if getattr(value, "__module__", "") == home else home


def navigation() -> list[dict[str, str]]:
    """Return the entries of the navigation, one per page."""
    return [{title.capitalize(): f"reference/{_slug(title)}.md"} for title in sections()]


def pages() -> dict[str, str]:
    """Return every page by its place in the docs, the index first."""
    texts = {"reference/index.md": _index()}
    for title, (about, names) in sections().items():
        shown = "\n\n".join(f"::: {name}" for name in names)
        texts[f"reference/{_slug(title)}.md"] = (
            f"# {title.capitalize()}\n\n{about}{_ASIDES.get(title, '')}\n\n{shown}\n"
        )
    return texts


def _index() -> str:
    parts = [_INDEX]
    for title, (about, names) in sections().items():
        links = ", ".join(f"[`{name.rpartition('.')[2]}`][{name}]" for name in names)
        parts.append(f"**[{title.capitalize()}]({_slug(title)}.md)** ({about}): {links}")
    return "\n\n".join(parts) + "\n"


def _slug(title: str) -> str:
    return title.lower().replace(" ", "-")
