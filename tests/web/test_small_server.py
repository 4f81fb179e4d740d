"""The server on the page *A server*, as a reader would paste it: refusals, reconnection, and kills at any action."""

import contextlib
import os
import random
import re
import shutil
import socket
import sqlite3
import subprocess
import types
from pathlib import Path

import pytest

import ginrules as gin
from tests.conftest import slow

fastapi = pytest.importorskip("fastapi", reason="the server of docs/server.md needs FastAPI")
pytest.importorskip("httpx")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets.sync.client")

from tests.web import killed_server

PAGE = Path(__file__).parents[2] / "docs" / "server.md"
(CODE,) = re.findall(r"```python\n(import secrets\n.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
INITDB = next(iter([*sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")), shutil.which("initdb")]))
AS_POSTGRES = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


def test_the_server_has_about_a_hundred_lines():
    assert len([line for line in CODE.splitlines() if line.strip()]) <= 115


@pytest.fixture(name="pasted")
def pasted_block(tmp_path, monkeypatch):
    """The module of the page's block, in a folder of its own, and a client of it."""
    from fastapi.testclient import TestClient

    monkeypatch.chdir(tmp_path)
    module = types.ModuleType("server")
    exec(compile(CODE, str(PAGE), "exec"), module.__dict__)
    return module, TestClient(module.app, raise_server_exceptions=False)


pytestmark = pytest.mark.filterwarnings("ignore:Using `httpx`")
OPENED = {"rules": "standard", "names": ["Ann", "Bo"]}


def test_a_file_that_another_process_has_locked_costs_nothing_but_the_action(pasted):
    _, client = pasted
    links = [*client.post("/tables", json=OPENED).json().values()]
    other = sqlite3.connect("tables.db", isolation_level=None)
    with client.websocket_connect(f"/seat/{links[0]}") as ann, client.websocket_connect(f"/seat/{links[1]}") as bo:
        shown = [page.receive_json() for page in (ann, bo)]
        (turn, message), *_ = [both for both in zip((ann, bo), shown, strict=True) if both[1]["legal"]]
        for lock, chosen in (("BEGIN IMMEDIATE", 0), ("BEGIN EXCLUSIVE", -1)):  # as a backup does, or VACUUM
            action = {"action": message["legal"][chosen], "version": message["version"]}  # a take, then a discard
            other.execute(lock)
            turn.send_json(action)
            assert turn.receive_json() == {**message, "error": BUSY}
            assert client.post("/tables", json=OPENED).json() == {"detail": BUSY}
            other.execute("ROLLBACK")
            turn.send_json(action)
            message = turn.receive_json()
            assert message["version"] == action["version"] + 1
    again = [*client.post("/tables", json=OPENED).json().values()]
    assert {row[0] for row in other.execute("SELECT link FROM links")} == {*links, *again}
    assert other.execute("SELECT count(*) FROM tables").fetchone() == (2,)


BUSY = "the tables cannot be used at the moment, nothing is changed: try again"


def test_a_page_that_is_gone_for_any_reason_is_told_nothing_more(pasted, monkeypatch):
    module, client = pasted
    link, _ = client.post("/tables", json=OPENED).json().values()

    def broken(*_args):
        raise ZeroDivisionError

    with client.websocket_connect(f"/seat/{link}") as page:
        page.receive_json()
        page.send_bytes(b"{}")
    assert not any(module.pages.values())
    with contextlib.suppress(ZeroDivisionError), client.websocket_connect(f"/seat/{link}") as page:
        page.receive_json()
        monkeypatch.setattr(module, "load", broken)
        page.send_json({})
    assert not any(module.pages.values())


def test_rules_whose_rounds_may_never_end_are_refused(pasted):
    _, client = pasted
    for rules in ("standard+take_cap=0", "standard+stock_exhausted=reshuffle+reshuffle_cap=0"):
        answer = client.post("/tables", json={**OPENED, "rules": rules})
        assert answer.status_code == 422
        assert "a round may never end" in answer.json()["detail"]


def test_the_server_of_the_page_refuses_and_resumes(pasted):
    (_, client), rng = pasted, random.Random(5)
    assert client.post("/tables", json={"rules": "nonsense", "names": ["Ann", "Bo"]}).status_code == 422
    for body in ('{"rules": "standard", "names": ["Ann"]}', '{"rules": NaN, "names": [1e999]}', "[", ""):
        assert client.post("/tables", content=body, headers={"Content-Type": "application/json"}).status_code == 422
    seats = client.post("/tables", json={"rules": "standard", "names": ["Ann", "Bo"]}).json()
    assert sorted(seats) == ["Ann", "Bo"]
    links = list(seats.values())
    version = 1
    for _ in range(30):
        for link in links:
            with client.websocket_connect(f"/seat/{link}") as page:
                first = page.receive_json()
                assert first["version"] == version
                for bad in ("fold", [], {}, {"action": "fold", "version": version}, {"action": "draw", "version": 0}):
                    page.send_json(bad)
                    refused = page.receive_json()
                    assert refused["error"]
                    assert {**refused, "error": ""} == first
                if first["legal"]:
                    page.send_json({"action": rng.choice(first["legal"]), "version": version})
                    message = page.receive_json()
                    assert message["error"] == ""
                    version = message["version"]
    with client.websocket_connect(f"/seat/{links[0]}") as page:
        page.send_text("{")  # not JSON: the page is closed, the server continues
    with client.websocket_connect("/seat/guessed") as page, pytest.raises(fastapi.WebSocketDisconnect):
        page.receive_json()


def test_no_action_is_lost_when_the_server_is_killed(tmp_path):
    check_kills(tmp_path, CODE, lambda: sqlite3.connect(tmp_path / "tables.db"), "?")


@pytest.mark.full
@pytest.mark.skipif(INITDB is None, reason="needs PostgreSQL")
def test_no_action_is_lost_with_postgresql(tmp_path):
    psycopg = pytest.importorskip("psycopg")
    with postgresql() as address:
        code = CODE.replace("import sqlite3", "import psycopg").replace("?", "%s")
        connection = 'sqlite3.connect("tables.db", isolation_level=None, check_same_thread=False, timeout=0.2)'
        assert connection in code
        code = code.replace(connection, f'psycopg.connect("{address}", autocommit=True)')
        code = code.replace("with store:", "with store.transaction():").replace('store.execute("BEGIN")', "")
        check_kills(tmp_path, code, lambda: psycopg.connect(address), "%s")


def check_kills(folder, code, connect, mark):
    """Play matches of each kind; the server is killed once in each."""

    def stored(link):
        with contextlib.closing(connect()) as store:
            query = f"SELECT name, session FROM tables JOIN links USING (name) WHERE link = {mark}"
            name, text = store.execute(query, [link]).fetchone()
            query = f"SELECT round FROM rounds WHERE name = {mark} ORDER BY number"
            rounds = [row[0] for row in store.execute(query, [name]).fetchall()]
        return gin.Session.together(text, rounds)

    (folder / "server.py").write_text(code, encoding="utf-8")
    server = killed_server.Server(folder)
    cut = killed_server.Counter()
    try:
        for number in range(slow(2, 100)):
            rules, players = list(killed_server.RULES.items())[number % len(killed_server.RULES)]
            link, done, counts = killed_server.play_killed(server, rules, players, stored)
            cut += counts
            killed_server.check_nothing_lost(stored(link), done)
            cut["actions"] += len(done)
            cut["matches"] += 1
    finally:
        server.kill()
    print(dict(cut))
    assert cut["kills"] == cut["matches"]


@contextlib.contextmanager
def postgresql():
    """A database server of its own, in a folder of its own."""
    programs = Path(INITDB).parent
    folder = Path(subprocess.check_output([*AS_POSTGRES, "mktemp", "-d"], text=True).strip())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = folder / "data"
    pg_ctl = [*AS_POSTGRES, str(programs / "pg_ctl"), "-D", str(data), "-s", "-w"]
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    initdb = [*AS_POSTGRES, str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust"]
    subprocess.run(initdb, check=True, capture_output=True, cwd="/")
    subprocess.run([*pg_ctl, "-l", str(folder / "log"), "-o", options, "start"], check=True, cwd="/")
    try:
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run([*pg_ctl, "-m", "immediate", "stop"], check=True, cwd="/")
        subprocess.run([*AS_POSTGRES, "rm", "-r", str(folder)], check=True, cwd="/")
