"""Texts of `ginrules play` after a round: its review, and the strength of players that adjust."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ginrules.match import MatchState
    from ginrules.records import RoundRecord

_ADJUSTING: Final = "adjusting"


def review_text(record: RoundRecord, seats: Sequence[int]) -> str:
    """Return the review of a finished round for the people at some seats, for a person alone with its own decisions."""
    from ginrules.lab import review

    result = review(record, seats[0] if len(seats) == 1 else None)
    own = [one for one in result.decisions if one.is_clear and one.lost.value > 0]
    more = "" if len(own) <= len(result.worst) else f"\n\n{len(own)} decisions give away points that can be measured."
    return f"{result}{more}"


def strength_lines(match: MatchState, kinds: Sequence[str]) -> Iterator[str]:
    """Yield a line for each player of the next round whose strength follows the results."""
    if _ADJUSTING not in kinds or match.is_over:
        return
    from ginrules.lab.players.adjusting import Adjusting, strength_text
    from ginrules.match import match_view

    for table in match.due:
        for seat, player in enumerate(table.players):
            if kinds[player] == _ADJUSTING:
                strength = Adjusting(0).strength(match_view(match, table), seat, match.rules)
                yield f"{match.players[player]} follows the results: {strength_text(strength)} in the next round."
