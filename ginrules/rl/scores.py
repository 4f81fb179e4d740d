"""The score sheet and the seating of a match, which its players see in addition to the round, as numbers."""

from __future__ import annotations

from math import prod
from typing import Any

import attrs
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrules._values import Value
from ginrules.match.fold import new_match
from ginrules.match.state import MatchState
from ginrules.rules.model import RuleSet

_POINTS = 200
_BOXES = 20


@attrs.frozen(init=False)
class ScoreObserver(Value):
    """The sheet and the seating of a match as a player sees them: sides in turn, the player's own first.

    A row has, in this order: ``points`` (sides × columns, points / twice the target, or points / 400 without a target,
    from -1 to 1), ``boxes`` (sides × columns, / 20), ``accounts`` (sides: games won / games of the match, or points
    / its target), ``closed`` (columns), ``seated`` (seats × sides: 1 at the side of the player at each seat, in turn
    order from the player's own seat, or from seat 0 for a player who is not at the table).

    Attributes:
        players: The number of players.
        seats: The seats of the largest table.
        sides: The number of sides.
        columns: The columns of the sheet.

    Examples:
        >>> import ginrules as gin
        >>> observer = ScoreObserver(gin.preset("hollywood"), 2, 2)
        >>> observer.size, observer(gin.new_match("hollywood"), 0, (0, 1))[-4:].tolist()
        (21, [1.0, 0.0, 0.0, 1.0])
    """

    players: int
    seats: int
    sides: int
    columns: int

    def __init__(self, rules: RuleSet, players: int, seats: int) -> None:
        """Lay out the numbers.

        Args:
            rules: The rules of the match.
            players: The number of players.
            seats: The seats of the largest table.
        """
        self.__attrs_init__(players, seats, len(new_match(rules, players).sides), rules.columns)

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each entry by name, in the order of a row."""
        both = (self.sides, self.columns)
        return {
            "points": both,
            "boxes": both,
            "accounts": (self.sides,),
            "closed": (self.columns,),
            "seated": (self.seats, self.sides),
        }

    @property
    def size(self) -> int:
        """How many numbers a row has."""
        return sum(map(prod, self.shapes.values()))

    @property
    def space(self) -> spaces.Box:
        """The space of rows."""
        return spaces.Box(-1.0, 1.0, (self.size,), np.float32)

    def __call__(self, match: MatchState, player: int, seated: tuple[int, ...]) -> NDArray[np.float32]:
        """Return the row of a player.

        Args:
            match: The match so far.
            player: The player who observes.
            seated: The player at each seat of the current table.
        """
        side_of = {member: number for number, side in enumerate(match.sides) for member in side}
        own, sides = side_of[player], self.sides
        order = [(own + step) % sides for step in range(sides)]
        games = match.games[-self.columns :]
        open_columns = self.columns - len(games)
        scale = 2 * match.sheet.target or 2 * _POINTS
        points = [[game.points[side] / scale for game in games] + [0.0] * open_columns for side in order]
        boxes = [[game.boxes[side] / _BOXES for game in games] + [0.0] * open_columns for side in order]
        most = max(1, match.rules.match_target or match.rules.match_games)
        accounts = [match.accounts[side] / most for side in order]
        closed = [float(game.closed) for game in games] + [0.0] * open_columns
        first = seated.index(player) if player in seated else 0
        places = np.zeros((self.seats, sides), np.float32)
        for place in range(len(seated)):
            places[place, (side_of[seated[(first + place) % len(seated)]] - own) % sides] = 1
        parts: list[Any] = [points, boxes, accounts, closed, places]
        row = np.concatenate([np.asarray(part, np.float32).ravel() for part in parts])
        return np.clip(row, -1.0, 1.0, out=row)
