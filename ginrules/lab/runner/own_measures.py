"""Measures of one's own: functions of a finished round or match, whose values are kept beside the facts of a run."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any

import attrs

from ginrules._support.values import shown
from ginrules.driver.labels import error_line
from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.statistics.measures import BUILT_IN, Measure
from ginrules.rules.model import RuleSet

if TYPE_CHECKING:
    from ginrules.lab.runner.options import RunOptions

OwnMeasures = Mapping[str, Callable[[Any], float | None]]
"""Functions of a finished `RoundRecord`, or of a `MatchState`, by the names of their figures."""


@attrs.frozen
class OwnMeasure:
    """A measure of one's own.

    Attributes:
        name: The name of its figure.
        function: Returns a round's or a match's value, or None if it does not count.
    """

    name: str
    function: Callable[[Any], float | None]

    @property
    def measure(self) -> Measure:
        """Its description, the first line of the function's docstring."""
        doc = (getattr(self.function, "__doc__", None) or "").strip().partition("\n")[0]
        return Measure(self.name, self.name, "own", doc or "A measure of your own.")

    def value(self, finished: object, rules: RuleSet, seed: int, what: str) -> float:
        """Return the value of a finished round or match, NaN if it does not count."""
        where = f"measure {self.name!r}, {what} of {rules.label}, seed {seed}"
        details = {"measure": self.name, "rules": rules.label, "digest": rules.digest, "seed": seed}
        try:
            value: Any = self.function(finished)
        except Exception as error:
            raise LabError(f"{where}: {error_line(error)}", **details) from error
        if value is None:
            return float("nan")
        try:
            number = float("nan") if isinstance(value, str) else float(value)
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if not isfinite(number):
            raise LabError(
                f"{where}: expected a number, or None where it does not count, got {shown(value)}", **details
            )
        return number


def own_measures(measure: OwnMeasures | None, options: RunOptions) -> tuple[OwnMeasure, ...]:
    """Return the measures, and refuse those that cannot be used."""
    if measure is None:
        return ()
    if not isinstance(measure, Mapping):
        raise InvalidRunError(f"measure: expected a dict of functions by name, got {shown(measure)}")
    named: Mapping[Any, Any] = measure
    for name, function in named.items():
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise InvalidRunError(f"measure: expected texts as names, got {shown(name)}")
        if name in BUILT_IN:
            raise InvalidRunError(f"measure: {name!r} is measured already: expected another name", measure=name)
        if not callable(function):
            raise InvalidRunError(f"measure {name!r}: expected a function, got {shown(function)}", measure=name)
        if options.workers is not None and options.workers > 1:
            _check_sent(name, function)
    return tuple(OwnMeasure(name, function) for name, function in measure.items())


def _check_sent(name: str, function: object) -> None:
    try:
        pickle.dumps(function)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InvalidRunError(
            f"workers: measure {name!r} cannot be sent to worker processes: {error}; it must be a function of a module",
            measure=name,
        ) from error


def names_text(own: tuple[OwnMeasure, ...]) -> str:
    """Return the names of the measures as a part of a run's description, empty if there are none.

    Examples:
        >>> names_text((OwnMeasure("late", len), OwnMeasure("short", len))), names_text(())
        (", measuring 'late', 'short'", '')
    """
    return f", measuring {', '.join(repr(one.name) for one in own)}" if own else ""
