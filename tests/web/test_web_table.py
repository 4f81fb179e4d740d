"""The web table: a seat is sent only its view, links and cookies hold seats, bad requests change nothing."""

import asyncio
import json
import random
import re
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.lab import hint
from ginrules.records import from_dict
from ginrules.records.documents.texts import changed
from tests.effort import slow

pytest.importorskip("fastapi", reason="the server of examples/web_table needs FastAPI")
httpx = pytest.importorskip("httpx")
uvicorn = pytest.importorskip("uvicorn")
sync_client = pytest.importorskip("websockets.sync.client")

from tests.web import many_tables  # noqa: E402 - needs the packages above
from tests.web.test_playground import CHROMIUM, MODULES, NODE, PICTURES  # noqa: E402 - they are found there

closed = pytest.importorskip("websockets.exceptions")

EXAMPLES = Path(__file__).parents[2] / "examples"
FORM = {"rules": "standard", "name": "Ann", "seats": "", "against": ""}
SCRIPT = "<script>alert(1)</script>"
CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")


@pytest.fixture(scope="module")
def module():
    folders = [str(EXAMPLES / "web_table"), str(EXAMPLES / "gin_table")]
    sys.path[:0] = folders
    import server

    yield server
    for folder in folders:
        sys.path.remove(folder)


@pytest.fixture(scope="module")
def address(module, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIN_TABLES", str(tmp_path_factory.mktemp("tables") / "tables.db"))
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        running = uvicorn.Server(uvicorn.Config(module.app, log_level="error", ws_max_size=4096))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not running.started:
            time.sleep(0.02)
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        running.should_exit = True
        thread.join()


class Page:
    """A page on a seat."""

    def __init__(self, socket):
        self.socket = socket
        self.message = {}
        self.heard()

    def heard(self):
        while True:
            message = json.loads(self.socket.recv(20))
            if "players" in message:  # not only who is here
                self.message = message
                return message

    def say(self, asked):
        self.socket.send(asked if isinstance(asked, str | bytes) else json.dumps(asked))
        return self.heard()

    def act(self, action):
        return self.say({"action": action, "version": self.message["version"]})


class People:
    """The browsers of people who sit at one table, by their names."""

    def __init__(self, address, stack, rules="standard", names=("Ann", "Bo"), seats="", against=""):
        self.address, self.stack, self.cookies = address, stack, {}
        self.answer = self.post("/tables", {"rules": rules, "name": names[0], "seats": seats, "against": against})
        self.code = self.answer.headers["location"].split("/")[2].partition("?")[0]
        self.cookies[names[0]] = self.answer.cookies["seat"]
        for name in names[1:]:
            self.cookies[name] = self.post(f"/table/{self.code}/join", {"name": name}).cookies["seat"]

    def post(self, path, data, **headers):
        return httpx.post(f"http://{self.address}{path}", data=data, headers=headers, trust_env=False)

    def get(self, path, name=None):
        cookies = {"seat": self.cookies[name]} if name else {}
        with httpx.Client(cookies=cookies, trust_env=False) as client:
            return client.get(f"http://{self.address}{path}")

    def connect(self, name, **more):
        headers = {"Cookie": f"seat={self.cookies.get(name, name)}"}
        url = f"ws://{self.address}/table/{self.code}/socket"
        return sync_client.connect(url, proxy=None, additional_headers=headers, **more)

    def visit(self, name):
        return Page(self.stack.enter_context(self.connect(name)))

    def all(self):
        """A page for every person, in the order of the match, the first who can act first."""
        pages = [self.visit(name) for name in self.cookies]
        return sorted(pages, key=lambda page: not page.message["view"]["legal"])


@pytest.fixture
def people(address):
    """Open a table and take its seats; all pages are closed at the end."""
    with ExitStack() as stack:
        yield lambda *args, **kwargs: People(address, stack, *args, **kwargs)


def room_of(module, table):
    return module.tables().rooms[table.code]


def in_another_world(session, state):
    """The session as it would be with this state: the record of its actions is left as it was."""
    (record,) = session.round
    return changed(session, round=(changed(record, state=state),))


# --- what a page is sent ------------------------------------------------------------------------------


def test_nothing_hidden_is_sent_in_a_whole_round(module, people):
    from tables import Page as Seen

    table = people()
    pages = [table.visit(name) for name in ("Ann", "Bo")]
    room = room_of(module, table)
    for _ in range(400):
        (record,) = room.session.round
        for place, page in enumerate(pages):
            seat = page.message["view"]["seat"]
            hidden = {str(card) for card in record.state.hands[1 - seat] - record.state.known[1 - seat]}
            # the comment has the cards of the cut
            sent = json.dumps({**page.message, "view": {**page.message["view"], "unseen": ""}, "comment": ""})
            if record.outcome is None:
                assert not hidden & set(CARD.findall(sent))
            other = gin.determinize(gin.view(record.state, seat), seed=seat)  # a world the seat cannot tell apart
            real, room.session = room.session, in_another_world(room.session, other)
            again = room.message(Seen(place, page.message["version"]))
            room.session = real
            assert _same(again, page.message)
        if record.outcome is not None:
            break
        turn = next(page for page in pages if page.message["view"]["legal"])
        legal = turn.message["view"]["legal"]
        chosen = next((text for text in legal if text.startswith("knock")), legal[-1])
        turn.socket.send(json.dumps({"action": chosen, "version": turn.message["version"]}))
        for page in pages:
            assert page.heard()["error"] == ""
    assert all(page.message["result"] and page.message["can_deal"] for page in pages)


def _same(ours, sent):
    """Whether a message is what was sent, but for the events before it and who is here."""
    return json.loads(json.dumps({**ours, "events": sent["events"], "here": sent["here"]})) == sent


BAD = [
    "", "x" * 2000, "[]", "null", "{}", "7", '"draw"', "[" * 900, "{" * 900, '{"action": "draw"}', '{"version": true}',
    '{"action": 7, "version": 1}', '{"action": "next round", "version": 1}', '{"action": "discard Xx", "version": 1}',
    '{"action": "draw", "version": "1"}', '{"action": "draw", "version": true}', '{"action": null, "version": 1}',
    '{"action": "draw", "version": -1}', '{"action": "draw", "version": 1e999}', '{"action": "draw", "version": 99}',
    '{"action": "notice", "version": 1}', '{"action": "concede", "version": 0}', '{"action": "concede"}',
    '{"action": "__class__", "version": 1}', '{"action": "take 99999999999999999999", "version": 1}',
    '{"action": "shuffle Ac", "version": 1}', '{"fill": "expert"}', '{"fill": "process:rm"}', '{"looks": {}}',
    '{"action": "draw", "version": 1, "seat": 1, "you": 1}',
    '{"action": "' + "lay off 7h on 0 " * 50 + '", "version": 1}',
    '{"action": "\\u0000", "version": 1}', "🂡", b"\x00\xff", b"", bytes(4096),
]  # fmt: skip


def test_a_bad_message_is_answered_and_changes_nothing(module, people):
    table = people()
    first = table.all()[0]
    room = room_of(module, table)
    before, shown = room.session, first.message
    news = ("error", "events", "here")  # the page of another player may have opened in between
    for asked in BAD:
        answer = first.say(asked)
        assert answer["error"], asked
        assert {**answer, **{name: shown[name] for name in news}} == shown
        assert room.session is before
    assert first.act(shown["view"]["legal"][0])["error"] == ""


def test_a_seat_cannot_act_for_the_other(people):
    first, waiting = people().all()
    assert waiting.message["view"]["legal"] == []
    for action in first.message["view"]["legal"]:
        assert "must take or decline" in waiting.act(action)["error"]


def test_a_page_that_is_loaded_again_continues_and_two_pages_of_a_seat_agree(people):
    table = people()
    first, other = table.all()
    name = first.message["players"][first.message["you"]]
    second = table.visit(name)
    assert _same(second.message, first.message)
    first.act(first.message["view"]["legal"][0])
    assert second.heard() == first.message
    first.socket.close()
    again = table.visit(name)
    assert {**again.message, "events": 0, "here": 0} == {**second.message, "events": 0, "here": 0}
    assert "look at the table again" in second.say({"action": "decline", "version": 0})["error"]
    assert other.heard()["version"] == second.message["version"]


def test_a_socket_that_is_cut_in_the_middle_changes_nothing(people):
    table = people()
    gone, other = table.all()
    gone.socket.send('{"action":')
    gone.socket.socket.shutdown(socket.SHUT_RDWR)
    back = table.visit(gone.message["players"][gone.message["you"]])
    assert back.message["version"] == other.message["version"]
    assert back.act(back.message["view"]["legal"][0])["error"] == ""


def test_pages_are_told_who_is_here(people):
    table = people()
    ann = table.visit("Ann")
    assert sum(ann.message["here"]) == 1
    bo = table.visit("Bo")
    assert json.loads(ann.socket.recv(20)) == {"here": [True, True]}
    bo.socket.close()
    assert sum(json.loads(ann.socket.recv(20))["here"]) == 1


def test_a_seat_has_four_pages(module, people):
    from tables import MOST_PAGES

    table = people()
    pages = [table.visit("Ann") for _ in range(MOST_PAGES)]
    assert all(page.message["you"] == pages[0].message["you"] for page in pages)
    with pytest.raises(closed.ConnectionClosed, match="too many pages"):
        table.visit("Ann")
    assert len(room_of(module, table).pages) == MOST_PAGES


# --- seats --------------------------------------------------------------------------------------------


def test_a_link_takes_a_free_seat_once(people):
    table = people("knock-rummy", ("Ann",), seats="4")
    waiting = table.visit("Ann")
    assert (waiting.message["free"], waiting.message["players"]) == (3, ["Ann"])
    assert "Ann invites you" in table.get(f"/table/{table.code}").text
    taken = table.post(f"/table/{table.code}/join", {"name": " ann "})
    assert taken.status_code == 422
    assert "ann sits here already" in taken.text
    assert 'value=" ann "' in taken.text
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda n: table.post(f"/table/{table.code}/join", {"name": f"P{n}"}), range(8))]
    assert sorted(answer.status_code for answer in answers) == [303] * 3 + [409] * 5
    assert len({answer.cookies["seat"] for answer in answers if answer.status_code == 303}) == 3
    while "version" not in waiting.message:
        waiting.heard()
    assert len(set(waiting.message["players"])) == 4
    assert "all seats of this table are taken" in table.get(f"/table/{table.code}").text
    assert "have no seat" in table.get(f"/table/{table.code}?seated=1").text


def test_who_has_a_seat_takes_no_second_one_and_can_take_it_to_another_device(people):
    table = people("three-handed", ("Ann",))
    cookie = {"Cookie": f"seat={table.cookies['Ann']}"}
    assert (
        table.post(f"/table/{table.code}/join", {"name": "Bo"}, **cookie).headers["location"] == f"/table/{table.code}"
    )
    assert table.visit("Ann").message["players"] == ["Ann"]
    link = re.search(r"http://\S+(/seat/[\w-]+)", table.get(f"/table/{table.code}/seat", "Ann").text)[1]
    moved = table.get(link)
    assert moved.cookies["seat"] == table.cookies["Ann"]
    assert "httponly" in moved.headers["set-cookie"].lower()
    assert f"path=/table/{table.code}" in moved.headers["set-cookie"].lower().replace(table.code.lower(), table.code)
    assert len(table.cookies["Ann"]) >= 22
    assert len(table.code) >= 12


def test_players_of_the_lab_take_the_free_seats(people):
    table = people("knock-rummy", ("Ann", "Bo", "Expert"), seats="5")
    ann, bo = table.visit("Ann"), table.visit("Bo")
    assert bo.say({"fill": "expert"})["error"] == "the match begins when all seats are taken"
    ann.say({"fill": "expert"})
    assert set(ann.message["players"]) == {"Ann", "Bo", "Expert", "Expert 2", "Expert 3"}


def test_a_seat_that_is_not_yours_is_refused(people):
    table = people()
    for cookie in ("guessed", "", people().cookies["Ann"]):
        with table.connect(cookie) as page, pytest.raises(closed.ConnectionClosed, match="you have no seat"):
            page.recv(5)
    for path in (f"/table/{table.code}/record", f"/table/{table.code}/seat", "/seat/guessed"):
        assert table.get(path).status_code in {403, 404}
    assert table.get("/table/guessed").status_code == 404
    assert "There is no such table".lower() in table.get("/table/guessed").text.lower()


# --- matches ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "people_at_it", "seats", "bot"),
    [
        ("standard+target=20", 1, "", "learned"),
        ("three-handed+target=20", 2, "", "greedy"),
        ("partnership+target=20", 4, "", ""),
        ("penalty-elimination-50", 3, "3", ""),
        ("doubling-gin+target=20", 2, "", ""),
        ("mahjong-gin+target=20", 4, "4", ""),
        ("knock-rummy", 1, "6", "medium"),
    ],
)
def test_a_match_is_played_and_its_record_taken_home(people, rules, people_at_it, seats, bot):
    names = [f"P{place}" for place in range(people_at_it)]
    table = people(rules, names, seats=seats, against=bot if people_at_it == 1 else "")
    pages = [table.visit(name) for name in names]
    if "version" not in pages[0].message:
        assert pages[0].say({"fill": bot})["error"] == ""
        assert [page.heard()["you"] for page in pages[1:]]
    assert table.get(f"/table/{table.code}/record", "P0").status_code == 409
    for _ in range(3000):
        if pages[0].message["over"]:
            break
        page, action = decided(pages)
        page.socket.send(json.dumps({"action": action, "version": page.message["version"]}))
        for other in pages:
            assert other.heard()["error"] == ""
    assert len({page.message["sheet"] for page in pages}) == 1
    answer = table.get(f"/table/{table.code}/record", "P0")
    record = gin.MatchRecord.loads(answer.text)
    assert "attachment" in answer.headers["Content-Disposition"]
    assert record.match.is_over
    assert str(record.match) == pages[0].message["sheet"]


def decided(pages):
    """Return a page and its request, made only from what the pages were sent."""
    if pages[0].message["can_deal"]:
        return random.choice(pages), "next round"
    page = random.choice([page for page in pages if page.message["view"]["legal"]])
    return page, str(hint(from_dict(gin.PlayerView, page.message["view"]), "greedy"))


def test_a_match_is_conceded_by_the_player_of_the_page_alone(people):
    table = people()
    first, other = table.all()
    loser = first.message["players"][first.message["you"]]
    first.act("concede")
    assert first.message["over"]
    assert first.message["view"] is None
    assert f"{loser} concedes" in other.heard()["sheet"]
    assert "the match is over" in other.act("concede")["error"]
    assert table.get(f"/table/{table.code}/record", loser).status_code == 200


def test_two_who_deal_at_once_are_both_shown_the_round(people):
    table = people("standard+target=1000")
    pages = table.all()
    while not pages[0].message["can_deal"]:
        page, action = decided(pages)
        page.socket.send(json.dumps({"action": action, "version": page.message["version"]}))
        [other.heard() for other in pages]
    for page in pages:
        page.socket.send(json.dumps({"action": "next round", "version": page.message["version"]}))
    for _ in range(2):
        assert [page.heard()["error"] for page in pages] == ["", ""]
    assert len({page.message["version"] for page in pages}) == 1
    assert sum(bool(page.message["view"]["legal"]) for page in pages) == 1


# --- the file of tables -------------------------------------------------------------------------------


@pytest.fixture
def opened_twice(module, tmp_path):  # noqa: ARG001 - the module has the paths
    """The tables of two servers that share a file."""
    from store import Store
    from tables import Tables

    servers = [Tables(Store(str(tmp_path / "tables.db"))) for _ in range(2)]
    yield servers
    for server in servers:
        server.store.close()


def test_what_another_server_has_changed_is_not_overwritten(opened_twice):
    async def scenario():
        first = opened_twice[0]
        code, _ = await first.open("standard", None, "Ann", None)
        rooms = [server.room(code) for server in opened_twice]
        await rooms[1].ready()  # one seat is free
        await rooms[0].join("Bo")
        with pytest.raises(ValueError, match=r"all seats|faster"):
            await rooms[1].join("Cy")
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


def test_a_match_begins_although_the_server_was_killed_when_its_last_seat_was_taken(opened_twice):
    from tables import seat_taken

    async def scenario():
        server = opened_twice[0]
        code, _ = await server.open("three-handed", None, "Ann", None)
        await server.store.write(seat_taken(code, 1, "Bo", token="b"), seat_taken(code, 2, "Greedy", bot="greedy"))
        room = server.room(code)
        await room.ready()
        assert room.session.is_playing
        assert len(room.session.players) == 1

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
    import tables

    async def scenario():
        server = opened_twice[0]
        code, _ = await server.open("standard", None, "Ann", "greedy")
        room = server.room(code)
        await room.ready()
        monkeypatch.setattr(tables, "RECORD_TEXT", len(room.session.dumps("json")) - 50)
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
        assert server.store.place_of(codes[0][1]) is None

    asyncio.run(scenario())


def test_a_table_without_pages_is_not_in_memory(module, people):
    table = people()
    page = table.visit("Ann")
    assert table.code in module.tables().rooms
    page.socket.close()
    assert soon(lambda: table.code not in module.tables().rooms)


def test_health(module, people, monkeypatch):
    table = people()
    table.visit("Ann")
    answer = table.get("/health").json()
    assert answer["status"] == "ok"
    assert answer["tables"] >= 1
    assert answer["pages"] >= 1

    def broken():
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(module.tables().store, "count", broken)
    assert table.get("/health").status_code == 503


def test_no_answered_action_is_lost_when_the_server_is_killed():
    report = many_tables.run(slow(4, 200), slow(8, 600), pause=slow(0.1, 2), kill_every=slow(3, 60))
    print(report)  # noqa: T201 - the counts of the long run
    assert report["kills"] >= 1
    assert report["answers"] > 20


# --- forms --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rules": "nonsense"}, "no preset"),
        ({"rules": "/etc/passwd"}, "is a path"),
        ({"rules": SCRIPT}, "is a path"),
        ({"rules": "standard+knock_limit=-7"}, "knock_limit"),
        ({"name": "  \u202e "}, "give a name of 1 to 30"),
        ({"name": "x" * 31}, "give a name of 1 to 30"),
        ({"seats": "5"}, "these rules are for 2 players"),
        ({"against": "searching"}, "play against people"),
        ({"against": "process:rm"}, "play against people"),
    ],
)
def test_a_form_that_is_refused_says_why_and_keeps_what_it_had(address, wrong, words):
    asked = {**FORM, "name": f"Zoë {SCRIPT[:20]}", **wrong}
    answer = httpx.post(f"http://{address}/tables", data=asked, trust_env=False)
    assert answer.status_code == 422
    alert = re.search(r'role="alert">([^<]*)', answer.text)[1]
    assert words in alert
    assert "<script>alert" not in answer.text
    for field in ("rules", "name"):
        assert f'value="{asked[field]}"'.replace("<", "&lt;").replace(">", "&gt;") in answer.text


def test_scripts_in_names_are_text(people):
    table = people("three-handed", (SCRIPT,))
    assert "<script>alert" not in table.get(f"/table/{table.code}").text
    assert table.visit(SCRIPT).message["players"] == [SCRIPT]


@pytest.mark.parametrize("field", ["rules", "name"])
def test_a_form_without_a_field_is_refused_as_a_page(address, field):
    data = {key: value for key, value in FORM.items() if key != field}
    answer = httpx.post(f"http://{address}/tables", data=data, trust_env=False)
    assert answer.status_code == 422
    assert "a field is missing" in answer.text


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "https://127.0.0.1:1", "null", "http://[", "file://"])
def test_a_page_of_another_site_can_neither_open_a_table_nor_play(address, people, origin):
    table = people()
    assert table.post("/tables", FORM, Origin=origin).status_code == 403
    assert table.post("/tables", FORM, Origin=f"http://{address}").status_code == 303
    with pytest.raises(closed.InvalidStatus, match="403"), table.connect("Ann", origin=origin):
        pass
    with table.connect("Ann", origin=f"http://{address}"):
        pass


def test_what_browsers_are_told(people):
    table = people()
    paths = {"/": 200, f"/table/{table.code}": 200, "/static/seat.js": 200, "/static/gin-table.js": 200, "/no": 404}
    for path, status in {**paths, "/static/../server.py": 404, "/static/server.py": 404}.items():
        answer = table.get(path, "Ann")
        assert answer.status_code == status, path
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert (answer.headers["X-Frame-Options"], answer.headers["X-Content-Type-Options"]) == ("DENY", "nosniff")
        if not path.endswith(".js"):
            assert not re.search(r"<script(?! type=\"module\" src=)", answer.text)  # the policy would refuse it


@pytest.mark.parametrize(
    ("kind", "size", "status"),
    [
        ("multipart/form-data; boundary=x", "150000000", 415),
        ("application/x-www-form-urlencoded", "150000000", 413),
        ("application/x-www-form-urlencoded", "4097", 413),
        ("application/x-www-form-urlencoded", None, 413),
        ("application/json", "10", 415),
    ],
)
def test_a_form_that_is_none_is_refused_before_it_is_read(address, kind, size, status):
    host, _, port = address.partition(":")
    length = "Transfer-Encoding: chunked" if size is None else f"Content-Length: {size}"
    with socket.create_connection((host, int(port)), 5) as line:
        line.sendall(f"POST /tables HTTP/1.1\r\nHost: {address}\r\nContent-Type: {kind}\r\n{length}\r\n\r\n".encode())
        answer = b""
        while data := line.recv(4096):  # to the end: the server closes the line
            answer += data
    assert answer.startswith(f"HTTP/1.1 {status}".encode())
    assert b"frame-ancestors" in answer


def test_a_message_beyond_the_limit_ends_the_page_and_frees_its_seat(module, people):
    from tables import MOST_PAGES

    table = people()
    other = table.visit("Bo")
    for _ in range(MOST_PAGES + 1):
        page = table.visit("Ann")
        page.socket.send(" " * 5000)
        with pytest.raises(closed.ConnectionClosed, match="1009"):
            page.heard()
        assert soon(lambda: len(room_of(module, table).pages) == 1)
    assert other.message["view"]


def soon(is_true):
    return any(is_true() or time.sleep(0.02) for _ in range(250))


@pytest.mark.skipif(
    not (MODULES and CHROMIUM and NODE), reason="needs Chromium, node, and puppeteer-core (GINRULES_NODE_MODULES)"
)
def test_two_people_play_in_a_browser(address, tmp_path):
    folder = Path(PICTURES) if PICTURES else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    script = Path(__file__).with_name("web_table.mjs")
    command = [NODE, script, f"http://{address}/", CHROMIUM, folder, MODULES]
    run = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert run.returncode == 0, run.stderr
    seen = json.loads(run.stdout.splitlines()[-1])
    assert (seen["errors"], seen["others"], seen["wide"]) == ([], [], [])
    assert {page: faults for page, faults in seen["axe"].items() if faults} == {}
    error, name, rules = seen["refused"]
    assert "no preset 'oklahma'" in error
    assert (name, rules) == ("Ann", "oklahma")
    assert seen["moves"] >= 14
    assert "Bo" in seen["told"][0]
    assert "Ann" in seen["told"][1]
    assert "Download the record" in seen["after"]
