"""The shipped schemas are printed, and written records fit them."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.cli import main
from ginrules.cli.records import schema_file
from ginrules.records.documents.types import types
from tests.records.conftest import mutated, seeds_of_play

SCHEMA, RULE_FILES = map(schema_file, ("records", "rules"))


def fits(data, part):
    """A validator for the words that the schema uses, and no others."""
    known = set(
        "$schema $defs title description examples $ref oneOf const enum type properties required additionalProperties "
        "patternProperties items minItems maxItems minLength maxLength minimum maximum pattern $id if then else allOf "
        "propertyNames default".split()
    )
    assert set(part) <= known, set(part) - known
    if "$ref" in part:
        return fits(data, SCHEMA["$defs"][part["$ref"].removeprefix("#/$defs/")])
    if "if" in part and not fits(data, part.get("then" if fits(data, part["if"]) else "else", {})):
        return False
    if not all(fits(data, item) for item in part.get("allOf", ())):
        return False
    if "const" in part:
        return data == part["const"] and type(data) is type(part["const"])
    if "enum" in part:
        return data in part["enum"]
    types = part.get("type", "object" if set(part) & {"properties", "required", "propertyNames"} else [])
    if isinstance(types, str) and "type" not in part and not isinstance(data, dict):
        return True  # words for tables, which hold for nothing else
    return not types or any(_FITS[name](data, part) for name in ([types] if isinstance(types, str) else types))


def fits_text(data, part):
    long_enough = isinstance(data, str) and part.get("minLength", 0) <= len(data) <= part.get("maxLength", 10**9)
    return long_enough and re.search(part.get("pattern", ""), data) is not None


def fits_number(data, part):
    right = type(data) is int or (part["type"] == "number" and type(data) is float)
    return right and part.get("minimum", data) <= data <= part.get("maximum", data)


def fits_list(data, part):
    right = isinstance(data, list) and part.get("minItems", 0) <= len(data) <= part.get("maxItems", 10**9)
    return right and all(fits(item, part.get("items", {})) for item in data)


def fits_table(data, part):
    if not isinstance(data, dict) or not set(part.get("required", [])) <= set(data):
        return False
    properties = part.get("properties", {})
    if "propertyNames" in part and not all(fits(name, part["propertyNames"]) for name in data):
        return False
    others, more = set(data) - set(properties), part.get("additionalProperties", True)
    if others and (more is False or (more is not True and not all(fits(data[name], more) for name in others))):
        return False
    patterns = part.get("patternProperties", {}).items()
    matched = all(fits(item, sub) for name, item in data.items() for word, sub in patterns if re.search(word, name))
    return matched and all(fits(data[name], properties[name]) for name in set(data) & set(properties))


_FITS = {
    "string": fits_text,
    "integer": fits_number,
    "number": fits_number,
    "boolean": lambda data, _: isinstance(data, bool),
    "array": fits_list,
    "object": fits_table,
}


def test_the_command_prints_the_schemas_and_the_types_of_the_readers(capsys):
    for subject, expected in (("records", SCHEMA), ("rules", RULE_FILES)):
        assert main(["schema", subject]) == 0
        assert json.loads(capsys.readouterr().out) == expected
    assert main(["schema", "types"]) == 0
    assert capsys.readouterr().out == types()


def test_the_schema_has_a_name_and_no_union_that_must_be_tried_out():
    assert SCHEMA["$id"] == "urn:ginrules:documents:2"
    assert "oneOf" not in json.dumps(SCHEMA)
    assert '"anyOf"' not in json.dumps(SCHEMA)


def test_every_preset_fits_the_schema_of_rule_files():
    for name in gin.preset_names():
        assert fits(tomllib.loads(gin.dumps_rules(gin.preset(name))), RULE_FILES), name
    names = "[layof]\nlayoff = 1", "[knock]\nbig_jin = 1", 'tie = "nobody"'
    values = "[knock]\nknock_limit = -1", '[price]\ntie = "nobdy"', "[deal]\nhand_size = { two = 9 }"
    for text in (*names, *values, "[melds]\ncard_values = []"):
        assert not fits(tomllib.loads(text), RULE_FILES), text
    assert fits(tomllib.loads("extends = ['a', 'b']\n[deal]\nhand_size = { 2 = 10, 3 = 7 }"), RULE_FILES)


@pytest.fixture(scope="module")
def documents():
    return [data for _, data in seeds_of_play() if isinstance(data, dict) and "format" in data]


def test_every_document_that_is_written_fits(documents):
    for data in documents:
        assert fits(json.loads(json.dumps(data)), SCHEMA), data["format"]


def test_every_event_that_is_sent_fits(documents):
    records = (gin.from_dict(gin.RoundRecord, data) for data in documents if data["format"] == "ginrules/round")
    events = {data["kind"]: data for record in records for data in map(gin.to_dict, record.events(0))}
    assert len(events) > 5
    for event in events.values():
        assert fits(json.loads(json.dumps(event)), SCHEMA), event
        assert not fits({**event, "kind": "peeked"}, SCHEMA)
        assert not fits({**event, "more": 1}, SCHEMA)
        assert not fits({name: item for name, item in event.items() if name != "seat"}, SCHEMA) or "seat" not in event


def test_documents_of_other_formats_or_versions_do_not(documents):
    for data in documents[::9]:
        assert not fits({**data, "version": 1}, SCHEMA)
        assert not fits({**data, "format": "ginrules/other"}, SCHEMA)
        assert not fits({**data, "more": 1}, SCHEMA)


def test_a_document_that_does_not_fit_is_not_read(documents):
    """The readers refuse everything that the schema refuses, except other spellings of cards and rule files."""
    import random

    from ginrules.errors import RecordError

    rng = random.Random(4)
    rounds = [data for data in documents if data["format"] == "ginrules/round"]
    for _ in range(500):
        data = mutated(rng.choice(rounds), rng)
        try:
            record = gin.from_dict(gin.RoundRecord, data)
        except RecordError:
            continue
        assert fits(json.loads(json.dumps(gin.to_dict(record))), SCHEMA)


def test_every_word_of_the_schema_is_in_the_specification():
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    missing = sorted(
        word for word in set(words_of(SCHEMA)) if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", page)
    )
    assert missing == []


def words_of(part):
    """Yield the names of properties and the texts of constants and enumerations."""
    if isinstance(part, list):
        for item in part:
            yield from words_of(item)
    elif isinstance(part, dict):
        yield from part.get("properties", {})
        yield from (word for word in [*part.get("enum", []), part.get("const")] if isinstance(word, str))
        for item in part.values():
            yield from words_of(item)


def test_no_value_has_a_list_of_types():
    assert '"type": [' not in json.dumps(SCHEMA)
