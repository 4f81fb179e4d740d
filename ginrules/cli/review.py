"""``ginrules review``: the decisions of recorded games, compared with a strong player's choices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from ginrules.cli.console import PROBLEMS, full_width, print_file, print_json, say, stacked, wrapped
from ginrules.cli.options import Json, Positive
from ginrules.cli.records import records_of, rounds_in
from ginrules.errors import RecordError

if TYPE_CHECKING:
    from ginrules._support.text_limits import TextFormat
    from ginrules.lab import Review
    from ginrules.lab.statistics.result import Table
    from ginrules.records import MatchRecord, RoundRecord

_WORLDS: Final = 256


def review(
    *files: Path,
    seat: str | None = None,
    player: str = "learned",
    worlds: Annotated[int, Positive] = _WORLDS,
    seed: int = 1,
    details: bool = False,
    html: Path | None = None,
    comments: Path | None = None,
    json: Json = False,
) -> int:
    """Review recorded rounds and matches: what each decision gives away, and luck apart from skill.

    Every decision is compared with a strong player's choice with the same knowledge: its own cards, and all that
    had been seen by everybody. A record with a problem is reviewed up to the problem, with exit status 1, and so are
    the other files if one has no cards, as a score pad.

    Args:
        files: Files of rounds or matches (TOML or JSON), for example of an evening, or - for the standard input.
        seat: List only the decisions of this player: its name, its seat in a round, or its number in a match, from 0.
        player: The player to compare with, by name. If learned has no net for the rules, expert.
        worlds: Deals that fit the knowledge of the seat, to compare two actions, at most.
        seed: The seed of these deals.
        details: Print the figures with their intervals too, and every round.
        html: Write the review as a page, with the positions drawn, to this file.
        comments: Write the records with comments on their decisions to this file (.toml or .json).
    """
    from ginrules.lab import report as reports
    from ginrules.lab import review as reviewed

    records, problems = _records(files)
    own = int(seat) if seat is not None and seat.isdecimal() else seat
    result = reviewed(records, own, player, worlds=worlds, seed=seed)
    if html is not None:
        reports.save(reports.html(result), html)
    if comments is not None:
        kind: TextFormat = "json" if comments.suffix.lower() == ".json" else "toml"
        reports.save("".join(one.dumps(kind) for one in result.commented), comments)
    if json:
        print_json(result.as_plain())
    else:
        _show(result, details=details)
        for problem in problems:
            say(problem)
    print_file(html, "the review as a page", quiet=json)
    print_file(comments, "the records with comments", quiet=json)
    return PROBLEMS if problems else 0


def _show(result: Review, *, details: bool) -> None:
    """Print a review in the order of its ``str`` and `details`, wrapped to the terminal."""
    parts: list[Any] = ["\n".join(result.sentences), *result.tables, *result.positions, result.note]
    parts += [result.summary, *result.detail_tables, result.reading] if details else []
    say("\n\n".join(_fitted(part) for part in parts if part))


def _fitted(part: str | Table) -> str:
    """Return lines wrapped to the terminal, each with its own indentation, or a table, as blocks if it is too wide."""
    lines = str(part).splitlines()
    if isinstance(part, str):
        return "\n".join(wrapped(line.lstrip(), line[: len(line) - len(line.lstrip())]) for line in lines)
    if max(map(len, lines)) <= full_width():
        return "\n".join(lines)
    title = [f"{wrapped(part.title)}\n"] if part.title else []
    return "\n".join([*title, *stacked(part.heads, part.rows, full_width())])


def _records(files: Sequence[Path]) -> tuple[list[RoundRecord | MatchRecord], list[str]]:
    """Return the records of files that have cards, and why others cannot be reviewed."""
    if not files:
        raise RecordError("name a file to review")
    records: list[RoundRecord | MatchRecord] = []
    problems: list[RecordError] = []
    for file in files:
        found, problem = records_of(file)
        with_cards = [one for one in found if any(part.actions or not problem for part in rounds_in(one))]
        if not with_cards and problem is None:
            problem = RecordError(f"{file.name} has no round with cards: a review needs the deal and the actions")
        records += with_cards
        problems += [] if problem is None else [problem]
    if not records:
        raise problems[0]
    return records, list(map(str, problems))
