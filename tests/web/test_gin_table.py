"""`<gin-table>`: the built file, and the component in headless Chromium, on positions of several games."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.records.documents.types import types
from ginrules.web import folder, table_message
from tests.web.conftest import CHROMIUM, MODULES, NODE, PICTURES, needs_browser, reported, served

FOLDER = Path(__file__).parents[2] / "examples" / "gin_table"
BUILT = folder("gin-table.js") / "gin-table.js"
MOST_PACKED = 40_000
NAMES = ["<img src=x onerror=window.bad=1>", "Expert", "Bo", "Cleo", "Dan", "Eve"]
POSITIONS = {
    "offer": ("standard", 2, 0, 5),
    "play": ("oklahoma", 2, 4, 5),
    "over": ("standard", 2, 400, 9),
    "six": ("knock-rummy", 6, 5, 9),
    "mahjong": ("mahjong-gin", 4, 14, 9),
    "team": ("partnership", 4, 2, 9),
    "double": ("doubling-gin", 2, 2, 9),
}
"""Rules, players, decisions of player 0, and the seed."""
PAGE = """<!doctype html><html lang="en"><title>A table</title><meta name="viewport" content="width=device-width">
<main><h1>A table</h1></main><script type="module" src="gin-table.js"></script></html>"""

needs_tools = pytest.mark.skipif(
    not (MODULES and NODE and (Path(MODULES) / "node_modules" / "esbuild").is_dir()),
    reason="needs node, esbuild and typescript (GINRULES_NODE_MODULES)",
)


def position(rules, players, decisions, seed):
    """The message to player 0 after some of its decisions, all by greedy players."""
    greedy = gin.players.player_named("greedy")
    session = gin.Session(rules, NAMES[:players], players=dict.fromkeys(range(1, players), greedy))
    session = session.next_round(seed).advance(seed)
    since = 0
    for _ in range(decisions):
        if 0 not in session.to_move:
            break
        since = session.version
        session = session.act(0, gin.players.hint(session.view(0), "greedy")).advance(seed)
    return table_message(session, 0, since)


def test_the_built_file_is_small_and_asks_for_nothing():
    built = BUILT.read_bytes()
    assert len(gzip.compress(built)) < MOST_PACKED
    for word in (b"fetch(", b"import(", b"http://", b"https://", b"innerHTML", b"eval("):
        assert word not in built.replace(b"http://www.w3.org/2000/svg", b""), word


@needs_tools
def test_the_built_file_is_that_of_the_sources(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "gin_table", ignore=shutil.ignore_patterns("node_modules"))
    folder = tmp_path / "gin_table"
    (folder / "node_modules").symlink_to(Path(MODULES) / "node_modules")
    (folder / "records.d.ts").write_text(types(), encoding="utf-8")
    tools = folder / "node_modules" / ".bin"
    checked = subprocess.run([tools / "tsc"], cwd=folder, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
    command = json.loads((folder / "package.json").read_text(encoding="utf-8"))["scripts"]["build"].split()
    subprocess.run([tools / command[0], *command[1:]], cwd=folder, capture_output=True, check=True)
    assert (folder / "gin-table.js").read_bytes() == BUILT.read_bytes()


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gin_table")
    shutil.copy(BUILT, folder)
    (folder / "messages.json").write_text(json.dumps({key: position(*made) for key, made in POSITIONS.items()}))
    (folder / "index.html").write_text(PAGE)
    with served(folder) as address:
        return reported("gin_table.mjs", address, CHROMIUM, PICTURES or folder, MODULES)


@needs_browser
def test_every_position_fits_at_both_widths_and_has_no_fault_of_axe(seen):
    assert seen["errors"] == []
    assert seen["faults"] == []
    for shape in seen["shapes"]:
        assert shape["wide"] <= shape["width"], shape
        assert shape["outside"] == [], shape
    assert seen["bad"] is False
    assert seen["name"] == NAMES[0]


@needs_browser
def test_a_press_acts_once_and_waits_for_the_next_message(seen):
    assert seen["pressed"] == [{"action": "take", "version": 2}]


@needs_browser
def test_each_seat_shows_its_partner_and_its_score(seen):
    message = position(*POSITIONS["team"])
    assert len(seen["seats"]) == len(message["view"]["hand_sizes"])
    for seat, shown in seen["seats"]:
        assert message["badges"][seat] in shown
        assert shown.endswith(f"{message['scores'][seat]} {message['target']}")


@needs_browser
def test_a_word_on_an_action_is_on_its_button(seen):
    draw, knock = seen["remarks"]
    assert [knock[0].endswith(" · 3"), knock[1].endswith(", deadwood 3")] == [True, True]
    assert draw == ["Draw a card"] * 2


@needs_browser
def test_a_card_that_was_laid_off_has_a_mark(seen):
    assert seen["added"] == [["5h", False], ["6h", False], ["7h", False], ["8h", True]]


@needs_browser
def test_each_fact_has_one_line(seen):
    assert seen["facts"] == [["doubled: × 2"], ["knock with 10 or less", "doubled: × 2"]]


@needs_browser
def test_a_card_under_the_mouse_does_not_cover_the_next_one(seen):
    assert seen["covered"] == []


@needs_browser
def test_cards_of_another_that_all_have_seen_stay_within_their_seat(seen):
    assert seen["known"] == [10, 0]


@needs_browser
def test_what_happened_and_what_to_do_is_said_aloud(seen):
    assert seen["aloud"].startswith("You drew the ")
    assert seen["aloud"].endswith("Discard a card.")
    assert seen["drawn"].endswith(", just drawn")


@needs_browser
def test_every_legal_action_is_reached_by_keyboard_alone(seen):
    for key in ("offer", "play", "double"):
        assert sorted(seen["keyboard"][key]) == sorted(position(*POSITIONS[key])["view"]["legal"]), key


@needs_browser
def test_escape_leaves_a_choice(seen):
    assert seen["escaped"] == [2, 0]


@needs_browser
def test_a_card_is_the_same_element_from_the_hand_to_the_pile(seen):
    assert seen["same"] is True


@needs_browser
def test_the_hand_is_sorted_by_drag_and_by_keyboard(seen):
    before, dragged, moved = seen["orders"]
    assert dragged == [*before[1:], before[0]]
    assert moved == [dragged[1], dragged[0], *dragged[2:]]


@needs_browser
def test_a_card_that_cannot_be_played_says_so(seen):
    assert seen["illegal"]["action"].startswith("discard ")
    assert seen["error"].startswith("Not now. Take ")


@needs_browser
def test_no_message_becomes_markup_or_a_script(seen):
    cards = len(position(*POSITIONS["play"])["view"]["hand"].split())
    refused = ["This is no message for a table: its view must be the JSON of gin.view."]
    harm = {"markup": 0, "isPolluted": False, "isRun": False}
    assert seen["hostile"] == {**harm, "cards": cards, "refused": refused}
