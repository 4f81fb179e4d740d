"""What can be entered in a match: the results of rounds, who deals first, and a notice."""

from collections.abc import Iterable, Sequence

import attrs

from ginrules._values import Value, as_items
from ginrules.errors import ScoreError
from ginrules.play.outcome import Outcome
from ginrules.rules.card.words import plural
from ginrules.scoring.score import RoundScore

RoundResult = Outcome | RoundScore
"""A round at one table: its facts, or a score that is already priced."""


def _as_results(values: Iterable[RoundResult]) -> tuple[RoundResult, ...]:
    return as_items(values, "the results of the tables in a list")


@attrs.frozen
class TeamRound(Value):
    """The results of a team round (BI, RG, RT).

    Attributes:
        results: An outcome or a score for each table, in the order of the tables.
    """

    results: tuple[RoundResult, ...] = attrs.field(converter=_as_results)


@attrs.frozen
class FirstDealer(Value):
    """Who deals first, where it is not player 0; the first entry of such a match.

    Attributes:
        player: The number of the player, from 0.
    """

    player: int


@attrs.frozen
class Notice(Value):
    """Notice in endless Hollywood: no new column opens, the open ones are finished."""


Entry = RoundResult | TeamRound | FirstDealer | Notice
"""One line of what a match was told; folding the entries again gives the same match."""


def results_in(entry: RoundResult | TeamRound) -> tuple[RoundResult, ...]:
    """The results of a round, one a table."""
    return entry.results if isinstance(entry, TeamRound) else (entry,)


def as_round(results: Sequence[object], tables: int) -> RoundResult | TeamRound:
    """The entry of a round at so many tables.

    Raises:
        ScoreError: If there are more or fewer results than tables, or one is no result.
    """
    known = [as_result(result) for result in results]
    if len(known) != tables:
        message = f"a round at {plural(tables, 'table')} needs a result for each, {len(known)} are given"
        raise ScoreError(message, results=len(known), tables=tables)
    return known[0] if tables == 1 else TeamRound(known)


def as_result(value: object) -> RoundResult:
    """The value, if it is the result of a round.

    Raises:
        ScoreError: If it is anything else.
    """
    if isinstance(value, Outcome | RoundScore):
        return value
    kind = type(value).__name__
    raise ScoreError(f"a round is entered as an Outcome or a RoundScore, not as {kind}", kind=kind)
