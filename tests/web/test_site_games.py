"""The tables of a built site: its first page, its presets, and the playground before Python is fetched."""

import re
from pathlib import Path

import pytest

import ginrules as gin
from tests.conftest import slow
from tests.web.conftest import CHROMIUM, MODULES, SITE, needs_site, reported, served
from tests.web.core_rounds import ONE_TABLE

pytestmark = needs_site

HAS_TABLES = bool(SITE) and (Path(SITE) / "assets" / "gin-game.js").exists()
MOST_MOVED = 0.1
PRESETS = ["mahjong-gin", *[name for name in ONE_TABLE if name in gin.preset_names(shown=True)][:: slow(12, 1)]]


@pytest.fixture(scope="module")
def seen():
    if not HAS_TABLES:
        pytest.skip("the site was built without its tables: neither GINRULES_PAGE_CORE nor ziglang was there")
    with served(SITE) as site:
        asked = {"site": site, "chromium": CHROMIUM, "modules": MODULES, "presets": PRESETS}
        return reported("site_games.mjs", asked, timeout=800)


def test_the_picture_of_the_first_page_is_a_table(seen):
    assert (seen["errors"], seen["others"]) == ([], [])
    for page in seen["first"]:
        assert page["shift"] < MOST_MOVED, page
        assert page["wide"] <= page["width"], page


def test_a_phone_on_its_side_shows_the_buttons_and_the_hand(seen):
    for table in seen["side"]:
        assert table["buttons"] < 390, table
        assert table["hand"] < 360, table
        assert table["wide"] <= 844, table


def test_every_preset_that_the_core_plays_has_a_table(seen):
    assert seen["presets"].pop("mahjong-gin") is None
    assert {name: title == gin.preset(name).heading for name, title in seen["presets"].items()} == dict.fromkeys(
        seen["presets"], True
    )
    links = {
        name: re.findall(r'data-gin-play="([^"]+)"', (Path(SITE) / "presets" / name / "index.html").read_text("utf-8"))
        for name in gin.preset_names(shown=True)
    }
    assert links == {name: [name] * (name in ONE_TABLE) for name in gin.preset_names(shown=True)}


def test_a_first_visit_in_the_dark_is_dark_at_once(seen):
    assert max(map(int, re.findall(r"\d+", seen["dark"]))) < 60


def test_the_playground_plays_before_python_is_fetched(seen):
    """The script of the theme comes after the game or for its search, and that of reviews when it is wanted."""
    for page in seen["playground"]:
        assert page["themed"] == 0
        assert page["later"] == sorted(page["later"])
        assert page["by"] == "core"
        assert not page["review"]
        assert page["library"] == ""
        assert page["shift"] < MOST_MOVED
