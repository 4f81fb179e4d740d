"""The parts of every document as schemas, and their TypeScript types: made from the readers.

The JSON Schema that is shipped is made of the parts by ``python -m tools.package``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from ginrules.play.actions import Action
from ginrules.records.documents.json_forms import CARD, CARD_SET
from ginrules.records.documents.registry import VERSION, form_of, named

_HEAD: Final = f"""\
// Documents of ginrules, version {VERSION}, and events as they are sent. Made from the readers of the package.

export type Rank = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K";
export type Suit = "c" | "d" | "h" | "s";
/** A card, like "7h" or "Ts". */
export type Card = `${{Rank}}${{Suit}}`;
/** Cards with blanks between them, like "7h 8h 9h"; "" for none. */
export type Cards = string;
/** An action, like "discard 7h", "lay off 7h on 0" or "spread 7h 8h 9h / Ks Kc Kd". */
export type Action =
  | "decline" | "draw" | "take" | "big gin" | "done" | "double" | "accept" | "refuse"
  | `take ${{number}}` | `discard ${{Card}}` | `knock ${{Card}}` | `lay off ${{Card}} on ${{number}}`
  | `lay ${{Cards}}` | `spread ${{string}}` | `shuffle ${{Cards}}`;
/** What stands for a card, or for cards, that the seat has not seen. */
export type Unseen = "??";
"""
_CARD: Final = CARD.schema["pattern"]
_CARDS: Final = CARD_SET.schema["pattern"]
_ACTIONS: Final = form_of(Action).schema["examples"]
_TYPES: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
_INDENT: Final = "  "


def parts() -> dict[str, Any]:
    """Return the schemas of everything that has a name, with unions as ``oneOf``."""
    known = [(json.loads(json.dumps(form.schema)), name.removeprefix("ginrules/")) for name, form in named().items()]
    return {name: _with_references(part, known, is_top=True) for part, name in known}


def _with_references(part: Any, known: list[tuple[Any, str]], *, is_top: bool = False) -> Any:
    """Return the part with a reference for every named part within it."""
    if not is_top:
        for other, name in known:
            if part == other:
                return {"$ref": f"#/$defs/{name}"}
    if isinstance(part, dict):
        return {name: _with_references(item, known) for name, item in part.items()}
    return [_with_references(item, known) for item in part] if isinstance(part, list) else part


def types() -> str:
    """Return the declarations of all documents."""
    declared = "\n".join(f"export type {type_name(name)} = {_type(part, 0)};\n" for name, part in parts().items())
    documents = " | ".join(type_name(name) for name in named("ginrules/"))
    return f"{_HEAD}\n{declared}\nexport type Document = {documents};\n"


def type_name(name: str) -> str:
    """Return the name of the type of a named part."""
    return "".join(word.capitalize() for word in name.removeprefix("ginrules/").split("-"))


def _type(part: dict[str, Any], depth: int) -> str:
    match part:
        case {"$ref": str(place)}:
            part_name, _, property_name = place.removeprefix("#/$defs/").partition("/properties/")
            return type_name(part_name) + (f'["{property_name}"]' if property_name else "")
        case {"oneOf": members}:
            return " | ".join(_type(member, depth) for member in members)
        case {"type": "array"}:
            item = _type(part["items"], depth) if "items" in part else "unknown"
            return f"({item})[]" if " | " in item else f"{item}[]"
        case {"type": "object", "properties": properties}:
            return "\n".join(["{", *_members(properties, part.get("required", ()), depth + 1), f"{_INDENT * depth}}}"])
        case {"type": "object", "patternProperties": patterns}:
            (item,) = patterns.values()
            return f"{{ [name: string]: {_type(item, depth)} }}"
        case _:
            return _plain_type(part)


def _plain_type(part: dict[str, Any]) -> str:
    match part:
        case {"const": "??"}:
            return "Unseen"
        case {"examples": examples} if examples == _ACTIONS:
            return "Action"
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"type": "string", "pattern": str(pattern)} if pattern in {_CARD, _CARDS}:
            return "Card" if pattern == _CARD else "Cards"
        case {"type": str(kind)}:
            return _TYPES.get(kind, "{ [name: string]: unknown }")
        case _:
            return "unknown"


def _members(properties: dict[str, Any], required: Any, depth: int) -> Iterator[str]:
    for name, part in properties.items():
        mark = "" if name in required else "?"
        yield f"{_INDENT * depth}{name}{mark}: {_type(part, depth)};"
