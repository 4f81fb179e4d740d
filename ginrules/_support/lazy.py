"""Modules that are loaded when they are needed: packages by their public names, and the few imports that go up."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

ABOVE: Final = {
    "presets": "ginrules.presets",  # for rules in a text, and for the name that a rule set prints
    "rule card": "ginrules.show.rulecard.card",
    "picture": "ginrules.show.pictures.picture",
    "plot": "ginrules.lab.report.picture",
    "page": "ginrules.lab.report.pages",
}
"""What a room needs of a room above it, imported when a caller asks for it. But for names of players, which have
their own table in `ginrules.driver.named`, no other import goes up."""


def above(what: str) -> Any:
    """Return the module of `ABOVE` that has this."""
    return importlib.import_module(ABOVE[what])


def lazy_names(
    package: str, *tables: Mapping[str, str], submodules: Iterable[str] = ()
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package.

    Type checkers and editors read its ``__init__.pyi``, which ``python -m tools.package`` writes from the same
    table.
    """
    module_of = {
        name: f"ginrules.{module}" for table in tables for module, names in table.items() for name in names.split()
    }
    loaded = vars(sys.modules[package])

    def read(name: str) -> Any:
        if name in submodules:
            try:
                return importlib.import_module(f"{package}.{name}")
            except ImportError as error:  # an extra is missing; `hasattr`, `help` and `inspect` expect this error
                raise AttributeError(str(error)) from error
        if name in module_of:
            loaded[name] = getattr(importlib.import_module(module_of[name]), name)
            return loaded[name]
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def listed() -> list[str]:
        return sorted([*module_of, *submodules, *(name for name in loaded if name[:2] == name[-2:] == "__")])

    return [*module_of], read, listed
