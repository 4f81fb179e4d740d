"""`Result`: the forms of every result of the lab, which are text, tables, records, plain values and HTML."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ginrules.errors import LabError
from ginrules.lab.statistics.estimate import LEVEL, Estimate
from ginrules.lab.statistics.plain import Plain
from ginrules.lab.statistics.words import text_table

_PACKAGE: Final = __name__.partition(".")[0]
_LIBRARIES: Final = ("pandas", "polars")


class Table(NamedTuple):
    """A table of texts.

    Attributes:
        heads: The names of the columns.
        rows: The rows, each with a cell for every column.
        title: The title, if the columns need an explanation.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    title: str = ""

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.title, text_table(self.heads, self.rows))))


class Intervals(NamedTuple):
    """Estimates to draw with their intervals, on a common scale.

    Attributes:
        title: The name of the estimates and their unit.
        unit: The unit, as written below the scale.
        rows: The names and the estimates.
    """

    title: str
    unit: str
    rows: Sequence[tuple[str, Estimate | None]]


class Result(Plain):
    """A result. Its ``str`` is a summary and tables; notebooks show these with a plot."""

    __slots__ = ()

    seed: int
    partial: bool

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
    def intervals(self) -> Intervals | None:
        """The estimates that a notebook draws; None if it draws something else."""
        return None

    @property
    def note(self) -> str:
        """How to read the tables, or a conclusion from them; empty if there is nothing to say."""
        return ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.summary}>"

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.summary, *map(str, self.tables), self.note)))

    def _repr_html_(self) -> str:
        # the drawing belongs to a higher layer, so it is imported only when a notebook asks for it
        return str(importlib.import_module(f"{_PACKAGE}.lab.report.notebook").fragment(self))

    def records(self) -> list[dict[str, Any]]:
        """Return the estimates as rows of plain values, all with the same keys, for a data frame."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """Return `records` as a data frame of pandas, or of polars if pandas is not installed.

        Raises:
            LabError: If neither is installed.
        """
        return _data_frame(self.records())


def interval_columns(prefix: str, estimate: Estimate | None) -> dict[str, float | None]:
    """Return an estimate as three columns: the value and the ends of its interval, all None if it is unknown.

    Examples:
        >>> interval_columns("net", None)
        {'net': None, 'net_low': None, 'net_high': None}
    """
    ends = (None,) * 3 if estimate is None else (estimate.value, estimate.low, estimate.high)
    return dict(zip((prefix, f"{prefix}_low", f"{prefix}_high"), ends, strict=True))


def _data_frame(records: Sequence[Mapping[str, Any]]) -> Any:
    for name in _LIBRARIES:
        try:
            library = importlib.import_module(name)
        except ModuleNotFoundError:
            continue
        return library.DataFrame([*records])
    raise LabError("a data frame needs pandas or polars: install one of them, or use records()")
