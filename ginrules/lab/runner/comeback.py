"""Games won by a side that was behind when half its rounds had been written."""

from ginrules.match.state import MatchState
from ginrules.scoring.sheet import Game


def comebacks(match: MatchState) -> tuple[int, int]:
    """How many games (columns) were won from behind, and in how many one side won and was not level then.

    Half the rounds are those written in the column, drawn ones apart, the middle one of an odd
    number left out; under penalty scoring the side with the most points is behind.
    """
    lowest_wins = match.rules.score_mode == "penalty"
    won = counted = 0
    for game in match.games:
        from_behind = _from_behind(game, lowest_wins=lowest_wins)
        if from_behind is not None:
            counted += 1
            won += from_behind
    return won, counted


def _from_behind(game: Game, *, lowest_wins: bool) -> bool | None:
    if game.winner is None:
        return None
    half = game.entries[: len(game.entries) // 2]
    points: list[int] = [sum(each) for each in zip(*(entry.points for entry in half), strict=True)]
    if not points:
        return None
    own, others = points[game.winner], points[: game.winner] + points[game.winner + 1 :]
    best = min(others) if lowest_wins else max(others)
    if own == best:
        return None
    return own > best if lowest_wins else own < best
