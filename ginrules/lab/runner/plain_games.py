"""The simple games that most rules play: two seats, a single column of gained points, no match around it.

Here they are counted with whole numbers alone. The results are the same as with `ginrules.add_round`, in a
hundredth of the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import attrs

from ginrules.lab.runner.finished_match import FinishedMatch
from ginrules.rules.model import RuleSet, unsupported_rule
from ginrules.scoring.facts import box_factors
from ginrules.scoring.score import ScoreTotals

if TYPE_CHECKING:
    from ginrules.lab.runner.columns import PricedRounds
    from ginrules.match.state import Table

_AFTER: Final = {
    "winner": ((0, 0), (1, 1)),
    "loser": ((1, 1), (0, 0)),
    "fixed": ((0, 1), (0, 1)),
    "alternate": ((1, 0), (1, 0)),
}
"""The next dealer after a round won by seat 0 or by seat 1, indexed by the dealer of that round."""


_AFTER_DRAWN: Final = {"same": (0, 1), "next": (1, 0)}
"""The next dealer after a drawn round, indexed by the dealer of that round."""

_SIDES: Final = ((0,), (1,))
_NEEDED: Final[Mapping[str, tuple[object, ...]]] = {
    "seating": ("head-to-head",),
    "score_mode": ("gain",),
    "undercut_moves": ("defender",),
    "match_form": ("single",),
    "columns": (1,),
    "box_timing": ("at-end",),
    "winner_by": ("first-to-target",),
    "game_end": ("target",),
    "exact_margin_forfeit": (0,),
    "next_dealer": tuple(_AFTER),
    "drawn_dealer": tuple(_AFTER_DRAWN),
}
"""The values that rules of a plain game have."""

SUPPORTED: Final = frozenset({
    *_NEEDED, "target", "rounds",
    # prices are gains of the winner alone
    "gin_bonus", "big_gin_bonus", "undercut_bonus", "gin_off_bonus", "knock_bonus", "refusal_bonus", "tie",
    "spade_multiplier", "spade_scope", "gain_from", "penalty_share", "undercut_penalty",
    # boxes and bonuses are paid after the game, and do not decide who wins it
    "gin_boxes", "big_gin_boxes", "undercut_boxes", "box_bonus", "game_bonus", "shutout", "shutout_when",
    "shutout_bonus",
    # not used by a single game of one column between two
    "player_counts", "opponents", "column_weights", "column_entry", "column_close", "endless", "match_games",
    "match_target", "match_bonus", "team_sweep_bonus", "team_sweep_boxes",
})  # fmt: skip
"""The rules of prices, games and matches that this module has read."""


@lru_cache(maxsize=256)
def is_plain(rules: RuleSet, seats: int) -> bool:
    """Return whether a game under these rules is a single column of gained points that two seats play to a target.

    A game under a rule that this module has not read is never plain.

    Examples:
        >>> is_plain(RuleSet(), 2), is_plain(RuleSet(columns=3), 2)
        (True, False)
        >>> is_plain(RuleSet(match_form="best-of", match_games=3), 2)
        False
    """
    return (
        seats == 2
        and all(getattr(rules, name) in values for name, values in _NEEDED.items())
        and rules.target_for(1) > 0
        and rules.rounds_for(seats) == 0
        and unsupported_rule(rules, SUPPORTED, "price", "game", "match") is None
    )


@attrs.frozen(eq=False, slots=False)
class GameRounds:
    """The rounds of deals for games, deal after deal. They are small enough to send from a worker.

    Attributes:
        rules: The rules that set the prices.
        width: The number of rounds of a deal. They are in the order of seatings, and by dealer in each seating.
        winners: The winner of each round, or -1 in a drawn round.
        first: The points of seat 0 in each round.
        second: The points of seat 1 in each round.
        scores: Points and boxes by seat, and whether the card that sets the limit is a spade, of each round, if any
            of the games is counted as a match.
    """

    rules: RuleSet
    width: int
    winners: list[int]
    first: list[int]
    second: list[int]
    scores: tuple[list[list[int]], list[list[int]], list[bool]] | None

    def __len__(self) -> int:
        return len(self.winners) // self.width if self.width else 0

    @classmethod
    def of(cls, priced: PricedRounds, *, for_matches: bool) -> GameRounds:
        """Return rounds for games. All units must have the same number of rounds.

        Args:
            priced: The rounds at their prices.
            for_matches: Whether any of the games is counted as a match, for which boxes and all seats matter.
        """
        prices, rules = priced.prices, priced.rules
        first, second = prices["points"][:, :2].T.tolist()
        width = len(first) // max(1, priced.dealt.units)
        scores = None
        if for_matches:
            seats = int(priced.dealt.facts["seats"].max(initial=1))
            scores = (
                prices["points"][:, :seats].tolist(),
                prices["boxes"][:, :seats].tolist(),
                priced.has_spade.tolist(),
            )
        return cls(rules, width, prices["winner"].tolist(), first, second, scores)

    def score(self, number: int) -> ScoreTotals:
        """Return a round's score."""
        assert self.scores is not None
        points, boxes, spades = self.scores
        winner, won = self.winners[number], tuple(boxes[number])
        if winner < 0:
            return ScoreTotals(tuple(points[number]), won, None, self._multiplier(has_spade=spades[number]))
        multiplier = self._multiplier(has_spade=spades[number])
        extra = max(0, won[winner] - box_factors(self.rules, multiplier)[0])
        return ScoreTotals(tuple(points[number]), won, winner, multiplier, extra)

    def _multiplier(self, *, has_spade: bool) -> int:
        return self.rules.spade_multiplier if has_spade else 1


@attrs.frozen
class PlainRules:
    """The target and the dealing order of the games under a rule set.

    Attributes:
        target: The points that end a game.
        after: The next dealer, indexed by a round's winner (seat 0, seat 1, nobody) and by its dealer.
    """

    target: int
    after: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, rules: RuleSet) -> PlainRules:
        """Return the target and the dealing order under these rules."""
        return cls(rules.target_for(1), (*_AFTER[rules.next_dealer], _AFTER_DRAWN[rules.drawn_dealer]))


@attrs.define
class PlainGame:
    """A game in progress.

    Attributes:
        shared: The target and the dealing order of its rules.
        first_round: The index of the first round with its seating, among a deal's rounds.
        contestants: The number of the contestant at each seat.
        dealer: The seat that deals next.
        begins: The seat that begins the first round.
        rounds: Rounds played, including drawn rounds.
        winner: The seat that has won. None until the game is over.
    """

    shared: PlainRules
    first_round: int
    contestants: tuple[int, ...]
    dealer: int
    begins: int
    rounds: int = 0
    winner: int | None = None
    _points: tuple[int, int] = (0, 0)
    _leads: list[int] = attrs.field(factory=list)

    @classmethod
    def new(cls, shared: PlainRules, first_round: int, contestants: tuple[int, ...], dealer: int) -> PlainGame:
        """Begin a game."""
        return cls(shared, first_round, contestants, dealer, 1 - dealer)

    @property
    def is_over(self) -> bool:
        """Whether a seat has reached the target."""
        return self.winner is not None

    def play_on(self, deals: GameRounds, start: int, stop: int | None = None) -> int:
        """Play a round with each deal from ``start`` on, until the game or the deals are over.

        Args:
            deals: The deals' rounds.
            start: The first deal.
            stop: The deal to stop before. None for the end of the deals.

        Returns:
            The deal after the last that was played.
        """
        if self.winner is not None:
            return start
        dealer, leads, width = self.dealer, self._leads, deals.width
        last = len(deals) if stop is None else stop
        target, after, (first, second) = self.shared.target, self.shared.after, self._points
        winners, gained, gained_by_second = deals.winners, deals.first, deals.second
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
        self.dealer, self._points = dealer, (first, second)
        return place

    @property
    def due(self) -> Table:
        """The table that is played next."""
        return _table(self.dealer)

    def finished(self) -> FinishedMatch:
        """Return the game's results."""
        assert self.winner is not None
        return FinishedMatch(self.contestants, _SIDES, (self.winner,), self.rounds, self.comeback())

    def comeback(self) -> tuple[int, int]:
        """Return whether the game was won from behind, and whether a side was behind after half of its rounds."""
        lead = sum(self._leads[: len(self._leads) // 2])
        if self.winner is None or not lead:
            return 0, 0
        return int((lead > 0) != (self.winner == 0)), 1


@lru_cache(maxsize=2)
def _table(dealer: int) -> Table:
    """Return the table of two players with this dealer."""
    from ginrules.match.state import Table  # noqa: PLC0415 - comparisons need no match

    return Table(players=(0, 1), dealer=dealer, dealer_seat=dealer)
