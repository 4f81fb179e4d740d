"""The greedy player: the least deadwood at every step, under every rule set."""

from typing import ClassVar

import attrs

from ginrules.errors import InvalidRunError
from ginrules.lab.players.by_phase import ByPhase
from ginrules.lab.search.discard_choice import best_throw, free, taking_leaves
from ginrules.lab.search.open_melds import best_take, place_or_discard
from ginrules.play.actions import BIG_GIN, DECLINE, DISCARD, DRAW, KNOCK, TAKE, Action
from ginrules.play.phases import DrawTurn, PlayTurn
from ginrules.play.views.view import PlayerView


@attrs.frozen
class Greedy(ByPhase):
    """A player that keeps its deadwood low and knocks at or below a threshold.

    It takes a card from the pile when that leaves it less deadwood after its best discard,
    throws what leaves the least (among equals the card that fewest cards could still meld,
    then the dearest), declares gin and big gin always, spreads the arrangement that offers the
    fewest lay-offs and defends as well as can be. When a discard would use up the stock, or
    only the last discard is left to knock with, it knocks whenever it may. It remembers
    nothing and never asks what a round pays.

    Attributes:
        threshold: The most deadwood to knock with, in points; None to knock whenever allowed,
            0 to play for gin.

    Raises:
        InvalidRunError: If the threshold is not a whole number of points, 0 or more.
    """

    name: ClassVar[str] = "greedy"  # type: ignore[misc]

    threshold: int | None = None

    def __attrs_post_init__(self) -> None:
        given: object = self.threshold
        if given is not None and (type(given) is not int or given < 0):
            raise InvalidRunError(
                f"a greedy player needs a threshold of 0 or more (0 plays for gin), not {given!r}",
                threshold=repr(given),
            )

    def __str__(self) -> str:
        if self.threshold is None:
            return "greedy, knocking whenever allowed"
        return f"greedy, knocking at {self.threshold} or less" if self.threshold else "greedy, playing for gin"

    def offer(self, view: PlayerView) -> Action:
        """The upcard, if it lowers the deadwood."""
        return TAKE if _helps(view) else DECLINE

    def draw(self, view: PlayerView) -> Action:
        """The top of the pile, if it lowers the deadwood."""
        phase = view.phase
        assert isinstance(phase, DrawTurn)
        if phase.stock_only or not view.discards:
            return DRAW
        if view.setup.rules.open_melds:
            return best_take(view)
        return TAKE if _helps(view) else DRAW

    def play(self, view: PlayerView) -> Action:
        """Big gin, a knock within the threshold, or the best throw."""
        phase = view.phase
        assert isinstance(phase, PlayTurn)
        setup = view.setup
        if setup.rules.open_melds:
            return place_or_discard(view)
        hand = view.hand.mask
        if setup.rules.big_gin and not setup.tables.deadwood(hand):
            return BIG_GIN
        card, left = best_throw(view, hand, free(view, hand, phase.taken.mask))
        return KNOCK[card] if left <= self._limit(view) else DISCARD[card]

    def last_discard(self, view: PlayerView) -> Action:
        """A knock, whenever there is one."""
        setup, taken = view.setup, 1 << view.discards[-1]
        cards = view.hand.mask | taken
        if setup.rules.big_gin and not setup.tables.deadwood(cards):
            return BIG_GIN
        card, left = best_throw(view, cards, free(view, cards, taken))
        return KNOCK[card] if left <= setup.knock_limit else DECLINE

    def _limit(self, view: PlayerView) -> int:
        """The most deadwood it knocks with now: whatever is allowed when no further turn may come."""
        rules, allowed = view.setup.rules, view.setup.knock_limit
        if self.threshold is None:
            return allowed
        is_last = view.stock_size <= rules.stock_floor and rules.stock_exhausted != "reshuffle"
        return allowed if is_last else min(self.threshold, allowed)


def _helps(view: PlayerView) -> bool:
    """Whether the top card of the pile lowers the deadwood that stays after the best discard."""
    if view.setup.rules.open_melds:
        return best_take(view) == TAKE
    return taking_leaves(view) < view.setup.tables.deadwood(view.hand.mask)


def new_greedy(_seed: int, threshold: int | None = None) -> Greedy:
    """A `Greedy` player, which needs no luck (a `NewPlayer`).

    Examples:
        >>> print(new_greedy(1, threshold=5))
        greedy, knocking at 5 or less
    """
    return Greedy(threshold)
