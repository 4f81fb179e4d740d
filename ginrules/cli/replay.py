"""``ginrules replay``, ``verify`` and ``score``: written rounds and matches, shown and checked."""

import json as json_
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import attrs
from cyclopts import App, Parameter
from cyclopts.validators import Number

from ginrules import svg as pictures
from ginrules.cli.pad import HELP, loads_pad
from ginrules.display.events import event_told
from ginrules.display.words import clean, seat_names
from ginrules.errors import RecordError
from ginrules.match import MatchState
from ginrules.play.state import RoundState
from ginrules.play.views.view import PlayerView
from ginrules.records import (
    MatchRecord,
    RoundRecord,
    SeatRecord,
    TeamRecord,
    account,
    read_file,
    read_records,
    to_dict,
)
from ginrules.records.documents.texts import loads_one
from ginrules.records.replay import record_while_valid
from ginrules.terminal import LEAST_WIDTH, colored

_NotNegative = Number(gte=0)
_Positive = Number(gte=1)
_Flag = Parameter(negative=())
_FAULTY: Final = 1


def add_to(app: App) -> None:
    """Register the commands."""
    app.command(replay)
    app.command(verify)
    told = f"Turn a file of round results, a score pad, into the sheet.\n\n{HELP}"
    app.command(score, help=told, help_format="plaintext")


@attrs.frozen
class _Story:
    """A round to be told step by step.

    Attributes:
        shown: What is to be seen before the first step and after each.
        steps: What was done, in words.
        names: What the seats are called, if they have names.
    """

    shown: tuple[RoundState | PlayerView, ...]
    steps: tuple[str, ...]
    names: tuple[str, ...] | None


def replay(
    file: Path,
    /,
    *,
    ply: Annotated[int | None, Parameter(validator=_NotNegative)] = None,
    seat: Annotated[int | None, Parameter(validator=_NotNegative)] = None,
    record: Annotated[int | None, Parameter(validator=_Positive)] = None,
    svg: Path | None = None,
    theme: pictures.ThemeName = "light",
) -> int:
    """Replay a written round, step by step, and show what it leads to.

    A record with a fault is replayed up to it, with exit status 1.

    Args:
        file: A file of records (TOML or JSON): rounds, matches, or one seat's account of a round.
        ply: Stop after so many actions; 0 is the deal.
        seat: Show only what this seat may know.
        record: Which round, from 1, where the file holds several; all of them if left out.
        svg: Write the last position as a picture to this file.
        theme: The picture's colors, light or dark.
    """
    stories, fault = _stories(file, seat)
    if record is not None:
        if record > len(stories):
            has = "1 round" if len(stories) == 1 else f"{len(stories)} rounds"
            raise RecordError(f"{file.name} has {has}, there is no round {record}", record=record)
        stories = stories[record - 1 : record]
    if len(stories) > 1 and (svg or ply is not None):
        raise RecordError(f"{file.name} has {len(stories)} rounds: choose one with --record", rounds=len(stories))
    if fault is not None and ply is not None and ply > len(stories[0].steps):
        raise fault
    for number, story in enumerate(stories, 1):
        if len(stories) > 1:
            _say(f"round {number}")
        _tell(story, ply)
    if fault is not None:
        _say(str(fault))
    if svg is not None and stories:
        story = stories[0]
        last = story.shown[-1 if ply is None else ply]
        pictures.round_svg(last, theme=theme, names=story.names).save(svg)
    return 0 if fault is None else _FAULTY


def verify(*files: Path) -> int:
    """Check files of records: every action legal, every result as played.

    The exit status is 1 if there are faults.

    Args:
        files: Files of records (TOML or JSON).
    """
    if not files:
        raise RecordError("no file is given to verify")
    status = 0
    for file in files:
        count = 0
        try:
            for _ in read_records(file):
                count += 1
        except RecordError as error:
            _say(str(error))
            status = _FAULTY
            continue
        _say(f"{file.name}: {count} {'record' if count == 1 else 'records'}, all valid")
    return status


def score(
    file: Path,
    /,
    *,
    svg: Path | None = None,
    theme: pictures.ThemeName = "light",
    json: Annotated[bool, _Flag] = False,
) -> None:
    """Turn a file of round results, a score pad, into the sheet.

    Args:
        file: The pad; a match record (.toml or .json) will do too.
        svg: Write the sheet as a picture to this file.
        theme: The picture's colors, light or dark.
        json: Print the match as JSON, for programs.
    """
    match = _match(file)
    if svg is not None:
        pictures.sheet_svg(match, theme=theme).save(svg)
    _say(json_.dumps(to_dict(match), indent=2, ensure_ascii=False) if json else colored(match, width=_width()))


def _match(file: Path) -> MatchState:
    text = read_file(file)
    if file.suffix.lower() in {".toml", ".json"}:
        return loads_one(MatchRecord, text, source=file.name).match
    return loads_pad(text, source=file.name, folder=file.parent)


def _stories(file: Path, seat: int | None) -> tuple[list[_Story], RecordError | None]:
    """The rounds of a file, and the fault that ends them."""
    stories: list[_Story] = []
    try:
        for each in read_records(file):
            stories += _of_record(each, seat)
    except RecordError as error:
        story = _as_far_as_valid(file, seat)
        if story is None or stories:
            if not stories:
                raise
            return stories, error
        return [story], error
    if not stories:
        raise RecordError(f"{file.name} holds no round that was played card by card")
    return stories, None


def _of_record(each: RoundRecord | MatchRecord | SeatRecord, seat: int | None) -> Iterator[_Story]:
    match each:
        case RoundRecord():
            yield _round_story(each, seat)
        case SeatRecord():
            if seat not in (None, each.seat):
                raise RecordError(f"this is the account of seat {each.seat}, not of seat {seat}", seat=seat)
            yield _account_story(each, None)
        case MatchRecord():
            for entry in each.rounds:
                for table in entry.tables if isinstance(entry, TeamRecord) else (entry,):
                    if isinstance(table, RoundRecord):
                        yield _round_story(table, seat)


def _round_story(record: RoundRecord, seat: int | None) -> _Story:
    names = record.names or None
    if seat is not None:
        return _account_story(account(record, seat), names)
    states = tuple(record.states())
    called = seat_names(names, record.seats)
    steps = []
    for number, (before, action) in enumerate(zip(states, record.actions, strict=False), 1):
        who = "chance" if before.turn is None else called[before.turn]
        comment = f"  # {clean(record.comments[number])}" if number in record.comments else ""
        steps.append(f"{who}: {action}{comment}")
    return _Story(states, tuple(steps), names)


def _account_story(told: SeatRecord, names: tuple[str, ...] | None) -> _Story:
    called = seat_names(names, told.first.seats)
    return _Story(tuple(told.views()), tuple(event_told(event, called) for event in told.events), names)


def _as_far_as_valid(file: Path, seat: int | None) -> _Story | None:
    """The valid beginning of a single round, if there is one."""
    try:
        text = read_file(file)
    except RecordError:
        return None  # the first error says why
    record, _ = record_while_valid(text)
    return None if record is None else _round_story(record, seat)


def _tell(story: _Story, ply: int | None) -> None:
    """Print the steps up to this ply, and the position there."""
    last = len(story.steps) if ply is None else ply
    if last > len(story.steps):
        raise RecordError(f"there is no ply {last}: the round has {len(story.steps)}", ply=last)
    for number, step in enumerate(story.steps[:last], 1):
        _say(f"{number:4} {step}")
    if last:
        _say("")
    _say(colored(story.shown[-1 if ply is None else ply], names=story.names, width=_width()))


def _width() -> int:
    """The columns of the terminal, or what ``COLUMNS`` says."""
    return max(LEAST_WIDTH, shutil.get_terminal_size().columns)


def _say(text: str) -> None:
    print(text)  # noqa: T201 - what a command says
