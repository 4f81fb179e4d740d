"""A review's parts: decisions, a round's result in parts, and what each kind of decision gives away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, Literal, Self

import attrs

from ginrules.cards import Card
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.plain import Plain
from ginrules.play.actions import Accept, Action, Decline, Discard, Double, GoBigGin, Knock, Refuse
from ginrules.play.phases import DrawTurn, LayoffTurn, SpreadTurn, UpcardOffer
from ginrules.play.view import PlayerView
from ginrules.records import RoundRecord

Kind = Literal["draws", "discards", "knocks", "lay-offs", "doubles"]
"""The kinds of decisions: a take or a draw, a discard, whether to knock, melds and lay-offs, the doubling cube."""

KINDS: Final[tuple[Kind, ...]] = ("draws", "discards", "knocks", "lay-offs", "doubles")

_DOUBLES: Final = (Double, Accept, Refuse)
_DIGITS: Final = 3
_ENDS: Final = (Knock, GoBigGin)


@attrs.frozen(kw_only=True)
class Decision(Plain):
    """A decision of a recorded round, with the reviewer's choice.

    Attributes:
        record_number: The record's number among those reviewed, from 1.
        round: The round's number in the record, from 1.
        ply: The action's number in its round, from 1.
        seat: The seat that decided.
        player: Its name.
        action: The action played.
        choice: The reviewer's action, from the seat's knowledge.
        value: The expected result of the round if the choice is played, in net points of the seat.
        effect: For each seat, the net points that the action gains it, compared with the choice.
        lost: The points that the action gives away, with their interval, below 0 if it is better than the choice.
        chance: How much of the chance to win the game it gives away (`ginrules.players.match_equity`), or None
            outside a game between two to a target.
        worlds: Worlds that compared the action with the choice, or 0 if they agree.
        held: How likely each other seat held each card, by the knowledge of this seat, as
            `ginrules.players.Belief.chances` tells it, empty if action and choice agree.
        view: The seat's view at that moment.
    """

    _document = ("record_number", "round", "ply", "seat", "player", "kind", "lost", "chance", "is_clear", "worlds")

    record_number: int = 1
    round: int
    ply: int
    seat: int
    player: str
    action: Action
    choice: Action
    value: Fraction
    effect: tuple[Fraction, ...]
    lost: Estimate
    chance: Estimate | None
    worlds: int = 0
    held: Mapping[int, Mapping[Card, float]] = attrs.field(factory=dict)
    view: PlayerView

    @property
    def is_clear(self) -> bool:
        """Whether a difference between action and choice can be measured: the interval does not contain 0."""
        return not self.lost.contains_zero

    @property
    def kind(self) -> Kind:
        """The decision's kind, which is a knock for a knock instead of a discard, or the reverse."""
        actions = (self.action, self.choice)
        if any(isinstance(one, _DOUBLES) for one in actions):
            return "doubles"
        match self.view.phase:
            case UpcardOffer() | DrawTurn():
                return "draws"
            case SpreadTurn() | LayoffTurn():
                return "lay-offs"
            case _ if any(isinstance(one, _ENDS) for one in actions):
                return "knocks"
            case _:
                return "discards" if all(isinstance(one, Discard | Decline) for one in actions) else "lay-offs"

    def as_plain(self) -> dict[str, Any]:
        """Return the values as texts and numbers, for JSON."""
        texts = {"action": str(self.action), "choice": str(self.choice), "value": float(self.value)}
        held = {
            str(seat): {str(card): round(chance, _DIGITS) for card, chance in chances.items()}
            for seat, chances in self.held.items()
        }
        return {**super().as_plain(), **texts, "held": held}

    def __str__(self) -> str:
        if self.action == self.choice:
            return f"{self.action}: the reviewer's choice"
        if not self.is_clear:
            return f"{self.action}: no difference that can be measured to {self.choice}"
        if self.lost.value < 0:
            return f"{self.action}: {_points(self.lost, -1)} better than {self.choice}"
        game = "" if self.chance is None else f", {100 * self.chance.value:.1f}% of the game"
        return f"{self.action}: gives away {_points(self.lost)}{game}; better: {self.choice}"


@attrs.frozen(kw_only=True)
class Parts(Plain):
    """A seat's result of a round, in exact parts: ``deal + draws + play + others == result``.

    Every part is a fraction whose denominator is a number of worlds, and ``draws`` is the rest of the result. The sum
    is therefore exact, not rounded.

    Attributes:
        seat: The seat.
        player: Its name.
        result: Its net points in the round.
        deal: Luck: the expected result when the seat first decided, in points.
        draws: Luck: the effect of the cards after that, in points.
        play: Skill: the effect of its own decisions, compared with the reviewer's, in points.
        others: Skill: the effect of the other seats' decisions, in points.
        curve: The expected result at each of its decisions, by the action's number, and the result last.
        chance: The chance to win the game before and after the round, from 0 to 1
            (`ginrules.players.match_equity`), or None outside a game between two to a target.
    """

    _document = ("seat", "player", "result", "chance")

    seat: int
    player: str
    result: int
    deal: Fraction
    draws: Fraction
    play: Fraction
    others: Fraction
    curve: tuple[tuple[int, Fraction], ...]
    chance: tuple[float, float] | None = None

    @property
    def luck(self) -> Fraction:
        """The points that the cards were worth: deal and draws."""
        return self.deal + self.draws

    @property
    def skill(self) -> Fraction:
        """The points that decisions were worth: the seat's own and the others'."""
        return self.play + self.others

    @property
    def turning_point(self) -> tuple[int, float] | None:
        """The number of the action before the largest change of the curve, and the change. None without decisions."""
        steps = [(one[0], float(other[1] - one[1])) for one, other in zip(self.curve, self.curve[1:], strict=False)]
        return max(steps, key=lambda step: abs(step[1]), default=None)

    @property
    def chance_text(self) -> str:
        """The chance before and after the round in percent, such as ``49 → 70``, empty if there is none."""
        return "" if self.chance is None else " → ".join(f"{100 * chance:.0f}" for chance in self.chance)

    def as_plain(self) -> dict[str, Any]:
        """Return the parts as plain numbers, for JSON, rounded from the exact fractions."""
        parts = {name: float(getattr(self, name)) for name in ("deal", "draws", "play", "others")}
        return {**super().as_plain(), **parts, "curve": [[ply, float(value)] for ply, value in self.curve]}


@attrs.frozen(kw_only=True)
class RoundReview(Plain):
    """A round's review.

    Attributes:
        record_number: The number of its record among those reviewed, from 1.
        number: The round's number in the record, from 1.
        record: The round.
        players: The seats' names.
        decisions: The decisions with more than one legal action, in order.
        parts: The result of each seat in parts, or none if the round is not over.
    """

    _document = ("record_number", "number", "players", "parts", "decisions")

    record_number: int = 1
    number: int
    record: RoundRecord
    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    parts: tuple[Parts, ...]


@attrs.frozen(kw_only=True)
class Loss(Plain):
    """The points that a player's decisions give away, of one kind or of all kinds together.

    Attributes:
        player: The player's name.
        kind: The kind of decisions, or None for all.
        decisions: Decisions with more than one legal action.
        different: The number of actions among them that differ from the reviewer's choice.
        clear: Those of them that give away points that can be measured.
        lost: The points that all of them give away, with their interval. It holds the worlds' uncertainty, not
            that of the deals.
    """

    player: str
    kind: Kind | None
    decisions: int
    different: int
    clear: int
    lost: Estimate

    @classmethod
    def of(cls, player: str, kind: Kind | None, decisions: Iterable[Decision]) -> Self:
        """Return the sum of these decisions, whose worlds are independent: the squares of half-widths add up."""
        listed = tuple(decisions)
        value = sum(one.lost.value for one in listed)
        half = sum(one.lost.half_width**2 for one in listed) ** 0.5
        return cls(
            player=player, kind=kind, decisions=len(listed),
            different=sum(one.action != one.choice for one in listed),
            clear=sum(one.lost.low > 0 for one in listed),
            lost=Estimate(value, value - half, value + half),
        )  # fmt: skip


def _points(lost: Estimate, sign: int = 1) -> str:
    digits = 0 if abs(lost.value) >= 1 else 1
    return f"{sign * lost.value:.{digits}f} ± {lost.half_width:.{digits}f} points"
