"""Files of ``ginrules play --save``: ordinary records, with a comment that says how to continue."""

import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, Self

import attrs

from ginrules.errors import GinRulesError, RecordError
from ginrules.lab.players.named import PLAYERS
from ginrules.match import Table
from ginrules.play.deal import knock_card_of
from ginrules.play.run_deals import Deal, deal_seed, new_deal
from ginrules.records import MatchRecord, RoundRecord, TeamRecord, read_records

PERSON: Final = "person"
"""The kind of a player who is a person at the terminal; other kinds are names of the lab's players."""

_COMMENT: Final = re.compile(r"ginrules play: seed (-?[0-9]{1,30}), players ([a-z]+(?: [a-z]+){1,19})")
_SEED_BITS: Final = 10
_WRITE_BITS: Final = 0o222


@attrs.frozen
class Lineup:
    """The players of a match at the terminal, and the seed of its deals.

    Its text is the comment of the record; a saved match continues from it.

    Attributes:
        seed: The seed.
        kinds: For each player ``person``, or the name of a player of the lab.

    Examples:
        >>> Lineup.parse(str(Lineup(5, ("person", "greedy"))))
        Lineup(seed=5, kinds=('person', 'greedy'))
    """

    seed: int
    kinds: tuple[str, ...]

    def __str__(self) -> str:
        return f"ginrules play: seed {self.seed}, players {' '.join(self.kinds)}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the line-up in the comment of a record, or None if the comment holds no line-up."""
        words = _COMMENT.fullmatch(text)
        return None if words is None else cls(int(words[1]), tuple(words[2].split()))

    @property
    def people(self) -> tuple[int, ...]:
        """The players who are people at the terminal."""
        return tuple(player for player, kind in enumerate(self.kinds) if kind == PERSON)


@attrs.frozen
class SavedGame:
    """A match as it was saved.

    Attributes:
        record: The match.
        lineup: Its players.
        rounds: The unfinished rounds of the people's tables, in the order of the tables.
    """

    record: MatchRecord
    lineup: Lineup
    rounds: tuple[RoundRecord, ...] = ()

    def text(self) -> str:
        """Return the text of the file, in TOML: the match, then the rounds in progress."""
        return "\n".join(record.dumps() for record in (self.record, *self.rounds))


def new_game(record: MatchRecord, lineup: Lineup) -> SavedGame:
    """Return the match before its first round, with the comment that says how to continue it."""
    return SavedGame(attrs.evolve(record, comment=str(lineup)), lineup)


def dealt(record: MatchRecord, table: Table, seed: int) -> tuple[RoundRecord, Deal]:
    """Return the round that is due at a table, as the seed of the match deals it, and its deal."""
    rules, number = record.rules, len(record.rounds)
    # below 2**53: the record can then name the seed instead of the order
    deal = new_deal(deal_seed(seed, number * len(record.due) + table.number) >> _SEED_BITS, rules)
    knock_card = knock_card_of(rules, seed, number) if rules.knock_source == "knock-card" else None
    return record.next_round(deal.seed, table=table.number, knock_card=knock_card), deal


def is_dealt_as(record: RoundRecord, fresh: RoundRecord) -> bool:
    """Return whether two rounds have the same deal at the same table."""
    fields = ("rules", "order", "dealer", "seats", "knock_card", "names")
    return all(getattr(record, name) == getattr(fresh, name) for name in fields)


def last_round(record: MatchRecord, seed: int) -> tuple[RoundRecord, ...]:
    """Return the records of the last round at its tables, if it was dealt from this seed and can be reopened."""
    last = record.rounds[-1] if record.rounds else None
    tables = last.tables if isinstance(last, TeamRecord) else (last,)
    rounds = tuple(table for table in tables if isinstance(table, RoundRecord))
    if len(rounds) != len(tables):
        return ()
    before = record.back()
    fresh = [dealt(before, table, seed)[0] for table in before.due]
    return rounds if all(map(is_dealt_as, rounds, fresh)) else ()


# --- files ------------------------------------------------------------------------------------------


def check_place(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is played.

    Raises:
        RecordError: If it is a folder, is read-only, or its folder cannot be written to.
    """
    try:
        problem = _place_problem(path)
    except (OSError, ValueError) as error:  # ValueError: a name with a null character
        problem = f"cannot be written: {getattr(error, 'strerror', None) or error}"
    if problem:
        raise RecordError(f"{path} {problem}", path=str(path))


def _place_problem(path: Path) -> str:
    if path.is_dir():
        return "is a folder: name a file in it"
    if path.exists():
        is_writable = path.stat().st_mode & _WRITE_BITS and os.access(path, os.W_OK)
        return "" if is_writable else "is read-only: make it writable, or name another file"
    folder = path.parent
    if not folder.is_dir():
        return f"cannot be written: there is no folder {folder}"
    return "" if os.access(folder, os.W_OK) else f"cannot be written: the folder {folder} is read-only"


def read_saved(path: Path) -> SavedGame | None:
    """Return the match in a file, or None if the file is empty.

    Raises:
        RecordError: If the file is damaged, or does not hold exactly one unfinished match
            saved by ``ginrules play``.
    """
    if not path.is_file() or not path.stat().st_size:
        return None
    try:
        records = list(islice(read_records(path), 12))
        game = _saved_game(records)
    except GinRulesError as error:
        raise RecordError(
            f"{error}\n{path} is left as it is: name another file to begin a match", path=str(path)
        ) from error
    return game


def _saved_game(records: Sequence[object]) -> SavedGame:
    rounds = [item for item in records if isinstance(item, RoundRecord)]
    record = records[0] if records else None
    lineup = Lineup.parse(record.comment) if isinstance(record, MatchRecord) else None
    if not isinstance(record, MatchRecord) or lineup is None or len(rounds) != len(records) - 1:
        raise RecordError("the file is not a match that `ginrules play --save` can go on with")
    number = len(record.players)
    if len(lineup.kinds) != number or not lineup.people or not {PERSON, *PLAYERS}.issuperset(lineup.kinds):
        raise RecordError(f"comment: {record.comment!r} does not name {number} players, a person among them")
    if record.match.is_over:
        raise RecordError("the match in the file is over: `ginrules score` shows its sheet")
    for problem in _round_problems(record, lineup, rounds):
        raise RecordError(problem)
    return SavedGame(record, lineup, tuple(rounds))


def _round_problems(record: MatchRecord, lineup: Lineup, rounds: Sequence[RoundRecord]) -> Iterator[str]:
    """Yield the problems of the unfinished rounds: each needs its own table, and its deal must come from the seed."""
    due = {table.number: dealt(record, table, lineup.seed)[0] for table in record.due}
    for place, item in enumerate(rounds):
        table = next((number for number, fresh in due.items() if is_dealt_as(item, fresh)), None)
        if table is None:
            yield f"the round in progress ({place + 1} of {len(rounds)}) is not one that is due and that the seed deals"
            return
        del due[table]
