"""The hooks of mkdocs: adds the generated pages, and fills the marks ``<!-- generate: … -->`` in written ones."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, get_args

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.append(str(Path(__file__).parents[2]))  # mkdocs loads this file alone, by its path

from docs.generate import (
    addresses,
    bounds_table,
    command_pages,
    copying,
    downloads,
    edit_links,
    error_codes,
    example_pages,
    five_minutes,
    home,
    lab_report,
    links,
    matrix,
    narrow,
    notebook,
    page_game,
    page_heads,
    pictures,
    playground,
    preset_pages,
    project_pages,
    reference,
    rule_book,
    rule_effects,
    rule_errors,
    search_words,
    settle,
    stored_tables,
)
from ginrules._support.names import ThemeName

MARKS: Final[Mapping[str, Callable[[], str]]] = {
    "figures": home.figures_list,
    "gallery": pictures.markdown,
    "difference": pictures.difference,
    "rule-card": pictures.rule_card,
    "pad": page_game.pad,
    "playground": playground.markdown,
    "page-files": page_game.to_take_home,
    "rule-errors": rule_errors.markdown,
    "rule-clashes": rule_errors.clashes,
    "bounds": bounds_table.markdown,
    **stored_tables.TABLES,
    **five_minutes.MARKS,
}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Set the addresses; put the generated pages into the navigation, under the section that has their index."""
    config.site_url = addresses.site_url()
    config.repo_url = addresses.source_url()
    config.repo_name = "Source"
    filled: Mapping[str, list[Any]] = {
        "presets/index.md": preset_pages.navigation(),
        "reference/index.md": reference.navigation(),
        "examples/index.md": example_pages.navigation(),
    }
    lists = [pages for item in config.nav or () for pages in item.values() if isinstance(pages, list)]
    for pages in lists:
        if isinstance(pages[0], str):
            pages.extend(filled.get(pages[0], []))
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the generated pages to those of the docs folder."""
    made: dict[str, str | bytes] = {
        **preset_pages.pages(),
        "presets/matrix.md": matrix.page(),
        **example_pages.pages(),
        **reference.pages(),
        "commands.md": command_pages.page(),
        "error-codes.md": error_codes.page(),
        "changelog.md": project_pages.changelog(),
        "license.md": project_pages.license_page(),
        "measurements.md": project_pages.measurements(),
        "lab-report.html": lab_report.page(),
        "vectors.zip": (addresses.ROOT / "tests" / "data" / "vectors.zip").read_bytes(),
        "notebook.md": notebook.markdown(),
        **{f"rule-effects-{theme}.svg": rule_effects.picture(theme) for theme in get_args(ThemeName)},
    }
    parts = (pictures, five_minutes, page_game, playground, settle, page_heads, downloads, search_words)
    contents = {**made, **{place: data for part in parts for place, data in part.files().items()}}
    for place, content in contents.items():
        files.append(File.generated(config, place, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Replace each mark by the table it names (an unknown one stops the build); link names; color sessions."""
    place = page.file.src_uri
    page.edit_url = edit_links.edit_url(place) if addresses.source_url() else None
    page_heads.set_head(page.meta, place, markdown)
    if place == "rules/precise.md":
        markdown = rule_book.with_links(markdown)
    filled = stored_tables.MARK.sub(lambda mark: MARKS[mark[1]](), links.linked_page(markdown))
    return filled.replace("```python\n>>> ", "```pycon\n>>> ")


def on_page_content(html: str, *, page: Page, **_: Any) -> str:
    """Let the copy button leave out prompts and outputs; make tables and blocks fit a phone; link the sources."""
    if page.file.src_uri.startswith("reference/") and addresses.source_url():
        html = edit_links.with_sources(html)
    elif page.file.src_uri == "glossary.md":
        html = search_words.with_anchors(html)
    return narrow.fitted(copying.with_typed(html))


def on_page_context(context: Any, *, page: Page, **_: Any) -> Any:
    """Give the first page its pictures and figures."""
    if page.is_homepage:
        context["home"] = home.context()
    return context


def on_post_page(output: str, **_: Any) -> str:
    """Name the dialog of the search, for those who hear the page."""
    return output.replace('role="dialog">', 'role="dialog" aria-label="Search">')


@event_priority(100)  # before the search writes its index
def on_post_build(*, config: MkDocsConfig) -> None:
    """Add rules, words and codes to the index of the search; leave out the files of presets."""
    search: Any = config.plugins["material/search"]
    index = search.search_index
    index.entries = [entry for entry in index.entries if not entry["location"].endswith("#the-file")]
    for entry in index.entries:
        entry["boost"] = search_words.boost(entry["location"])
    index.entries.extend(search_words.entries())
