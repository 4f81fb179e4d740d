"""`read_reply`: the one legal action that a reply ends with, or a refusal that can be sent back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from ginrules._support.bounds import REPLY_TEXT
from ginrules._support.values import expect
from ginrules.cards import Card
from ginrules.errors import GinRulesError, ParseError
from ginrules.play.actions import Action
from ginrules.play.determinize import determinize
from ginrules.play.engine import why_illegal
from ginrules.play.notation import parse_action
from ginrules.play.view import PlayerView, expect_view
from ginrules.records.documents.problems import first_line

_MOST_LISTED: Final = 30
_FENCE: Final = re.compile(r"^[ \t]*```[ \t]*\w*[ \t]*$", re.MULTILINE)
_LABEL: Final = re.compile(r"(?:(?:my|final) )?(?:action|answer|move)\s*:", re.IGNORECASE)


def read_reply(text: str, view: PlayerView) -> Action:
    r"""Return the legal action that a language model's reply ends with.

    A reply is read in one of two ways. If it ends with a JSON object, such as ``{"action": "discard", "card": "7h"}``,
    the objects in it name the action. Otherwise its last line is the action as `ginrules.parse_action` reads it, alone
    or after ``Action:``. Code fences, bold type and a full stop do not count, nor do the thoughts before ``</think>``.

    Nothing is guessed: a reply that ends otherwise is refused, and so are JSON that names several actions or has a key
    twice, and an action that is not legal. The error's message can be sent back as the next question.

    Args:
        text: The reply, of at most 100,000 characters.
        view: The view of the seat that must act.

    Raises:
        ParseError: If the reply does not end with one action, or is too long.
        IllegalAction: If the action is not legal. The subclass says why.
        WrongTypeError: If these are not a text and a view.

    Examples:
        >>> import ginrules as gin
        >>> own = gin.view(gin.deal("standard", seed=7), 1)
        >>> gin.prompts.read_reply("The queen makes a third queen.\n**Action: take**", own)
        TakeDiscard(count=1)
        >>> gin.prompts.read_reply("I could take it or decline.", own)
        Traceback (most recent call last):
        ...
        ginrules.errors.ParseError: the reply must end with one action: expected an action, got 'I could take it or ...
    """
    expect_view(view)
    expect(text, str, "the text of a reply")
    if len(text) > REPLY_TEXT:
        message = f"expected a reply of at most {REPLY_TEXT:,} characters, got {len(text):,}: write only your action"
        raise ParseError(message, length=len(text))
    try:
        named = _named(text, view)
    except UnclearError as error:
        raise ParseError(f"the reply {error}: write only your action; {_legal(view)}") from None
    except ParseError as error:
        raise ParseError(
            f"the reply must end with one action: {first_line(error).rstrip('.')}; {_legal(view)}"
        ) from None
    if len(named) > 1:
        texts = ", ".join(map(str, named[:4]))
        raise ParseError(f"the reply names several actions ({texts}): write exactly one; {_legal(view)}")
    (action,) = named
    if action not in view.legal:
        raise _refusal(view, action)
    return action


def _named(text: str, view: PlayerView) -> list[Action]:
    """Return the different actions of the JSON objects that a reply ends with, or the action of its last line."""
    for tag in ("think", "thinking", "reasoning"):
        text = text.rpartition(f"</{tag}>")[2].partition(f"<{tag}>")[0]
    text = _FENCE.sub("", text).strip()
    objects = list(json_objects(text))
    if objects and objects[-1][1] == len(text):
        texts = [one for _, _, table in objects for one in action_texts(table)]
        if texts:
            return list(dict.fromkeys(parse_action(one, view) for one in texts))
    line = re.sub(r"[*`]", "", text[text.rfind("\n") + 1 :]).strip(" \t.")
    label = _LABEL.match(line)
    return [parse_action(line[label.end() :] if label else line, view)]


def _refusal(view: PlayerView, action: Action) -> GinRulesError:
    """Return the reason that the rules give against an action, with the legal actions."""
    refusal = why_illegal(determinize(view, 0), action)  # whether it is legal follows from the view
    if refusal is None:
        return ParseError(f"{action} is not possible now; {_legal(view)}")
    message = f"{first_line(refusal).rstrip('.')}; {_legal(view)}"
    return type(refusal)(message, action=action, state=view)


def _legal(view: PlayerView) -> str:
    if not view.legal:
        return "nobody waits for an action of this seat"
    listed = [*map(str, view.legal[:_MOST_LISTED]), *["…"] * (len(view.legal) > _MOST_LISTED)]
    return f"legal actions: {', '.join(listed)}"


# --- JSON -------------------------------------------------------------------------------------------


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
    """Yield the JSON objects of a text with their first and last places."""
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
    """Return the texts of the actions in an object: none, one, or several if it does not say which."""
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
