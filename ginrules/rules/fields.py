"""A rule's description: its section, its values, its meaning and its source.

A field of `RuleSet` is declared once with `rule`. That metadata is the single
source for TOML tables, checks, diffs, the rule card and the documentation.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, ParamSpec, TypeVar

import attrs

from ginrules._support.bounds import NUMBERS, TABLE_KEYS
from ginrules._support.values import Value, plain_number

if TYPE_CHECKING:
    from ginrules.rules.conditions import Condition, Constraint

Kind = Literal["number", "yes-no", "choice", "numbers", "by-number"]

Affects = Literal["play", "price", "game", "match"]
"""The scope of a rule: the play of a round, its price, a game of several rounds, or who meets whom."""

_AFFECTS: Final[Mapping[str, Affects]] = {
    "players": "match",
    "deck": "play",
    "deal": "play",
    "melds": "play",
    "draw": "play",
    "knock": "play",
    "layoff": "play",
    "stock": "play",
    "price": "price",
    "game": "game",
    "columns": "game",
    "match": "match",
}

SECTIONS: Final = tuple(_AFFECTS)
"""A rule file's tables, in the order of a rule card."""

LARGEST: Final = 1_000_000
"""The largest number of a rule that has no smaller limit."""

_KEY: Final = "ginrules.rule"
_P = ParamSpec("_P")


Item = TypeVar("Item")


class ByNumber(Value, Mapping[int, Item], Generic[Item]):
    """A small immutable table by number: values of a rule by seats, comments by action, players by place.

    It compares equal to a ``dict`` of the same items and can be hashed.

    Examples:
        >>> sizes = ByNumber({2: 10, 3: 7})
        >>> sizes[3], sizes == {2: 10, 3: 7}
        (7, True)
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[int, Item] = MappingProxyType({})) -> None:
        self._items = MappingProxyType(dict(sorted(items.items())))

    def __getitem__(self, number: int) -> Item:
        return self._items[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(tuple(self._items.items()))

    def __repr__(self) -> str:
        return repr(dict(self._items))

    def __reduce__(self) -> tuple[type[ByNumber[Item]], tuple[dict[int, Item]]]:
        return ByNumber, (dict(self._items),)


@attrs.frozen
class Rule(Value):
    """A rule's description. `ginrules.rules.model.RULES` holds all of them by name.

    Attributes:
        default: Its value in ``standard``.
        section: The TOML table that it belongs to.
        source: Where the rule comes from, by the titles of `docs/rules/sources.md`.
        by_number: Whether it can be a table of numbers by seats or team size.
        values: For a choice, the values allowed, each with its meaning as a clause. The first is the default.
        least: For numbers, the smallest value allowed.
        most: For numbers, the largest value allowed.
        zero: The meaning of 0, as a clause ("0 is no cap"), if 0 is not a plain amount.
        label: Its name in words, if not the name itself.
        also: Other words that people search it by.
        needs: When another value can change a legal action or the price of a round. None if it always can.
        counts: When such a change can decide anything in a match. None if it always can.
        limits: The values that it can hold with certain values of other rules.
        fact: For a rule of price, the field of `ginrules.Outcome` that it needs and only rounds under it note.
        name: Its name.
        kind: The kind of its values.
    """

    default: Any
    section: str
    source: str
    by_number: bool = False
    values: Mapping[str, str] = attrs.field(factory=dict)
    least: int = 0
    most: int = LARGEST
    zero: str = ""
    label: str = ""
    also: str = ""
    needs: Condition | None = None
    counts: Condition | None = None
    limits: tuple[Constraint, ...] = ()
    fact: str = ""
    name: str = ""
    kind: Kind = attrs.field(init=False)

    @kind.default
    def _kind(self) -> Kind:
        match self.default:
            case str():
                return "choice"
            case bool():
                return "yes-no"
            case tuple():
                return "numbers"
            case _:
                return "by-number" if self.by_number else "number"

    @property
    def choices(self) -> tuple[str, ...]:
        """For a choice, the values allowed."""
        return tuple(self.values)

    @property
    def affects(self) -> Affects:
        """The scope of its effect.

        Two rule sets that differ in no rule affecting ``"play"`` play every round alike. Rules affecting ``"game"`` or
        ``"match"`` show in no single round.
        """
        return _AFFECTS[self.section]

    @property
    def doc(self) -> str:
        """Its meaning, one sentence with units: the docstring under its entry."""
        return _sentences().get(self.name, "")

    @property
    def is_played(self) -> bool:
        """Whether rounds under another value must be played anew: they differ in an action, or note another fact."""
        return self.affects == "play" or bool(self.fact)

    def fault(self, value: object) -> str | None:
        """Return the value's fault, as 'must be …', or None if it is valid."""
        match self.kind:
            case "yes-no":
                return None if isinstance(value, bool) else "must be true or false"
            case "choice":
                if isinstance(value, str) and value in self.values:
                    return None
                return f"must be one of {', '.join(self.values)}"
            case "number":
                if type(value) is int and self.least <= value <= self.most:
                    return None
                return self._number_fault(value)
            case "numbers":
                if isinstance(value, tuple) and len(value) > NUMBERS:
                    return f"has {len(value)} numbers, at most {NUMBERS} are read"
                if isinstance(value, tuple) and value and all(map(self._in_range, value)):
                    return None
                example = f", such as [{value}]" if self._in_range(value) else ""
                return f"must be a list of whole numbers, each {self._range}{example}"
            case "by-number":
                return self._table_fault(value) if isinstance(value, Mapping) else self._number_fault(value)

    def _number_fault(self, value: object) -> str | None:
        if self._in_range(value):
            return None
        aside = f" ({self.zero})" if self.zero else ""
        if not _is_whole(value):
            tables = ", or a table of such numbers by seats or team size" if self.kind == "by-number" else ""
            return f"must be a whole number, {self._range}{aside}{tables}"
        if self.most == LARGEST and value > LARGEST:  # type: ignore[operator]
            return f"must be {self.most} or less"
        return f"must be {self._range}{aside}"

    def _table_fault(self, value: Mapping[object, object]) -> str | None:
        if not value:
            return "must not be an empty table"
        if len(value) > TABLE_KEYS:
            return f"has {len(value)} numbers, at most {TABLE_KEYS} are read"
        if not all(_is_whole(number) and number > 0 for number in value):  # type: ignore[operator]
            return "must have whole numbers as keys, 1 or more"
        if not all(map(self._in_range, value.values())):
            return f"must be a table of whole numbers, each {self._range}"
        return None

    @property
    def allowed(self) -> str:
        """The allowed values, in words."""
        match self.kind:
            case "choice":
                return ", ".join(self.values)
            case "yes-no":
                return "true, false"
            case "numbers":
                return f"a list of numbers, each {self._range}"
            case "by-number":
                return f"{self._range}, or a table of such numbers"
            case "number":
                return self._range + (f" ({self.zero})" if self.zero else "")

    @property
    def _range(self) -> str:
        return f"{self.least} or more" if self.most == LARGEST else f"{self.least} to {self.most}"

    def _in_range(self, value: object) -> bool:
        return _is_whole(value) and self.least <= value <= self.most  # type: ignore[operator]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def as_numbers(value: object) -> object:
    """Return a list as a tuple, and a whole number as a tuple of one. The checks refuse anything else."""
    number = plain_number(value)
    if _is_whole(number):
        return (number,)
    return tuple(map(plain_number, value)) if isinstance(value, list | tuple) else value


def as_by_number(value: object) -> object:
    """Return a mapping with whole numbers as keys as a `ByNumber`. The checks refuse anything else."""
    if isinstance(value, ByNumber) or not isinstance(value, Mapping) or len(value) > TABLE_KEYS:
        return plain_number(value)
    table = {plain_number(number): plain_number(size) for number, size in value.items()}
    return ByNumber(table) if all(map(_is_whole, table)) else value


def _as_field(make: Callable[_P, Rule]) -> Callable[_P, Any]:
    """Return the function that makes an attrs field which is a rule, by the arguments of a rule."""

    def field(*args: _P.args, **facts: _P.kwargs) -> Any:
        entry = make(*args, **facts)
        converter = {"number": plain_number, "numbers": as_numbers, "by-number": as_by_number}.get(entry.kind)
        return attrs.field(default=entry.default, converter=converter, metadata={_KEY: entry})

    return field


rule: Final = _as_field(Rule)
"""Declares a rule of `RuleSet`: an attrs field, by the arguments of `Rule`."""


def as_texts(value: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Return a list of texts as a tuple. The checks refuse anything else."""
    return tuple(value) if isinstance(value, list) else value


def description_of(field: attrs.Attribute[Any]) -> Rule | None:
    """Return the rule that this attrs field holds, or None for a name, title and the like."""
    entry = field.metadata.get(_KEY)
    return attrs.evolve(entry, name=field.name) if isinstance(entry, Rule) else None


@cache
def _sentences() -> Mapping[str, str]:
    """Return the docstring under each entry, by rule, as ``python -m tools.package`` has written it."""
    data: dict[str, str] = json.loads(Path(__file__).with_name("rule_sentences.json").read_text(encoding="utf-8"))
    return data
