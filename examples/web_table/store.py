"""Tables in SQLite: a change is on the disk before anybody is answered.

One thread writes. Changes that arrive while it waits for the disk are committed together, so a hundred moves a
second cost the time of a few commits.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import attrs

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables (
  code TEXT PRIMARY KEY, rules TEXT NOT NULL, seats INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 0,
  session TEXT, is_played INTEGER NOT NULL DEFAULT 0, used REAL NOT NULL, dealer INTEGER, again TEXT
);
CREATE TABLE IF NOT EXISTS players (
  code TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, place INTEGER NOT NULL, name TEXT NOT NULL,
  bot TEXT, token TEXT UNIQUE, opened INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (code, place), UNIQUE (code, name)
);
CREATE INDEX IF NOT EXISTS by_use ON tables (is_played, used);
"""

_READ_SECONDS: Final = 0.2
"""How long a reader waits for a locked file: it stands in the way of everybody."""
_WRITE_SECONDS: Final = 10.0
"""How long the thread that writes waits for a locked file."""

Statement = tuple[str, Sequence[Any]]
"""A statement of SQL and its values."""


@attrs.frozen
class StoredPlayer:
    """A player of a table: a person with a secret token, or a player of the lab by name; with both, a stand-in.

    ``opened`` is whether a page of the seat has been open: until then, the seat may be lost to its person.
    """

    place: int
    name: str
    bot: str | None = None
    token: str | None = None
    opened: bool = False


@attrs.frozen
class StoredTable:
    """A table: its rules, its players so far, and its session as a text, with its version, once all seats are taken.

    The players of a rematch sit as before: ``dealer`` is the place of the first dealer, None if a cut decides.
    ``again`` is the code of the table of the next match.
    """

    code: str
    rules: str
    seats: int
    players: tuple[StoredPlayer, ...]
    version: int = 0
    session: str | None = None
    dealer: int | None = None
    again: str | None = None

    @property
    def free(self) -> list[int]:
        """The places of the free seats."""
        return [place for place in range(self.seats) if self.at(place) is None]

    def at(self, place: int) -> StoredPlayer | None:
        """Return the player at a place, None if the seat is free."""
        return next((player for player in self.players if player.place == place), None)

    def seating(self, *players: StoredPlayer) -> StoredTable:
        """Return the table with these players at their places."""
        others = [one for one in self.players if one.place not in {player.place for player in players}]
        return attrs.evolve(self, players=tuple(sorted((*others, *players), key=lambda player: player.place)))

    def place_of(self, token: str) -> int | None:
        """Return the place of the player with this token."""
        return next((player.place for player in self.players if token and player.token == token), None)


class Store:
    """The tables in a file.

    Args:
        path: The file; it is made if it does not exist.
    """

    def __init__(self, path: str) -> None:
        self._reader, self._writer = _connected(path, _READ_SECONDS), _connected(path, _WRITE_SECONDS)
        self._writer.executescript(SCHEMA)
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[Sequence[Statement], asyncio.Future[bool]]] = []
        self._task: asyncio.Task[None] | None = None

    def table(self, code: str) -> StoredTable | None:
        """Return a table, or None if there is none of this code."""
        query = "SELECT code, rules, seats, version, session, dealer, again FROM tables WHERE code = ?"
        row = self._reader.execute(query, [code]).fetchone()
        if row is None:
            return None
        query = "SELECT place, name, bot, token, opened FROM players WHERE code = ? ORDER BY place"
        players = tuple(StoredPlayer(*player) for player in self._reader.execute(query, [code]))
        code, rules, seats, *played = row
        return StoredTable(code, rules, seats, players, *played)

    def count(self) -> int:
        """Return the number of tables."""
        return int(self._reader.execute("SELECT count(*) FROM tables").fetchone()[0])

    def seat_of(self, token: str) -> tuple[str | None, bool]:
        """Return the code of the table at which a token has a seat, and whether a page of the seat has been open."""
        row = self._reader.execute("SELECT code, opened FROM players WHERE token = ?", [token]).fetchone()
        return (None, False) if row is None else (str(row[0]), bool(row[1]))

    def oldest(self) -> Iterable[tuple[str, bool, float]]:
        """Yield tables, those without an action of a person first, then by their last use: code, played, time."""
        return iter(self._reader.execute("SELECT code, is_played, used FROM tables ORDER BY is_played, used"))

    async def write(self, *statements: Statement) -> bool:
        """Carry out statements: all of them, or none if one of them changes no row. It is on the disk afterwards.

        Returns:
            Whether they were carried out.

        Raises:
            sqlite3.Error: If the disk is full or the file cannot be written; then nothing is changed.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((statements, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        return await done

    def close(self) -> None:
        """Close the file."""
        self._thread.shutdown()
        self._writer.close()
        self._reader.close()

    async def _write_all(self) -> None:
        while self._waiting:
            taken, self._waiting = self._waiting, []
            changes = [change for change, _ in taken]
            try:
                results = await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, changes)
            except Exception as error:  # noqa: BLE001 - who waits for the change is told
                for _, done in taken:
                    if not done.done():
                        done.set_exception(error)
            else:
                for (_, done), result in zip(taken, results, strict=True):
                    if not done.done():
                        done.set_result(result)

    def _commit(self, changes: Sequence[Sequence[Statement]]) -> list[bool]:
        """Carry out changes in one transaction."""
        with self._writer:  # at its end a commit; if anything is raised, nothing is changed
            self._writer.execute("BEGIN IMMEDIATE")
            return [self._carried_out(change) for change in changes]

    def _carried_out(self, change: Sequence[Statement]) -> bool:
        self._writer.execute("SAVEPOINT change")
        try:
            is_done = all(self._writer.execute(text, values).rowcount for text, values in change)
        except sqlite3.IntegrityError:
            is_done = False  # another has taken the seat or the name
        if not is_done:
            self._writer.execute("ROLLBACK TO change")
        self._writer.execute("RELEASE change")
        return is_done


def _connected(path: str, patience: float) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=patience)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # a commit also survives a loss of power
    connection.execute("PRAGMA foreign_keys = ON")
    return connection
