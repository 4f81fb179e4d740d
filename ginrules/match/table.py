"""`Table`: who sits at which seat for the next deal, who deals and who sits out."""

from collections.abc import Iterable

import attrs

from ginrules._values import Value, as_items, shown
from ginrules.errors import ScoreError


def _as_players(values: Iterable[int]) -> tuple[int, ...]:
    return as_items(values, "players in a list")


@attrs.frozen(kw_only=True)
class Table(Value):
    """The seating of one table for one deal.

    Attributes:
        players: The player at each seat.
        dealer: The player who deals; in some games for three he sits out.
        dealer_seat: The seat to name as dealer of the deal: the one that does not act first.
        resting: The players who sit out, in the order of the line.
        number: The table's number in a team round, from 0.

    Examples:
        >>> Table(players=(0, 2), dealer=1, dealer_seat=0, resting=(1,)).first
        2
    """

    players: tuple[int, ...] = attrs.field(converter=_as_players)
    dealer: int
    dealer_seat: int
    resting: tuple[int, ...] = attrs.field(default=(), converter=_as_players)
    number: int = 0

    @property
    def first(self) -> int:
        """The player who acts first: the one at the left of the dealer's seat."""
        return self.players[(self.dealer_seat + 1) % len(self.players)]

    def seat_of(self, player: int) -> int:
        """The seat of a player of this table.

        Raises:
            ScoreError: If the player is not at the table.
        """
        if player not in self.players:
            players = ", ".join(map(str, self.players))
            raise ScoreError(
                f"player {shown(player)} is not at this table: players {players} are", player=shown(player)
            )
        return self.players.index(player)
