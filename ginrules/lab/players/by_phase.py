"""A player that decides phase by phase; what nearly all players do in the same way is done here."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from ginrules.lab.search.discards.discard_choice import discardable
from ginrules.lab.search.knocks.doubling import accepts_double, offers_double
from ginrules.lab.search.open_melds import best_placement, best_take
from ginrules.melds.arrange import best_arrangement
from ginrules.play.actions import ACCEPT, BIG_GIN, DECLINE, DOUBLE, DRAW, REFUSE, TAKE, Action, Knock, Spread
from ginrules.play.phases import DoubleOffer, DrawTurn, LayoffTurn, PlayTurn, SpreadTurn, UpcardOffer
from ginrules.play.table.defence import best_defence
from ginrules.play.views.view import PlayerView, expect_view
from ginrules.seated.player import Player


class ByPhase(Player):
    """A player with a method for each kind of decision.

    It declares big gin, spreads the arrangement that leaves the least deadwood and allows the fewest
    lay-offs, and finds the best defence. It doubles, and answers a double, by one estimate of who is
    ahead (`ginrules.lab.search.knocks.doubling`). With open melds it places whatever it can.
    """

    __slots__ = ()
    watches: ClassVar[bool] = False  # type: ignore[misc]
    reads_prices: ClassVar[bool] = False  # type: ignore[misc]
    reads_match: ClassVar[bool] = False  # type: ignore[misc]

    def choose(self, view: PlayerView) -> Action:
        """Return the action for the phase of the round."""
        try:
            phase = type(view.phase)
        except AttributeError:  # looked at only then: choosing is on the way of every turn
            expect_view(view)
            raise
        if phase is PlayTurn:
            return self.play(view)
        if phase is DrawTurn:
            return DOUBLE if offers_double(view) else self.draw(view)
        if phase is UpcardOffer:
            return self.offer(view)
        if phase is SpreadTurn:
            return self.spread(view)
        if phase is LayoffTurn:
            return self.lay_off(view)
        if phase is DoubleOffer:
            return ACCEPT if accepts_double(view) else REFUSE
        return self.last_discard(view)

    @abstractmethod
    def takes_top(self, view: PlayerView) -> bool:
        """Return whether to take the top card of the pile, where melds are not open."""

    @abstractmethod
    def end_turn(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return the knock or the discard that ends a turn.

        Args:
            view: What the seat sees.
            cards: The cards held, as a mask; they cannot all be melded.
            allowed: Those that can be discarded, as a mask.
        """

    def offer(self, view: PlayerView) -> Action:
        """Return whether to take the first upcard."""
        return TAKE if self.take(view) == TAKE else DECLINE

    def draw(self, view: PlayerView) -> Action:
        """Return the draw: from the stock or from the pile."""
        phase = view.phase
        assert isinstance(phase, DrawTurn)
        return DRAW if phase.stock_only or not view.discards else self.take(view)

    def take(self, view: PlayerView) -> Action:
        """Return the take from the pile, or `DRAW` where the stock is better."""
        if view.setup.rules.open_melds:
            return best_take(view)
        return TAKE if self.takes_top(view) else DRAW

    def play(self, view: PlayerView) -> Action:
        """Return the action after the draw: a discard, a declaration, or cards for the table."""
        phase = view.phase
        assert isinstance(phase, PlayTurn)
        cards = view.hand.mask
        if view.setup.rules.open_melds:
            placement = best_placement(view)
            if placement is not None:
                return placement
        elif _is_big_gin(view, cards):
            return BIG_GIN
        return self.end_turn(view, cards, discardable(view, cards, phase.taken.mask))

    def last_discard(self, view: PlayerView) -> Action:
        """Return whether to take the last discard and knock."""
        taken = 1 << view.discards[-1]
        cards = view.hand.mask | taken
        return BIG_GIN if _is_big_gin(view, cards) else self.last_knock(view, cards, discardable(view, cards, taken))

    def last_knock(self, view: PlayerView, cards: int, allowed: int) -> Action:
        """Return the knock with the last discard in hand, or `DECLINE`."""
        action = self.end_turn(view, cards, allowed)
        return action if isinstance(action, Knock) else DECLINE

    def spread(self, view: PlayerView) -> Action:
        """Return the melds to show."""
        return Spread(best_arrangement(view.hand, view.setup.rules).melds)

    def lay_off(self, view: PlayerView) -> Action:
        """Return the next lay-off, or the end of lay-offs."""
        phase = view.phase
        assert isinstance(phase, LayoffTurn)
        # the declarer spreads first, so the declarer's melds are the first of the table
        melds = [meld for meld in view.table if meld.owner == phase.declarer]
        return best_defence(view.hand, melds, view.setup.rules).actions[0]


def _is_big_gin(view: PlayerView, cards: int) -> bool:
    setup = view.setup
    if not setup.rules.big_gin or setup.tables.deadwood(cards):
        return False
    return not setup.rules.big_gin_needs_gin or BIG_GIN in view.legal
