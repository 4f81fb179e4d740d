"""Seats: the names of players, who takes a seat, and who sits where at the next match."""

from __future__ import annotations

import re
import secrets
import time
import unicodedata
from collections.abc import Iterator
from typing import Final

import attrs
from store import Statement, StoredPlayer, StoredTable

import ginrules as gin
from ginrules._support.bounds import RECORD_TEXT
from ginrules.driver.named import player_named

LONGEST_NAME: Final = 30
"""Length limit of a player's name, in characters."""
LONGEST_SHOWN: Final = 60
"""Characters of a name of rules that a sentence repeats."""
MOST_MARKS: Final = 2
"""Limit on the marks on a letter of a name, such as accents."""
_LOOK_ALIKE: Final = {"LATIN", "CYRILLIC", "GREEK"}


class TableError(ValueError):
    """A request that a table refuses; the sentence is for the person who made it."""


class TooManyTablesError(TableError):
    """Too many tables were opened from an address."""


def checked_name(text: str) -> str:
    """Return a name without invisible characters, double blanks, and more than two marks on a letter.

    Raises:
        TableError: If nothing is left, more than 30 characters are, or the letters are of several alphabets that look
            alike.
    """
    name, marks = "", 0
    for char in unicodedata.normalize("NFKC", text[:1000]):
        kind, named = unicodedata.category(char), unicodedata.name(char, "")
        marks = marks + 1 if kind[0] == "M" else 0
        if kind[0] in "CZ" or named.endswith(("FILLER", "PATTERN BLANK")):
            name += " "
        elif marks <= MOST_MARKS and (marks == 0 or name.strip()):
            name += char
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise TableError(f"give a name of 1 to {LONGEST_NAME} characters")
    alphabets = {unicodedata.name(char, "").partition(" ")[0] for char in name if char.isalpha()}
    if len(alphabets & _LOOK_ALIKE) > 1:
        raise TableError("write the name in one alphabet: these letters are of several that look alike")
    return name


def new_token() -> str:
    """Return a token of a seat, which nobody can guess."""
    return secrets.token_urlsafe(16)


def is_token(text: str) -> bool:
    """Whether a text of a browser has the form of a token."""
    return re.fullmatch(r"[\w-]{22}", text, re.ASCII) is not None


def seat_taken(code: str, player: StoredPlayer) -> Statement:
    """Return the statement that seats a player."""
    statement = "INSERT INTO players (code, place, name, bot, token, opened) VALUES (?, ?, ?, ?, ?, ?)"
    return statement, [code, *attrs.astuple(player)]


def session_stored(table: StoredTable, after: gin.Session, is_played: int) -> Statement:
    """Return the statement that stores the next session of a table, unless somebody else has stored one.

    Raises:
        TableError: If the session is too long.
    """
    text = after.dumps("json")
    if len(text.encode()) > RECORD_TEXT:
        raise TableError("this match is too long to be stored: concede, and take the record with you")
    change = "UPDATE tables SET version = ?, session = ?, is_played = max(is_played, ?), used = ? "
    values = [after.version, text, is_played, time.time(), table.code, table.version]
    return change + "WHERE code = ? AND version = ?", values


def bots_for(table: StoredTable, bot: str) -> list[StoredPlayer]:
    """Return a player of the lab for every free seat of a table."""
    names, bots = {player.name for player in table.players}, []
    for place in table.free:
        bots.append(StoredPlayer(place, new_name(bot.capitalize(), names), bot))
        names.add(bots[-1].name)
    return bots


def session_of(table: StoredTable, text: str) -> gin.Session:
    """Return the stored session of a table, with its players of the lab."""
    session = gin.Session.loads(text)
    return session.with_players(bots_at(table, session))


def begun(table: StoredTable) -> gin.Session:
    """Return the match of a table whose seats are all taken: its players cut, and the first round is dealt."""
    rules, names = gin.preset(table.rules), [player.name for player in table.players]
    if table.dealer is None:
        session = gin.Session(rules, gin.cut(names, secrets.SystemRandom(), rules))
    else:
        session = gin.Session(rules, names, dealer=table.dealer)
    return session.with_players(bots_at(table, session)).next_round()


def bots_at(table: StoredTable, session: gin.Session) -> dict[int, gin.players.NewPlayer]:
    """Return the players of the lab at a table, by their number in the session."""
    return {session.names.index(player.name): player_named(player.bot) for player in table.players if player.bot}


def new_name(name: str, taken: set[str]) -> str:
    """Return a name, with a number if it is taken."""
    numbers = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(new for new in (name, *numbers) if new.casefold() not in {other.casefold() for other in taken})


def same_seats(code: str, table: StoredTable, session: gin.Session) -> Iterator[Statement]:
    """Yield the statements of a table with the same players at the same seats; the next of them deals first.

    Args:
        code: Its code.
        table: The table of a match that is over.
        session: That match.
    """
    names = session.names
    dealer = (session.record.dealer + 1) % len(names)
    try:
        gin.new_match(session.rules, names, dealer=dealer)
    except gin.GinRulesError:
        dealer = 0  # under these rules only the first player deals first
    values = [code, table.rules, len(names), time.time(), dealer]
    yield "INSERT INTO tables (code, rules, seats, used, dealer) VALUES (?, ?, ?, ?, ?)", values
    by_name = {player.name: player for player in table.players}
    for place, name in enumerate(names):
        if by_name[name].token:  # a person, even if a player of the lab has stood in
            yield seat_taken(code, StoredPlayer(place, name, token=new_token()))
        else:
            yield seat_taken(code, StoredPlayer(place, name, by_name[name].bot))


def typed_rules(text: str) -> gin.RuleSet:
    """Return the rules that somebody typed into a form, an expression such as ``"oklahoma+hollywood"``.

    Raises:
        UnknownPresetError: If there are no rules of this name; the message names the list of presets on the page.
        RuleSetError: If the rules have faults.
    """
    try:
        return gin.preset(text)
    except gin.UnknownPresetError as error:
        near, expression = error.details.get("near"), error.details.get("expression")
        names = near if isinstance(near, tuple) and near else (expression,) if expression else ()
        words = f"did you mean {' or '.join(map(repr, names))}?" if names else "choose one of the list"
        name = repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")
        raise gin.UnknownPresetError(f"no rules are called {name}: {words}", **error.details) from None
