"""The playground of a built site, used in headless Chromium; GINRULES_SITE names the folder of the site.

With GINRULES_EFFORT=long it plays 200 rounds over forty presets, at two widths, light and dark.
"""

import functools
import http.server
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

import ginrules as gin
from tests.effort import slow

SITE = os.environ.get("GINRULES_SITE", "")
MODULES = os.environ.get("GINRULES_NODE_MODULES", "")
PICTURES = os.environ.get("GINRULES_PICTURES", "")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NODE = shutil.which("node")
HERE = Path(__file__).parent

pytestmark = pytest.mark.skipif(
    not (SITE and MODULES and CHROMIUM and NODE),
    reason="needs a built site (GINRULES_SITE), Chromium, node, and puppeteer-core (GINRULES_NODE_MODULES)",
)

TABLES = ("knock-rummy", "mahjong-gin", "captain", "partnership", "tedesco-teams", "doubling-gin", "penalty-2-to-4")
"""Games of several seats, of teams, of melds on the table, and of doubles."""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that says nothing; with a cookie, it has no worker."""

    def do_GET(self):
        if "blocked=yes" in self.headers.get("Cookie", "") and "playground/worker" in self.path:
            self.send_error(http.HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


def visits():
    """The visits of the test: one of a phone; with a long effort four, of 50 rounds each."""
    names = [*TABLES, *(key for key in gin.preset_names() if key not in TABLES)][: slow(4, 40)]
    games = [{"rules": key, "vs": "greedy", "seats": ""} for key in names]
    games[0]["seats"] = "6"
    phone = {"name": "phone", "width": 390, "scheme": "dark", "games": games, "whole": True}
    shapes = [(f"{width}-{scheme}", width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
    more = [
        {"name": name, "width": width, "scheme": scheme, "games": games + games[:9]} for name, width, scheme in shapes
    ]
    return [phone, *slow([], more)]


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """The texts that a person was shown."""
    folder = Path(PICTURES) if PICTURES else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    asked = {
        "site": f"http://127.0.0.1:{server.server_port}/", "chromium": CHROMIUM, "folder": str(folder),
        "modules": MODULES, "visits": visits(),
    }  # fmt: skip
    command = [NODE, HERE / "playground.mjs", json.dumps(asked)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=slow(800, 7200), check=False)
    server.shutdown()
    server.server_close()
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def test_no_script_fails_and_no_other_machine_is_asked(seen):
    assert seen["errors"] == []
    assert seen["others"] == []


def test_rounds_of_every_kind_are_played_by_the_mouse_and_fit(seen):
    assert seen["outside"] == []
    assert seen["rounds"] == sum(1 + len(visit["games"]) for visit in visits()) + 1  # and one without the network


def test_the_drawn_deal_is_the_one_that_is_played(seen):
    for visit in seen["visits"].values():
        assert len(visit["drawn"]) == 10
        assert visit["loads"].startswith("Load ")
        assert visit["dealt"] >= 10
        assert visit["took"]
        assert visit["result"]
        assert "You" in visit["sheet"]
        assert visit.get("error", "") == ""


def test_a_card_that_cannot_be_played_says_why_and_a_hint_says_what(seen):
    phone = seen["visits"]["phone"]
    assert "is not allowed now: you must " in phone["why"]
    assert "Hint: " in phone["hint"]


def test_what_showed_a_card_is_not_taken_back(seen):
    assert "you have seen" in seen["visits"]["phone"]["undo"]


def test_a_link_has_the_deal(seen):
    assert seen["visits"]["phone"]["link"].startswith("#rules=oklahoma&vs=greedy&seed=")


def test_rules_are_written_by_fields_and_read_as_text(seen):
    phone = seen["visits"]["phone"]
    assert phone["file"] == 'extends = "standard"\ntitle = "Our table"\n\n[knock]\nknock_limit = 7\n'
    assert "did you mean 'big_gin'?" in phone["faults"]
    assert "knock_limit = -7" in phone["faults"]
    assert phone["bad"] is False


def test_melds_and_a_comparison(seen):
    phone = seen["visits"]["phone"]
    assert "8♠" in phone["melds"]
    assert "rounds each by greedy" in phone["report"]


def test_the_second_visit_needs_no_network_and_the_match_goes_on(seen):
    phone = seen["visits"]["phone"]
    assert phone["kept"] is True
    assert phone["offline"]


def test_what_cannot_be_loaded_is_said_and_tried_again(seen):
    phone = seen["visits"]["phone"]
    assert phone["blocked"].startswith("The files could not be fetched.")
    page = (Path(SITE) / "playground" / "index.html").read_text(encoding="utf-8")
    assert "<noscript><p>Play needs JavaScript" in page
