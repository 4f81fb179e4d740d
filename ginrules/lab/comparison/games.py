"""Games made from a comparison's rounds: their length, their winner, and whether it came from behind.

Each deal has been played once for every dealer. A game takes the deals in order. From each deal it takes
the round of its next dealer, who depends on the previous round's winner.

In a stretch of deals, each rule set plays a game for every player who can deal first. The next stretch begins
at the deal after the longest of these games. Stretches share no deals, so they are independent clusters that
pair the rule sets. Long games are not left out: the last stretch is played to its end with extra deals.

If players drop out until a single player is left, a game of three or more needs smaller tables too. Four or more
different players sit in another order at each deal. Such games are not counted here. `ginrules.lab.simulate` plays
them as matches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from ginrules.lab.runner.games import Game, GameRounds, is_plain, new_game, without_end
from ginrules.lab.statistics.measures import total
from ginrules.lab.statistics.sums import PairedSums, Ratio
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import table_seats

_SEATS_ARE_SIDES: Final = ("head-to-head", "all-play", "partnership")


class Games:
    """The sums of games, stretch by stretch.

    Attributes:
        lengths: Rounds and games, with a stretch of deals as the unit.
        comebacks: Games won from behind, and games with a side behind.
        beginners: Games won by the side that begins the first round, and games with a winner.
        skill: Games won by the first contestant, and games with a winner.
        counts: How often each number of rounds occurred, under each rule set.
    """

    def __init__(
        self,
        a: RuleSet,
        b: RuleSet,
        seats: int,
        seatings: tuple[tuple[int, ...], ...],
        *,
        whole: bool = False,
    ) -> None:
        self.lengths: PairedSums = PairedSums()
        self.comebacks: PairedSums = PairedSums()
        self.beginners: PairedSums = PairedSums()
        self.skill: PairedSums = PairedSums()
        self.counts: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self._seats = seats
        self._seatings = seatings
        self._rules = (without_end(a), without_end(b)) if whole else (one_game(a), one_game(b))
        self._players = players_at(a, seats), players_at(b, seats)
        self._games: tuple[list[Game], ...] = ()

    @property
    def are_counted(self) -> bool:
        """Whether the rounds of these deals are enough for games under both rule sets."""
        return bool(self._seatings) and None not in self._players

    @property
    def in_stretch(self) -> bool:
        """Whether a game of the stretch is still in progress."""
        return bool(self._games)

    def add(self, a: GameRounds, b: GameRounds) -> None:
        """Continue the games with the next deals: their rounds under the first rule set, and under the second."""
        start = 0
        while start < len(a):
            if not self._games:
                self._games = tuple(map(self._new_games, self._rules, self._players))
            start = self.finish(a, b, start)

    def finish(self, a: GameRounds, b: GameRounds, start: int = 0) -> int:
        """Continue the games of this stretch only, and count them when all are over."""
        sides = zip(self._games, (a, b), strict=True)
        stop = max(game.play_on(deals, start) for games, deals in sides for game in games)
        if all(game.is_over for games in self._games for game in games):
            self._count()
            self._games = ()
        return stop

    def _count(self) -> None:
        of_a, of_b = self._games
        for sums, count in ((self.lengths, _length), (self.comebacks, _comeback), (self.beginners, _beginner)):
            sums.add(*total(map(count, of_a)), *total(map(count, of_b)))
        skills = (
            total(_skill(rules, game) for game in games) for rules, games in zip(self._rules, self._games, strict=True)
        )
        (won_a, counted_a), (won_b, counted_b) = skills
        self.skill.add(won_a, counted_a, won_b, counted_b)
        for counts, games in zip(self.counts, self._games, strict=True):
            counts.update(game.rounds for game in games)

    def _new_games(self, rules: RuleSet, players: int | None) -> list[Game]:
        assert players is not None, "games that are not counted are not begun"
        return [
            new_game(rules, contestants, dealer, seats=players, first_round=number * self._seats)
            for number, contestants in enumerate(self._seatings)
            for dealer in range(self._seats)
        ]


def _length(game: Game) -> Ratio:
    return game.rounds, 1


def _comeback(game: Game) -> Ratio:
    return game.comebacks()


def _beginner(game: Game) -> Ratio:
    winner = game.winner
    return (0, 0) if winner is None else (int(winner == game.begins), 1)


def _skill(rules: RuleSet, game: Game) -> Ratio:
    """Return whether the first contestant won, and whether any did, or (0, 0) if seats are not sides."""
    if game.winner is None or rules.seating not in _SEATS_ARE_SIDES:
        return 0, 0
    return int(game.contestants[game.winner] == 0), 1


def fold_matches(rules: Iterable[RuleSet], seats: int) -> bool:
    """Return whether a game or match under these rules is counted as a match."""
    return not all(is_plain(without_end(one), seats) for one in rules)


def one_game(rules: RuleSet) -> RuleSet:
    """Return rules for a single game outside a match, with a limit on the columns."""
    return rules.evolve(name=rules.name, match_form="single", endless=False)


def players_at(rules: RuleSet, seats: int) -> int | None:
    """Return the smallest number of players who need only tables of this size in a game, or None if none fits."""
    match rules.game_end:
        case "last-standing" if seats > 2:
            return None
        case "target" | "last-standing":
            return next((number for number in rules.player_counts if table_seats(rules.seating, number) == seats), None)
