"""The part of a round's score that sheets and seatings read, as a small class for thousands of matches."""

from __future__ import annotations

from typing import NamedTuple, Protocol


class Scored(Protocol):
    """A round as sheets and seatings read it: by seat of its table, or by side in a team round."""

    @property
    def points(self) -> tuple[int, ...]:
        """Points, or penalty points."""

    @property
    def boxes(self) -> tuple[int, ...]:
        """Boxes, for winning and extra boxes together."""

    @property
    def winner(self) -> int | None:
        """Who won the round, None for nobody."""


class TableScored(Scored, Protocol):
    """A table of a team round as the teams read it."""

    @property
    def multiplier(self) -> int:
        """A spade's factor, or 1 without a spade."""

    @property
    def extra_boxes(self) -> int:
        """Extra boxes for gin, big gin or an undercut."""


class PlainScore(NamedTuple):
    """The sums in a round's score, without its lines.

    Attributes:
        points: Points by seat, or by side in a team round.
        boxes: Boxes by seat, or by side in a team round.
        winner: The seat or side that won the round, None for nobody.
        multiplier: A spade's factor. 1 without a spade.
        extra_boxes: Extra boxes for gin, big gin or an undercut.
    """

    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int | None
    multiplier: int = 1
    extra_boxes: int = 0
