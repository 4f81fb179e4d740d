"""The baseline of the EAAI-2021 gin rummy challenge, from its description."""

from __future__ import annotations

import random
from typing import ClassVar

import attrs

from ginrules.lab.players.by_phase import ByPhase
from ginrules.lab.search.discards.discard_choice import card_numbers, least_discards
from ginrules.melds.arrange import arrangements
from ginrules.play.actions import DECLINE, DISCARD, DRAW, KNOCK, TAKE, Action, Spread
from ginrules.play.views.view import PlayerView
from ginrules.seated.core_twin import twin_in_core
from ginrules.seated.player import random_source


@twin_in_core("simple")
@attrs.define
class Simple(ByPhase):
    """The simple player of the EAAI-2021 gin rummy challenge (Neller's SimpleGinRummyPlayer).

    It ignores its opponents and the unseen cards. It takes the face-up card only if that
    becomes part of a meld; it discards at random one of the cards that leave the least deadwood,
    but never repeats a draw and discard of the same two cards; it knocks as early as possible
    and spreads the first of the arrangements that leave the least.

    In situations that the challenge does not have it declares big gin, takes at most one card,
    places everything it can where melds are open, and takes a last discard to knock.

    Args:
        seed: A number; the same seed discards the same cards.
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

    def offer(self, view: PlayerView) -> Action:
        """Return a take, if the upcard becomes part of a meld."""
        self._before = view.hand.mask
        return super().offer(view)

    def draw(self, view: PlayerView) -> Action:
        """Return a take, if the top card of the pile becomes part of a meld."""
        self._before = view.hand.mask
        return super().draw(view)

    def take(self, view: PlayerView) -> Action:
        """Return a take of the top card if it becomes part of a meld, also where melds are open."""
        return TAKE if self.takes_top(view) else DRAW

    def takes_top(self, view: PlayerView) -> bool:
        """Return whether the top card of the pile would be part of any meld."""
        top = view.discards[-1]
        return any(meld >> top & 1 for meld in view.setup.tables.melds(view.hand.mask | 1 << top))

    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return a knock as early as possible, or one of the best discards that repeats no pair of cards."""
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
        """Return a knock whenever there is one."""
        left, equal = least_discards(view.setup.tables, cards, allowed)
        return KNOCK[card_numbers(equal)[0]] if left <= view.setup.knock_limit else DECLINE

    def spread(self, view: PlayerView) -> Action:
        """Return the first arrangement with the least deadwood."""
        rules = view.setup.rules
        return Spread(arrangements(view.hand, rules, view.setup.tables.deadwood(view.hand.mask))[0].melds)
