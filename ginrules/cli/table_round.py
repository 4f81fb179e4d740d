"""`TableRound`: a table of people, in a session."""

from collections.abc import Container

import attrs

from ginrules.match import Table
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.records import RoundRecord, Session


@attrs.frozen
class TableRound:
    """A table of a session as the people at the terminal see it.

    Args:
        session: The match.
        table: The seating.
        players: The players who are people at the terminal.
    """

    session: Session
    table: Table
    players: Container[int]

    @property
    def record(self) -> RoundRecord:
        """The round at the table."""
        return self.session.round[self.table.number]

    @property
    def state(self) -> RoundState:
        """The current state."""
        return self.record.state

    @property
    def people(self) -> tuple[int, ...]:
        """The people's seats."""
        return tuple(seat for seat, player in enumerate(self.table.players) if player in self.players)

    @property
    def seat(self) -> int:
        """The seat of the person who must act, or else of the first person."""
        turn = self.state.turn
        return turn if turn is not None and turn in self.people else self.people[0]

    @property
    def player(self) -> int:
        """The player at that seat."""
        return self.table.players[self.seat]

    @property
    def view(self) -> PlayerView:
        """The view of that seat."""
        return view(self.state, self.seat)
