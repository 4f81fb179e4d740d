"""Games in progress, and the rounds that are entered in them: games of comparisons, of tournaments and of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import attrs

from ginrules.lab.runner.finished_match import FinishedMatch, comebacks
from ginrules.lab.runner.plain_games import GameRounds, PlainGame, PlainRules, is_plain
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import ScoreTotals, team_totals

if TYPE_CHECKING:
    from ginrules.match.state import Table
    from ginrules.match.status import MatchStatus


class Game(Protocol):
    """A game in progress, which takes a round from each deal."""

    @property
    def begins(self) -> int:
        """The side that begins the first round."""

    @property
    def contestants(self) -> tuple[int, ...]:
        """The number of the contestant at each seat."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def rounds(self) -> int:
        """Rounds played, including drawn rounds."""

    @property
    def winner(self) -> int | None:
        """The side that has won, or None if nobody or several sides have won."""

    @property
    def due(self) -> Table:
        """The table that is played next."""

    def finished(self) -> FinishedMatch:
        """Return the results of the game, which is over."""

    def play_on(self, deals: GameRounds, start: int, stop: int | None = None) -> int:
        """Play a table of each deal from ``start`` on, up to ``stop``, and return the number after the last of them."""

    def comeback(self) -> tuple[int, int]:
        """Return the number of games won from behind, and the number of games in which a side was behind."""


@attrs.define
class MatchGame:
    """A game that is counted as a match, with the tables already played of its next round."""

    rules: RuleSet
    sides: tuple[tuple[int, ...], ...]
    status: MatchStatus
    first_round: int
    contestants: tuple[int, ...]
    begins: int
    tables: tuple[ScoreTotals, ...] = ()

    @classmethod
    def new(
        cls, rules: RuleSet, players: int, first_round: int, contestants: tuple[int, ...], dealer: int
    ) -> MatchGame:
        """Begin a game."""
        from ginrules.match.seating import sides_of  # noqa: PLC0415
        from ginrules.match.status import first_status  # noqa: PLC0415 - most games are counted without a match

        sides, begun = sides_of(rules, players), first_status(rules, players, dealer)
        begins = next(side for side, members in enumerate(sides) if begun.due[0].first in members)
        return cls(rules, sides, begun, first_round, contestants, begins)

    def play_on(self, deals: GameRounds, start: int, stop: int | None = None) -> int:
        """Play a table of the next round with each deal, of which team rounds need one for each table."""
        place = start
        last = len(deals) if stop is None else stop
        while place < last and not self.status.is_over:
            table = self.due
            self.tables += (deals.score(place * deals.width + self.first_round + table.dealer_seat),)
            place += 1
            if len(self.tables) == len(self.status.due):
                score = self.tables[0]
                if self.rules.seating == "partnership":
                    score = team_totals(self.tables, self.rules)
                self.status = self.status.after(self.rules, self.sides, score)
                self.tables = ()
        return place

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.status.is_over

    @property
    def rounds(self) -> int:
        """Rounds played, including drawn rounds."""
        return self.status.rounds

    @property
    def winner(self) -> int | None:
        """The side that has won, or None if nobody or several sides have won."""
        winners = self.status.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def due(self) -> Table:
        """The table that is played next."""
        return self.status.due[len(self.tables)]

    def finished(self) -> FinishedMatch:
        """Return the match's results."""
        return FinishedMatch(self.contestants, self.sides, self.status.winners, self.rounds, self.comeback())

    def comeback(self) -> tuple[int, int]:
        """Return the number of games won from behind, and the number of games in which a side was behind."""
        return comebacks(self.rules, self.status.sheet.games)


def new_game(
    rules: RuleSet, contestants: tuple[int, ...], dealer: int, *, seats: int = 0, first_round: int = 0
) -> Game:
    """Begin a game, counted with whole numbers if its rules are plain.

    Args:
        rules: The rules, whose columns have an end.
        contestants: The number of the contestant in the place of each player.
        dealer: The player who deals first.
        seats: The number of players. 0 for one in the place of each contestant.
        first_round: The index of the first round of its seating among a deal's rounds.
    """
    players = seats or len(contestants)
    if is_plain(rules, players):
        return PlainGame.new(PlainRules.of(rules), first_round, contestants, dealer)
    return MatchGame.new(rules, players, first_round, contestants, dealer)


def without_end(rules: RuleSet) -> RuleSet:
    """Return the same rules with a limit on the columns if there is none."""
    return rules.evolve(name=rules.name, endless=False)
