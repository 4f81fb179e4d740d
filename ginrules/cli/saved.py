"""Files of ``ginrules play --save``: the session of a match."""

import os
from pathlib import Path
from typing import Final

from ginrules.driver.named import LEFT, PLAYERS
from ginrules.errors import GinRulesError, RecordError
from ginrules.play.deal import knock_card_of
from ginrules.play.run_deals import deal_seed, new_deal
from ginrules.records import Session, read_file
from ginrules.records.documents.texts import parse, value_in

_SEED_BITS: Final = 10
_WRITE_BITS: Final = 0o222


def deal_next(session: Session, seed: int) -> Session:
    """Return the session with the next round dealt from the match's seed."""
    rules, number, tables = session.rules, len(session.record.rounds), len(session.match.due)
    seeds = [new_deal(deal_seed(seed, number * tables + table) >> _SEED_BITS, rules).seed for table in range(tables)]
    knock_card = knock_card_of(rules, seed, number) if rules.knock_source == "knock-card" else None
    return session.next_round(orders=seeds, knock_card=knock_card)


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


def read_saved(path: Path) -> Session | None:
    """Return the match in a file, or None if the file is empty.

    Raises:
        RecordError: If the file is damaged, or does not hold exactly one unfinished match
            between a person and players of the lab.
    """
    if not path.is_file() or not path.stat().st_size:
        return None
    try:
        session: Session = value_in(parse(read_file(path), source=path.name), Session, path.name)
        if session.is_over:
            raise RecordError("the match in the file is over: `ginrules score` shows its sheet")
        person_of(session.names)
    except GinRulesError as error:
        raise RecordError(
            f"{error}\n{path} is left as it is: name another file to begin a match", path=str(path)
        ) from error
    return session


def player_kind(name: str) -> str | None:
    """Return the player of the lab that plays under a name, or None for the name of a person.

    Examples:
        >>> player_kind("Expert 2"), player_kind("Ann")
        ('expert', None)
    """
    word = name.rstrip(" 0123456789").lower()
    return word if word in PLAYERS or word in LEFT else None


def person_of(names: tuple[str, ...]) -> int:
    """Return which of the players is the person, by the names."""
    for name in names:
        kind = player_kind(name)
        if kind is not None and kind in LEFT:
            raise RecordError(f"the player {kind} of the match has left: {LEFT[kind]}")
    people = [player for player, name in enumerate(names) if player_kind(name) is None]
    if len(people) != 1:
        raise RecordError(
            f"{', '.join(names)}: `ginrules play` goes on with a match of one person and players of the lab; the web "
            "table is for several people"
        )
    return people[0]
