"""The pages of the server, as HTML: what people typed is escaped, and a form that is refused keeps what it had."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final

from seats import LONGEST_NAME
from store import StoredTable
from tables import BOTS

import ginrules as gin

HERE: Final = Path(__file__).parent
PRESETS: Final = {
    "standard": "Knock with 10 or less, to 100 points.",
    "oklahoma": "The first card turned up sets the limit; spades count double.",
    "hollywood": "Three games at once.",
    "straight-gin": "Nobody knocks: you need gin.",
    "partnership": "Four players, two against two.",
    "knock-rummy": "Two to six at one table, everybody for themselves.",
}
"""Rules to press, with a sentence about each."""
_PAGE: Final = Template((HERE / "page.html").read_text(encoding="utf-8"))
_HOME: Final = Template((HERE / "home.html").read_text(encoding="utf-8"))
_SEAT: Final = (HERE / "seat.html").read_text(encoding="utf-8")


def home(values: Mapping[str, str], error: str = "") -> str:
    """Return the page on which a table is opened.

    Args:
        values: The values of its form.
        error: Why the form was refused.
    """
    rules = values.get("rules", "")
    own = values.get("own", "") or ("" if rules in PRESETS else rules)
    filled = {name: escape(values.get(name, "")) for name in ("name", "seat")}
    filled |= {"own": escape(own), "cards": _cards("" if own else rules)}
    seats = _options([("", "as few as the rules allow"), *((str(n), str(n)) for n in range(2, 7))], values.get("seats"))
    bots = [("", "people, who join by a link"), *((bot, f"{bot}, a player of the library") for bot in BOTS)]
    filled |= {"against": _options(bots, values.get("against")), "presets": _presets(), "error": _alert(error)}
    body = _HOME.substitute(filled, seats=seats, longest=LONGEST_NAME)
    return _page("A gin rummy table", body)


def invitation(table: StoredTable, name: str = "", error: str = "") -> str:
    """Return the page on which a free seat of a table is taken.

    Args:
        table: The table.
        name: The name in the form.
        error: Why the form was refused.
    """
    host, free = f"<bdi>{escape(table.players[0].name)}</bdi>", len(table.free)
    rules = gin.preset(table.rules)
    return _page(
        f"A seat at {table.players[0].name}'s table",
        f"<h1>{host} invites you to {escape(rules.heading)}</h1>"
        f"<p>{len(table.players)} of {table.seats} seats are taken, {free} {'is' if free == 1 else 'are'} free.</p>"
        f'{_alert(error)}<form method="post" action="/table/{table.code}/join">'
        f'<label>Your name <input name="name" value="{escape(name)}" maxlength="{LONGEST_NAME}" required></label>'
        f"<button>Take the seat</button></form><details><summary>The rules</summary>{_shown(rules)}</details>",
    )


def other_seat(code: str, token: str, own: str, other: str) -> str:
    """Return the page that asks a person with a seat whether the browser shall hold another one.

    Args:
        code: The code of the table.
        token: The token of the other seat.
        own: The name of the person.
        other: The name at the other seat.
    """
    names = f"<bdi>{escape(own)}</bdi>", f"<bdi>{escape(other)}</bdi>"
    return _page(
        "Another seat",
        f"<h1>This link holds the seat of {names[1]}</h1><p>You sit here as {names[0]}. If this browser takes the "
        "other seat, it gives up yours. Whoever sent you this link may want to see your hand.</p>"
        f'<form method="post" action="/table/{code}/seat/{token}">'
        f"<button>Give up the seat of {names[0]}</button></form>"
        f'<p><a href="/table/{code}">Keep it</a></p>',
    )


def seat() -> str:
    """Return the page of a player at the table."""
    return _page("Gin rummy", _SEAT)


def notice(title: str, text: str, link: tuple[str, str] = ("/", "Open a table")) -> str:
    """Return a page with a sentence and a link, by default the way back."""
    address, words = map(escape, link)
    body = f'<h1>{escape(title)}</h1><p role="alert">{escape(text)}</p><p><a href="{address}">{words}</a></p>'
    return _page(title, body)


def _page(title: str, body: str) -> str:
    return _PAGE.substitute(title=escape(title), body=body)


def _alert(error: str) -> str:
    return f'<p class="error" role="alert">{escape(error)}</p>' if error else ""


def _options(options: Iterable[tuple[str, str]], chosen: str | None) -> str:
    return "".join(
        f'<option value="{value}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in options
    )


def _shown(rules: gin.RuleSet) -> str:
    try:
        return f"<pre>{escape(gin.describe(rules))}</pre>"
    except Exception:  # a table can be joined although its card cannot be printed
        logging.getLogger("uvicorn.error").exception("the card of %s", rules.name)
        return "<p>The card of these rules cannot be shown.</p>"


def _cards(chosen: str) -> str:
    """Return the rules to press."""
    return "".join(
        f'<label class="rules"><input type="radio" name="rules" value="{name}"{" checked" if name == chosen else ""}>'
        f"<b>{escape(gin.preset(name).heading)}</b> <small>{escape(text)}</small></label>"
        for name, text in PRESETS.items()
    )


@cache
def _presets() -> str:
    """Return the presets shown as suggestions, with their titles."""
    titles = {name: gin.preset(name).title for name in gin.preset_names(shown=True)}
    return "".join(f'<option value="{name}">{escape(title)}</option>' for name, title in titles.items())
