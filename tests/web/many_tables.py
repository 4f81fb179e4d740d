"""Many tables of two scripts on the server of `examples/web_table`, which is killed again and again.

    python -m tests.web.many_tables --tables 200 --minutes 10 --kill-every 60

Every table has a move every two seconds. At the end the stored sessions hold every action that was answered, and
nothing else. The report has the memory of the server, and the seconds from a move to its answer: of the moves that no
kill delayed, and of all. The seconds begin when a move is due, although the server may be away, and a move that a kill
cut is made again if it was not done. The short size is a test.
"""

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import ginrules as gin
from tests.web.killed_server import ROOT, Server
from tests.web.people import browser

RULES = "standard+target=1000"
WEB_TABLE = [sys.executable, str(ROOT / "examples" / "web_table"), "--tables", "tables.db", "--per-address", "1000"]
_PATIENCE = 300.0  # seconds: only what stands still takes so long
_LEAST = 6
"""The moves of a table, on a machine that is too slow to make them in the time."""


class Pair:
    """Two scripts at a table: their pages, and the actions that the server has answered."""

    def __init__(self, address):
        self.address = address
        self.tokens, self.code = [], ""
        self.done, self.seconds, self.delayed, self.counts, self.version = [], [], [], Counter(), 0
        self.pages, self.shown = [], []
        self.loaded = self.answered = 0.0

    def sit(self):
        """Open a table and take both its seats."""
        for name in ("Ann", "Bo"):
            place, data = (
                ("/tables", {"rules": RULES, "name": name})
                if not self.code
                else (f"/table/{self.code}/join", {"name": name})
            )
            with browser() as client:
                if self.code:
                    client.get(f"http://{self.address}/table/{self.code}")  # it sets the cookie of the seat
                answer = client.post(f"http://{self.address}{place}", data=data)
                assert answer.status_code == 303, answer.text
                self.code = answer.headers["location"].split("/")[2].partition("?")[0]
                self.tokens.append(answer.cookies["seat"])

    async def load(self):
        """Open both pages, again and again while the server is away; what was answered before is there."""
        until = time.monotonic() + _PATIENCE
        before = self.shown or [{"version": 0}] * 2
        while True:
            await self.close()
            try:
                for token, shown in zip(self.tokens, before, strict=True):
                    headers = {"Cookie": f"seat={token}"}
                    url = f"ws://{self.address}/table/{self.code}/socket?since={shown['version']}"
                    page = await connect(url, additional_headers=headers, proxy=None, open_timeout=_PATIENCE)
                    assert not page.protocol.extensions, "the server packs messages"
                    self.pages.append(page)
                    self.shown.append({**shown, **await heard(page)})  # as the page does: all, or what is new
            except (OSError, WebSocketException):
                assert time.monotonic() < until, "the server does not come back"
                await asyncio.sleep(0.1 + 0.2 * random.random())
            else:
                break
        self.loaded = time.monotonic()
        assert self.shown[0]["version"] >= self.version, "an answered action is lost"

    async def close(self):
        """Close the pages."""
        for page in self.pages:
            await page.close()
        self.pages, self.shown = [], []

    async def play(self, pause, goes_on):
        """Make a move after every pause, as long as a function of this pair is true."""
        await asyncio.sleep(pause * random.random())
        await self.load()
        due = time.monotonic()
        while goes_on(self) and not self.shown[0]["over"]:
            player, action = self.choice()
            await self.make(player, action)
            (self.delayed if self.loaded > due else self.seconds).append(self.answered - due)
            self.version = self.shown[player]["version"]
            if action != "next round":
                self.done.append(action)
            due = max(due + pause, time.monotonic())
            await self.wait(due)
        await self.close()

    async def wait(self, due):
        """Wait until a move is due; pages whose server has gone connect again, as those of people do."""
        try:
            async with asyncio.timeout_at(asyncio.get_running_loop().time() + due - time.monotonic()):
                await self.pages[0].wait_closed()
        except TimeoutError:
            return
        await self.load()
        await asyncio.sleep(due - time.monotonic())

    async def make(self, player, action):
        """Make a move, again while a kill cuts it before it is done."""
        version = self.shown[player]["version"]
        while self.shown[player]["version"] == version:
            try:
                await self.pages[player].send(json.dumps({"action": action, "version": version}))
                self.shown[player] = await heard(self.pages[player], after=version)
                assert self.shown[player]["error"] == "", self.shown[player]["error"]
                self.answered = time.monotonic()
                self.shown[1 - player] = await heard(self.pages[1 - player], after=version)
            except (OSError, WebSocketException):
                await self.load()
                self.answered = time.monotonic()
                is_done = self.shown[player]["version"] > version
                self.counts[f"cut {'after' if is_done else 'before'} it was done"] += 1

    def choice(self):
        """Return a player who can act, and an action."""
        for player, message in enumerate(self.shown):
            if message["can_deal"]:
                return player, "next round"
            if message["view"]["legal"]:
                return player, random.choice(message["view"]["legal"])
        raise AssertionError("nobody can act")

    def check(self, session):
        """The stored session has the actions that were answered, in their order, and nothing else but chance."""
        rounds = [*session.record.rounds, *(session.round if session.is_playing else ())]
        stored = [str(action) for record in rounds for action in record.actions if type(action) is not gin.ShuffleStock]
        assert stored == self.done, self.code


async def heard(page, after=-1):
    """Return the next message with the table, newer than a version."""
    while True:
        message = json.loads(await page.recv())
        if message.get("error") or message.get("version", -1) > after:
            return message


def memory(server):
    """Return the resident memory of the server, in MB."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096 / 1e6


async def killed(server, every, until, lives):
    """Kill the server, at least once; note the memory of each of its lives, a number every few seconds."""
    began, lives[:] = time.monotonic(), [[]]
    while time.monotonic() < until or server.starts == 1:
        await asyncio.sleep(min(every / 10, 5))
        lives[-1].append(round(memory(server), 1))
        if time.monotonic() - began > every:
            await asyncio.to_thread(lambda: (server.kill(), server.start()))
            began = time.monotonic()
            lives.append([])


async def played(server, tables, seconds, pause, kill_every):
    """Play at many tables; return them and the memory of the server."""
    pairs, lives = [Pair(f"127.0.0.1:{server.port}") for _ in range(tables)], []
    for pair in pairs:
        await asyncio.to_thread(pair.sit)
    until = time.monotonic() + seconds

    def goes_on(pair):
        return time.monotonic() < until or server.starts == 1 or len(pair.done) < _LEAST

    killing = asyncio.create_task(killed(server, kill_every, until, lives))
    await asyncio.gather(*(pair.play(pause, goes_on) for pair in pairs))
    await killing
    return pairs, lives


def summary(times):
    """Return the share of answers below 0.3 seconds, and some of the times."""
    share = round(sum(answer < 0.3 for answer in times) / len(times), 4)
    median, late = (round(times[len(times) * percent // 100], 4) for percent in (50, 99))
    return {"answers": len(times), "below 0.3 s": share, "median": median, "99 %": late, "longest": round(times[-1], 3)}


def run(tables, seconds, pause=2.0, kill_every=60.0):
    """Play, check what is stored, and return the report."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Server(folder, WEB_TABLE)
        stack.callback(server.kill)
        pairs, lives = asyncio.run(played(server, tables, seconds, pause, kill_every))
        with closing(sqlite3.connect(Path(folder) / "tables.db")) as store:
            for pair in pairs:
                (text,) = store.execute("SELECT session FROM tables WHERE code = ?", [pair.code]).fetchone()
                pair.check(gin.Session.loads(text))
        held = sorted(answer for pair in pairs for answer in pair.seconds)
        every = sorted([*held, *(answer for pair in pairs for answer in pair.delayed)])
        report = {"tables": tables, "seconds": seconds, "kills": server.starts - 1}
        report |= {"actions": sum(len(pair.done) for pair in pairs), **sum((pair.counts for pair in pairs), Counter())}
        report |= {"moves that no kill delayed": summary(held), "all moves": summary(every)}
        return report | {"memory in MB, by life": lives}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pause", type=float, default=2)
    parser.add_argument("--kill-every", type=float, default=60)
    options = parser.parse_args()
    report = run(options.tables, options.minutes * 60, options.pause, options.kill_every)
    print(json.dumps(report, indent=1))
