"""Small readers and writers that larger ones are made of; each also says its JSON Schema.

A `Codec` turns a value into plain JSON and back. Reading is strict ("7" is no 7, nor is
7.0; true is no 1; unknown names are faults) and goes on after a fault, so that all of
them are told.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import attrs

from ginrules.cards import Card, CardSet
from ginrules.errors import GinRulesError, ParseError
from ginrules.records.annotations import is_text
from ginrules.records.documents.problems import BAD, At, Bad, first_line, table_at
from ginrules.rules.problems import near_miss

LARGEST: Final = 1_000_000_000
"""The largest number read where nothing narrower is said."""

MOST_NAMES: Final = 200
"""The most names of a table whose names are fixed; for each unknown one a like name is looked for."""
_ABSENT: Final = object()
_ANY: Final[Mapping[str, Any]] = {}
_CARD_PATTERN: Final = "(?:[2-9TJQKA]|10)[cdhs♣♦♥♠]"
_MOST_CARD_TEXT: Final = 400


@attrs.frozen
class Codec:
    """How one kind of value is written and read.

    Attributes:
        write: From the value to plain JSON.
        read: From JSON to the value, or `BAD` with the faults noted.
        schema: The JSON Schema of what is written.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any, At], Any]
    schema: Mapping[str, Any] = _ANY


@attrs.frozen
class Optional:
    """A field that may be left out, and is where it has its default.

    Attributes:
        codec: Of the value.
        default: What leaving it out means.
    """

    codec: Codec
    default: Any = None


Check = Callable[[Any], Iterable[tuple[str, str]]]
"""Faults of a whole value, as paths and messages."""


def _same(value: Any) -> Any:
    return value


def number(least: int = 0, most: int = LARGEST) -> Codec:
    """A whole number within bounds."""

    def read(data: Any, at: At) -> Any:
        if type(data) is not int:
            return at.wrong(data, "must be a whole number")
        if not least <= data <= most:
            return at.wrong(data, f"must be from {least} to {most}")
        return data

    return Codec(int, read, {"type": "integer", "minimum": least, "maximum": most})


def _read_flag(data: Any, at: At) -> Any:
    return data if type(data) is bool else at.wrong(data, "must be true or false")


FLAG: Final = Codec(_same, _read_flag, {"type": "boolean"})


def text(longest: int, *, least: int = 0) -> Codec:
    """A text of bounded length."""

    def read(data: Any, at: At) -> Any:
        if type(data) is not str:
            return at.wrong(data, "must be a text")
        if not least <= len(data) <= longest:
            return at.fault(f"must have {least} to {longest} characters, not {len(data)}")
        if not is_text(data, longest):
            return at.fault("holds half of a character (a lone surrogate)")
        return data

    return Codec(_same, read, {"type": "string", "minLength": least, "maxLength": longest})


def choice(names: Iterable[str]) -> Codec:
    """One of some names."""
    known = tuple(names)

    def read(data: Any, at: At) -> Any:
        if type(data) is str and data in known:
            return data
        near = near_miss(data, known) if type(data) is str else None
        hint = f" (did you mean '{near}'?)" if near else ""
        return at.wrong(data, f"must be one of {', '.join(known)}{hint}")

    return Codec(_same, read, {"enum": list(known)})


def parsed(parse: Callable[[str], Any], schema: Mapping[str, Any], *, longest: int = _MOST_CARD_TEXT) -> Codec:
    """A value whose JSON is its text, read by a parser that raises `ParseError`."""

    def read(data: Any, at: At) -> Any:
        if type(data) is not str:
            return at.wrong(data, "must be a text")
        if len(data) > longest:
            return at.fault(f"must have at most {longest} characters, not {len(data)}")
        try:
            return parse(data)
        except ParseError as error:
            return at.fault(first_line(error))

    return Codec(str, read, {"type": "string", **schema})


def _pile(told: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, told.split()))


def _told_pile(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


CARD: Final = parsed(Card.parse, {"pattern": f"^{_CARD_PATTERN}$"})
_CARDS_SCHEMA: Final = {"pattern": f"^(?:{_CARD_PATTERN}(?: {_CARD_PATTERN})*)?$"}
CARD_SET: Final = parsed(CardSet.parse, _CARDS_SCHEMA)
"""Cards in no order: ``"7h 8h 9h"``."""
PILE: Final = attrs.evolve(parsed(_pile, _CARDS_SCHEMA), write=_told_pile)
"""Cards in order, the first named first."""


def listed(item: Codec, *, most: int, least: int = 0) -> Codec:
    """A list of one kind of item, as a tuple."""

    def write(values: Iterable[Any]) -> list[Any]:
        return [item.write(each) for each in values]

    def read(data: Any, at: At) -> Any:
        if not isinstance(data, list | tuple):
            return at.wrong(data, "must be a list")
        if not least <= len(data) <= most:
            return at.fault(f"must have {least} to {most} items, not {len(data)}")
        values = [item.read(each, at.place(place)) for place, each in enumerate(data)]
        return BAD if any(isinstance(each, Bad) for each in values) else tuple(values)

    return Codec(write, read, {"type": "array", "items": item.schema, "minItems": least, "maxItems": most})


def reads_table(
    data: Any, at: At, fields: Mapping[str, Codec | Optional], *, beside: Iterable[str] = ()
) -> dict[str, Any] | Bad:
    """The values of a table with exactly these fields; ``beside`` names what others read."""
    table = table_at(data, at)
    if table is None:
        return BAD
    known = {*fields, *beside}
    if len(table) > MOST_NAMES:
        at.fault(f"has {len(table)} names, at most {MOST_NAMES} are read")
        return BAD
    bad = False
    for name in table:
        if name not in known:
            near = near_miss(name, known) if isinstance(name, str) else None
            at.key(name).fault("unknown name" + (f"; did you mean '{near}'?" if near else ""))
            bad = True
    values: dict[str, Any] = {}
    for name, field in fields.items():
        codec = field.codec if isinstance(field, Optional) else field
        if name in table:
            values[name] = codec.read(table[name], at.key(name))
        elif isinstance(field, Optional):
            values[name] = field.default
        else:
            values[name] = at.key(name).fault("is missing")
    return BAD if bad or any(isinstance(each, Bad) for each in values.values()) else values


def writes_table(value: Any, fields: Mapping[str, Codec | Optional]) -> dict[str, Any]:
    """A table of an object's attributes; those at their default are left out where they may be."""
    table = {}
    for name, field in fields.items():
        each = getattr(value, name)
        if not isinstance(field, Optional):
            table[name] = field.write(each)
        elif each != field.default:
            table[name] = field.codec.write(each)
    return table


def table_schema(fields: Mapping[str, Codec | Optional], **more: Any) -> dict[str, Any]:
    """The schema of a table with exactly these fields."""
    schemas = {name: (field.codec if isinstance(field, Optional) else field).schema for name, field in fields.items()}
    required = [name for name, field in fields.items() if not isinstance(field, Optional)]
    return {
        "type": "object",
        "properties": {**more, **schemas},
        "required": [*more, *required],
        "additionalProperties": False,
    }


def record(
    make: Callable[..., Any],
    fields: Mapping[str, Codec | Optional],
    *,
    check: Check | None = None,
    derived: Mapping[str, Codec] | None = None,
) -> Codec:
    """A class as a table of its fields.

    Args:
        make: The class, called with the fields by name; what it refuses becomes a fault.
        fields: A codec for each field.
        check: Faults of the whole, once its fields are sound.
        derived: What follows from the fields; written, and compared where it is given.
    """
    follows = derived or {}
    readable = {**fields, **{name: Optional(codec, _ABSENT) for name, codec in follows.items()}}

    def write(value: Any) -> dict[str, Any]:
        return writes_table(value, {**fields, **follows})

    def read(data: Any, at: At) -> Any:
        given = reads_table(data, at, readable)
        if isinstance(given, Bad):
            return BAD
        told = {name: given.pop(name) for name in follows}
        try:
            value = make(**given)
        except GinRulesError as error:
            return at.fault(first_line(error))
        if check is not None and at.note(check(value)):
            return BAD
        return BAD if at.note(contradictions(value, told)) else value

    return Codec(write, read, table_schema(readable))


def contradictions(value: Any, told: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Where what was told of a value is not what follows from it."""
    for name, each in told.items():
        if each is not _ABSENT and each != getattr(value, name):
            yield name, f"is {each} by what is written, but {getattr(value, name)} follows from the rest"


def tagged(key: str, kinds: Mapping[str, tuple[type, Codec]]) -> Codec:
    """A closed union: tables told apart by one name."""
    names = {kind: name for name, (kind, _) in kinds.items()}
    which = choice(kinds)

    def write(value: Any) -> dict[str, Any]:
        name = names[type(value)]
        return {key: name, **kinds[name][1].write(value)}

    def read(data: Any, at: At) -> Any:
        table = table_at(data, at)
        if table is None:
            return BAD
        if key not in table:
            return at.key(key).fault(f"is missing; it is one of {', '.join(kinds)}")
        name = which.read(table[key], at.key(key))
        if isinstance(name, Bad):
            return BAD
        return kinds[name][1].read({each: table[each] for each in table if each != key}, at)

    schemas = [_with_tag(codec.schema, key, name) for name, (_, codec) in kinds.items()]
    return Codec(write, read, {"oneOf": schemas})


def _with_tag(schema: Mapping[str, Any], key: str, name: str) -> dict[str, Any]:
    return {
        **schema,
        "properties": {key: {"const": name}, **schema["properties"]},
        "required": [key, *schema["required"]],
    }
