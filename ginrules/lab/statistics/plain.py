"""Results as plain values, for JSON: derived from their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

import attrs

from ginrules.rules.diff import RuleChange
from ginrules.rules.model import RuleSet

_RULES: Final[Mapping[type, tuple[str, ...]]] = {
    RuleSet: ("name", "title", "digest"),
    RuleChange: ("section", "rule=name", "a", "b"),
}


class Plain:
    """A part of a result that can be written as JSON.

    A class's document has its fields as entries, or else the entries listed in ``_document``, in order. The
    entry ``seats`` is the attribute of this name. The entry ``measures=figures`` is the attribute ``figures`` under
    the name ``measures``. The entry ``measure.key`` is the attribute ``key`` of the attribute ``measure``. The
    entry ``a=values.0`` is the first element of ``values``.
    """

    __slots__ = ()

    _document: ClassVar[tuple[str, ...]] = ()

    def as_plain(self) -> dict[str, Any]:
        """Return the values as dicts, lists, texts and numbers, for JSON, with None for unknown estimates."""
        return entries_of(self, self._document or [field.name for field in attrs.fields(type(self))])  # type: ignore[arg-type]


def entries_of(value: object, entries: Iterable[str]) -> dict[str, Any]:
    """Return some attributes of a value as plain values by name. `Plain` describes the entries."""
    plain = {}
    for entry in entries:
        key, _, path = entry.rpartition("=")
        plain[key or path.rpartition(".")[2]] = _plain_of(_attribute(value, path))
    return plain


def _attribute(value: Any, path: str) -> Any:
    """Return an attribute of an attribute, or the element of a tuple with this number."""
    for name in path.split("."):
        value = value[int(name)] if name.isdigit() else getattr(value, name)
    return value


def _plain_of(value: Any) -> Any:
    if hasattr(value, "as_plain"):
        return value.as_plain()
    if type(value) in _RULES:
        return entries_of(value, _RULES[type(value)])
    if isinstance(value, tuple | list):
        return [_plain_of(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain_of(item) for key, item in value.items()}
    return value
