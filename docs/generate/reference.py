"""The pages of the API reference, grouped as ``ginrules`` groups its names: functions together, large classes apart."""

import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import ginrules as gin
from docs.generate.markdown import page

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

LARGE: Final = 1_200
"""Characters of docstrings above which a class has a page of its own."""

PAGE: Final = 15_500
"""Characters of docstrings on a page, a dozen screens: a longer group goes on on the next."""

ENTRY: Final = 1_200
"""Characters that the heading and the signature of an entry stand for."""

_INDEX: Final = """# API reference

All public names, grouped by their use. The idiom is `import ginrules as gin`. Names outside `ginrules` itself are
listed under their module."""

_WHOLE: Final = ("ginrules.play.events", "ginrules.testing.laws", "ginrules.lab.checks", "ginrules.errors")
"""Modules without ``__all__``: every class and function of theirs is public, of the errors every class."""

_KINDS: Final[tuple[Callable[[object], bool], ...]] = (inspect.isfunction, inspect.isclass)


def files() -> Iterator[tuple[str, str]]:
    """Yield the pages with their places."""
    index = [_INDEX]
    for title, names in sections().items():
        place = slug(title)
        apart = [name for name in names if _is_large(name)]
        first, *more = _pages([name for name in names if name not in apart])
        parts = [f"# {_heading(title)}", examples()[title], *map(_entry, first)]
        if others := [name for own in more for name in own]:
            parts.append("On the next pages: " + ", ".join(map(_link, others)))
        if apart:
            parts.append("On pages of their own: " + ", ".join(map(_link, apart)))
        yield f"reference/{place}.md", page(parts)
        for number, own in enumerate(more, 2):
            yield f"reference/{place}-{number}.md", page([f"# {_heading(title)}, {number}", *map(_entry, own)])
        for name in apart:
            yield f"reference/{slug(name.rpartition('.')[2])}.md", page([f"# {name.rpartition('.')[2]}", _entry(name)])
        index.append(f"**[{_heading(title)}]({place}.md)**: {', '.join(map(_link, names))}")
    yield "reference/index.md", page(index)


def public_names(module: str) -> list[str]:
    """Return the public names of a module in the order of its reference page: functions, classes, all else."""
    loaded = importlib.import_module(module)
    names = [*getattr(loaded, "__all__", ())]
    if module in _WHOLE:
        kinds = _KINDS[1:] if module == "ginrules.errors" else _KINDS  # its functions clean messages
        own = [name for name, value in vars(loaded).items() if getattr(value, "__module__", None) == module]
        names = [name for name in own if name[0] != "_" and any(kind(getattr(loaded, name)) for kind in kinds)]
    return sorted(names, key=lambda name: _kind(getattr(loaded, name)))


@cache
def sections() -> Mapping[str, list[str]]:
    """Return the full names of each page by its title, each name once."""
    groups: dict[str, list[str]] = {}
    for title, modules in vars(gin)["_PUBLIC"].items():  # the stub hides the table of public names
        names = sorted(name for names in modules.values() for name in names.split())
        if title != "errors":
            groups[title] = [f"ginrules.{name}" for name in sorted(names, key=lambda name: _kind(getattr(gin, name)))]
    errors = public_names("ginrules.errors")
    known = {(name, id(getattr(gin, name))) for name in gin.__all__ if name not in errors}
    for module, title in MODULES.items():
        values = {name: id(getattr(importlib.import_module(module), name)) for name in public_names(module)}
        groups.setdefault(title, []).extend(
            f"{module}.{name}" for name, value in values.items() if (name, value) not in known
        )
        known.update(values.items())
    return groups


@cache
def examples() -> Mapping[str, str]:
    """Return the example that opens a page, by the title of the page."""
    text = Path(__file__).with_name("reference_examples.txt").read_text(encoding="utf-8")
    parts = (section.partition("\n") for section in text.split("\n## ")[1:])
    return {title: example.strip() for title, _, example in parts}


def loaded(name: str) -> object:
    """Return the object of a public name."""
    module, _, own = name.rpartition(".")
    return getattr(importlib.import_module(module), own)


def _kind(value: object) -> int:
    """Return the place in the order: functions, classes, all else."""
    return next((place for place, is_one in enumerate(_KINDS) if is_one(inspect.unwrap(value))), len(_KINDS))  # type: ignore[arg-type]


def _is_large(name: str) -> bool:
    value = loaded(name)
    return inspect.isclass(value) and not issubclass(value, BaseException) and _length(value) > LARGE


def _length(value: object) -> int:
    """Return the characters in the docstrings of a value and of its public methods."""
    members = inspect.getmembers(value, inspect.isfunction) if inspect.isclass(value) else []
    texts = [value, *(member for name, member in members if name[0] != "_")]
    return sum(len(inspect.getdoc(text) or "") for text in texts)


def _pages(names: Iterable[str]) -> list[list[str]]:
    """Return the names by pages, in their order."""
    pages: list[list[str]] = [[]]
    room = PAGE
    for name in names:
        length = _length(loaded(name)) + ENTRY
        if pages[-1] and length > room:
            pages.append([])
            room = PAGE
        pages[-1].append(name)
        room -= length
    return pages


def _entry(name: str) -> str:
    """Return the directive that shows a name; a plain value is shown by its name alone."""
    value = loaded(name)
    if _kind(value) == len(_KINDS):
        return f"### `{name}`\n\nA value: `{value!r:.300}`"
    is_protocol = getattr(value, "_is_protocol", False)  # its constructor belongs to typing
    return f"::: {name}" + "\n    options:\n      merge_init_into_class: false" * is_protocol


def _link(name: str) -> str:
    short = name.rpartition(".")[2]
    return f"[`{short}`][{name}]" if _kind(loaded(name)) < len(_KINDS) else f"`{short}`"


def _heading(title: str) -> str:
    return title[0].upper() + title[1:]


def slug(title: str) -> str:
    """Return the name of the file of a page."""
    return re.sub(r"\W+", "-", title.lower())
