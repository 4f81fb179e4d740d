"""People at the tables of `examples/web_table`: their browsers and their pages, as scripts."""

import json
import random
import re
import ssl
import time

import httpx
from websockets.sync.client import connect

import ginrules as gin
from ginrules.players import hint
from ginrules.records.documents.texts import changed

PATIENCE = 300  # seconds: only what stands still takes so long


def browser():
    """Return a client of HTTP that is made quickly: it loads no certificates."""
    return httpx.Client(trust_env=False, verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), timeout=PATIENCE)


class Page:
    """A page on a seat."""

    def __init__(self, socket):
        self.socket = socket
        self.message = {}
        self.heard()

    def heard(self):
        """Return all that the page shows after the next message with the table, or with a fault."""
        while True:
            message = json.loads(self.socket.recv(PATIENCE))
            if "players" in message:
                self.message = message
                return message
            if message.get("error"):  # a fault alone: the page shows the table already
                self.message = {**self.message, **message}
                return self.message

    def send(self, action, **more):
        """Send an action with the version that the page shows."""
        self.socket.send(json.dumps({"action": action, "version": self.message["version"], **more}))

    def say(self, asked):
        """Send a request as it is, and return the answer."""
        self.socket.send(asked if isinstance(asked, str | bytes) else json.dumps(asked))
        return self.heard()

    def act(self, action):
        """Send an action, and return the answer."""
        self.send(action)
        return self.heard()


class People:
    """The browsers of people who sit at one table, by their names."""

    def __init__(self, address, stack, rules="standard", names=("Ann", "Bo"), seats="", against=""):
        self.address, self.stack, self.cookies = address, stack, {}
        self.browser = stack.enter_context(browser())
        self.answer = self.post("/tables", {"rules": rules, "name": names[0], "seats": seats, "against": against})
        self.code = self.answer.headers["location"].split("/")[2].partition("?")[0]
        self.cookies[names[0]] = self.answer.cookies["seat"]
        for name in names[1:]:
            self.cookies[name] = self.join(name).cookies["seat"]

    def post(self, path, data, **headers):
        """Send a form, as a browser without a seat unless a header has its cookie."""
        self.browser.cookies.clear()
        return self.browser.post(f"http://{self.address}{path}", data=data, headers=headers)

    def join(self, name, **headers):
        """Load the form that takes a free seat, and send it with the cookie that it sets."""
        if "Cookie" not in headers:
            headers["Cookie"] = f"seat={self.get(f'/table/{self.code}').cookies.get('seat', '')}"
        return self.post(f"/table/{self.code}/join", {"name": name}, **headers)

    def get(self, path, name=None):
        """Load a page, with the cookie of a player if a name is given."""
        self.browser.cookies.clear()
        headers = {"Cookie": f"seat={self.cookies[name]}"} if name else {}
        return self.browser.get(f"http://{self.address}{path}", headers=headers)

    def connect(self, name, path="", **more):
        """Open the socket of a player, by name or by token; or try to open one at another address."""
        headers = {"Cookie": f"seat={self.cookies.get(name, name)}"}
        url = f"ws://{self.address}{path or f'/table/{self.code}/socket'}"
        return connect(url, proxy=None, additional_headers=headers, open_timeout=PATIENCE, ping_interval=None, **more)

    def visit(self, name):
        """Open a page of a player; it is closed at the end of the test."""
        return Page(self.stack.enter_context(self.connect(name)))

    def close(self):
        """Close every page and the browsers."""
        self.stack.close()

    def all(self):
        """Open a page for every person; those who can act come first."""
        pages = [self.visit(name) for name in self.cookies]
        return sorted(pages, key=lambda page: not page.message["view"]["legal"])


def soon(is_true):
    """Whether something becomes true."""
    return any(is_true() or time.sleep(0.02) for _ in range(50 * PATIENCE))


CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")


def room_of(server, table):
    return server.tables().rooms[table.code]


def in_another_world(session, state):
    """The session as it would be with this state: the record of its actions is left as it was."""
    (record,) = session.round
    return changed(session, round=(changed(record, state=state),))


def decided(pages):
    """Return a page and its request, made only from what the pages were sent."""
    if pages[0].message["can_deal"]:
        return random.choice(pages), "next round"
    page = random.choice([page for page in pages if page.message["view"]["legal"]])
    return page, str(hint(gin.from_dict(gin.PlayerView, page.message["view"]), "greedy"))
