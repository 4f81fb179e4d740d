"""`<gin-game>`: whole rounds in headless Chromium, opened from a file, without a server or a request."""

import gzip
import json
import re
import subprocess
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.lab.reviews.result import decision_words
from tests.conftest import slow
from tests.web.conftest import BROWSER, MODULES, needs_browser, reported, served
from tests.web.core_rounds import ONE_TABLE
from tests.web.page_core import built, needs_core

pytestmark = [pytest.mark.full, needs_core, needs_browser]

MOST_PACKED = 102_000
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A game</title>
<script src="gin-game.js"></script><main></main>"""
REFUSED = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Refused</title>
<meta http-equiv="Content-Security-Policy" content="script-src 'self'">
<script src="{name}.js"></script><{name}></{name}>"""
TABLES = [
    {"rules": "standard"},
    {"rules": "oklahoma", "against": "expert"},
    {"rules": "knock-rummy", "players": "6"},
    {"rules": "doubling-gin"},
    {"rules": "penalty-2-to-4", "players": "4"},
    {"rules": "hollywood", "against": "hard"},
    {"rules": "standard+stock_exhausted=reshuffle", "against": "greedy"},
]
TWELVE = (
    "standard oklahoma hollywood gin-25 doubling-gin knock-rummy penalty-2-to-4 straight-gin standard+layoff=none "
    "oklahoma+gin_bonus=10 standard+knock_limit=20 standard+knocker_melds=best"
).split()
MOUSE = [{**table, "seed": str(seed)} for seed, table in enumerate(TABLES, 3)] + [
    {"rules": ONE_TABLE[7 * number % len(ONE_TABLE)], "seed": str(number)} for number in range(slow(2, 160))
]
KEYBOARD = [{"rules": ONE_TABLE[11 * number % len(ONE_TABLE)], "seed": str(number)} for number in range(slow(2, 100))]
HINTED = [{"rules": rules, "seed": str(seed)} for seed in range(slow(1, 5)) for rules in TWELVE]
COUNTED = [{"rules": rules, "seed": str(seed)} for rules in ("standard", "oklahoma") for seed in range(slow(2, 10))]
_ROUND = '"format":"ginrules/round","rules":"standard"'
FAULTS = {
    "discard_take": {"rules": "mahjong-gin"},
    'did you mean "oklahoma"?': {"rules": "oklahomma"},
    "the web table of ginrules has them": {"rules": "partnership", "players": "4"},
    "knock_limit": {"rules": "standard+knock_limit=x"},
    "against": {"against": "nobody"},
    "seed": {"seed": "<img src=x>"},
    "players": {"players": "9"},
    "JSON": {"record": "{"},
    "not a record": {"record": "[1]"},
    "whole pack": {"record": f'{{{_ROUND},"order":"7h","actions":[]}}'},
    "action 1": {"record": f'{{{_ROUND},"seed":7,"actions":["draw"]}}'},
}
"""Attributes that are refused, by a word of the sentence."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return built(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def record():
    """The record of a match, with its rounds."""
    greedy = gin.players.player_named("greedy")
    session = gin.Session("oklahoma", ["Ann", "Bo"], players={0: greedy, 1: greedy})
    for seed in range(3):
        session = session.next_round(seed).advance(seed)
    return gin.to_dict(session.record)


@pytest.fixture(scope="module")
def seen(folder, record):
    page = folder / "gin_game" / "alone.html"
    page.write_text(PAGE, encoding="utf-8")
    for name in ("gin-game", "gin-pad"):
        (page.parent / f"refused-{name}.html").write_text(REFUSED.format(name=name), encoding="utf-8")
    asked = {"page": page.as_uri(), "demo": (folder / "gin_game" / "demo.html").as_uri(), **BROWSER}
    asked |= {"mouse": MOUSE, "hinted": HINTED, "keyboard": KEYBOARD, "counts": COUNTED}
    asked |= {"faults": [*FAULTS.values()], "record": record}
    with served(page.parent) as address:
        return reported("gin_game.mjs", asked | {"served": f"{address}alone.html"}, timeout=slow(800, 7_000))


def test_it_is_small_and_asks_for_nothing(folder, seen):
    script = (folder / "gin_game" / "gin-game.js").read_bytes()
    assert len(gzip.compress(script)) < MOST_PACKED
    assert not re.search(rb"fetch\(|https?://(?!www.w3.org/2000/svg)", script)
    assert seen["requests"] == []
    assert seen["errors"] == []


def test_rounds_by_mouse(seen):
    assert len(seen["rounds"]) == len(MOUSE)
    for table in seen["rounds"]:
        assert table["said"][0] in {"gin-round-over", "gin-match-over"}, table
        assert re.search(r"win|charged|has |have |undercut", table["prompt"]), table
    assert sum("=" in table["result"] for table in seen["rounds"]) > 1


def test_nothing_is_thrown_away(seen):
    """By the page's own hints: what is laid down, by itself or by the first button, is as good as the best knock."""
    assert len(seen["hinted"]) == len(HINTED)
    assert sum(len(each["knocks"]) for each in seen["hinted"]) >= len(HINTED) / 4
    for each in seen["hinted"]:
        for promised, left in each["knocks"]:
            assert left <= promised, each
        for shown in each["spreads"]:
            assert shown == sorted(shown), each


def test_a_second_tap_does_nothing(seen):
    """At every phase of a round, 120 milliseconds after the first, at the same place."""
    assert len({phase for phase, *_ in seen["taps"]}) >= 3, seen["taps"]
    assert [tap for tap in seen["taps"] if tap[1] > 1 or tap[2]] == []


def test_the_keys_hold_on_the_whole_page_from_the_first_second(seen):
    assert seen["anywhere"] == {"p": True, "field": "p", "theme": 0}


def test_who_wins_the_match_and_what_is_kept(seen):
    shown = seen["won"]
    assert re.match(r"(You win|Mia wins) the match, \d+ to -?\d+\.", shown["prompt"]), shown
    assert re.search(r"Your record here: \d won, \d lost against easy\.", shown["result"])
    assert shown["score"].endswith("of 60")
    assert shown["resumed"] == shown["left"]
    assert shown["watched"] == ["0", True]


def test_rounds_by_keyboard(seen):
    for table in seen["keys"]:
        assert table["focus"] in {"Next round", "Play again"}, table
    assert sum(table["keys"] for table in seen["keys"]) < 3 * sum(table["acted"] for table in seen["keys"])


def test_a_turn_takes_two_clicks_or_two_keys(seen):
    """A take or a draw, and a card or the button of the best knock; a card that is pressed is thrown away."""
    for by, count in seen["counts"].items():
        assert count["turns"] > 5 * len(COUNTED), by
        assert 2 <= count["presses"] / count["turns"] < 2.05, (by, count)


def test_a_round_is_reviewed_in_the_words_and_figures_of_the_library(seen):
    from_file, served = seen["reviewed"]
    assert from_file["told"] == ["The script of reviews, gin-review.js, could not be fetched."]
    expected = gin.lab.review(gin.from_dict(gin.RoundRecord, served["record"]), 0)
    assert served["told"] == [*expected.sentences]
    assert served["rows"] == [[*expected.tables[0].heads], *(list(row) for row in expected.tables[0].rows)]
    assert served["worst"] == [decision_words(one) for one in expected.worst]
    assert seen["left"] == ""


def test_only_the_strongest_waits_for_its_net(seen):
    """The first answer of one that slips is expert's, with the same slips; the net is fetched after it."""
    assert seen["nets"] == {"medium": ["medium", True], "hard": ["hard", False]}


def test_cards_stay_still_for_a_reader_who_asks_for_less_motion(seen):
    moved, still = seen["moved"]
    assert moved > 0
    assert still == 0


def test_the_first_cards_of_a_table_are_there_at_once(seen):
    assert seen["flying"] == [0, 0]


def test_a_page_that_refuses_the_core_is_told_why(seen):
    assert [("'wasm-unsafe-eval'" in text, text.count(".")) for text in seen["policy"]] == [(True, 1)] * 2, seen[
        "policy"
    ]


def test_what_is_refused_is_told_in_a_sentence(seen):
    for word, (text, is_hidden, waits) in zip(FAULTS, seen["faults"], strict=True):
        assert word in text, (word, text)
        assert is_hidden, word
        assert not waits, word


def test_help(seen):
    """A hint is legal, a pass can be taken back, and a card that cannot be played says why."""
    shown = seen["help"]
    assert shown["hint"] in shown["first"] == ["take", "decline"]
    assert shown["undone"] == [["take", "decline"], ""]
    assert "take the upcard or pass" in shown["why"]
    assert "was taken from the pile this turn" in shown["taken"]
    record = gin.from_dict(gin.RoundRecord, shown["record"])
    assert [str(action) for action in record.actions] == ["take"]
    assert " ".join(map(str, record.order)) == " ".join(map(str, gin.shuffled(5)))


def test_a_record_is_replayed(seen, record):
    counts = [len(played["actions"]) + 1 for played in record["rounds"]]
    places = (0, 1, 2, 1, counts[0], 0, counts[0])  # the deal, two on, one back, the next round, back, and again
    assert seen["replay"]["places"] == [f"{place} of {sum(counts) - 1}" for place in places]
    assert seen["replay"]["backs"] == 0


def test_the_demo_in_both_schemes_and_widths(seen):
    assert {name: faults for name, faults in seen["axe"].items() if faults} == {}
    assert seen["wide"] == []


def test_the_package(folder):
    """The manifest, made of the README, names the attributes and events of the source."""
    source = (folder / "gin_game" / "src" / "gin-game.ts").read_text(encoding="utf-8")
    manifest = json.loads((folder / "gin_game" / "custom-elements.json").read_text(encoding="utf-8"))
    declared = manifest["modules"][0]["declarations"][0]
    observed = json.loads(re.search(r"observedAttributes = (\[.*?\])", source).group(1))
    assert {attribute["name"] for attribute in declared["attributes"]} == {*observed}
    assert {event["name"] for event in declared["events"]} == set(re.findall(r'#say\("(gin-[a-z-]+)"', source))
    types, readme = (
        (folder / "gin_game" / name).read_text(encoding="utf-8") for name in ("gin-game.d.ts", "README.md")
    )
    for name in (*observed, *(event["name"] for event in declared["events"])):
        assert name in types, name
    library = json.loads((folder / "gin_core" / "build" / "library.json").read_bytes())
    opponents = {*library["players"], *library["strengths"]}
    assert {*re.findall(r'"([a-z]+)"', re.search(r"against\?: (.*);", types)[1])} == opponents
    assert all(f"`{name}`" in readme for name in opponents)


def test_the_types(folder):
    """A page in TypeScript uses the element and its events; a wrong opponent is a fault."""
    place = folder / "typed"
    package = place / "node_modules" / "gin-game"
    package.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "gin-game.d.ts", "react.d.ts"):
        (package / name).write_bytes((folder / "gin_game" / name).read_bytes())
    react = 'declare module "react" { namespace JSX { interface IntrinsicElements { div: object } } }'
    (place / "react.d.ts").write_text(f"{react}\n", encoding="utf-8")
    page = """import "gin-game"; import type {{}} from "gin-game/react"; import type {{ JSX }} from "react";
const game = document.createElement("gin-game");
export const points: number[][] = [];
game.addEventListener("gin-round-over", ({{ detail }}) => {{ points.push(detail.price?.points ?? []); }});
export const props: JSX.IntrinsicElements["gin-game"] = {{ rules: "oklahoma", against: "{against}", seed: 7 }};
"""
    options = ["--strict", "--noEmit", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"]
    for against, is_fine in (("expert", True), ("nobody", False)):
        (place / "page.ts").write_text(page.format(against=against), encoding="utf-8")
        tool = Path(MODULES) / "node_modules" / ".bin" / "tsc"
        command = [tool, *options, "--types", "", "--lib", "es2023,dom", "page.ts", "react.d.ts"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == is_fine, done.stdout
