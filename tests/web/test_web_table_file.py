"""The file of tables of `examples/web_table`: two servers, a full disk, old tables, and a server that is killed."""

import asyncio
import sqlite3
import time

import pytest

import ginrules as gin
from tests.conftest import slow

pytest.importorskip("httpx")
pytest.importorskip("websockets.asyncio.client")

from tests.web import many_tables


@pytest.fixture
def opened_twice(server, tmp_path):
    """The tables of two servers that share a file."""
    from store import Store
    from tables import Tables

    servers = [Tables(Store(str(tmp_path / "tables.db"))) for _ in range(2)]
    yield servers
    for tables in servers:
        tables.close()


def test_what_another_server_has_changed_is_not_overwritten(opened_twice):
    async def scenario():
        first = opened_twice[0]
        code, _ = await first.open("standard", None, "Ann", None)
        rooms = [server.room(code) for server in opened_twice]
        await rooms[1].ready()  # one seat is free
        await rooms[0].join("Bo", "b")
        with pytest.raises(ValueError, match=r"all seats|faster"):
            await rooms[1].join("Cy", "c")
        assert rooms[1].session == rooms[0].session
        session = rooms[0].session
        (player,) = session.to_move
        place = [seated.name for seated in rooms[0].table.players].index(session.names[player])
        await rooms[0].take(place, {"action": "decline", "version": 1})
        with pytest.raises(gin.OldVersionError):
            await rooms[1].take(place, {"action": "take", "version": 1})
        assert rooms[1].session == rooms[0].session
        assert rooms[0].session.version == 2

    asyncio.run(scenario())


def test_a_commit_waits_for_the_disk(opened_twice):
    # what a loss of power does cannot be tried here
    (setting,) = opened_twice[0].store._writer.execute("PRAGMA synchronous").fetchone()
    assert setting == 2


def test_seats_are_taken_all_or_none(opened_twice):
    from seats import seat_taken
    from store import StoredPlayer

    async def scenario():
        store = opened_twice[0].store
        code, _ = await opened_twice[0].open("three-handed", None, "Ann", None)
        taken = [seat_taken(code, StoredPlayer(place, name, token=name)) for place, name in ((1, "Bo"), (2, "Ann"))]
        assert not await store.write(*taken)
        assert [player.name for player in store.table(code).players] == ["Ann"]

    asyncio.run(scenario())


def test_the_next_match_of_the_same_players_begins_when_its_table_is_read(opened_twice):
    from seats import seat_taken
    from store import StoredPlayer

    async def scenario():
        server = opened_twice[0]
        code, _ = await server.open("three-handed", None, "Ann", None)
        players = StoredPlayer(1, "Bo", token="b"), StoredPlayer(2, "Greedy", "greedy")
        await server.store.write(*(seat_taken(code, player) for player in players))
        room = server.room(code)
        await room.ready()
        assert room.session.is_playing
        assert len(room.session.players) == 1

    asyncio.run(scenario())


def test_who_is_here_is_known_before_the_session_is_read(opened_twice):
    async def scenario():
        first, again = opened_twice
        code, _ = await first.open("three-handed", None, "Ann", None)
        room = first.room(code)
        await room.join("Bo", "b")
        await room.take(0, {"fill": "greedy"})
        version, back = room.session.version, again.room(code)
        bo = back.enter("a page that shows the table", 1, version)
        welcome = await back.welcome(bo, version)
        assert (welcome["version"], welcome["here"], welcome["error"]) == (version, ["Bo", "Greedy"], "")
        assert "view" not in welcome
        assert back.session is None
        ann = back.enter("a page that shows nothing", 0)
        assert (await back.welcome(ann, version))["here"] == ["Ann", "Bo", "Greedy"]
        assert back.session == room.session

    asyncio.run(scenario())


def test_a_full_disk_changes_nothing(opened_twice, monkeypatch):
    async def scenario():
        server = opened_twice[0]
        code, _ = await server.open("standard", None, "Ann", "greedy")
        room = server.room(code)
        await room.ready()
        before = room.session

        def full(_):
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(server.store, "_commit", full)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            await room.take(0, {"action": str(before.legal(min(before.to_move))[0]), "version": before.version})
        assert room.session is before

    asyncio.run(scenario())


def test_a_match_that_is_too_long_to_be_stored_can_be_conceded(opened_twice, monkeypatch):
    import seats

    async def scenario():
        server = opened_twice[0]
        code, _ = await server.open("standard", None, "Ann", "greedy")
        room = server.room(code)
        await room.ready()
        monkeypatch.setattr(seats, "RECORD_TEXT", len(room.session.dumps("json")) - 50)
        version, action = room.session.version, str(room.session.legal(min(room.session.to_move))[0])
        with pytest.raises(ValueError, match="concede, and take the record"):
            await room.take(0, {"action": action, "version": version})
        await room.take(0, {"action": "concede", "version": version})
        assert room.session.is_over

    asyncio.run(scenario())


def test_when_all_tables_are_taken_one_that_nobody_plays_at_makes_room(opened_twice, monkeypatch):
    import tables

    async def scenario():
        server = opened_twice[0]
        monkeypatch.setattr(tables, "MOST_TABLES", 3)
        watched, played, left = [(await server.open("standard", None, "Ann", None))[0] for _ in range(3)]
        room = server.room(watched)
        await server.store.write(("UPDATE tables SET is_played = 1 WHERE code = ?", [played]))
        with pytest.raises(ValueError, match="all tables are taken"):  # a fresh table keeps its link for an hour
            await server.open("standard", None, "Ann", None)
        old = time.time() - tables.PROTECTED_WAITING_SECONDS - 1
        await server.store.write(("UPDATE tables SET used = ? WHERE code = ?", [old, left]))
        codes = [watched, played, (await server.open("standard", None, "Ann", None))[0]]
        assert server.store.table(left) is None
        assert all(server.store.table(code) for code in codes)
        other = server.room(codes[2])
        with pytest.raises(ValueError, match="all tables are taken"):
            await server.open("standard", None, "Ann", None)
        old = time.time() - tables.PROTECTED_SECONDS - 1
        await server.store.write(("UPDATE tables SET used = ? WHERE code = ?", [old, played]))
        await server.open("standard", None, "Ann", None)
        assert server.store.table(played) is None
        assert room.code, other.code

    asyncio.run(scenario())


def test_tables_that_nobody_uses_are_deleted_with_their_seats(opened_twice):
    async def scenario():
        server, day = opened_twice[0], 86_400
        codes = [(await server.open("standard", None, "Ann", None)) for _ in range(3)]
        for (code, _), is_played, days in zip(codes, (1, 1, 0), (31, 29, 2), strict=True):
            change = "UPDATE tables SET is_played = ?, used = ? WHERE code = ?"
            await server.store.write((change, [is_played, time.time() - days * day, code]))
        await server.make_room()
        assert [server.store.table(code) is not None for code, _ in codes] == [False, True, False]
        assert server.store.seat_of(codes[0][1]) == (None, False)

    asyncio.run(scenario())


def test_no_answered_action_is_lost_when_the_server_is_killed():
    report = many_tables.run(slow(4, 200), slow(3, 600), pause=slow(0.1, 2), kill_every=slow(1.2, 60))
    print(report)
    assert report["kills"] >= 1
    assert report["all moves"]["answers"] > 20
