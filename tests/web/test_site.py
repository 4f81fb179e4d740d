"""A built site in headless Chromium, below the path it will have; GINRULES_SITE names its folder.

Pages at 390 and at 1280 pixels (of presets and the reference a third; with GINRULES_EFFORT=long all), the requests
of the first page, the search, an unknown address, and, if npm's axe-core is among GINRULES_NODE_MODULES, axe's report
on ten pages. GINRULES_PICTURES keeps pictures of some pages.
"""

import functools
import http.server
import json
import subprocess
import threading
from http import HTTPStatus
from pathlib import Path

import pytest

import ginrules as gin
from docs.generate.addresses import ROOT, site_url
from tests.effort import slow
from tests.web.test_playground import CHROMIUM, MODULES, NODE, PICTURES, SITE, pytestmark

__all__ = ["pytestmark"]

BASE = "/" + site_url().split("/", 3)[3]
STILL = ("", "tutorial/")
CHECKED = (
    "", "tutorial/", "playground/", "presets/", "presets/matrix/", "presets/oklahoma/", "rules/all/",
    "examples/two_bots/", "gallery/", "reference/a-round/",
)  # fmt: skip
SHOWN = {
    "landing": "", "preset": "presets/oklahoma/", "matrix": "presets/matrix/", "readme": "readme.html",
    "notebook": "notebook/",
}  # fmt: skip
WORDS = ("schneider", "lay off", "box", "big gin", "knock card", "undercut", "gin bonus", "oklahoma", "how to play")
MOST_BYTES = 500_000

README = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>README</title><style>:root{{color-scheme:light dark}}body{{max-width:50rem;margin:0 auto;padding:1rem;
font:16px/1.5 system-ui,sans-serif}}pre{{overflow-x:auto;padding:1rem;background:#8882}}img{{max-width:100%}}
table{{display:block;overflow-x:auto;border-collapse:collapse}}td,th{{border:1px solid #8886;padding:.3rem .6rem}}
</style>{}"""


class BelowAPath(http.server.SimpleHTTPRequestHandler):
    """A file server like a host's: below a path, and with its own page for missing files."""

    def translate_path(self, path):
        if path == f"{BASE}readme.html":
            return super().translate_path(path)
        return super().translate_path(path[len(BASE) - 1 :]) if path.startswith(BASE) else "/no/such/file"

    def do_GET(self):
        if self.path.startswith(f"{BASE}readme"):
            self.send(HTTPStatus.OK, readme())
        elif self.path.startswith(f"{BASE}repository/"):
            self.send(HTTPStatus.OK, (ROOT / self.path.removeprefix(f"{BASE}repository/")).read_bytes())
        else:
            super().do_GET()

    def send_error(self, code, *args, **kwargs):
        if code == HTTPStatus.NOT_FOUND:
            self.send(code, (Path(SITE) / "404.html").read_bytes())
        else:
            super().send_error(code, *args, **kwargs)

    def send(self, code, body):
        self.send_response(code)
        kind = "image/svg+xml" if self.path.endswith(".svg") else "text/html"
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def readme():
    """The README as a package page shows it, its pictures from the repository."""
    markdown = pytest.importorskip("markdown")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    html = markdown.markdown(text, extensions=["tables", "fenced_code"])
    return README.format(html.replace('="docs/', '="repository/docs/')).encode()


def is_one_of_many(place):
    """Whether a page is like many others: a preset's, or one of the reference."""
    return place.startswith(("presets/", "reference/")) and place not in CHECKED


@pytest.fixture(scope="module")
def seen():
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(BelowAPath, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = Path(SITE)
    folders = sorted(path.parent.relative_to(site).as_posix() for path in site.rglob("index.html"))
    pages = ["" if folder == "." else f"{folder}/" for folder in folders if folder != "search"]
    assert len(pages) > 140
    asked = {
        "site": f"http://127.0.0.1:{server.server_port}{BASE}",
        "chromium": CHROMIUM,
        "pictures": PICTURES,
        "modules": MODULES,
        "pages": [place for number, place in enumerate(pages) if number % slow(3, 1) == 0 or not is_one_of_many(place)],
        "still": STILL,
        "checked": CHECKED,
        "shown": [*SHOWN.items()],
        "words": WORDS,
    }
    command = [NODE, Path(__file__).parent / "site.mjs", json.dumps(asked)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    server.shutdown()
    server.server_close()
    assert run.returncode == 0, run.stderr
    return asked | json.loads(run.stdout.splitlines()[-1])


def test_no_page_is_wider_than_its_window(seen):
    assert len(seen["pages"]) > 60
    assert seen["wide"] == []


def test_no_block_of_the_tutorial_or_the_first_page_scrolls_on_a_phone(seen):
    assert seen["scrolling"] == []


def test_no_script_fails_and_no_other_machine_is_asked(seen):
    assert seen["errors"] == []
    assert seen["others"] == []


def test_the_first_page_is_small(seen):
    assert 100_000 < seen["bytes"] < MOST_BYTES


def test_rules_are_found_before_the_reference(seen):
    assert seen["found"].keys() == {*WORDS}
    for word, places in seen["found"].items():
        assert places, word
        assert not any("/reference/" in place for place in places), (word, places)
    assert any("#shutout" in place for place in seen["found"]["schneider"])
    assert "/how-to-play/" in seen["found"]["how to play"][0]


def test_the_table_of_presets_filters_by_keyboard_and_is_whole_without_scripts(seen):
    matrix, number = seen["matrix"], len(gin.preset_names())
    assert (matrix["all"], matrix["plain"], matrix["tools"]) == (number, number, False)
    assert matrix["pair"] == ["knock_sourcefixedupcard", "spade_multiplier12"]
    assert 5 < matrix["words"] < 20
    assert matrix["family"] < matrix["words"]
    assert matrix["value"] == sum(gin.preset(key).knock_limit == 0 for key in gin.preset_names())
    assert matrix["count"].startswith(f"{matrix['value']} presets, 1 rule")
    assert matrix["second"] == [change.name for change in gin.diff(gin.preset("standard"), gin.preset("hollywood"))]


def test_an_unknown_address_has_a_page_with_links_that_work(seen):
    missing = seen["missing"]
    assert (missing["status"], missing["styled"]) == (404, True)
    assert missing["home"] == seen["site"]
    assert all(link.startswith(seen["site"]) for link in missing["links"])


def test_axe_finds_no_serious_fault(seen):
    if not seen["axe"]:
        pytest.skip("needs axe-core among GINRULES_NODE_MODULES")
    assert len(seen["axe"]) == len(CHECKED) + 4
    assert {place: faults for place, faults in seen["axe"].items() if faults} == {}
