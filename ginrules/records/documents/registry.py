"""The registry of everything with a JSON form, with `to_dict` and `from_dict`.

A module that makes a class readable registers it here. The texts, the files and the schema look
it up. The formats of documents are kept with their classes: there is no second table.
"""

from __future__ import annotations

import re
import types
from collections.abc import Hashable, Mapping
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, overload

import attrs

from ginrules._support.bounds import LARGEST_NUMBER, LARGEST_SUM, MATCH_ROUNDS, PLAYERS, RESHUFFLES
from ginrules._support.values import shown
from ginrules.cards import Card
from ginrules.errors import RecordError
from ginrules.records.documents import json_forms as forms
from ginrules.records.documents.problems import BAD, At, Bad, refusal

VERSION: Final = 2
"""The version of every format. A reader refuses any other."""

_READ: Final = "rule sets, actions, events, outcomes, states, views, entries of matches, records, sessions and leagues"

Value = TypeVar("Value")

FORMS: Final[dict[Any, forms.JsonForm]] = {}
"""The forms by class or union."""
NAMES: Final[dict[str, Any]] = {}
"""The classes and unions that have a name in the schema. Those of documents begin with ``ginrules/``."""
_UNIONS: Final[dict[Any, Any]] = {}


def register(cls: Any, form: forms.JsonForm, name: str = "") -> forms.JsonForm:
    """Register the JSON form of a class or a union, and of a union's members. Return the form.

    A name that begins with ``ginrules/`` is a format: the values are documents, which name their format and version.
    """
    if name.startswith("ginrules/"):
        form = _document(name, form)
    FORMS[cls] = form
    if name:
        NAMES[name] = cls
    _UNIONS.update(dict.fromkeys(get_args(cls), cls))
    return form


def write_only(cls: type, fields: forms.Fields | None = None, name: str = "") -> forms.JsonForm:
    """Register a class that is written and never read back."""
    written = fields_of(cls) if fields is None else fields

    def read(_data: Any, at: At) -> Any:
        return at.bad(f"a {cls.__name__} is written only: what is read are {_READ}")

    return register(
        cls, forms.JsonForm(lambda value: forms.write_table(value, written), read, forms.table_schema(written)), name
    )


def form_of(cls: Any) -> forms.JsonForm:
    """Return the form for a class or union."""
    form = FORMS.get(cls) or FORMS.get(_UNIONS.get(cls)) if isinstance(cls, Hashable) else None
    if form is None:
        name = getattr(cls, "__name__", shown(cls))
        known = ", ".join(sorted(other.__name__ for other in FORMS if isinstance(other, type)))
        raise RecordError(f"{name} has no JSON form; these have: {known}", cls=name)
    return form


def _document(name: str, form: forms.JsonForm) -> forms.JsonForm:
    """Return a document's form: ``format`` and ``version`` come before its fields."""
    head = {"format": name, "version": VERSION}

    def write(value: Any) -> dict[str, Any]:
        return {**head, **form.write(value)}

    def read(data: Any, at: At) -> Any:
        table = body(data, at, name)
        return BAD if table is None else form.read(table, at)

    return forms.JsonForm(write, read, forms.with_tags(form.schema, head))


def body(data: Any, at: At, name: str) -> dict[str, Any] | None:
    """Return a document's fields after its head, or None (noted) if it is not of this format."""
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
        at.key("version").wrong(table["version"], f"must be {VERSION}, the only version known")
    return None if len(at.problems) > before else forms.without(table, "format", "version")


def to_dict(value: Any) -> Any:
    """Return the value as plain JSON: tables, lists, texts, whole numbers, true and false.

    Cards, sets of cards, melds and actions are texts, a rule set is its preset's name if it is
    a preset. All other values are tables. States, views, matches and records are documents: they name their
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
    return form_of(type(value)).write(value)


@overload
def from_dict(cls: type[Value], data: Any) -> Value: ...
@overload
def from_dict(cls: Any, data: Any) -> Any: ...
def from_dict(cls: Any, data: Any) -> Any:
    """Return the value of this class, or union, in plain JSON. The inverse of `to_dict`.

    Rule sets, actions, events, outcomes, states, views, entries of matches, records, sessions and leagues are read,
    with their cards and melds. What follows from them (a match, its sheet, its settlement) is written only.

    Nothing is guessed ("7" is not 7, unknown names are problems), and everything is checked: a
    state has every card once, counts that fit its phase and melds that fit its rules. A record is replayed.

    Raises:
        RecordError: If anything is wrong, or the class is written only. ``problems`` has every problem with its path.

    Examples:
        >>> import ginrules as gin
        >>> gin.from_dict(gin.Action, "discard 7h"), gin.from_dict(gin.Discard, "discard 7h")
        (Discard(card=Card.parse('7h')), Discard(card=Card.parse('7h')))
    """
    at = At()
    value = form_of(cls).read(data, at)
    name = getattr(cls, "__name__", "value")
    if not isinstance(value, Bad) and not isinstance(cls, types.UnionType) and not isinstance(value, cls):
        at.bad(f"is a {type(value).__name__}, not a {name}")
    if at.problems:
        raise refusal(at.problems, f"this {name}")
    return value


def named(prefix: str = "") -> Mapping[str, forms.JsonForm]:
    """Return the forms whose names in the schema begin so, by name."""
    return {name: FORMS[NAMES[name]] for name in sorted(NAMES) if name.startswith(prefix)}


# --- forms made from a class: its fields, their type hints, and the table of bounds below --------


_SEATS: Final = (0, PLAYERS - 1)
SEAT: Final = forms.number(*_SEATS)
_SMALL: Final = (-LARGEST_NUMBER, LARGEST_NUMBER)
_SUMS: Final = (-LARGEST_SUM, LARGEST_SUM)
_CARDS: Final = (0, 52)
SUMS: Final = forms.listed(forms.number(*_SUMS), most=PLAYERS)
"""Points or boxes by seat or side."""


def _for(names: str, bounds: Any) -> dict[str, Any]:
    return dict.fromkeys(names.split(), bounds)


# bounds by the name of a field; the default is 0 to `LARGEST_NUMBER`, or one item per seat
_NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    **_for("seat by doubling_right owner declarer dealer dealer_seat winner", _SEATS),
    **_for("player payer payee debtor creditor side crossed", _SEATS),
    **_for("points boxes", _SMALL),
    **_for("number game multiplier factor", (1, LARGEST_NUMBER)),
    **_for("stock_left stock_size", _CARDS),
    "onto": (0, 51),
    "seats": (2, PLAYERS),
    "knock_limit": (0, 1_000_000),
}
_ITEMS: Final[Mapping[str, tuple[int, int]]] = {
    **_for("players resting winners reached shut_out conceded_by", _SEATS),
    **_for("points boxes standing wins highest totals net", _SUMS),
    "hand_sizes": _CARDS,
    "weights": (1, LARGEST_NUMBER),
}
_LONGEST: Final = 2_000
_LENGTHS: Final[Mapping[str, int]] = {
    **_for("entries scores games weights outcomes", MATCH_ROUNDS),
    **_for("lines claims payments", 100),
    **_for("table layoffs", 52),
    **_for("actions legal", 10_000),
    "melds": 26,
    "events": 20_000,
    "put_back": RESHUFFLES,
}


def fields_of(cls: type, overrides: forms.Fields | None = None, *, required: str = "") -> forms.Fields:
    """Return an attrs class's fields. A field with a default, or that can be None, is optional.

    ``required`` has the names of those that are written even at their default.
    """
    hints = get_type_hints(cls)
    defaults = {field.name: field.default for field in attrs.fields(cls) if field.init}
    defaults |= dict.fromkeys(required.split(), attrs.NOTHING)
    return {name: (overrides or {}).get(name) or _field(name, hints[name], defaults[name]) for name in defaults}


def _field(name: str, hint: Any, default: Any) -> forms.JsonForm | forms.Optional:
    if get_origin(hint) in {Union, UnionType} and NoneType in get_args(hint):
        members = tuple(member for member in get_args(hint) if member is not NoneType)
        return forms.Optional(_form(name, Union[members]))  # noqa: UP007 - made of a list
    form = _form(name, hint)
    return form if default is attrs.NOTHING else forms.Optional(form, default)


def attrs_form(cls: type, overrides: forms.Fields | None = None, *, check: forms.Check | None = None) -> forms.JsonForm:
    """Return a form for an attrs class made of the forms of its fields, as `fields_of` gives them."""
    return forms.class_form(cls, fields_of(cls, overrides), check=check)


def union(
    members: Any, *, given: Mapping[type, forms.JsonForm] | None = None, kinds: Mapping[type, str] | None = None
) -> forms.JsonForm:
    """Return a form for a closed union of classes, which ``kind`` keeps apart."""
    own = {**FORMS, **(given or {})}
    names = {cls: re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower() for cls in get_args(members)}
    names |= kinds or {}
    return forms.tagged("kind", {name: (cls, own.get(cls) or attrs_form(cls)) for cls, name in names.items()})


def _form(name: str, hint: Any) -> forms.JsonForm:
    if hint is bool:
        return forms.FLAG
    if hint is str:
        return forms.text(_LONGEST)
    if hint is int:
        return forms.number(*_NUMBERS.get(name, (0, LARGEST_NUMBER)))
    if get_origin(hint) is Literal:
        return forms.choice(get_args(hint))
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        if item is Card:
            return forms.PILE
        form = forms.number(*_ITEMS.get(name, (0, LARGEST_NUMBER))) if item is int else _form(name, item)
        return forms.listed(form, most=_LENGTHS.get(name, PLAYERS))
    return form_of(hint)
