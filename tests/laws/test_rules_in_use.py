"""A line of a card is printed only if its rule can matter: a rule that is not in use changes no round and no match."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import ginrules as gin
from ginrules.play.deal import common_seats
from ginrules.rules.model import RULES, in_use
from ginrules.show.rulecard.card import card_sections, short_sections
from ginrules.testing import matches, pairs, plays_alike, rule_sets
from ginrules.testing.conformance import neighbors_in
from tests.conftest import examples

ONE_VALUE = {"column_weights", "endless", "team_sweep_bonus"}
"""The rules that have a single value where they are left out."""
LEFT_OUT = [name for name, rule in RULES.items() if (rule.needs, rule.counts) != (None, None) and name not in ONE_VALUE]


def other_rules(rules, name):
    """The rules with each other value of a rule that can be played and leaves the rule out too."""
    for other in neighbors_in(rules, name):
        if getattr(other, name) != getattr(rules, name) and not in_use(other, name):
            yield other.evolve(name="other")


def facts(match):
    settled = gin.settle(match)
    return match.is_over, match.due, match.winners, settled.net, settled.payments


def ensure_alike(data, rules, other, name):
    """A rule of play changes no round; any other rule changes no match, whatever the prices of its rounds."""
    if RULES[name].affects == "play":
        assume(common_seats(rules, other))
        plays_alike(data.draw(pairs(rules, other)))
    else:
        assume(rules.player_counts == other.player_counts)
        match = data.draw(matches(rules, max_rounds=30))
        again = gin.new_match(other, match.players, results=match.entries)
        assert facts(again) == facts(match)


@pytest.mark.parametrize("name", LEFT_OUT)
@examples(3, 100)
@given(st.data())
def test_a_rule_that_is_left_out_makes_no_difference(name, data):
    presets = [rules for rules in map(gin.preset, gin.preset_names()) if not in_use(rules, name)]
    rules = data.draw(st.sampled_from(presets).flatmap(lambda base: rule_sets(base=base)) if presets else rule_sets())
    others = [] if in_use(rules, name) else [*other_rules(rules, name)]
    assume(others)
    ensure_alike(data, rules, data.draw(st.sampled_from(others)), name)


@pytest.mark.parametrize("name", ["gin_bonus", "big_gin", "knock_limit", "next_dealer"])
def test_a_rule_that_is_left_out_wrongly_is_noticed(name, monkeypatch):
    monkeypatch.setattr(f"{__name__}.in_use", lambda *_: False)
    rules = gin.preset("standard")

    @examples(200, 200)
    @given(st.data())
    def is_alike(data):
        ensure_alike(data, rules, data.draw(st.sampled_from([*other_rules(rules, name)])), name)

    with pytest.raises(AssertionError):
        is_alike()


@pytest.mark.parametrize("limit", [0, 1])
def test_rules_of_knocks_are_in_use_from_a_limit_of_one_point(limit):
    rules = gin.preset("oklahoma").evolve(knock_limit=limit)
    assert {in_use(rules, name) for name in ("ace_upcard", "knocker_melds")} == {limit == 1}


@pytest.mark.parametrize(
    ("name", "rule", "words"),
    [
        ("gin-pro", "game_bonus", "Game bonus"),
        ("gin-pro", "box_bonus", "box"),
        ("gra-tournament", "shutout", "Shutout"),
        ("online-rubl", "gin_boxes", "box"),
        ("straight-gin-best-of-seven", "gin_bonus", "25 points"),
        ("straight-gin-best-of-seven", "big_gin_bonus", "31"),
        ("hollywood-scarne", "column_entry", "If game 1 is closed"),
        ("openspiel", "next_dealer", "deals every round"),
        ("openspiel", "drawn_dealer", "after a drawn round"),
        ("mahjong-gin", "big_gin_bonus", "big gin bonus"),
    ],
)
def test_lines_that_decide_nothing_are_gone(name, rule, words):
    assert not in_use(gin.preset(name), rule)
    card = " ".join(line for _, lines in card_sections(gin.preset(name)) for line in lines)
    assert words not in card
    assert words not in " ".join(line for _, lines in short_sections(gin.preset(name)) for line in lines)


def test_the_same_rules_have_their_lines_where_they_decide():
    lines = {"standard": "Game bonus", "hollywood": "If game 1 is closed", "straight-gin": "25 points"}
    for name, words in lines.items():
        assert words in " ".join(line for _, lines in card_sections(gin.preset(name)) for line in lines)
