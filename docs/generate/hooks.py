"""What mkdocs calls: adds the generated pages, and fills the marks ``<!-- generate: … -->`` in written ones."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

sys.path.append(str(Path(__file__).parents[2]))  # mkdocs loads this file alone, by its path

from docs.generate import (
    benchmark_tables,
    bounds_table,
    copying,
    lab_report,
    links,
    notebook,
    numbers_table,
    playground,
    preset_pages,
    reference,
    rule_errors,
    rule_table,
    sources,
)

MARKS: Final = {
    "numbers": numbers_table.markdown,
    "playground": playground.markdown,
    "rules": rule_table.markdown,
    "rule-errors": rule_errors.markdown,
    "rule-clashes": rule_errors.clashes,
    "sources": sources.markdown,
    "strength": benchmark_tables.strength,
    "search": benchmark_tables.search,
    "bounds": bounds_table.markdown,
    "bounds-measured": benchmark_tables.bounds,
}
_MARK: Final = re.compile(r"<!-- generate: ([a-z-]+) -->")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the generated pages into the navigation, under the section that has their index."""
    filled: Mapping[str, list[Any]] = {
        "presets/index.md": preset_pages.navigation(),
        "reference/index.md": reference.navigation(),
    }
    lists = [pages for item in config.nav or () for pages in item.values() if isinstance(pages, list)]
    for pages in lists:
        if isinstance(pages[0], str):
            pages.extend(filled.get(pages[0], []))
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the generated pages to those of the docs folder."""
    made = {
        **preset_pages.pages(),
        **reference.pages(),
        "lab-report.html": lab_report.page(),
        "notebook.md": notebook.markdown(),
    }
    contents: dict[str, str | bytes] = {**made, **playground.files()}
    for place, content in contents.items():
        files.append(File.generated(config, place, content=content))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace each mark by the table it names (an unknown one stops the build); link names; color sessions."""
    filled = _MARK.sub(lambda mark: MARKS[mark[1]](), links.linked_page(markdown))
    return filled.replace("```python\n>>> ", "```pycon\n>>> ")


def on_page_content(html: str, **_: Any) -> str:
    """Let the copy button leave out prompts and outputs."""
    return copying.with_typed(html)
