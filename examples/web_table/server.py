"""A server of gin rummy tables: people and players of the lab, two to six of them, alone or in teams.

    pip install '.[examples]'
    python examples/web_table

Tables are in ``tables.db``, or in the file of the environment variable ``GIN_TABLES``, and outlive the server. The
person who opens a table sends its link to the others. It takes each free seat once, and a cookie holds the seat. A page
is sent the view of its seat and no more. *Put it online* in the documentation has a container, a proxy and the limits.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final, TypeVar

import pages
from limits import Addresses, Bucket, address_of
from seats import TableError, TooManyTablesError, is_token, new_token
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from store import Store, StoredTable
from tables import Room, Tables

import ginrules as gin
from ginrules.web import folder

R = TypeVar("R", bound=Response)

HERE: Final = Path(__file__).parent
STATIC: Final = {
    "home.js": HERE / "home.js",
    "seat.js": HERE / "seat.js",
    "seat.css": HERE / "seat.css",
    "icon.svg": HERE / "icon.svg",
    "gin-table.js": folder("gin-table.js") / "gin-table.js",
}
LONGEST: Final = 1_000
"""The longest message of a page, in characters."""
SOCKETS: Final[dict[str, Any]] = {
    "ws_max_size": 4_096,  # bytes: a longer message ends the connection before it is read
    "ws_per_message_deflate": False,  # messages are short, and each page would take memory
}
"""The settings of uvicorn for the connections to pages."""
MESSAGES: Final = (60, 20.0)
"""The messages of a page that are answered at once, and how many more each second: the rest wait their turn."""
LONGEST_VERSION: Final = 9
"""Limit on the digits of a version in an address."""
LONGEST_FORM: Final = 4_096
"""The longest form, in bytes."""
LONGEST_LENGTH: Final = 9
"""Limit on the digits of the length of a form."""
LONGEST_FIELDS: Final = {"rules": 500, "own": 500, "name": 200, "seats": 2, "against": 20, "seat": 22}
"""The longest value of each field of a form, in characters; a name that is too long for the table keeps its form."""
WRONG_FORM: Final = (400, 422)
"""The statuses of a form that could not be read."""
FORM: Final = "application/x-www-form-urlencoded"
COOKIE: Final = "seat"
COOKIE_SECONDS: Final = 400 * 86_400
"""How long a browser keeps a seat, the longest that browsers allow: a table that nobody uses is deleted sooner."""
UNKEPT: Final = {"Cache-Control": "no-store"}
"""The header of pages that are made for one browser."""
HEADERS: Final = {
    # cards are drawn with styles of their own
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without a referrer the origin of a form would be hidden
}
"""The headers of every answer: pages load nothing from other sites, and cannot be shown in a frame."""


@contextlib.asynccontextmanager
async def opened(app: Starlette) -> AsyncIterator[None]:
    """Open the file of tables while the server runs."""
    store = Store(os.environ.get("GIN_TABLES", "tables.db"))
    app.state.tables = Tables(store, int(os.environ.get("GIN_PER_ADDRESS", "30")))
    try:
        yield
    finally:
        app.state.tables.close()


def tables() -> Tables:
    """Return the tables of the running server."""
    return app.state.tables  # type: ignore[no-any-return]


def addresses() -> Addresses:
    """Return the requests of every address to the running server."""
    return tables().addresses


def address(connection: HTTPConnection) -> str:
    """Return the address from which somebody asks."""
    return address_of(connection.client.host if connection.client else None)


def is_from_here(headers: Headers) -> bool:
    """Whether a request comes from a page of this server, or from a program that is not a browser."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")


async def guard(request: Request, call_next: Any) -> Any:
    """Refuse forms that do not come from these pages, long ones before they are read; add headers to every answer."""
    size = request.headers.get("content-length", "")
    is_short = size.isascii() and size.isdigit() and len(size) <= LONGEST_LENGTH and int(size) <= LONGEST_FORM
    problem = None
    if request.method == "POST":
        if not is_from_here(request.headers):
            problem = 403, "open the table from the first page of this server"
        elif request.headers.get("content-type", "").partition(";")[0].strip() != FORM:
            problem = 415, f"expected a form ({FORM})"
        elif not is_short:
            problem = 413, f"expected a form of at most {LONGEST_FORM} bytes, and its length"
    if problem is None:
        answer = await call_next(request)
    else:
        if is_short:
            with contextlib.suppress(ClientDisconnect):
                await request.body()  # a line that is closed before all is read may lose the answer
        answer = HTMLResponse(pages.notice("This form is refused", problem[1]), problem[0], {"Connection": "close"})
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


async def show_fault(_request: Request, fault: Any) -> HTMLResponse:
    """Show a fault as a page."""
    title = "This form is refused" if fault.status_code in WRONG_FORM else "That is not here"
    return HTMLResponse(pages.notice(title, str(fault.detail)), fault.status_code)


async def show_locked(_request: Request, _fault: Exception) -> HTMLResponse:
    """Say as a page that the file of tables could not be used: another program has it, or the disk is full."""
    text = "the tables cannot be stored at the moment, and nothing is changed: go back and try again"
    return HTMLResponse(pages.notice("That went wrong", text), 503, {"Retry-After": "10"})


async def show_nothing(_request: Request, _fault: Exception) -> Response:
    """Answer a client that has gone."""
    return Response(status_code=400)


async def show_crash(_request: Request, _fault: Exception) -> HTMLResponse:
    """Show a fault of the server as a page; it is in the log with its traceback."""
    text = "the server has a fault here, which is noted in its log; the tables are as they were"
    return HTMLResponse(pages.notice("That went wrong", text), 500, HEADERS)


def health(_request: Request) -> JSONResponse:
    """Say whether the tables can be read: for a proxy or a container."""
    try:
        count = tables().store.count()
    except sqlite3.Error as error:
        return JSONResponse({"status": "failing", "error": str(error)}, 503)
    used = [*tables().rooms.values()]
    pages_open = sum(len(room.pages) for room in used)
    return JSONResponse({"status": "ok", "version": gin.__version__, "tables": count, "pages": pages_open})


def home(request: Request) -> HTMLResponse:
    """Show the page on which a table is opened; a link can fill its form."""
    asked = request.query_params
    rules = asked.get("rules", "standard")[: LONGEST_FIELDS["rules"]]
    return HTMLResponse(pages.home({**asked, "rules": rules, "seat": new_token()}), headers=UNKEPT)


async def fields(request: Request, *required: str) -> dict[str, str]:
    """Return the fields of a form that these pages have.

    Raises:
        HTTPException: If one of those that are required is missing, or one is too long.
    """
    form = await request.form()
    values = {name: str(form.get(name, "")) for name in LONGEST_FIELDS}
    if not set(required) <= set(form) or any(len(values[name]) > most for name, most in LONGEST_FIELDS.items()):
        raise HTTPException(422, "a field is missing or too long")
    return values


async def open_table(request: Request) -> Response:
    """Open a table and take its first seat."""
    values = await fields(request, "name")
    seats, rules = values["seats"], values["own"].strip() or values["rules"]
    if not rules:
        raise HTTPException(422, "a field is missing: press rules, or write others")
    number, token = int(seats) if seats.isdecimal() else None, values["seat"] if is_token(values["seat"]) else ""
    try:
        code, token = await tables().open(
            rules, number, values["name"], values["against"] or None, token, address(request)
        )
    except TooManyTablesError as error:
        return HTMLResponse(pages.home(values, str(error)), 429, {"Retry-After": "300"})
    except (gin.GinRulesError, TableError) as error:
        return HTMLResponse(pages.home(values, str(error)), 422)
    return seated(request, code, token)


def table_page(request: Request) -> HTMLResponse:
    """Show a player the table, and everybody else the form that takes a free seat."""
    table = table_of(request)
    token = request.cookies.get(COOKIE, "")
    if table.place_of(token) is not None:
        return with_seat(HTMLResponse(pages.seat(), headers=UNKEPT), request, table.code, token)
    if request.query_params.get("seated"):
        text = "your browser does not keep the cookie that holds your seat: allow cookies for this site"
        return HTMLResponse(pages.notice("You have no seat here", text), 403, UNKEPT)
    if table.free:
        return invited(request, table)
    text = "all seats of this table are taken; if one is yours, open it in the browser that took it"
    link = f"/table/{table.code}/watch", "Watch the table, without its hidden cards"
    return HTMLResponse(pages.notice("You have no seat here", text, link), 403, UNKEPT)


def invited(request: Request, table: StoredTable, name: str = "", error: str = "") -> HTMLResponse:
    """Show the form that takes a free seat; the browser has the token before the seat: no lost answer costs it."""
    token = request.cookies.get(COOKIE, "")
    answer = HTMLResponse(pages.invitation(table, name, error), 422 if error else 200, UNKEPT)
    return with_seat(answer, request, table.code, token if is_token(token) else new_token())


def watch(request: Request) -> HTMLResponse:
    """Show anybody who has the link what lies open on the table."""
    table_of(request)
    return HTMLResponse(pages.seat(), headers=UNKEPT)


def scan_code(request: Request) -> Response:
    """Send the link of a table as a picture that a phone's camera reads."""
    try:
        import segno
    except ModuleNotFoundError:
        raise HTTPException(404, "segno is not installed") from None
    link = str(request.url_for("table_page", code=table_of(request).code))
    picture = segno.make(link, error="m").svg_inline(scale=4, border=3, light="#fff")
    return Response(picture.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1), media_type="image/svg+xml")


def again(request: Request) -> Response:
    """Lead a player to the seat at the table of the next match."""
    table = table_of(request)
    token = request.cookies.get(COOKIE, "")
    name = next((player.name for player in table.players if token and player.token == token), None)
    following = None if table.again is None else tables().store.table(table.again)
    own = next((player.token for player in following.players if player.name == name), None) if following else None
    if following is None or own is None:
        raise HTTPException(404, "there is no next match for you at this table")
    return seated(request, following.code, own)


async def join(request: Request) -> Response:
    """Take a free seat."""
    table, name = table_of(request), (await fields(request, "name"))["name"]
    token = request.cookies.get(COOKIE, "")
    if not is_token(token) and table.free:
        return invited(request, table, name, "press again: your browser must keep the cookie that holds your seat")
    room = tables().room(table.code)
    try:
        await room.join(name, token, address(request))
    except (gin.GinRulesError, TableError) as error:
        table = table_of(request)
        if table.free:
            return invited(request, table, name, str(error))
        return HTMLResponse(pages.notice("You have no seat here", str(error)), 409)
    await room.tell()
    return seated(request, table.code, token)


def own_link(request: Request) -> Response:
    """Show a player the link that gives the seat to another device."""
    token = request.cookies.get(COOKIE, "")
    if table_of(request).place_of(token) is None:
        raise HTTPException(403, "you have no seat at this table")
    link = str(request.url_for("take_over", code=request.path_params["code"], token=token))
    text = f"Open this address on the other device. Keep it to yourself: it gives your seat away. {link}"
    return HTMLResponse(pages.notice("Your seat", text), headers=UNKEPT)


def take_over(request: Request) -> Response:
    """Give this browser the seat of a token; if it has another seat at the table, ask first."""
    table, token = table_of(request), request.path_params["token"]
    names = {player.token: player.name for player in table.players if player.token}
    own = names.get(request.cookies.get(COOKIE, ""))
    if token not in names:
        raise HTTPException(404, "there is no such seat")
    if request.method == "POST" or own in {None, names[token]}:
        return seated(request, table.code, token)
    return HTMLResponse(pages.other_seat(table.code, token, own, names[token]), headers=UNKEPT)


def record(request: Request) -> Response:
    """Send a player the record of a match that is over, to replay or review it."""
    table = table_of(request)
    if table.place_of(request.cookies.get(COOKIE, "")) is None:
        raise HTTPException(403, "you have no seat at this table")
    session = None if table.session is None else gin.Session.loads(table.session)
    if session is None or not session.is_over:
        raise HTTPException(409, "the record holds every card: it can be had when the match is over")
    headers = {"Content-Disposition": f'attachment; filename="gin-{table.code}.toml"', **UNKEPT}
    return Response(session.record.dumps(), headers=headers, media_type="application/toml")


def static(request: Request) -> FileResponse:
    """Send the script and the style of the pages."""
    name = request.path_params["name"]
    if name not in STATIC:
        raise HTTPException(404, "there is no such file")
    return FileResponse(STATIC[name])


def table_of(request: Request) -> StoredTable:
    """Return the stored table that an address names.

    Raises:
        HTTPException: If there is none of this code.
    """
    table = tables().store.table(request.path_params["code"])
    if table is None:
        raise HTTPException(404, "there is no such table: it may have been deleted after a month without use")
    return table


def seated(request: Request, code: str, token: str) -> RedirectResponse:
    """Lead a player to the table with the cookie that holds the seat."""
    return with_seat(RedirectResponse(f"/table/{code}?seated=1", 303), request, code, token)


def with_seat(answer: R, request: Request, code: str, token: str) -> R:
    """Return an answer with the cookie that holds a seat, anew."""
    is_secure = request.url.scheme == "https"
    answer.set_cookie(
        COOKIE, token, COOKIE_SECONDS, path=f"/table/{code}", secure=is_secure, httponly=True, samesite="lax"
    )
    return answer


async def play(page: WebSocket) -> None:
    """Send a page the views of its seat, or of one who watches, and take its actions."""
    if not is_from_here(page.headers):
        await page.close(1008)
        return
    await page.accept()
    asker = address(page)
    if not addresses().may_connect(asker):
        await page.close(1013, "too many pages of your address")
        return
    try:
        await _seated(page)
    except WebSocketDisconnect:
        pass
    except TableError as error:
        await _close(page, 1008, str(error))
    except sqlite3.Error:
        await _close(page, 1013, "the tables cannot be read at the moment")  # the page tries again
    finally:
        addresses().left(asker)


async def _close(page: WebSocket, code: int, reason: str) -> None:
    """Close a page, which may have gone."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await page.close(code, reason)


async def _seated(page: WebSocket) -> None:
    """Show a page the table from its seat, or as one who watches."""
    code, watches = page.path_params["code"], bool(page.query_params.get("watch"))
    table = tables().store.table(code)
    place = None if table is None else table.place_of(page.cookies.get(COOKIE, ""))
    if table is None or (place is None and not watches):
        raise TableError("you have no seat at this table")
    await _shown(page, tables().room(code), None if watches else place, table)


async def _shown(page: WebSocket, room: Room, place: int | None, table: StoredTable) -> None:
    """Show a page the table until it goes."""
    since, asker = page.query_params.get("since", ""), address(page)  # the version of a page that connects again
    own = room.enter(page, place, int(since[:LONGEST_VERSION]) if since.isdecimal() else 0)
    if own is None:
        raise TableError("too many pages on this seat")
    bucket = Bucket(*MESSAGES)
    try:
        player = None if place is None else table.at(place)
        if player is not None:
            await room.opened(player.place)
        if player is not None and player.bot:
            await room.ready()
            await room.come_back(player.place, asker)
            await asyncio.gather(*(room.send(to, room.message(other)) for to, other in [*room.pages.items()]))
        else:
            welcome = await room.welcome(own, table.version)
            await asyncio.gather(room.send(page, welcome), room.tell_who_is_here(but=page))
        while (message := await page.receive())["type"] == "websocket.receive":
            # others have their turn; who sends too fast waits, and the connection then takes no more
            await asyncio.sleep(max(bucket.delay(), addresses().delay(asker)))
            await room.ready()
            try:
                await room.take(place, read(message.get("text") or ""), asker)  # no text is in a binary message
            except (gin.GinRulesError, TableError) as error:
                await room.send(page, room.message(own, str(error)))
            except sqlite3.Error:
                await room.send(page, room.message(own, "the table could not be stored: try again"))
            except Exception:
                logging.getLogger("uvicorn.error").exception("a request of a page")
                await room.send(page, room.message(own, "the server has a fault here: the table is as it was"))
            else:
                await room.tell()
    finally:
        room.leave(page)
        await room.tell_who_is_here()


def read(text: str) -> dict[str, Any]:
    """Return the request of a page.

    Raises:
        TableError: If it is not a short JSON object.
    """
    asked = None
    if len(text) <= LONGEST:
        with contextlib.suppress(ValueError, RecursionError):
            asked = json.loads(text)
    if not isinstance(asked, dict):
        raise TableError("expected a short JSON object")
    return asked


app = Starlette(
    routes=[
        Route("/", home),
        Route("/health", health),
        Route("/tables", open_table, methods=["POST"]),
        Route("/table/{code}", table_page),
        Route("/table/{code}/join", join, methods=["POST"]),
        Route("/table/{code}/watch", watch),
        Route("/table/{code}/code.svg", scan_code),
        Route("/table/{code}/again", again),
        Route("/table/{code}/seat", own_link),
        Route("/table/{code}/record", record),
        Route("/table/{code}/seat/{token}", take_over, methods=["GET", "POST"]),
        Route("/static/{name}", static),
        WebSocketRoute("/table/{code}/socket", play),
    ],
    middleware=[Middleware(BaseHTTPMiddleware, dispatch=guard)],
    exception_handlers={
        HTTPException: show_fault,
        sqlite3.Error: show_locked,
        ClientDisconnect: show_nothing,
        Exception: show_crash,
    },
    lifespan=opened,
)
