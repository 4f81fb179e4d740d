"""Players of the lab that are a function from rows and masks to codes: what a trained agent is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from ginrules._support.values import shown
from ginrules.driver.player import Player
from ginrules.errors import WrongTypeError
from ginrules.melds.meld import Meld
from ginrules.play.actions import Action
from ginrules.play.view import PlayerView
from ginrules.rl.observer import Observer
from ginrules.rules.model import RuleSet

Decide = Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]
"""A function that returns a code for each row: from rows × ``observer.size`` numbers and rows × ``codec.n`` masks."""


@attrs.frozen(init=False, repr=False)
class Policy:
    """A factory of players that play by a function, such as a trained agent (a `ginrules.players.NewPlayer`).

    The function sees what the environments show: rows of observations and masks of legal codes. The lab asks it for
    many rounds at once if the compiled core plays the other seats. It must choose by the rows alone, without random
    numbers. A policy is sent to workers if its function can be pickled.

    Attributes:
        function: The function.
        observer: The numbering of its observations and actions.

    Args:
        function: Takes rows (float32) and masks (bool) with a line for each position, and returns a code for each.
        rules: The rules that it plays. It is refused under others.
        seats: Seats at the table, or None for the smallest table that the rules allow.

    Raises:
        DealError: If the rules do not allow a table of this size.
        WrongTypeError: If ``function`` cannot be called.

    Examples:
        >>> import ginrules as gin
        >>> def last(rows, masks):
        ...     return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)  # the legal code of the largest number
        >>> policy = gin.rl.Policy(last, "standard")
        >>> gin.lab.tournament({"last": policy, "greedy": "greedy"}, games=8).entrants[0].player
        'greedy'
    """

    function: Decide
    observer: Observer

    def __init__(self, function: Decide, rules: RuleSet | str, seats: int | None = None) -> None:
        """Take a function for a player."""
        if not callable(function):
            raise WrongTypeError(f"expected a function from rows and masks to codes, got {shown(function)}")
        self.__attrs_init__(function, Observer(rules, seats))

    def __repr__(self) -> str:
        return f"Policy({self.function!r}, {self.observer.rules.label!r}, {self.observer.seats})"

    def __call__(self, seed: int = 0) -> Player:
        """Make the player of one round, without the seed."""
        return _PolicyPlayer(self)

    def codes(self, rows: NDArray[np.float32], masks: NDArray[np.bool_]) -> list[int]:
        """Return the function's answer as whole numbers.

        Raises:
            WrongTypeError: If it is not a whole number for each row.
        """
        answer = np.asarray(self.function(rows, masks))
        if answer.shape != (len(rows),) or answer.dtype.kind not in "iu":
            raise WrongTypeError(
                f"expected a code for each of {len(rows)} rows, got an array of {answer.dtype} with the shape "
                f"{answer.shape}"
            )
        return [int(code) for code in answer]


class _PolicyPlayer(Player):
    name = "policy"
    watches = reads_prices = reads_match = False

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, view: PlayerView) -> Action:
        return self.choose_many([view])[0]

    def choose_many(self, views: Sequence[PlayerView]) -> list[Action]:
        """Return an action for each view; a spread is chosen meld by meld."""
        layout, codec = self._policy.observer.layout, self._policy.observer.codec
        actions: list[Action | None] = [None] * len(views)
        laid: list[tuple[Meld, ...]] = [()] * len(views)
        while due := [place for place, action in enumerate(actions) if action is None]:
            rows = np.stack([layout.observe(views[place], laid[place]) for place in due])
            masks = np.stack([codec.mask(views[place], laid[place]) for place in due])
            for place, code in zip(due, self._policy.codes(rows, masks), strict=True):
                actions[place] = codec.action(code, views[place], laid[place])
                if actions[place] is None:
                    laid[place] = (*laid[place], codec.meld(code))
        return [action for action in actions if action is not None]
