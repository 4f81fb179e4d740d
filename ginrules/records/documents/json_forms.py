"""Small readers and writers, the parts of the larger ones. Each has its JSON Schema.

A `JsonForm` turns a value into plain JSON and back. Reading is strict: "7" is not 7, nor is 7.0, true is not 1, and
unknown names are problems. It continues after a problem, so all problems are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import attrs

from ginrules._support.bounds import LARGEST_NUMBER, NAMES
from ginrules.cards import Card, CardSet, cards_text
from ginrules.errors import GinRulesError, ParseError
from ginrules.records.documents.problems import BAD, At, Bad, first_line
from ginrules.rules.problems import near_miss

_ABSENT: Final = object()
_CARD_PATTERN: Final = "(?:[2-9TJQKA]|10)[cdhs♣♦♥♠]"
_MOST_CARD_TEXT: Final = 400


@attrs.frozen
class JsonForm:
    """How a kind of value is written as plain JSON and read, and its schema. A reader returns `BAD` and notes why."""

    write: Callable[[Any], Any]
    read: Callable[[Any, At], Any]
    schema: Mapping[str, Any] = attrs.field(factory=dict)


@attrs.frozen
class Optional:
    """A field that can be left out, and then has its default. At the default it is written only if ``always``."""

    form: JsonForm
    default: Any = None
    always: bool = False


Fields = Mapping[str, JsonForm | Optional]
"""The fields of a table, in writing order."""
Check = Callable[[Any], Iterable[tuple[str, str]]]
"""Problems of a whole value, as paths and messages."""


def _unchanged(value: Any) -> Any:
    return value


def number(least: int = 0, most: int = LARGEST_NUMBER) -> JsonForm:
    """Return a form for whole numbers within bounds."""

    def read(data: Any, at: At) -> Any:
        if type(data) is not int:
            return at.wrong(data, "must be a whole number")
        if not least <= data <= most:
            return at.wrong(data, f"must be from {least} to {most}")
        return data

    return JsonForm(int, read, {"type": "integer", "minimum": least, "maximum": most})


FLAG: Final = JsonForm(
    _unchanged,
    lambda data, at: data if type(data) is bool else at.wrong(data, "must be true or false"),
    {"type": "boolean"},
)


def is_text(value: object, longest: int) -> bool:
    """Return whether this is a text of bounded length that can be written as UTF-8."""
    if not isinstance(value, str) or len(value) > longest:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:  # half of a character, a lone surrogate
        return False
    return True


def text(longest: int, *, least: int = 0) -> JsonForm:
    """Return a form for texts of bounded length."""

    def read(data: Any, at: At) -> Any:
        if type(data) is not str:
            return at.wrong(data, "must be a text")
        if not least <= len(data) <= longest:
            return at.bad(f"must have {least} to {longest} characters, not {len(data)}")
        if not (data.isascii() or is_text(data, longest)):
            return at.bad("has half of a character (a lone surrogate)")
        return data

    return JsonForm(_unchanged, read, {"type": "string", "minLength": least, "maxLength": longest})


def choice(names: Iterable[str]) -> JsonForm:
    """Return a form for a choice of names."""
    known = tuple(names)

    def read(data: Any, at: At) -> Any:
        if type(data) is str and data in known:
            return data
        near = near_miss(data, known) if type(data) is str else None
        hint = f" (did you mean '{near}'?)" if near else ""
        return at.wrong(data, f"must be one of {', '.join(known)}{hint}")

    return JsonForm(_unchanged, read, {"enum": list(known)})


def parsed(parse: Callable[[str], Any], schema: Mapping[str, Any], *, longest: int = _MOST_CARD_TEXT) -> JsonForm:
    """Return a form for values whose JSON is its text, read by a parser that raises `ParseError`."""

    def read(data: Any, at: At) -> Any:
        if type(data) is not str:
            return at.wrong(data, "must be a text")
        if len(data) > longest:
            return at.bad(f"must have at most {longest} characters, not {len(data)}")
        try:
            return parse(data)
        except ParseError as error:
            return at.bad(first_line(error))

    return JsonForm(str, read, {"type": "string", **schema})


CARD: Final = parsed(Card.parse, {"pattern": f"^{_CARD_PATTERN}$"})
_CARDS_SCHEMA: Final = {"pattern": f"^(?:{_CARD_PATTERN}(?: {_CARD_PATTERN})*)?$"}
CARD_SET: Final = parsed(CardSet.parse, _CARDS_SCHEMA)
"""Cards in no order: ``"7h 8h 9h"``."""
PILE: Final = attrs.evolve(
    parsed(lambda text: tuple(map(Card.parse, text.split())), _CARDS_SCHEMA),
    write=cards_text,
)
"""Cards in order, the first named first."""


def listed(item: JsonForm, *, most: int, least: int = 0) -> JsonForm:
    """Return a form for lists of one kind of item, read as a tuple."""

    def write(values: Iterable[Any]) -> list[Any]:
        return [item.write(value) for value in values]

    def read(data: Any, at: At) -> Any:
        if not isinstance(data, list | tuple):
            return at.wrong(data, "must be a list")
        if not least <= len(data) <= most:
            return at.bad(f"must have {least} to {most} items, not {len(data)}")
        place, values = at.item(0), []
        for place.name, value in enumerate(data):  # one place for all items, since a problem is noted while it is read
            values.append(item.read(value, place))
        return BAD if BAD in values else tuple(values)

    return JsonForm(write, read, {"type": "array", "items": item.schema, "minItems": least, "maxItems": most})


def read_table(data: Any, at: At, fields: Fields, *, are_facts: bool = False) -> dict[str, Any] | Bad:
    """Return the values of a table with exactly these fields, or of the facts that are given."""
    table = at.table(data)
    if table is None:
        return BAD
    if len(table) > NAMES:
        at.bad(f"has {len(table)} names, at most {NAMES} are read")
        return BAD
    is_bad = False
    for name in table:
        if name in fields:
            continue
        near = near_miss(name, fields) if isinstance(name, str) else None
        if are_facts:
            at.leave_out(str(name)[:60], f" (did you mean '{near}'?)" if near else "")
        else:
            at.key(name).bad("unknown name" + (f"; did you mean '{near}'?" if near else ""))
            is_bad = True
    values: dict[str, Any] = {}
    place = at.key("")
    for place.name, field in fields.items():
        name = place.name
        if name in table:
            values[name] = _form(field).read(table[name], place)
        elif not are_facts:
            values[name] = field.default if isinstance(field, Optional) else place.bad("is missing")
    return BAD if is_bad or BAD in values.values() else values


def write_table(value: Any, fields: Fields) -> dict[str, Any]:
    """Return a table of an object's attributes, without those that are optional and at their default."""
    table = {}
    for name, field in fields.items():
        item = getattr(value, name)
        if not isinstance(field, Optional) or field.always or item != field.default:
            table[name] = _form(field).write(item)
    return table


def table_schema(fields: Fields, **tags: Any) -> dict[str, Any]:
    """Return the schema of a table with exactly these fields, and tags that must be in it."""
    return {
        "type": "object",
        "properties": {**tags, **{name: _form(field).schema for name, field in fields.items()}},
        "required": [*tags, *(name for name, field in fields.items() if not isinstance(field, Optional))],
        "additionalProperties": False,
    }


def with_tags(schema: Mapping[str, Any], tags: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a table with names and values before its own."""
    constants = {name: {"const": value} for name, value in tags.items()}
    return {
        **schema,
        "properties": {**constants, **schema["properties"]},
        "required": [*constants, *schema["required"]],
    }


def _form(field: JsonForm | Optional) -> JsonForm:
    return field.form if isinstance(field, Optional) else field


def class_form(
    make: Callable[..., Any],
    fields: Fields,
    *,
    check: Check | None = None,
    computed: Mapping[str, JsonForm] | None = None,
) -> JsonForm:
    """Return a form for a class as a table of its fields.

    Computed values follow from the fields: they are written, and compared if given.
    """
    follows = computed or {}
    written = {**fields, **follows}
    readable = {**fields, **{name: Optional(form, _ABSENT) for name, form in follows.items()}}

    def write(value: Any) -> dict[str, Any]:
        return write_table(value, written)

    def read(data: Any, at: At) -> Any:
        values = read_table(data, at, readable)
        if isinstance(values, Bad):
            return BAD
        written_too = {name: values.pop(name) for name in follows}
        try:
            value = make(**values)
        except GinRulesError as error:
            return at.bad(first_line(error))
        if check is not None and at.note(check(value)):
            return BAD
        contradictions = [
            (name, f"is {item} by what is written, but {getattr(value, name)} follows from the rest")
            for name, item in written_too.items()
            if item is not _ABSENT and item != getattr(value, name)
        ]
        return BAD if at.note(contradictions) else value

    return JsonForm(write, read, table_schema(readable))


def facts(fields: Fields) -> JsonForm:
    """Return a form for facts that follow from the rest: those that are given are read, as a table to compare.

    A file of an older version lacks facts, one of a newer version has more: those are left out, and the log says so.
    """
    schema = {**table_schema(fields), "required": [], "additionalProperties": True}
    return JsonForm(
        lambda value: write_table(value, fields), lambda data, at: read_table(data, at, fields, are_facts=True), schema
    )


def other_facts(given: Mapping[str, Any], value: Any, fields: Fields) -> Iterator[tuple[str, Any, Any]]:
    """Yield the name of each given fact that differs from the value's, with both as plain JSON, None for none."""
    for name, item in given.items():
        expected = getattr(value, name)
        if item != expected:
            form = _form(fields[name])
            yield name, form.write(item), None if expected is None else form.write(expected)


def tagged(key: str, kinds: Mapping[str, tuple[type, JsonForm]]) -> JsonForm:
    """Return a form for a closed union: tables distinguished by the value of one name."""
    names = {kind: name for name, (kind, _) in kinds.items()}
    tag = choice(kinds)

    def write(value: Any) -> dict[str, Any]:
        name = names[type(value)]
        return {key: name, **kinds[name][1].write(value)}

    def read(data: Any, at: At) -> Any:
        table = at.table(data)
        if table is None:
            return BAD
        if key not in table:
            return at.key(key).bad(f"is missing; it is one of {', '.join(kinds)}")
        name = tag.read(table[key], at.key(key))
        if isinstance(name, Bad):
            return BAD
        return kinds[name][1].read(without(table, key), at)

    return JsonForm(write, read, {"oneOf": [with_tags(form.schema, {key: name}) for name, (_, form) in kinds.items()]})


def without(table: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return the table without some names."""
    return {name: value for name, value in table.items() if name not in names}
