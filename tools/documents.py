"""The JSON Schema and the TypeScript types of every document, made from the readers: ``tools.package`` writes them.

Unions are written as conditions: a bad value then gives one problem instead of a problem for every kind.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from ginrules.play.actions import Action
from ginrules.records.documents.json_forms import CARD, CARD_SET
from ginrules.records.documents.registry import VERSION, form_of, named

_TAGS: Final = ("format", "kind")
_EVENT: Final = "event"
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


def schema() -> dict[str, Any]:
    """Return the schema of all documents and of an event, as plain JSON (draft 2020-12)."""
    defs = parts()
    formats = list(named("ginrules/"))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:ginrules:documents:{VERSION}",
        "title": f"Documents of ginrules, version {VERSION}, and events as they are sent",
        "type": "object",
        "if": {"required": ["format"]},
        "then": {
            "properties": {"format": {"enum": formats}},
            "allOf": [
                {
                    "if": {"properties": {"format": {"const": name}}},
                    "then": {"$ref": f"#/$defs/{name.removeprefix('ginrules/')}"},
                }
                for name in formats
            ],
        },
        "else": {"$ref": f"#/$defs/{_EVENT}"},
        "$defs": {name: _conditional(part) for name, part in defs.items()},
    }


def _conditional(part: Any) -> Any:
    if isinstance(part, list):
        return [_conditional(item) for item in part]
    if not isinstance(part, dict):
        return part
    plain = {name: _conditional(item) for name, item in part.items()}
    if "oneOf" not in plain:
        return plain
    members = plain["oneOf"]
    tag = next((name for name in _TAGS if all("const" in _property(member, name) for member in members)), "")
    return _by_tag(members, tag) if tag else _by_type(members)


def _property(member: dict[str, Any], name: str) -> dict[str, Any]:
    schema: dict[str, Any] = member.get("properties", {}).get(name, {})
    return schema


def _by_tag(members: list[dict[str, Any]], tag: str) -> dict[str, Any]:
    """Return a union of tables distinguished by a name, with properties shared by all kinds outside, once."""
    names = dict.fromkeys(name for member in members for name in member["properties"] if name != tag)
    common = {
        name: first
        for name in names
        if (parts := [part for member in members if (part := _property(member, name))])
        and all(part == (first := parts[0]) for part in parts)
    }
    return {
        "type": "object",
        "properties": {tag: {"enum": [_property(member, tag)["const"] for member in members]}, **common},
        **({"required": [tag]} if all(tag in member["required"] for member in members) else {}),
        "allOf": [_branch(member, tag, common) for member in members],
    }


def _branch(member: dict[str, Any], tag: str, common: dict[str, Any]) -> dict[str, Any]:
    """Return the condition and schema of one kind.

    A kind with an optional tag also covers tables without the tag.
    """
    own = {name: part for name, part in member["properties"].items() if name != tag and name not in common}
    condition: dict[str, Any] = {"properties": {tag: _property(member, tag)}}
    if tag in member["required"]:
        condition["required"] = [tag]
    required = [name for name in member["required"] if name != tag]
    return {
        "if": condition,
        "then": {
            "propertyNames": {"enum": list(member["properties"])},
            **({"required": required} if required else {}),
            **({"properties": own} if own else {}),
        },
    }


def _by_type(members: list[dict[str, Any]]) -> dict[str, Any]:
    """Return a union of values of different types, or of texts, by conditions."""
    if all(isinstance(member.get("const"), str) or "pattern" in member for member in members):
        patterns = [_escaped(member["const"]) if "const" in member else member["pattern"][1:-1] for member in members]
        return {"type": "string", "pattern": f"^(?:{'|'.join(patterns)})$"}
    types = [member["type"] for member in members]
    assert len(set(types)) == len(types), "only values of different types are kept apart by it"
    *others, schema = members
    for member in reversed(others):
        schema = {"if": {"type": member["type"]}, "then": member, "else": schema}
    return schema


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "?*+.()[]{}|^$\\" else char for char in text)


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
