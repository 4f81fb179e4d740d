"""Files of ``ginrules play --save``: sessions, with a comment that says how to continue."""

import os
import re
from pathlib import Path
from typing import Final, Self

import attrs

from ginrules.cards import Card
from ginrules.driver.named import PLAYERS
from ginrules.errors import GinRulesError, RecordError
from ginrules.play.deal import knock_card_of, shuffled
from ginrules.play.run_deals import deal_seed, new_deal
from ginrules.records import MatchRecord, Session, read_file
from ginrules.records.documents.texts import loads_one

PERSON: Final = "person"
"""The kind of a player who is a person at the terminal. Other kinds are names of the lab's players."""

_COMMENT: Final = re.compile(r"ginrules play: seed (-?[0-9]{1,30}), players ([a-z]+(?: [a-z]+){1,19})")
_SEED_BITS: Final = 10
_WRITE_BITS: Final = 0o222


@attrs.frozen
class Lineup:
    """The players of a match at the terminal, and the seed of its deals.

    Its text is the comment of the record. A saved match continues from it.

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
        """Return the line-up in a record's comment, or None if the comment holds no line-up."""
        words = _COMMENT.fullmatch(text)
        return None if words is None else cls(int(words[1]), tuple(words[2].split()))

    @property
    def people(self) -> tuple[int, ...]:
        """The players who are people at the terminal."""
        return tuple(player for player, kind in enumerate(self.kinds) if kind == PERSON)


@attrs.frozen
class SavedGame:
    """A match at the terminal, as it is saved.

    Attributes:
        session: The match. Its comment names the players.
        lineup: Its players.
    """

    session: Session
    lineup: Lineup

    @property
    def record(self) -> MatchRecord:
        """The finished rounds of the match."""
        return self.session.record


def new_game(record: MatchRecord, lineup: Lineup) -> SavedGame:
    """Return the match before its first round, with the comment that says how to continue it."""
    session = Session(record.rules, record.players, dealer=record.dealer, comment=str(lineup))
    return SavedGame(session, lineup)


def deal_next(session: Session, seed: int) -> Session:
    """Return the session with the next round dealt from the match's seed."""
    seeds, knock_card = _deals(session, seed)
    return session.next_round(orders=seeds, knock_card=knock_card)


def _deals(session: Session, seed: int) -> tuple[list[int], Card | None]:
    """Return the seed of each table of the round that follows the finished ones, and its knock card."""
    rules, number, tables = session.rules, len(session.record.rounds), len(session.match.due)
    seeds = [deal_seed(seed, number * tables + table) >> _SEED_BITS for table in range(tables)]
    knock_card = knock_card_of(rules, seed, number) if rules.knock_source == "knock-card" else None
    return [new_deal(own, rules).seed for own in seeds], knock_card


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
        return _saved_game(loads_one(Session, read_file(path), source=path.name))
    except GinRulesError as error:
        raise RecordError(
            f"{error}\n{path} is left as it is: name another file to begin a match", path=str(path)
        ) from error


def _saved_game(session: Session) -> SavedGame:
    lineup = Lineup.parse(session.record.comment)
    if lineup is None:
        raise RecordError("the file is not a match that `ginrules play --save` can continue")
    number = len(session.names)
    if len(lineup.kinds) != number or not lineup.people or not {PERSON, *PLAYERS}.issuperset(lineup.kinds):
        raise RecordError(f"comment: {session.record.comment!r} does not name {number} players, a person among them")
    if session.is_over:
        raise RecordError("the match in the file is over: `ginrules score` shows its sheet")
    if session.is_playing and not _is_dealt_from(session, lineup.seed):
        raise RecordError("the round in progress is not the one that the seed deals")
    return SavedGame(session, lineup)


def _is_dealt_from(session: Session, seed: int) -> bool:
    """Return whether the round in progress was dealt from the match's seed."""
    seeds, knock_card = _deals(session, seed)
    fresh = [(shuffled(own, session.rules), knock_card) for own in seeds]
    return [(record.order, record.knock_card) for record in session.round] == fresh
