"""A player that fits its opponent: its strength follows the rounds won in the match."""

from __future__ import annotations

from typing import ClassVar, Final

import attrs

from ginrules._support.values import shown
from ginrules.driver.player import Player
from ginrules.errors import InvalidRunError
from ginrules.match.view import MatchView
from ginrules.play.actions import Action
from ginrules.play.events import Event
from ginrules.play.view import PlayerView
from ginrules.players.learned import MOST, Learned
from ginrules.rules.model import RuleSet
from ginrules.scoring.price import price

START: Final = 0.7
"""The strength in the first round."""

RATE: Final = 0.25
"""The change of the strength by a round won or lost."""

_POWER: Final = 2


def slip_chance(strength: float) -> float:
    """Return the chance that a draw or a discard is made at random, at a strength from 0 to 1."""
    return float((1 - min(1.0, max(0.0, strength))) ** _POWER)


def strength_after(wins: int, rounds: int, target: float) -> float:
    """Return the strength after some decided rounds.

    Below 0 and above 1 there is no other strength to change to.

    Each round moves it by the difference of its result from the target. Over many rounds, the share of rounds won
    therefore approaches the target, whatever the opponent's strength.
    """
    return START - RATE * (wins - target * rounds)


@attrs.define
class Adjusting(Player):
    """A player whose strength follows the results, so that its opponent wins about as often as it likes.

    It decides as `Learned`, except for slips: draws and discards made at random. Its strength, from 0 (every draw and
    discard is a slip) to 1 (none is), grows with every round that it loses in the match, and falls with every round
    that it wins. The match's results decide the strength, so a saved match continues with the same strength. In a
    single round it is as strong as in a first round.

    Its text states its strength, which is not secret at the table. Its rating in a tournament would mean nothing.

    Args:
        seed: The seed of its slips.
        share: The share of decided rounds that the opponent should win, or at larger tables the others together.

    Raises:
        InvalidRunError: If the share is not a number above 0 and below 1.

    Examples:
        >>> import ginrules as gin
        >>> print(gin.players.Adjusting(7))
        adjusting, strength 70%
    """

    name: ClassVar[str] = "adjusting"  # type: ignore[misc]
    watches: ClassVar[bool] = True  # type: ignore[misc]
    reads_prices: ClassVar[bool] = True  # type: ignore[misc]
    reads_match: ClassVar[bool] = True  # type: ignore[misc]

    seed: int
    share: float = attrs.field(default=0.5, kw_only=True)
    _strength: float = attrs.field(init=False, repr=False, eq=False, default=START)
    _strong: Learned = attrs.field(init=False, repr=False, eq=False, factory=Learned)

    def __attrs_post_init__(self) -> None:
        value: object = self.share
        if isinstance(value, bool) or not (isinstance(value, int | float) and 0 < value < 1):
            raise InvalidRunError(f"share: expected a number above 0 and below 1, got {shown(value)}")

    def __str__(self) -> str:
        return f"{self.name}, {strength_text(self._strength)}"

    def start(self, view: PlayerView, match: MatchView | None = None) -> None:
        """Begin a round with the strength that follows from the match."""
        self._strength = START if match is None or view.seat is None else self.strength(match, view.seat, view.rules)
        self._strong = Learned(self.seed, slip=round(MOST * slip_chance(self._strength)))
        self._strong.start(view)

    def strength(self, match: MatchView, seat: int, rules: RuleSet) -> float:
        """Return the strength in the next round of a match, for a player at this seat.

        Args:
            match: The match as its players know it.
            seat: The seat.
            rules: The rules.
        """
        winners = [price(outcome, rules).winner for outcome in match.outcomes]
        rounds = len(winners) - winners.count(None)
        others = 1 if rules.seating == "partnership" or not match.outcomes else len(match.outcomes[0].deadwood) - 1
        return strength_after(winners.count(seat), rounds, (1 - self.share) / others)

    def watch(self, event: Event) -> None:
        """Note an event."""
        self._strong.watch(event)

    def choose(self, view: PlayerView) -> Action:
        """Return the choice of `Learned`, or a slip."""
        return self._strong.choose(view)


def strength_text(strength: float) -> str:
    """Return a strength as text, which says if the player cannot become weaker or stronger."""
    if strength <= 0:
        return "at its weakest"
    return "at its strongest" if strength >= 1 else f"strength {100 * strength:.0f}%"
