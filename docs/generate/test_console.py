"""Every ``$ ginrules …`` line of the docs prints what the page shows under it."""

import re
from pathlib import Path

import pytest

from docs.generate.refresh import commands, files, printed, sittings

pytest.importorskip("cyclopts")

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {str(path.relative_to(DOCS)): path.read_text(encoding="utf-8") for path in sorted(DOCS.rglob("*.md"))}
PAGES["README.md"] = (DOCS.parent / "README.md").read_text(encoding="utf-8")
SHOWN = [(place, command) for place, page in PAGES.items() for command, _ in commands(page)]
SAT = [(place, *sitting) for place, page in PAGES.items() for sitting in sittings(page)]


@pytest.mark.parametrize(("place", "command"), SHOWN)
def test_a_command_prints_what_the_page_shows(place, command, tmp_path):
    for name, text in files(PAGES[place]).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    expected = dict(commands(PAGES[place]))[command]
    assert printed(command, tmp_path) == expected


@pytest.mark.parametrize(("place", "command", "typed", "part"), SAT)
def test_a_sitting_prints_the_part_that_the_page_shows(place, command, typed, part, tmp_path):
    assert part, place
    assert part in printed(command, tmp_path, typed)


def test_the_pages_show_commands_and_files():
    assert len(SAT) == 1
    assert len(SHOWN) >= 5
    assert {"my-gin.toml", "typo.toml"} <= files(PAGES["tutorial.md"]).keys()


def test_errors_on_a_page_are_those_of_the_library():
    for place, page in PAGES.items():
        for error in re.findall(r"^Traceback.*\n    \.\.\.\n(\S+):", page, re.MULTILINE):
            assert error.startswith("ginrules."), f"{place} shows {error}"


def test_console_blocks_hold_nothing_but_commands_and_output():
    for place, page in PAGES.items():
        for block in page.split("```console\n")[1:]:
            assert block.startswith("$ ginrules "), place


def test_a_wrong_output_would_be_noticed(tmp_path):
    page = "```console\n$ ginrules diff standard standard\nThe rules differ.\n```"
    ((command, shown),) = commands(page)
    assert printed(command, tmp_path) == "The rules are the same." != shown
