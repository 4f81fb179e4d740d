"""The example of a server: a seat is sent only its view, links are secret, bad messages change nothing."""

import json
import random
import re
import socket
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.records.documents.texts import changed

pytest.importorskip("fastapi", reason="the server of examples/web_table needs FastAPI")
httpx = pytest.importorskip("httpx")
uvicorn = pytest.importorskip("uvicorn")
sync_client = pytest.importorskip("websockets.sync.client")

closed = pytest.importorskip("websockets.exceptions")

FOLDER = Path(__file__).parents[2] / "examples" / "web_table"
LOOKS = {"looks": {"theme": "dark", "width": 380}}
CARD = re.compile(r'data-card="(\w\w)"')


@pytest.fixture(scope="module")
def module():
    sys.path.insert(0, str(FOLDER))
    import server

    yield server
    sys.path.remove(str(FOLDER))


@pytest.fixture(scope="module")
def address(module):
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


@pytest.fixture
def links(address):
    """The secret parts of both links of a new table between persons."""
    page = opened(address, "standard", "person")
    return re.findall(r'"/seat/([\w-]+)"', page.text)


def opened(address, rules, opponent):
    data = {"rules": rules, "opponent": opponent}
    return httpx.post(f"http://{address}/tables", data=data, trust_env=False)


class Page:
    """A page on a seat."""

    def __init__(self, socket):
        self.socket = socket
        self.message = self.say(LOOKS)

    def heard(self):
        self.message = json.loads(self.socket.recv(10))
        return self.message

    def say(self, asked):
        self.socket.send(asked if isinstance(asked, str) else json.dumps(asked))
        return self.heard()


@pytest.fixture
def visit(address):
    """Open a page on a seat by its link; all of them are closed at the end."""
    with ExitStack() as stack:
        yield lambda link: Page(
            stack.enter_context(sync_client.connect(f"ws://{address}/seat/{link}/socket", proxy=None))
        )


def state_of(game):
    (record,) = game.session.round
    return record.state


def in_another_world(session, state):
    """The session as it would be with this state: the record of its actions is left as it was."""
    (record,) = session.round
    return changed(session, round=(changed(record, state=state),))


def test_nothing_hidden_is_sent_in_a_whole_round(module, visit, links):
    pages = [visit(link) for link in links]
    game = module.tables[links[0]].table.game
    for seat, page in enumerate(pages):
        assert page.message["seat"] == seat
    for _ in range(400):
        for seat, page in enumerate(pages):
            seen = gin.view(state_of(game), seat)
            known = seen.hand | gin.CardSet.of(seen.discards)
            for cards in (*seen.known, *(meld.cards for meld in seen.table)):
                known |= gin.CardSet.of(cards)
            assert set(CARD.findall(page.message["picture"])) <= {str(card) for card in known}
            other = gin.determinize(seen, seed=seat)  # another world that the seat cannot tell apart
            game.session, real = in_another_world(game.session, other), game.session
            assert game.message(seat, LOOKS["looks"]) == page.message
            game.session = real
        if state_of(game).is_over:
            break
        turn = state_of(game).turn
        legal = [choice["action"] for choice in pages[turn].message["legal"]]
        chosen = next((text for text in legal if text.startswith("knock")), legal[-1])
        pages[turn].socket.send(json.dumps({"action": chosen, "version": pages[turn].message["version"]}))
        for page in pages:
            assert page.heard()["error"] == ""
    assert all(page.message["over"] and page.message["result"] for page in pages)


@pytest.mark.parametrize(
    "asked", ["", "x" * 2000, "[]", "null", "{}", "[" * 900, '{"action": "draw"}', '{"action": 7, "version": 1}',
              '{"action": "next round"}', '{"action": "discard Xx", "version": 1}', '{"version": true}'],
)  # fmt: skip
def test_a_bad_message_is_answered_and_changes_nothing(module, visit, links, asked):
    pages = [visit(link) for link in links]
    game = module.tables[links[0]].table.game
    before = state_of(game)
    answer = pages[before.turn].say(asked)
    assert answer["error"]
    assert state_of(game) is before


def test_a_seat_cannot_act_for_the_other(module, visit, links):
    pages = [visit(link) for link in links]
    game = module.tables[links[0]].table.game
    waiting = pages[1 - state_of(game).turn]
    assert waiting.message["legal"] == []
    assert "must take or decline" in waiting.say({"action": "decline", "version": waiting.message["version"]})["error"]


def test_a_page_that_is_loaded_again_goes_on_and_two_pages_of_a_seat_agree(module, visit, links):
    game = module.tables[links[0]].table.game
    link = links[state_of(game).turn]
    first = visit(link)
    second = visit(link)
    assert first.message == second.message
    first.say({"action": first.message["legal"][0]["action"], "version": first.message["version"]})
    assert second.heard() == first.message
    first.socket.close()
    assert visit(link).message == second.message
    stale = second.say({"action": "decline", "version": 0})
    assert "look at the table again" in stale["error"]


def test_a_socket_that_is_cut_in_the_middle_changes_nothing(module, visit, links):
    game = module.tables[links[0]].table.game
    turn = state_of(game).turn
    gone, other = visit(links[turn]), visit(links[1 - turn])
    gone.socket.send('{"action":')
    gone.socket.socket.shutdown(socket.SHUT_RDWR)
    back = visit(links[turn])
    assert back.message["version"] == other.message["version"]
    back.say({"action": back.message["legal"][0]["action"], "version": back.message["version"]})
    assert other.heard()["version"] > back.message["version"] - 1


def test_who_has_a_link_has_its_seat_on_four_pages_and_no_other_seat(module, visit, links):
    game = module.tables[links[0]].table.game
    pages = [visit(links[0]) for _ in range(module.MOST_PAGES)]
    assert all(page.message == pages[0].message and page.message["seat"] == 0 for page in pages)
    hidden = {str(card) for card in gin.view(state_of(game), 1).hand} - set(
        map(str, gin.view(state_of(game), 0).discards)
    )
    assert not hidden & set(CARD.findall(pages[0].message["picture"]))
    with pytest.raises(closed.ConnectionClosed, match="too many pages"):
        visit(links[0])


@pytest.mark.usefixtures("module")
def test_scripts_in_names_are_text():
    from game import Game

    script = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    rules = gin.RuleSet(name=script[:20], title=script)
    game = Game(rules, (script, f"{script} 2"), {1: "greedy"}, random.Random(3))
    message = game.message(game.people[0])
    assert "onerror" in message["picture"]
    for drawn in (message["picture"], message["sheet"]):
        assert "<script" not in drawn
        assert "<img" not in drawn


def test_an_unknown_link_is_refused(address):
    assert httpx.get(f"http://{address}/seat/guessed", trust_env=False).status_code == 404
    unknown = sync_client.connect(f"ws://{address}/seat/guessed/socket", proxy=None)
    with unknown as page, pytest.raises(closed.ConnectionClosed, match="no such table"):
        page.recv(5)


@pytest.mark.parametrize(
    ("rules", "opponent"),
    [("nonsense", "person"), ("/etc/passwd", "person"), ("standard", "searching"), ("<script>", "person")],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(address, rules, opponent):
    answer = opened(address, rules, opponent)
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_links_cannot_be_guessed_and_deals_come_from_the_system(module, address):
    link = next(iter(re.findall(r'"/seat/([\w-]+)"', opened(address, "standard", "person").text)))
    assert len(link) >= 22
    assert type(module.tables[link].table.game.chance).__name__ == "SystemRandom"


@pytest.mark.parametrize("size", [0, 3, 4096])
def test_a_binary_message_is_answered_like_any_bad_one(visit, links, size):
    page = visit(links[0])
    page.socket.send(bytes(size))
    assert page.heard()["error"] == "expected a short JSON object"
    assert page.say(LOOKS)["error"] == ""


def test_a_message_beyond_the_limit_ends_the_page_and_frees_its_seat(module, visit, links):
    for _ in range(module.MOST_PAGES + 1):
        page = visit(links[0])
        page.socket.send(" " * 5000)
        with pytest.raises(closed.ConnectionClosed, match="1009"):
            page.heard()
        assert soon(lambda: not module.tables[links[0]].pages)


def soon(is_true):
    return any(is_true() or time.sleep(0.02) for _ in range(250))


ELSEWHERE = ["http://elsewhere.example", "https://127.0.0.1:1", "null", "http://[", "file://"]


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_a_page_of_another_site_can_neither_open_a_table_nor_play(address, links, origin):
    data = {"rules": "standard", "opponent": "person"}
    for wrong, status in ((origin, 403), (f"http://{address}", 200)):
        answer = httpx.post(f"http://{address}/tables", data=data, headers={"Origin": wrong}, trust_env=False)
        assert answer.status_code == status
    place = f"ws://{address}/seat/{links[0]}/socket"
    with pytest.raises(closed.InvalidStatus, match="403"), sync_client.connect(place, proxy=None, origin=origin):
        pass
    with sync_client.connect(place, proxy=None, origin=f"http://{address}"):
        pass


def test_what_browsers_are_told(address, links):
    for path, status in (("/", 200), (f"/seat/{links[0]}", 200), ("/static/seat.js", 200), ("/no", 404)):
        answer = httpx.get(f"http://{address}{path}", trust_env=False)
        assert answer.status_code == status
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert (answer.headers["X-Frame-Options"], answer.headers["X-Content-Type-Options"]) == ("DENY", "nosniff")
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


def test_when_all_tables_are_taken_one_that_nobody_looks_at_makes_room(module, address, visit, links, monkeypatch):
    visit(links[0])
    left = [re.findall(r'"/seat/([\w-]+)"', opened(address, "standard", "person").text) for _ in range(3)]
    visit(left[0][0]).socket.close()
    assert soon(lambda: not module.tables[left[0][0]].pages)
    unknown = set(module.tables) - {*links, *(link for pair in left for link in pair)}
    for link in unknown:
        del module.tables[link]
    monkeypatch.setattr(module, "MOST_TABLES", len(module.tables))
    for gone in (left[1], left[2]):  # no page was opened on them
        assert opened(address, "standard", "person").status_code == 200
        assert not set(gone) & set(module.tables)
    assert {*links, *left[0]} <= set(module.tables)
    for link in set(module.tables) - set(links):
        del module.tables[link]
    monkeypatch.setattr(module, "MOST_TABLES", len(links))
    assert opened(address, "standard", "person").status_code == 503  # a page is open on the only one


def test_idle_tables_are_forgotten(module, links, monkeypatch):
    monkeypatch.setattr(module, "IDLE_SECONDS", -1)
    module.forget_idle_tables()
    assert not set(links) & set(module.tables)


@pytest.mark.usefixtures("module")
def test_the_players_cut_for_the_deal():
    from game import Game

    for seed in range(8):
        game = Game("gin-pro" if seed % 2 else "standard", ("You", "Bot"), {1: "greedy"}, random.Random(seed))
        (person,) = game.people
        assert game.session.names[person] == "You"
        first = game.session.names[0]
        assert game.message(person)["cut"].endswith(f": {first} deals first")
        assert gin.cut(("You", "Bot"), random.Random(seed), game.session.rules).seated == game.session.names
        assert set(game.session.to_move) <= {person}
        cards = dict(re.findall(r"(You|Bot) ([2-9TJQKA][cdhs])\b", game.message(person)["cut"].rpartition("again")[2]))
        ranks = {name: gin.Card.parse(card).rank for name, card in cards.items()}
        best = max if game.session.rules.first_dealer == "high-card" else min
        assert first == best(ranks, key=ranks.get)
    other = next(seed for seed in range(50) if gin.cut(("You", "Bot"), random.Random(seed)).order == (1, 0))
    assert Game("standard", ("You", "Bot"), {1: "greedy"}, random.Random(other)).people == (1,)


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize("opponent", ["greedy", "careful", "expert", "learned"])
def test_a_match_against_a_player_is_played(opponent):
    from game import Game

    game = Game("standard+target=30", ("You", opponent), {1: opponent}, random.Random(3))
    (person,) = game.people
    for _ in range(3000):
        if game.session.is_over:
            break
        if state_of(game).is_over:
            game.next_round()
        else:
            legal = [choice["action"] for choice in game.message(person)["legal"]]
            action = next((text for text in legal if text.startswith(("knock", "done"))), legal[-1])
            game.act(person, action, game.session.version)
    assert game.session.is_over
    assert game.message(person)["finished"]
    with pytest.raises(ValueError, match="the match is over"):
        game.next_round()
