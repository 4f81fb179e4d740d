"""The JSON Schema of every document, made from the readers themselves; shipped as a file beside this module."""

import json
from importlib.resources import files
from typing import Any, Final

from ginrules.records.documents.codec import Codec
from ginrules.records.documents.values import EVENT, OUTCOME, PHASE, TABLE_MELD
from ginrules.records.matchjson import MATCH_RECORD
from ginrules.records.roundjson import ROUND_RECORD
from ginrules.records.rules import RULES
from ginrules.records.scorepad import LINE, MATCH, SCORE, SETTLEMENT
from ginrules.records.seat import ACCOUNT
from ginrules.records.snapshot import STATE
from ginrules.records.view import VIEW

FILE: Final = "records.schema.json"

_DOCUMENTS: Final[dict[str, Codec]] = {
    "state": STATE,
    "view": VIEW,
    "match": MATCH,
    "round": ROUND_RECORD,
    "match-record": MATCH_RECORD,
    "account": ACCOUNT,
}
# named parts, larger ones first: where a part holds another, both are named
_PARTS: Final[dict[str, Codec]] = {
    "settlement": SETTLEMENT,
    "event": EVENT,
    "phase": PHASE,
    "score": SCORE,
    "outcome": OUTCOME,
    "table-meld": TABLE_MELD,
    "score-line": LINE,
    "rules": RULES,
}


def schema() -> dict[str, Any]:
    """The schema of all documents, as plain JSON (draft 2020-12).

    Examples:
        >>> [each["$ref"] for each in schema()["oneOf"]][:2]
        ['#/$defs/state', '#/$defs/view']
    """
    named = [(_plain(codec.schema), name) for name, codec in {**_DOCUMENTS, **_PARTS}.items()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Documents of ginrules, version 1",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in _DOCUMENTS],
        "$defs": {name: _shared(part, named, top=True) for part, name in named},
    }


def shipped() -> dict[str, Any]:
    """The schema in the file that is shipped."""
    told: dict[str, Any] = json.loads((files("ginrules.records") / FILE).read_text(encoding="utf-8"))
    return told


def _plain(part: Any) -> Any:
    return json.loads(json.dumps(part))


def _shared(part: Any, named: list[tuple[Any, str]], *, top: bool = False) -> Any:
    """The part with every named part within it referred to by its name."""
    if not top:
        for known, name in named:
            if part == known:
                return {"$ref": f"#/$defs/{name}"}
    if isinstance(part, dict):
        return {name: _shared(each, named) for name, each in part.items()}
    return [_shared(each, named) for each in part] if isinstance(part, list) else part
