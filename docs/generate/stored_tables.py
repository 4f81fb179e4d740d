"""Generated tables that are in the files of their pages too, so that a code host shows them.

The site replaces them by tables with anchors. ``python -m docs.generate.stored_tables`` writes them again.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from docs.generate import (
    bounds_table,
    numbers_table,
    rule_changes,
    rule_effects,
    rule_table,
    sources,
)

DOCS: Final = Path(__file__).parents[1]
MARK: Final = re.compile(r"<!-- generate: ([a-z-]+) -->(?:\n.*?\n<!-- generated -->)?", re.DOTALL)
"""A mark, with the stored table below it if there is one."""

TABLES: Final[Mapping[str, Callable[[], str]]] = {
    "rules": rule_table.markdown,
    "rule-changes": rule_changes.markdown,
    "rule-effects": rule_effects.rules_table,
    "preset-effects": rule_effects.presets_table,
    "opposed-effects": rule_effects.opposed_table,
    "sources": sources.markdown,
    "numbers": numbers_table.markdown,
    "bounds": bounds_table.markdown,
}
"""The tables that are stored, by mark."""

_ANCHOR: Final = re.compile(r"\{: [^}]*\}")


def stored(markdown: str) -> str:
    """Return a page with its stored tables as they are now."""

    def table(mark: re.Match[str]) -> str:
        if mark[1] not in TABLES:
            return mark[0]
        return f"<!-- generate: {mark[1]} -->\n\n{_ANCHOR.sub('', TABLES[mark[1]]()).strip()}\n\n<!-- generated -->"

    return MARK.sub(table, markdown)


def pages() -> list[Path]:
    """Return the pages that have stored tables."""
    marks = tuple(f"<!-- generate: {name} -->" for name in TABLES)
    return [page for page in sorted(DOCS.rglob("*.md")) if any(mark in page.read_text("utf-8") for mark in marks)]


if __name__ == "__main__":
    for page in pages():
        page.write_text(stored(page.read_text(encoding="utf-8")), encoding="utf-8")
