"""`TeamScore`: a team round, netted from the scores of its two-seat tables.

Seat 0 of every table is a member of side 0, seat 1 a member of side 1.
Sources: bicyclecards.com, rummy-games.com and rummytalk.com.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import attrs

from ginrules._notebook import ShownAsText
from ginrules._values import Value, as_items, expect
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.facts import box_factors
from ginrules.scoring.score import RoundScore, ScoreLine, boxes_by, margins, points_by, worth
from ginrules.scoring.scored import PlainScore, TableScored

TeamResult = Literal["team", "dead"]
_FEWEST_FOR_BONUS: Final = 3


@attrs.frozen(kw_only=True)
class TeamScore(ShownAsText, Value):
    """The price of one team round.

    Attributes:
        tables: The score of each table, by seat.
        winner: The side that takes the difference, or None when the sums are level.
        lines: The items by side. Points and boxes are exactly their sums.
        sweep: Whether the winning side won every table.
    """

    tables: tuple[RoundScore, ...]
    winner: int | None
    lines: tuple[ScoreLine, ...] = attrs.field(default=(), converter=worth)
    sweep: bool = False

    @property
    def result(self) -> TeamResult:
        """``team``, or ``dead`` for a drawn team round."""
        return "dead" if self.winner is None else "team"

    @property
    def points(self) -> tuple[int, ...]:
        """Points by side."""
        return points_by(self.lines, 2)

    @property
    def boxes(self) -> tuple[int, ...]:
        """Boxes by side."""
        return boxes_by(self.lines, 2)

    @property
    def net(self) -> tuple[int, ...]:
        """Zero-sum points by side, of which larger is better."""
        return margins(self.points)

    def __str__(self) -> str:
        who = "nobody" if self.winner is None else f"side {self.winner}"
        lines = (f"  {str(line).replace('seat', 'side', 1)}" for line in self.lines)
        return "\n".join([f"team round: {who}, points {' '.join(map(str, self.points))}", *lines])


def team_score(tables: Sequence[RoundScore], rules: RuleSet | str) -> TeamScore:
    """Net a team round's tables: the side with the larger sum takes the difference.

    Level sums, 0–0 included, are a drawn team round. The losing side's boxes are lost.

    Args:
        tables: The score of each table. Side 0 sits at seat 0, side 1 at seat 1.
        rules: The rules whose boxes and sweep apply.

    Examples:
        >>> from ginrules.scoring import team_score
        >>> import ginrules as gin
        >>> knocks = [gin.price(gin.Outcome(declarer=0, deadwood=(2, held)), gin.RuleSet()) for held in (18, 14)]
        >>> team_score(knocks, gin.RuleSet()).points
        (28, 0)
    """
    rules = rules_of(rules)
    tables = as_items(tables, "the score of each table in a list")
    for table in tables:
        expect(table, RoundScore, "a RoundScore", "price(outcome, rules) gives one")
    winner, lines, sweep = team_lines(tables, rules)
    return TeamScore(tables=tuple(tables), winner=winner, lines=lines, sweep=sweep)


def team_lines(tables: Sequence[TableScored], rules: RuleSet) -> tuple[int | None, tuple[ScoreLine, ...], bool]:
    """Return the side that wins a team round (None if the sums are level), the items, and whether it won every table.

    Args:
        tables: The score of each table, as in `team_score`.
        rules: The rules whose boxes and sweep apply.
    """
    points = [table.points for table in tables]
    sums = [sum(by_seat[side] for by_seat in points) for side in range(2)]
    if sums[0] == sums[1]:
        return None, (), False
    side = 0 if sums[0] > sums[1] else 1
    sweep = all(table.winner == side for table in tables)
    box, extra = box_factors(rules, min(table.multiplier for table in tables))
    lines = [ScoreLine("table", side, by_seat[side]) for by_seat in points]
    lines.append(ScoreLine("opponents", side, -sums[1 - side]))
    lines.append(ScoreLine("box", side, boxes=box))
    lines += [ScoreLine("extra-box", side, boxes=table.extra_boxes) for table in tables if table.winner == side]
    if sweep:
        bonus = rules.team_sweep_bonus if len(tables) >= _FEWEST_FOR_BONUS else 0
        lines.append(ScoreLine("sweep-bonus", side, bonus))
        lines.append(ScoreLine("sweep-box", side, boxes=rules.team_sweep_boxes * extra))
    return side, tuple(lines), sweep


def plain_team_score(tables: Sequence[TableScored], rules: RuleSet) -> PlainScore:
    """Return the sums by side of `team_score`."""
    winner, lines, _ = team_lines(tables, rules)
    return PlainScore(points_by(lines, 2), boxes_by(lines, 2), winner)
