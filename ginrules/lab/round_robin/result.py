"""A tournament's result: the ratings, and the games won in each contest."""

from __future__ import annotations

from typing import Any, Final

import attrs

from ginrules._support.printed import clean
from ginrules._support.values import shown
from ginrules.errors import InvalidRunError
from ginrules.lab.runner.blocks import RunData
from ginrules.lab.statistics.estimate import Estimate, known
from ginrules.lab.statistics.plain import Plain
from ginrules.lab.statistics.result import (
    UNKNOWN,
    Intervals,
    RunResult,
    Table,
    estimate_text,
    interval_columns,
    labels_of,
)
from ginrules.players.chat import ChatCounts
from ginrules.rules.model import RuleSet

GAME: Final = 27_720
"""The value of a game won: divisible by every number up to twelve, so that shared wins are whole numbers."""

_REFUSED: Final = "A refused reply named no legal action; a replaced decision was made by the substitute of the player."
_FEW_GAMES: Final = "A figure without ± has no interval: more games are needed for one."


@attrs.frozen
class Entrant(Plain):
    """A player of a tournament and its results over all contests.

    Attributes:
        player: Its name in the tournament.
        games: The games it played. A game counts once even if the player had several places.
        won: The games it won. If several players win a game, each gets an equal part.
        rating: Its most likely rating in Elo points, relative to the mean of the field.
        elo: This rating with its interval. None if too few games were played, as for the other intervals.
        share: The share of its games that it won, with its interval.
        points: Its net points per round. None if no round was played.
        net: These points with their interval.
        counts: The replies of a `ChatPlayer` in these games, and how many were refused. None for other players.
    """

    player: str
    games: int
    won: float
    rating: float
    elo: Estimate | None
    share: Estimate | None
    points: float | None
    net: Estimate | None
    counts: ChatCounts | None = None


@attrs.frozen
class Contest(Plain):
    """The games between two players, or between a table's players.

    Attributes:
        players: The players' names.
        games: The games they played.
        rounds: The rounds of these games.
        won: The games won by each player. Their sum is the number of games.
        shares: The share of games won by each player, with its interval. None if too few games were played.
        nets: The net points per round of each player. Their sum is 0.
    """

    players: tuple[str, ...]
    games: int
    rounds: int
    won: tuple[float, ...]
    shares: tuple[Estimate | None, ...]
    nets: tuple[Estimate | None, ...]


@attrs.frozen(repr=False)
class Tournament(RunResult):
    """The result of `tournament`. Its ``str`` is a table.

    Attributes:
        rules: The rules of its games.
        players: The players' names, in the order given.
        seats: Seats at the table.
        seed: The run's seed.
        units: Sets of mirrored games played by every contest.
        games: Games played in all contests.
        entrants: The players, the best first.
        contests: The contests, in the players' order.
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
    partial: bool = False
    _data: RunData | None = attrs.field(default=None, eq=False, repr=False)

    def __getitem__(self, player: str) -> Entrant:
        """Return the entrant of this name."""
        for entrant in self.entrants:
            if entrant.player == player:
                return entrant
        raise KeyError(player)

    def share(self, player: str, other: str) -> Estimate:
        """Return the first player's share of the games between two players.

        Raises:
            InvalidRunError: If the players have not met in a contest of two.
            LabError: If they played too few games for an estimate.
        """
        for contest in self.contests:
            if contest.players in [(player, other), (other, player)]:
                return known(contest.shares[contest.players.index(player)])
        names = ", ".join(self.players)
        raise InvalidRunError(
            f"{shown(player)} and {shown(other)} have not met in a contest of two: expected two of {names}"
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table of ratings and, if every contest is between two players, the crosstable.

        Raises:
            InvalidRunError: If the tournament was made by hand and a contest of two is missing.
        """
        refused = ["refused replies", "replaced decisions"] if self._has_counts else []
        ratings = Table(["", "Elo", "games won, %", "points per round", *refused], self.lines())
        if any(len(contest.players) != 2 for contest in self.contests):
            return (ratings,)
        heads = ["", *map(str, range(1, len(self.entrants) + 1))]
        title = "games won, %, by the player of the line against that of the column"
        return ratings, Table(heads, self._crosses(), title)

    @property
    def note(self) -> str:
        """How to read figures without an interval, and refused replies, empty if there are none of these."""
        few = "" if all(one.elo for one in self.entrants) else _FEW_GAMES
        return "\n".join(filter(None, (few, _REFUSED if self._has_counts else "")))

    @property
    def _has_counts(self) -> bool:
        return any(one.counts for one in self.entrants)

    @property
    def intervals(self) -> Intervals:
        """The players' ratings."""
        return Intervals("Elo, with the 95% interval", "Elo", [(one.player, one.elo) for one in self.entrants])

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each player, the best first: player, games, won, and elo, share and net with intervals.

        If a `ChatPlayer` plays, the numbers of `ChatCounts` follow.
        """
        fields = [field.name for field in attrs.fields(ChatCounts)] if self._has_counts else []
        return [
            {
                "player": one.player,
                "games": one.games,
                "won": one.won,
                **interval_columns("elo", one.elo),
                **interval_columns("share", one.share),
                **interval_columns("net", one.net),
                **{field: getattr(one.counts, field, None) for field in fields},
            }
            for one in self.entrants
        ]

    def lines(self) -> list[tuple[str, ...]]:
        """Return a line of text for each player, the best first: name, rating, games won in percent, net points.

        If a `ChatPlayer` plays, its refused replies and replaced decisions follow.
        """
        return [
            (
                f"{rank}. {clean(one.player)}",
                _rating(one),
                _share_text(one.share, one.won, one.games),
                estimate_text(one.net, one.points, signed=True),
                *(_count_texts(one.counts) if self._has_counts else ()),
            )
            for rank, one in enumerate(self.entrants, 1)
        ]

    def crosses(self) -> list[tuple[str, ...]]:
        """Return a line of text for each player, the best first: its share of games against each other, in percent.

        Raises:
            InvalidRunError: If the contests are not between two players.
        """
        if any(len(contest.players) != 2 for contest in self.contests):
            raise InvalidRunError(f"the contests are of {self.seats} players: expected two in each")
        return self._crosses()

    def _crosses(self) -> list[tuple[str, ...]]:
        shares: dict[tuple[str, ...], str] = {}
        for contest in self.contests:
            texts = [_share_text(*one, contest.games) for one in zip(contest.shares, contest.won, strict=True)]
            shares[contest.players], shares[contest.players[::-1]] = texts[0], texts[-1]
        return [
            (
                f"{rank}. {clean(one.player)}",
                *("" if one is other else shares[one.player, other.player] for other in self.entrants),
            )
            for rank, one in enumerate(self.entrants, 1)
        ]

    @property
    def _run(self) -> str:
        (label,) = labels_of([self.rules])
        per_contest = f"{self.contests[0].games:,} in each contest" if self.contests else ""
        return f"{label}: {self.games:,} games between {len(self.players)} players, {per_contest}"


def _rating(one: Entrant) -> str:
    interval = "" if one.elo is None else f" ± {one.elo.half_width:.0f}"
    return f"{one.rating:+.0f}{interval}".replace("-", "−") if one.games else UNKNOWN


def _count_texts(counts: ChatCounts | None) -> tuple[str, str]:
    if counts is None:
        return "", ""
    return f"{counts.refused:,} of {counts.replies:,}", f"{counts.replaced:,} of {counts.decisions:,}"


def _share_text(share: Estimate | None, won: float, games: int) -> str:
    return estimate_text(share, won / games if games else None, factor=100)
