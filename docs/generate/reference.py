"""The pages of the API reference, grouped as ``ginrules`` groups its names.

A page opens with one example and its functions. Constructors that nobody calls are not shown.
"""

import importlib
import inspect
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final

import ginrules as gin

MODULES: Final[Mapping[str, str]] = {
    "ginrules.play.events": "events of a round",
    "ginrules.match": "scores and matches",
    "ginrules.scoring": "scores and matches",
    "ginrules.records": "records",
    "ginrules.players": "Players",
    "ginrules.lab": "The lab",
    "ginrules.players.search": "Tools for search",
    "ginrules.lab.report": "Reports and intervals",
    "ginrules.lab.statistics.estimate": "Reports and intervals",
    "ginrules.prompts": "Words for language models",
    "ginrules.fast": "The compiled core",
    "ginrules.rl": "Environments for learning",
    "ginrules.rl.spiel": "Games for OpenSpiel",
    "ginrules.svg": "Pictures",
    "ginrules.terminal": "Pictures",
    "ginrules.web": "A table on a page",
    "ginrules.testing": "Strategies and laws for tests",
    "ginrules.testing.laws": "Strategies and laws for tests",
    "ginrules.lab.checks": "Strategies and laws for tests",
    "ginrules.errors": "Errors",
}
"""Modules with public names of their own, and the title of their page, which several can share."""

# added to the head of a page
_ASIDES: Final = {
    "rules": ". The fields of `RuleSet` are listed, with their sources, in [Every rule](../rules/all.md)."
}

_INDEX: Final = """# API reference

All public names, grouped by their use. The idiom is `import ginrules as gin`. Names outside `ginrules` itself are
listed under their module."""

# every class and function of these is public, of the errors every class; the others name theirs in ``__all__``
_WHOLE: Final = (
    "ginrules.play.events",
    "ginrules.testing.laws",
    "ginrules.lab.checks",
    "ginrules.errors",
)
_EXAMPLES: Final = Path(__file__).with_name("reference_examples.txt")
_ROOT: Final = Path(__file__).parents[2]
# a reader makes these in code of their own, so their constructors are always shown, except those that functions return
_MADE_BY_READERS: Final = ("cards", "actions", "Players", "Environments for learning")
_RETURNED: Final = frozenset({"NetChoice"})
_SESSION_LINE: Final = re.compile(r"^[ \t]*(?:>>>|\.\.\.) (.*)$", re.MULTILINE)
_PROGRAM: Final = re.compile(r"^```python\n(?!>>> )(.*?)^```", re.MULTILINE | re.DOTALL)
_KINDS: Final[tuple[Callable[[object], bool], ...]] = (inspect.isfunction, inspect.isclass)


def groups() -> dict[str, list[str]]:
    """Return the public names of ``ginrules`` by the groups of its table, in alphabetical order."""
    return {
        title: sorted(name for names in modules.values() for name in names.split())
        for title, modules in vars(gin)["_PUBLIC"].items()  # the stub hides the table of public names
    }


def public_names(module: str) -> list[str]:
    """Return the public names of a module in the order of its reference page: functions, classes, all else."""
    loaded = importlib.import_module(module)
    if module in _WHOLE:
        own = [name for name, value in vars(loaded).items() if getattr(value, "__module__", None) == module]
        kinds = _KINDS[1:] if module == "ginrules.errors" else _KINDS  # its functions clean messages
        shown = [name for name in own if not name.startswith("_")]
        names = [name for name in shown if any(kind(getattr(loaded, name)) for kind in kinds)]
    else:
        names = list(getattr(loaded, "__all__", ()))
    return sorted(names, key=lambda name: _kind(loaded, name))


def _kind(module: ModuleType, name: str) -> int:
    """Return the place in the order: functions, classes, all else."""
    value = inspect.unwrap(getattr(module, name))
    return next((place for place, is_one in enumerate(_KINDS) if is_one(value)), len(_KINDS))


def sections() -> dict[str, tuple[str, list[str]]]:
    """Return the pages in order: by title, the module of the page and the full names it shows."""
    pages_by_title = {
        title: (
            "`import ginrules as gin`",
            [f"ginrules.{name}" for name in sorted(names, key=lambda name: _kind(gin, name))],
        )
        for title, names in groups().items()
        if title != "errors"
    }
    errors = public_names("ginrules.errors")
    known = {(name, id(getattr(gin, name))) for name in gin.__all__ if name not in errors}
    for module, title in MODULES.items():
        values = {name: id(getattr(importlib.import_module(module), name)) for name in public_names(module)}
        about, names = pages_by_title.get(title, ("", []))
        own = [f"{module}.{name}" for name, value in values.items() if (name, value) not in known]
        pages_by_title[title] = (f"{about}, `{module}`".removeprefix(", "), names + own)
        known.update(values.items())
    return pages_by_title


def _module(name: str) -> str:
    """Return the module from which a reader imports a public name."""
    return max((module for module in MODULES if name.startswith(f"{module}.")), key=len, default="ginrules")


def navigation() -> list[dict[str, str]]:
    """Return the entries of the navigation, one per page."""
    return [{_heading(title): f"reference/{_slug(title)}.md"} for title in sections()]


def pages() -> dict[str, str]:
    """Return every page by its place in the docs, the index first."""
    texts = {"reference/index.md": _index()}
    for title, (about, names) in sections().items():
        parts = [f"# {_heading(title)}", f"{about}{_ASIDES.get(title, '')}", examples()[title]]
        for place, (module, group) in enumerate(itertools.groupby(names, _module)):
            parts += [f"From `{module}`:"] * (place > 0) + [f"::: {name}" for name in group]
        texts[f"reference/{_slug(title)}.md"] = "\n\n".join([*parts, ""])
    return texts


@cache
def examples() -> dict[str, str]:
    """Return the example that opens a page, by the title of the page."""
    sections = _EXAMPLES.read_text(encoding="utf-8").split("\n## ")[1:]
    return {title: text.strip() for title, _, text in (section.partition("\n") for section in sections)}


@cache
def hidden_constructors() -> frozenset[str]:
    """Return the full names of the public classes that no page, example or docstring calls.

    Functions of the library return such objects. Their pages show the fields, without a signature. Patterns after
    ``case`` and bases after ``class`` are not calls.
    """
    code = "\n".join(line for line in _shown_code() if not line.lstrip().startswith(("case ", "class ")))
    called = set(re.findall(r"(\w+)\(", code)) | set(re.findall(r"partial\((?:\w+\.)?(\w+)", code))
    return frozenset(
        f"{class_.__module__}.{class_.__qualname__}"
        for title, (_, names) in sections().items()
        for class_ in map(loaded, names)
        if inspect.isclass(class_) and class_.__name__ not in called
        if title not in _MADE_BY_READERS or class_.__name__ in _RETURNED
    )


def _shown_code() -> Iterator[str]:
    """Yield the lines of code that a reader sees."""
    for page in (_ROOT / "README.md", _EXAMPLES, *(_ROOT / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        yield from _SESSION_LINE.findall(text)
        yield from "".join(_PROGRAM.findall(text)).splitlines()
    for module in (_ROOT / "ginrules").rglob("*.py"):
        yield from _SESSION_LINE.findall(module.read_text(encoding="utf-8"))
    for example in (_ROOT / "examples").rglob("*.py"):
        yield from example.read_text(encoding="utf-8").splitlines()


def page_of(name: str) -> str:
    """Return the address of a public name on the site.

    Examples:
        >>> page_of("ginrules.deal")
        'reference/a-round/#ginrules.deal'
    """
    title = next(title for title, (_, names) in sections().items() if name in names)
    return f"reference/{_slug(title)}/#{name}"


def loaded(name: str) -> object:
    """Return the object of a public name."""
    module, _, own = name.rpartition(".")
    return getattr(importlib.import_module(module), own)


def _index() -> str:
    parts = [_INDEX]
    for title, (about, names) in sections().items():
        links = ", ".join(f"[`{name.rpartition('.')[2]}`][{name}]" for name in names)
        parts.append(f"**[{_heading(title)}]({_slug(title)}.md)** ({about}): {links}")
    return "\n\n".join(parts) + "\n"


def _heading(title: str) -> str:
    return title[0].upper() + title[1:]


def _slug(title: str) -> str:
    return title.lower().replace(" ", "-")
