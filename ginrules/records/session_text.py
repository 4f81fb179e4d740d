"""JSON of a `Session`: the fields of its match record, its counts, and the tables of the round in progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ginrules.bounds import PLAYERS
from ginrules.match.state import Notice
from ginrules.records.annotations import MOST_ACTIONS
from ginrules.records.documents.json_forms import (
    LARGEST,
    Fields,
    JsonForm,
    Optional,
    listed,
    number,
    read_table,
    table_schema,
    without,
)
from ginrules.records.documents.problems import BAD, At, Bad
from ginrules.records.documents.registry import SEAT, register
from ginrules.records.documents.texts import changed
from ginrules.records.match import MATCH, MATCH_FIELDS, ROUNDS_OF_MATCH, MatchRecord, TeamRecord, tables_of
from ginrules.records.round import RoundRecord
from ginrules.records.session import Session

_CHANGES: Final = number(0, LARGEST)
_OWN: Final[Fields] = {
    "changes": _CHANGES,
    "dealt": Optional(_CHANGES, 0),
    "played": Optional(listed(SEAT, most=PLAYERS * MOST_ACTIONS), ()),
    "round": Optional(
        JsonForm(list, lambda data, _at: data, {"$ref": ROUNDS_OF_MATCH}), ()
    ),  # read once the match is known
}


def _write(session: Session) -> dict[str, Any]:
    own: dict[str, Any] = {"changes": session.version, "dealt": session.dealt}
    if session.played:
        own["played"] = list(session.played)
    in_progress = session.round if session.is_playing else ()  # a finished round is in the match
    tables = {"round": tables_of(session.rules).write(in_progress)} if in_progress else {}
    return {**own, **MATCH.write(session.record), **tables}


def _read(data: Any, at: At) -> Any:
    table = at.table(data)
    if table is None:
        return BAD
    values = read_table({name: value for name, value in table.items() if name in _OWN}, at, _OWN)
    record = MATCH.read(without(table, *_OWN), at)
    if isinstance(values, Bad) or isinstance(record, Bad):
        return BAD
    records = tables_of(record.rules).read(values["round"], at.key("round"))
    if isinstance(records, Bad) or at.note(_round_problems(record, records)):
        return BAD
    session = changed(
        Session(record.rules, record.players), record=record, round=records or _last_round(record),
        version=values["changes"], dealt=values["dealt"], played=values["played"],
    )  # fmt: skip
    return BAD if at.note(_count_problems(session)) else session


def _round_problems(match: MatchRecord, records: Sequence[RoundRecord]) -> Iterator[tuple[str, str]]:
    """Yield the problems of a round in progress that is not the round that is due."""
    if not records:
        return
    if match.match.is_over:
        yield "round", "is given, but the match is over"
        return
    if len(records) != len(match.due):
        yield "round", f"has {len(records)} tables, {len(match.due)} are due"
        return
    for place, (record, table) in enumerate(zip(records, match.due, strict=True)):
        due = (len(table.players), table.dealer_seat, tuple(match.players[player] for player in table.players))
        if (record.seats, record.dealer, record.names) != due:
            seats, dealer, names = due
            yield f"round[{place}]", f"is due with dealer {dealer} and {seats} seats: {', '.join(names)}"
    if all(record.outcome is not None for record in records):
        yield "round", "is over at every table: then it belongs to match.rounds"


def _count_problems(session: Session) -> Iterator[tuple[str, str]]:
    """Yield the problems of the numbers of changes."""
    counts = [len(record.actions) for record in session.round]
    least = session.dealt + sum(counts)
    if session.version < least:
        yield "changes", f"is {session.version}, the deal at {session.dealt} and the actions since make {least}"
    several = counts if len(counts) > 1 else []
    if [session.played.count(table) for table in range(len(several))] != several or len(session.played) != sum(several):
        yield "played", f"must name the table of each of {sum(several)} actions"


def _last_round(match: MatchRecord) -> tuple[RoundRecord, ...]:
    """Return the records of the last round of a match, to show it until the next is dealt."""
    played = [added for added in match.rounds if not isinstance(added, Notice)]
    last = played[-1] if played else None
    tables = last.tables if isinstance(last, TeamRecord) else (last,)
    records = tuple(table for table in tables if isinstance(table, RoundRecord))
    return records if len(records) == len(tables) else ()


_SCHEMA: Final = table_schema({**_OWN, **MATCH_FIELDS, "rounds": JsonForm(list, MATCH.read, {"$ref": ROUNDS_OF_MATCH})})
register(Session, JsonForm(_write, _read, _SCHEMA), "ginrules/session")
