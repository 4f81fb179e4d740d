"""Each difference from standard has an example of its own, found by the library and played again for its sentence."""

import re
from contextlib import suppress
from itertools import product

import pytest

import ginrules as gin
from ginrules.presets import preset, preset_names
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, in_use, rules_of
from ginrules.show.rulecard.card import card_parts
from tools.card_examples.differences import WORKED_OUT, differences, kept, length, shortest, wins_have_points
from tools.card_examples.search import searched
from tools.card_examples.words import difference_lines


def lines_of(rules):
    return list(difference_lines(rules))


@pytest.mark.parametrize("name", preset_names())
def test_every_difference_of_a_preset_has_its_example(name):
    lines = lines_of(preset(name))
    said = {line.partition(":")[0].lower() for line in lines}
    assert [difference.names for difference in differences(preset(name)) if difference.words not in said] == []
    for line in lines:
        if "by the usual rule" in line:
            here, usual = re.split(r"; by the usual rule ", line)
            assert not here.endswith(usual.rstrip(".")), line


def test_a_rule_without_an_example_is_changed_by_no_preset():
    """A new rule has none before its search; a preset that changes it needs one."""
    new = set(RULES) - WORKED_OUT - set(kept())
    assert {
        (name, rule)
        for rule in new
        for name in preset_names()
        if getattr(preset(name), rule) != DEFAULTS[rule] and in_use(preset(name), rule)
    } == set()
    assert not WORKED_OUT & set(kept())


def test_examples_that_were_asked_for():
    def said(name, words):
        return next(line for line in lines_of(preset(name)) if words in line)

    assert "doubles and Bo refuses: Ann scores" in said("doubling-gin", "Doubling")
    assert "(Bo 20, Cy 5)" in said("partnership", "Number of players, seating")
    assert "is dealt 11 cards" in said("gin-romme", "Opening")
    assert "knock with the last discard or decline" in said("rubl", "End of the stock")
    assert "the upcard is A♦. Ann takes A♦. Ann cannot knock with A♣, 1 left" in said("oklahoma", "Source of the knock")
    assert "written in game 2" in str(list(card_parts(preset("hollywood"))))


def test_the_search_finds_an_example_as_short_as_the_one_kept():
    rules = preset("classic")
    for difference in differences(rules):
        if difference.names[0] in {"next_dealer", "big_gin", "box_bonus"}:
            found = searched(rules, difference).replayed(rules, difference.usual)
            assert length(found) == length(shortest(rules, difference))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("standard+ranks=12", "The pack is A♣ to Q♠, and 27 cards are left after the deal; by the usual rule the pack"),
        ("standard+suits=3", "The pack is A♣ to K♥, and 18 cards are left after the deal; by the usual rule the pack"),
        (
            "penalty-2-to-4",
            "Number of players, seating: Ann deals to Bo, Cy and Di. Round 1: Bo wins, the others are charged 20.",
        ),
        ("standard+tie=nobody", "Nobody scores; by the usual rule Bo scores 25 points"),
        ("doubling-gin+shutout_when=winner-every-hand", "Round 1: drawn; round 2: Ann wins 3; rounds 3–5: Ann wins 97"),
    ],
)
def test_an_example_of_other_values(text, words):
    assert words in " ".join(lines_of(rules_of(text))), lines_of(rules_of(text))


def test_standard_differs_from_itself_in_nothing():
    assert lines_of(RuleSet()) == []


def winners_and_gains(rules):
    """The winner and the seats that gain points at every end of a round of two, with little deadwood."""
    for left, held, ending in product((0, 1, 4), (0, 1, 4), ("knock", "gin", "big-gin", "refused")):
        with suppress(gin.GinRulesError):
            score = gin.price(gin.Outcome(declarer=0, deadwood=(left, held), ending=ending), rules)
            yield {score.winner} - {None}, {seat for seat in (0, 1) if score.points[seat] > 0}


@pytest.mark.parametrize("name", gin.preset_names())
def test_a_win_has_points_where_no_wins_and_no_points_are_the_same(name):
    rules = gin.preset(name)
    if wins_have_points(rules):
        ends = [*winners_and_gains(rules)]
        assert len(ends) >= 6
        assert all(winner == gains for winner, gains in ends)


@pytest.mark.parametrize(
    "changes",
    (
        "tie=knocker-wins tie=undercut-no-bonus undercut_bonus=0 undercut_moves=knocker gin_bonus=0+big_gin=false "
        "big_gin_bonus=0 doubling=true+refusal_bonus=0"
    ).split(),
)
def test_a_win_without_points_is_not_overlooked(changes):
    rules = gin.preset(f"standard+{changes}")
    assert not wins_have_points(rules)
    assert any(winner != gains for winner, gains in winners_and_gains(rules))


def test_a_refusal_that_pays_nothing_is_a_win_without_points():
    rules = gin.preset("doubling-gin")
    assert [wins_have_points(rules.evolve(refusal_bonus=bonus)) for bonus in (0, 10)] == [False, True]
    assert [wins_have_points(gin.RuleSet(undercut_bonus=bonus)) for bonus in (0, 1)] == [False, True]
