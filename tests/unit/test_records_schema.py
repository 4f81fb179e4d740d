"""The schema that is shipped is the one the readers give, and what is written fits it."""

import json
import re

import pytest

from ginrules.records import to_dict
from ginrules.records.documents.schema import schema, shipped
from tests.fuzz.mutate import mutated, seeds_of_play

SCHEMA = shipped()


def fits(data, part):
    """A validator for the words that the schema uses, and no others."""
    known = {
        "$schema", "$defs", "title", "description", "examples", "$ref", "oneOf", "const", "enum", "type", "properties",
        "required", "additionalProperties", "patternProperties", "items", "minItems", "maxItems", "minLength",
        "maxLength", "minimum", "maximum", "pattern",
    }  # fmt: skip
    assert set(part) <= known, set(part) - known
    if "$ref" in part:
        return fits(data, SCHEMA["$defs"][part["$ref"].removeprefix("#/$defs/")])
    if "oneOf" in part:
        return sum(fits(data, item) for item in part["oneOf"]) == 1
    if "const" in part:
        return data == part["const"] and type(data) is type(part["const"])
    if "enum" in part:
        return data in part["enum"]
    return _FITS[part["type"]](data, part) if "type" in part else True


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
    if part.get("additionalProperties", True) is False and not set(data) <= set(properties):
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


def test_the_shipped_schema_is_that_of_the_readers():
    assert shipped() == schema(), "write it again, as docs/records.md says"


@pytest.fixture(scope="module")
def documents():
    return [data for _, data in seeds_of_play() if isinstance(data, dict) and "format" in data]


def test_every_document_that_is_written_fits(documents):
    for data in documents:
        assert fits(json.loads(json.dumps(data)), SCHEMA), data["format"]


def test_documents_of_other_formats_or_versions_do_not(documents):
    for data in documents[::9]:
        assert not fits({**data, "version": 1}, SCHEMA)
        assert not fits({**data, "format": "ginrules/other"}, SCHEMA)
        assert not fits({**data, "more": 1}, SCHEMA)


def test_a_document_that_does_not_fit_is_not_read(documents):
    """What the schema refuses the readers refuse too, but for other spellings of cards and rule files."""
    import random

    from ginrules.errors import RecordError
    from ginrules.records import RoundRecord, from_dict

    rng = random.Random(4)
    rounds = [data for data in documents if data["format"] == "ginrules/round"]
    for _ in range(500):
        data = mutated(rng.choice(rounds), rng)
        try:
            record = from_dict(RoundRecord, data)
        except RecordError:
            continue
        assert fits(json.loads(json.dumps(to_dict(record))), SCHEMA)
