"""`RoundScore`: a round's price, line by line. Points and boxes are the sums of the lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, get_args

import attrs

from ginrules._support.bounds import LARGEST_NUMBER
from ginrules._support.notebook import ShownAsText
from ginrules._support.printed import clean
from ginrules._support.values import Value, as_items, expect, shown, whole_number
from ginrules.errors import ScoreError, WrongTypeError
from ginrules.rules.model import RuleSet, rules_of
from ginrules.scoring.limits import box_factors


class ScoreTotals(NamedTuple):
    """The sums of a round's score without its lines, all that sheets, seatings and teams need.

    Points and boxes are by seat, or by side in a team round. The multiplier is a spade's, 1 without one.
    """

    points: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int | None
    multiplier: int = 1
    extra_boxes: int = 0


Result = Literal["knock", "gin", "big-gin", "undercut", "gin-off", "tie", "void", "out", "dead", "refused"]
"""How a round was decided. Nobody wins a tie, a void gin or a dead round."""
LineKind = Literal[
    "deadwood-difference",
    "deadwood",
    "pooled-deadwood",
    "laid",
    "held",
    "gin-bonus",
    "big-gin-bonus",
    "undercut-bonus",
    "gin-off-bonus",
    "knock-bonus",
    "refusal-bonus",
    "spade",
    "double",
    "entered",
    "house",
    "table",
    "opponents",
    "sweep-bonus",
    "box",
    "extra-box",
    "sweep-box",
]
"""The purpose of a line of a round's score."""

RESULTS: Final = get_args(Result)
"""Every result."""

DRAWN_RESULTS: Final = ("tie", "void", "dead")
"""The results of rounds that nobody wins."""


@attrs.frozen
class ScoreLine(Value):
    """One item of a round's score.

    Attributes:
        kind: The item's purpose.
        seat: The seat whose item it is, or the side in a team's score.
        points: Points, or penalty points. Below zero when they are taken away.
        boxes: Boxes that the item adds.
        label: The house rule of a ``house`` line, in a few words. Empty for other kinds.

    Raises:
        ScoreError: If a ``house`` line has no label, or another line has one.

    Examples:
        >>> import ginrules as gin
        >>> str(gin.ScoreLine("gin-bonus", 0, 25))
        'seat 0: gin bonus +25'
        >>> str(gin.ScoreLine("extra-box", 1, boxes=2))
        'seat 1: extra box, +2 boxes'
    """

    kind: LineKind
    seat: int
    points: int = 0
    boxes: int = 0
    label: str = ""

    def __attrs_post_init__(self) -> None:
        label: object = self.label
        if label and self.kind != "house":
            raise ScoreError(f"only a house line has a label: got {shown(label)} for {self.kind}", kind=self.kind)
        if self.kind == "house" and not (
            isinstance(label, str) and 0 < len(label) <= LONGEST_LABEL and label == clean(label)
        ):
            expected = f"the name of a house rule, of 1 to {LONGEST_LABEL} characters on one line"
            raise ScoreError(f"expected {expected}, got {shown(label)}", label=shown(label))

    def __str__(self) -> str:
        return f"seat {self.seat}: {_item_text(self)}"


def _item_text(line: ScoreLine) -> str:
    points = f" {line.points:+d}" if line.points else ""
    boxes = f", {line.boxes:+d} {'box' if line.boxes == 1 else 'boxes'}" if line.boxes else ""
    label = f" ({line.label})" if line.label else ""
    return f"{line.kind.replace('-', ' ')}{label}{points}{boxes}"


LONGEST_LABEL: Final = 60
"""Length limit of the label of a house line, in characters."""

_ONLY_LINES: Final = frozenset({ScoreLine})


def nonzero_lines(lines: Iterable[ScoreLine]) -> tuple[ScoreLine, ...]:
    """Return the lines with points or boxes, in order."""
    items = as_items(lines, "score lines in a list")
    if not _ONLY_LINES.issuperset(map(type, items)):
        for line in items:
            expect(line, ScoreLine, "a ScoreLine")
    return tuple([line for line in items if line.points or line.boxes])


def points_by(lines: Iterable[ScoreLine], number: int) -> tuple[int, ...]:
    """Return the points of this number of seats (or sides), summed from the lines."""
    sums = [0] * number
    for line in lines:
        sums[line.seat] += line.points
    return tuple(sums)


def boxes_by(lines: Iterable[ScoreLine], number: int) -> tuple[int, ...]:
    """Return the boxes of this number of seats (or sides), summed from the lines."""
    sums = [0] * number
    for line in lines:
        sums[line.seat] += line.boxes
    return tuple(sums)


def margins(points: tuple[int, ...], *, lowest_wins: bool = False) -> tuple[int, ...]:
    """Return each number's lead over all the others together. The leads sum to zero.

    Examples:
        >>> margins((43, 0))
        (43, -43)
        >>> margins((0, 22, 17), lowest_wins=True)
        (39, -27, -12)
    """
    total = sum(points)
    sign = -1 if lowest_wins else 1
    return tuple(sign * (len(points) * number - total) for number in points)


@attrs.frozen(kw_only=True)
class RoundScore(ShownAsText, Value):
    """The price of one round at one table.

    Attributes:
        seats: The number of seats at the table.
        result: How the round was decided. ``tie``, ``void`` and ``dead`` are drawn rounds.
        winner: The seat that won the round, or None.
        lines: The items. Points and boxes are exactly their sums.
        multiplier: A spade's factor (1 without a spade). Drawn rounds have it too.
        factor: The factor from accepted doubles (1 without doubles). Drawn rounds have it too.
        lowest_wins: Whether the points are penalty points.

    Raises:
        ScoreError: If a line or the winner belongs to a seat outside the table, the result is
            unknown, or result and winner contradict each other.
    """

    seats: int = 2
    result: Result
    winner: int | None
    lines: tuple[ScoreLine, ...] = attrs.field(default=(), converter=nonzero_lines)
    multiplier: int = 1
    lowest_wins: bool = False
    factor: int = 1

    def __attrs_post_init__(self) -> None:
        if type(self.seats) is not int:
            object.__setattr__(self, "seats", whole_number("seats", self.seats, error=WrongTypeError))
        owners: list[object] = [line.seat for line in self.lines]
        if self.winner is not None:
            owners.append(self.winner)
        for seat in owners:
            if not (isinstance(seat, int) and 0 <= seat < self.seats):
                message = f"expected scores of seats 0 to {self.seats - 1}, got one of seat {seat}"
                raise ScoreError(message, seat=seat, seats=self.seats)
        if self.result not in RESULTS:
            ensure_result(self.result)
        drawn = self.result in DRAWN_RESULTS
        if drawn != (self.winner is None) or (drawn and self.lines):
            who = "nobody" if self.winner is None else f"seat {self.winner}"
            message = f"a round with the result {self.result} cannot be won by {who} with {len(self.lines)} lines"
            raise ScoreError(message, result=self.result, winner=self.winner)

    @property
    def points(self) -> tuple[int, ...]:
        """Points by seat (penalty points under penalty scoring)."""
        return points_by(self.lines, self.seats)

    @property
    def boxes(self) -> tuple[int, ...]:
        """Boxes by seat, for winning and extra boxes together."""
        return boxes_by(self.lines, self.seats)

    @property
    def box(self) -> int:
        """Boxes for winning the round: 1, or more if a spade multiplies all boxes."""
        return sum(line.boxes for line in self.lines if line.kind == "box")

    @property
    def extra_boxes(self) -> int:
        """Extra boxes for gin, big gin or an undercut, multiplied by a spade if it counts."""
        return sum(line.boxes for line in self.lines if line.kind == "extra-box")

    @property
    def net(self) -> tuple[int, ...]:
        """Zero-sum points by seat, larger is better: each seat's lead over all the others."""
        return margins(self.points, lowest_wins=self.lowest_wins)

    @property
    def house(self) -> tuple[ScoreLine, ...]:
        """The lines of house rules."""
        return tuple(line for line in self.lines if line.kind == "house")

    def plus(self, label: str, seat: int, points: int) -> RoundScore:
        """Return this score with points for a rule of your house that `RuleSet` does not have.

        Sheets, records and settlements count the points as any others. Nothing is written on the sheet after a drawn
        round, so it has no such points.

        Args:
            label: The house rule's name, at most 60 characters.
            seat: The seat that gets the points.
            points: The points, penalty points under penalty scoring. Below zero when they are taken away.

        Raises:
            ScoreError: If the label is empty or too long, there is no such seat, the number is not whole or too large,
                or the round was drawn.

        Examples:
            >>> import ginrules as gin
            >>> score = gin.price(gin.Outcome(declarer=0, deadwood=(3, 21)), "standard").plus("no face cards", 0, 10)
            >>> print(score)
            knock: seat 0, points 28 0
              seat 0: deadwood difference +18
              seat 0: box, +1 box
              seat 0: house (no face cards) +10
            >>> print(gin.settle(gin.new_match("standard", results=[score])).games[0].totals)
            (53, 0)
        """
        if self.winner is None:
            raise ScoreError(
                f"a drawn round ({self.result}) is not written on the sheet: it has no points for {shown(label)}"
            )
        whole_number("points", points, -LARGEST_NUMBER, LARGEST_NUMBER, error=ScoreError)
        return attrs.evolve(self, lines=(*self.lines, ScoreLine("house", seat, points, label=label)))

    def __str__(self) -> str:
        who = "nobody" if self.winner is None else f"seat {self.winner}"
        head = f"{self.result}: {who}, points {' '.join(map(str, self.points))}"
        return "\n".join([head, *(f"  {line}" for line in self.lines)])


def ensure_result(result: object) -> None:
    """Refuse anything but a result of a round."""
    if result not in RESULTS:
        raise ScoreError(
            f"expected one of {', '.join(RESULTS)} as the result of a round, got {shown(result)}", result=result
        )


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
    lines: tuple[ScoreLine, ...] = attrs.field(default=(), converter=nonzero_lines)
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
        lines = (f"  side {line.seat}: {_item_text(line)}" for line in self.lines)
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
    winner, lines, sweep = team_lines([totals_of(table) for table in tables], rules)
    return TeamScore(tables=tuple(tables), winner=winner, lines=lines, sweep=sweep)


def team_lines(tables: Sequence[ScoreTotals], rules: RuleSet) -> tuple[int | None, tuple[ScoreLine, ...], bool]:
    """Return the side that wins a team round (None if level), the items, and whether it won every table."""
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


def totals_of(score: RoundScore | TeamScore) -> ScoreTotals:
    """Return a score's sums, which are added up from its lines here, once."""
    if isinstance(score, TeamScore):
        return ScoreTotals(score.points, score.boxes, score.winner)
    return ScoreTotals(score.points, score.boxes, score.winner, score.multiplier, score.extra_boxes)


def team_totals(tables: Sequence[ScoreTotals], rules: RuleSet) -> ScoreTotals:
    """Return the sums by side of `team_score`."""
    winner, lines, _ = team_lines(tables, rules)
    return ScoreTotals(points_by(lines, 2), boxes_by(lines, 2), winner)
