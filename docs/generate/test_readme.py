"""The README: its pictures and figures agree with the repository, and its links work, here and as a page."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest

import ginrules as gin
from docs.generate import readme
from docs.generate.refresh import output_of, programs
from ginrules.fast import available

TEXT = readme.README.read_text(encoding="utf-8")
LINK = re.compile(r'\]\(([^)\s]+)\)| (?:src|srcset)="([^"]+)"')


def links(text):
    return [first or second for first, second in LINK.findall(text)]


def test_the_figures_are_those_of_the_benchmarks():
    assert readme.written() == TEXT, "python -m docs.generate.readme writes them"


@pytest.mark.skipif(not available(), reason="4,000 rounds need the compiled core")
def test_the_pictures_are_as_the_library_draws_them():
    for name, drawn in readme.pictures().items():
        kept = (readme.ASSETS / name).read_text(encoding="utf-8")
        assert kept == drawn, f"{name}: python -m docs.generate.readme draws it"


def test_the_first_screen_describes_the_project():
    screen = TEXT.partition("\n## ")[0]
    words = ["tables and servers", "train bots", "<picture>", "pip install", "import ginrules as gin", "](docs/"]
    places = [screen.index(word) for word in words]
    assert places == sorted(places)
    assert len(screen.splitlines()) < 45
    counts = {int(number) for number in re.findall(r"(\d+)(?: published variants| and your own)", TEXT)}
    assert counts == {len(gin.preset_names())}


def test_programs_print_what_is_below_them():
    names = {}
    shown = list(programs(TEXT))
    assert len(shown) >= 5
    for program, output in shown:
        assert output_of(program, names) == output, "python -m docs.generate.refresh README.md"


def test_links_lead_to_files():
    for link in links(TEXT):
        assert (readme.ROOT / link.partition("#")[0]).exists(), link


def test_the_page_of_the_package_has_absolute_links_alone():
    hook = pytest.importorskip("hatchling") and runpy.run_path(str(readme.ROOT / "hatch_build.py"))
    project = tomllib.loads((readme.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    urls = {"Documentation": "https://gin.example/docs", "Source": "https://gin.example/source"}
    page = hook["package_page"](TEXT, project["name"], urls)
    assert "'.[cli]'" not in page
    assert f"pip install '{project['name']}[cli]'" in page
    starts = (f"{urls['Documentation']}/", f"{urls['Source']}/")
    for link, there in zip(links(TEXT), links(page), strict=True):
        assert there.startswith(starts), link
        if link.startswith("docs/") and link.partition("#")[0].endswith(".md"):
            assert ".md" not in there
            assert "//" not in there.removeprefix("https://")
        assert Path(link).suffix != ".svg" or there == f"{urls['Documentation']}/{link.removeprefix('docs/')}"
    bare = hook["package_page"](TEXT, project["name"], {})
    assert not [*links(bare)]
    assert not re.search("picture|Left: ", bare)
    assert "\n\nTutorial · Variants · Compare rules · " in bare
