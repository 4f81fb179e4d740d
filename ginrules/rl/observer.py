"""Observations for learners: arrays made only from the information that a seat can see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrules._values import Value
from ginrules.fast.codec import Codec, Laid
from ginrules.fast.layout import Entry, Layout
from ginrules.play.views.view import PlayerView
from ginrules.rules.model import RuleSet


@attrs.frozen(init=False, repr=False)
class Observer(Value):
    """The observation of a seat, as a row of numbers or as a dictionary of arrays.

    It is made only from a `PlayerView` and the melds of the seat's own unfinished spread: it cannot leak hidden
    cards. Seats come in turn order from the seat that observes, cards by number. The compiled core uses the same
    layout.

    Attributes:
        layout: The entries of a row.
        codec: The numbering of the actions, for masks.

    Examples:
        >>> import ginrules as gin
        >>> observer = gin.rl.Observer("standard", 2)
        >>> view = gin.view(gin.deal("standard", seed=7), 1)
        >>> row, named = observer(view), observer.named(view)
        >>> row.shape == (observer.size,), int(named["hand"].sum()), named["known"].shape
        (True, 10, (2, 52))
        >>> (row == observer(gin.view(gin.determinize(view, seed=1), 1))).all()
        np.True_
    """

    layout: Layout
    codec: Codec = attrs.field(eq=False)

    def __init__(self, rules: RuleSet | str, seats: int | None = None) -> None:
        """Lay out the observations.

        Args:
            rules: The rules.
            seats: The seats of the table; None for the smallest table that the rules allow.

        Raises:
            DealError: If the rules do not allow a table of this size.
        """
        layout = Layout(rules, seats)
        self.__attrs_init__(layout, Codec(layout.rules, layout.seats))

    def __repr__(self) -> str:
        return f"Observer({self.layout.rules.label!r}, {self.layout.seats})"

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self.layout.rules

    @property
    def seats(self) -> int:
        """The seats of the table."""
        return self.layout.seats

    @property
    def size(self) -> int:
        """How many numbers a row has."""
        return self.layout.size

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of a row, with their names, shapes, places and meanings."""
        return self.layout.entries

    @property
    def space(self) -> spaces.Box:
        """The space of rows."""
        high = np.concatenate([np.full(entry.stop - entry.start, entry.high, np.float32) for entry in self.entries])
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    @property
    def named_space(self) -> spaces.Dict:
        """The space of dictionaries."""
        return spaces.Dict({entry.name: spaces.Box(0.0, entry.high, entry.shape, np.float32) for entry in self.entries})

    def __call__(self, view: PlayerView, laid: Laid = ()) -> NDArray[np.float32]:
        """Return the row of a view.

        Args:
            view: The view of the seat.
            laid: The melds already laid in the seat's own unfinished spread.

        Raises:
            IncompatibleRulesError: If the view belongs to different rules or seats.
            WrongTypeError: If it is not a view, or ``laid`` holds something that is not a meld.
        """
        return self.layout.observe(view, laid)

    def named(self, view: PlayerView, laid: Laid = ()) -> Mapping[str, NDArray[Any]]:
        """Return the observation as a dictionary with an array for each entry.

        Args:
            view: The view of the seat.
            laid: The melds already laid in the seat's own unfinished spread.

        Raises:
            IncompatibleRulesError: If the view belongs to different rules or seats.
            WrongTypeError: If it is not a view, or ``laid`` holds something that is not a meld.
        """
        return self.layout.named(self.layout.observe(view, laid))

    def mask(self, view: PlayerView, laid: Laid = ()) -> NDArray[np.int8]:
        """Return the action mask: 1 at the codes that the seat can take now.

        Args:
            view: The view of the seat.
            laid: The melds already laid in the seat's own unfinished spread.

        Raises:
            IncompatibleRulesError: If the view belongs to different rules or seats.
        """
        return self.codec.mask(view, laid).view(np.int8)
