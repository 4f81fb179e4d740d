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
from functools import partial
from typing import TYPE_CHECKING, Final

from ginrules.errors import InvalidRunError
from ginrules.lab.runner.games import Game, new_game, without_end
from ginrules.lab.runner.plain_games import is_plain
from ginrules.lab.statistics.checkpoints import Section
from ginrules.lab.statistics.measures import total
from ginrules.lab.statistics.sums import PairedSums, Ratio, Sums
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import table_seats

if TYPE_CHECKING:
    from ginrules.lab.runner.plain_games import GameRounds

_SEATS_ARE_SIDES: Final = ("head-to-head", "all-play", "partnership")
_SUMS: Final = ("lengths", "comebacks", "beginners", "skill")
_SIDES: Final = ("a", "b")


class Games:
    """The sums of games, stretch by stretch.

    Args:
        a: The first rule set.
        b: The second rule set.
        seats: Seats at the table.
        seatings: The seatings of every deal, each as the number of the contestant at each seat. None if they differ
            from deal to deal, so that no game can run through the deals.
        whole: Whether whole matches are played instead of single games.

    Attributes:
        lengths: Rounds and games, with a stretch of deals as the unit.
        comebacks: Games won from behind, and games with a side behind.
        beginners: Games won by the side that begins the first round, and games with a winner.
        skill: Games won by the first contestant, and games with a winner.
        counts: How often each number of rounds occurred, under each rule set.
        deals: The number of the next deal.
        first: The first deal of the games in progress, or of the next games.
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
        self.deals: int = 0
        self.first: int = 0
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

    def add_all(self, a: GameRounds, b: GameRounds) -> None:
        """Continue the games with the next deals: their rounds under the first rule set, and under the second."""
        start = 0
        while start < len(a):
            self._begin()
            start = self.finish(a, b, start)

    def replay(self, a: GameRounds, b: GameRounds, number: int) -> None:
        """Continue the games in progress if their next deal is among these deals.

        Args:
            a: The rounds of some deals under the first rule set.
            b: The rounds of the same deals under the second rule set.
            number: The number of the first of these deals.

        Raises:
            InvalidRunError: If the games end before the last deal.
        """
        if self.deals - number >= len(a):
            return
        self._begin()
        first = self.first
        self.finish(a, b, self.deals - number)
        if self.first != first:
            raise InvalidRunError(
                f"first: the games that begin with deal {first} are over after deal {self.deals - 1}: "
                "the checkpoint contradicts itself"
            )

    def finish(self, a: GameRounds, b: GameRounds, start: int = 0) -> int:
        """Continue the games of this stretch only, and count them when all are over.

        Args:
            a: The next deals' rounds under the first rule set.
            b: The rounds of the same deals under the second rule set.
            start: The first of these deals.

        Returns:
            The deal after the last that was played.
        """
        sides = zip(self._games, (a, b), strict=True)
        stop = max(game.play_on(deals, start) for games, deals in sides for game in games)
        self.deals += stop - start
        if all(game.is_over for games in self._games for game in games):
            self._count()
            self._games = ()
            self.first = self.deals
        return stop

    def _begin(self) -> None:
        """Begin a stretch if none is in progress."""
        if not self._games:
            self._games = tuple(map(self._new_games, self._rules, self._players))

    def section(self) -> Section:
        """Return the sums of the finished stretches, and the first deal of the current stretch."""
        ratios = {name: getattr(self, name) for name in _SUMS}
        counts = dict(zip(_SIDES, self.counts, strict=True))
        return Section.of(Sums(self.lengths.units, ratios, counts), first=self.first)

    def restore(self, section: Section, deals: int) -> None:
        """Continue from a section. The deals of the stretch in progress must be added again.

        Args:
            section: The section.
            deals: The number of deals that were played.

        Raises:
            InvalidRunError: If the section contradicts itself or the number of deals.
        """
        sums = section.restored(_SUMS, _SIDES)
        if not section.units <= section.first <= deals or bool(section.units) != bool(section.first):
            raise InvalidRunError(
                f"first: expected a deal after {section.units} stretches and not after {deals} deals, got "
                f"{section.first}: the checkpoint contradicts itself"
            )
        lengths = sums.ratio("lengths")
        ends = ((lengths.a, lengths.base_a), (lengths.b, lengths.base_b))
        for side, end in zip(_SIDES, ends, strict=True):
            counts = sums.counts.get(side, Counter())
            if (sum(value * times for value, times in counts.items()), counts.total()) != end:
                raise InvalidRunError(
                    f"counts.{side}: expected the lengths of {end[1]} games: the checkpoint contradicts itself"
                )
        for name in _SUMS:
            setattr(self, name, sums.ratio(name))
        self.counts = (sums.counts.get("a", Counter()), sums.counts.get("b", Counter()))
        self.deals = self.first = section.first

    def _count(self) -> None:
        of_a, of_b = self._games
        for sums, count in ((self.lengths, _length), (self.comebacks, _comeback), (self.beginners, _beginner)):
            sums.add(*total(map(count, of_a)), *total(map(count, of_b)))
        rules_a, rules_b = self._rules
        skill_a, skill_b = map(partial(self._skill, rules_a), of_a), map(partial(self._skill, rules_b), of_b)
        self.skill.add(*total(skill_a), *total(skill_b))
        for counts, games in zip(self.counts, self._games, strict=True):
            counts.update(game.rounds for game in games)

    def _skill(self, rules: RuleSet, game: Game) -> Ratio:
        """Return whether the first contestant won, and whether any did, or (0, 0) if seats are not sides."""
        if game.winner is None or rules.seating not in _SEATS_ARE_SIDES:
            return 0, 0
        return int(game.contestants[game.winner] == 0), 1

    def _new_games(self, rules: RuleSet, players: int | None) -> list[Game]:
        assert players is not None, "games that are not counted are not begun"
        places = [
            (number * self._seats, contestants, dealer)
            for number, contestants in enumerate(self._seatings)
            for dealer in range(self._seats)
        ]
        return [
            new_game(rules, contestants, dealer, seats=players, first_round=first_round)
            for first_round, contestants, dealer in places
        ]


def _length(game: Game) -> Ratio:
    return game.rounds, 1


def _comeback(game: Game) -> Ratio:
    return game.comeback()


def _beginner(game: Game) -> Ratio:
    winner = game.winner
    return (0, 0) if winner is None else (int(winner == game.begins), 1)


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
