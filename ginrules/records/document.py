"""Documents: tables that name their format and its version."""

from collections.abc import Mapping
from typing import Any, Final

from ginrules.records.documents.codec import Codec
from ginrules.records.documents.problems import BAD, At, table_at

VERSION: Final = 1
"""The version of every format here; a reader refuses any other."""


def document(name: str, codec: Codec) -> Codec:
    """A value as a document of its own: ``format`` and ``version`` stand before its fields."""
    told = f"ginrules/{name}"

    def write(value: Any) -> dict[str, Any]:
        return {"format": told, "version": VERSION, **codec.write(value)}

    def read(data: Any, at: At) -> Any:
        table = table_at(data, at)
        if table is None or not is_format(table, told, at):
            return BAD
        return codec.read(without_head(table), at)

    schema = codec.schema
    return Codec(
        write,
        read,
        {
            **schema,
            "properties": {"format": {"const": told}, "version": {"const": VERSION}, **schema.get("properties", {})},
            "required": ["format", "version", *schema.get("required", [])],
        },
    )


def is_format(table: Mapping[str, Any], told: str, at: At) -> bool:
    """Whether the table says that it is this format in the version known here; notes what is wrong."""
    sound = True
    if "format" not in table:
        at.key("format").fault(f"is missing; this is to be {told!r}")
        sound = False
    elif table["format"] != told:
        at.key("format").wrong(table["format"], f"must be {told!r}")
        sound = False
    if "version" not in table:
        at.key("version").fault(f"is missing; version {VERSION} is known")
        sound = False
    elif type(table["version"]) is not int or table["version"] != VERSION:
        at.key("version").wrong(table["version"], f"must be {VERSION}, the only version known")
        sound = False
    return sound


def without_head(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table without format and version."""
    return {name: value for name, value in table.items() if name not in ("format", "version")}
