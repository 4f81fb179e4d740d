"""The JSON of scores, sheets, settlements and matches: entries are folded again, scores are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from ginrules._support.bounds import MATCH_ROUNDS, PLAYERS
from ginrules.errors import GinRulesError, ScoreError
from ginrules.match.advance import blank_match, with_entry
from ginrules.match.cut import Cut
from ginrules.match.settlement import Payment, Settlement
from ginrules.match.state import Entry, FirstDealer, MatchState, RoundResult, Table
from ginrules.match.view import MatchView
from ginrules.records.annotations import NAMES
from ginrules.records.documents.json_forms import JsonForm, Optional, listed, number, record, text
from ginrules.records.documents.problems import BAD, At, Bad, first_line
from ginrules.records.documents.registry import SEAT, SUMS, derived, fields_of, register, union
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import LONGEST_LABEL, RoundScore, ScoreLine, TeamScore
from ginrules.scoring.settle import Claim, GameSettlement, SettleLine
from ginrules.scoring.sheet import Game, GameEntry, Sheet

_FOLLOWS: Final = {"points": SUMS, "boxes": SUMS}
_KINDS: Final[Mapping[type, str]] = {RoundScore: "score"}

register(ScoreLine, derived(ScoreLine, {"label": Optional(text(LONGEST_LABEL), "")}), "score-line")
SCORE: Final = register(
    RoundScore,
    derived(RoundScore, {"seats": number(1, PLAYERS)}, required="lines", follows=_FOLLOWS),
    "score",
)


def _team_score(*, lines: tuple[ScoreLine, ...], winner: int | None, **facts: Any) -> TeamScore:
    if any(line.seat > 1 for line in lines) or winner not in {None, 0, 1}:
        raise ScoreError("a line or the winner is a side that is neither 0 nor 1")
    return TeamScore(lines=lines, winner=winner, **facts)


register(TeamScore, record(_team_score, fields_of(TeamScore, required="lines"), derived=_FOLLOWS))
register(Table, derived(Table, {"number": Optional(SEAT, 0)}, required="resting"))
register(
    MatchView,
    derived(
        MatchView,
        {"columns": listed(SUMS, most=MATCH_ROUNDS), "won": Optional(SUMS, ()), "resting": Optional(SUMS, ())},
    ),
    "match-view",
)
register(GameEntry, derived(GameEntry))
register(Game, derived(Game, required="entries drawn reached closed winners"))
register(Sheet, derived(Sheet, required="notice"))
register(SettleLine, derived(SettleLine))
register(Claim, derived(Claim))
register(Payment, derived(Payment))
register(Cut, derived(Cut, {"players": NAMES}), "cut")


def _game_problems(game: GameSettlement) -> Iterator[tuple[str, str]]:
    sides = len(game.totals)
    for name, used in (
        ("lines", [line.side for line in game.lines]),
        ("claims", [side for claim in game.claims for side in (claim.debtor, claim.creditor)]),
        ("winners", game.winners),
    ):
        if any(side >= sides for side in used):
            yield name, f"name a side beyond the {sides} of the totals"
            return
    sums = [sum(line.points for line in game.lines if line.side == side) for side in range(sides)]
    if sums != list(game.totals):
        yield "totals", f"are {list(game.totals)}, the lines sum to {sums}"


def _settlement_problems(settled: Settlement) -> Iterator[tuple[str, str]]:
    sides = len(settled.totals)
    for name, count in (("names", len(settled.names)), ("net", len(settled.net))):
        if count != sides:
            yield name, f"has {count} items, totals has {sides}"
    if len(settled.weights) != len(settled.games):
        yield "weights", f"has {len(settled.weights)} numbers for {len(settled.games)} games"
    for place, game in enumerate(settled.games):
        if len(game.totals) != sides:
            yield f"games[{place}].totals", f"has {len(game.totals)} numbers for {sides} sides"
    if sum(settled.net):
        yield "net", f"sums to {sum(settled.net)}, it must be 0"


register(GameSettlement, derived(GameSettlement, check=_game_problems))
register(
    Settlement,
    derived(
        Settlement,
        {"names": listed(text(2_000), most=PLAYERS), "players": Optional(NAMES, ())},
        check=_settlement_problems,
    ),
    "settlement",
)
register(RoundResult, union(RoundResult, kinds=_KINDS))
register(Entry, union(Entry, kinds=_KINDS))
register(RoundScore | TeamScore, union(RoundScore | TeamScore, kinds=_KINDS))


@attrs.frozen(kw_only=True)
class _MatchFields:
    """A match in written form: its entries, and the results that follow from them."""

    rules: RuleSet
    players: tuple[str, ...]
    entries: tuple[Entry, ...]
    scores: tuple[RoundScore | TeamScore, ...] | None = None
    winners: tuple[int, ...] | None = None
    is_over: bool | None = None


_MATCH: Final = derived(_MatchFields, {"players": NAMES})


def _read_match(data: Any, at: At) -> Any:
    fields = _MATCH.read(data, at)
    if isinstance(fields, Bad):
        return BAD
    match = _replayed(fields, at)
    return BAD if isinstance(match, Bad) or at.note(_score_problems(match, fields)) else match


def _replayed(fields: _MatchFields, at: At) -> MatchState | Bad:
    """Return the match of these entries, or `BAD` with the first entry noted that does not fit."""
    entries = fields.entries
    first = entries[0] if entries and isinstance(entries[0], FirstDealer) else None
    others = entries if first is None else entries[1:]
    try:
        match = blank_match(fields.rules, fields.players, 0 if first is None else first.player)
    except GinRulesError as error:
        return at.key("players").bad(first_line(error))  # type: ignore[no-any-return]
    for place, entry in enumerate(others, start=len(entries) - len(others)):
        try:
            match = with_entry(match, entry)
        except GinRulesError as error:
            return at.key("entries").item(place).bad(first_line(error))  # type: ignore[no-any-return]
    return match


def _score_problems(match: MatchState, fields: _MatchFields) -> Iterator[tuple[str, str]]:
    if fields.scores is not None:
        if len(fields.scores) != len(match.scores):
            yield "scores", f"has {len(fields.scores)} scores, {len(match.scores)} rounds are entered"
        for place, (score, follows) in enumerate(zip(fields.scores, match.scores, strict=False)):
            if score != follows:
                yield (
                    f"scores[{place}]",
                    f"has points {list(score.points)}, {list(follows.points)} follow from the entries",
                )
    for name in ("winners", "is_over"):
        value, follows_too = getattr(fields, name), getattr(match, name)
        if value is not None and value != follows_too:
            yield name, f"is {value}, {follows_too} follows from the entries"


register(MatchState, JsonForm(_MATCH.write, _read_match, _MATCH.schema), "ginrules/match")
