"""What a person types at the terminal, and the file that keeps it. Matches that ``ginrules play --save`` has kept."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs

from ginrules._support.files import KeptFile
from ginrules.cli.console import wrapped
from ginrules.driver.named import DEPARTED, PLAYERS
from ginrules.errors import GinRulesError, RecordError
from ginrules.records import Session, read_file
from ginrules.records.documents.texts import parse, value_in

_WRITE_BITS: Final = 0o222


class Left(Exception):
    """Raised when the person leaves."""


@attrs.define
class Dialog:
    """A person at the terminal who types lines, which a file can keep."""

    ask: Callable[[str], str]  # shows a prompt and returns the typed line, or raises EOFError at the end
    say: Callable[[str], None]
    path: Path | None = None
    _file: KeptFile | None = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._file = None if self.path is None else KeptFile(self.path)

    def _tell(self, text: str) -> None:
        """Say sentences, in lines that fit the terminal."""
        self.say(wrapped(text))

    def _answer(self, prompt: str) -> str:
        return " ".join(self.ask(prompt).split())

    def _save_as(self, name: str, example: str) -> None:
        """Keep what there is in the file of this name, or of the present one."""
        if not name and self.path is None:
            self.say(f"Name a file: save {example}")
            return
        path = Path(name) if name else self.path
        assert path is not None
        with contextlib.suppress(RuntimeError):  # ~ of an unknown user is an ordinary name
            path = path.expanduser()
        file = self._file if path == self.path else KeptFile(path, is_new=True)
        assert file is not None
        if self._save_to(file):
            self.path, self._file = file.path, file

    def _save_to(self, file: KeptFile) -> bool:
        """Write the file, say so or why not, and return whether it is written."""
        raise NotImplementedError


def check_place(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is played."""
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
    """Return the unfinished match of one person in a file, or None if the file is empty."""
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
    """Return the player of the lab that plays under a name, like ``Expert 2``, or None for the name of a person."""
    word = name.rstrip(" 0123456789").lower()
    return word if word in PLAYERS or word in DEPARTED else None


def person_of(names: tuple[str, ...]) -> int:
    """Return which of the players is the person, by the names."""
    for name in names:
        kind = player_kind(name)
        if kind is not None and kind in DEPARTED:
            raise RecordError(f"the player {kind} of the match has left: {DEPARTED[kind]}")
    people = [player for player, name in enumerate(names) if player_kind(name) is None]
    if len(people) != 1:
        raise RecordError(
            f"{', '.join(names)}: `ginrules play` goes on with a match of one person and players of the lab; the web "
            "table is for several people"
        )
    return people[0]
