"""The greedy player: the least deadwood at every step, under every rule set."""

from __future__ import annotations

from typing import ClassVar

import attrs

from ginrules.errors import InvalidRunError
from ginrules.lab.players.by_phase import ByPhase
from ginrules.lab.search.discards.discard_choice import best_discard, deadwood_after_take
from ginrules.play.actions import DISCARD, KNOCK, Action
from ginrules.play.views.view import PlayerView
from ginrules.rules.model import RuleSet
from ginrules.seated.core_twin import twin_in_core


@attrs.frozen
class Greedy(ByPhase):
    """A player that keeps its deadwood low and knocks at or below a threshold.

    It takes a card from the pile when that leaves less deadwood after its best discard, and
    discards what leaves the least (among equals the card that completes the fewest possible melds,
    then the highest-valued). It always declares gin and big gin. When a discard would use up the stock, or
    only the last discard is left to knock with, it knocks whenever it can. It remembers
    nothing and does not look at prices.

    Attributes:
        threshold: The most deadwood to knock with, in points; None to knock whenever allowed,
            0 to play for gin.

    Raises:
        InvalidRunError: If the threshold is not a whole number of points, 0 or more.
    """

    name: ClassVar[str] = "greedy"  # type: ignore[misc]

    threshold: int | None = None

    def __attrs_post_init__(self) -> None:
        value: object = self.threshold
        if value is not None and (type(value) is not int or value < 0):
            raise InvalidRunError(
                f"threshold of a greedy player: expected 0 points or more (0 plays for gin), got {value!r}",
                threshold=repr(value),
            )

    def __str__(self) -> str:
        if self.threshold is None:
            return "greedy, knocking whenever allowed"
        return f"greedy, knocking at {self.threshold} or less" if self.threshold else "greedy, playing for gin"

    def numbers(self, rules: RuleSet) -> tuple[int, ...]:  # noqa: ARG002 - it looks at no prices
        """Return the threshold in points, -1 for none: the numbers that the compiled core takes."""
        return (-1 if self.threshold is None else self.threshold,)

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether the top card of the pile lowers the deadwood that is left after the best discard."""
        return deadwood_after_take(view) < view.setup.tables.deadwood(view.hand.mask)

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock within the threshold, or the best discard."""
        card, left = best_discard(view, cards, allowed)
        return KNOCK[card] if not view.setup.rules.open_melds and left <= self._limit(view) else DISCARD[card]

    def _limit(self, view: PlayerView) -> int:
        """Return the most deadwood to knock with now, which is the limit itself when no turn may follow."""
        rules, limit = view.setup.rules, view.setup.knock_limit
        if self.threshold is None:
            return limit
        is_last = view.stock_size <= rules.stock_floor and rules.stock_exhausted != "reshuffle"
        return limit if is_last else min(self.threshold, limit)


@twin_in_core("greedy")
def new_greedy(_seed: int, threshold: int | None = None) -> Greedy:
    """Make a `Greedy` player, which uses no random numbers (a `NewPlayer`).

    Examples:
        >>> import ginrules as gin
        >>> print(gin.lab.new_greedy(1, threshold=5))
        greedy, knocking at 5 or less
    """
    return Greedy(threshold)
