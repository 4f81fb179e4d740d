"""`RunResult`: the forms of every result of the lab, which are text, tables, records, plain values and HTML."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, cast

import attrs

from ginrules._support.lazy import above
from ginrules._support.names import ThemeName
from ginrules._support.printed import clean, minus_signs
from ginrules._support.values import as_items, shown, wrong_type
from ginrules.errors import LabError
from ginrules.lab.statistics.estimate import LEVEL, Estimate
from ginrules.lab.statistics.measures import Measure
from ginrules.rules.diff import RuleChange
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.show.pictures.draw import Picture


UNKNOWN: Final = "–"
"""The sign for an unknown estimate in a table."""


def labels_of(rules: Sequence[RuleSet]) -> tuple[str, ...]:
    """Return a label for each rule set: its name, with its digest if the name is empty or not unique."""
    names = [clean(one.name) for one in rules]
    times = Counter(names)
    return tuple(
        name if name and times[name] == 1 else f"{name} {one.digest[:8]}".strip()
        for name, one in zip(names, rules, strict=True)
    )


def factor_of(measure: Measure) -> int:
    """Return the factor of the figures shown: shares are shown in percent."""
    return 100 if measure.unit == "share" else 1


def title_of(measure: Measure) -> str:
    """Return a measure's title, with a sign if its figures are shown in percent."""
    return f"{measure.title}, %" if measure.unit == "share" else measure.title


def format_number(value: float, *, signed: bool = False) -> str:
    """Return a number with two decimals and a real minus sign."""
    return minus_signs(f"{value:{'+' if signed else ''}.2f}")


def estimate_text(
    estimate: Estimate | None, value: float | None = None, *, factor: int = 1, signed: bool = False
) -> str:
    """Return the value and the half-width of its interval. Without an interval, the value alone."""
    if estimate is None:
        return UNKNOWN if value is None else format_number(factor * value, signed=signed)
    return f"{format_number(factor * estimate.value, signed=signed)} ± {factor * estimate.half_width:.2f}"


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as lines, the first column aligned to the left and the others to the right."""
    lines = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        ).rstrip()
        for row in lines
    )


# --- results --------------------------------------------------------------------------------------


class Plain:
    """A part of a result that can be written as JSON: all its fields, or the attributes that are listed, in order."""

    __slots__ = ()

    _document: ClassVar[str] = ""

    def as_plain(self) -> dict[str, Any]:
        """Return the values as dicts, lists, texts and numbers, for JSON, with None for unknown estimates."""
        fields = (field.name for field in attrs.fields(type(self)))  # type: ignore[arg-type] # a class of attrs
        return plain_of(self, *(self._document.split() or fields))


def plain_of(value: object, *names: str) -> dict[str, Any]:
    """Return some attributes of a value, for JSON."""
    return {name: _plain(getattr(value, name)) for name in names}


def _plain(value: Any) -> Any:
    if hasattr(value, "as_plain"):
        return value.as_plain()
    if isinstance(value, RuleSet):
        return plain_of(value, "name", "title", "digest")
    if isinstance(value, RuleChange):
        return {"section": value.section, "rule": value.name, "a": _plain(value.a), "b": _plain(value.b)}
    if isinstance(value, tuple | list):
        return [*map(_plain, value)]
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


class Table(NamedTuple):
    """A table of texts.

    Attributes:
        heads: The columns' names.
        rows: The rows, each with a cell for every column.
        title: The title, if the columns need an explanation.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.title, text_table(self.heads, self.rows))))


class RunResult(Plain):
    """A result. Its ``str`` is a summary and tables. Notebooks show these with a plot."""

    __slots__ = ()

    seed: int
    partial: bool = False

    @property
    def level(self) -> float:
        """The probability that an interval contains the true value."""
        return LEVEL

    @property
    def summary(self) -> str:
        """The run in one line: players, rules, number of rounds, and seed."""
        return f"{self._run}, seed {self.seed}" + (", interrupted" if self.partial else "")

    @property
    def _run(self) -> str:
        """The players, the rules and the number of rounds, as text."""
        raise NotImplementedError

    @property
    def tables(self) -> Sequence[Table]:
        """The figures as tables of texts."""
        raise NotImplementedError

    @property
    def note(self) -> str:
        """How to read the tables, or a conclusion from them, empty if there is nothing to say."""
        return ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.summary}>"

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.summary, *map(str, self.tables), self.note)))

    def _repr_html_(self) -> str:
        return str(above("page").fragment(self))

    def plot(self, *, theme: ThemeName = "light") -> Picture:
        """Return the estimates as a picture, which a notebook shows and ``save`` writes as SVG.

        Args:
            theme: ``light`` or ``dark``.

        Raises:
            LabError: If the result has no picture.

        Examples:
            >>> import ginrules as gin
            >>> comparison = gin.lab.compare("standard", "oklahoma", rounds=40)
            >>> comparison.plot().title
            'standard and oklahoma: 40 rounds each by learned, seed 1'
        """
        return cast("Picture", above("plot").picture(self, theme))

    def records(self) -> list[dict[str, Any]]:
        """Return the estimates as rows of plain values, all with the same keys, for a data frame."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """Return `records` as a data frame of pandas, or of polars if pandas is not installed.

        Raises:
            LabError: If neither is installed.
        """
        for name in ("pandas", "polars"):
            try:
                library = importlib.import_module(name)
            except ModuleNotFoundError:
                continue
            return library.DataFrame(self.records())
        raise LabError("a data frame needs pandas or polars: install one of them, or use records()")


def interval_columns(prefix: str, estimate: Estimate | None) -> dict[str, float | None]:
    """Return an estimate as three columns: the value and the ends of its interval, all None if it is unknown."""
    ends = (None,) * 3 if estimate is None else (estimate.value, estimate.low, estimate.high)
    return dict(zip((prefix, f"{prefix}_low", f"{prefix}_high"), ends, strict=True))


_COUNTS: Final = "counts by value, a mapping or pairs of a value and its count"


def _as_counts(counts: Mapping[int, int] | Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    pairs = counts.items() if isinstance(counts, Mapping) else as_items(counts, _COUNTS)
    try:
        return tuple(sorted((value, times) for value, times in pairs if times))
    except (TypeError, ValueError):
        raise wrong_type(_COUNTS, counts) from None


@attrs.frozen
class Histogram:
    """Whole numbers with their counts.

    Attributes:
        counts: Pairs of a value and its count, values ascending.

    Examples:
        >>> import ginrules as gin
        >>> histogram = gin.lab.Histogram({0: 2, 7: 1, 12: 1})
        >>> histogram.total, histogram.mean, histogram.quantile(0.5)
        (4, 4.75, 0)
    """

    counts: tuple[tuple[int, int], ...] = attrs.field(default=(), converter=_as_counts)

    @property
    def total(self) -> int:
        """The number of values counted."""
        return sum(times for _, times in self.counts)

    @property
    def mean(self) -> float | None:
        """The values' mean, or None if there are no values."""
        return sum(value * times for value, times in self.counts) / self.total if self.counts else None

    def quantile(self, part: float) -> int | None:
        """Return the smallest value that at least this part (0 to 1) of all values do not exceed. None if empty.

        Raises:
            LabError: If this is not a number.
        """
        if isinstance(part, bool) or not isinstance(part, int | float):
            raise LabError(f"part: expected a number from 0 to 1, got {shown(part)}")
        reached, least = 0, part * self.total
        for value, times in self.counts:
            reached += times
            if reached >= least:
                return value
        return None

    def as_plain(self) -> list[list[int]]:
        """Return the counts as lists, for JSON."""
        return [list(pair) for pair in self.counts]


@attrs.frozen
class Distribution(Plain):
    """A quantity's distribution under each rule set of a run.

    Attributes:
        key: Its name for programs.
        title: Its name in a plot.
        unit: The unit of its values.
        histograms: One histogram per rule set.
    """

    key: str
    title: str
    unit: str
    histograms: tuple[Histogram, ...]

    def as_plain(self) -> dict[str, Any]:
        """Return the values for JSON, with the counts of each rule set."""
        return plain_of(self, "key", "title", "unit") | {"counts": [one.as_plain() for one in self.histograms]}
