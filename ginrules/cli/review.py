"""``ginrules review``: the decisions of a recorded game, compared with the choices of a strong player."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from ginrules.cli.console import STANDARD_INPUT, print_json, print_lines, say, standard_input
from ginrules.cli.options import Json, NotNegative, Positive
from ginrules.errors import RecordError

if TYPE_CHECKING:
    from ginrules.records import MatchRecord, RoundRecord

_FAULTY: Final = 1
_WORLDS: Final = 256


def review(
    file: Path,
    /,
    *,
    seat: Annotated[int | None, NotNegative] = None,
    player: str = "learned",
    worlds: Annotated[int, Positive] = _WORLDS,
    seed: int = 1,
    html: Path | None = None,
    comments: Path | None = None,
    json: Json = False,
) -> int:
    """Review a recorded round or match: what each decision gives away, and luck apart from skill.

    Every decision is compared with the choice of a strong player with the same knowledge: its own cards, and all that
    had been seen by everybody. A record with a problem is reviewed up to the problem, with exit status 1.

    Args:
        file: The record of a round or a match (TOML or JSON), or - for the standard input.
        seat: List only the decisions of this seat; in a match, of this player, from 0.
        player: The player to compare with, by name; expert if learned has no net for the rules.
        worlds: Deals that fit the knowledge of the seat, in which two actions are compared.
        seed: The seed of these deals.
        html: Write the review as a page, with the positions drawn, to this file.
        comments: Write the record with comments on its decisions to this file (.toml or .json).
        json: Print the review as JSON, for programs.
    """
    from ginrules.lab import review as reviewed
    from ginrules.lab.report import save
    from ginrules.lab.reviews.page import review_html

    record, problem = _record(file)
    result = reviewed(record, seat, player, worlds=worlds, seed=seed)
    if html is not None:
        save(review_html(result), html)
    if comments is not None:
        save(result.commented.dumps("json" if comments.suffix.lower() == ".json" else "toml"), comments)
    if json:
        print_json(result.as_plain())
    else:
        print_lines(str(result))
    if problem is None:
        return 0
    if not json:
        say(str(problem))
    return _FAULTY


def _record(file: Path) -> tuple[RoundRecord | MatchRecord, RecordError | None]:
    """Return the record of a file; a round with a problem up to the problem, with the problem.

    Raises:
        RecordError: If the file has no record, several, or a problem before its first action.
    """
    from ginrules.records import MatchRecord, RoundRecord, loads_records, read_file
    from ginrules.records.replay import record_while_valid

    text = standard_input() if str(file) == STANDARD_INPUT else read_file(file)
    try:
        records = list(loads_records(text, source=file.name, folder=file.parent))
    except RecordError as error:
        part, _ = record_while_valid(text)
        if part is None or not part.actions:
            raise
        return part, error
    if len(records) != 1 or not isinstance(records[0], RoundRecord | MatchRecord):
        raise RecordError(
            f"{file.name} has {len(records)} records: expected the record of one round or match", records=len(records)
        )
    return records[0], None
