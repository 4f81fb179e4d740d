"""Games in progress, and the rounds that are entered in them: games of comparisons, of tournaments and of matches.

Most rules play simple games: two seats, a single column of gained points, no match around it. These are counted with
whole numbers alone (`PlainGame`). The results are the same as with `ginrules.add_round` (`MatchGame`), in a hundredth
of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules._support.bounds import PLAYERS
from ginrules.cards import Rank, Suit
from ginrules.match.seating import Table, next_dealer, sides_of
from ginrules.match.status import MatchStatus, first_status, status_after
from ginrules.players.equity import plays_to_target
from ginrules.rules.model import RuleSet
from ginrules.scoring.limits import box_factors
from ginrules.scoring.score import ScoreTotals, team_totals
from ginrules.scoring.sheet import Game as Column

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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


@attrs.frozen(eq=False, slots=False)
class GameRounds:
    """The rounds of deals for games, deal after deal, as lists, in which single numbers are read faster.

    A deal has ``width`` rounds, by seating and then by dealer. The winner of a drawn round is -1.
    """

    rules: RuleSet
    width: int
    winners: list[int]
    points: tuple[list[int], list[int]]
    _facts: NDArray[np.void]
    _prices: NDArray[np.void]

    def __len__(self) -> int:
        return len(self.winners) // self.width

    @classmethod
    def of(cls, rules: RuleSet, facts: NDArray[np.void], prices: NDArray[np.void]) -> GameRounds:
        """Return rounds for games."""
        prices = prices.ravel()
        first, second = prices["points"][:, :2].T.tolist()
        return cls(rules, facts.shape[1], prices["winner"].tolist(), (first, second), facts, prices)

    @cached_property
    def _scores(self) -> tuple[list[list[int]], list[list[int]], list[bool]]:
        """Points and boxes by seat, and whether the card for the limit is a spade, for games counted as matches."""
        seats = self._facts["seats"].ravel().tolist()
        points, boxes = (
            [by_seat[:size] for by_seat, size in zip(self._prices[name].tolist(), seats, strict=True)]
            for name in ("points", "boxes")
        )
        card = self._facts["knock_card" if self.rules.knock_source == "knock-card" else "upcard"].ravel()
        spades = card // len(Rank) == Suit.SPADES
        return points, boxes, spades.tolist()

    def score(self, number: int) -> ScoreTotals:
        """Return a round's score."""
        points, boxes, spades = self._scores
        winner, won = self.winners[number], tuple(boxes[number])
        multiplier = self.rules.spade_multiplier if spades[number] else 1
        if winner < 0:
            return ScoreTotals(tuple(points[number]), won, None, multiplier)
        extra = max(0, won[winner] - box_factors(self.rules, multiplier)[0])
        return ScoreTotals(tuple(points[number]), won, winner, multiplier, extra)


_TABLES: Final = tuple(Table(players=(0, 1), dealer=dealer, dealer_seat=dealer) for dealer in range(2))
"""The table of two players, by its dealer."""


@attrs.define
class PlainGame:
    """A plain game in progress, a fast copy of `MatchGame`, with the first round of its seating at ``first_round``.

    ``after`` has the next dealer, indexed by a round's winner (seat 0, seat 1, nobody) and by its dealer; ``begins``
    is the seat that begins the first round, and ``standing`` the points of both seats.
    """

    target: int
    after: tuple[tuple[int, int], ...]
    contestants: tuple[int, ...]
    dealer: int
    first_round: int = 0
    begins: int = attrs.field(init=False, default=attrs.Factory(lambda game: 1 - game.dealer, takes_self=True))
    standing: tuple[int, int] = (0, 0)
    rounds: int = 0
    winners: tuple[int, ...] = ()
    _leads: list[int] = attrs.field(factory=list)

    @property
    def is_over(self) -> bool:
        """Whether a seat has reached the target."""
        return bool(self.winners)

    def play_on(self, deals: GameRounds, start: int, stop: int | None = None) -> int:
        """Play a round with each deal from ``start`` on, until the game or the deals are over."""
        if self.winners:
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
                self.winners = (winner,)
                break
        self.rounds += place - start
        self.dealer, self.standing = dealer, (first, second)
        return place

    @property
    def due(self) -> Table:
        """The table that is played next."""
        return _TABLES[self.dealer]

    def comebacks(self) -> tuple[int, int]:
        """Return whether the game was won from behind, and whether a side was behind after half of its rounds."""
        lead = sum(self._leads[: len(self._leads) // 2])
        if not self.winners or not lead:
            return 0, 0
        return int((lead > 0) != (self.winners == (0,))), 1


@attrs.define
class MatchGame:
    """A game in progress that is counted as a match, with the tables already played of its next round."""

    rules: RuleSet
    sides: tuple[tuple[int, ...], ...]
    status: MatchStatus
    contestants: tuple[int, ...]
    first_round: int
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
                self.status = status_after(self.status, self.rules, self.sides, score)
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
        after = tuple([(next_dealer(rules, 0, winner, 2), next_dealer(rules, 1, winner, 2)) for winner in (0, 1, None)])
        return partial(PlainGame, rules.target_for(1), after)
    sides = sides_of(rules, players)

    def new_match_game(contestants: tuple[int, ...], dealer: int, first_round: int = 0) -> MatchGame:
        begun = first_status(rules, players, dealer)
        begins = next(side for side, members in enumerate(sides) if begun.due[0].first in members)
        return MatchGame(rules, sides, begun, contestants, first_round, begins)

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
