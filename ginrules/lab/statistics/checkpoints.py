"""A run's state as plain numbers, from which the same run continues, with a digest that finds changed numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

import attrs

from ginrules._support.bounds import RUN_UNITS
from ginrules._support.values import expect, shown, whole_number
from ginrules.errors import InvalidRunError
from ginrules.lab.statistics.sums import PairedSums, Sums

MOST_BYTES: Final = 4 << 20
"""Limit on the size of a checkpoint, in bytes. A run of any length needs a few thousand."""

_LARGEST: Final = 10**40
_MOST_OF: Final = 300
_NUMBERS: Final = len(attrs.fields(PairedSums))


@attrs.frozen
class Section:
    """Sums of a part of a run, as stored in a checkpoint.

    Attributes:
        units: The number of units that were added.
        sums: The sums by name, as whole numbers in the order of `PairedSums`.
        counts: The counts of values by name.
        first: In a comparison, the number of the first deal of the games in progress.
    """

    units: int
    sums: dict[str, tuple[int, ...]]
    counts: dict[str, tuple[tuple[int, int], ...]]
    first: int = 0

    @classmethod
    def of(cls, sums: Sums, *, first: int = 0) -> Section:
        """Return sums as a section."""
        return cls(
            sums.units,
            {key: attrs.astuple(one) for key, one in sums.ratios.items()},
            {key: tuple(sorted(counts.items())) for key, counts in sums.counts.items()},
            first,
        )

    def restored(self, sums: Iterable[str], counts: Iterable[str] = ()) -> Sums:
        """Return the section as sums that take more.

        Args:
            sums: The names of the sums in this run.
            counts: The names of the counts of values in this run.

        Raises:
            InvalidRunError: If a name is missing, or the section has another name.
        """
        for kind, expected, names in (("sums", sums, self.sums), ("counts", counts, self.counts)):
            if self.units and set(names) != set(expected):
                odd = min(set(names) ^ set(expected))
                problem = "is missing" if odd in expected else "is not one of them"
                raise InvalidRunError(f"{kind}: expected those of this run, but {shown(odd)} {problem}")
        return Sums(
            self.units,
            {key: PairedSums(*numbers) for key, numbers in self.sums.items()},
            {key: Counter(dict(pairs)) for key, pairs in self.counts.items()},
        )

    def as_plain(self) -> dict[str, Any]:
        """Return the section as plain values."""
        return {
            "units": self.units,
            "sums": {key: list(numbers) for key, numbers in self.sums.items()},
            "counts": {key: [list(pair) for pair in pairs] for key, pairs in self.counts.items()},
            **({"first": self.first} if self.first else {}),
        }


@attrs.frozen
class Checkpoint:
    """A run's state: exact sums, and the run they belong to.

    Attributes:
        of: The run as text. Only the same run can continue from here.
        units: Deals (or numbered matches) done, counted from the first.
        sums: The sums by name, as whole numbers.
        counts: The counts of values by name.
        sections: Sums of the run's other parts, by name. A comparison has a section for each pair of rule
            sets and for its games. A search has a section for the fresh deals.

    Examples:
        >>> import ginrules as gin
        >>> numbers = (3, 40, 0, 6, 0, 600, 0, 0, 12, 0, 0, 80, 0, 0, 0)
        >>> point = gin.lab.Checkpoint("a run", 3, {"points": numbers}, {"points": ((5, 4), (10, 2))})
        >>> gin.lab.Checkpoint.loads(point.dumps()) == point
        True
        >>> gin.lab.Checkpoint.from_plain(point.as_plain() | {"units": -1})
        Traceback (most recent call last):
            ...
        ginrules.errors.InvalidRunError: units: expected a whole number from 0 to 10**15, got -1
    """

    of: str
    units: int
    sums: dict[str, tuple[int, ...]]
    counts: dict[str, tuple[tuple[int, int], ...]]
    sections: dict[str, Section] = attrs.field(factory=dict)

    @classmethod
    def of_sums(cls, of: str, sums: Sums, sections: Mapping[str, Section] | None = None) -> Checkpoint:
        """Return a run's checkpoint with these sums."""
        main = Section.of(sums)
        return cls(of, main.units, main.sums, main.counts, dict(sections or {}))

    @property
    def main(self) -> Section:
        """The sums that belong to no named section."""
        return Section(self.units, self.sums, self.counts)

    def checked(self, of: str, sections: Iterable[str] = ()) -> Checkpoint:
        """Return the checkpoint, checked to belong to this run.

        Args:
            of: The run as text.
            sections: Names of the sections that it must have.

        Raises:
            InvalidRunError: If it belongs to another run, or contradicts itself.
        """
        if self.of != of:
            raise InvalidRunError(f"expected a checkpoint of {of!r}, got one of {self.of[:_MOST_OF]!r}")
        checked = type(self).from_plain(self.as_plain())  # a caller may have made it by hand
        if set(checked.sections) != set(sections):
            raise InvalidRunError(
                f"sections: expected {', '.join(sections) or 'none'}, got {_cut(', '.join(checked.sections)) or 'none'}"
            )
        return checked

    def as_plain(self) -> dict[str, Any]:
        """Return the checkpoint as plain values with their digest, for a JSON file.

        Raises:
            InvalidRunError: If its fields are not tables of numbers.
        """
        try:
            plain = {"of": self.of, **self.main.as_plain()}
            if self.sections:
                plain["sections"] = {name: section.as_plain() for name, section in self.sections.items()}
        except (AttributeError, TypeError):
            raise InvalidRunError("a checkpoint has sums, counts and sections by name: use from_plain") from None
        return {**plain, "digest": _digest(plain)}

    def dumps(self) -> str:
        """Return the checkpoint as a line of JSON.

        Raises:
            InvalidRunError: If its fields are not tables of numbers.
        """
        return json.dumps(self.as_plain()) + "\n"

    @classmethod
    def loads(cls, text: str) -> Checkpoint:
        """Return the checkpoint in a JSON text.

        Raises:
            InvalidRunError: If the text is not a checkpoint, or is too long for a checkpoint.
        """
        expect(text, str, "the text of a checkpoint")
        if len(text) > MOST_BYTES:
            raise InvalidRunError(f"expected a checkpoint of at most {MOST_BYTES} characters, got {len(text)}")
        try:
            data = json.loads(text)
        except RecursionError:
            raise InvalidRunError("expected the text of a checkpoint, got one with too many nested brackets") from None
        except ValueError as error:  # not JSON, or a number of thousands of digits
            raise InvalidRunError(f"expected the text of a checkpoint, got a text with {_cut(str(error))}") from error
        return cls.from_plain(data)

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> Checkpoint:
        """Return the checkpoint made of these plain values.

        Raises:
            InvalidRunError: If the values are not a checkpoint, contradict each other, or have another digest.
        """
        table = _table(data, "a checkpoint", required=("of", "units", "sums", "counts", "digest"),
                       others=("sections",))  # fmt: skip
        of = table["of"]
        if not isinstance(of, str):
            raise InvalidRunError(f"of: expected the text of a run, got {shown(of)}")
        main = _section({key: table[key] for key in ("units", "sums", "counts")}, "")
        sections = {
            name: _section(value, f"sections.{_short(name)}.")
            for name, value in _names(table.get("sections", {}), "sections").items()
        }
        point = cls(of, main.units, main.sums, main.counts, sections)
        if table["digest"] != point.as_plain()["digest"]:
            raise InvalidRunError("digest: the values have another: the file is spoiled, or was changed by hand")
        return point


def _digest(plain: Mapping[str, Any]) -> str:
    """Return the digest of plain values, 16 hexadecimal digits, which finds accidents and is not a signature."""
    return sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]


# --- checks -----------------------------------------------------------------------------------------


def _cut(text: str) -> str:
    return shown(text[:200]) if len(text) <= 200 else f"{text[:200]!r}…"


def _short(name: str) -> str:
    return name if len(name) <= 100 else f"{name[:99]}…"


def _table(data: object, what: str, *, required: tuple[str, ...], others: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the table, checked to have exactly these keys."""
    if not isinstance(data, Mapping):
        raise InvalidRunError(f"expected {what}, a table with {', '.join(required)}, got {shown(data)}")
    missing = [key for key in required if key not in data]
    if missing:
        raise InvalidRunError(f"expected {what} with {missing[0]}, got a table without it")
    unknown = [key for key in data if key not in {*required, *others}]
    if unknown:
        raise InvalidRunError(f"expected {what} with {', '.join(required)}, got a table with {shown(unknown[0])}")
    return data


def _names(data: object, path: str) -> dict[str, Any]:
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise InvalidRunError(f"{path}: expected a table of values by name, got {shown(data)}")
    return dict(data)


def _items(value: object, path: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list | tuple) or (length is not None and len(value) != length):
        numbers = "a list of pairs" if length is None else f"a list of {length} numbers"
        raise InvalidRunError(f"{path}: expected {numbers}, got {shown(value)}")
    return list(value)


def _count(pair: object, path: str) -> tuple[int, int]:
    value, times = _items(pair, path, 2)
    return whole_number(path, value, -_LARGEST, _LARGEST), whole_number(path, times, 1, RUN_UNITS)


def _section(data: object, path: str) -> Section:
    table = _table(data, f"{path}: a section" if path else "sums", required=("units", "sums", "counts"),
                   others=("first",))  # fmt: skip
    units = whole_number(f"{path}units", table["units"], 0, RUN_UNITS)
    sums = {
        key: tuple(
            whole_number(f"{path}sums.{_short(key)}", number, -_LARGEST, _LARGEST)
            for number in _items(numbers, f"{path}sums.{_short(key)}", _NUMBERS)
        )
        for key, numbers in _names(table["sums"], f"{path}sums").items()
    }
    counts = {
        key: tuple(_count(pair, f"{path}counts.{_short(key)}") for pair in _items(pairs, f"{path}counts.{_short(key)}"))
        for key, pairs in _names(table["counts"], f"{path}counts").items()
    }
    section = Section(units, sums, counts, whole_number(f"{path}first", table.get("first", 0), 0, RUN_UNITS))
    for problem in _contradictions(section):
        raise InvalidRunError(f"{path}{problem}: the checkpoint contradicts itself")
    return section


def _contradictions(section: Section) -> Iterator[str]:
    """Yield the numbers that no run can have, as clauses that begin with the name."""
    for key, numbers in section.sums.items():
        one = PairedSums(*numbers)
        if one.units != section.units:
            yield f"sums.{key}: expected the sums of {section.units} units, got those of {one.units}"
    for key, pairs in section.counts.items():
        if len({value for value, _ in pairs}) < len(pairs):
            yield f"counts.{key}: expected every value once, got one twice"
        if key in section.sums:
            one = PairedSums(*section.sums[key])
            total = sum(value * times for value, times in pairs), sum(times for _, times in pairs)
            if total not in {(one.a, one.base_a), (one.b, one.base_b)}:
                yield f"counts.{key}: expected the values of sums.{key}, got {total[1]} with the sum {total[0]}"
        if not section.units and pairs:
            yield f"counts.{key}: expected no values of 0 units, got {len(pairs)}"
