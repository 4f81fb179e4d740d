"""An evening of friends at the web table: who watches, who is away and comes back, the next match, the code to scan."""

import json

import pytest

import ginrules as gin

pytest.importorskip("websockets.sync.client")

from tests.web.people import CARD, Page, decided, in_another_world, room_of, soon

TEAM = ("Ann", "Bo", "Cy", "Di")


def watching(table):
    """A page of somebody who has the link, and no seat."""
    return Page(table.stack.enter_context(table.connect("nobody", f"/table/{table.code}/socket?watch=1")))


def played(pages, until, others=()):
    """Play by hints until something is true of the first page; every page hears each move."""
    for _ in range(5_000):
        if until(pages[0].message):
            return
        page, action = decided(pages)
        page.send(action)
        for other in (*pages, *others):
            assert other.heard()["error"] == ""
    raise AssertionError


# --- who watches --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["standard+target=100", "doubling-gin+target=200", "mahjong-gin+target=100"])
def test_who_watches_sees_no_hidden_card_in_any_frame(server, people, rules):
    from tables import Page as Seen

    table = people(rules)
    pages, spectator = [table.visit(name) for name in ("Ann", "Bo")], watching(table)
    room, frames = room_of(server, table), 0

    def shown():
        """Compare the frame with that of another world, in which all that lies hidden has changed places."""
        (record,) = room.session.round
        view = gin.view(record.state, None)
        other = gin.determinize(view, seed=frames)
        real, room.session = room.session, in_another_world(room.session, other)
        again = room.message(Seen(None, spectator.message["version"]))
        room.session = real
        sent = {**spectator.message, "events": 0, "here": 0, "away": 0}
        assert json.loads(json.dumps({**again, "events": 0, "here": 0, "away": 0})) == sent
        if record.outcome is None:
            hidden = [hand - known for hand, known in zip(record.state.hands, record.state.known, strict=True)]
            secret = {str(card) for cards in (*hidden, record.state.stock) for card in cards}
            frame = json.dumps(
                {**spectator.message, "view": {**spectator.message["view"], "unseen": ""}, "comment": ""}
            )
            assert not secret & set(CARD.findall(frame))
        assert spectator.message["you"] is None
        assert not spectator.message["view"]["legal"]

    while not pages[0].message["over"] and frames < 60:
        if pages[0].message["view"]:
            shown()
            frames += 1
        page, action = decided(pages)
        page.send(action)
        for other in (*pages, spectator):
            assert other.heard()["error"] == ""
    assert frames > 10


def test_who_watches_can_do_nothing_and_needs_no_seat(server, people):
    table = people()
    first, _ = table.all()
    spectator = watching(table)
    before = room_of(server, table).session
    actions = first.message["view"]["legal"][0], "concede"
    acts = [{"action": action, "version": 1} for action in actions]
    for asked in (*acts, {"again": True}, {"stand_in": "Bo"}, {"fill": "expert"}):
        assert spectator.say(asked)["error"] == "you watch this table: only its players can act"
    assert room_of(server, table).session is before
    assert spectator.message["here"] == ["Ann", "Bo"]
    assert table.get(f"/table/{table.code}/watch").status_code == 200
    assert "/watch" in table.get(f"/table/{table.code}").text
    assert table.get("/table/guessed/watch").status_code == 404
    own = Page(table.stack.enter_context(table.connect("Ann", f"/table/{table.code}/socket?watch=1")))
    assert own.message["you"] is None  # a player who watches sees no hand either


def test_who_watches_before_the_match_waits_too(people):
    table = people("three-handed", ("Ann", "Bo"))
    spectator = watching(table)
    assert (spectator.message["free"], spectator.message["you"]) == (1, None)
    assert spectator.say({"fill": "expert"})["error"]
    table.join("Cy")
    while "version" not in spectator.message:
        spectator.heard()
    assert spectator.message["view"]["hand"] == ""


# --- who is away --------------------------------------------------------------------------------------


def gone(server, table, name, seconds):
    """Let a player who has left have been away for some seconds."""
    room = room_of(server, table)
    (place,) = (one.place for one in room.table.players if one.name == name)
    assert soon(lambda: place in room.away)
    room.away[place] -= seconds
    return room


def test_all_who_are_here_agree_that_somebody_is_played_for_until_the_return(server, people):
    table = people("partnership+target=40", TEAM)
    pages = {name: table.visit(name) for name in TEAM}
    ann, cy, di = (pages[name] for name in ("Ann", "Cy", "Di"))
    pages.pop("Bo").socket.close()
    room = gone(server, table, "Bo", 100)
    assert "nobody of that name has been away" in ann.say({"stand_in": "Bo"})["error"]
    room = gone(server, table, "Bo", 100)
    for name in ("Nobody", "Cy", "Ann", None, 7):
        assert "nobody of that name" in ann.say({"stand_in": name})["error"]
    for number, page in enumerate((ann, cy)):
        page.socket.send(json.dumps({"stand_in": "Bo"}))
        for other in pages.values():
            assert len(other.heard()["agreed"]["Bo"]) == number + 1
    assert room.session.players == {}
    di.socket.send(json.dumps({"stand_in": "Bo"}))
    assert [page.heard()["stand_ins"] for page in pages.values()] == [["Bo"]] * 3
    bo = room.session.names.index("Bo")
    assert [*room.session.players] == [bo]

    def has_played(_message):
        return any(bo in table.players for tables in room.session.match.seatings for table in tables)

    played(list(pages.values()), has_played)
    assert room.session.match.scores
    back = table.visit("Bo")  # and has the seat at once
    assert back.message["stand_ins"] == []
    assert room_of(server, table).session.players == {}
    for page in pages.values():
        assert page.heard()["stand_ins"] == []
    played([*pages.values(), back], lambda message: message["over"])


def test_a_stand_in_plays_on_after_the_server_has_started_again(server, people):
    table = people("standard+target=20", ("Ann", "Bo"))
    ann, bo = table.visit("Ann"), table.visit("Bo")
    bo.socket.close()
    gone(server, table, "Bo", 200)
    assert ann.say({"stand_in": "Bo"})["stand_ins"] == ["Bo"]
    ann.socket.close()
    assert soon(lambda: table.code not in server.tables().rooms)
    ann = table.visit("Ann")
    assert (ann.message["stand_ins"], ann.message["here"]) == (["Bo"], ["Ann"])
    played([ann], lambda message: message["over"])


# --- the next match -----------------------------------------------------------------------------------


def test_a_rematch_has_the_same_seats_and_another_dealer(server, people):
    table = people("three-handed+target=20", ("Ann", "Bo"))
    ann, bo = table.visit("Ann"), table.visit("Bo")
    assert ann.say({"fill": "greedy"})["error"] == ""
    assert ann.say({"again": True})["error"] == "the match is not over"
    while "version" not in bo.message:
        bo.heard()
    ann.send("concede")
    while not ann.message["over"]:
        ann.heard()
    while not bo.message["over"]:
        bo.heard()
    assert ann.say({"again": True})["again"]
    assert bo.heard()["again"]
    code = server.tables().store.table(table.code).again
    assert bo.say({"again": True})["error"] == ""  # both have pressed
    assert server.tables().store.table(table.code).again == code
    answer = table.get(f"/table/{table.code}/again", "Ann")
    assert answer.headers["location"] == f"/table/{code}?seated=1"
    for guess in ("guessed", ""):
        table.cookies["guess"] = guess
        assert table.get(f"/table/{table.code}/again", "guess").status_code == 404
    before = gin.Session.loads(server.tables().store.table(table.code).session)
    with table.connect(answer.cookies["seat"], f"/table/{code}/socket") as socket:
        page = Page(socket)
        assert page.message["players"] == list(before.names)
        after = server.tables().rooms[code].session
        assert (after.record.dealer, len(after.players)) == ((before.record.dealer + 1) % 3, 1)


@pytest.mark.parametrize("rules", ["captain", "rotating-box", "partnership"])
def test_a_rematch_under_rules_with_a_fixed_first_dealer_begins(server, people, rules):
    table = people(rules, TEAM[: min(gin.preset(rules).player_counts)])
    pages = [table.visit(name) for name in table.cookies]
    pages[0].act("concede")
    played(pages, lambda message: message["over"] or message["can_deal"])
    while not pages[0].message["over"]:
        pages[0].act("concede")
    assert pages[0].say({"again": True})["again"]
    code = server.tables().store.table(table.code).again
    answer = table.get(f"/table/{table.code}/again", "Ann")
    with table.connect(answer.cookies["seat"], f"/table/{code}/socket") as socket:
        assert Page(socket).message["view"]


# --- the link -----------------------------------------------------------------------------------------


def test_the_link_can_be_scanned(people):
    pytest.importorskip("segno")
    table = people("standard", ("Ann",))
    answer = table.get(f"/table/{table.code}/code.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg xmlns=")
    assert table.get("/table/guessed/code.svg").status_code == 404


def test_the_first_page_has_rules_to_press(people, server):
    import pages

    table = people("standard", ("Ann",))
    home = table.get("/").text
    assert all(f'value="{name}"' in home for name in pages.PRESETS)
    assert home.count(" checked") == 1
    assert table.post("/tables", {"own": "classic", "name": "Ann"}).status_code == 303  # no rules are pressed
    opened = table.post("/tables", {"rules": "standard", "own": "oklahoma", "name": "Ann"})
    code = opened.headers["location"].split("/")[2].partition("?")[0]
    assert server.tables().store.table(code).rules == "oklahoma"
    assert table.get("/?rules=classic").text.count(" checked") == 0
