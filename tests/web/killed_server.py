"""Matches on the server of the page *A server*, which is killed in the middle; its clients load the table again."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import httpx
from websockets.sync.client import connect

import ginrules as gin
from ginrules.players import hint

ROOT = Path(__file__).parents[2]
RULES = {
    "hollywood-oklahoma-second-deck+target=25": 2,
    "three-handed+target=25": 3,
    "partnership+target=25": 4,
    "doubling-gin+target=25": 2,
}
"""The rules of the matches, each with its number of players."""

_LATEST = 60
_LONGEST_START = 300  # seconds, on a machine with much else to do
_OPTIONS = "server:app --log-level error --ws wsproto --ws-ping-timeout 300"
_UVICORN = (sys.executable, "-m", "uvicorn", *_OPTIONS.split())


class Server:
    """A server that can be killed and started again in the same folder: uvicorn, or another command."""

    def __init__(self, folder, command=()):
        self.folder, self.command = folder, command or _UVICORN
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.starts = 0
        self.start()

    def start(self):
        """Start the process and wait until it accepts connections."""
        command = [*self.command, "--port", str(self.port)]
        paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        env = {**os.environ, "PYTHONPATH": paths}
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # a server does not compile every module when it starts again
        self.process = subprocess.Popen(command, cwd=self.folder, env=env)
        self.starts += 1
        until = time.monotonic() + _LONGEST_START
        while time.monotonic() < until:
            assert self.process.poll() is None, "the server does not start"
            with socket.socket() as probe:
                if not probe.connect_ex(("127.0.0.1", self.port)):
                    return
            time.sleep(0.05)
        raise TimeoutError

    def kill(self):
        """End the process at once: it has no time to save anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def open(self, rules, players):
        """Open a table and return the links of its seats."""
        asked = {"rules": rules, "names": [f"P{player}" for player in range(players)]}
        answer = httpx.post(f"http://127.0.0.1:{self.port}/tables", json=asked, trust_env=False, timeout=_LONGEST_START)
        assert answer.status_code == 200, answer.text
        return list(answer.json().values())


class Clients:
    """The pages of all the players of a table."""

    def __init__(self, server, links):
        self.server, self.links = server, links
        self.stack, self.sockets, self.messages = ExitStack(), [], []
        self.load()

    def load(self):
        """Open every page, or open it again."""
        self.close()
        options = {"proxy": None, "open_timeout": _LONGEST_START, "ping_interval": None}
        pages = [connect(f"ws://127.0.0.1:{self.server.port}/seat/{link}", **options) for link in self.links]
        self.sockets = [self.stack.enter_context(page) for page in pages]
        self.messages = [json.loads(page.recv(_LONGEST_START)) for page in self.sockets]

    def hear(self):
        """Take the next message of every page."""
        self.messages = [json.loads(page.recv(_LONGEST_START)) for page in self.sockets]
        assert not any(message["error"] for message in self.messages), self.messages[0]["error"]

    def say(self, player, asked):
        """Send the request of a player's page."""
        self.sockets[player].send(json.dumps(asked))

    def close(self):
        """Close every page."""
        self.stack.close()

    @property
    def version(self):
        """The version that the pages show."""
        (version,) = {message["version"] for message in self.messages}
        return version


def decide(clients):
    """Return a player to act and its request, made only from the messages to the pages."""
    ready = [player for player, message in enumerate(clients.messages) if message["legal"]]
    if not ready:
        return 0, {"action": "next round"}
    player = random.choice(ready)
    view = gin.from_dict(gin.PlayerView, clients.messages[player]["view"])
    return player, {"action": str(hint(view, "greedy")), "version": clients.version}


def ends(session, player, asked):
    """Whether a request ends the match."""
    return "version" in asked and session.act(player, asked["action"]).is_over


def play_killed(server, rules, players, stored):
    """Play a match with a kill at a random action; return its link, its requests that were done, and what happened.

    The kill comes at the action that ends the match if the match ends before it is due. What a page was shown before
    the kill is there after it. The request that was cut is done or not, never by half, and if it is done, sending it
    again is refused.
    """
    clients = Clients(server, server.open(rules, players))
    done, counts, kill_at = [], Counter(), random.randrange(_LATEST)
    while not clients.messages[0]["over"]:
        player, asked = decide(clients)
        shown = clients.version, [message["view"] for message in clients.messages]
        is_due = not counts["kills"] and (len(done) == kill_at or ends(stored(clients.links[0]), player, asked))
        clients.say(player, asked)
        if is_due:
            time.sleep(random.choice((0, 0.001, 0.003, 0.01, 0.03)))
            server.kill()
            server.start()
            clients.load()
            counts["kills"] += 1
            if clients.version == shown[0]:
                assert [message["view"] for message in clients.messages] == shown[1]
                counts["cut before it was done"] += 1
                continue
            counts["cut after it was done"] += 1
            if "version" in asked:
                clients.say(player, asked)
                assert json.loads(clients.sockets[player].recv(_LONGEST_START))["error"], "the action was taken twice"
        else:
            clients.hear()
        assert clients.version > shown[0]
        done.append((player, asked["action"]))
    clients.close()
    return clients.links[0], done, counts


def check_nothing_lost(session, done):
    """The stored session has every action that was done, and nothing else but chance."""
    assert session.is_over
    stored = Counter()
    for added in session.record.rounds:
        for table in getattr(added, "tables", (added,)):
            stored += Counter(str(action) for action in table.actions if not isinstance(action, gin.ShuffleStock))
    assert stored == Counter(action for _, action in done if action != "next round")
