"""`MatchView`: a match as the players at one of its tables know it before a deal, by seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from ginrules._support.values import Value, as_items, expect
from ginrules.errors import ScoreError
from ginrules.match.seating import Sides, Table
from ginrules.match.state import (
    Concession,
    FirstDealer,
    MatchState,
    Notice,
    RoundResult,
    expect_match,
    results_in,
)
from ginrules.play.outcome import Outcome
from ginrules.scoring.sheet import Sheet


def _numbers(values: Iterable[int]) -> tuple[int, ...]:
    return as_items(values, "whole numbers, one for each seat")


def _outcomes(values: Iterable[Outcome]) -> tuple[Outcome, ...]:
    return as_items(values, "the outcomes of the earlier rounds")


def _columns(values: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(_numbers(column) for column in as_items(values, "columns, each with the standing of every seat"))


@attrs.frozen(kw_only=True)
class MatchView(Value):
    """A match before a round's deal, as every player at the table knows it.

    Everything in it is by seat, like all that a player of the lab is shown, and nothing tells who
    the others are. Under penalty scoring the standings are penalty points: the lowest is ahead.

    Attributes:
        round: The round's number in the match, from 0. Drawn rounds are counted.
        dealer: The seat named as dealer. The other seat acts first.
        target: The standing that ends a game, in points. 0 if a number of rounds ends it.
        rounds: Decided rounds that end a game. 0 if a target ends it.
        columns: For each open game of the sheet, in order, the standing of every seat's side, in
            points as they are compared with the target.
        won: The winnings of every seat's side so far: games in a best-of match, points in a
            points match, zeros in a single game.
        resting: The standings in the first open game of the sides that have no seat at this table.
        outcomes: The rounds that the players of this table have played with each other in the match, in order and
            by their seats at this table, without the cards. Rounds that were entered as scores are missing.

    Examples:
        >>> from ginrules.match import MatchView
        >>> MatchView(round=3, dealer=1, target=100, columns=[(80, 35)]).standings
        (80, 35)
    """

    round: int
    dealer: int
    target: int
    rounds: int = 0
    columns: tuple[tuple[int, ...], ...] = attrs.field(converter=_columns)
    won: tuple[int, ...] = attrs.field(default=(), converter=_numbers)
    resting: tuple[int, ...] = attrs.field(default=(), converter=_numbers)
    outcomes: tuple[Outcome, ...] = attrs.field(default=(), converter=_outcomes)

    def __attrs_post_init__(self) -> None:
        if not self.columns:
            raise ScoreError("columns: expected the standings of one open game or more, got none")

    @property
    def standings(self) -> tuple[int, ...]:
        """The standing of every seat's side in the first open game, in points."""
        return self.columns[0]


def match_view(match: MatchState, table: Table) -> MatchView:
    """Return the match as the players at a table know it before the deal.

    Args:
        match: The match so far.
        table: The table, one of ``match.due``.

    Raises:
        ScoreError: If the match is over, or the table is not due.

    Examples:
        >>> from ginrules.match import match_view
        >>> import ginrules as gin
        >>> match = gin.new_match("standard", 2, results=[gin.Outcome(declarer=0, deadwood=(3, 21))])
        >>> view = match_view(match, match.due[0])
        >>> view.round, view.dealer, view.target, view.standings
        (1, 1, 100, (18, 0))
        >>> [outcome.ending for outcome in view.outcomes]
        ['knock']
    """
    expect_match(match)
    expect(table, Table, "a Table", "match.due has them")
    if table not in match.due:
        raise ScoreError("the table is not one of those that are due in this match: match.due has them")
    entries = [entry for entry in match.entries if not isinstance(entry, FirstDealer | Notice | Concession)]
    rounds = zip(entries, match.seatings, strict=True)
    results = (pair for entry, tables in rounds for pair in zip(results_in(entry), tables, strict=True))
    outcomes = played_by(results, table.players)
    return seen_at(table, match.sides, len(match.scores), match.sheet, match.accounts, outcomes)


def seen_at(
    table: Table, sides: Sides, rounds: int, sheet: Sheet, accounts: Sequence[int], outcomes: Iterable[Outcome]
) -> MatchView:
    """Return a match of these standings as the players at a table know it."""
    side_of = {player: side for side, members in enumerate(sides) for player in members}
    at_table = [side_of[player] for player in table.players]
    games = [game.standing for game in sheet.games if not game.closed]
    return MatchView(
        round=rounds,
        dealer=table.dealer_seat,
        target=sheet.target,
        rounds=sheet.rounds,
        columns=[[standing[side] for side in at_table] for standing in games],
        won=[accounts[side] for side in at_table],
        resting=[points for side, points in enumerate(games[0]) if side not in at_table],
        outcomes=outcomes,
    )


def played_by(rounds: Iterable[tuple[RoundResult, Table]], players: Sequence[int]) -> Iterator[Outcome]:
    """Yield the outcomes of the rounds of these players alone, with the seats in this order."""
    for result, table in rounds:
        if isinstance(result, Outcome) and sorted(table.players) == sorted(players):
            yield _seated(result, [table.players.index(player) for player in players])


def _seated(outcome: Outcome, seats: Sequence[int]) -> Outcome:
    """Return an outcome with these seats of its table in order, without the cards."""
    if list(seats) == sorted(seats) and not outcome.hands:
        return outcome
    return attrs.evolve(
        outcome,
        declarer=None if outcome.declarer is None else seats.index(outcome.declarer),
        deadwood=[outcome.deadwood[seat] for seat in seats],
        laid=[outcome.laid[seat] for seat in seats] if outcome.laid else (),
        hands=(),
    )
