"""The baselines: a random player, a greedy player, and the simple player of the EAAI-2021 gin rummy challenge."""

from __future__ import annotations

import random
from typing import ClassVar

import attrs

from ginrules.driver.core_spec import CoreSpec, runs_in_core
from ginrules.driver.player import Player, random_source
from ginrules.errors import InvalidRunError
from ginrules.melds.arrange import arrangements
from ginrules.play.actions import DECLINE, DISCARD, DRAW, KNOCK, TAKE, Action, Spread
from ginrules.play.view import PlayerView, expect_view
from ginrules.players.base import ByPhase
from ginrules.players.search.discards import best_discard, card_numbers, deadwood_after_take, least_discards
from ginrules.rules.model import RuleSet


@runs_in_core
@attrs.define
class RandomPlayer(Player):
    """A player that chooses every legal action with equal chance.

    Args:
        seed: A number. The same seed chooses the same actions.
    """

    name: ClassVar[str] = "random"  # type: ignore[misc]
    watches: ClassVar[bool] = False  # type: ignore[misc]
    reads_prices: ClassVar[bool] = False  # type: ignore[misc]
    reads_match: ClassVar[bool] = False  # type: ignore[misc]

    seed: int
    _random: random.Random = attrs.field(init=False, repr=False, eq=False)

    def __str__(self) -> str:
        return self.name

    def __attrs_post_init__(self) -> None:
        self._random = random_source(self.seed)

    def core_spec(self, rules: RuleSet, seats: int) -> CoreSpec:
        """Return the random player of the core."""
        return CoreSpec("random")

    def choose(self, view: PlayerView) -> Action:
        """Return a random legal action."""
        try:
            legal = view.legal
        except AttributeError:
            expect_view(view)
            raise
        return legal[int(self._random.random() * len(legal))]


@attrs.frozen
class Greedy(ByPhase):
    """A player that keeps its deadwood low and knocks at or below a threshold.

    It takes a card from the pile if that leaves less deadwood after its best discard. It discards the card that
    leaves the least deadwood. Among equals it discards the card that completes the fewest possible melds, then the
    highest-valued card. It always declares gin and big gin. If no turn can follow, it ignores the threshold and
    knocks whenever it can. It remembers nothing and does not look at prices.

    Attributes:
        threshold: It knocks with this deadwood or less, in points, or None to knock whenever allowed, 0 to play for
            gin.

    Raises:
        InvalidRunError: If the threshold is not a whole number of points, 0 or more.
    """

    name: ClassVar[str] = "greedy"  # type: ignore[misc]

    threshold: int | None = None

    def __attrs_post_init__(self) -> None:
        value: object = self.threshold
        if value is not None and (type(value) is not int or value < 0):
            message = f"threshold of a greedy player: expected 0 points or more (0 plays for gin), got {value!r}"
            raise InvalidRunError(message, threshold=repr(value))

    def __str__(self) -> str:
        if self.threshold is None:
            return "greedy, knocking whenever allowed"
        return self.name + (f", knocking at {self.threshold} or less" if self.threshold else ", playing for gin")

    def core_spec(self, rules: RuleSet, seats: int) -> CoreSpec:
        """Return the greedy player of the core: its threshold in points, or -1 for none."""
        return CoreSpec("greedy", (-1 if self.threshold is None else self.threshold,))

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether the top card of the pile lowers the deadwood that is left after the best discard."""
        return deadwood_after_take(view) < view.setup.tables.deadwood(view.hand.mask)

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock within the threshold, or the best discard."""
        card, left = best_discard(view, cards, allowed)
        return KNOCK[card] if not view.setup.rules.open_melds and left <= self._limit(view) else DISCARD[card]

    def _limit(self, view: PlayerView) -> int:
        """Return the largest deadwood to knock with now, in points: the knock limit if no turn can follow."""
        rules, limit = view.setup.rules, view.setup.knock_limit
        if self.threshold is None:
            return limit
        is_last = view.stock_size <= rules.stock_floor and rules.stock_exhausted != "reshuffle"
        return limit if is_last else min(self.threshold, limit)


@runs_in_core
def new_greedy(_seed: int, threshold: int | None = None) -> Greedy:
    """Make a `Greedy` player, which uses no random numbers (a `NewPlayer`).

    Examples:
        >>> import ginrules as gin
        >>> print(gin.players.new_greedy(1, threshold=5))
        greedy, knocking at 5 or less
    """
    return Greedy(threshold)


@runs_in_core
@attrs.define
class Simple(ByPhase):
    """The simple player of the EAAI-2021 gin rummy challenge (Neller's SimpleGinRummyPlayer).

    It ignores its opponents and the unseen cards. It takes the face-up card only if the card becomes
    part of a meld. It discards at random among the cards that leave the least deadwood, but never
    draws and discards the same two cards a second time. It knocks as early as possible, and
    spreads the first arrangement with the least deadwood.

    In situations that do not occur in the challenge, it declares big gin, takes at most one card,
    places everything it can if melds are open, and takes the last discard to knock.

    Args:
        seed: A number. The same seed discards the same cards.
    """

    name: ClassVar[str] = "simple"  # type: ignore[misc]

    seed: int
    _random: random.Random = attrs.field(init=False, repr=False, eq=False)
    _pairs: set[int] = attrs.field(init=False, repr=False, eq=False, factory=set)
    _before: int | None = attrs.field(init=False, repr=False, eq=False, default=None)

    def __str__(self) -> str:
        return self.name

    def __attrs_post_init__(self) -> None:
        self._random = random_source(self.seed)

    def core_spec(self, rules: RuleSet, seats: int) -> CoreSpec:
        """Return the simple player of the core."""
        return CoreSpec("simple")

    def offer(self, view: PlayerView) -> Action:
        """Return a take, if the upcard becomes part of a meld."""
        self._before = view.hand.mask
        return super().offer(view)

    def draw(self, view: PlayerView) -> Action:
        """Return a take, if the top card of the pile becomes part of a meld."""
        self._before = view.hand.mask
        return super().draw(view)

    def take(self, view: PlayerView) -> Action:
        """Return a take of the top card if it becomes part of a meld, with open melds too."""
        return TAKE if self.takes_top(view) else DRAW

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether the top card of the pile would be part of any meld."""
        top = view.discards[-1]
        return any(meld >> top & 1 for meld in view.setup.tables.melds(view.hand.mask | 1 << top))

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock as early as possible, or a random best discard that repeats no pair of cards."""
        setup = view.setup
        drawn = 0 if self._before is None else cards & ~self._before
        fresh = allowed
        for card in card_numbers(allowed):
            if drawn | 1 << card in self._pairs:
                fresh ^= 1 << card
        left, equal = least_discards(setup.tables, cards, fresh or allowed)
        best = card_numbers(equal)
        card = best[int(self._random.random() * len(best))]
        if drawn:
            self._pairs.add(drawn | 1 << card)
        return KNOCK[card] if left <= setup.knock_limit and not setup.rules.open_melds else DISCARD[card]

    def last_knock(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock whenever it is possible."""
        left, equal = least_discards(view.setup.tables, cards, allowed)
        return KNOCK[card_numbers(equal)[0]] if left <= view.setup.knock_limit else DECLINE

    def spread(self, view: PlayerView) -> Action:
        """Return the first arrangement with the least deadwood."""
        rules = view.setup.rules
        return Spread(arrangements(view.hand, rules, view.setup.tables.deadwood(view.hand.mask))[0].melds)
