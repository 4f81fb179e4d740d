"""Tables: who sits where, the session of the match, and the pages that show it.

A table waits until all its seats are taken. Then its players cut for the deal, and a `ginrules.Session` begins. Every
change of it is stored before a page sees it. Only tables with an open page are in memory, and a session is read when a
page needs it: not for a page that connects again and shows the stored version.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

import attrs
from limits import Addresses
from seats import (
    TableError,
    begun,
    bots_at,
    bots_for,
    checked_name,
    new_token,
    same_seats,
    seat_taken,
    session_of,
    session_stored,
    typed_rules,
)
from store import Statement, Store, StoredPlayer, StoredTable
from thinking import Thinking

import ginrules as gin
from ginrules.driver.named import DEPARTED
from ginrules.play.view import forced_action
from ginrules.terminal import colored
from ginrules.web import table_message

BOTS: Final = ("easy", "greedy", "medium", "expert", "learned")
MOST_TABLES: Final = 2_000
"""Limit on the tables in the file."""
KEPT_SECONDS: Final = 30 * 86_400.0
"""How long a table is kept after its last use."""
KEPT_UNPLAYED_SECONDS: Final = 86_400.0
"""The same for a table at which no person has acted."""
PROTECTED_SECONDS: Final = 86_400.0
"""How long a table at which a person has acted cannot make room for another one."""
PROTECTED_WAITING_SECONDS: Final = 3_600.0
"""The same for a table at which nobody has acted: its link may have been sent to others."""
SEND_SECONDS: Final = 5.0
"""How long a page can take to receive a message; then it is closed."""
MOST_PAGES: Final = 4
"""Limit on the pages open on one seat."""
MOST_WATCHING: Final = 20
"""Limit on the pages that watch one table."""
AWAY_SECONDS: Final = 120.0
"""How long a player must be away before the others can let a player of the lab play on."""
STAND_IN: Final = "expert"
"""The player of the lab who plays for somebody who is away."""
SHEET_WIDTH: Final = 46
"""The width of the score sheet, in letters: a phone shows them."""


class Connection(Protocol):
    """The connection to a page: a `WebSocket`, or a list in a test."""

    async def send_json(self, data: Any) -> None:
        """Send a message."""

    async def close(self, code: int = 1000) -> None:
        """Close the connection."""


@attrs.define
class Page:
    """An open page: the place whose seat it shows, None if it only watches, and the version that it was sent."""

    place: int | None
    version: int = 0


def _forced(session: gin.Session) -> tuple[int, gin.Action] | None:
    """Return a person who must act and has no choice, with the action."""
    actions = ((player, forced_action(session.view(player))) for player in sorted(session.to_move))
    return next(((player, action) for player, action in actions if action is not None), None)


class Room:
    """A table with an open page: its session, once it is read, and its pages.

    Args:
        code: The code of the table.
        store: The tables in their file.
        thinking: The players of the lab.
        addresses: The requests of every address.

    Raises:
        TableError: If the table is not there.
    """

    def __init__(self, code: str, store: Store, thinking: Thinking, addresses: Addresses) -> None:
        self.code, self.store, self.thinking, self.addresses = code, store, thinking, addresses
        self.pages: dict[Connection, Page] = {}
        self.lock = asyncio.Lock()
        self.table = self._stored()
        self.session: gin.Session | None = None
        self._sheet: tuple[gin.MatchRecord | None, str] = (None, "")
        self.away = {player.place: time.monotonic() for player in self.table.players}
        """Since when players have had no page open, by place."""
        self.agreed: dict[int, set[int]] = {}
        """The places of those who want a player of the lab to play for somebody, by the place of that player."""

    # --- the stored table --------------------------------------------------------------------------

    async def load(self) -> None:
        """Read the table again from the file.

        Raises:
            TableError: If it is no longer there.
        """
        table = self._stored()
        session = None if table.session is None else await asyncio.to_thread(session_of, table, table.session)
        self.table, self.session = table, session
        if session is None and not table.free:  # the next match of the same players
            await self._seat((), "")

    async def ready(self) -> None:
        """Read the session if this has not been done.

        Raises:
            TableError: If the table is no longer there.
        """
        async with self.lock:
            if self.session is None:
                await self.load()

    def _stored(self) -> StoredTable:
        table = self.store.table(self.code)
        if table is None:
            raise TableError("there is no such table any more")
        return table

    async def _save(
        self, table: StoredTable, after: gin.Session | None, *changes: Statement, is_played: int = 1
    ) -> None:
        """Store changes of the table and its next session, or nothing if another process has changed it."""
        if after is not None:
            changes = (*changes, session_stored(table, after, is_played))
        if not await self.store.write(*changes):
            await self.load()
            raise gin.OldVersionError("the table has changed: look at it again")
        self.table = attrs.evolve(table, version=after.version if after else 0)
        self.session = after

    # --- what players do ---------------------------------------------------------------------------

    async def take(self, place: int | None, asked: Mapping[str, Any], asker: str = "") -> None:
        """Carry out the request of a page and store the result; the session must be read.

        Args:
            place: The place of the player; None of a page that watches.
            asked: An action with the version that the page shows, ``next round``, ``concede`` or ``notice``; before the
                match, the name of a player of the lab who takes the free seats; ``stand_in`` with the name of a player
                who is away; ``free`` with the name of one who has never been here; ``again`` once the match is over.
            asker: The address of the page.

        Raises:
            TableError: If the request is not one of these, or the table refuses it.
            GinRulesError: If the rules refuse it; nothing is changed.
        """
        if place is None:
            raise TableError("you watch this table: only its players can act")
        async with self.lock:
            if "free" in asked:
                await self._free(asked["free"])
                return
            if self.session is None:
                await self._fill(place, asked.get("fill"), asker)
                return
            if "stand_in" in asked:
                await self._stand_in(place, asked["stand_in"], asker)
                return
            if "again" in asked:
                await self._rematch(self.session, asker)
                return
            action, version = asked.get("action"), asked.get("version")
            if not isinstance(action, str) or type(version) is not int:
                raise TableError("expected an action and the version of the table")
            if action == "next round" and version < self.session.dealt:
                return  # another player has dealt
            await self._save(self.table, await self._after(self._player(place), action, version, asker))

    async def _after(self, player: int, action: str, version: int, asker: str) -> gin.Session:
        session = self.session
        assert session is not None
        if action in {"next round", "notice", "concede"} and version != session.version:
            raise gin.OldVersionError("the table has changed: look at it again")
        if action == "concede":
            return session.concede(player, version)
        if action == "notice":
            return session.give_notice()
        after = session.next_round() if action == "next round" else session.act(player, action, version)
        after = await self.thinking.advance(after, asker)
        while forced := _forced(after):  # the only melds or lay-off: nobody has to press a button for it
            after = await self.thinking.advance(after.act(*forced), asker)
        return after

    async def join(self, name: str, token: str, asker: str = "") -> None:
        """Take a free seat for a person, who has it already if this is the second time.

        Args:
            name: The name of the person.
            token: The token of the seat, which the browser keeps.
            asker: The address of the browser.

        Raises:
            TableError: If no seat is free, or the name is taken or too long.
        """
        async with self.lock:
            if self.table.place_of(token) is not None:
                return
            free = self.table.free
            if not free:
                raise TableError("all seats of this table are taken")
            name = checked_name(name)
            if name.casefold() in {player.name.casefold() for player in self.table.players}:
                raise TableError(f"{name} sits here already: choose another name")
            await self._seat([StoredPlayer(free[0], name, token=token)], asker)

    async def _fill(self, place: int, bot: object, asker: str) -> None:
        """Let a player of the lab take every free seat: the first player asks for it."""
        if bot not in BOTS or place != 0:
            raise TableError("the match begins when all seats are taken")
        await self._seat(bots_for(self.table, str(bot)), asker)

    async def _seat(self, players: Sequence[StoredPlayer], asker: str) -> None:
        """Seat players, and begin the match if no seat is free any more: both are stored, or neither is."""
        table = self.table.seating(*players)
        after = None if table.free else await self.thinking.advance(begun(table), asker)
        changes = [seat_taken(table.code, player) for player in players]
        try:
            await self._save(table, after, *changes, is_played=0)
        except gin.OldVersionError:
            raise TableError("another player was faster: try again") from None

    async def _free(self, name: object) -> None:
        """Free the seat of a person who has never been here, and whose browser may have lost it.

        Raises:
            TableError: If there is no such person, or the seat was taken only now.
        """
        absent = next((one for one in self.table.players if one.name == name and self._is_lost(one)), None)
        if absent is None or time.monotonic() - self.away[absent.place] < AWAY_SECONDS:
            raise TableError(f"nobody of that name has left the seat unused for {AWAY_SECONDS:.0f} seconds")
        table = attrs.evolve(self.table, players=tuple(one for one in self.table.players if one is not absent))
        left = "DELETE FROM players WHERE code = ? AND place = ? AND opened = 0", [self.code, absent.place]
        ended = (
            "UPDATE tables SET version = 0, session = NULL, used = ? WHERE code = ? AND version = ?",
            [time.time(), self.code, self.table.version],
        )
        await self._save(table, None, left, ended)
        del self.away[absent.place]
        self.agreed.clear()
        for page in self.pages.values():
            page.version = 0

    def _is_lost(self, player: StoredPlayer) -> bool:
        """Whether no page of a person's seat has ever been open."""
        return bool(player.token) and not player.opened and player.place in self.away

    # --- who is away, and the next match ------------------------------------------------------------

    async def _stand_in(self, place: int, name: object, asker: str) -> None:
        """Note that a player wants a stand-in for another; once all who are here do, the stand-in plays.

        Raises:
            TableError: If there is no such person, or the person has not been away for long.
        """
        absent = next((one for one in self.table.players if one.token and one.name == name and not one.bot), None)
        since = None if absent is None else self.away.get(absent.place)
        if absent is None or since is None or time.monotonic() - since < AWAY_SECONDS:
            raise TableError(f"nobody of that name has been away for {AWAY_SECONDS:.0f} seconds")
        agreed = self.agreed.setdefault(absent.place, set())
        agreed.add(place)
        here = {page.place for page in self.pages.values()} - {None}
        if here <= agreed:
            await self._seat_bot(absent, STAND_IN, asker)
            del self.agreed[absent.place]

    async def come_back(self, place: int, asker: str = "") -> bool:
        """Give a player the seat again from a stand-in; return whether there was one."""
        async with self.lock:
            player = self.table.at(place)
            if player is None or not (player.bot and player.token):
                return False
            await self._seat_bot(player, None, asker)
            return True

    async def _seat_bot(self, player: StoredPlayer, bot: str | None, asker: str) -> None:
        """Let a player of the lab play for a person, or no longer."""
        table, session = self.table.seating(attrs.evolve(player, bot=bot)), self.session
        if session is not None:
            session = session.with_players(bots_at(table, session))
            session = await self.thinking.advance(session, asker)
        change = "UPDATE players SET bot = ? WHERE code = ? AND place = ? AND token IS NOT NULL"
        await self._save(table, session, (change, [bot, self.code, player.place]))

    async def _rematch(self, session: gin.Session, asker: str) -> None:
        """Open the table of the next match, with the same players at the same seats; the next of them deals first.

        Raises:
            TableError: If the match is not over, or too many tables were opened from the address.
        """
        if not session.is_over:
            raise TableError("the match is not over")
        if self.table.again:
            return
        code = secrets.token_urlsafe(9)
        linked = (
            "UPDATE tables SET again = ?, used = ? WHERE code = ? AND again IS NULL",
            [code, time.time(), self.code],
        )
        with self.addresses.opening(asker):
            await self.store.write(linked, *same_seats(code, self.table, session))
        self.table = self._stored()

    async def opened(self, place: int) -> None:
        """Note that a page of a seat has been open: the seat is not lost."""
        player = self.table.at(place)
        if player is not None and not player.opened:
            self.table = self.table.seating(attrs.evolve(player, opened=True))
            change = "UPDATE players SET opened = 1 WHERE code = ? AND place = ?", [self.code, place]
            with contextlib.suppress(sqlite3.Error):  # it is known here, and noted when a page is opened again
                await self.store.write(change)

    def _player(self, place: int) -> int:
        """Return the number of a player in the session: the cut has seated them."""
        player = self.table.at(place)
        assert self.session is not None
        assert player is not None
        return self.session.names.index(player.name)

    def enter(self, connection: Connection, place: int | None, since: int = 0) -> Page | None:
        """Add a page to a seat, or one that watches; return None if there are too many of them.

        Args:
            connection: The connection to the page.
            place: The place of the seat; None to watch.
            since: The version that the page shows; 0 if it is new.
        """
        most = MOST_WATCHING if place is None else MOST_PAGES
        if sum(page.place == place for page in self.pages.values()) >= most:
            return None
        self.pages[connection] = Page(place, since)
        if place is not None:
            self.away.pop(place, None)
            self.agreed.pop(place, None)
        return self.pages[connection]

    def leave(self, connection: Connection) -> None:
        """Remove a page; a player without another page is away from now on."""
        page = self.pages.pop(connection, None)
        if page and page.place is not None and all(other.place != page.place for other in self.pages.values()):
            self.away[page.place] = time.monotonic()
            for agreed in self.agreed.values():
                agreed.discard(page.place)

    # --- what pages are sent -----------------------------------------------------------------------

    async def welcome(self, page: Page, version: int) -> dict[str, Any]:
        """Return the first message to a page: the table, unless the page connects again and shows it.

        Args:
            page: The page.
            version: The version in the file.
        """
        if page.version and page.version == version:
            return {"version": version, **self._here(), "error": ""}
        await self.ready()
        return self.message(page)

    def message(self, page: Page, error: str = "") -> dict[str, Any]:
        """Return the message to a page: what its seat may know, and no more. The session must be read.

        Args:
            page: The page, which gets the events since the version that it was sent.
            error: The fault of its last request.
        """
        table, session = self.table, self.session
        common = {**self._here(), "error": error}
        if session is None:
            places = {player.place: player.name for player in table.players}
            you = None if page.place is None else [*places].index(page.place)
            return {**common, "players": [*places.values()], "you": you, "free": len(table.free), "bots": BOTS}
        if error and page.version == session.version:  # a fault alone: the page shows the table already
            return {**common, "version": session.version, "events": []}
        player, since = None if page.place is None else self._player(page.place), page.version
        if since > session.version:
            since = 0  # the file of tables was replaced by an older one
        page.version = session.version
        if self._sheet[0] is not session.record:
            self._sheet = session.record, colored(session.match, color="never", width=SHEET_WIDTH)
        return {
            # there is no round after a concession
            **(table_message(session, player, since) if session.round else {"version": session.version, "view": None}),
            **common,
            "players": session.names,
            "you": player,
            "sheet": self._sheet[1],
            "comment": "" if session.match.scores else session.record.comment,
            "rules": table.rules,
            "can_deal": not session.is_playing and not session.is_over,
            "can_give_notice": session.rules.endless and not session.is_playing and not session.is_over,
            "over": session.is_over,
            "again": bool(table.again),
        }

    def _here(self) -> dict[str, Any]:
        """Return who has a page open, who is away for how many seconds, and for whom a player of the lab plays.

        Players of the lab are there.
        """
        places, now = {page.place for page in self.pages.values()}, time.monotonic()
        people = [player for player in self.table.players if player.token]
        names = {player.place: player.name for player in people}
        away = {one.name: int(now - self.away[one.place]) for one in people if one.place in self.away}
        return {
            "here": [one.name for one in self.table.players if one.place in places or (one.bot and not one.token)],
            "away": away,
            "stand_ins": [player.name for player in people if player.bot],
            "lost": [player.name for player in people if self._is_lost(player)],
            "patience": AWAY_SECONDS,
            "agreed": {names[place]: sorted(names[by] for by in agreed) for place, agreed in self.agreed.items()},
        }

    async def send(self, connection: Connection, message: dict[str, Any]) -> None:
        """Send a page a message; one that has gone, or does not read, is closed: a page connects again."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await connection.send_json(message)
        except Exception:  # noqa: BLE001 - whatever the connection raises, only this page is lost
            self.leave(connection)
            with contextlib.suppress(Exception):
                async with asyncio.timeout(SEND_SECONDS):
                    await connection.close(1013)

    async def tell(self) -> None:
        """Send every page the table."""
        await asyncio.gather(*(self.send(to, self.message(page)) for to, page in [*self.pages.items()]))

    async def tell_who_is_here(self, but: Connection | None = None) -> None:
        """Send every other page who has a page open."""
        here = self._here()
        await asyncio.gather(*(self.send(to, here) for to in [*self.pages] if to is not but))


class Tables:
    """All tables of a server.

    Args:
        store: The tables in their file.
        per_address: The tables that an address can open in an hour.
    """

    def __init__(self, store: Store, per_address: int = 30) -> None:
        self.store, self.addresses = store, Addresses(per_address)
        self.thinking = Thinking()
        self.opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a table is opened, by address."""
        self.rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """The tables that a page or a request uses now, by code."""

    def room(self, code: str) -> Room:
        """Return the table of this code, which is in memory as long as somebody uses it.

        Raises:
            TableError: If it is not there.
        """
        known = self.rooms.get(code)
        return known or self.rooms.setdefault(code, Room(code, self.store, self.thinking, self.addresses))

    async def open(
        self, rules: str, seats: int | None, name: str, bot: str | None, token: str = "", asker: str = ""
    ) -> tuple[str, str]:
        """Open a table; return its code, and the token of the first seat. One that is refused leaves nothing.

        Args:
            rules: The rules, an expression such as ``"oklahoma+hollywood"``.
            seats: The number of players; None for the smallest that the rules allow.
            name: The name of the first player.
            bot: The player of the lab who takes the other seats; None to wait for people.
            token: The token of the first seat. The same form, sent again before the seat has had a page, opens no
                second table.
            asker: The address of the browser.

        Raises:
            TableError: If the rules, the number of players, the name or the player of the lab is not allowed, all
                tables are taken, or too many were opened from the address.
            GinRulesError: If the rules are unknown or faulty.
        """
        name = checked_name(name)
        if bot is not None and bot not in BOTS:
            left = f"; {bot} has left: {DEPARTED[bot]}" if bot in DEPARTED else ""
            raise TableError(f"play against people, or one of {', '.join(BOTS)}{left}")
        wanted = typed_rules(rules)
        if not (wanted.take_cap and wanted.reshuffle_cap):
            raise TableError("give take_cap and reshuffle_cap a number: with 0 a round may never end")
        counts = wanted.player_counts
        if seats is None:
            seats = min(counts)
        elif seats not in counts:
            raise TableError(f"these rules are for {' or '.join(map(str, counts))} players, not for {seats}")
        async with self.opening.setdefault(asker, asyncio.Lock()):
            known, opened = self.store.seat_of(token)
            if known is not None and not opened:
                return known, token  # the answer was lost, or the button was pressed twice
            code, token = secrets.token_urlsafe(9), token if token and not opened else new_token()
            table = StoredTable(code, rules, seats, (StoredPlayer(0, name, token=token),))
            if bot is not None:
                table = table.seating(*bots_for(table, bot))
            with self.addresses.opening(asker):
                await self._make(table, asker)
        return code, token

    async def _make(self, table: StoredTable, asker: str) -> None:
        """Store a new table, its players, and its match if no seat is free: all of it, or nothing."""
        await self.make_room()
        added = "INSERT INTO tables (code, rules, seats, used) VALUES (?, ?, ?, ?)"
        changes: list[Statement] = [(added, [table.code, table.rules, table.seats, time.time()])]
        changes += [seat_taken(table.code, player) for player in table.players]
        if not table.free:
            changes.append(session_stored(table, await self.thinking.advance(begun(table), asker), 0))
        if not await self.store.write(*changes):
            raise TableError("this table is open already: load the page again")

    def close(self) -> None:
        """Close the file."""
        self.thinking.close()
        self.store.close()

    async def make_room(self) -> None:
        """Delete tables that nobody has used for a long time; if all are taken, the oldest that may be deleted.

        Raises:
            TableError: If all tables are taken.
        """
        now, left, gone = time.time(), self.store.count(), []
        for code, is_played, used in self.store.oldest():
            kept = KEPT_SECONDS if is_played else KEPT_UNPLAYED_SECONDS
            is_free = left >= MOST_TABLES and now - used > (
                PROTECTED_SECONDS if is_played else PROTECTED_WAITING_SECONDS
            )
            if code not in self.rooms and (now - used > kept or is_free):
                gone.append(("DELETE FROM tables WHERE code = ?", [code]))
                left -= 1
        await self.store.write(*gone)
        if left >= MOST_TABLES:
            raise TableError("all tables are taken: try again later")
