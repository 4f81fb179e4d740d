"""`<gin-pad>`: evenings entered in headless Chromium, equal to the library's matches; links, reloads and undo."""

import gzip
import re

import pytest

import ginrules as gin
from ginrules.records.leagues import fewest_payments
from tests.conftest import slow
from tests.core.conftest import some_outcome
from tests.web.conftest import BROWSER, needs_browser, reported
from tests.web.core_rounds import ONE_TABLE, rng_of
from tests.web.page_core import built, needs_core

pytestmark = [pytest.mark.full, needs_core, needs_browser]

MOST_PACKED = 80_000
RULES = ("oklahoma", "hollywood", "doubling-gin", "penalty-2-to-4")
MOST_PLAYERS = 6
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A pad</title><style>html{color-scheme:light dark}</style><main><h1>A pad</h1><gin-pad></gin-pad></main>
<script src="gin-pad.js"></script>"""


def told_of(outcome):
    """The words of the players about a round."""
    card = outcome.upcard or outcome.knock_card
    ending = {"gin": "knock", "dead": "knock"}.get(outcome.ending, outcome.ending)
    facts = {"declarer": outcome.declarer, "ending": ending, "deadwood": list(outcome.deadwood)}
    return {**facts, "isSpade": card is not None, "factor": outcome.factor}


def said(outcome, rules):
    """The facts that the pad has: of the card only whether it is a spade."""
    card = gin.Card.parse("Ts") if str(outcome.upcard or outcome.knock_card or "")[1:] == "s" else None
    names = {"upcard": card} if rules.knock_source != "knock-card" else {"knock_card": card}
    facts = {name: getattr(outcome, name) for name in ("declarer", "deadwood", "ending", "reason")}
    facts |= {"factor": 1 if outcome.ending == "dead" else outcome.factor}
    return gin.Outcome(**facts, **({} if rules.spade_multiplier == 1 else names))


def evening(name, rng, most):
    """Rounds of random results, and what the library says of them: now, and before the last round."""
    rules = gin.preset(name)
    players = rng.choice([count for count in rules.player_counts if count <= MOST_PLAYERS])
    match, rounds, before = gin.new_match(rules, [f"Player {number}" for number in range(players)]), [], None
    while not match.is_over and len(rounds) < most:
        result = said(some_outcome(rules, len(match.due[0].players), rng), rules)
        try:
            after = gin.add_round(match, result)
        except gin.ScoreError:  # a knock that only the card of the round allows
            continue
        rounds.append(told_of(result))
        before, match = match, after
    return {"rules": name, "names": list(match.players), "rounds": rounds}, facts(match), facts(before)


def facts(match):
    games = {name: [list(getattr(game, name)) for game in match.games] for name in ("points", "boxes")}
    end = {"over": match.is_over, "winners": list(match.winners), "net": gin.to_dict(gin.settle(match))["net"]}
    return {**games, **end, "dealers": [table.dealer for table in match.due], "rounds": len(match.scores)}


@pytest.fixture(scope="module")
def evenings():
    names = [*RULES, *ONE_TABLE[:: slow(40, 2)]]
    return [evening(name, rng_of(number), slow(8, 30)) for number, name in enumerate(names)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return built(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def seen(folder, evenings):
    page = folder / "gin_game" / "pad.html"
    page.write_text(PAGE, encoding="utf-8")
    asked = {"page": page.as_uri(), **BROWSER, "evenings": [asked for asked, _, _ in evenings]}
    return reported("gin_pad.mjs", asked, timeout=slow(600, 3_000))


def test_an_evening_is_that_of_the_library(seen, evenings):
    assert (seen["errors"], seen["requests"], seen["wide"]) == ([], [], [])
    for (asked, expected, before), shown in zip(evenings, seen["evenings"], strict=True):
        assert shown["error"] == "", asked
        assert shown["match"] == expected, asked
        assert shown["kept"] == shown["linked"] == expected, asked
        assert shown["undone"] == before, asked
        assert shown["sheet"] == expected["rounds"]


def test_three_and_more_pay_in_the_fewest_payments(seen, evenings):
    over = [
        (asked["names"], expected["net"], shown["stand"])
        for (asked, expected, _), shown in zip(evenings, seen["evenings"], strict=True)
        if expected["over"] and len(asked["names"]) > 2
    ]
    assert over
    for names, net, stand in over:
        gains = dict(zip(names, net, strict=True))
        paid = re.findall(r"(Player \d) pays (Player \d) (\d+)", stand)
        assert len(paid) == len(fewest_payments(gains)), stand
        for payer, payee, points in paid:
            gains[payer] += int(points)
            gains[payee] -= int(points)
        assert not any(gains.values()), stand


def test_a_spoiled_link_is_a_sentence(seen):
    words = (
        "no rules are called, not for 1, cannot be read, No hand holds more than 98, discard_take, "
        "the web table of ginrules has them"
    ).split(", ")
    for word, sentence in zip(words, seen["spoiled"], strict=True):
        assert word in sentence, seen["spoiled"]


def test_what_people_type_is_a_text_or_refused_in_a_sentence(seen):
    names, rounds = seen["typed"][:4], seen["typed"][4:]
    words = ("not for 0", "tie = never", "not for 5", "")
    for word, (sentence, images, is_begun) in zip(words, names, strict=True):
        assert word in sentence, names
        assert (images, is_begun) == (0, bool(word)), names
    *refused, entered = rounds
    assert entered == ["", 1]
    for sentence, lines in refused:
        assert re.match(r"Deadwood is a whole number|No hand holds more than 98", sentence), rounds
        assert lines == 0, rounds


def test_it_is_small_and_accessible(folder, seen):
    assert len(gzip.compress((folder / "gin_game" / "gin-pad.js").read_bytes())) < MOST_PACKED
    assert {scheme: faults for scheme, faults in seen["axe"].items() if faults} == {}
