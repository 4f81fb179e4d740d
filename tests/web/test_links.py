"""Links to a round, a hand and a comparison: written and read again, and refused with a sentence if spoiled."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import ginrules as gin
from ginrules.driver.named import PLAYERS
from tests.web.conftest import FINE, SPOILED

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")
LINKS = ROOT / "docs" / "assets" / "playground" / "links.js"
PROGRAM = """
const { source, links, hashes } = JSON.parse(require("fs").readFileSync(0, "utf8"));
import("data:text/javascript," + encodeURIComponent(source)).then(({ read, write, PLAYERS }) => {
  const written = links.map((link) => [write(link), read(write(link))]);
  console.log(JSON.stringify({ players: PLAYERS, written, read: hashes.map((hash) => read(hash)) }));
});
"""
pytestmark = pytest.mark.skipif(NODE is None, reason="needs node")

GOOD = [
    *({"rules": name, "vs": "expert", "seed": "7"} for name in gin.preset_names()),
    {"rules": "oklahoma+hollywood+gin_bonus=30+hand_size={2=10,3=7}", "vs": "easy", "seed": "123456789012345"},
    {"rules": 'hollywood+tie="nobody"+column_weights=1,1,2'},
    {"vs": "learned", "seats": "4", "rules": "knock-rummy"},
    {"seed": "0"},
    {"hand": "2s 2c 2d 2h 8s 8c 8d 9s 7c Ac 3h", "rules": "standard"},
    {"hand": "A23.456.789.T"},
    {"hand": "2♠ 2♣ K♥"},
    {"rules": "standard", "against": "oklahoma"},
    {"rules": "standard+undercut_bonus=10", "against": "standard+price.gin_bonus=20"},
]

HEADINGS = ("melds-of-a-hand", "", "%00")


@pytest.fixture(scope="module")
def answers():
    sent = {
        "source": LINKS.read_text(encoding="utf-8"),
        "links": GOOD,
        "hashes": [f"#{text}" for text in (*SPOILED, *HEADINGS)],
    }
    run = subprocess.run(
        [NODE, "-e", PROGRAM], input=json.dumps(sent), capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_a_link_that_is_written_is_read_again(answers):
    for link, (text, answer) in zip(GOOD, answers["written"], strict=True):
        assert answer["link"] == link, text
        assert answer["problem"] == ""
        assert answer["kind"] == ("hand" if "hand" in link else "comparison" if "against" in link else "round")
    assert answers["written"][0][0] == f"#rules={gin.preset_names()[0]}&vs=expert&seed=7"
    assert "+gin_bonus=30+" in answers["written"][len(gin.preset_names())][0]


def test_a_spoiled_link_is_refused_with_a_sentence(answers):
    spoiled = [text for text in SPOILED if text not in FINE]
    assert len(spoiled) >= 200
    refused = dict(zip(SPOILED, answers["read"], strict=False))
    for text in spoiled:
        assert (refused[text]["kind"], refused[text]["link"]) == ("", {}), text
        assert refused[text]["problem"].startswith("This link cannot be read: "), text
        assert not set(refused[text]["problem"]) & set("<>\u202e\0\n"), text


def test_a_heading_is_no_link(answers):
    assert answers["read"][len(SPOILED) :] == [{"kind": "", "link": {}, "problem": ""}] * len(HEADINGS)


def test_the_players_of_a_link_are_those_of_the_lab(answers):
    assert answers["players"] == [*PLAYERS]


def test_the_library_reads_the_rules_of_a_link_without_a_file():
    for link in GOOD:
        if "hand" not in link:
            assert all(gin.preset(link[key]).name for key in ("rules", "against") if key in link)
    for text in ("club.toml", "../club", "standard+club.toml", "x" * 300, "a=" * 100, "[" * 300, "{" * 64 + "}" * 64):
        with pytest.raises(gin.GinRulesError):
            gin.preset(text)
