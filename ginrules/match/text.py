"""The score sheet as plain text: a line a round, a column a game."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from ginrules.scoring.score import RoundScore
from ginrules.scoring.sheet import Game
from ginrules.scoring.team import TeamScore

if TYPE_CHECKING:
    from ginrules.match.state import MatchState

_NOTHING = "."
_CLOSED = "closed"


def side_names(match: "MatchState") -> tuple[str, ...]:
    """What each side is called: its players' names."""
    return tuple("/".join(match.players[player] for player in side) for side in match.sides)


def sheet_text(match: "MatchState") -> str:
    """The sheet of a match with the running standings of each game, points of the sides in order."""
    names = side_names(match)
    head = ["round", "dealer", "result", *(f"game {game.number}" for game in match.games)]
    rows = [head, *(_round_row(match, number) for number in range(len(match.scores)))]
    if match.rules.score_mode == "gain":
        rows.append(["boxes", "", "", *("–".join(map(str, game.boxes)) for game in match.games)])
    rules = match.rules.name or "house rules"
    return "\n".join([f"{rules}: {' – '.join(names)}", *_aligned(rows), _last_line(match, names)])


def _round_row(match: "MatchState", number: int) -> list[str]:
    dealers = "/".join(match.players[table.dealer] for table in match.seatings[number])
    return [str(number + 1), dealers, round_told(match, number), *(_cell(game, number) for game in match.games)]


def round_told(match: "MatchState", number: int) -> str:
    """Who won the round with this number (from 0), how, and with how many points."""
    score = match.scores[number]
    return _team_told(match, score) if isinstance(score, TeamScore) else _told(match, number, score)


def _told(match: "MatchState", number: int, score: RoundScore) -> str:
    (table,) = match.seatings[number]
    if score.winner is None:
        return score.result
    # The winner of a penalty round has nothing: tell everybody's points.
    plain = sum(map(bool, score.points)) <= 1 and not score.lowest_wins
    points = str(sum(score.points)) if plain else " ".join(map(str, score.points))
    return f"{match.players[table.players[score.winner]]} {score.result} {points}"


def _team_told(match: "MatchState", score: TeamScore) -> str:
    return "drawn" if score.winner is None else f"{side_names(match)[score.winner]} {score.points[score.winner]}"


def _cell(game: Game, number: int) -> str:
    """The standing in this game after this round, if the round was written in it."""
    rounds = [entry.round for entry in game.entries]
    if number not in rounds:
        return _NOTHING
    place = rounds.index(number)
    columns = zip(*(entry.points for entry in game.entries), strict=True)
    standing = [list(accumulate(column))[place] for column in columns]
    last = game.closed and place == len(rounds) - 1
    return "–".join(map(str, standing)) + (f" {_CLOSED}" if last else "")


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _last_line(match: "MatchState", names: tuple[str, ...]) -> str:
    if not match.is_over:
        deals = "/".join(match.players[table.dealer] for table in match.due)
        return f"next to deal: {deals}"
    if not match.winners:
        return "nobody wins"
    winners = " and ".join(names[side] for side in match.winners)
    return f"{winners} wins" if len(match.winners) == 1 else f"{winners} share the win"
