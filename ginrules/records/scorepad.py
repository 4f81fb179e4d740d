"""The JSON of scores and of matches: what was entered is folded again, what was scored is compared."""

from collections.abc import Iterator
from typing import Any, Final, get_args

import attrs

from ginrules.errors import GinRulesError, ScoreError
from ginrules.match.entries import Entry, FirstDealer, Notice, TeamRound
from ginrules.match.fold import add_round, give_notice, new_match
from ginrules.match.settlement import Payment, Settlement
from ginrules.match.state import MatchState, Table
from ginrules.play.outcome import Outcome
from ginrules.records.annotations import LONGEST_NAME
from ginrules.records.document import document
from ginrules.records.documents.codec import FLAG, Codec, Optional, choice, listed, number, record, tagged, text
from ginrules.records.documents.problems import BAD, At, Bad, first_line
from ginrules.records.documents.values import ANY_POINTS, MOST_SEATS, OUTCOME, SEAT
from ginrules.records.rules import RULES
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import LineKind, Result, RoundScore, ScoreLine
from ginrules.scoring.settle import Claim, GameSettlement, SettleKind, SettleLine
from ginrules.scoring.sheet import Game, GameEntry, Sheet
from ginrules.scoring.team import TeamScore

MOST_ROUNDS: Final = 2_000
"""Rounds of a match; a longer one is not read, since each is folded."""

_NUMBER: Final = number(0)
_POINTS: Final = listed(number(-(10**12), 10**12), most=MOST_SEATS)
_SIDES: Final = listed(SEAT, most=MOST_SEATS)
NAME: Final = text(LONGEST_NAME, least=1)
NAMES: Final = listed(NAME, most=MOST_SEATS)

LINE: Final = record(
    ScoreLine,
    {
        "kind": choice(get_args(LineKind)),
        "seat": SEAT,
        "points": Optional(ANY_POINTS, 0),
        "boxes": Optional(ANY_POINTS, 0),
    },
)
_LINES: Final = listed(LINE, most=100)
SCORE: Final = record(
    RoundScore,
    {
        "seats": number(1, MOST_SEATS),
        "result": choice(get_args(Result)),
        "winner": Optional(SEAT),
        "lines": _LINES,
        "multiplier": Optional(number(1), 1),
        "lowest_wins": Optional(FLAG, default=False),
    },
    derived={"points": _POINTS, "boxes": _POINTS},
)


def _team_faults(score: TeamScore) -> Iterator[tuple[str, str]]:
    if score.winner not in {None, 0, 1}:
        yield "winner", f"is side {score.winner}, the sides are 0 and 1"


def _team_score(*, lines: tuple[ScoreLine, ...], **facts: Any) -> TeamScore:
    if any(line.seat > 1 for line in lines):
        raise ScoreError("a line is of a side that is neither 0 nor 1")
    return TeamScore(lines=lines, **facts)


TEAM_SCORE: Final = record(
    _team_score,
    {
        "tables": listed(SCORE, most=MOST_SEATS),
        "winner": Optional(SEAT),
        "lines": _LINES,
        "sweep": Optional(FLAG, default=False),
    },
    check=_team_faults,
    derived={"points": _POINTS, "boxes": _POINTS},
)

TABLE: Final = record(
    Table,
    {"players": _SIDES, "dealer": SEAT, "dealer_seat": SEAT, "resting": _SIDES, "number": Optional(SEAT, 0)},
)
_GAME_ENTRY: Final = record(GameEntry, {"round": _NUMBER, "points": _POINTS, "boxes": _POINTS, "winners": _SIDES})
GAME: Final = record(
    Game,
    {
        "number": number(1),
        "entries": listed(_GAME_ENTRY, most=MOST_ROUNDS),
        "points": _POINTS,
        "boxes": _POINTS,
        "standing": _POINTS,
        "drawn": _NUMBER,
        "reached": _SIDES,
        "closed": FLAG,
        "crossed": Optional(SEAT),
        "winners": _SIDES,
    },
)
SHEET: Final = record(
    Sheet,
    {
        "games": listed(GAME, most=MOST_ROUNDS),
        "target": _NUMBER,
        "rounds": _NUMBER,
        "wins": _POINTS,
        "starts": _POINTS,
        "notice": FLAG,
    },
)

_SETTLE_LINE: Final = record(
    SettleLine, {"kind": choice(get_args(SettleKind)), "game": number(1), "side": SEAT, "points": ANY_POINTS}
)
_CLAIM: Final = record(Claim, {"debtor": SEAT, "creditor": SEAT, "points": ANY_POINTS})


def _settled_game_faults(game: GameSettlement) -> Iterator[tuple[str, str]]:
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


_SETTLED_GAME: Final = record(
    GameSettlement,
    {
        "number": number(1),
        "lines": listed(_SETTLE_LINE, most=100),
        "totals": _POINTS,
        "shut_out": _SIDES,
        "forfeited": FLAG,
        "claims": listed(_CLAIM, most=100),
        "winners": _SIDES,
        "is_final": FLAG,
    },
    check=_settled_game_faults,
)


def _settlement_faults(settled: Settlement) -> Iterator[tuple[str, str]]:
    sides = len(settled.totals)
    for name, found in (("names", len(settled.names)), ("net", len(settled.net))):
        if found != sides:
            yield name, f"has {found} items, totals has {sides}"
    if len(settled.weights) != len(settled.games):
        yield "weights", f"has {len(settled.weights)} numbers for {len(settled.games)} games"
    for place, game in enumerate(settled.games):
        if len(game.totals) != sides:
            yield f"games[{place}].totals", f"has {len(game.totals)} numbers for {sides} sides"
    if sum(settled.net):
        yield "net", f"sums to {sum(settled.net)}, it must be 0"


SETTLEMENT: Final = record(
    Settlement,
    {
        "names": listed(text(2_000), most=MOST_SEATS),
        "games": listed(_SETTLED_GAME, most=MOST_ROUNDS),
        "weights": listed(number(1), most=MOST_ROUNDS),
        "totals": _POINTS,
        "net": _POINTS,
        "payments": listed(record(Payment, {"payer": SEAT, "payee": SEAT, "points": ANY_POINTS}), most=100),
        "winners": _SIDES,
        "is_final": FLAG,
    },
    check=_settlement_faults,
)

RESULT: Final = tagged("kind", {"outcome": (Outcome, OUTCOME), "score": (RoundScore, SCORE)})
ENTRY: Final = tagged(
    "kind",
    {
        "outcome": (Outcome, OUTCOME),
        "score": (RoundScore, SCORE),
        "team-round": (TeamRound, record(TeamRound, {"results": listed(RESULT, most=MOST_SEATS)})),
        "first-dealer": (FirstDealer, record(FirstDealer, {"player": SEAT})),
        "notice": (Notice, record(Notice, {})),
    },
)
SOME_SCORE: Final = tagged("kind", {"score": (RoundScore, SCORE), "team-score": (TeamScore, TEAM_SCORE)})


@attrs.frozen(kw_only=True)
class MatchParts:
    """A match's fields as they are written: what was entered, and what followed from it."""

    rules: RuleSet
    players: tuple[str, ...]
    entries: tuple[Entry, ...]
    scores: tuple[RoundScore | TeamScore, ...] | None = None
    winners: tuple[int, ...] | None = None
    is_over: bool | None = None


_MATCH: Final = record(
    MatchParts,
    {
        "rules": RULES,
        "players": NAMES,
        "entries": listed(ENTRY, most=MOST_ROUNDS),
        "scores": Optional(listed(SOME_SCORE, most=MOST_ROUNDS)),
        "winners": Optional(_SIDES),
        "is_over": Optional(FLAG),
    },
)


def _read_match(data: Any, at: At) -> Any:
    parts = _MATCH.read(data, at)
    if isinstance(parts, Bad):
        return BAD
    match = folded(parts.rules, parts.players, parts.entries, at)
    if isinstance(match, Bad):
        return BAD
    return BAD if at.note(_score_faults(match, parts)) else match


def folded(rules: RuleSet, players: tuple[str, ...], entries: tuple[Any, ...], at: At, *, dealer: int = 0) -> Any:
    """The match of these entries, or `BAD` with the first entry noted that does not fit."""
    first = entries[:1] if entries and isinstance(entries[0], FirstDealer) else ()
    try:
        match = new_match(rules, players, dealer=dealer, results=first)
    except GinRulesError as error:
        return at.key("players").fault(first_line(error))
    for place, entry in enumerate(entries[len(first) :], start=len(first)):
        try:
            match = new_entry(match, entry)
        except GinRulesError as error:
            return at.key("entries").place(place).fault(first_line(error))
    return match


def new_entry(match: MatchState, entry: Any) -> MatchState:
    """The match with one more entry of any kind."""
    match entry:
        case Notice():
            return give_notice(match)
        case FirstDealer(player):
            raise ScoreError(f"player {player} as first dealer must be the first entry", dealer=player)
        case TeamRound(results):
            return add_round(match, *results)
        case _:
            return add_round(match, entry)


def _score_faults(match: MatchState, parts: MatchParts) -> Iterator[tuple[str, str]]:
    if parts.scores is not None:
        if len(parts.scores) != len(match.scores):
            yield "scores", f"has {len(parts.scores)} scores, {len(match.scores)} rounds are entered"
        for place, (told, follows) in enumerate(zip(parts.scores, match.scores, strict=False)):
            if told != follows:
                yield (
                    f"scores[{place}]",
                    f"tells of points {list(told.points)}, {list(follows.points)} follow from what was entered",
                )
    for name in ("winners", "is_over"):
        told, follows = getattr(parts, name), getattr(match, name)
        if told is not None and told != follows:
            yield name, f"is {told}, {follows} follows from what was entered"


MATCH: Final = document("match", Codec(_MATCH.write, _read_match, _MATCH.schema))

SCORES: Final[dict[Any, Codec]] = {
    ScoreLine: LINE,
    RoundScore: SCORE,
    TeamScore: TEAM_SCORE,
    TeamRound: ENTRY,
    Notice: ENTRY,
    FirstDealer: ENTRY,
    Table: TABLE,
    GameEntry: _GAME_ENTRY,
    Game: GAME,
    Sheet: SHEET,
    SettleLine: _SETTLE_LINE,
    Claim: _CLAIM,
    GameSettlement: _SETTLED_GAME,
    Settlement: SETTLEMENT,
    Payment: record(Payment, {"payer": SEAT, "payee": SEAT, "points": ANY_POINTS}),
    MatchState: MATCH,
}
"""The values of this module, by class or union."""
