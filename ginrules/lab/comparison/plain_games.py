"""Games of one column of gained points between two seats, with whole numbers and no match: what most rules play.

They come out as `ginrules.add_round` has them, in a hundredth of the time.
"""

from collections.abc import Sequence
from typing import Any, Final

import attrs

from ginrules.lab.statistics.sums import Ratio
from ginrules.match.entries import RoundResult
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price

_RESULTS: Final = 1 << 16
_ROTATIONS: Final = ("alternate", "winner", "loser", "fixed")


def is_plain(rules: RuleSet, seats: int) -> bool:
    """Return whether a game under these rules is one column of gained points that two seats play to a target.

    Examples:
        >>> is_plain(RuleSet(), 2), is_plain(RuleSet(columns=3), 2)
        (True, False)
        >>> is_plain(RuleSet(match_form="best-of", match_games=3), 2)
        False
    """
    return (
        seats == 2
        and rules.seating == "head-to-head"
        and rules.score_mode == "gain"
        and rules.undercut_moves == "defender"
        and rules.match_form == "single"
        and rules.columns == 1
        and rules.box_timing == "at-end"
        and rules.winner_by == "first-to-target"
        and rules.game_end == "target"
        and rules.exact_margin_forfeit == 0
        and rules.target_for(1) > 0
        and rules.rounds_for(seats) == 0
        and rules.next_dealer in _ROTATIONS
    )


@attrs.define
class PlainGame:
    """A game in progress.

    Attributes:
        rules: The rules of the game.
        first_round: The place of the results of its seating.
        seating: How many places the contestants have moved on.
        dealer: The seat that deals next.
        begins: The seat that begins the first round.
        target: The points that end it.
        results: Winner and points of the rounds priced so far, which games of the same rules share.
        rounds: Rounds played, drawn ones counted.
        winner: The seat that has won; None until the game is over.
    """

    rules: RuleSet
    first_round: int
    seating: int
    dealer: int
    begins: int
    target: int
    results: "dict[RoundResult, tuple[int | None, tuple[int, int]]]"
    rounds: int = 0
    winner: int | None = None
    _standing: list[int] = attrs.field(factory=lambda: [0, 0])
    _entries: list[tuple[int, int]] = attrs.field(factory=list)

    @classmethod
    def new(
        cls, rules: RuleSet, first_round: int, seating: int, dealer: int, results: dict[RoundResult, Any]
    ) -> "PlainGame":
        """Begin a game; the results are those that games of these rules share."""
        return cls(rules, first_round, seating, dealer, 1 - dealer, rules.target_for(1), results)

    @property
    def is_over(self) -> bool:
        """Whether a seat has reached the target."""
        return self.winner is not None

    def play(self, results: Sequence[RoundResult]) -> None:
        """Play the next round with this deal."""
        if self.winner is not None:
            return
        result = results[self.first_round + self.dealer]
        priced = self.results.get(result)
        if priced is None:
            if len(self.results) == _RESULTS:
                self.results.clear()
            priced = self.results[result] = _priced(self.rules, result)
        winner, points = priced
        self.rounds += 1
        if winner is None:
            self.dealer = self.dealer if self.rules.drawn_dealer == "same" else 1 - self.dealer
            return
        self._entries.append(points)
        self._standing[0] += points[0]
        self._standing[1] += points[1]
        if self._standing[winner] >= self.target:
            self.winner = winner
        self.dealer = self._next_dealer(winner)

    def _next_dealer(self, winner: int) -> int:
        match self.rules.next_dealer:
            case "winner":
                return winner
            case "loser":
                return 1 - winner
            case "fixed":
                return self.dealer
            case _:
                return 1 - self.dealer

    def lead(self, seat: int) -> int:
        """Return by how many points a seat is ahead, or behind."""
        return self._standing[seat] - self._standing[1 - seat]

    def comeback(self) -> Ratio:
        """Return whether the game was won from behind, and whether one side was behind at half of its rounds."""
        half = self._entries[: len(self._entries) // 2]
        lead = sum(points[0] - points[1] for points in half)
        if self.winner is None or not lead:
            return 0, 0
        return int((lead > 0) != (self.winner == 0)), 1


def _priced(rules: RuleSet, result: RoundResult) -> tuple[int | None, tuple[int, int]]:
    """Return the winner and the points of a round."""
    score = price(result, rules) if isinstance(result, Outcome) else result
    first, second = score.points
    return score.winner, (first, second)
