"""The players at a table: each is shown, told and asked what its seat may know, and nothing else."""

from collections.abc import Sequence

from ginrules.lab.players.protocol import Player
from ginrules.play.actions import Action
from ginrules.play.events import events_of
from ginrules.play.state import RoundState
from ginrules.play.views.follow import redact
from ginrules.play.views.view import view


class Company:
    """The players of one round, by seat.

    Args:
        players: Who decides for each seat.

    Examples:
        >>> from ginrules.lab.players import Greedy
        >>> from ginrules.play.deal import STANDARD, deal, shuffled
        >>> from ginrules.play.engine import apply
        >>> state = deal(STANDARD, shuffled(7))
        >>> company = Company([Greedy(), Greedy()])
        >>> company.begin(state)
        >>> action = company.ask(state)
        >>> company.tell(state, action, apply(state, action))
        >>> str(action)
        'take'
    """

    __slots__ = ("_players", "_watching")

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players
        # a player that does not say is told whatever it can hear
        self._watching = [
            (seat, each) for seat, each in enumerate(players) if getattr(each, "watches", hasattr(each, "watch"))
        ]

    def begin(self, state: RoundState) -> None:
        """Show the deal to those who watch."""
        for seat, player in self._watching:
            player.start(view(state, seat))

    def ask(self, state: RoundState) -> Action:
        """The action of the seat to act."""
        seat = state.phase.turn
        assert seat is not None
        return self._players[seat].choose(view(state, seat))

    def tell(self, before: RoundState, action: Action, after: RoundState) -> None:
        """Tell those who watch what the action did, chance included."""
        if not self._watching:
            return
        for event in events_of(before, action, after):
            for seat, player in self._watching:
                player.watch(redact(event, seat))
