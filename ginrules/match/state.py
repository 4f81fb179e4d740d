"""`MatchState`, a match so far, printed as an aligned score sheet, and its entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import attrs

from ginrules._support.notebook import ShownAsPicture
from ginrules._support.printed import clean
from ginrules._support.values import Value, as_items, expect
from ginrules.errors import ScoreError
from ginrules.match.seating import Table
from ginrules.match.status import MatchStatus
from ginrules.play.outcome import Outcome
from ginrules.rules.model import RuleSet
from ginrules.rules.texts import plural
from ginrules.scoring.score import RoundScore, TeamScore
from ginrules.scoring.sheet import Game, out_of

# --- entries: rounds, the first dealer, notice and concessions ------------------------------------


RoundResult = Outcome | RoundScore
"""A round at one table: its facts, or a score that has been priced."""


def _as_results(values: Iterable[RoundResult]) -> tuple[RoundResult, ...]:
    return as_items(values, "the results of the tables in a list")


@attrs.frozen
class TeamRound(Value):
    """A team round's results (bicyclecards.com, rummy-games.com, rummytalk.com).

    Attributes:
        results: An outcome or a score for each table, in the tables' order.
    """

    results: tuple[RoundResult, ...] = attrs.field(converter=_as_results)


@attrs.frozen
class FirstDealer(Value):
    """The player who deals first, if not player 0. The first entry of such a match.

    Attributes:
        player: The player, numbered from 0.
    """

    player: int


@attrs.frozen
class Notice(Value):
    """Notice in endless Hollywood: no new column opens, and the open columns are finished."""


@attrs.frozen
class Concession(Value):
    """A player's concession (*Gin rummy notes*: "forfeit your … game"). It speaks for the player's side.

    Attributes:
        player: The player, numbered from 0.
    """

    player: int


Entry = RoundResult | TeamRound | FirstDealer | Notice | Concession
"""Anything entered in a match. Folding the entries again gives the same match."""


def results_in(entry: RoundResult | TeamRound) -> tuple[RoundResult, ...]:
    """Return a round's results, one per table."""
    return entry.results if isinstance(entry, TeamRound) else (entry,)


def as_round(results: Sequence[object], tables: int) -> RoundResult | TeamRound:
    """Return a round's entry with one result per table."""
    checked = [as_result(result) for result in results]
    if len(checked) != tables:
        message = f"a round at {plural(tables, 'table')} needs {plural(tables, 'result')}, got {len(checked)}"
        raise ScoreError(message, results=len(checked), tables=tables)
    return checked[0] if tables == 1 else TeamRound(checked)


def as_result(value: object) -> RoundResult:
    """Return the value if it is a round's result."""
    if isinstance(value, Outcome | RoundScore):
        return value
    kind = type(value).__name__
    raise ScoreError(f"expected an Outcome or a RoundScore as the result of a round, got {kind}", kind=kind)


# --- the match ------------------------------------------------------------------------------------


_NOT_WRITTEN = "."
_CLOSED = "closed"
_CONCEDED = "conceded"


def _own_first(_cls: type, fields: list[attrs.Attribute[Any]]) -> list[attrs.Attribute[Any]]:
    return sorted(fields, key=lambda field: field.name in attrs.fields_dict(MatchStatus))


@attrs.frozen(kw_only=True, field_transformer=_own_first)
class MatchState(ShownAsPicture, MatchStatus):
    """A match: its entries, and everything that follows from them.

    It is a pure function of its entries: ``new_match(m.rules, m.players, results=m.entries) == m``.
    To correct an entry, make the match again from the corrected entries.

    Attributes:
        rules: The match's rules.
        players: The players' names. A player is a position in this tuple, from 0.
        sides: The players of each side. A side owns a line of the sheet.
        entries: Everything entered, in order.
        scores: The score of each round, by seat of its table. Of a team round, by side.
        seatings: The tables of each round that has been entered.
        rounds: The number of rounds that have been entered, drawn rounds counted.
        sheet: The games with their standings, and the state that decides in which games the next win is written.
        due: The next round's tables. Empty when the match is over.
        accounts: The winnings of each side: games in a best-of match, points in a points match.
        winners: The sides that have won the match. Several share a penalty game.
        is_over: Whether the match has ended.

    Examples:
        >>> import ginrules as gin
        >>> match = gin.new_match("standard", ["Ann", "Bo"])
        >>> match = gin.add_round(match, gin.Outcome(declarer=0, deadwood=(3, 21)))
        >>> match = gin.add_round(match, gin.Outcome(declarer=1, deadwood=(90, 0)))
        >>> match.is_over, [match.players[side] for side in match.winners], match.games[0].standing
        (True, ['Bo'], (18, 115))
        >>> [score.result for score in match.scores]
        ['knock', 'gin']
    """

    rules: RuleSet
    players: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    entries: tuple[Entry, ...]
    scores: tuple[RoundScore | TeamScore, ...]
    seatings: tuple[tuple[Table, ...], ...]

    @property
    def games(self) -> tuple[Game, ...]:
        """The sheet's games: columns side by side, or games one after another."""
        return self.sheet.games

    @property
    def out(self) -> tuple[int, ...]:
        """The players who are out of the game in progress, by number. None unless the last player standing wins.

        Examples:
            >>> import ginrules as gin
            >>> rules = gin.preset("penalty-elimination-50")
            >>> gin.new_match(rules, 3, results=[gin.pad_entry((0, 51, 12), rules, winner=0)]).out
            (1,)
        """
        return () if self.is_over else out_of(self.rules, self.sheet)

    @property
    def winner(self) -> int | None:
        """The side that has won the match, or None before the end, and if nobody or several have."""
        return self.winners[0] if len(self.winners) == 1 else None

    def __str__(self) -> str:
        """Return the score sheet: one line per round, one column per game, with running standings."""
        head = ["round", "dealer", "result", *(f"game {game.number}" for game in self.games)]
        rounds = [
            (str(number + 1), _dealers(self, tables), round_text(self, number))
            for number, tables in enumerate(self.seatings)
        ]
        columns = [_column(self, game) for game in self.games]
        rows = [head, *([*about, *cells] for about, *cells in zip(rounds, *columns, strict=True))]
        if self.rules.score_mode == "gain":
            rows.append(["boxes", "", "", *("–".join(map(str, game.boxes)) for game in self.games)])
        title = f"{clean(self.rules.name) or 'house rules'}: {' – '.join(map(clean, side_names(self)))}"
        conceded = concession_texts(self, tuple(map(clean, self.players)))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join([title, *lines, *conceded, _last_line(self)])


def expect_match(match: object) -> None:
    """Refuse anything but a match."""
    expect(match, MatchState, "a MatchState", "ginrules.new_match(rules) begins one")


def side_names(match: MatchState) -> tuple[str, ...]:
    """Return the name of each side: its players' names."""
    return tuple("/".join(match.players[player] for player in side) for side in match.sides)


def round_text(match: MatchState, number: int) -> str:
    """Return who won the round with this number (from 0), how, and with how many points."""
    score = match.scores[number]
    if isinstance(score, TeamScore):
        return (
            "drawn"
            if score.winner is None
            else f"{clean(side_names(match)[score.winner])} {score.points[score.winner]}"
        )
    if score.winner is None:
        return score.result
    (table,) = match.seatings[number]
    # The winner of a penalty round has no points, so the points of every seat are shown.
    has_one_number = sum(map(bool, score.points)) <= 1 and not score.lowest_wins
    at_table = dict(zip(table.players, score.points, strict=True))
    by_player = (str(at_table.get(player, _NOT_WRITTEN)) for player in range(len(match.players)))
    points = str(sum(score.points)) if has_one_number else " ".join(by_player)
    house = f" (with {', '.join(dict.fromkeys(line.label for line in score.house))})" if score.house else ""
    how = ", double refused" if score.result == "refused" else f" {score.result}"  # the side that scores has doubled
    return f"{clean(match.players[table.players[score.winner]])}{how} {points}{house}"


def concession_texts(match: MatchState, names: Sequence[str]) -> list[str]:
    """Return for each concession who has conceded, and when."""
    texts, rounds = [], 0
    for entry in match.entries:
        match entry:
            case Concession(player):
                when = f"after round {rounds}" if rounds else "before the first round"
                texts.append(f"{names[player]} concedes {when}")
            case FirstDealer() | Notice():
                pass
            case _:
                rounds += 1
    return texts


def _dealers(match: MatchState, tables: Sequence[Table]) -> str:
    return "/".join(clean(match.players[table.dealer]) for table in tables)


def running_points(game: Game) -> dict[int, tuple[int, ...]]:
    """Return the sides' points after each round written in a game, by the round's number from 0."""
    columns = [accumulate(column) for column in zip(*(entry.points for entry in game.entries), strict=True)]
    return {entry.round: tuple(points) for entry, *points in zip(game.entries, *columns, strict=True)}


def _column(match: MatchState, game: Game) -> list[str]:
    """Return the text of a game's column for every round: the points so far, if the round was written in it."""
    written = {number: "–".join(map(str, points)) for number, points in running_points(game).items()}
    if game.closed and written:
        was_conceded = game.conceded_by and isinstance(match.entries[-1], Concession)
        written[game.entries[-1].round] += f" {_CONCEDED if was_conceded else _CLOSED}"
    return [written.get(number, _NOT_WRITTEN) for number in range(len(match.scores))]


def _last_line(match: MatchState) -> str:
    if not match.is_over:
        out = ", ".join(match.players[player] for player in match.out)
        return f"next to deal: {_dealers(match, match.due)}" + (f"; out: {out}" if out else "")
    if not match.winners:
        return "nobody wins"
    names = tuple(map(clean, side_names(match)))
    winners = " and ".join(names[side] for side in match.winners)
    return f"{winners} wins" if len(match.winners) == 1 else f"{winners} share the win"
