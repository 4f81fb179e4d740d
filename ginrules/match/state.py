"""`MatchState`: a match so far, as a value."""

import attrs

from ginrules._values import Value, expect
from ginrules.match.entries import Entry
from ginrules.match.table import Table
from ginrules.match.text import sheet_text
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import RoundScore
from ginrules.scoring.sheet import Game, Sheet
from ginrules.scoring.team import TeamScore


@attrs.frozen(kw_only=True)
class MatchState(Value):
    """A match: what has been entered, and everything that follows from it.

    It is a pure fold of its entries: ``new_match(m.rules, m.players, results=m.entries) == m``.
    To correct an entry, fold the corrected entries again.

    Attributes:
        rules: The rules of the match.
        players: The players' names; a player is named by his place here, from 0.
        sides: The players of each side; a side owns a line of the sheet.
        entries: Everything entered, in order.
        scores: The score of each round, by seat of its table; of a team round, by side.
        seatings: The tables of each round that has been entered.
        sheet: The games with their standings, and what decides where the next win is written.
        due: The tables of the next round; empty when the match is over.
        accounts: What each side has won: games in a best-of match, points in a points match.
        winners: The sides that have won the match; several share a penalty game.
        is_over: Whether the match has ended.
    """

    rules: RuleSet
    players: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    entries: tuple[Entry, ...]
    scores: tuple[RoundScore | TeamScore, ...]
    seatings: tuple[tuple[Table, ...], ...]
    sheet: Sheet
    due: tuple[Table, ...]
    accounts: tuple[int, ...]
    winners: tuple[int, ...] = ()
    is_over: bool = False

    @property
    def games(self) -> tuple[Game, ...]:
        """The games of the sheet: columns side by side, or games one after another."""
        return self.sheet.games

    @property
    def winner(self) -> int | None:
        """The side that has won the match; None before the end, and if nobody or several have."""
        return self.winners[0] if len(self.winners) == 1 else None

    def __str__(self) -> str:
        return sheet_text(self)


def expect_match(match: object) -> None:
    """Refuse what is not a match.

    Raises:
        WrongTypeError: If it is not a `MatchState`.
    """
    expect(match, MatchState, "a MatchState", "ginrules.new_match(rules) begins one")
