"""``ginrules schema``: schemas of documents and rule files, for other languages and editors."""

from typing import Literal

from cyclopts import App

from ginrules.cli.console import print_json, say

Subject = Literal["records", "rules", "types"]


def add_to(app: App) -> None:
    """Register the command."""
    app.command(schema)


def schema(subject: Subject, /) -> None:
    """Print the JSON Schema of documents or of rule files, or the TypeScript types of documents.

    Args:
        subject: records for documents and events, rules for rule files (editors check TOML by it),
            types for a file .d.ts
    """
    match subject:
        case "records":
            from ginrules.records.documents.schema import shipped

            print_json(shipped())
        case "rules":
            from ginrules.rules.sections import shipped_rules_schema

            print_json(shipped_rules_schema())
        case "types":
            from ginrules.records.documents.schema import shipped_types

            say(shipped_types().rstrip())
