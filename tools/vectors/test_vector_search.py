"""The search for vectors: the archive is what it writes, and rounds are arranged toward their goals."""

import json
import os
import random
import zipfile
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ginrules as gin
from ginrules.rules.model import rules_of
from ginrules.testing import rule_sets
from ginrules.testing.conformance import neighbors
from tools.vectors.__main__ import lines_of, write
from tools.vectors.arranging import COVERAGE_GOALS, arranged
from tools.vectors.goals import is_impossible, rule_goal, universe
from tools.vectors.search import vectors

ARCHIVE = Path(__file__).parents[2] / "tests" / "data" / "vectors.zip"
LONG = os.environ.get("GINRULES_EFFORT") == "long"


@pytest.mark.parametrize("name", gin.preset_names() if LONG else ["standard", "group-gin"])
def test_the_archive_is_what_the_search_writes(name):
    with zipfile.ZipFile(ARCHIVE) as archive:
        kept = archive.read(f"{name}.jsonl").decode()
    assert kept == lines_of(name), "write it anew: python -m tools.vectors tests/data/vectors.zip"


def test_another_seed_makes_other_vectors():
    first, other = (list(vectors("oklahoma", 1, seed)) for seed in (1, 2))
    assert first != other


def test_what_the_rules_exclude_is_as_it_was_read():
    sets = [gin.preset(name) for name in gin.preset_names()]
    goals = [*universe(rule_goal(name, changed) for rules in sets[:1] for name, changed in neighbors(rules)), "seating"]
    texts = (f"{rules.name}: {[goal for goal in goals if is_impossible(goal, rules)]}" for rules in sets)
    digest = blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()
    assert digest == "5433eab467771c5b", "write the coverage anew, and read what is excluded"


def test_what_is_reached_was_never_called_impossible():
    with zipfile.ZipFile(ARCHIVE) as archive:
        for name in archive.namelist():
            coverage, rules = json.loads(archive.read(name).splitlines()[-1]), gin.preset(name.removesuffix(".jsonl"))
            assert not [goal for goal in coverage["reached"] if is_impossible(goal, rules)], name


@settings(max_examples=200 if LONG else 1, deadline=None)
@given(st.sampled_from(gin.preset_names()).flatmap(lambda name: rule_sets(base=name)))
def test_random_rules_have_vectors_and_every_goal_counts_once(rules):
    """What they reach, what the rules exclude and what was not found are together all goals, each once."""
    made = list(vectors(rules, 6))
    reached, impossible, left = (made[-1][key] for key in ("reached", "impossible", "not_reached"))
    assert not [name for name in reached if is_impossible(name, rules)], rules
    goals = universe(rule_goal(name, changed) for name, changed in neighbors(rules))
    assert sorted([*reached, *impossible, *left]) == sorted(goals)


def test_a_round_shows_the_views_if_asked_for():
    vector = next(iter(vectors("standard", 1, views=True)))
    assert [view["format"] for view in vector["steps"][0]["views"]] == ["ginrules/view"] * 2


def test_a_number_of_rounds_below_one_is_refused():
    with pytest.raises(gin.errors.InvalidRunError, match="above 0"):
        vectors("standard", 0)


def test_the_archive_is_the_same_twice(tmp_path):
    paths = [tmp_path / name for name in ("a.zip", "b.zip")]
    for path in paths:
        write(path, ["standard", "mahjong-gin"], rounds=2)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert zipfile.ZipFile(paths[0]).namelist() == ["mahjong-gin.jsonl", "standard.jsonl"]


def test_a_round_whose_pile_is_shuffled_first_is_not_arranged():
    rules = rules_of("penalty-2-to-4+ranks=6+hand_size=5+stock_exhausted=reshuffle+stock_floor=0+knock_limit=0")
    rounds = [arranged(rules, aim, 2, random.Random(seed)) for aim in COVERAGE_GOALS for seed in range(12)]
    assert None in rounds
    assert all(one.actions for one in rounds if one)


@pytest.mark.parametrize("rules", ["standard", "standard+opening=no-upcard"])
def test_half_of_the_attempts_at_an_aim_succeed(rules):
    for aim in set(COVERAGE_GOALS) - {"hidden knock"}:
        rounds = [arranged(gin.preset(rules), aim, 2, random.Random(seed)) for seed in range(40 if LONG else 4)]
        ends = [ended(gin.preset(rules), one) for one in rounds if one is not None]
        assert 2 * len(ends) >= len(rounds), aim
        if aim == "big gin":
            assert {state.outcome.ending for state in ends} == {"big-gin"}


def test_a_tie_is_arranged_with_one_of_two_defenders():
    rules = gin.preset("penalty-2-to-4")
    for seed in range(40):
        made = arranged(rules, "level", 3, random.Random(seed))
        if made is not None and (outcome := ended(rules, made, 3).outcome).ending == "knock":
            knocker = outcome.declarer
            kept, first, second = (outcome.deadwood[(knocker + step) % 3] for step in range(3))
            assert kept == first < second


def ended(rules, made, seats=2):
    state = gin.deal(rules, made.order, dealer=made.dealer, seats=seats, knock_card=made.knock_card)
    for action in made.actions:
        state = gin.apply(state, action)
    return state
