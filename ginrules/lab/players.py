"""Players for the lab: a random one, and a greedy one that is sensible under every rule set.

A player sees a `ginrules.lab.sight.Sight` and answers with an action. It knows no limit,
bonus or preset by heart: whatever the rules say, it reads off its sight.
"""

import random
from collections.abc import Callable, Mapping
from typing import ClassVar, Final, Protocol

import attrs

from ginrules.lab.open_play import best_take, place_or_discard
from ginrules.lab.sight import Sight
from ginrules.lab.throwing import best_throw, least_after
from ginrules.melds.arrange import best_arrangement
from ginrules.melds.defend import best_defence
from ginrules.melds.tables import tables_of
from ginrules.play.actions import BIG_GIN, DECLINE, DISCARD, DRAW, KNOCK, TAKE, Action, Spread
from ginrules.play.phases import DrawTurn, LastDiscard, LayoffTurn, PlayTurn, SpreadTurn, UpcardOffer


class Player(Protocol):
    """Who decides for a seat."""

    def choose(self, sight: Sight) -> Action:
        """The action to take; the seat is to act and the action must be legal."""


NewPlayer = Callable[[int], Player]
"""Makes a player for one round from a seed; each seat of each round gets its own."""


@attrs.define
class RandomPlayer:
    """A player that takes every legal action with equal chance.

    Args:
        seed: A number; the same seed chooses the same actions.
    """

    reads_prices: ClassVar[bool] = False
    """Whether what a round pays can change what it does."""

    seed: int
    _chance: random.Random = attrs.field(init=False, repr=False, eq=False)

    def __str__(self) -> str:
        return "random"

    def __attrs_post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311 - games, not secrets

    def choose(self, sight: Sight) -> Action:
        """One of the legal actions."""
        legal = sight.legal
        return legal[int(self._chance.random() * len(legal))]


@attrs.frozen
class Greedy:
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
    """

    reads_prices: ClassVar[bool] = False
    """Whether what a round pays can change what it does."""

    threshold: int | None = None

    def __str__(self) -> str:
        if self.threshold is None:
            return "greedy, knocking whenever allowed"
        return f"greedy, knocking at {self.threshold} or less" if self.threshold else "greedy, playing for gin"

    def choose(self, sight: Sight) -> Action:
        """The action for the phase the round is in."""
        return _CHOICES[type(sight.phase)](self, sight)

    def _limit(self, sight: Sight) -> int:
        """The most deadwood it knocks with now: whatever is allowed when no further turn may come."""
        rules, allowed = sight.rules, sight.knock_limit
        if self.threshold is None:
            return allowed
        is_last = sight.stock_size <= rules.stock_floor and rules.stock_exhausted != "reshuffle"
        return allowed if is_last else min(self.threshold, allowed)

    def _offer(self, sight: Sight) -> Action:
        return TAKE if _helps(sight) else DECLINE

    def _draw(self, sight: Sight) -> Action:
        phase = sight.phase
        assert isinstance(phase, DrawTurn)
        if phase.stock_only or not sight.discards:
            return DRAW
        if sight.rules.open_melds:
            return best_take(sight)
        return TAKE if _helps(sight) else DRAW

    def _play(self, sight: Sight) -> Action:
        phase = sight.phase
        assert isinstance(phase, PlayTurn)
        rules = sight.rules
        if rules.open_melds:
            return place_or_discard(sight)
        hand = +sight.hand
        if rules.big_gin and not tables_of(rules).deadwood(hand):
            return BIG_GIN
        card, left = best_throw(sight, hand, 0 if rules.return_taken_discard else +phase.taken)
        return KNOCK[card] if left <= self._limit(sight) else DISCARD[card]

    def _spread(self, sight: Sight) -> Action:
        return Spread(best_arrangement(sight.hand, sight.rules).melds)

    def _lay_off(self, sight: Sight) -> Action:
        phase = sight.phase
        assert isinstance(phase, LayoffTurn)
        # the declarer spreads first, so his melds are the first of the table
        melds = [meld for meld in sight.table if meld.owner == phase.declarer]
        return best_defence(sight.hand, melds, sight.rules).actions[0]

    def _last_discard(self, sight: Sight) -> Action:
        rules, taken = sight.rules, 1 << sight.discards[-1]
        cards = +sight.hand | taken
        if rules.big_gin and not tables_of(rules).deadwood(cards):
            return BIG_GIN
        card, left = best_throw(sight, cards, 0 if rules.return_taken_discard else taken)
        return KNOCK[card] if left <= sight.knock_limit else DECLINE


_CHOICES: Final[Mapping[type, Callable[[Greedy, Sight], Action]]] = {
    UpcardOffer: Greedy._offer,  # noqa: SLF001 - the class's own table
    DrawTurn: Greedy._draw,  # noqa: SLF001
    PlayTurn: Greedy._play,  # noqa: SLF001
    SpreadTurn: Greedy._spread,  # noqa: SLF001
    LayoffTurn: Greedy._lay_off,  # noqa: SLF001
    LastDiscard: Greedy._last_discard,  # noqa: SLF001
}


def _helps(sight: Sight) -> bool:
    """Whether the top card of the pile lowers the deadwood that stays after the best discard."""
    if sight.rules.open_melds:
        return best_take(sight) == TAKE
    least = tables_of(sight.rules).deadwood
    hand = +sight.hand
    return least_after(least, hand | 1 << sight.discards[-1], hand) < least(hand)
