"""A line of a card is printed only if its rule can matter: a table computed for every rule of every preset."""

import os
from contextlib import suppress
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrules.errors import GinRulesError
from ginrules.play.outcome import Outcome
from ginrules.presets import preset, preset_names
from ginrules.rules.conditions import wins_have_points
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, in_use
from ginrules.scoring import price
from ginrules.show.rulecard.card import card_sections, short_sections
from ginrules.testing import rule_sets
from tools import rule_relevance
from tools.rule_relevance import cell, faults, other_rules, table, text_of

SAMPLE = 12
SLOW = {"take_cap", "stock_floor", "stock_exhausted", "return_pair", "reshuffle_cap", "doubling_limit", "layoff_chain"}


def test_the_table_holds_every_rule_of_every_preset_once():
    stored = table()
    new = set(RULES) - set(stored)  # a new rule, which no preset changes, is in the table when it is written again
    assert all(getattr(preset(name), rule) == DEFAULTS[rule] for rule in new for name in preset_names())
    assert list(stored) == [rule for rule in RULES if rule not in new]
    for rule, groups in stored.items():
        assert sorted(name for names in groups.values() for name in names) == sorted(preset_names()), rule


def tables_of_every_play():
    """One preset for each way to play."""
    ways = {}
    for rules in map(preset, preset_names()):
        way = rules.opening, rules.open_melds, rules.knock_source, rules.layoff, rules.stock_exhausted, rules.is_for_two
        ways.setdefault(way, rules)
    return ways.values()


def test_a_new_rule_of_play_on_a_card_can_be_seen_there():
    """The table is computed for the rules in it. Any other rule shows in a deal wherever a card has its line."""
    for rule in (name for name in RULES if name not in table() and RULES[name].affects == "play"):
        for rules in tables_of_every_play():
            if in_use(rules, rule) and any(other_rules(rules, rule)):
                assert cell(rules, rule).shows, (rule, rules.name)


@pytest.mark.full
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(preset_names()).flatmap(lambda name: rule_sets(base=name)))
def test_what_random_rules_leave_out_makes_no_difference(rules):
    shown = [rule for rule in RULES if not in_use(rules, rule) and cell(rules, rule).shows]
    assert not shown, (shown, rules)


@pytest.mark.parametrize("limit", [0, 1])
def test_rules_of_knocks_are_in_use_from_a_limit_of_one_point(limit):
    rules = preset("oklahoma").evolve(knock_limit=limit)
    assert {in_use(rules, name) for name in ("ace_upcard", "knocker_melds")} == {limit == 1}


def test_what_a_card_leaves_out_was_never_seen_to_matter(monkeypatch):
    assert list(faults(table())) == []
    monkeypatch.setattr(rule_relevance, "in_use", lambda *_: False)
    assert len(list(faults(table()))) > len(preset_names())


def test_a_sample_of_the_table_is_computed_again():
    source = Random(44)
    cells = [(source.choice(preset_names()), source.choice([*table()])) for _ in range(4 * SAMPLE)]
    stored = table()
    for name, rule in [(name, rule) for name, rule in cells if rule not in SLOW][:SAMPLE]:
        kept = next(text for text, names in stored[rule].items() if name in names)
        assert text_of(cell(preset(name), rule)) == kept, (name, rule)


def test_a_reason_that_is_wrong_is_noticed(monkeypatch):
    """Gin counts in a game to a target: a card that left it out would be found out."""
    rules = preset("standard")
    monkeypatch.setattr(rule_relevance, "in_use", lambda *_: False)
    assert cell(rules, "gin_bonus").shows
    assert cell(rules, "column_close").shows is False


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
    assert not in_use(preset(name), rule)
    card = " ".join(line for _, lines in card_sections(preset(name)) for line in lines)
    assert words not in card
    assert words not in " ".join(line for _, lines in short_sections(preset(name)) for line in lines)


def winners_and_gains(rules):
    """The winner and the seats that gain points at every end of a round of two, with little deadwood."""
    for left, held, ending in product((0, 1, 4), (0, 1, 4), ("knock", "gin", "big-gin", "refused")):
        with suppress(GinRulesError):
            score = price(Outcome(declarer=0, deadwood=(left, held), ending=ending), rules)
            yield {score.winner} - {None}, {seat for seat in (0, 1) if score.points[seat] > 0}


@pytest.mark.parametrize("name", preset_names())
def test_a_win_has_points_where_no_wins_and_no_points_are_the_same(name):
    rules = preset(name)
    if wins_have_points(rules):
        ends = [*winners_and_gains(rules)]
        assert len(ends) >= 6
        assert all(winner == gains for winner, gains in ends)


@pytest.mark.parametrize(
    "change",
    [
        {"tie": "knocker-wins"},
        {"tie": "undercut-no-bonus"},
        {"undercut_bonus": 0},
        {"undercut_moves": "knocker"},
        {"gin_bonus": 0, "big_gin": False},
        {"big_gin_bonus": 0},
        {"doubling": True, "refusal_bonus": 0},
    ],
)
def test_a_win_without_points_is_not_overlooked(change):
    rules = RuleSet(**change)
    assert not wins_have_points(rules)
    assert any(winner != gains for winner, gains in winners_and_gains(rules))


def test_the_same_rules_have_their_lines_where_they_decide():
    lines = {"standard": "Game bonus", "hollywood": "If game 1 is closed", "straight-gin": "25 points"}
    for name, words in lines.items():
        assert words in " ".join(line for _, lines in card_sections(preset(name)) for line in lines)


@pytest.mark.full
@pytest.mark.skipif(os.environ.get("GINRULES_EFFORT") != "long", reason="minutes of every core: GINRULES_EFFORT=long")
def test_the_whole_table_is_computed_again():
    assert rule_relevance.computed() == table()
