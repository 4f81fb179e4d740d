"""A table in the browser: a person against a person, or against a player of the lab.

    pip install '.[examples]'
    uvicorn --app-dir examples/web_table --ws-max-size 4096 server:app

A seat has a link of its own, which nobody can guess; the link gives its holder the seat. A page gets the view
of its seat and no more, and a page that is loaded again shows the current table. Pages of other sites can
neither open a table nor play; a proxy in front of the server must pass the header ``Host`` on.
"""

import asyncio
import contextlib
import json
import secrets
import time
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import FastAPI, Form, HTTPException, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse
from game import Game
from starlette.datastructures import Headers

import ginrules as gin

HERE: Final = Path(__file__).parent
OPPONENTS: Final = ("person", "greedy", "careful", "expert", "learned")
MOST_TABLES: Final = 1_000
IDLE_SECONDS: Final = 3_600
LONGEST: Final = 1_000
"""The longest message of a page, in characters; ``--ws-max-size`` refuses longer ones before they are read."""
LONGEST_FORM: Final = 4_096
"""The longest form, in bytes."""
MOST_PAGES: Final = 4
"""Limit on the pages open on one seat."""
FORM: Final = "application/x-www-form-urlencoded"
HEADERS: Final = {
    # the pictures have styles of their own
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
"""The headers of every answer: pages load nothing from other sites, and cannot be shown in a frame."""

app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)


class Place:
    """A seat of a table: its pages, and how each wants its pictures."""

    def __init__(self, table: "Table", seat: int) -> None:
        self.table, self.seat = table, seat
        self.pages: dict[WebSocket, dict[str, Any]] = {}


class Table:
    """A game and the links of its seats."""

    def __init__(self, rules: str, opponent: str) -> None:
        names = ("North", "South") if opponent == "person" else ("You", opponent)
        players = {} if opponent == "person" else {1: opponent}
        self.game = Game(rules, names, players, secrets.SystemRandom())
        self.places = {secrets.token_urlsafe(16): Place(self, seat) for seat in self.game.people}
        self.used = time.monotonic()
        self.is_visited = False

    @property
    def is_open(self) -> bool:
        """Whether a page is open on one of its seats."""
        return any(place.pages for place in self.places.values())

    async def send_all(self) -> None:
        """Send every page the view of its seat."""
        for place in self.places.values():
            await asyncio.gather(*(send(page, place) for page in [*place.pages]))


tables: dict[str, Place] = {}
"""The seats by the secret part of their link."""


async def send(page: WebSocket, place: Place, error: str = "") -> None:
    """Send a page the view of its seat; a page that has gone is forgotten."""
    try:
        await page.send_json(place.table.game.message(place.seat, place.pages.get(page), error))
    except (WebSocketDisconnect, RuntimeError):
        place.pages.pop(page, None)


def forget_idle_tables() -> None:
    """Forget tables that nobody has used for an hour."""
    now = time.monotonic()
    for table in {place.table for place in tables.values() if now - place.table.used > IDLE_SECONDS}:
        forget(table)


def forget(table: Table) -> None:
    """Forget a table; its links are then unknown."""
    for link in table.places:
        del tables[link]


def has_room() -> bool:
    """Whether there is room for a table: if all are taken, a table without an open page is forgotten.

    Tables that nobody has ever opened are forgotten first, then the least recently used table.
    """
    forget_idle_tables()
    if len(tables) >= MOST_TABLES:
        unwatched = {place.table for place in tables.values() if not place.table.is_open}
        if unwatched:
            forget(min(unwatched, key=lambda table: (table.is_visited, table.used)))
    return len(tables) < MOST_TABLES


def is_from_here(headers: Headers) -> bool:
    """Whether a request comes from a page of this server, or from a program that is not a browser."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


@app.middleware("http")
async def guard(request: Request, call_next: Any) -> Any:
    """Refuse forms that do not come from these pages, before they are read; add the headers to every answer."""
    size = request.headers.get("content-length", "")
    problem = None
    if request.method == "POST":
        if not is_from_here(request.headers):
            problem = 403, "open the table from the first page of this server"
        elif request.headers.get("content-type", "").partition(";")[0].strip() != FORM:
            problem = 415, f"expected a form ({FORM})"
        elif not (size.isascii() and size.isdigit() and int(size[:10]) <= LONGEST_FORM):
            problem = 413, f"expected a form of at most {LONGEST_FORM} bytes, and its length"
    if problem is None:
        answer = await call_next(request)
    else:
        answer = JSONResponse({"detail": problem[1]}, problem[0], {"Connection": "close"})
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


@app.get("/")
def home() -> FileResponse:
    """Show the page on which a table is opened."""
    return FileResponse(HERE / "home.html")


@app.post("/tables")
def open_table(rules: Annotated[str, Form(max_length=500)], opponent: Annotated[str, Form(max_length=20)]) -> Any:
    """Open a table: show its links, or follow the only link."""
    if opponent not in OPPONENTS:
        raise HTTPException(422, f"play against one of {', '.join(OPPONENTS)}")
    if not has_room():
        raise HTTPException(503, "all tables are taken: try again later")
    try:
        table = Table(rules, opponent)
    except (gin.GinRulesError, ValueError) as error:
        raise HTTPException(422, str(error)) from error
    tables.update(table.places)
    if len(table.places) == 1:
        return RedirectResponse(f"/seat/{next(iter(table.places))}", status_code=303)
    links = "".join(
        f'<li><a href="/seat/{link}">{table.game.session.names[place.seat]}</a></li>'
        for link, place in table.places.items()
    )
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Your table</title>'
        "<style>html{color-scheme:light dark}</style>"
        f"<p>Send one of these links to the other player, and open the other one yourself:</p><ul>{links}</ul>"
    )


@app.get("/seat/{link}")
def seat_page(link: str) -> FileResponse:
    """Show the page of a seat."""
    if link not in tables:
        raise HTTPException(404, "no such table: it may have been idle for an hour")
    return FileResponse(HERE / "seat.html", headers={"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"})


@app.get("/static/{name}")
def static(name: str) -> FileResponse:
    """Send the script and the style of the table."""
    if name not in {"seat.js", "table.js", "table.css"}:
        raise HTTPException(404)
    return FileResponse(HERE / name)


@app.websocket("/seat/{link}/socket")
async def play(page: WebSocket, link: str) -> None:
    """Send a page the views of its seat, and take its actions."""
    if not is_from_here(page.headers):
        await page.close(1008)
        return
    await page.accept()
    place = tables.get(link)
    if place is None or len(place.pages) >= MOST_PAGES:
        await page.close(1008, "no such table" if place is None else "too many pages on this seat")
        return
    place.pages[page] = {}
    place.table.is_visited = True
    try:
        while (message := await page.receive())["type"] == "websocket.receive":
            await take(page, place, message.get("text") or "")  # none in a binary message
    finally:
        place.pages.pop(page, None)


def read(text: str) -> dict[str, Any]:
    """Answer the request of a page.

    Raises:
        ValueError: If it is not a short JSON object.
    """
    asked = None
    if len(text) <= LONGEST:
        with contextlib.suppress(ValueError, RecursionError):
            asked = json.loads(text)
    if not isinstance(asked, dict):
        raise ValueError("expected a short JSON object")  # noqa: TRY004 - of the page, not of a program
    return asked


async def take(page: WebSocket, place: Place, text: str) -> None:
    """Carry out the request of a page: show the table in its theme, play an action, or deal the next round."""
    table = place.table
    table.used = time.monotonic()
    try:
        asked = read(text)
        if isinstance(asked.get("looks"), dict):
            place.pages[page] = {key: asked["looks"].get(key) for key in ("theme", "width")}
            await send(page, place)
        elif asked.get("action") == "next round":
            table.game.next_round()
            await table.send_all()
        else:
            version = asked.get("version")
            table.game.act(place.seat, str(asked.get("action")), version if isinstance(version, int) else -1)
            await table.send_all()
    except (gin.GinRulesError, ValueError) as error:
        await send(page, place, str(error))
