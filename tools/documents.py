"""The JSON Schema of every document, made from the readers: ``tools.package`` writes it into the package.

Unions are written as conditions: a bad value then gives one problem instead of a problem for every kind.
"""

from typing import Any, Final

from ginrules.records.documents.registry import VERSION, named
from ginrules.records.documents.types import parts

_TAGS: Final = ("format", "kind")
_EVENT: Final = "event"


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
