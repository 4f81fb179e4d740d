"""A review's result: what decisions cost in words, and the figures under its details."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import attrs

from ginrules._support.printed import clean
from ginrules.lab.reviews.decisions import KINDS, Decision, Loss, Parts, RoundReview
from ginrules.lab.reviews.words import action_words, position_lines, summary
from ginrules.lab.statistics.result import RunResult, Table, estimate_text, format_number, interval_columns
from ginrules.records import MatchRecord, RoundRecord
from ginrules.records.match import TeamRecord
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import plural

WORST: Final = 3
"""The number of decisions that a review lists as the worst."""

_BARS: Final = "▁▂▃▄▅▆▇█"
_PAGE: Final = "ginrules.lab.reviews.page"


@attrs.frozen(kw_only=True, repr=False)
class Review(RunResult):
    """The result of `review`.

    Its ``str`` tells what decisions cost and shows the worst. `details` has the figures.

    Attributes:
        reviewed: The records.
        reviewer: Name of the player whose choices the decisions are compared with.
        worlds: Worlds for the comparison of two actions, at most.
        seed: The seed for the worlds.
        seat: The player whose decisions are shown, by its seat or number or by its name, or None for all.
        rounds: The reviewed rounds.
        skipped: Rounds without cards, which cannot be reviewed.
        partial: Whether the review was interrupted: never, since reviews run to their end.
    """

    _document = ("rules", "reviewer", "worlds", "seed", "seat", "skipped", "losses", "worst", "rounds")

    reviewed: tuple[RoundRecord | MatchRecord, ...]
    reviewer: str
    worlds: int
    seed: int
    seat: int | str | None
    rounds: tuple[RoundReview, ...]
    skipped: int = 0
    partial: bool = False

    @property
    def rules(self) -> tuple[RuleSet, ...]:
        """The records' rules, each once."""
        return tuple(dict.fromkeys(one.rules for one in self.reviewed))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The chosen player's decisions, or all."""
        return tuple(one for reviewed in self.rounds for one in reviewed.decisions if self._shows(one))

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The three decisions that lost most, of those that certainly lost points."""
        clear = [one for one in self.decisions if one.lost.low > 0]
        return tuple(sorted(clear, key=lambda one: -one.lost.value)[:WORST])

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The points that the decisions of each player give away: by kind, then together."""
        kinds = [kind for kind in KINDS if any(one.kind == kind for one in self.decisions)]
        by_player = {name: [one for one in self.decisions if one.player == name] for name in self._players}
        return tuple(
            Loss.of(name, kind, own if kind is None else [one for one in own if one.kind == kind])
            for name, own in by_player.items()
            for kind in (*kinds, None)
        )

    @property
    def commented(self) -> tuple[RoundRecord | MatchRecord, ...]:
        """The records with a comment on each action that differs measurably from the reviewer's choice."""
        return tuple(self._commented(record, number) for number, record in enumerate(self.reviewed, 1))

    @property
    def sentences(self) -> tuple[str, ...]:
        """The cost of each player's decisions, in sentences."""
        return tuple(
            summary(
                loss.player, [one for one in self.decisions if one.player == loss.player], loss, self.reviewer,
                sum(loss.player in one.players for one in self.rounds),
            )
            for loss in self.losses
            if loss.kind is None
        )  # fmt: skip

    def title_of(self, decision: Decision) -> str:
        """Return where a decision is: its record and its round, if there are several, and its action."""
        parts = [f"record {decision.record_number}"] * (len(self.reviewed) > 1)
        parts += [f"round {decision.round}"] * (len(self.rounds) > 1)
        text = ", ".join([*parts, f"action {decision.ply}"])
        return text[0].upper() + text[1:]

    def names_at(self, decision: Decision) -> tuple[str, ...]:
        """Return the seats' names at a decision's table."""
        place = decision.record_number, decision.round
        return next(one.players for one in self.rounds if (one.record_number, one.number) == place)

    @property
    def positions(self) -> tuple[str, ...]:
        """The worst decisions with their positions, each as lines of text."""
        return tuple("\n".join(position_lines(one, self.names_at(one), title=self.title_of(one))) for one in self.worst)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The result of each player in whole points: luck, play, and where play lost them."""
        table = self._where_table()
        return () if table is None else (table,)

    @property
    def detail_tables(self) -> tuple[Table, ...]:
        """The figures with their intervals: kinds of decisions, the worst, and every round in parts."""
        return tuple(filter(None, (self._kinds_table(), self._worst_table(), self._parts_table())))

    @property
    def details(self) -> str:
        """The figures with their intervals as text, and how to read them."""
        return "\n\n".join((self.summary, *map(str, self.detail_tables), self.reading))

    @property
    def note(self) -> str:
        """The rounds that were left out, empty if there are none."""
        if not self.skipped:
            return ""
        return f"{plural(self.skipped, 'round')} without cards, as on a score pad, could not be reviewed."

    @property
    def reading(self) -> str:
        """How to read the figures."""
        return (
            "Net points. deal and draws are luck, own play and the others' play are skill; they add up to the\n"
            f"result. ± is the 95% interval from at most {self.worlds} worlds that fit what the seat knew then."
        )

    def __str__(self) -> str:
        return "\n\n".join(
            filter(None, ("\n".join(self.sentences), *map(str, self.tables), *self.positions, self.note))
        )

    def _repr_html_(self) -> str:
        # the drawing belongs to a higher module, so it is imported only when a notebook asks for it
        return str(importlib.import_module(_PAGE).fragment(self))

    def records(self) -> list[dict[str, Any]]:
        """Return a row for each decision: record, round, ply, player, kind, action, choice, what it gives away."""
        return [
            {
                "record": one.record_number,
                "round": one.round,
                "ply": one.ply,
                "player": one.player,
                "kind": one.kind,
                "action": str(one.action),
                "choice": str(one.choice),
                "value": float(one.value),
                **interval_columns("lost", one.lost),
                **interval_columns("chance", one.chance),
                "worlds": one.worlds,
            }
            for one in self.decisions
        ]

    def _shows(self, one: Decision | Parts, record_number: int = 0) -> bool:
        if self.seat is None:
            return True
        if isinstance(self.seat, str):
            return one.player == self.seat
        number = one.record_number if isinstance(one, Decision) else record_number
        record = self.reviewed[number - 1]
        return one.player == record.players[self.seat] if isinstance(record, MatchRecord) else one.seat == self.seat

    @property
    def _players(self) -> tuple[str, ...]:
        """The names of the players shown, in the order of their seats."""
        shown = {one.player for one in self.decisions}
        return tuple(dict.fromkeys(name for one in self.rounds for name in one.players if name in shown))

    def _commented(self, record: RoundRecord | MatchRecord, number: int) -> RoundRecord | MatchRecord:
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
            if one.record_number == number
        }
        if isinstance(record, RoundRecord):
            return comments[record]

        def with_comments(added: Any) -> Any:
            if isinstance(added, TeamRecord):
                return TeamRecord(tuple(map(with_comments, added.tables)))
            return comments.get(added, added) if isinstance(added, RoundRecord) else added

        return attrs.evolve(record, rounds=tuple(map(with_comments, record.rounds)))

    def _shown_parts(self) -> list[tuple[RoundReview, Parts]]:
        return [
            (reviewed, one) for reviewed in self.rounds for one in reviewed.parts
            if self._shows(one, reviewed.record_number)
        ]  # fmt: skip

    def _where_table(self) -> Table | None:
        losses = self.losses
        kinds = [kind for kind in KINDS if any(one.kind == kind and one.different for one in losses)]
        rows = []
        for name in self._players:
            parts = [one for _, one in self._shown_parts() if one.player == name]
            lost = {one.kind: one.lost.value for one in losses if one.player == name}
            sums = [
                sum(parts_of) for parts_of in zip(*((one.luck, one.others, one.play) for one in parts), strict=True)
            ]
            if not parts:
                continue
            result = sum(one.result for one in parts)
            cells = [result, *sums, *(-lost[kind] for kind in kinds)]
            rows.append([clean(name), *(whole(cell) for cell in cells)])
        heads = ["points", "result", "luck", "others' play", "own play", *kinds]
        return Table(heads, rows, "Where the points came from") if rows else None

    def _kinds_table(self) -> Table | None:
        rows = [
            [
                clean(one.player) if one.kind is None else f"{clean(one.player)}: {one.kind}", str(one.decisions),
                str(one.different), str(one.clear), estimate_text(one.lost),
            ]
            for one in self.losses
            if one.decisions
        ]  # fmt: skip
        heads = ["", "decisions", "differ", "clear", "points given away"]
        return Table(heads, rows, "Points given away by kind of decision") if rows else None

    def _worst_table(self) -> Table | None:
        if not self.worst:
            return None
        has_chances = any(one.chance is not None for one in self.worst)
        heads = ["", "player", "played", "better", "points", *["game, %"] * has_chances, "worlds"]
        rows = [
            [
                self.title_of(one), clean(one.player), action_words(one.action, one.view),
                action_words(one.choice, one.view), estimate_text(one.lost),
                *([estimate_text(one.chance, factor=100)] if has_chances else []), str(one.worlds),
            ]
            for one in self.worst
        ]  # fmt: skip
        return Table(heads, rows, "The decisions that give away most")

    def _parts_table(self) -> Table | None:
        has_chances = any(one.chance is not None for _, one in self._shown_parts())
        rows = [
            [
                f"{reviewed.record_number}.{reviewed.number}" if len(self.reviewed) > 1 else str(reviewed.number),
                clean(one.player), whole(one.result),
                *(format_number(float(part), signed=True) for part in (one.deal, one.draws, one.play, one.others)),
                *[one.chance_text] * has_chances, curve_text([value for _, value in one.curve]), _turn_text(one),
            ]
            for reviewed, one in self._shown_parts()
        ]  # fmt: skip
        if not rows:
            return None
        heads = [
            "round", "player", "result", "deal", "draws", "own play", "others", *["game, %"] * has_chances,
            "expected result", "turning point",
        ]  # fmt: skip
        return Table(heads, rows, "Luck and skill")

    @property
    def _run(self) -> str:
        count = sum(len(one.decisions) for one in self.rounds)
        rules = ", ".join(dict.fromkeys(one.label for one in self.rules))
        rounds = plural(len(self.rounds), "round")
        return f"{rules}: {plural(count, 'decision')} in {rounds}, reviewed by {self.reviewer}"


def whole(points: float | Fraction) -> str:
    """Return a number of whole points with its sign."""
    number = round(points)
    return f"{number:+d}".replace("-", "−") if number else "0"


def curve_text(values: Sequence[Fraction]) -> str:
    """Return a curve as a line of bars, the lowest value lowest."""
    if not values:
        return ""
    low, high = min(values), max(values)
    span = high - low or 1
    return "".join(_BARS[round(float((value - low) / span) * (len(_BARS) - 1))] for value in values)


def _turn_text(parts: Parts) -> str:
    turn = parts.turning_point
    return "" if turn is None else f"after action {turn[0]}: {format_number(turn[1], signed=True)}"
