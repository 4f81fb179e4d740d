"""The result of a tournament: ratings, who won how much of which contest, and all of it as plain values."""

from __future__ import annotations

from typing import Any, Final

import attrs

from ginrules._printed import clean
from ginrules._values import shown
from ginrules.errors import InvalidRunError
from ginrules.lab.statistics.checkpoints import Checkpoint
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.plain import Plain
from ginrules.lab.statistics.result import Intervals, Result, Table, interval_columns
from ginrules.lab.statistics.words import UNKNOWN, estimate_text, labels_of
from ginrules.rules.model import RuleSet

_TWO: Final = 2


@attrs.frozen
class Entrant(Plain):
    """A player of a tournament and what it won in all its contests.

    Attributes:
        player: Its name in the tournament.
        games: The games it played, counted once however many places it had.
        won: The games it won; a game that several players win is shared in equal parts.
        elo: Its rating in points of Elo, relative to the mean of the field; None if too few were played.
        share: The share of its games that it won.
        net: Its net points per round.
    """

    player: str
    games: int
    won: float
    elo: Estimate | None
    share: Estimate | None
    net: Estimate | None


@attrs.frozen
class Contest(Plain):
    """The games between two players, or between those of one table.

    Attributes:
        players: Their names.
        games: The games they played.
        rounds: The rounds of these games.
        won: The games that each has won; their sum is the number of games.
        shares: The share of the games that each has won, with its interval; None if too few were played.
        nets: The net points per round of each; their sum is 0.
    """

    players: tuple[str, ...]
    games: int
    rounds: int
    won: tuple[float, ...]
    shares: tuple[Estimate | None, ...]
    nets: tuple[Estimate | None, ...]


@attrs.frozen(repr=False)
class Tournament(Result):
    """The result of `tournament`; its ``str`` is a table.

    Attributes:
        rules: The rules of its games.
        players: The names of the players, as they were given.
        seats: The seats of a table.
        seed: The seed of the run.
        units: Sets of mirrored games that every contest has played.
        games: Games played in all contests.
        entrants: The players, the best first.
        contests: The contests, in the order of the players.
        checkpoint: The state from which `tournament` can go on.
        partial: Whether the run was interrupted before its end.
    """

    _document = (
        "rules", "players", "seats", "seed", "units", "games", "partial", "level", "entrants", "contests",
    )  # fmt: skip

    rules: RuleSet
    players: tuple[str, ...]
    seats: int
    seed: int
    units: int
    games: int
    entrants: tuple[Entrant, ...]
    contests: tuple[Contest, ...]
    checkpoint: Checkpoint
    partial: bool = False

    def __getitem__(self, player: str) -> Entrant:
        """Return the entrant of this name.

        Raises:
            KeyError: If no player has it.
        """
        for entrant in self.entrants:
            if entrant.player == player:
                return entrant
        raise KeyError(player)

    def share(self, player: str, other: str) -> Estimate | None:
        """Return the share of the games between two players that the first has won.

        Raises:
            InvalidRunError: If they have not met in a contest of two.
        """
        for contest in self.contests:
            if contest.players in [(player, other), (other, player)]:
                return contest.shares[contest.players.index(player)]
        names = ", ".join(self.players)
        raise InvalidRunError(
            f"{shown(player)} and {shown(other)} have not met in a contest of two: expected two of {names}"
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """The players with their ratings, and who won how much against whom where two met at a time.

        Raises:
            InvalidRunError: If a contest of two is missing from a tournament made by hand.
        """
        ratings = Table(["", "Elo", "games won, %", "points per round"], self.lines())
        if any(len(contest.players) != _TWO for contest in self.contests):
            return (ratings,)
        heads = ["", *map(str, range(1, len(self.entrants) + 1))]
        title = "games won, %, by the player of the line against that of the column"
        return ratings, Table(heads, self._crosses(), title)

    @property
    def intervals(self) -> Intervals:
        """The ratings of the players."""
        return Intervals("Elo, with the 95% interval", "Elo", [(one.player, one.elo) for one in self.entrants])

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each player, the best first: player, games, won, and elo, share and net with their ends."""
        return [
            {
                "player": one.player,
                "games": one.games,
                "won": one.won,
                **interval_columns("elo", one.elo),
                **interval_columns("share", one.share),
                **interval_columns("net", one.net),
            }
            for one in self.entrants
        ]

    def lines(self) -> list[tuple[str, ...]]:
        """Return a line of text for each player, the best first: name, rating, games won in percent, net points."""
        return [
            (
                f"{rank}. {clean(one.player)}",
                _rating(one.elo),
                estimate_text(one.share, factor=100),
                estimate_text(one.net, signed=True),
            )
            for rank, one in enumerate(self.entrants, 1)
        ]

    def crosses(self) -> list[tuple[str, ...]]:
        """Return a line of text for each player, the best first: what it won against each of the others, in percent.

        Raises:
            InvalidRunError: If the contests are not of two players.
        """
        if any(len(contest.players) != _TWO for contest in self.contests):
            raise InvalidRunError(f"the contests are of {self.seats} players: expected two in each")
        return self._crosses()

    def _crosses(self) -> list[tuple[str, ...]]:
        shares: dict[tuple[str, ...], Estimate | None] = {}
        for contest in self.contests:
            shares[contest.players], shares[contest.players[::-1]] = contest.shares[0], contest.shares[-1]
        return [
            (
                f"{rank}. {clean(one.player)}",
                *(
                    "" if one is other else estimate_text(shares[one.player, other.player], factor=100)
                    for other in self.entrants
                ),
            )
            for rank, one in enumerate(self.entrants, 1)
        ]

    @property
    def _run(self) -> str:
        (label,) = labels_of([self.rules])
        per_contest = f"{self.contests[0].games:,} in each contest" if self.contests else ""
        return f"{label}: {self.games:,} games between {len(self.players)} players, {per_contest}"


def _rating(elo: Estimate | None) -> str:
    return UNKNOWN if elo is None else f"{elo.value:+.0f} ± {elo.half_width:.0f}".replace("-", "−")
