"""The web table: a seat is sent only its view, links and cookies hold seats, matches are played to their end."""

import json
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.terminal import colored
from tests.web.conftest import CHROMIUM, MODULES, PICTURES, needs_browser, reported

pytest.importorskip("websockets.sync.client")

from tests.web.people import CARD, PATIENCE, Page, decided, in_another_world, room_of, soon

HERE = ("here", "away", "stand_ins", "lost", "agreed")
"""The parts of a message that say who is at the table."""


def all_here(*names):
    """The message to a page when these players are at the table, and nobody is away."""
    return {"here": [*names], "away": {}, "stand_ins": [], "lost": [], "agreed": {}, "patience": 120.0}


# --- what a page is sent ------------------------------------------------------------------------------


def test_nothing_hidden_is_sent_in_a_whole_round(server, people):
    from tables import Page as Seen

    table = people()
    pages = [table.visit(name) for name in ("Ann", "Bo")]
    room = room_of(server, table)
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
        turn, chosen = decided(pages)
        turn.send(chosen)
        for page in pages:
            assert page.heard()["error"] == ""
    assert all(page.message["result"] and page.message["can_deal"] for page in pages)


def _same(ours, sent):
    """Whether a message is what was sent, but for the events before it and who is here."""
    news = {name: sent[name] for name in ("events", *HERE)}
    return json.loads(json.dumps({**ours, **news})) == sent


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
    assert _same({**again.message, "events": 0}, {**second.message, "events": 0})
    assert "look at the table again" in second.say({"action": "decline", "version": 0})["error"]
    assert other.heard()["version"] == second.message["version"]


def test_a_page_is_sent_the_events_since_its_version(people):
    table = people()
    first, second = table.all()
    before = first.message["events"]
    (news,) = first.act("decline")["events"]
    name = first.message["players"][first.message["you"]]
    for since, events in (("0", [*before, news]), ("1", [news]), ("99", [*before, news]), ("²", [*before, news])):
        path = f"/table/{table.code}/socket?since={since}"
        with table.connect(name, path) as socket:
            assert Page(socket).message["events"] == events
    with table.connect(name, f"/table/{table.code}/socket?since=2") as socket:  # there are none
        message = {}
        while "version" not in message:
            message = json.loads(socket.recv(PATIENCE))
        assert message == {"version": 2, "error": "", **all_here("Ann", "Bo")}
    assert second.heard()["events"] == [news]
    assert len(second.act("decline")["events"]) == 1
    assert len(first.heard()["events"]) == 1


def test_pages_are_told_who_is_here(people):
    table = people()
    ann = table.visit("Ann")
    assert ann.message["here"] == ["Ann"]
    bo = table.visit("Bo")
    assert json.loads(ann.socket.recv(PATIENCE)) == all_here("Ann", "Bo")
    bo.socket.close()
    assert json.loads(ann.socket.recv(PATIENCE)) == {**all_here("Ann"), "away": {"Bo": 0}}


def test_the_session_is_read_at_the_first_request_of_a_page_that_connects_again(server, people):
    table = people()
    first = table.all()[0]
    shown, name = first.message, first.message["players"][first.message["you"]]
    table.close()
    assert soon(lambda: table.code not in server.tables().rooms)
    with table.connect(name, f"/table/{table.code}/socket?since={shown['version']}") as socket:
        assert "view" not in json.loads(socket.recv(PATIENCE))
        assert room_of(server, table).session is None
        socket.send("{")
        answer = json.loads(socket.recv(PATIENCE))
        assert answer["error"] == "expected a short JSON object"
        socket.send(json.dumps({"action": shown["view"]["legal"][0], "version": shown["version"]}))
        assert json.loads(socket.recv(PATIENCE))["version"] > shown["version"]


# --- seats --------------------------------------------------------------------------------------------


def test_a_link_takes_a_free_seat_once(people):
    table = people("knock-rummy", ("Ann",), seats="4")
    waiting = table.visit("Ann")
    assert (waiting.message["free"], waiting.message["players"]) == (3, ["Ann"])
    invitation = table.get(f"/table/{table.code}").text
    assert "<bdi>Ann</bdi> invites you" in invitation
    assert "1 of 4 seats are taken, 3 are free" in invitation
    taken = table.join(" ann ")
    assert taken.status_code == 422
    assert "ann sits here already" in taken.text
    assert 'value=" ann "' in taken.text
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda n: table.join(f"P{n}"), range(8))]
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
    assert table.join("Bo", **cookie).headers["location"] == f"/table/{table.code}?seated=1"
    assert table.visit("Ann").message["players"] == ["Ann"]
    link = re.search(r"http://[^/\s]+(/table/[\w-]+/seat/[\w-]+)", table.get(f"/table/{table.code}/seat", "Ann").text)[
        1
    ]
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
    assert ann.message["here"] == ["Ann", "Bo", "Expert 2", "Expert 3"]  # the person called Expert has no page


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
        page.send(action)
        for other in pages:
            assert other.heard()["error"] == ""
    assert len({page.message["sheet"] for page in pages}) == 1
    answer = table.get(f"/table/{table.code}/record", "P0")
    record = gin.MatchRecord.loads(answer.text)
    assert "attachment" in answer.headers["Content-Disposition"]
    assert record.match.is_over
    assert colored(record.match, color="never", width=46) == pages[0].message["sheet"]


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
    table = people("hollywood-endless")
    pages = table.all()
    assert pages[0].message["comment"].startswith("the cut: ")
    assert not pages[0].message["can_give_notice"]
    while not pages[0].message["can_deal"]:
        page, action = decided(pages)
        page.send(action)
        [other.heard() for other in pages]
    assert all(page.message["can_give_notice"] for page in pages)
    for page in pages:
        page.send("next round")
    for _ in range(2):
        assert [page.heard()["error"] for page in pages] == ["", ""]
    assert len({page.message["version"] for page in pages}) == 1
    assert sum(bool(page.message["view"]["legal"]) for page in pages) == 1


def test_a_table_without_pages_is_not_in_memory(server, people):
    table = people()
    page = table.visit("Ann")
    assert table.code in server.tables().rooms
    page.socket.close()
    assert soon(lambda: table.code not in server.tables().rooms)


def test_health(server, people, monkeypatch):
    table = people()
    table.visit("Ann")
    answer = table.get("/health").json()
    assert answer["status"] == "ok"
    assert answer["tables"] >= 1
    assert answer["pages"] >= 1
    for path in ("/health", "/"):  # programs that watch a server often ask for no body
        assert table.browser.head(f"http://{table.address}{path}").status_code == 200

    def broken():
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(server.tables().store, "count", broken)
    assert table.get("/health").status_code == 503


def test_a_player_is_told_that_the_disk_is_full_and_can_try_again(server, people, monkeypatch):
    first = people().all()[0]
    action = first.message["view"]["legal"][0]

    def full(_):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(server.tables().store, "_commit", full)
        assert first.act(action)["error"] == "the table could not be stored: try again"
    assert first.act(action)["error"] == ""


def seen_in_browsers(script, address, tmp_path):
    """Return the report of people in browsers; no page may have a fault that axe or the browser finds."""
    folder = Path(PICTURES) if PICTURES else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    seen = reported(script, f"http://{address}/", CHROMIUM, folder, MODULES)
    assert (seen["errors"], seen["others"], seen["wide"]) == ([], [], [])
    assert {page: faults for page, faults in seen["axe"].items() if faults} == {}
    return seen


@needs_browser
def test_two_people_play_in_a_browser(address, tmp_path):
    seen = seen_in_browsers("web_table.mjs", address, tmp_path)
    error, name, rules = seen["refused"]
    assert "did you mean 'oklahoma'" in error
    assert (name, rules) == ("Ann", "oklahma")
    assert seen["moves"] >= 14
    assert seen["lost"], "the move that was lost is shown as made"
    assert "Bo" in seen["told"][0]
    assert "Ann" in seen["told"][1]
    assert "Download the record" in seen["after"]


@needs_browser
def test_four_people_in_browsers_play_a_match_of_partners(address, tmp_path, monkeypatch):
    monkeypatch.setattr("tables.AWAY_SECONDS", 2.0)
    seen = seen_in_browsers("evening.mjs", address, tmp_path)
    assert seen["code"] > 50, "the code to scan is not drawn"
    assert seen["watched"]["own"] == 0
    assert "You watch" in seen["watched"]["who"]
    assert seen["title"].startswith("● Your turn")
    assert 0 < seen["tones"][0] == seen["tones"][1], "a sound at my turn, and none once it is switched off"
    assert seen["asked"] == ["Let Expert play for Di"] * 3
    assert "Di, played for" in seen["stood in"]
    assert "Di, away" not in seen["back"]
    assert "played for" not in seen["back"]
    assert seen["moved while away"] > 0
    assert "wins" in seen["sheet"]
    assert "Ann/" in seen["sheet"] or "/Ann" in seen["sheet"]
    assert seen["again"] == seen["before"], "the seats of the next match"
    assert len(set(seen["codes"])) == 2
    assert seen["mine"] == 2
