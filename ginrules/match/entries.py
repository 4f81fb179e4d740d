"""Entries of a match: the results of rounds, the first dealer, notice, and concessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from ginrules._values import Value, as_items
from ginrules.errors import ScoreError
from ginrules.play.outcome import Outcome
from ginrules.rules.texts import plural
from ginrules.scoring.score import RoundScore

RoundResult = Outcome | RoundScore
"""A round at one table: its facts, or a score that has been priced."""


def _as_results(values: Iterable[RoundResult]) -> tuple[RoundResult, ...]:
    return as_items(values, "the results of the tables in a list")


@attrs.frozen
class TeamRound(Value):
    """The results of a team round (bicyclecards.com, rummy-games.com, rummytalk.com).

    Attributes:
        results: An outcome or a score for each table, in the order of the tables.
    """

    results: tuple[RoundResult, ...] = attrs.field(converter=_as_results)


@attrs.frozen
class FirstDealer(Value):
    """The player who deals first, if not player 0; the first entry of such a match.

    Attributes:
        player: The player, numbered from 0.
    """

    player: int


@attrs.frozen
class Notice(Value):
    """Notice in endless Hollywood: no new column opens, and the open columns are finished."""


@attrs.frozen
class Concession(Value):
    """A player's concession (*Gin rummy notes*: "forfeit your … game"); it speaks for the player's side.

    Attributes:
        player: The player, numbered from 0.
    """

    player: int


Entry = RoundResult | TeamRound | FirstDealer | Notice | Concession
"""Anything entered in a match; folding the entries again gives the same match."""


def results_in(entry: RoundResult | TeamRound) -> tuple[RoundResult, ...]:
    """Return the results of a round, one per table."""
    return entry.results if isinstance(entry, TeamRound) else (entry,)


def as_round(results: Sequence[object], tables: int) -> RoundResult | TeamRound:
    """Return the entry of a round with one result per table.

    Raises:
        ScoreError: If there are more or fewer results than tables, or a value is not a result.
    """
    checked = [as_result(result) for result in results]
    if len(checked) != tables:
        message = f"a round at {plural(tables, 'table')} needs {plural(tables, 'result')}, got {len(checked)}"
        raise ScoreError(message, results=len(checked), tables=tables)
    return checked[0] if tables == 1 else TeamRound(checked)


def as_result(value: object) -> RoundResult:
    """Return the value if it is the result of a round.

    Raises:
        ScoreError: If it is anything else.
    """
    if isinstance(value, Outcome | RoundScore):
        return value
    kind = type(value).__name__
    raise ScoreError(f"expected an Outcome or a RoundScore as the result of a round, got {kind}", kind=kind)
