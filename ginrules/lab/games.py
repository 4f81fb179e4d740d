"""How long games last: the rounds of a comparison folded into games under both rule sets.

Each deal has been played once for every dealer, so that a game can go through the deals one
by one and take the round in which its own dealer deals, as the winner of the last one decided.
In a stretch of deals each rule set plays one game for every player who may deal first; the
next stretch begins at the deal after the longest of them. Stretches share no deal, so they are
independent and pair the rule sets, and no game is left out for being long: the last stretch is
played to its end with further deals.
"""

from collections.abc import Sequence

import attrs

from ginrules.lab.estimate import PairedSums
from ginrules.match.fold import add_round, new_match
from ginrules.match.state import MatchState
from ginrules.rules.model import RuleSet
from ginrules.rules.seats import table_seats
from ginrules.scoring.score import RoundScore

Scores = Sequence[RoundScore]
"""The scores of a deal's rounds, by the seat that dealt."""


@attrs.define
class _Game:
    """A game in progress and the tables of its next round that have been played."""

    match: MatchState
    tables: tuple[RoundScore, ...] = ()

    def play(self, scores: Scores) -> None:
        """Play one table of the next round with this deal; team rounds need a deal for each table."""
        if self.match.is_over:
            return
        self.tables += (scores[self.match.due[len(self.tables)].dealer_seat],)
        if len(self.tables) == len(self.match.due):
            self.match = add_round(self.match, *self.tables)
            self.tables = ()


class GameLengths:
    """Counts the rounds of games, stretch by stretch.

    Args:
        a: The first rule set.
        b: The second.
        seats: How many seats a table has.

    Attributes:
        sums: Rounds and games, a stretch of deals being a unit.
    """

    def __init__(self, a: RuleSet, b: RuleSet, seats: int) -> None:
        self.sums = PairedSums()
        self._seats = seats
        self._rules = one_game(a), one_game(b)
        self._games: tuple[list[_Game], ...] = ()

    @property
    def in_stretch(self) -> bool:
        """Whether some game of the stretch is not over yet."""
        return bool(self._games)

    def add(self, a: Scores, b: Scores) -> None:
        """Go on with the next deal."""
        if not self._games:
            self._games = tuple(_new_games(rules, self._seats) for rules in self._rules)
        for games, scores in zip(self._games, (a, b), strict=True):
            for game in games:
                game.play(scores)
        if all(game.match.is_over for games in self._games for game in games):
            of_a, of_b = (sum(len(game.match.scores) for game in games) for games in self._games)
            self.sums.add(of_a, self._seats, of_b, self._seats)
            self._games = ()


def one_game(rules: RuleSet) -> RuleSet:
    """The same game outside a match of several, and with a last column where columns go on for ever."""
    return rules.evolve(
        name=rules.name, match_form="single", match_games=1, match_target=0, match_bonus=0, endless=False
    )


def players_at(rules: RuleSet, seats: int) -> int:
    """The fewest players whose tables have so many seats."""
    return next(each for each in rules.player_counts if table_seats(rules.seating, each) == seats)


def _new_games(rules: RuleSet, seats: int) -> list[_Game]:
    players = players_at(rules, seats)
    return [_Game(new_match(rules, players, dealer=dealer)) for dealer in range(seats)]
