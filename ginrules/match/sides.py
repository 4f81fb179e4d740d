"""From a round's score by seat to what it means for the sides of the match."""

from ginrules.match.table import Table
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore
from ginrules.scoring.sheet import SideRound
from ginrules.scoring.team import TeamScore

Sides = tuple[tuple[int, ...], ...]


def side_round(rules: RuleSet, sides: Sides, table: Table, score: RoundScore | TeamScore) -> SideRound:
    """The round by side; a team's score is by side already."""
    if isinstance(score, TeamScore):
        winners = () if score.winner is None else (score.winner,)
        return SideRound(points=score.points, boxes=score.boxes, winners=winners)
    match rules.seating:
        case "rotating-box":
            return _box_round(table, score)
        case "head-to-head" | "all-play" | "sit-out" | "captain" | "partnership":
            return _round_by_side(sides, table, score)


def _round_by_side(sides: Sides, table: Table, score: RoundScore) -> SideRound:
    side_at = [_side_of(sides, player) for player in table.players]
    points, boxes = [0] * len(sides), [0] * len(sides)
    for seat, side in enumerate(side_at):
        points[side] += score.points[seat]
        boxes[side] += score.boxes[seat]
    winners = () if score.winner is None else (side_at[score.winner],)
    return SideRound(points=tuple(points), boxes=tuple(boxes), winners=winners)


def _side_of(sides: Sides, player: int) -> int:
    return next(number for number, side in enumerate(sides) if player in side)


def _box_round(table: Table, score: RoundScore) -> SideRound:
    """A round against the box: the idle partner is scored whatever the captain is."""
    captain = table.players[1]
    seat_of = {table.players[0]: 0, captain: 1, table.resting[0]: 1}
    players = range(len(seat_of))
    return SideRound(
        points=tuple(score.points[seat_of[player]] for player in players),
        boxes=tuple(score.boxes[seat_of[player]] for player in players),
        winners=tuple(player for player in players if seat_of[player] == score.winner),
        first=captain,
    )
