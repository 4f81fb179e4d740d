"""The example of the columns on a rule card: six rounds, written on a sheet by the library when the card is made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ginrules.match import MatchState, add_round, new_match
from ginrules.match.state import side_names
from ginrules.rulecard.example_round import NAMES
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import joined, ordinal
from ginrules.scoring import pad_entry

_ROUNDS: Final = ((0, 40), (0, 35), (0, 30), (1, 20), (1, 25), (0, 36))
"""The side that wins, and its points as hundredths of the target (*The rules, step by step*, 6.4)."""


def example_sheet(rules: RuleSet) -> MatchState:
    """Return a match after six rounds, whose wins close a game and begin in later ones.

    Examples:
        >>> [game.points for game in example_sheet(RuleSet(columns=3)).games]
        [(105, 0), (101, 45), (66, 25)]
    """
    players = min(rules.player_counts)
    match = new_match(rules, NAMES[:players] if players <= len(NAMES) else players)
    target = match.sheet.target or 100
    for side, hundredths in _ROUNDS:
        if match.is_over:
            break
        points = max(1, round(target * hundredths / 100))
        won = pad_entry(tuple(points if seat == side else 0 for seat in range(2)), rules, winner=side, result="knock")
        drawn = pad_entry((0, 0), rules, winner=None, result="dead")
        match = add_round(match, won, *(drawn for _ in match.due[1:]))
    return match


def sheet_rows(match: MatchState) -> list[str]:
    """Return the sheet as aligned lines, a line per round."""
    return [line.rstrip() for line in str(match).splitlines()[1:-1]]


def written_where(match: MatchState) -> Iterator[str]:
    """Yield for each round in which games it is written, and which games it closes."""
    names = side_names(match)
    wins = [0] * len(names)
    for number in range(len(match.scores)):
        entered = [game for game in match.games if any(entry.round == number for entry in game.entries)]
        closes = [str(game.number) for game in entered if game.closed and game.entries[-1].round == number]
        side = match.scores[number].winner
        assert side is not None
        wins[side] += 1
        where = f"in {_games([str(game.number) for game in entered])}" if entered else "nowhere"
        closed = f" and closes {_games(closes)}" if closes else ""
        yield f"Round {number + 1}, the {ordinal(wins[side])} win of {names[side]}: written {where}{closed}."


def _games(numbers: list[str]) -> str:
    return f"game{'s' if len(numbers) > 1 else ''} {joined(numbers, 'and')}"
