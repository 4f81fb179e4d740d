"""Packages whose modules are loaded when one of their public names is first read."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any


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
