"""Signatures that `help` prints in several lines, as Python 3.13 does: PlayerView's has 460 characters."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import Any, Final

_WIDTH: Final = 80


class _Narrow(inspect.Signature):
    """A signature that is printed with a line for each parameter if it is longer than a line."""

    def __str__(self) -> str:
        line = super().__str__()
        if len(line) <= _WIDTH:
            return line
        plain = {one.name: one.replace(default=one.empty, annotation=one.empty) for one in self.parameters.values()}
        written = {str(one): str(self.parameters[name]) for name, one in plain.items()}
        entries = str(inspect.Signature([*plain.values()]))[1:-1].split(", ")  # with `/` and `*`
        end = str(inspect.Signature(return_annotation=self.return_annotation)).removeprefix("(")
        return "\n    ".join(("(", *(f"{written.get(entry, entry)}," for entry in entries))) + f"\n{end}"


def narrow(value: Any) -> None:
    """Let a function, or a class's functions, have a signature that `help` prints in several lines if it is long.

    A signature belongs to the constructor and not to its class, so that a subclass has its own.
    """
    for function in _functions(value):
        # most are short: the text of the annotations tells without a signature
        if hasattr(function, "__signature__") or len(str(function.__annotations__)) > _WIDTH:
            full = inspect.signature(function)
            shown = _Narrow([*full.parameters.values()], return_annotation=full.return_annotation)
            function.__signature__ = shown  # type: ignore[attr-defined]


def _functions(value: Any) -> Iterator[FunctionType]:
    if isinstance(value, FunctionType):
        yield value
    elif inspect.isclass(value):
        for base in value.__mro__:
            if base.__module__.startswith("ginrules."):
                bodies = (getattr(body, "__func__", body) for body in vars(base).values())
                yield from (body for body in bodies if isinstance(body, FunctionType))
