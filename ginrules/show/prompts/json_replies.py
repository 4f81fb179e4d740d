"""Actions in JSON objects, as language models write them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ginrules.cards import Card

_ANSWERS: Final = (
    "action",
    "move",
    "play",
    "answer",
    "final_answer",
    "decision",
    "choice",
    "command",
    "function",
    "name",
)
"""The keys of an action, in the order of the search."""

_KINDS: Final = ("type", "kind", *_ANSWERS)
_CARDS: Final = ("card", "cards", "discard", "value", "discard_card")
_MELDS: Final = ("melds", "meld")
_PLACES: Final = ("onto", "on", "meld_number", "target")
_TOOL: Final = ("function", "name")
"""Keys of an action, or of a tool whose arguments hold the action."""

_INSIDE: Final = ("arguments", "args", "parameters", "params", "input")
_MOST_OBJECTS: Final = 40
_SUITS: Final = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
_CARD: Final = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])[cdhs♣♦♥♠](?![A-Za-z0-9])", re.IGNORECASE)
_WITH_CARD: Final = frozenset({"discard", "knock", "gin", "layoff", "lay off", "discard card", "throw"})


class UnclearError(Exception):
    """A reply that contradicts or corrects itself. The message continues "the reply …"."""


def json_objects(text: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Yield the JSON objects of a text with their first and last places.

    Raises:
        UnclearError: If an object has a key twice.

    Examples:
        >>> [table for _, _, table in json_objects('I play {"action": "draw"}.')]
        [{'action': 'draw'}]
    """
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    at, tries = text.find("{"), 0
    while at >= 0 and tries < _MOST_OBJECTS:
        tries += 1
        try:
            table, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield at, end, table
        at = text.find("{", end)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = {key.strip().lower(): value for key, value in pairs}
    if len(table) < len(pairs):
        raise UnclearError("has an object with the same key twice")
    return table


def action_texts(table: Mapping[str, Any], depth: int = 3) -> tuple[str, ...]:
    """Return the texts of the actions in an object: none, one, or several if it does not say which.

    Raises:
        UnclearError: If the object names two cards for one action.

    Examples:
        >>> action_texts({"thoughts": "not the ace", "action": "discard", "card": {"rank": "7", "suit": "hearts"}})
        ('discard 7h',)
        >>> action_texts({"action": {"type": "lay off", "card": "7h", "onto": 0}})
        ('lay off 7h on 0',)
    """
    for key in _INSIDE:
        inner = table.get(key)
        if isinstance(inner, Mapping):
            tool = _TOOL if any(inner.get(name) for name in _ANSWERS) else ()
            outer = {name: value for name, value in table.items() if name != key and name not in tool}
            if any(inner[name] != outer[name] for name in inner if name in outer):
                raise UnclearError("has an object that contradicts itself")
            table = {**inner, **outer}
    answers = [table[key] for key in _ANSWERS if table.get(key) not in (None, "")]
    if not answers and "type" in table:
        answers = [table["type"]]
    if not answers:
        alone = [key for key in table if key.replace("_", " ") in _WITH_CARD]
        return tuple(_joined(key, {"card": table[key]}) for key in alone)
    texts: list[str] = []
    for value in answers:
        if isinstance(value, Mapping):
            texts += action_texts(value, depth - 1) if depth else ()
        elif isinstance(value, list):
            texts += [str(item) for item in value if isinstance(item, str)]
        elif isinstance(value, str):
            texts.append(_joined(value, table))
    return tuple(dict.fromkeys(texts))


def _joined(kind: str, table: Mapping[str, Any]) -> str:
    """Return the text of an action whose cards can have keys of their own."""
    verb = re.sub(r"[_\s-]+", " ", kind).strip().lower()
    melds = next((table[key] for key in _MELDS if isinstance(table.get(key), list)), None)
    if verb == "spread" and melds is not None:
        return "spread " + (" / ".join(map(_cards, melds)) or "nothing")
    if verb in _WITH_CARD:
        cards = list(dict.fromkeys(_cards(table[key]) for key in _CARDS if table.get(key) not in (None, "")))
        if len(set().union(*map(_cards_in, cards))) > 1:
            raise UnclearError("has an object with two cards for one action")
        card = cards[0] if cards else ""
        place = next((table[key] for key in _PLACES if type(table.get(key)) is int), None)
        verb = {"layoff": "lay off", "discard card": "discard", "throw": "discard"}.get(verb, verb)
        return f"{verb} {card}".strip() + ("" if place is None else f" on {place}")
    if verb == "take" and type(table.get("count")) is int:
        return f"take {table['count']}"
    own = _cards_in(str(table.get("card")))
    if own and _cards_in(kind) and not own <= _cards_in(kind):
        raise UnclearError("has an object with two cards for one action")
    return verb


def _cards_in(text: str) -> set[Card]:
    return {Card.parse(name) for name in _CARD.findall(text)}


def _cards(value: Any) -> str:
    """Return the cards of a value: a text, an object with rank and suit, or a list of these."""
    match value:
        case str():
            return value
        case {"rank": rank, "suit": str(suit)}:
            return f"{rank} of {suit}" if suit.lower() not in _SUITS else f"{rank}{_SUITS[suit.lower()]}"
        case list():
            return " ".join(map(_cards, value))
        case _:
            return str(value)
