"""Games in progress, and the rounds that are entered in them: games of comparisons, of tournaments and of matches."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import attrs

from ginrules.lab.runner.plain_games import PlainGame, PlainRules, is_plain
from ginrules.match.fold import add_round, new_match
from ginrules.match.state import MatchState, Table
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.sheet import Game as Column

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ginrules.lab.runner.columns import PricedRounds


@attrs.frozen(eq=False, slots=False)
class GameRounds:
    """The rounds of deals for games, deal after deal; they are small enough to send from a worker.

    Attributes:
        rules: The rules that set the prices.
        width: The number of rounds of a deal. They are in the order of seatings, and by dealer in each seating.
        winners: The winner of each round; -1 in a drawn round.
        first: The points of seat 0 in each round.
        second: The points of seat 1 in each round.
        facts: The facts of each round, if any of the games needs them.
    """

    rules: RuleSet
    width: int
    winners: list[int]
    first: list[int]
    second: list[int]
    facts: NDArray[np.void] | None

    def __len__(self) -> int:
        return len(self.winners) // self.width if self.width else 0

    @classmethod
    def of(cls, priced: PricedRounds, *, with_outcomes: bool) -> GameRounds:
        """Return rounds for games; all units must have the same number of rounds.

        Args:
            priced: The rounds at their prices.
            with_outcomes: Whether any of the games is a match, to which outcomes are added.
        """
        first, second = priced.prices["points"][:, :2].T.tolist()
        width = len(first) // max(1, priced.dealt.units)
        facts = priced.dealt.facts if with_outcomes else None
        return cls(priced.rules, width, priced.prices["winner"].tolist(), first, second, facts)

    @cached_property
    def outcomes(self) -> list[Outcome]:
        """The outcome of each round."""
        from ginrules import fast  # noqa: PLC0415 - NumPy takes longer to load than all of the lab

        assert self.facts is not None
        return [played.outcome for played in fast.outcomes(self.rules, self.facts)]


@attrs.frozen
class FinishedMatch:
    """What runs keep of a finished match.

    Attributes:
        contestants: The number of the contestant in the place of each player.
        sides: The players of each side.
        winners: The sides that have won it; none if nobody has.
        rounds: Rounds played, including drawn rounds.
        comeback: The number of games won from behind, and the number of games in which a side was behind.
    """

    contestants: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    rounds: int
    comeback: tuple[int, int]

    @classmethod
    def of(cls, match: MatchState, contestants: tuple[int, ...]) -> FinishedMatch:
        """Return what runs keep of a match that was folded."""
        return cls(contestants, match.sides, match.winners, len(match.scores), comebacks(match))


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
        """The side that has won; None if nobody or several sides have won."""

    @property
    def due(self) -> Table:
        """The table that is played next."""

    def finished(self) -> FinishedMatch:
        """Return what runs keep of the game, which is over."""

    def play_on(self, deals: GameRounds, start: int, stop: int | None = None) -> int:
        """Play a table of each deal from ``start`` on, up to ``stop``; return the number after the last deal played."""

    def comeback(self) -> tuple[int, int]:
        """Return the number of games won from behind, and the number of games in which a side was behind."""


@attrs.define
class MatchGame:
    """A game that is counted as a match, with the tables already played of its next round."""

    match: MatchState
    first_round: int
    contestants: tuple[int, ...]
    begins: int
    tables: tuple[Outcome, ...] = ()

    def play_on(self, deals: GameRounds, start: int, stop: int | None = None) -> int:
        """Play a table of the next round with each deal; team rounds need a deal for each table."""
        outcomes, place = deals.outcomes, start
        last = len(deals) if stop is None else stop
        while place < last and not self.match.is_over:
            table = self.due
            self.tables += (outcomes[place * deals.width + self.first_round + table.dealer_seat],)
            place += 1
            if len(self.tables) == len(self.match.due):
                self.match = add_round(self.match, *self.tables)
                self.tables = ()
        return place

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.match.is_over

    @property
    def rounds(self) -> int:
        """Rounds played, including drawn rounds."""
        return len(self.match.scores)

    @property
    def winner(self) -> int | None:
        """The side that has won; None if nobody or several sides have won."""
        return self.match.winner

    @property
    def due(self) -> Table:
        """The table that is played next."""
        return self.match.due[len(self.tables)]

    def finished(self) -> FinishedMatch:
        """Return what runs keep of the match."""
        return FinishedMatch.of(self.match, self.contestants)

    def comeback(self) -> tuple[int, int]:
        """Return the number of games won from behind, and the number of games in which a side was behind."""
        return comebacks(self.match)


def comebacks(match: MatchState) -> tuple[int, int]:
    """Return how many games (columns) were won from behind, and how many had a winner and a side behind at halftime.

    Halftime is when half the rounds of the column have been written. Drawn rounds do not count, and the middle round
    of an odd number is left out. The side behind has fewer points; under penalty scoring it has more points.
    """
    lowest_wins = match.rules.score_mode == "penalty"
    won = counted = 0
    for game in match.games:
        from_behind = _from_behind(game, lowest_wins=lowest_wins)
        if from_behind is not None:
            counted += 1
            won += from_behind
    return won, counted


def _from_behind(game: Column, *, lowest_wins: bool) -> bool | None:
    if game.winner is None:
        return None
    half = game.entries[: len(game.entries) // 2]
    points: list[int] = [sum(column) for column in zip(*(entry.points for entry in half), strict=True)]
    if not points:
        return None
    own, others = points[game.winner], points[: game.winner] + points[game.winner + 1 :]
    best = min(others) if lowest_wins else max(others)
    if own == best:
        return None
    return own > best if lowest_wins else own < best


def new_game(
    rules: RuleSet, contestants: tuple[int, ...], dealer: int, *, seats: int = 0, first_round: int = 0
) -> Game:
    """Begin a game, counted with whole numbers if its rules are plain.

    Args:
        rules: The rules, whose columns have an end.
        contestants: The number of the contestant in the place of each player.
        dealer: The player who deals first.
        seats: The number of players; 0 for one in the place of each contestant.
        first_round: The index of the first round of its seating among the rounds of a deal.
    """
    players = seats or len(contestants)
    if is_plain(rules, players):
        return PlainGame.new(PlainRules.of(rules), first_round, contestants, dealer)
    match = new_match(rules, players, dealer=dealer)
    first = match.due[0].first
    begins = next(side for side, members in enumerate(match.sides) if first in members)
    return MatchGame(match, first_round, contestants, begins)


def without_end(rules: RuleSet) -> RuleSet:
    """Return the same rules with a limit on the columns if there is none."""
    return rules.evolve(name=rules.name, endless=False)
