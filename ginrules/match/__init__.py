"""Matches: the seating, the entries, the score sheet, and the settlement at the end."""

from ginrules.match.advance import add_round, concede, give_notice, new_match
from ginrules.match.cut import Cut, cut
from ginrules.match.seating import Table
from ginrules.match.settlement import Payment, Settlement, settle
from ginrules.match.state import Concession, Entry, FirstDealer, MatchState, Notice, RoundResult, TeamRound
from ginrules.match.view import MatchView, match_view

__all__ = [
    "Concession",
    "Cut",
    "Entry",
    "FirstDealer",
    "MatchState",
    "MatchView",
    "Notice",
    "Payment",
    "RoundResult",
    "Settlement",
    "Table",
    "TeamRound",
    "add_round",
    "concede",
    "cut",
    "give_notice",
    "match_view",
    "new_match",
    "settle",
]
