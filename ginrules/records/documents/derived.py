"""Codecs made from a class: its fields, their type hints, and the table of bounds below."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import attrs

from ginrules.bounds import LARGEST_SUM, RESHUFFLES, ROUNDS, SEATS
from ginrules.cards import Card
from ginrules.records.documents.codec import (
    FLAG,
    LARGEST,
    PILE,
    Check,
    Codec,
    Fields,
    Optional,
    choice,
    listed,
    number,
    record,
    tagged,
)
from ginrules.records.documents.registry import CODECS, codec_of

MOST_SEATS: Final = SEATS
MOST_RESHUFFLES: Final = RESHUFFLES
MOST_ROUNDS: Final = ROUNDS
"""Limit on the rounds of a match; a longer match is refused, since reading folds every round."""

_SEATS: Final = (0, MOST_SEATS - 1)
SEAT: Final = number(*_SEATS)
_SMALL: Final = (-LARGEST, LARGEST)
_SUMS: Final = (-LARGEST_SUM, LARGEST_SUM)
_CARDS: Final = (0, 52)


def _for(names: str, bounds: Any) -> dict[str, Any]:
    return dict.fromkeys(names.split(), bounds)


# bounds by the name of a field; the default is 0 to `LARGEST`, or one item per seat
_NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    **_for("seat by doubling_right owner declarer dealer dealer_seat winner", _SEATS),
    **_for("player payer payee debtor creditor side crossed", _SEATS),
    **_for("points boxes", _SMALL),
    **_for("number game multiplier factor", (1, LARGEST)),
    **_for("stock_left stock_size", _CARDS),
    "onto": (0, 51),
    "seats": (2, MOST_SEATS),
    "knock_limit": (0, 1_000_000),
}
_ITEMS: Final[Mapping[str, tuple[int, int]]] = {
    **_for("players resting winners reached shut_out conceded_by", _SEATS),
    **_for("points boxes standing wins highest totals net", _SUMS),
    "hand_sizes": _CARDS,
    "weights": (1, LARGEST),
}
_LENGTHS: Final[Mapping[str, int]] = {
    **_for("entries scores games weights outcomes", MOST_ROUNDS),
    **_for("lines claims payments", 100),
    **_for("table layoffs", 52),
    **_for("actions legal", 10_000),
    "melds": 26,
    "events": 20_000,
    "put_back": MOST_RESHUFFLES,
}


def fields_of(cls: type, overrides: Fields | None = None, *, order: str = "", required: str = "") -> Fields:
    """Return the fields of an attrs class; a field with a default, or that can be None, is optional.

    Args:
        cls: The class.
        overrides: The codecs of fields that do not follow from hint and bounds.
        order: The names of the fields as they are written, separated by blanks, if that is not the
            order of the class.
        required: Names of fields that are written even at their default.
    """
    hints = get_type_hints(cls)
    defaults = {field.name: field.default for field in attrs.fields(cls) if field.init}
    defaults |= dict.fromkeys(required.split(), attrs.NOTHING)
    return {
        name: (overrides or {}).get(name) or _field(name, hints[name], defaults[name])
        for name in order.split() or defaults
    }


def _field(name: str, hint: Any, default: Any) -> Codec | Optional:
    if get_origin(hint) in {Union, UnionType} and NoneType in get_args(hint):
        members = tuple(member for member in get_args(hint) if member is not NoneType)
        return Optional(_codec(name, Union[members]))  # noqa: UP007 - made of a list
    codec = _codec(name, hint)
    return codec if default is attrs.NOTHING else Optional(codec, default)


def derived(
    cls: type,
    overrides: Fields | None = None,
    *,
    order: str = "",
    required: str = "",
    check: Check | None = None,
    follows: Mapping[str, Codec] | None = None,
) -> Codec:
    """Return the codec of an attrs class; see `record` and `fields_of` for the arguments."""
    return record(cls, fields_of(cls, overrides, order=order, required=required), check=check, derived=follows)


def union(
    members: Any, *, codecs: Mapping[type, Codec] | None = None, kinds: Mapping[type, str] | None = None
) -> Codec:
    """Return the codec of a closed union of classes, which ``kind`` keeps apart.

    Args:
        members: The union.
        codecs: Codecs of members; the other members use registered or derived codecs.
        kinds: Kinds of members; others are the name of the class, with hyphens.
    """
    own = {**CODECS, **(codecs or {})}
    names = {cls: re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower() for cls in get_args(members)}
    names |= kinds or {}
    return tagged("kind", {name: (cls, own.get(cls) or derived(cls)) for cls, name in names.items()})


def _codec(name: str, hint: Any) -> Codec:
    if hint is bool:
        return FLAG
    if hint is int:
        return number(*_NUMBERS.get(name, (0, LARGEST)))
    if get_origin(hint) is Literal:
        return choice(get_args(hint))
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        if item is Card:
            return PILE
        codec = number(*_ITEMS.get(name, (0, LARGEST))) if item is int else _codec(name, item)
        return listed(codec, most=_LENGTHS.get(name, MOST_SEATS))
    return codec_of(hint)
