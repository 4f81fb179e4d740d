"""The registry of everything with a JSON form, with `to_dict` and `from_dict`.

A module that makes a class readable registers it here; the texts, the files and the schema look
it up. The formats of documents are kept with their classes: there is no second table.
"""

from __future__ import annotations

import types
from collections.abc import Hashable, Mapping
from typing import Any, Final, TypeVar, get_args, overload

from ginrules._values import shown
from ginrules.errors import RecordError
from ginrules.records.documents.codec import Codec, with_tags, without
from ginrules.records.documents.problems import BAD, At, Bad, refusal

VERSION: Final = 2
"""The version of every format; a reader refuses any other."""

_FIRST: Final = 1
_FIRST_REFUSED: Final = (
    f"must be {VERSION}: version {_FIRST} was never released, and rules that it leaves out had other values "
    "(column_entry = win-count)"
)

Value = TypeVar("Value")

CODECS: Final[dict[Any, Codec]] = {}
"""The codecs by class or union."""
NAMES: Final[dict[str, Any]] = {}
"""The classes and unions that have a name in the schema; those of documents begin with ``ginrules/``."""
_UNIONS: Final[dict[Any, Any]] = {}


def register(cls: Any, codec: Codec, name: str = "") -> Codec:
    """Register the JSON form of a class or a union, and of the members of a union; return the codec.

    Args:
        cls: The class or union.
        codec: Its codec.
        name: Its name in the schema; a name that begins with ``ginrules/`` is a format: the values
            are documents, which name their format and its version.
    """
    if name.startswith("ginrules/"):
        codec = _document(name, codec)
    CODECS[cls] = codec
    if name:
        NAMES[name] = cls
    _UNIONS.update(dict.fromkeys(get_args(cls), cls))
    return codec


def codec_of(cls: Any) -> Codec:
    """Return the codec of a class or union.

    Raises:
        RecordError: If it has no JSON form.
    """
    codec = CODECS.get(cls) or CODECS.get(_UNIONS.get(cls)) if isinstance(cls, Hashable) else None
    if codec is None:
        name = getattr(cls, "__name__", shown(cls))
        known = ", ".join(sorted(other.__name__ for other in CODECS if isinstance(other, type)))
        raise RecordError(f"{name} has no JSON form; these have: {known}", cls=name)
    return codec


def _document(name: str, codec: Codec) -> Codec:
    """Return the codec of a document: ``format`` and ``version`` come before its fields."""
    head = {"format": name, "version": VERSION}

    def write(value: Any) -> dict[str, Any]:
        return {**head, **codec.write(value)}

    def read(data: Any, at: At) -> Any:
        table = body(data, at, name)
        return BAD if table is None else codec.read(table, at)

    return Codec(write, read, with_tags(codec.schema, head))


def body(data: Any, at: At, name: str) -> dict[str, Any] | None:
    """Return the fields of a document after its head, or None (noted) if it is not of this format."""
    table = at.table(data)
    if table is None:
        return None
    before = len(at.problems)
    if "format" not in table:
        at.key("format").bad(f"is missing; expected {name!r}")
    elif table["format"] != name:
        at.key("format").wrong(table["format"], f"must be {name!r}")
    if "version" not in table:
        at.key("version").bad(f"is missing; version {VERSION} is known")
    elif type(table["version"]) is not int or table["version"] != VERSION:
        is_first = type(table["version"]) is int and table["version"] == _FIRST
        message = _FIRST_REFUSED if is_first else f"must be {VERSION}, the only version known"
        at.key("version").wrong(table["version"], message)
    return None if len(at.problems) > before else without(table, "format", "version")


def to_dict(value: Any) -> Any:
    """Return the value as plain JSON: tables, lists, texts, whole numbers, true and false.

    Cards, sets of cards, melds and actions are texts, a rule set is its preset's name if it is
    a preset; all other values are tables. States, views, matches and records are documents: they name their
    format and its version.

    Raises:
        RecordError: If the value is of a class without a JSON form.

    Examples:
        >>> import ginrules as gin
        >>> gin.to_dict(gin.Meld.parse("7h 8h 9h"))
        '7h 8h 9h'
        >>> gin.to_dict(gin.DrawTurn(1))
        {'kind': 'draw-turn', 'seat': 1}
    """
    return codec_of(type(value)).write(value)


@overload
def from_dict(cls: type[Value], data: Any) -> Value: ...
@overload
def from_dict(cls: Any, data: Any) -> Any: ...
def from_dict(cls: Any, data: Any) -> Any:
    """Return the value of this class, or union, in plain JSON; the inverse of `to_dict`.

    Nothing is guessed ("7" is not 7, unknown names are problems), and everything is checked: a
    state has every card once, counts that fit its phase and melds that fit its rules; a match
    is folded again; a record is replayed.

    Raises:
        RecordError: If anything is wrong; ``problems`` has every problem with its path.

    Examples:
        >>> import ginrules as gin
        >>> gin.from_dict(gin.Action, "discard 7h"), gin.from_dict(gin.Discard, "discard 7h")
        (Discard(card=Card.parse('7h')), Discard(card=Card.parse('7h')))
    """
    at = At()
    value = codec_of(cls).read(data, at)
    name = getattr(cls, "__name__", "value")
    if not isinstance(value, Bad) and not isinstance(cls, types.UnionType) and not isinstance(value, cls):
        at.bad(f"is a {type(value).__name__}, not a {name}")
    if at.problems:
        raise refusal(at.problems, f"this {name}")
    return value


def document_codec(name: object) -> Codec | None:
    """Return the codec of the documents of a format, or None if there is no such format."""
    is_format = isinstance(name, str) and name.startswith("ginrules/") and name in NAMES
    return CODECS[NAMES[name]] if is_format else None  # type: ignore[index]


def named(prefix: str = "") -> Mapping[str, Codec]:
    """Return the codecs whose names in the schema begin so, by name."""
    return {name: CODECS[NAMES[name]] for name in sorted(NAMES) if name.startswith(prefix)}
