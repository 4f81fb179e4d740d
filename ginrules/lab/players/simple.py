"""The baseline of the EAAI-2021 gin rummy challenge, from its description."""

import random
from typing import ClassVar

import attrs

from ginrules.lab.players.by_phase import ByPhase
from ginrules.lab.search.discard_choice import free, least_throws, numbers
from ginrules.lab.search.open_melds import placing
from ginrules.melds.arrange import arrangements
from ginrules.play.actions import BIG_GIN, DECLINE, DISCARD, DRAW, KNOCK, TAKE, Action, Spread
from ginrules.play.phases import DrawTurn, PlayTurn
from ginrules.play.views.view import PlayerView


@attrs.define
class Simple(ByPhase):
    """The simple player of the EAAI-2021 gin rummy challenge (Neller's SimpleGinRummyPlayer).

    It ignores its opponents and the cards not seen. It draws the face-up card only if that
    becomes part of a meld; it throws at random one of the cards that leave the least deadwood,
    but never repeats a draw and discard of the same two cards; it knocks as early as possible
    and spreads the first of the arrangements that leave the least.

    Where the challenge's game has no such thing: it declares big gin, takes one card at most,
    puts everything it can on the table where melds lie open, and takes a last discard to knock.

    Args:
        seed: A number; the same seed throws the same cards.
    """

    name: ClassVar[str] = "simple"  # type: ignore[misc]

    seed: int
    _chance: random.Random = attrs.field(init=False, repr=False, eq=False)
    _pairs: set[int] = attrs.field(init=False, repr=False, eq=False, factory=set)
    _before: int | None = attrs.field(init=False, repr=False, eq=False, default=None)

    def __str__(self) -> str:
        return self.name

    def __attrs_post_init__(self) -> None:
        self._chance = random.Random(self.seed)  # noqa: S311 - games, not secrets

    def offer(self, view: PlayerView) -> Action:
        """The upcard, if it becomes part of a meld."""
        self._before = view.hand.mask
        return TAKE if _melds_top(view) else DECLINE

    def draw(self, view: PlayerView) -> Action:
        """The top of the pile, if it becomes part of a meld."""
        phase = view.phase
        assert isinstance(phase, DrawTurn)
        self._before = view.hand.mask
        if phase.stock_only or not view.discards:
            return DRAW
        return TAKE if _melds_top(view) else DRAW

    def play(self, view: PlayerView) -> Action:
        """Big gin, a knock as early as possible, or one of the best throws."""
        phase = view.phase
        assert isinstance(phase, PlayTurn)
        setup, hand = view.setup, view.hand.mask
        if setup.rules.open_melds and (placed := placing(view)) is not None:
            return placed
        if setup.rules.big_gin and not setup.rules.open_melds and not setup.tables.deadwood(hand):
            return BIG_GIN
        card, left = self._throw(view, hand, free(view, hand, phase.taken.mask))
        return KNOCK[card] if left <= setup.knock_limit and not setup.rules.open_melds else DISCARD[card]

    def last_discard(self, view: PlayerView) -> Action:
        """A knock, whenever there is one."""
        setup, taken = view.setup, 1 << view.discards[-1]
        cards = view.hand.mask | taken
        if setup.rules.big_gin and not setup.tables.deadwood(cards):
            return BIG_GIN
        left, equal = least_throws(setup.tables, cards, free(view, cards, taken))
        return KNOCK[numbers(equal)[0]] if left <= setup.knock_limit else DECLINE

    def spread(self, view: PlayerView) -> Action:
        """The first arrangement with the least deadwood."""
        rules = view.setup.rules
        return Spread(arrangements(view.hand, rules, view.setup.tables.deadwood(view.hand.mask))[0].melds)

    def _throw(self, view: PlayerView, hand: int, throwable: int) -> tuple[int, int]:
        """A throw among the best that repeats no pair of cards drawn and thrown, and what it leaves."""
        drawn = 0 if self._before is None else hand & ~self._before
        fresh = throwable
        for card in numbers(throwable):
            if drawn | 1 << card in self._pairs:
                fresh ^= 1 << card
        left, equal = least_throws(view.setup.tables, hand, fresh or throwable)
        best = numbers(equal)
        card = best[int(self._chance.random() * len(best))]
        if drawn:
            self._pairs.add(drawn | 1 << card)
        return card, left


def _melds_top(view: PlayerView) -> bool:
    """Whether the top card of the pile would be part of any meld."""
    top = view.discards[-1]
    return any(meld >> top & 1 for meld in view.setup.tables.melds(view.hand.mask | 1 << top))
