"""Small words for the rule card: counts, lists, points."""

from __future__ import annotations

from collections.abc import Iterable


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: '1 card', '2 cards', '3 boxes'."""
    ending = "es" if noun.endswith("x") else "s"
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{ending}"


def points(count: int) -> str:
    """Return a number of points in words."""
    return plural(count, "point")


def times(count: int) -> str:
    """Return a factor in words: once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def at_most(count: int) -> str:
    """Return an upper limit in words."""
    return f"{count} or less"


def joined(parts: Iterable[str], last: str) -> str:
    """Return a list in words.

    Examples:
        >>> joined(["2", "3", "4"], "or")
        '2, 3 or 4'
    """
    *front, end = parts
    return f"{', '.join(front)} {last} {end}" if front else end
