"""The file to edit for each page: its Markdown, or the module that makes it."""

import re
from importlib import import_module
from inspect import getsourcefile, getsourcelines, unwrap
from pathlib import Path
from typing import Any, Final

from docs.generate.addresses import ROOT, edit_of, source_of

_HEADING: Final = re.compile(
    r'(<h2 id="(ginrules[\w.]*)" class="doc doc-heading">.*?)(<a [^>]*class="headerlink")', re.DOTALL
)
_MADE: Final = (
    (re.compile(r"presets/(?:index|matrix)\.md"), "docs/generate/preset_pages.py"),
    (re.compile(r"presets/([\w-]+)\.md"), lambda page: _preset_file(page[1])),
    (re.compile(r"reference/.*"), "ginrules/__init__.py"),
    (re.compile(r"notebook\.md"), "examples/first_hour.ipynb"),
    (re.compile(r"examples/([\w-]+)\.md"), r"examples/\1.py"),
    (re.compile(r"gallery\.md"), "docs/generate/pictures.py"),
    (re.compile(r"commands\.md"), "ginrules/cli/commands.py"),
    (re.compile(r"error-codes\.md"), "ginrules/errors.py"),
    (re.compile(r"measurements\.md"), "benchmarks/README.md"),
    (re.compile(r"(changelog|license)\.md"), lambda page: {"changelog": "CHANGELOG.md", "license": "LICENSE"}[page[1]]),
)


def _preset_file(key: str) -> str:
    path = f"ginrules/presets/{key}.toml"
    return path if (ROOT / path).exists() else "ginrules/presets/variations.toml"


def edit_url(place: str) -> str:
    """Return the address at which the page at that place of the docs is edited.

    Examples:
        >>> edit_url("presets/oklahoma.md").rpartition("/edit/")[2], edit_url("players.md").rpartition("/edit/")[2]
        ('main/ginrules/presets/oklahoma.toml', 'main/docs/players.md')
    """
    if (ROOT / "docs" / place).exists():
        return edit_of(f"docs/{place}")
    made = (pattern.sub(path, place) for pattern, path in _MADE if pattern.fullmatch(place))
    return edit_of(next(made, f"docs/{place}"))


def with_sources(html: str) -> str:
    """Return a page of the reference with a link next to each name whose source is known."""
    return _HEADING.sub(_with_source, html)


def _with_source(heading: re.Match[str]) -> str:
    address = source_of_name(heading[2])
    link = f'<a class="gin-source" href="{address}">source</a>' if address else ""
    return heading[1] + link + heading[3]


def source_of_name(name: str) -> str:
    """Return the address of the lines that define a public name; empty for plain values.

    Examples:
        >>> source_of_name("ginrules.deal").rpartition("/")[2].partition("#")[0]
        'deal.py'
    """
    module, _, last = name.rpartition(".")
    value: Any = unwrap(getattr(import_module(module), last))
    try:
        file, (_, line) = getsourcefile(value), getsourcelines(value)
    except (TypeError, OSError):
        return ""
    assert file is not None
    path = Path(file).resolve()
    return source_of(path.relative_to(ROOT).as_posix(), line) if path.is_relative_to(ROOT) else ""
