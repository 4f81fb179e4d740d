"""A player that decides phase by phase; what hardly any player would do otherwise is done here."""

from abc import abstractmethod
from typing import ClassVar

from ginrules.lab.players.protocol import Player
from ginrules.melds.arrange import best_arrangement
from ginrules.play.actions import Action, Spread
from ginrules.play.phases import DrawTurn, LayoffTurn, PlayTurn, SpreadTurn, UpcardOffer
from ginrules.play.table.defence import best_defence
from ginrules.play.views.view import PlayerView


class ByPhase(Player):
    """A player with a method for each kind of decision.

    It spreads the arrangement that leaves the least deadwood and offers the fewest lay-offs,
    and defends as well as can be.
    """

    __slots__ = ()
    watches: ClassVar[bool] = False  # type: ignore[misc]
    reads_prices: ClassVar[bool] = False  # type: ignore[misc]

    def choose(self, view: PlayerView) -> Action:
        """The action for the phase the round is in."""
        phase = type(view.phase)
        if phase is PlayTurn:
            return self.play(view)
        if phase is DrawTurn:
            return self.draw(view)
        if phase is UpcardOffer:
            return self.offer(view)
        if phase is SpreadTurn:
            return self.spread(view)
        if phase is LayoffTurn:
            return self.lay_off(view)
        return self.last_discard(view)

    @abstractmethod
    def offer(self, view: PlayerView) -> Action:
        """Whether to take the first upcard."""

    @abstractmethod
    def draw(self, view: PlayerView) -> Action:
        """Where to draw from."""

    @abstractmethod
    def play(self, view: PlayerView) -> Action:
        """What to do after the draw: throw, knock, declare, or put cards on the table."""

    @abstractmethod
    def last_discard(self, view: PlayerView) -> Action:
        """Whether to knock with the last discard."""

    def spread(self, view: PlayerView) -> Action:
        """Which melds to show."""
        return Spread(best_arrangement(view.hand, view.setup.rules).melds)

    def lay_off(self, view: PlayerView) -> Action:
        """The next card to lay off, if any."""
        phase = view.phase
        assert isinstance(phase, LayoffTurn)
        # the declarer spreads first, so his melds are the first of the table
        melds = [meld for meld in view.table if meld.owner == phase.declarer]
        return best_defence(view.hand, melds, view.setup.rules).actions[0]
