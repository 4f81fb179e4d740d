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
from collections.abc import Iterable, Sequence
from typing import Final

from ginrules.lab.runner.games import Game, GameRounds, game_maker, is_plain, without_end
from ginrules.lab.statistics.estimate import PairedSums
from ginrules.lab.statistics.measures import (
    COMEBACK,
    FIRST_DEALER,
    GAME_MEASURE,
    MATCH_LENGTH,
    SKILL_GAME,
    SKILL_MATCH,
    Measure,
)
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import table_seats

_SEATS_ARE_SIDES: Final = ("head-to-head", "all-play", "partnership")


class Games:
    """The sums of games, stretch by stretch.

    Attributes:
        sums: The sums by measure, with a stretch of deals as the unit: length and the first contestant's wins, and of
            single games the wins from behind and those of the side that begins.
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
        self._measures: tuple[Measure, ...] = (
            (MATCH_LENGTH, SKILL_MATCH) if whole else (GAME_MEASURE, SKILL_GAME, FIRST_DEALER, COMEBACK)
        )
        self.sums: dict[Measure, PairedSums] = {measure: PairedSums() for measure in self._measures}
        self.counts: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
        self._seats = seats
        self._seatings = seatings
        self._rules = (without_end(a), without_end(b)) if whole else (one_game(a), one_game(b))
        players = players_at(a, seats), players_at(b, seats)
        self._new_game = [
            game_maker(rules, number) for rules, number in zip(self._rules, players, strict=True) if number is not None
        ]
        self._games: tuple[list[Game], ...] = ()
        self._counted: list[list[list[int]]] = []

    @property
    def are_counted(self) -> bool:
        """Whether the rounds of these deals are enough for games under both rule sets."""
        return bool(self._seatings) and len(self._new_game) == len(self._rules)

    @property
    def in_stretch(self) -> bool:
        """Whether a game of the stretch is still in progress."""
        return bool(self._games)

    def add(self, a: GameRounds, b: GameRounds) -> None:
        """Continue the games with the next deals: their rounds under the first rule set, and under the second."""
        start = 0
        while start < len(a):
            if not self._games:
                self._games = tuple(
                    [
                        new_game(contestants, dealer, number * self._seats)
                        for number, contestants in enumerate(self._seatings)
                        for dealer in range(self._seats)
                    ]
                    for new_game in self._new_game
                )
            start = self._play_on(a, b, start)
        self._add_up()

    def finish(self, a: GameRounds, b: GameRounds) -> None:
        """Continue the games of this stretch only."""
        self._play_on(a, b, 0)
        self._add_up()

    def _play_on(self, a: GameRounds, b: GameRounds, start: int) -> int:
        """Continue the games of this stretch, count them when all are over, and return the next deal."""
        sides = zip(self._games, (a, b), strict=True)
        stop = max(game.play_on(deals, start) for games, deals in sides for game in games)
        if all(game.is_over for games in self._games for game in games):
            self._counted.append([_ratios(*side) for side in zip(self._rules, self._games, strict=True)])
            for counts, games in zip(self.counts, self._games, strict=True):
                counts.update(game.rounds for game in games)
            self._games = ()
        return stop

    def _add_up(self) -> None:
        if not self._counted:
            return
        import numpy as np

        of_a, of_b = np.array(self._counted, np.int64).transpose(1, 2, 0)
        for place, measure in enumerate(self._measures):
            columns = slice(2 * place, 2 * place + 2)
            self.sums[measure] += PairedSums.of_units(tuple(of_a[columns]), tuple(of_b[columns]))
        self._counted.clear()


def _ratios(rules: RuleSet, games: Sequence[Game]) -> list[int]:
    """Return the counts and bases of a stretch's games, one after the other, in the order of the measures.

    If seats are not sides, no game counts for the first contestant's wins.
    """
    won = [(game, game.winner) for game in games if game.winner is not None]
    of_contestants = [game.contestants[side] for game, side in won] if rules.seating in _SEATS_ARE_SIDES else []
    from_behind, behind = zip(*(game.comebacks() for game in games), strict=True)
    return [
        sum(game.rounds for game in games), len(games),
        of_contestants.count(0), len(of_contestants),
        sum(side == game.begins for game, side in won), len(won),
        sum(from_behind), sum(behind),
    ]  # fmt: skip


def fold_matches(rules: Iterable[RuleSet], seats: int) -> bool:
    """Return whether a game or match under these rules is counted as a match."""
    return not all(is_plain(without_end(one), seats) for one in rules)


def one_game(rules: RuleSet) -> RuleSet:
    """Return rules for a single game outside a match, with a limit on the columns."""
    if rules.match_form != "single":
        rules = rules.evolve(name=rules.name, match_form="single")
    return without_end(rules)


def players_at(rules: RuleSet, seats: int) -> int | None:
    """Return the smallest number of players who need only tables of this size in a game, or None if none fits."""
    match rules.game_end:
        case "last-standing" if seats > 2:
            return None
        case "target" | "last-standing":
            return next((number for number in rules.player_counts if table_seats(rules.seating, number) == seats), None)
