"""The playground of a built site, used in headless Chromium; GINRULES_SITE names the folder of the site.

With GINRULES_EFFORT=long it plays 200 rounds over forty presets, by the mouse at 1280 pixels and by touch at 390, light
and dark, and eight games of all kinds by the keyboard, each at its width in a process of its own.
"""

import re
from pathlib import Path

import pytest

import ginrules as gin
from tests.conftest import LONG
from tests.web.conftest import CHROMIUM, FINE, MODULES, PICTURES, SITE, SPOILED, needs_site, reported, served
from tests.web.core_rounds import ONE_TABLE

pytestmark = needs_site

TABLES = ("knock-rummy", "doubling-gin", "penalty-2-to-4")
"""Games of several seats, and of doubles."""
GAMES = [
    {"rules": "knock-rummy", "vs": "greedy", "seats": "6", "by": "mouse"},
    {"rules": "doubling-gin", "vs": "greedy", "seats": "", "by": "mouse"},
    {"rules": "penalty-2-to-4", "vs": "greedy", "seats": "3", "by": "keyboard"},
    {"rules": "standard", "vs": "greedy", "seats": "", "by": "keys"},
]
"""The games of the quick test."""
SHAPES = [(f"{width}-{scheme}", width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
LINKS = [text for text in dict.fromkeys(SPOILED) if text not in FINE and "\n" not in text]
"""Spoiled links; a browser takes line breaks out of an address."""


def forty():
    """Fifty games of forty presets, of every number of players: of the games of several, also the next round."""
    names = [*TABLES, *(key for key in ONE_TABLE if key not in TABLES)][:40]
    counts = {key: sorted(gin.preset(key).player_counts) for key in names}
    most = {key: str(counts[key][-1]) if at % 2 == 0 and counts[key][1:] else "" for at, key in enumerate(names)}
    games = [{"rules": key, "vs": "greedy", "seats": most[key], "next": key in TABLES} for key in names]
    games += [{"rules": "knock-rummy", "vs": "easy", "seats": str(seats), "next": False} for seats in (2, 3, 4, 5)]
    return games + [{"rules": key, "vs": "easy", "seats": "", "next": False} for key in TABLES[1:]]


def of_every_kind():
    """Eight games for the keyboard."""
    names = (*TABLES, "standard", "oklahoma", "hollywood", "straight-gin", "gin-25")
    seats = {"knock-rummy": "4", "penalty-2-to-4": "3"}
    return [{"rules": key, "vs": "greedy", "seats": seats.get(key, ""), "next": key in TABLES} for key in names]


@pytest.fixture(scope="module")
def used(tmp_path_factory):
    """Run a script of the browser; return its report."""
    folder = Path(PICTURES) if PICTURES else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    with served(SITE) as site:
        asked = {"site": site, "chromium": CHROMIUM, "folder": str(folder), "modules": MODULES}
        yield lambda script, **more: reported(script, asked | more)


@pytest.fixture(scope="module")
def seen(used):
    """The texts that a person was shown."""
    return used("playground.mjs", spoiled=[f"#{text}" for text in LINKS], games=GAMES)


def test_no_script_fails_and_no_other_machine_is_asked(seen):
    assert seen["errors"] == []
    assert seen["others"] == []


def test_rounds_of_every_kind_are_played_by_the_mouse_and_the_keyboard_and_fit(seen):
    assert seen["outside"] == []
    second = sum(game["by"] != "mouse" for game in GAMES)
    assert seen["rounds"] >= 1 + len(GAMES) + second + 2  # the first one, a match, and one without the network


def test_single_keys_play(seen):
    assert {"d", "t", "n", "digit"} <= seen["keys"].keys()  # whether one can pass is up to the deal


def test_a_stranger_plays_a_round_and_a_friend_has_the_same_cards(used):
    """With a phone, by what is green or first in the hand; axe finds nothing serious in the ready page."""
    seen = used("stranger.mjs", review=True)
    assert seen["same"]
    assert re.search(r"[Ww]in|has |have |undercut", seen["end"][0]), seen["end"]
    assert any(word in seen["why"][0] for word in ("You ", " you ", " yours ")), seen["why"]
    assert seen["why"][1:6] == ["points", "result", "luck", "others' play", "own play"]
    assert all(words.startswith("You ") and "Better by" in words for words in seen["worst"])
    assert len(seen["axe"]) == 6
    assert {name: faults for name, faults in seen["axe"].items() if faults} == {}
    assert (seen["errors"], seen["others"]) == ([], [])


def test_missing_scripts_are_told(used):
    seen = used("missing.mjs")
    assert (seen["errors"], seen["others"]) == ([], [])
    assert seen["missing"].startswith("The table is fetched.")
    assert seen["net"].count("Hint: ") == 1  # of expert, who needs no net
    assert seen["review"] == "The script of reviews, gin-review.js, could not be fetched."


def test_a_new_match_has_other_cards_and_who_won_is_said(seen):
    assert len({*seen["matches"]}) == 2
    assert re.match(r"(You win|Mia wins) the match, \d+ to -?\d+\.", seen["won"])


@pytest.mark.skipif(not LONG, reason="some minutes: GINRULES_EFFORT=long")
@pytest.mark.parametrize("by", ["hand", "keyboard"])
@pytest.mark.parametrize(("name", "width", "scheme"), SHAPES)
def test_many_rounds(used, name, width, scheme, by):
    games = forty() if by == "hand" else of_every_kind()
    if by == "hand":
        by = "touch" if width < 800 else "mouse"
    visit = {"name": f"{name}-{by}", "width": width, "scheme": scheme, "by": by, "games": games}
    seen = used("rounds.mjs", visit=visit)
    assert seen["rounds"] >= len(games)
    assert (seen["errors"], seen["others"], seen["outside"]) == ([], [], [])


def test_the_first_round(seen):
    assert seen["here"]  # P is a key of the theme too
    assert seen["title"].startswith("● Your turn")
    assert seen["dealt"] >= 10
    assert seen["result"] or seen["prompt"].startswith("Nobody wins")  # a drawn round has no points to explain
    assert seen["next"]
    assert "You" in seen["sheet"]


def test_what_is_not_played_here_is_told_at_once(seen):
    rules = 'did you mean "oklahoma"?', "the web table of ginrules has them", "discard_take = several"
    words = *rules, "knock_limit = 99999999", "these rules are for 2 players", "it must be simple"
    for (hash_, (sentence, took)), word in zip(seen["elsewhere"].items(), words, strict=True):
        assert word in sentence, hash_
        assert took < 2_000, hash_


def test_a_card_that_cannot_be_played_says_why_and_a_hint_says_what(seen):
    assert "Now is the time to " in seen["why"]
    assert "Hint: " in seen["hint"]


def test_what_showed_a_card_is_not_taken_back(seen):
    assert "you have seen" in seen["undo"]


def test_a_link_opened_in_another_browser_shows_the_same(seen):
    made = seen["made"]
    assert made["round"].startswith("#rules=oklahoma&vs=greedy&seed=")
    ((sent, received),) = seen["links"]
    assert [received[key] for key in ("dealt", "title")] == [sent[key] for key in ("dealt", "title")]
    assert seen["preset"]["title"].startswith("Oklahoma")
    assert (seen["opened"]["hand"], seen["opened"]["melds"]) == ("2s 2c 2d 2h 8s 8c 8d 9s 7c Ac 4h", seen["melds"])
    assert re.search(r"&score=-?\d+$", made["score"])
    assert "Your friend made " in seen["beaten"]
    assert (seen["pair"]["first"], seen["pair"]["second"]) == ("standard", "standard+undercut_bonus=10")


@pytest.mark.skipif(not LONG, reason="some minutes: GINRULES_EFFORT=long")
def test_links_of_each_kind_in_fresh_browsers(used):
    games = [
        {"rules": rules, "vs": vs, "seats": seats}
        for rules, vs, seats in (
            ("standard", "learned", ""),
            ("knock-rummy", "easy", "5"),
            ("hollywood+knock_limit=7", "greedy", ""),
        )
    ]
    seen = used("links.mjs", games=games, presets=["oklahoma", "standard"])
    kinds = {"preset": 0, "settle": 0, "round": 0, "hand": 0, "comparison": 0}
    for kind, href, made, got in seen["links"]:
        kinds[kind] += 1
        if kind == "preset" and "playground/#" in href:
            assert made in {got["rules"], got["first"], got["second"]}, href
        elif kind == "preset":
            assert made in got, href
        elif kind == "settle":
            assert got == made == ["classic", "hollywood"]
        else:
            keys = {"round": ("dealt", "title"), "hand": ("hand", "hand-rules", "melds")}
            of = keys.get(kind, ("first", "second"))
            assert [got[key] for key in of] == [made[key] for key in of], href
            assert any(got[key] for key in of)
    assert min(kinds.values()) > 0


def test_a_spoiled_link_is_a_sentence_and_nothing_else(seen):
    assert len(seen["spoiled"]) >= 200
    for text, sentence in zip(LINKS, seen["spoiled"], strict=True):
        assert sentence.startswith("This link cannot be read: "), text
        assert not set(sentence) & set("<>"), text
    assert seen["untouched"] == [True, []]
    assert seen["bad"] is False


def test_rules_are_written_by_fields_and_read_as_text(seen):
    assert seen["file"] == 'extends = "standard"\ntitle = "Our table"\n\n[knock]\nknock_limit = 7\n'
    assert "did you mean 'big_gin'?" in seen["faults"]
    assert "knock_limit = -7" in seen["faults"]


def test_own_rules_have_a_link_where_one_holds_them(seen):
    # the opponent is the one of the form, which a link chose before
    link = "#rules=oklahoma+knock_limit=7+gin_bonus=30&vs=greedy"
    assert seen["own"] == ["", "No link holds these rules: keep their file.", link]


def test_a_round_is_reviewed(seen):
    assert "Where the points came from" in seen["review"]
    assert seen["byLibrary"].strip().startswith("standard+gin_bonus=31: review\n")


def test_melds_and_a_comparison(seen):
    assert "8♠" in seen["melds"]
    assert "Deadwood" in seen["melds"]
    assert "rounds each by greedy" in seen["report"]
    assert 0 < seen["stopped"] < 1


def test_the_second_visit_needs_no_network_and_the_match_goes_on(seen):
    assert seen["kept"] is True
    assert seen["offline"]


def test_what_cannot_be_loaded_is_said_and_tried_again(seen):
    assert seen["blocked"].startswith("The files could not be fetched.")
    page = (Path(SITE) / "playground" / "index.html").read_text(encoding="utf-8")
    assert "<noscript><p>Play needs JavaScript" in page
