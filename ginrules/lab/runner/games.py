"""Games in progress, and the rounds that are entered in them: games of comparisons, of tournaments and of matches.

Most rules play simple games: two seats, a single column of gained points, no match around it. These are counted with
whole numbers alone (`PlainGame`). The results are the same as with `ginrules.add_round` (`MatchGame`), in a hundredth
of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from ginrules._support.bounds import PLAYERS
from ginrules.cards import Rank, Suit
from ginrules.players.equity import AFTER, AFTER_DRAWN, plays_to_target
from ginrules.rules.model import RuleSet
from ginrules.scoring.limits import box_factors
from ginrules.scoring.score import ScoreTotals, team_totals

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ginrules.match.state import Table
    from ginrules.match.status import MatchStatus
    from ginrules.scoring.sheet import Game as Column


@lru_cache(maxsize=256)
def is_plain(rules: RuleSet, seats: int) -> bool:
    """Return whether a game under these rules is a single column of gained points that two seats play to a target.

    A game under a rule that `plays_to_target` has not read is never plain.
    """
    return (
        plays_to_target(rules, seats)
        and rules.columns == 1
        and rules.match_form == "single"
        and rules.box_timing == "at-end"
    )


@attrs.frozen(eq=False)
class GameRounds:
    """The rounds of deals for games, deal after deal, as lists, in which single numbers are read faster.

    A deal has ``width`` rounds, by seating and then by dealer. The winner of a drawn round is -1. Games that are
    counted as matches need the ``scores``: points and boxes by seat, and whether the card for the limit is a spade.
    """

    rules: RuleSet
    width: int
    winners: list[int]
    points: tuple[list[int], list[int]]
    scores: tuple[list[list[int]], list[list[int]], list[bool]] | None

    def __len__(self) -> int:
        return len(self.winners) // self.width

    @classmethod
    def of(cls, rules: RuleSet, facts: NDArray[np.void], prices: NDArray[np.void], *, for_matches: bool) -> GameRounds:
        """Return rounds for games."""
        width, prices = facts.shape[1], prices.ravel()
        first, second = prices["points"][:, :2].T.tolist()
        scores = None
        if for_matches:
            seats = int(facts["seats"].max(initial=1))
            card = facts["knock_card" if rules.knock_source == "knock-card" else "upcard"].ravel()
            spades = card // len(Rank) == Suit.SPADES
            scores = prices["points"][:, :seats].tolist(), prices["boxes"][:, :seats].tolist(), spades.tolist()
        return cls(rules, width, prices["winner"].tolist(), (first, second), scores)

    def score(self, number: int) -> ScoreTotals:
        """Return a round's score."""
        assert self.scores is not None
        points, boxes, spades = self.scores
        winner, won = self.winners[number], tuple(boxes[number])
        multiplier = self.rules.spade_multiplier if spades[number] else 1
        if winner < 0:
            return ScoreTotals(tuple(points[number]), won, None, multiplier)
        extra = max(0, won[winner] - box_factors(self.rules, multiplier)[0])
        return ScoreTotals(tuple(points[number]), won, winner, multiplier, extra)


@attrs.define
class PlainGame:
    """A plain game in progress, which takes a round from each deal, the first with its seating at ``first_round``.

    ``after`` has the next dealer, indexed by a round's winner (seat 0, seat 1, nobody) and by its dealer; ``begins``
    is the seat that begins the first round, and ``standing`` the points of both seats.
    """

    target: int
    after: tuple[tuple[int, int], ...]
    first_round: int
    contestants: tuple[int, ...]
    dealer: int
    begins: int
    standing: tuple[int, int] = (0, 0)
    rounds: int = 0
    winner: int | None = None
    _leads: list[int] = attrs.field(factory=list)

    @property
    def is_over(self) -> bool:
        """Whether a seat has reached the target."""
        return self.winner is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won."""
        return () if self.winner is None else (self.winner,)

    def play_on(self, deals: GameRounds, start: int, stop: int | None = None) -> int:
        """Play a round with each deal from ``start`` on, until the game or the deals are over."""
        if self.winner is not None:
            return start
        dealer, leads, width = self.dealer, self._leads, deals.width
        last = len(deals) if stop is None else stop
        target, after, (first, second) = self.target, self.after, self.standing
        winners, (gained, gained_by_second) = deals.winners, deals.points
        place = start
        while place < last:
            number = place * width + self.first_round + dealer
            place += 1
            winner = winners[number]
            dealer = after[winner][dealer]  # the winner of a drawn round is -1: the last entry
            if winner < 0:
                continue
            first += gained[number]
            second += gained_by_second[number]
            leads.append(gained[number] - gained_by_second[number])
            if (second if winner else first) >= target:
                self.winner = winner
                break
        self.rounds += place - start
        self.dealer, self.standing = dealer, (first, second)
        return place

    @property
    def due(self) -> Table:
        """The table that is played next."""
        return _table(self.dealer)

    def comebacks(self) -> tuple[int, int]:
        """Return whether the game was won from behind, and whether a side was behind after half of its rounds."""
        lead = sum(self._leads[: len(self._leads) // 2])
        if self.winner is None or not lead:
            return 0, 0
        return int((lead > 0) != (self.winner == 0)), 1


@lru_cache(maxsize=2)
def _table(dealer: int) -> Table:
    """Return the table of two players with this dealer."""
    from ginrules.match.state import Table

    return Table(players=(0, 1), dealer=dealer, dealer_seat=dealer)


@attrs.define
class MatchGame:
    """A game in progress that is counted as a match, with the tables already played of its next round."""

    rules: RuleSet
    sides: tuple[tuple[int, ...], ...]
    status: MatchStatus
    first_round: int
    contestants: tuple[int, ...]
    begins: int
    tables: tuple[ScoreTotals, ...] = ()

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
    def winners(self) -> tuple[int, ...]:
        """The sides that have won."""
        return self.status.winners

    @property
    def winner(self) -> int | None:
        """The side that has won, or None if nobody or several sides have won."""
        winners = self.status.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def due(self) -> Table:
        """The table that is played next."""
        return self.status.due[len(self.tables)]

    def comebacks(self) -> tuple[int, int]:
        """Return the number of games won from behind, and the number of games in which a side was behind."""
        return comebacks(self.rules, self.status.sheet.games)


Game = PlainGame | MatchGame
"""A game in progress, which takes a round from each deal."""


def game_maker(rules: RuleSet, players: int) -> Callable[..., Game]:
    """Return a function that begins a game for contestants, with its dealer and the index of its first round.

    A game under plain rules is counted with whole numbers.
    """
    if is_plain(rules, players):
        target, after = rules.target_for(1), (*AFTER[rules.next_dealer], AFTER_DRAWN[rules.drawn_dealer])

        def new_plain(contestants: tuple[int, ...], dealer: int, first_round: int = 0) -> PlainGame:
            return PlainGame(target, after, first_round, contestants, dealer, 1 - dealer)

        return new_plain
    from ginrules.match.seating import sides_of
    from ginrules.match.status import first_status

    sides = sides_of(rules, players)

    def new_match_game(contestants: tuple[int, ...], dealer: int, first_round: int = 0) -> MatchGame:
        begun = first_status(rules, players, dealer)
        begins = next(side for side, members in enumerate(sides) if begun.due[0].first in members)
        return MatchGame(rules, sides, begun, first_round, contestants, begins)

    return new_match_game


def one_game(rules: RuleSet) -> RuleSet:
    """Return rules for a single game outside a match, with a limit on the columns."""
    if rules.match_form != "single":
        rules = rules.evolve(name=rules.name, match_form="single")
    return without_end(rules)


def without_end(rules: RuleSet) -> RuleSet:
    """Return the same rules with a limit on the columns if there is none."""
    return rules.evolve(name=rules.name, endless=False) if rules.endless else rules


def match_row(
    contestants: tuple[int, ...], winners: tuple[int, ...], rounds: int, behind: tuple[int, int]
) -> tuple[Any, ...]:
    """Return a finished game or match as a row of `ginrules.lab.runner.batch.MATCHES`."""
    won = tuple(side in winners for side in range(PLAYERS))
    return (*contestants, *(-1,) * (PLAYERS - len(contestants))), won, rounds, *behind


def comebacks(rules: RuleSet, games: Iterable[Column]) -> tuple[int, int]:
    """Return how many games (columns) were won from behind, and how many had a winner and a side behind at halftime.

    Halftime is when half the rounds of the column have been written. Drawn rounds do not count, and the middle round
    of an odd number is left out. The side behind has fewer points. Under penalty scoring it has more points.
    """
    won = counted = 0
    for game in games:
        half = game.entries[: len(game.entries) // 2]
        points = [sum(column) for column in zip(*(entry.points for entry in half), strict=True)]
        if game.winner is not None and points:
            own, *others = [points.pop(game.winner), *points]
            best = min(others) if rules.score_mode == "penalty" else max(others)
            counted += own != best
            won += own > best if rules.score_mode == "penalty" else own < best
    return won, counted
