"""Cheats and odd requests at the web table: each is refused with a sentence, and changes nothing."""

import asyncio
import json
import re
import socket
import time
from types import SimpleNamespace

import pytest

pytest.importorskip("httpx")
closed = pytest.importorskip("websockets.exceptions")

from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import CloseCode, Frame, Opcode

from tests.web.people import PATIENCE, browser, soon

FORM = {"rules": "standard", "name": "Ann", "seats": "", "against": ""}
FORM_TYPE = "application/x-www-form-urlencoded"
SCRIPT = "<script>alert(1)</script>"
GUESSES = ("guessed", "", "x" * 3000, "' OR 1=1 --", '"', "%00", "../..")
"""Tokens of seats that nobody has."""

FRAMES = {
    "nothing": "",
    "two thousand letters": "x" * 2000,
    "not an object": ("[]", "null", "7", '"draw"'),
    "an empty object": "{}",
    "nested brackets": ("[" * 900, "{" * 900),
    "half of an object": '{"action":',
    "no version": ('{"action": "draw"}', '{"action": "concede"}'),
    "no action": ('{"version": true}', '{"action": null, "version": 1}', '{"action": 7, "version": 1}'),
    "a version of another kind": ('{"action": "draw", "version": "1"}', '{"action": "draw", "version": true}'),
    "a version that is no number": ('{"action": "draw", "version": 1e999}', '{"action": "draw", "version": NaN}'),
    "a version before the first": ('{"action": "decline", "version": -1}', '{"action": "concede", "version": 0}'),
    "a version to come": ('{"action": "decline", "version": 99}', '{"action": "decline", "version": %s}' % ("9" * 900)),
    "a deal before the round is over": '{"action": "next round", "version": 1}',
    "a notice in a match to a target": '{"action": "notice", "version": 1}',
    "an action of another turn": '{"action": "draw", "version": 1}',
    "a card that is none": '{"action": "discard Xx", "version": 1}',
    "a shuffle": '{"action": "shuffle Ac", "version": 1}',
    "a number of cards without end": '{"action": "take 99999999999999999999", "version": 1}',
    "a name of Python": '{"action": "__class__", "version": 1}',
    "a long action": '{"action": "' + "lay off 7h on 0 " * 50 + '", "version": 1}',
    "a character that is none": ('{"action": "\\u0000", "version": 1}', '{"action": "\\ud800", "version": 1}'),
    "another seat named": '{"action": "draw", "version": 1, "seat": 1, "you": 1}',
    "a player for a taken seat": ('{"fill": "expert"}', '{"fill": "process:rm"}', '{"fill": ["expert"]}'),
    "a stand-in for somebody who is here": ('{"stand_in": "Bo"}', '{"stand_in": "Ann"}', '{"stand_in": null}'),
    "a stand-in for nobody": ('{"stand_in": ["Bo"]}', '{"stand_in": "Cy", "action": "draw", "version": 1}'),
    "another match before the end": ('{"again": true}', '{"again": {"code": "x"}, "version": 1}'),
    "a request of another server": '{"looks": {}}',
    "a card as a picture": "🂡",
    "bytes": (b"\x00\xff", b"", bytes(4096)),
}
"""Messages of a player whose turn it is, by kind."""


@pytest.fixture(scope="module", name="browser")
def opened_browser():
    with browser() as client:
        yield client


def session_of(server, table):
    return server.tables().rooms[table.code].session


# --- messages of a page -------------------------------------------------------------------------------


def test_a_bad_message_is_answered_and_changes_nothing(server, people):
    table = people()
    first = table.all()[0]
    before, shown = session_of(server, table), first.message
    news = ("error", "events", "here", "away", "lost")  # the page of another player may have opened in between
    for kind, frames in FRAMES.items():
        for asked in [frames] if isinstance(frames, str) else frames:
            answer = first.say(asked)
            assert 0 < len(answer["error"]) < 1000, kind
            assert {**answer, **{name: shown[name] for name in news}} == shown
            assert session_of(server, table) is before
    assert first.act(shown["view"]["legal"][0])["error"] == ""


def test_a_seat_cannot_act_for_the_other(people):
    first, waiting = people().all()
    assert waiting.message["view"]["legal"] == []
    for action in first.message["view"]["legal"]:
        assert "must take or decline" in waiting.act(action)["error"]


def test_an_action_that_is_sent_again_is_taken_once(server, people):
    table = people()
    first = table.all()[0]
    name = first.message["players"][first.message["you"]]
    pages = [first, *(table.visit(name) for _ in range(3))]
    for page in pages:
        for _ in range(3):
            page.send(first.message["view"]["legal"][0])
        page.socket.send("{}")  # its answer comes last
    refused = 0
    for page in pages:
        while "expected an action" not in page.heard()["error"]:
            refused += "look at the table again" in page.message["error"]
    assert refused == 11
    assert session_of(server, table).version == 2


def test_no_action_is_taken_before_the_seats_are_taken_or_after_the_match(people):
    waiting = people("three-handed", ("Ann", "Bo"))
    ann, bo = waiting.visit("Ann"), waiting.visit("Bo")
    for asked in ({"action": "decline", "version": 1}, {"action": "concede", "version": 0}, {"fill": "nobody"}, {}):
        assert ann.say(asked)["error"] == "the match begins when all seats are taken"
    assert bo.say({"fill": "expert"})["error"] == "the match begins when all seats are taken"
    first, _ = people().all()
    first.act("concede")
    for action in ("concede", "next round", "notice", "draw"):
        assert first.act(action)["error"], action
        assert first.message["over"]


def test_a_flood_of_one_page_does_not_stop_another_table(people):
    flooding, playing = people().all()[0], people().all()[0]
    for number in range(400):
        flooding.socket.send(FRAMES["an action of another turn"] if number % 2 else "x" * 900)
    assert playing.act(playing.message["view"]["legal"][0])["error"] == ""
    assert all(flooding.heard()["error"] for _ in range(400))
    assert flooding.act(flooding.message["view"]["legal"][0])["error"] == ""


def test_a_page_that_sends_too_fast_waits(server, people, monkeypatch):
    monkeypatch.setattr(server, "MESSAGES", (3, 20))
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr(server, "asyncio", SimpleNamespace(sleep=sleep, gather=asyncio.gather))
    flooding = people().all()[0]
    for _ in range(20):
        flooding.socket.send("x")
    assert all(flooding.heard()["error"] for _ in range(20))
    assert slept[:3] == [0, 0, 0]
    assert 0 < slept[3] < slept[-1]  # no time has been waited


def test_messages_wait_as_long_as_their_number_asks(server, monkeypatch):
    import limits

    clock = SimpleNamespace(now=time.monotonic() + 1)  # a bucket begins full
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: clock.now))
    bucket = limits.Bucket(2, 20)
    assert [round(bucket.delay(), 3) for _ in range(5)] == [0, 0, 0.05, 0.1, 0.15]
    clock.now += 0.15
    assert round(bucket.delay(), 3) == 0.05
    clock.now += 10
    assert bucket.delay() == 0
    few = limits.Addresses(1)
    assert [few.delay("a") for _ in range(8)] == [0] * 8
    assert few.delay("a") == 0.25  # pages of one address share a number
    assert few.delay("b") == 0


def test_a_message_that_is_refused_is_answered_without_the_table(people):
    first = people().all()[0]
    first.socket.send("x")
    answer = json.loads(first.socket.recv(PATIENCE))
    while not answer.get("error"):
        answer = json.loads(first.socket.recv(PATIENCE))
    assert answer["events"] == []
    assert "view" not in answer


def test_an_address_opens_some_tables_and_some_pages(server, people, monkeypatch):
    from limits import Addresses, address_of

    table = people()
    few = Addresses(2)
    monkeypatch.setattr(server.tables(), "addresses", few)
    assert [table.post("/tables", FORM).status_code for _ in range(3)] == [303, 303, 429]
    other = {"X-Forwarded-For": "203.0.113.9"}  # this machine is believed, as a proxy on it would be
    assert table.post("/tables", FORM, **other).status_code == 303
    pages = [table.visit("Ann") for _ in range(4)]
    pages += [table.visit("Bo") for _ in range(4)]
    with pytest.raises(closed.ConnectionClosed, match="too many pages of your address"):
        table.visit("Bo")
    networks = {address_of(f"2001:db8:1:2::{n}") for n in range(9)}
    assert networks == {"2001:db8:1:2::/64"}
    assert address_of("::ffff:203.0.113.5") == "203.0.113.5"


def test_addresses_that_ask_for_nothing_are_forgotten(server, monkeypatch):
    import limits

    monkeypatch.setattr(limits, "MOST_ADDRESSES", 2)
    few, clock = limits.Addresses(2), SimpleNamespace(monotonic=time.monotonic)
    monkeypatch.setattr(limits, "time", clock)  # not that of the server
    for address in "aab":
        with few.opening(address):
            pass
    with pytest.raises(ValueError, match="too many tables"), few.opening("c"):  # both are remembered
        pass
    clock.monotonic = lambda: time.monotonic() + 3600
    with few.opening("c"):
        pass
    assert set(few.tables) == {"c"}
    assert [few.may_connect("a") for _ in range(9)] == [True] * 8 + [False]
    few.left("a")
    clock.monotonic = lambda: time.monotonic() + 3700
    assert few.may_connect("a")
    for _ in range(8):
        few.left("a")
    assert not few.pages


def test_a_fault_of_the_server_is_a_page(server, people, monkeypatch):
    table = people("standard", ("Ann",))

    def broken(*_args):
        raise KeyError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(server.gin, "describe", broken)
        invitation = table.get(f"/table/{table.code}")
        assert invitation.status_code == 200  # the table can be joined without its card
        assert "cannot be shown" in invitation.text
        patch.setattr(server.pages, "invitation", broken)
        answer = table.get(f"/table/{table.code}")
    assert answer.status_code == 500
    assert 'role="alert"' in answer.text
    assert "frame-ancestors" in answer.headers["Content-Security-Policy"]
    assert table.join("Bo").status_code == 303
    page = table.visit("Ann")
    with monkeypatch.context() as patch:
        patch.setattr("tables.Room.take", broken)
        assert "the server has a fault" in page.say("{}")["error"]
    assert page.message["view"]


def test_a_message_beyond_the_limit_ends_the_page_and_frees_its_seat(server, people):
    from tables import MOST_PAGES

    table = people()
    other = table.visit("Bo")
    for _ in range(MOST_PAGES + 1):
        page = table.visit("Ann")
        page.socket.send(" " * 5000)
        with pytest.raises(closed.ConnectionClosed, match="1009"):
            page.heard()
        assert soon(lambda: len(server.tables().rooms[table.code].pages) == 1)
    assert other.message["view"]


def test_a_seat_has_four_pages(server, people):
    from tables import MOST_PAGES

    table = people()
    pages = [table.visit("Ann") for _ in range(MOST_PAGES)]
    assert all(page.message["you"] == pages[0].message["you"] for page in pages)
    with pytest.raises(closed.ConnectionClosed, match="too many pages"):
        table.visit("Ann")
    assert len(server.tables().rooms[table.code].pages) == MOST_PAGES


def test_a_socket_that_is_cut_in_the_middle_changes_nothing(people):
    table = people()
    gone, other = table.all()
    gone.socket.send('{"action":')
    gone.socket.socket.shutdown(socket.SHUT_RDWR)
    back = table.visit(gone.message["players"][gone.message["you"]])
    assert back.message["version"] == other.message["version"]
    assert back.act(back.message["view"]["legal"][0])["error"] == ""


def test_messages_are_not_packed(people):
    page = people().visit("Ann")
    assert "permessage-deflate" in page.socket.request.headers["Sec-WebSocket-Extensions"]  # what browsers offer
    assert "Sec-WebSocket-Extensions" not in page.socket.response.headers
    assert page.socket.protocol.extensions == []


def test_a_packed_message_ends_the_connection_and_changes_nothing(server, people):
    table = people()
    first, other = table.all()
    asked = json.dumps({"action": first.message["view"]["legal"][0], "version": 1}).encode()
    packed = Frame(Opcode.TEXT, asked).serialize(mask=True, extensions=[PerMessageDeflate(False, False, 15, 15)])
    first.socket.socket.sendall(packed)
    with pytest.raises(closed.ConnectionClosed) as error:
        first.heard()
    assert error.value.rcvd.code == CloseCode.PROTOCOL_ERROR
    assert session_of(server, table).version == other.message["version"]


class Unread:
    """A connection to a page that reads nothing."""

    def __init__(self):
        self.codes = []

    async def send_json(self, _data):
        await asyncio.sleep(PATIENCE)

    async def close(self, code):
        self.codes.append(code)


def test_a_page_that_does_not_read_is_closed_and_the_others_are_told(server, tmp_path, monkeypatch):
    import tables

    class Read(Unread):
        heard = ()

        async def send_json(self, data):
            self.heard = (*self.heard, data["version"])

    async def scenario():
        monkeypatch.setattr(tables, "SEND_SECONDS", 0.05)
        all_tables = tables.Tables(tables.Store(str(tmp_path / "tables.db")))
        code, _ = await all_tables.open("standard", None, "Ann", "greedy")
        room, unread, read = all_tables.room(code), Unread(), Read()
        await room.ready()
        room.enter(unread, 0)
        room.enter(read, 0)
        await room.tell()
        assert list(room.pages) == [read]
        assert unread.codes == [1013]
        assert (len(read.heard), read.codes) == (1, [])
        all_tables.store.close()

    asyncio.run(scenario())


# --- seats --------------------------------------------------------------------------------------------


def test_a_seat_that_is_not_yours_is_refused(people):
    table, other = people(), people()
    for token in (*GUESSES, other.cookies["Ann"], table.code):
        with table.connect(token) as page, pytest.raises(closed.ConnectionClosed, match="you have no seat"):
            page.recv(PATIENCE)
        table.cookies["guess"] = token
        for path in ("", "/record", "/seat"):
            assert table.get(f"/table/{table.code}{path}", "guess").status_code == 403
    for token in ("guessed", other.code, "%27%20OR%201=1"):
        assert table.get(f"/table/{table.code}/seat/{token}").status_code == 404
    assert table.get("/table/guessed").status_code == 404
    assert "there is no such table" in table.get("/table/guessed").text
    with pytest.raises(closed.InvalidStatus):
        table.stack.enter_context(table.connect("Ann", path="/health"))


def test_a_link_of_a_full_table_takes_no_seat(people):
    table = people()
    for name in ("Cy", "Ann", SCRIPT, ""):
        assert table.join(name).status_code in {409, 422}
    assert sorted(table.visit("Ann").message["players"]) == ["Ann", "Bo"]


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "http://elsewhere-{}", "https://127.0.0.1:1", "null", "http://[", "file://"]
)
def test_a_page_of_another_site_can_neither_open_a_table_nor_play(address, people, origin):
    table, origin = people(), origin.format(address)
    assert table.post("/tables", FORM, Origin=origin).status_code == 403
    assert table.join("Cy", Origin=origin).status_code == 403
    assert table.post("/tables", FORM, Origin=f"http://{address}").status_code == 303
    with pytest.raises(closed.InvalidStatus, match="403"), table.connect("Ann", origin=origin):
        pass
    with table.connect("Ann", origin=f"http://{address}"):
        pass


# --- forms --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rules": "nonsense"}, "no rules are called"),
        ({"rules": "/etc/passwd"}, "no rules are called"),
        ({"rules": SCRIPT}, "no rules are called"),
        ({"rules": "standard+knock_limit=-7"}, "knock_limit"),
        ({"rules": "standard+take_cap=0"}, "a round may never end"),
        ({"rules": "standard+stock_exhausted=reshuffle+reshuffle_cap=0"}, "a round may never end"),
        ({"name": "  \u202e "}, "give a name of 1 to 30"),
        ({"name": "x" * 31}, "give a name of 1 to 30"),
        ({"name": "\u2800\u3164"}, "give a name of 1 to 30"),
        ({"name": "\u0410nn"}, "in one alphabet"),
        ({"rules": "standard", "own": "nonsense"}, "no rules are called"),
        ({"seats": "5"}, "these rules are for 2 players"),
        ({"against": "searching"}, "play against people"),
        ({"against": "process:rm"}, "play against people"),
    ],
)
def test_a_form_that_is_refused_says_why_and_keeps_what_it_had(address, browser, wrong, words):
    asked = {**FORM, "name": f"Zoë {SCRIPT[:20]}", **wrong}
    answer = browser.post(f"http://{address}/tables", data=asked)
    assert answer.status_code == 422
    alert = re.search(r'role="alert">([^<]*)', answer.text)[1]
    assert words in alert
    assert "<script>alert" not in answer.text
    for field in ("rules", "name"):
        if field == "rules" and "own" in asked:
            assert f'value="{asked["own"]}"' in answer.text
        elif asked[field] == "standard":
            assert 'value="standard" checked' in answer.text
        else:
            assert f'value="{asked[field]}"'.replace("<", "&lt;").replace(">", "&gt;") in answer.text


NAMES = {
    "Z\u0301oe\u200b ": "\u0179oe",
    "A\u0000B": "A B",
    "\u202egnp.exe": "gnp.exe",
    "A\u2800\u3164\u115fB": "A B",
    "Z" + "\u0301\u0302\u0303\u0304\u0305" * 5: "\u0179\u0302\u0303",
    "\u0301Ann": "Ann",
    "\U0001f600": "\U0001f600",
    "\u0645\u0631\u064a\u0645": "\u0645\u0631\u064a\u0645",
    "\uff21nn": "Ann",
}


def test_a_name_has_only_what_can_be_seen(server):
    from tables import checked_name

    for typed, name in NAMES.items():
        assert checked_name(typed) == name, ascii(typed)


def test_scripts_in_names_are_text(people):
    table = people("three-handed", (SCRIPT,))
    assert "<script>alert" not in table.get(f"/table/{table.code}").text
    assert table.visit(SCRIPT).message["players"] == [SCRIPT]


@pytest.mark.parametrize("field", ["rules", "name"])
def test_a_form_without_a_field_is_refused_as_a_page(address, browser, field):
    data = {key: value for key, value in FORM.items() if key != field}
    answer = browser.post(f"http://{address}/tables", data=data)
    assert answer.status_code == 422
    assert "a field is missing" in answer.text


ODD_FORMS = {
    "a NUL as a name": b"name=%00&rules=standard",
    "a NUL in the rules": b"name=A&rules=standard%00",
    "half of a pair as rules": b"name=A&rules=%ED%A0%80",
    "rules twice": b"name=A&rules=standard&rules=nonsense",
    "two seats and a letter": b"name=A&rules=standard&seats=%D9%A32",
    "1,300 fields": b"a=&" * 1300,
    "no fields": b"&&&&===;;;%%%",
    "JSON": b'{"name": "A", "rules": "standard"}',
    "bytes": bytes(range(256)) * 8,
}


@pytest.mark.parametrize("content", ODD_FORMS.values(), ids=ODD_FORMS)
def test_a_spoiled_form_is_refused_as_a_page(address, browser, content):
    answer = browser.post(f"http://{address}/tables", content=content, headers={"Content-Type": FORM_TYPE})
    assert answer.status_code in {400, 422}
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize(
    ("kind", "size", "status"),
    [
        ("multipart/form-data; boundary=x", "150000000", 415),
        ("application/x-www-form-urlencoded", "150000000", 413),
        ("application/x-www-form-urlencoded", "4097", 413),
        ("application/x-www-form-urlencoded", "0000000000150000000", 413),
        ("application/x-www-form-urlencoded", None, 413),
        ("application/json", "10", 415),
        ("text/plain", "10", 415),
        ("", "10", 415),
    ],
)
def test_a_form_that_is_none_is_refused_before_it_is_read(address, kind, size, status):
    length = "Transfer-Encoding: chunked" if size is None else f"Content-Length: {size}"
    body = "x" * int(size or 0) if len(size or "") < 4 else ""
    head = f"POST /tables HTTP/1.1\r\nHost: {address}\r\nContent-Type: {kind}\r\n{length}\r\n\r\n"
    answer = answered(address, head + body)
    assert answer.startswith(f"HTTP/1.1 {status}".encode())
    assert b"frame-ancestors" in answer


# --- addresses ----------------------------------------------------------------------------------------

PATHS = [
    *(
        "/static/../server.py /static/..%2fserver.py /static/%2e%2e/server.py /static/server.py /static/seat.js%00 "
        "/static//etc/passwd /table/..%2f..%2fetc%2fpasswd /table/%00 /table/%ED%A0%80 /seat/%00 /docs /openapi.json "
        "/tables.db /.git/config"
    ).split(),
    f"/seat/{'x' * 5000}",
    f"/table/{SCRIPT}",
]
METHODS = (
    "GET /tables, PUT /tables, POST /, POST /health, POST /table/{}, DELETE /table/{}, GET /table/{}/join, "
    "POST /table/{}/record, PATCH /static/seat.js, OPTIONS /, TRACE /, BREW /"
).split(", ")


def answered(address, request):
    """Return the whole answer to a request, as it is: a client would mend its address."""
    host, _, port = address.partition(":")
    answer = b""
    with socket.create_connection((host, int(port)), PATIENCE) as line:
        line.sendall(request.encode())
        while data := line.recv(65_536):  # to the end: the server closes the line
            answer += data
    return answer


@pytest.mark.parametrize("path", PATHS)
def test_an_address_that_is_none_shows_no_file(address, path):
    answer = answered(address, f"GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 404")
    assert len(answer) < 2000
    assert b"<script>" not in answer


def test_a_method_that_is_none_is_refused_as_a_page(people, browser):
    table = people()
    for line in METHODS:
        method, path = line.format(table.code).split()
        answer = browser.request(method, f"http://{table.address}{path}", headers={"Content-Type": FORM_TYPE})
        assert answer.status_code == 405, line
        assert 'role="alert"' in answer.text
    assert table.visit("Ann").message["view"]


def test_requests_that_never_end_do_not_stop_others(address, browser):
    host, _, port = address.partition(":")
    form = f"POST /tables HTTP/1.1\r\nHost: {address}\r\nContent-Type: {FORM_TYPE}\r\nContent-Length: 50\r\n\r\nname="
    lines = [socket.create_connection((host, int(port)), PATIENCE) for _ in range(60)]
    try:
        for number, line in enumerate(lines):
            line.sendall((form, "GET / HTT", "GET / HTTP/1.1\r\nX: ")[number % 3].encode())
        assert browser.get(f"http://{address}/health").json()["status"] == "ok"
    finally:
        for line in lines:
            line.close()


def test_what_browsers_are_told(people):
    table = people()
    paths = {"/": 200, f"/table/{table.code}": 200, "/static/seat.js": 200, "/static/gin-table.js": 200, "/no": 404}
    for path, status in paths.items():
        answer = table.get(path, "Ann")
        assert answer.status_code == status, path
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert (answer.headers["X-Frame-Options"], answer.headers["X-Content-Type-Options"]) == ("DENY", "nosniff")
        if not path.endswith(".js"):
            assert not re.search(r"<script(?! type=\"module\" src=)", answer.text)  # the policy would refuse it
    assert table.get(f"/table/{table.code}", "Ann").headers["Cache-Control"] == "no-store"


def test_behind_a_proxy_with_https_cookies_and_links_are_of_https(people):
    table = people()
    assert "secure" not in table.answer.headers["set-cookie"].lower()
    https = {"X-Forwarded-Proto": "https", "Cookie": f"seat={table.cookies['Ann']}"}
    taken = table.post("/tables", FORM, **https)
    assert {"secure", "httponly", "samesite=lax"} <= set(taken.headers["set-cookie"].lower().split("; "))
    own = table.browser.get(f"http://{table.address}/table/{table.code}/seat", headers=https)
    assert f"https://{table.address}/table/{table.code}/seat/{table.cookies['Ann']}" in own.text
