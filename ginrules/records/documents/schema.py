"""The JSON Schema of every document, made from the readers themselves; shipped as a file in the package."""

import json
from importlib.resources import files
from typing import Any, Final

from ginrules.records.documents.registry import VERSION, named

FILE: Final = "records.schema.json"


def schema() -> dict[str, Any]:
    """Return the schema of all documents, as plain JSON (draft 2020-12).

    Examples:
        >>> [document["$ref"] for document in schema()["oneOf"]][:2]
        ['#/$defs/account', '#/$defs/match']
    """
    parts = [(_plain(codec.schema), name.removeprefix("ginrules/")) for name, codec in named().items()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Documents of ginrules, version {VERSION}",
        "oneOf": [{"$ref": f"#/$defs/{name.removeprefix('ginrules/')}"} for name in named("ginrules/")],
        "$defs": {name: _shared(part, parts, is_top=True) for part, name in parts},
    }


def shipped() -> dict[str, Any]:
    """Return the schema in the file that is shipped."""
    data: dict[str, Any] = json.loads((files("ginrules.records") / FILE).read_text(encoding="utf-8"))
    return data


def _plain(part: Any) -> Any:
    return json.loads(json.dumps(part))


def _shared(part: Any, parts: list[tuple[Any, str]], *, is_top: bool = False) -> Any:
    """Return the part with a reference for every named part within it."""
    if not is_top:
        for known, name in parts:
            if part == known:
                return {"$ref": f"#/$defs/{name}"}
    if isinstance(part, dict):
        return {name: _shared(item, parts) for name, item in part.items()}
    return [_shared(item, parts) for item in part] if isinstance(part, list) else part
