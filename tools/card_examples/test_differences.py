"""Each difference from standard has an example of its own, found by the library and played again for its sentence."""

import re
from random import Random

import pytest

from ginrules.presets import preset, preset_names
from ginrules.records.paired import PairedRound, disagreement
from ginrules.rules.conditions import wins_have_points
from ginrules.rules.model import DEFAULTS, RULES, RuleSet, in_use, rules_of
from ginrules.show.rulecard.card import card_parts, card_sections
from tools.card_examples.differences import WORKED_OUT, differences, kept, shortest
from tools.card_examples.search import searched
from tools.card_examples.words import blocks_of, difference_lines
from tools.rule_relevance import other_rules


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
        (name, rule) for rule in new for name in preset_names() if getattr(preset(name), rule) != DEFAULTS[rule]
    } == set()
    assert not WORKED_OUT & set(kept())


@pytest.mark.parametrize(
    "name", ["classic", "oklahoma", "doubling-gin", "tedesco", "gin-romme", "rubl", "penalty-2-to-4", "hollywood"]
)
def test_a_kept_example_differs_at_its_end_and_not_before(name):
    rules = preset(name)
    for difference in differences(rules):
        found = shortest(rules, difference)
        if isinstance(found, PairedRound):
            assert found.kind == disagreement(found.states)
            assert (found.states[0].rules, found.states[1].rules) == (rules, difference.usual)


def test_examples_that_were_asked_for():
    def said(name, words):
        return next(line for line in lines_of(preset(name)) if words in line)

    assert "doubles and Bo refuses: Ann scores" in said("doubling-gin", "Doubling")
    assert "(Bo 20, Cy 5)" in said("partnership", "Number of players, seating")
    assert "is dealt 11 cards" in said("gin-romme", "Opening")
    assert "knock with the last discard or decline" in said("rubl", "End of the stock")
    assert "the upcard is A♦. Ann takes A♦. Ann cannot knock with A♣, 1 left" in said("oklahoma", "Source of the knock")
    assert "written in game 2" in str(list(card_parts(preset("hollywood"))))


def test_the_search_finds_what_is_kept():
    rules = preset("classic")
    for difference in differences(rules):
        if difference.names[0] in {"next_dealer", "big_gin", "box_bonus"}:
            assert searched(rules, difference) in kept()[difference.names[0]]


def is_alike(rules, other):
    """Whether the only change is between a loser without points and a loser without wins, and they are the same."""
    conditions = {rules.shutout_when, other.shutout_when}
    return conditions == {"loser-no-points", "loser-no-wins"} and wins_have_points(rules)


def changed_at_random(number):
    """Presets with one rule changed at random, to a value that matters."""
    source, shown = Random(number), [name for name in RULES if name in WORKED_OUT or name in kept()]
    while True:
        rules, name = preset(source.choice(preset_names())), source.choice(shown)
        others = [other for _, other in other_rules(rules, name) if in_use(other, name) and not is_alike(rules, other)]
        if others:
            return name, rules, source.choice(others)


@pytest.mark.parametrize("number", range(12))
def test_a_rule_changed_at_random_changes_a_sentence_and_an_example(number):
    name, rules, other = changed_at_random(number)
    case = rules.name, name, getattr(other, name)
    sentences = [[line for _, lines in card_sections(one) for line in lines] for one in (rules, other)]
    assert sentences[0] != sentences[1], case
    examples = [[lines for kind, _, lines in blocks_of(one) if kind in {"round", "differences"}]
                for one in (rules, other)]  # fmt: skip
    assert examples[0] != examples[1], case


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("standard+ranks=12", "The pack is A♣ to Q♠, and 27 cards are left after the deal; by the usual rule the pack"),
        ("standard+suits=3", "The pack is A♣ to K♥, and 18 cards are left after the deal; by the usual rule the pack"),
        (
            "penalty-2-to-4",
            "Number of players, seating: Ann deals to Bo, Cy and Di. Round 1: Bo wins, the others are charged 20.",
        ),
        ("standard+rounds=12", "Rounds 1–12: Ann wins 1 each. Ann has won; by the usual rule play goes on."),
        ("standard+tie=nobody", "Nobody scores; by the usual rule Bo scores 25 points"),
        ("doubling-gin+shutout_when=winner-every-hand", "Round 1: drawn; round 2: Ann wins 3; rounds 3–5: Ann wins 97"),
        ("openspiel+exact_margin_forfeit=7", "Round 1: Ann wins 7. Bo has won; by the usual rule Ann has won."),
        ("race+exact_margin_forfeit=108", "Round 1: Ann wins 11; round 2: Ann wins 97. Bo has won; by the usual"),
        ("online-rubl-300+exact_margin_forfeit=7", "round 2: Bo wins 2; rounds 3–5: Bo wins 97 each; rounds 6–8: Ann"),
        ("hollywood+exact_margin_forfeit=7", "and Ann pays Bo 119; by the usual rule"),
    ],
)
def test_an_example_of_other_values(text, words):
    assert words in " ".join(lines_of(rules_of(text))), lines_of(rules_of(text))


def test_standard_differs_from_itself_in_nothing():
    assert lines_of(RuleSet()) == []
