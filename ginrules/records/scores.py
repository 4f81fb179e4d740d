"""The JSON of scores, sheets, settlements and matches. Only results that can be entered are read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ginrules._support.bounds import MATCH_ROUNDS, PLAYERS
from ginrules.match.cut import Cut
from ginrules.match.seating import Table
from ginrules.match.settlement import Payment, Settlement
from ginrules.match.state import Entry, MatchState, RoundResult
from ginrules.match.view import MatchView
from ginrules.records.annotations import NAMES
from ginrules.records.documents.json_forms import FLAG, Optional, class_form, listed, number, text
from ginrules.records.documents.registry import SEAT, SUMS, attrs_form, fields_of, register, union, write_only
from ginrules.records.documents.values import RULES
from ginrules.scoring.score import LONGEST_LABEL, RoundScore, ScoreLine, TeamScore
from ginrules.scoring.settle import Claim, GameSettlement, SettleLine
from ginrules.scoring.sheet import Game, GameEntry, Sheet

_COMPUTED: Final = {"points": SUMS, "boxes": SUMS}
_KINDS: Final[Mapping[type, str]] = {RoundScore: "score"}

register(ScoreLine, attrs_form(ScoreLine, {"label": Optional(text(LONGEST_LABEL), "")}), "score-line")
SCORE: Final = register(
    RoundScore,
    class_form(RoundScore, fields_of(RoundScore, {"seats": number(1, PLAYERS)}, required="lines"), computed=_COMPUTED),
    "score",
)
register(RoundResult, union(RoundResult, kinds=_KINDS))
ENTRY: Final = register(Entry, union(Entry, kinds=_KINDS))
register(
    MatchView,
    attrs_form(
        MatchView,
        {"columns": listed(SUMS, most=MATCH_ROUNDS), "won": Optional(SUMS, ()), "resting": Optional(SUMS, ())},
    ),
    "match-view",
)

# --- written only -----------------------------------------------------------------------------------

write_only(TeamScore, {**fields_of(TeamScore, required="lines"), **_COMPUTED})
_SCORE_OF_A_MATCH: Final = register(RoundScore | TeamScore, union(RoundScore | TeamScore, kinds=_KINDS))
write_only(Table, fields_of(Table, {"number": Optional(SEAT, 0)}, required="resting"))
write_only(GameEntry)
write_only(Game, fields_of(Game, required="entries drawn reached closed winners"))
write_only(Sheet, fields_of(Sheet, required="notice"))
write_only(SettleLine)
write_only(Claim)
write_only(Payment)
write_only(Cut, name="cut")
write_only(GameSettlement)
write_only(Settlement, name="settlement")
write_only(
    MatchState,
    {
        "rules": RULES,
        "players": NAMES,
        "entries": listed(ENTRY, most=MATCH_ROUNDS),
        "scores": listed(_SCORE_OF_A_MATCH, most=MATCH_ROUNDS),
        "winners": listed(SEAT, most=PLAYERS),
        "is_over": FLAG,
    },
    "ginrules/match",
)
