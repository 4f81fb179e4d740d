"""``ginrules replay``, ``verify`` and ``score``: recorded rounds and matches. ``schema``: their form."""

import contextlib
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ginrules._support.printed import clean, minus_signs
from ginrules.cli.console import PROBLEMS, STANDARD_INPUT, full_width, print_file, print_json, say, standard_input
from ginrules.cli.options import Flag, Json, NotNegative, Positive
from ginrules.errors import RecordError

if TYPE_CHECKING:
    from ginrules.play.state import RoundState
    from ginrules.play.view import PlayerView
    from ginrules.records import MatchRecord, RoundRecord


class _Story(NamedTuple):
    """A round to show step by step."""

    positions: "tuple[RoundState | PlayerView, ...]"  # the states or views, before the first step and after each
    steps: tuple[str, ...]  # the steps in words
    names: tuple[str, ...] | None  # the seats' names, if any


def replay(
    file: Path,
    /,
    *,
    ply: Annotated[int | None, NotNegative] = None,
    seat: Annotated[int | None, NotNegative] = None,
    record: Annotated[int | None, Positive] = None,
    svg: Path | None = None,
    json: Json = False,
) -> int:
    """Replay a recorded round, step by step, and show the last position.

    A record with a problem is replayed up to the problem, with exit status 1.

    Args:
        file: A file of records (TOML or JSON), or - for the standard input: rounds or matches.
        ply: Stop after this number of actions. 0 is the deal.
        seat: Show only the information that this seat has.
        record: The round to show, from 1, if the file has several. All rounds if left out.
        svg: Write the last position as a picture to this file.
    """
    stories, problem = _stories(file, seat)
    if record is not None:
        if record > len(stories):
            from ginrules.rules.texts import plural

            rounds = plural(len(stories), "round")
            raise RecordError(f"{file.name} has {rounds}, so there is no round {record}", record=record)
        stories = stories[record - 1 : record]
    if len(stories) > 1 and (svg or ply is not None):
        raise RecordError(f"{file.name} has {len(stories)} rounds: choose one with --record", rounds=len(stories))
    if ply is not None:
        stories = [_first_steps(stories[0], ply, problem)]
    if json:
        print_json({"rounds": list(map(_story_json, stories)), "problems": _problems_json(problem)})
    else:
        for number, story in enumerate(stories, 1):
            if len(stories) > 1:
                say(f"round {number}")
            _show(story)
        if problem is not None:
            say(str(problem))
    if svg is not None and stories:
        from ginrules.show.pictures.table import round_svg

        round_svg(stories[0].positions[-1], names=stories[0].names).save(svg)
        print_file(svg, "the last position" if ply is None else f"the position after {ply} actions", quiet=json)
    return 0 if problem is None else PROBLEMS


def verify(*files: Path, json: Json = False) -> int:
    """Check files of records: every action legal, every result as played.

    The exit status is 1 if there are problems.

    Args:
        files: Files of records (TOML or JSON) or score pads, or - for the standard input.
    """
    from ginrules.rules.texts import plural

    if not files:
        raise RecordError("name a file to verify")
    reports: list[dict[str, Any]] = []
    for file in files:
        count, problem = 0, None
        try:
            for _ in _records(file):
                count += 1
        except RecordError as error:
            problem = error
        problems = _problems_json(problem)
        reports.append({"file": file.name, "records": count, "valid": problem is None, "problems": problems})
        if not json:
            say(f"{file.name}: {plural(count, 'record')}, all valid" if problem is None else str(problem))
    if json:
        print_json(reports)
    return 0 if all(report["valid"] for report in reports) else PROBLEMS


def _problems_json(error: RecordError | None) -> list[dict[str, Any]]:
    names = ("path", "line", "message")
    return [] if error is None else [{name: getattr(one, name) for name in names} for one in error.problems]


def _records(file: Path) -> "Iterator[RoundRecord | MatchRecord]":
    from ginrules.records import loads_records, read_records

    if str(file) == STANDARD_INPUT:
        return loads_records(standard_input(), source=STANDARD_INPUT, folder=Path())
    return read_records(file)


def text_of(file: Path) -> str:
    """Return the text of a file, or of the standard input."""
    from ginrules.records import read_file

    return standard_input() if str(file) == STANDARD_INPUT else read_file(file)


def score(
    file: Path,
    /,
    *,
    svg: Path | None = None,
    stake: str | None = None,
    json: Annotated[bool, Flag] = False,
) -> None:
    """Turn a file of round results, a score pad, into the sheet.

    `ginrules pad` writes such a file as you play. `ginrules pad --help` describes its lines.

    Args:
        file: The pad, a match record, or - for the standard input.
        svg: Write the sheet as a picture to this file.
        stake: A point's worth, like 0.10. Also show the money that every side gains.
        json: Print the match record as JSON, for programs. `score` and `league` read it.
    """
    from decimal import Decimal

    from ginrules.match import settle
    from ginrules.records import to_dict
    from ginrules.records.leagues import stake_text
    from ginrules.show.pictures.sheet import sheet_svg
    from ginrules.show.terminal import colored

    per_point = None if stake is None else Decimal(stake_text(stake))
    record = _match_record(file)
    match = record.match
    if svg is not None:
        sheet_svg(match).save(svg)
    if json:
        print_json(to_dict(record))
    else:
        say(colored(match, width=full_width()))
        if per_point is not None:
            settled = settle(match)
            amounts = zip(settled.names, settled.amounts(per_point), strict=True)
            paid = [
                f"{clean(match.players[one.payer])} pays {clean(match.players[one.payee])} {one.points * per_point:f}"
                for one in settled.payments
            ] or [f"{clean(name)} {minus_signs(f'{amount:+f}')}" for name, amount in amounts]
            say(f"at {stake} a point: {', '.join(paid)}")
    print_file(svg, "the sheet", quiet=json)


def _match_record(file: Path) -> "MatchRecord":
    from ginrules.records import MatchRecord

    records = list(_records(file))
    match records:
        case [MatchRecord() as record]:
            return record
        case _:
            kinds = ", ".join(type(record).__name__ for record in records[:3])
            raise RecordError(f"{file.name} is not the record of one match or a score pad: it holds {kinds}")


def records_of(file: Path) -> "tuple[list[RoundRecord | MatchRecord], RecordError | None]":
    """Return a file's records up to the first problem, and that problem. A broken round comes as far as it is valid."""
    from ginrules.records.round import record_while_valid

    records: list[RoundRecord | MatchRecord] = []
    try:
        for record in _records(file):
            records.append(record)  # noqa: PERF402 - those before a problem are kept
    except RecordError as error:
        part = None
        if not records:
            with contextlib.suppress(RecordError):  # a file that cannot be read: the first error explains it
                part, _ = record_while_valid(text_of(file))
        return (records if part is None else [part]), error
    return records, None


def rounds_in(record: "RoundRecord | MatchRecord") -> "Iterator[RoundRecord]":
    """Yield the rounds of a record that were played card by card."""
    from ginrules.records import MatchRecord, RoundRecord
    from ginrules.records.match import tables_in

    entries = record.rounds if isinstance(record, MatchRecord) else (record,)
    yield from (table for entry in entries for table in tables_in(entry) if isinstance(table, RoundRecord))


def _stories(file: Path, seat: int | None) -> tuple[list[_Story], RecordError | None]:
    """Return a file's rounds up to the first error, and that error."""
    records, problem = records_of(file)
    stories = [_story(played, seat) for one in records for played in rounds_in(one)]
    if not stories:
        raise problem or RecordError(f"{file.name} has no round that was played card by card")
    return stories, problem


def _story(record: "RoundRecord", seat: int | None) -> _Story:
    from ginrules.show.words import seat_labels

    names = record.names or None
    labels = seat_labels(names, record.seats)
    states = tuple(record.states())
    if seat is not None:
        return _seat_story(record, seat, labels)
    steps = []
    for number, (before, action) in enumerate(zip(states, record.actions, strict=False), 1):
        who = "chance" if before.turn is None else labels[before.turn]
        comment = f"  # {clean(record.comments[number])}" if number in record.comments else ""
        steps.append(f"{who}: {action}{comment}")
    return _Story(states, tuple(steps), names)


def _seat_story(record: "RoundRecord", seat: int, labels: Sequence[str]) -> _Story:
    """Return a round as a seat saw it, from its first view and its events."""
    from itertools import accumulate

    from ginrules.play.events import event_text
    from ginrules.play.follow import follow
    from ginrules.play.view import view

    events = record.events(seat)
    views = accumulate(events, follow, initial=view(next(record.states()), seat))
    return _Story(tuple(views), tuple(event_text(event, labels) for event in events), record.names or None)


def _first_steps(story: _Story, number: int, problem: RecordError | None) -> _Story:
    """Return the first steps of a round, and the positions up to then."""
    if number > len(story.steps):
        raise problem or RecordError(f"there is no ply {number}: the round has {len(story.steps)}", ply=number)
    return _Story(story.positions[: number + 1], story.steps[:number], story.names)


def _story_json(story: _Story) -> dict[str, Any]:
    from ginrules.records import to_dict

    names = None if story.names is None else list(story.names)
    return {"names": names, "steps": list(story.steps), "position": to_dict(story.positions[-1])}


def _show(story: _Story) -> None:
    from ginrules.show.terminal import colored

    for number, step in enumerate(story.steps, 1):
        say(textwrap.fill(f"{number:4} {step}", full_width(), subsequent_indent=" " * 7))
    if story.steps:
        say("")
    say(colored(story.positions[-1], names=story.names, width=full_width()))


Subject = Literal["records", "rules", "types"]


def schema(subject: Subject, /) -> None:
    """Print the JSON Schema of documents or of rule files, or the TypeScript types of documents.

    Args:
        subject: records for documents and events, rules for rule files (editors check TOML by it),
            types for a file .d.ts
    """
    if subject == "types":
        from ginrules.records.documents.types import types

        say(types().rstrip())
    else:
        print_json(schema_file(subject))


def schema_file(subject: Subject) -> Any:
    """Return the JSON Schema of documents or of rule files, which ``python -m tools.package`` writes."""
    from json import loads

    return loads((Path(__file__).parents[1] / subject / f"{subject}.schema.json").read_text(encoding="utf-8"))
