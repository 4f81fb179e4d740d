"""A built site in headless Chromium, below the path it will have; GINRULES_SITE names its folder.

Pages at 390 and at 1280 pixels (of presets and the reference a third; with GINRULES_EFFORT=long all), the requests
of the first page, the search, an unknown address, and, if npm's axe-core is among GINRULES_NODE_MODULES, axe's report
on eleven pages. GINRULES_PICTURES keeps pictures of some pages.
"""

import http.server
import re
from http import HTTPStatus
from pathlib import Path

import pytest

import ginrules as gin
from tests.conftest import slow
from tests.web.conftest import CHROMIUM, MODULES, PICTURES, SITE, needs_site, reported, served

ROOT = Path(__file__).parents[2]

pytestmark = needs_site


def base():
    """The path of the site below its host, by its own canonical link; the root if it has no address."""
    head = (Path(SITE) / "index.html").read_text(encoding="utf-8") if SITE else ""
    address = re.search(r'<link rel="canonical" href="https?://[^/"]+(/[^"]*)"', head)
    return address[1] if address else "/"


BASE = base()
SETTLED = {
    "oklahoma": "#rules=standard&against=oklahoma",
    "changed": "#rules=standard&against=standard+undercut_bonus=10",
    "unknown": "#rules=standard&against=oklahoma+knock_limit=3",
    "spoiled": "#rules=standard&against=<img src=x onerror=alert(1)>",
    "heading": "#measured",
}
MOST_MOVED = 0.1  # the layout shift above which a page is called poor
_PAGES = (
    "playground/ settle/ examples/ presets/ presets/matrix/ presets/oklahoma/ rules/all/ gallery/ reference/a-round/"
)
CHECKED = ["", "tutorial/", *_PAGES.split()]
SHOWN = {"landing": "", "settle": "settle/", "preset": "presets/oklahoma/", "matrix": "presets/matrix/"}
SHOWN |= {"readme": "readme.html", "notebook": "notebook/"}
PLACES = dict(
    pair.split(": ")
    for pair in (
        "learn to play: how-to-play/, how to play: how-to-play/, compare house rules: compare-rules/, "
        "write a bot: players/, train an agent: learning/, keep score: pad/, build an app: server/, "
        "print: how-to-play/, install: tutorial/#install, save: records/, license: license/, faq: faq/, "
        "measurements: measurements/, long runs: long-runs/"
    ).split(", ")
)
"""Purposes, and the page that is the first result of each."""
EXACT = {
    "deal": "reference/a-round/#ginrules.deal",
    "apply": "reference/a-round/#ginrules.apply",
    "legal_actions": "reference/a-round/#ginrules.legal_actions",
    "why_illegal": "reference/a-round/#ginrules.why_illegal",
    "price": "reference/scores-and-matches/#ginrules.price",
    "best_arrangement": "reference/melds/#ginrules.best_arrangement",
    "CardSet": "reference/cards/#ginrules.CardSet",
    "RoundRecord": "reference/roundrecord/",
    "Session": "reference/session/",
    "VectorEnv": "reference/vectorenv/",
    "verify": "commands/#verify",
    "knock_limit": "rules/all/#knock_limit",
    "too-much-deadwood": "error-codes/#too-much-deadwood",
    "oklahoma": "presets/oklahoma/",
    "undercut": "concepts/#undercut",
    "schneider": "rules/all/#shutout",
    "why can I not knock": "faq/#why-can-i-not-knock",
    "gin bonus": "rules/all/#gin_bonus",
    "gin-game": "javascript/#a-game-in-one-tag-gin-game",
}
"""Public names, commands, rules, codes, presets, words and questions, and a result among the first three."""
WORDS = (*PLACES, *EXACT)
MOST_BYTES = 2_200_000  # as they are sent here, unpacked: 320,000 are the table that plays, 1,400,000 the search

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
    site = Path(SITE)
    folders = sorted(path.parent.relative_to(site).as_posix() for path in site.rglob("index.html"))
    pages = ["" if folder == "." else f"{folder}/" for folder in folders if folder != "search"]
    assert len(pages) > 140
    asked = {
        "chromium": CHROMIUM,
        "pictures": PICTURES,
        "modules": MODULES,
        "pages": [place for number, place in enumerate(pages) if number % slow(3, 1) == 0 or not is_one_of_many(place)],
        "checked": CHECKED,
        "shown": [*SHOWN.items()],
        "words": WORDS,
        "settled": [*SETTLED.items()],
    }
    with served(SITE, BelowAPath) as address:
        asked["site"] = address.removesuffix("/") + BASE
        return asked | reported("site.mjs", asked)


def test_no_page_is_wider_than_its_window(seen):
    assert len(seen["pages"]) > 60
    assert seen["wide"] == []


def test_no_script_fails_and_no_other_machine_is_asked(seen):
    assert seen["errors"] == []
    assert seen["others"] == []


def test_the_first_page_is_small(seen):
    assert 100_000 < seen["bytes"] < MOST_BYTES


def test_the_search_finds_the_place_that_is_meant(seen):
    found = {word: [place.removeprefix(BASE) for place in places] for word, places in seen["found"].items()}
    meant = {**PLACES, **EXACT}
    wrong = {word: found[word] for word in WORDS if not any(place.startswith(meant[word]) for place in found[word])}
    assert wrong == {}


def test_the_table_of_presets_filters_by_keyboard_and_is_whole_without_scripts(seen):
    matrix, number = seen["matrix"], len(gin.preset_names(shown=True))
    assert (matrix["all"], matrix["plain"], matrix["tools"]) == (number, number, False)
    assert 1 < matrix["words"] < 20
    assert matrix["family"] < matrix["words"]
    assert matrix["value"] == sum(gin.preset(key).knock_limit == 0 for key in gin.preset_names(shown=True))
    assert matrix["count"] == f"{matrix['value']} presets, the rule that you chose."


def test_two_rule_sets_are_settled_by_a_link(seen):
    settle = seen["settle"]
    assert settle["oklahoma"]["chosen"] == ["standard", "oklahoma"]
    assert "Ending the round" in settle["oklahoma"]["sections"]
    assert settle["oklahoma"]["measured"] == ["Source of the knock limit: fixed → upcard", "Spade multiplier: 1 → 2"]
    assert settle["changed"]["measured"] == ["Undercut bonus: 25 → 10"]
    assert f"{seen['site']}playground/#rules=standard+undercut_bonus=10" in settle["changed"]["doors"]
    assert settle["unknown"]["chosen"] == ["standard", ""]
    assert settle["unknown"]["problem"].startswith("This page does not have “oklahoma+knock_limit=3”.")
    assert f"{seen['site']}playground/#rules=standard&against=oklahoma+knock_limit=3" in settle["unknown"]["doors"]
    assert settle["spoiled"]["problem"].startswith("This link cannot be read: against must be names")
    assert settle["heading"]["problem"] == ""
    assert settle["hash"] == "#rules=standard&against=hollywood"
    assert settle["again"]["chosen"] == ["standard", "hollywood"]
    pages = [page for page in settle.values() if page != settle["hash"]]
    assert all(page["foreign"] == 0 and page["width"] <= 390 for page in pages)


def test_no_page_moves_while_it_loads(seen):
    assert max(seen["moved"]) < MOST_MOVED


def test_an_unknown_address_has_a_page(seen):
    assert seen["missing"]["status"] == 404


def test_axe_finds_no_serious_fault(seen):
    if not seen["axe"]:
        pytest.skip("needs axe-core among GINRULES_NODE_MODULES")
    assert len(seen["axe"]) == len(CHECKED) + 5
    assert {place: faults for place, faults in seen["axe"].items() if faults} == {}
