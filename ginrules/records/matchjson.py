"""The JSON of a match record: its rounds replayed, its result compared."""

from collections.abc import Mapping
from typing import Any, Final

from ginrules.errors import GinRulesError
from ginrules.match.entries import Notice
from ginrules.match.fold import new_match
from ginrules.match.settlement import settle
from ginrules.match.state import MatchState
from ginrules.play.outcome import Outcome
from ginrules.records.document import document
from ginrules.records.documents.codec import (
    FLAG,
    Codec,
    Optional,
    choice,
    listed,
    number,
    reads_table,
    table_schema,
)
from ginrules.records.documents.problems import BAD, At, Bad, first_line, table_at
from ginrules.records.documents.values import MOST_SEATS, OUTCOME, SEAT
from ginrules.records.match import MatchRecord, TeamRecord, changed, entered
from ginrules.records.round import RoundRecord
from ginrules.records.roundjson import COMMENT, FIELDS, read_round, write_round
from ginrules.records.rules import RULES
from ginrules.records.scorepad import MOST_ROUNDS, NAMES, SCORE
from ginrules.rules.model import RuleSet
from ginrules.scoring.score import Result
from ginrules.scoring.written_score import pad_entry

_POINTS: Final = listed(number(-(10**12), 10**12), most=MOST_SEATS)
_PAD_FIELDS: Final[dict[str, Codec | Optional]] = {
    "points": Optional(number(0, 1_000_000)),
    "by_seat": Optional(listed(number(0, 1_000_000), most=MOST_SEATS, least=2)),
    "winner": Optional(number(0, MOST_SEATS - 1)),
    "result": Optional(choice(Result.__args__)),  # type: ignore[attr-defined]
    "boxes": Optional(number(0, 1_000)),
    "multiplier": Optional(number(1, 1_000), 1),
}
_KINDS: Final = ("round", "outcome", "score", "pad", "team-round", "notice")
_KIND: Final = choice(_KINDS)
_RESULT_FIELDS: Final[dict[str, Codec | Optional]] = {
    "is_over": FLAG,
    "winners": listed(SEAT, most=MOST_SEATS),
    "totals": _POINTS,
    "net": _POINTS,
}


def _write_one(each: Any) -> dict[str, Any]:
    match each:
        case RoundRecord():
            return {"kind": "round", **write_round(each)}
        case TeamRecord(tables):
            return {"kind": "team-round", "tables": [_write_one(table) for table in tables]}
        case Notice():
            return {"kind": "notice"}
        case Outcome():
            return {"kind": "outcome", **OUTCOME.write(each)}
        case _:
            return {"kind": "score", **SCORE.write(each)}


def _read_one(data: Any, at: At, rules: RuleSet, *, is_table: bool = False) -> Any:
    table = table_at(data, at)
    if table is None:
        return BAD
    # a round that is played needs no kind
    kind = _KIND.read(table["kind"], at.key("kind")) if "kind" in table else "round"
    inside = {name: each for name, each in table.items() if name != "kind"}
    if is_table and kind in {"team-round", "notice"}:
        return at.key("kind").fault(f"cannot be {kind} within a team round")
    match kind:
        case "round":
            return read_round(inside, at, rules)
        case "outcome":
            return OUTCOME.read(inside, at)
        case "score":
            return SCORE.read(inside, at)
        case "pad":
            return _read_pad(inside, at, rules)
        case "notice":
            return BAD if isinstance(reads_table(inside, at, {}), Bad) else Notice()
        case "team-round":
            return _read_team(inside, at, rules)
        case _:
            return BAD


def _read_team(data: Mapping[str, Any], at: At, rules: RuleSet) -> Any:
    item = Codec(_write_one, lambda each, place: _read_one(each, place, rules, is_table=True))
    values = reads_table(data, at, {"tables": listed(item, most=MOST_SEATS)})
    return BAD if isinstance(values, Bad) else TeamRecord(values["tables"])


def _read_pad(data: Mapping[str, Any], at: At, rules: RuleSet) -> Any:
    """A line of a score pad: the winner and his points."""
    values = reads_table(data, at, _PAD_FIELDS)
    if isinstance(values, Bad):
        return BAD
    points, by_seat = values.pop("points"), values.pop("by_seat")
    if points is not None and by_seat is not None:
        return at.key("by_seat").fault("stands beside points: give one of them")
    if values["winner"] is not None and values["winner"] >= (2 if by_seat is None else len(by_seat)):
        return at.key("winner").fault(f"is seat {values['winner']}, who has no points here")
    try:
        return pad_entry(by_seat if by_seat is not None else points or 0, rules, **values)
    except GinRulesError as error:
        return at.fault(first_line(error))


def _never(_data: Any, _at: At) -> Any:
    raise AssertionError("only its schema is used")


_ROUND_SCHEMA: Final[dict[str, Any]] = {
    "oneOf": [
        {
            **codec_schema,
            "properties": {"kind": {"const": kind}, **codec_schema["properties"]},
            "required": [*(["kind"] if kind != "round" else []), *codec_schema["required"]],
        }
        for kind, codec_schema in (
            ("round", table_schema(FIELDS)),
            ("outcome", OUTCOME.schema),
            ("score", SCORE.schema),
            ("pad", table_schema(_PAD_FIELDS)),
            ("notice", table_schema({})),
            ("team-round", table_schema({"tables": Codec(_write_one, _never, {"type": "array"})})),
        )
    ]
}
_ROUNDS: Final = Codec(
    lambda rounds: list(map(_write_one, rounds)),
    lambda data, _at: data,  # each is read once the rules are known
    {"type": "array", "items": _ROUND_SCHEMA, "maxItems": MOST_ROUNDS},
)
_RESULT: Final = Codec(
    lambda result: result,
    lambda data, at: reads_table(data, at, _RESULT_FIELDS),
    table_schema(_RESULT_FIELDS),
)
_FIELDS: Final[dict[str, Codec | Optional]] = {
    "rules": RULES,
    "players": NAMES,
    "dealer": Optional(SEAT, 0),
    "comment": Optional(COMMENT, ""),
    "result": Optional(_RESULT),
    "rounds": _ROUNDS,
}


def result_of(match: MatchState) -> dict[str, Any]:
    """What a match has come to, in short."""
    settled = settle(match)
    return {
        "is_over": match.is_over,
        "winners": list(match.winners),
        "totals": list(settled.totals),
        "net": list(settled.net),
    }


def _write(record: MatchRecord) -> dict[str, Any]:
    written: dict[str, Any] = {"rules": RULES.write(record.rules), "players": list(record.players)}
    if record.dealer:
        written["dealer"] = record.dealer
    if record.comment:
        written["comment"] = record.comment
    return {**written, "result": result_of(record.match), "rounds": _ROUNDS.write(record.rounds)}


def _read(data: Any, at: At) -> Any:
    values = reads_table(data, at, _FIELDS)
    if isinstance(values, Bad):
        return BAD
    rules = values["rules"]
    item = Codec(_write_one, lambda each, place: _read_one(each, place, rules))
    rounds = listed(item, most=MOST_ROUNDS).read(values["rounds"], at.key("rounds"))
    try:
        match = new_match(rules, values["players"], dealer=values["dealer"])
    except GinRulesError as error:
        return at.key("players").fault(first_line(error))
    if isinstance(rounds, Bad):
        return BAD
    for place, each in enumerate(rounds):
        try:
            match = entered(match, each)
        except GinRulesError as error:
            return at.key("rounds").place(place).fault(first_line(error))
    told, due = values["result"], result_of(match)
    if told is not None:
        told = {name: list(each) if isinstance(each, tuple) else each for name, each in told.items()}
        if at.note(
            (f"result.{name}", f"is {told[name]}, the rounds lead to {due[name]}")
            for name in due
            if told[name] != due[name]
        ):
            return BAD
    start = MatchRecord(rules, values["players"], dealer=values["dealer"], comment=values["comment"])
    return changed(start, rounds=rounds, match=match)


MATCH_RECORD: Final = document("match-record", Codec(_write, _read, table_schema(_FIELDS)))
