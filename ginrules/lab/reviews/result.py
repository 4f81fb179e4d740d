"""The result of a review: decisions, and luck apart from skill."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from ginrules._printed import clean
from ginrules.lab.statistics.estimate import Estimate
from ginrules.lab.statistics.plain import Plain
from ginrules.lab.statistics.result import Result, Table, estimate_text, format_number, interval_columns
from ginrules.play.actions import Action
from ginrules.play.view import PlayerView
from ginrules.records import MatchRecord, RoundRecord
from ginrules.records.match import TeamRecord
from ginrules.rules.model import RuleSet

WORST: Final = 3
"""The number of decisions that a review lists as the worst."""

_BARS: Final = "▁▂▃▄▅▆▇█"
_NONE_MEASURED: Final = "No decision gives away points that can be measured."


@attrs.frozen(kw_only=True)
class Decision(Plain):
    """A decision of a recorded round, with the choice of the reviewer.

    Attributes:
        round: The number of the round in the record, from 1.
        ply: The number of the action in its round, from 1.
        seat: The seat that decided.
        player: Its name.
        action: The action played.
        choice: The action of the reviewer, from the knowledge of the seat.
        value: The expected result of the round if the choice is played, in net points of the seat.
        effect: For each seat, the net points that the action gains it, compared with the choice.
        lost: The points that the action gives away, with their interval; below 0 if it is better than the choice.
        chance: The part of the chance to win the game that it gives away; None outside a game between two to a target.
        view: The view of the seat at that moment.
    """

    _document = ("round", "ply", "seat", "player", "lost", "chance", "is_clear")

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
    view: PlayerView

    @property
    def is_clear(self) -> bool:
        """Whether a difference between action and choice can be measured: the interval does not contain 0."""
        return not self.lost.contains_zero

    def as_plain(self) -> dict[str, Any]:
        """Return the values as texts and numbers, for JSON."""
        texts = {"action": str(self.action), "choice": str(self.choice), "value": float(self.value)}
        return {**super().as_plain(), **texts}

    def __str__(self) -> str:
        if self.action == self.choice:
            return f"{self.action}: the reviewer's choice"
        if not self.is_clear:
            return f"{self.action}: no difference that can be measured to {self.choice}"
        if self.lost.value < 0:
            return f"{self.action}: {_points(self.lost, -1)} better than {self.choice}"
        game = "" if self.chance is None else f", {100 * self.chance.value:.1f} % of the game"
        return f"{self.action}: gives away {_points(self.lost)}{game}; better: {self.choice}"


@attrs.frozen(kw_only=True)
class Parts(Plain):
    """The result of a round for a seat, in exact parts: ``deal + draws + play + others == result``.

    Every part is a fraction whose denominator is the number of worlds, and ``draws`` is the rest of the result. The sum
    is therefore exact, not rounded.

    Attributes:
        seat: The seat.
        player: Its name.
        result: Its net points in the round.
        deal: Luck: the expected result when the seat first decided, in points.
        draws: Luck: the effect of the cards after that, in points.
        play: Skill: the effect of its own decisions, compared with the reviewer's, in points.
        others: Skill: the effect of the decisions of the other seats, in points.
        curve: The expected result at each of its decisions, by the number of the action; the result comes last.
    """

    _document = ("seat", "player", "result")

    seat: int
    player: str
    result: int
    deal: Fraction
    draws: Fraction
    play: Fraction
    others: Fraction
    curve: tuple[tuple[int, Fraction], ...]

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
        """The number of the action before the largest change of the curve, and the change; None without decisions."""
        steps = [(one[0], float(other[1] - one[1])) for one, other in zip(self.curve, self.curve[1:], strict=False)]
        return max(steps, key=lambda step: abs(step[1]), default=None)

    def as_plain(self) -> dict[str, Any]:
        """Return the parts as plain numbers, for JSON; they are rounded, the fractions are exact."""
        parts = {name: float(getattr(self, name)) for name in ("deal", "draws", "play", "others")}
        return {**super().as_plain(), **parts, "curve": [[ply, float(value)] for ply, value in self.curve]}


@attrs.frozen(kw_only=True)
class RoundReview(Plain):
    """The review of a round.

    Attributes:
        number: The number of the round in the record, from 1.
        record: The round.
        players: The names of the seats.
        decisions: The decisions with more than one legal action, in order.
        parts: The result of each seat in parts; none if the round is not over.
    """

    _document = ("number", "players", "parts", "decisions")

    number: int
    record: RoundRecord
    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    parts: tuple[Parts, ...]


@attrs.frozen(kw_only=True, repr=False)
class Review(Result):
    """The result of `review`; its ``str`` shows the worst decisions and luck apart from skill.

    Attributes:
        record: The record.
        rules: Its rules.
        reviewer: The name of the player whose choices the decisions are compared with.
        worlds: Worlds in which two actions are compared.
        seed: The seed of the worlds.
        seat: The seat, in a match the player, whose decisions are shown; None for all.
        rounds: The reviewed rounds.
        skipped: Rounds of the match without cards, which cannot be reviewed.
        partial: Whether the review was interrupted; reviews always run to their end.
    """

    _document = ("rules", "reviewer", "worlds", "seed", "seat", "skipped", "worst", "rounds")

    record: RoundRecord | MatchRecord
    rules: RuleSet
    reviewer: str
    worlds: int
    seed: int
    seat: int | None
    rounds: tuple[RoundReview, ...]
    skipped: int = 0
    partial: bool = False

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions of the chosen seat or player, or of all."""
        own = None if self.seat is None else self._names[self.seat]
        return tuple(one for reviewed in self.rounds for one in reviewed.decisions if own is None or one.player == own)

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The three decisions with the largest certain loss, by the lower end of the interval."""
        clear = [one for one in self.decisions if one.lost.low > 0]
        return tuple(sorted(clear, key=lambda one: -one.lost.low)[:WORST])

    @property
    def _names(self) -> tuple[str, ...]:
        if isinstance(self.record, MatchRecord):
            return self.record.players
        return self.rounds[0].players

    @property
    def commented(self) -> RoundRecord | MatchRecord:
        """The record with a comment on each action that differs measurably from the reviewer's choice."""
        listed = set(map(id, self.decisions))
        comments = {
            one.record: attrs.evolve(
                one.record,
                comments={
                    **one.record.comments,
                    **{
                        decision.ply: " ".join(filter(None, (one.record.comments.get(decision.ply, ""), str(decision))))
                        for decision in one.decisions
                        if decision.is_clear and id(decision) in listed
                    },
                },
            )
            for one in self.rounds
        }
        if isinstance(self.record, RoundRecord):
            return comments[self.record]

        def with_comments(added: Any) -> Any:
            if isinstance(added, TeamRecord):
                return TeamRecord(tuple(map(with_comments, added.tables)))
            return comments.get(added, added) if isinstance(added, RoundRecord) else added

        return attrs.evolve(self.record, rounds=tuple(map(with_comments, self.record.rounds)))

    @property
    def tables(self) -> tuple[Table, ...]:
        """The worst decisions, and the results in parts."""
        return tuple(filter(None, (self._worst_table(), self._parts_table())))

    @property
    def note(self) -> str:
        """How to read the tables."""
        clear = "" if self.worst else f"{_NONE_MEASURED}\n\n"
        skipped = f"\n\nRounds without cards in the record: {self.skipped}." if self.skipped else ""
        return (
            f"{clear}Net points. deal and draws are luck, own play and the others' play are skill; they add up to the\n"
            f"result. ± is the 95% interval from {self.worlds} worlds that fit what the seat knew then.{skipped}"
        )

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each decision: round, ply, player, action, choice, and what it gives away."""
        return [
            {
                "round": one.round,
                "ply": one.ply,
                "player": one.player,
                "action": str(one.action),
                "choice": str(one.choice),
                "value": float(one.value),
                **interval_columns("lost", one.lost),
                **interval_columns("chance", one.chance),
            }
            for one in self.decisions
        ]

    def _worst_table(self) -> Table | None:
        if not self.worst:
            return None
        has_chances = any(one.chance is not None for one in self.worst)
        heads = ["round", "action", "player", "played", "better", "points", *["game, %"] * has_chances]
        rows = [
            [
                str(one.round), str(one.ply), clean(one.player), str(one.action), str(one.choice),
                estimate_text(one.lost), *([estimate_text(one.chance, factor=100)] if has_chances else []),
            ]
            for one in self.worst
        ]  # fmt: skip
        return Table(heads, rows, "The decisions that give away most")

    def _parts_table(self) -> Table | None:
        rows = [
            [
                str(reviewed.number), clean(one.player), f"{one.result:+d}".replace("-", "−"),
                *(format_number(float(part), signed=True) for part in (one.deal, one.draws, one.play, one.others)),
                curve_text([value for _, value in one.curve]), _turn_text(one),
            ]
            for reviewed in self.rounds
            for one in reviewed.parts
            if self.seat is None or one.player == self._names[self.seat]
        ]  # fmt: skip
        if not rows:
            return None
        heads = ["round", "player", "result", "deal", "draws", "own play", "others", "expected result", "turning point"]
        return Table(heads, rows, "Luck and skill")

    @property
    def _run(self) -> str:
        count = sum(len(one.decisions) for one in self.rounds)
        return f"{self.rules.label}: {count} decisions in {len(self.rounds)} rounds, reviewed by {self.reviewer}"


def curve_text(values: Sequence[Fraction]) -> str:
    """Return a curve as a line of bars, the lowest value lowest.

    Examples:
        >>> curve_text([Fraction(0), Fraction(5), Fraction(-10), Fraction(25)])
        '▃▄▁█'
    """
    if not values:
        return ""
    low, high = min(values), max(values)
    span = high - low or 1
    return "".join(_BARS[round(float((value - low) / span) * (len(_BARS) - 1))] for value in values)


def _turn_text(parts: Parts) -> str:
    turn = parts.turning_point
    return "" if turn is None else f"after action {turn[0]}: {format_number(turn[1], signed=True)}"


def _points(lost: Estimate, sign: int = 1) -> str:
    return f"{sign * lost.value:.1f} ± {lost.half_width:.1f} points"
