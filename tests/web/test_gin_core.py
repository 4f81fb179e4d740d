"""`gin-core`: the compiled core as WebAssembly in node, beside the engine and the library."""

import json
import re
import subprocess
from collections.abc import Mapping

import pytest

import ginrules as gin
from ginrules.fast._plan import unplayed
from ginrules.fast.codec import Codec
from ginrules.rules.model import RULES, rule_values
from ginrules.scoring.price_numbers import unsupported_price_rule
from ginrules.testing import conform
from tests.conftest import LONG, archived, slow
from tests.core.test_presets import TYPED, pairs
from tests.web.conftest import HERE, NODE
from tests.web.core_matches import played_by, played_match
from tests.web.core_reviews import answered, expected_of, reviewed_round
from tests.web.core_rounds import ONE_TABLE, PLAYED, difference, played_round, random_rules, rng_of, without_shuffles
from tests.web.page_core import Engine, built, command, needs_core

pytestmark = [pytest.mark.full, needs_core]

PARTS = 4
OPPONENTS = ("learned", "expert", "simple", "medium", "greedy")
ROUNDS = slow(400, 20_000)
MATCHES = slow(400, 5_000)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return built(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def engine(folder):
    engine = Engine(folder)
    yield engine
    engine.close()


def plain(value):
    return json.loads(json.dumps(value))


def rules_of(number, rng):
    """Random rules; one of eight rounds is of a preset."""
    return gin.preset(PLAYED[number // 8 % len(PLAYED)]) if number % 8 == 0 else random_rules(rng)


@pytest.mark.parametrize("part", range(PARTS))
def test_rounds_of_random_rules(engine, part):
    """Legal actions, views, events, codes of refusals, facts and prices are those of the library."""
    for number in range(part, ROUNDS, PARTS):
        rng = rng_of(number)
        asked, expected = played_round(rules_of(number, rng), rng)
        answer = engine.ask(asked)
        assert "error" not in answer, (number, asked["rules"], answer)
        found = difference(without_shuffles(plain(expected)), without_shuffles(answer))
        assert found is None, (number, asked["rules"], found)


@pytest.mark.parametrize("part", range(2))
def test_matches_of_random_rules(engine, part):
    """Sheets, dealers, winners, settlements and payments are those of `ginrules.match`, for all at one table."""
    for number in range(part, MATCHES, 2):
        rng = rng_of(number)
        rules = gin.preset(ONE_TABLE[number // 2 % len(ONE_TABLE)])
        while number % 4 >= 2 and ((rules := random_rules(rng)).seating not in {"head-to-head", "all-play"}):
            pass
        asked, expected = played_match(rules, rng)
        assert difference(expected, engine.ask(asked)) is None, (number, asked["rules"])


def test_a_match_of_several_tables_is_refused_and_told_where_it_is_played(engine):
    refused = {}
    for name in sorted({*PLAYED} - {*ONE_TABLE}):
        players = min(gin.preset(name).player_counts)
        asked = {"kind": "match", "rules": name, "players": [f"P{number}" for number in range(players)], "entries": []}
        refused[name] = engine.ask(asked)["refused"]
    assert len(refused) == 10
    assert all(why.endswith("sit out: the web table of ginrules has them") for why in refused.values()), refused


@pytest.fixture(scope="module")
def many(folder):
    command = [NODE, str(HERE / "core_memory.mjs"), str(folder / "gin_core"), json.dumps([*dict(pairs(TYPED))])]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_forty_rule_sets_at_once_play_to_the_end(many):
    """A table whose memory another needed compiles itself again; the memory does not grow with the tables."""
    assert len(many["ends"]) == 40
    assert many["ends"] == many["alone"]
    assert "null" not in many["ends"]
    assert many["grown"] < 1.2


def test_names_that_objects_inherit_and_wrong_lists_are_no_rules(many):
    assert "played" not in many["refused"].values(), many["refused"]
    assert not [why for why in many["refused"].values() if re.match(r"(Type|Range|Core)Error", why)], many["refused"]
    assert many["refused"]['"oklahomma"'] == 'no rules are called "oklahomma": did you mean "oklahoma"?'
    assert 'did you mean "gin-25"' in many["refused"]['"ginn-25"']


def test_names_are_found_as_the_library_finds_them(many):
    assert many["named"] == dict(pairs(TYPED))


def test_a_round_without_an_end_is_told_as_such(many):
    _, sentence, is_late = many["endless"]
    assert sentence == "this round does not end under these rules: the core has cut it short"
    assert is_late


def test_the_players(engine):
    """They act as the library's do, with the same random numbers; the net has its biases under every preset."""
    for number, name in enumerate(PLAYED):
        player = OPPONENTS[number % len(OPPONENTS)]
        asked, expected = played_by(gin.preset(name), player, rng_of(number))
        assert difference(expected, engine.ask(asked)) is None, (name, player)
    for number in range(slow(20, 400)):
        rng = rng_of(number)
        asked, expected = played_by(random_rules(rng), OPPONENTS[1 + number % 4], rng)
        assert difference(expected, engine.ask(asked)) is None, (number, asked["rules"])


def test_the_numbering(engine):
    """Melds and places of lay-offs are those of `Codec`."""
    for number in range(slow(100, 2_000)):
        rules = rules_of(number, rng_of(number))
        for seats in rules.table_sizes:
            codec = Codec(rules, seats)
            answer = engine.ask({"kind": "numbering", "rules": gin.to_dict(rules), "seats": seats})
            assert answer == {"melds": [str(meld) for meld in codec.melds], "slots": codec.slots}, gin.to_dict(rules)


def test_a_rule_that_it_has_not_read_is_refused_by_name(engine):
    refused = {}
    for name in gin.preset_names():
        rules = gin.preset(name)
        answer = engine.ask({"kind": "numbering", "rules": name, "seats": rules.table_sizes[0]})
        if answer.get("refused"):
            refused[name] = answer["refused"]
        assert bool(answer.get("refused")) == bool(unplayed(rules) or unsupported_price_rule(rules)), name
    assert [*refused] == ["mahjong-gin"]
    assert refused["mahjong-gin"].startswith("discard_take = several")
    values = "nobody=3 knock_limit=-1 tie=never ace_upcard=ten".split()
    faults = {f"standard+{value}": value.partition("=")[0] for value in values}
    for text, rule in {"oklahomma": "oklahomma", **faults, "hollywood+standard+gin_bonus=20000": "gin"}.items():
        assert rule in engine.ask({"kind": "numbering", "rules": text, "seats": 2})["refused"], text


@pytest.mark.parametrize("name", PLAYED if LONG else PLAYED[::20])
def test_the_vectors(folder, name):
    """`ginrules conform` finds no difference in rounds and matches."""
    program = gin.players.Program(command(folder))
    report = conform(program, archived(name, slow(1, 20)))
    assert report.first is None, str(report)
    # the core shuffles at once: it has no position in which a shuffle is due
    assert set(report.unsupported) <= {"text", "hand", "defence", "refusal", "view"}, report.unsupported
    assert report.unsupported.get("refusal", 0) < report.asked["refusal"]
    assert report.asked["position"] > 10


EXPRESSIONS = slow(600, 20_000)


def test_rule_expressions(engine):
    """They have the values of the library; what the page refuses as a clash is refused there too."""
    names, rules = gin.preset_names(), [*RULES]
    read = 0
    for number in range(EXPRESSIONS):
        rng, changes = rng_of(number), number % 2 + 1
        name = names[number // 2 % len(names)] if number % 4 else "standard"
        texts = {rule: _a_value(RULES[rule], rng) for rule in rng.sample(rules, changes)}
        text = "+".join([name, *(f"{rule}={value}" for rule, value in texts.items())])
        answer = engine.ask({"kind": "rules", "text": text})
        try:
            values = rule_values(gin.preset(text))
        except gin.RuleSetError:
            continue
        expected = {rule: plain(dict(value) if isinstance(value, Mapping) else value) for rule, value in values.items()}
        assert "refused" not in answer, (text, answer)
        assert answer["clash"] is None, (text, answer["clash"])
        assert answer["values"] == expected, text
        read += 1
    assert read > EXPRESSIONS / 4


def _a_value(rule, rng):
    if rule.kind in {"choice", "yes-no"}:
        return (
            str(rng.choice(rule.choices or (True, False))).lower()
            if rule.kind == "yes-no"
            else rng.choice(rule.choices)
        )
    return rng.choice([rule.least, rng.randrange(rule.least, min(rule.most, 40) + 1), rng.randrange(300), 2_000_000])


def test_usual_changes_are_played_by_the_page(engine):
    for text in (
        "standard+gin_bonus=30",
        "oklahoma+knock_limit=7",
        "hollywood+undercut_bonus=10",
        "standard+target=150+gin_bonus=20",
    ):
        assert engine.ask({"kind": "rules", "text": text})["clash"] is None, text
    clash = engine.ask({"kind": "rules", "text": "standard+open_melds=true"})["clash"]
    assert clash == "knock_limit = 10 does not go with open_melds = true: melds lie open and nobody knocks"


REVIEWED = ["standard", "oklahoma", "hollywood", "straight-gin", "doubling-gin", "gin-25", "penalty-2-to-4"]
"""Games of two whose decisions are of every kind."""


@pytest.mark.parametrize("number", range(slow(4, 60)))
def test_the_review(engine, number):
    """Decisions, worlds, points with their intervals, whole points and sentences are those of the library."""
    rng, name = rng_of(number), REVIEWED[number % len(REVIEWED)]
    asked, expected = reviewed_round(gin.preset(name), rng, rng.choice((12, 64)))
    answer = engine.ask(asked)
    if any(action.startswith("shuffle") for action in asked["actions"]) and "unreviewed" in answer:
        return  # such worlds are drawn by the library alone
    assert "decisions" in answer, (name, answer)
    assert difference(plain(expected_of(expected)), plain(answered(answer))) is None, (name, asked)


def test_a_review_of_the_page_needs_the_rules_of_its_net(engine):
    asked, _ = reviewed_round(gin.preset("standard"), rng_of(1), 12)
    assert "not read" in engine.ask({**asked, "rules": "standard+ranks=13+gin_bonus=31"})["unreviewed"]
