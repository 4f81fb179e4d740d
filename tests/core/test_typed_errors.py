"""Invalid numbers and values: an error of the library, with a message that can be printed."""

import json

import pytest

import ginrules as gin
from ginrules._support.bounds import LARGEST_NUMBER
from ginrules.errors import GinRulesError, ParseError, ScoreError
from ginrules.records import from_dict, to_dict
from tests.conftest import every

RULES = gin.RuleSet()
HUGE = 10**5_000
HANDS = ["A23.456.789.T", "456.789.TJQ.K"]
NUMBERS = (HUGE, -HUGE, True, 1.5, float("nan"), b"7h", object(), (HUGE,), [1.5], [None], {"a": 1})

CALLS = {
    "Card": gin.Card, "CardSet": gin.CardSet, "TakeDiscard": gin.TakeDiscard,
    "Card.of": lambda value: gin.Card.of(value, 1), "LayOff": lambda value: gin.LayOff("7h", value),
    "points": lambda value: gin.Outcome(declarer=0, deadwood=(value, 2)),
    "declarer": lambda value: gin.Outcome(declarer=value, deadwood=(1, 2)),
    "stock": lambda value: gin.Outcome(declarer=0, deadwood=(1, 2), stock_left=value),
    "laid": lambda value: gin.Outcome(declarer=0, deadwood=(1, 2), laid=(value,)),
    "Spread": lambda value: gin.Spread([value]), "outs": lambda value: gin.outs(value, RULES, 10),
    "best_defence": lambda value: gin.best_defence(value, ["7h 8h 9h"], RULES),
    "a meld of best_defence": lambda value: gin.best_defence("7h", [value], RULES),
    "stacked": lambda value: gin.stacked([value, value], RULES),
    "a stock": lambda value: gin.stacked(HANDS, RULES, stock=[value]),
    "parse_arrangement": lambda value: gin.parse_arrangement(value, RULES),
    "pad points": lambda value: gin.pad_entry([value, 0], RULES, winner=0),
    "pad winner": lambda value: gin.pad_entry(5, RULES, winner=value),
    "pad boxes": lambda value: gin.pad_entry(5, RULES, winner=0, boxes=value),
    "pad multiplier": lambda value: gin.pad_entry(5, RULES, winner=0, multiplier=value),
    "pad result": lambda value: gin.pad_entry(5, RULES, winner=0, result=value),
    "players": lambda value: gin.new_match(RULES, [value, "Bo"]),
}  # fmt: skip


@every(CALLS, range(len(NUMBERS)))
def test_values_that_are_not_numbers_or_too_large_end_in_a_typed_error(name, call, number):
    with pytest.raises(GinRulesError) as caught:
        call(NUMBERS[number])
    assert 10 < len(str(caught.value)) < 1_000, name


def test_points_beyond_what_is_read_back_cannot_be_made():
    """A score pad that can be made is a document that can be read."""
    most = gin.pad_entry(LARGEST_NUMBER, RULES, winner=0, boxes=LARGEST_NUMBER)
    for value in (most, gin.new_match(RULES, results=[most])):
        assert from_dict(type(value), json.loads(json.dumps(to_dict(value)))) == value
    for options in ({"points": LARGEST_NUMBER + 1}, {"points": 1, "boxes": LARGEST_NUMBER + 1}):
        with pytest.raises(ScoreError, match=rf"at most {LARGEST_NUMBER} as"):
            gin.pad_entry(**{"rules": RULES, "winner": 0, **options})
    with pytest.raises(ScoreError, match=r"multiplier"):
        gin.pad_entry(5, RULES.evolve(spade_multiplier=2, knock_source="upcard"), winner=0, multiplier=10**12)
    outcome = gin.Outcome(declarer=0, deadwood=(0, LARGEST_NUMBER), laid=(), stock_left=2)
    assert from_dict(gin.Outcome, to_dict(outcome)) == outcome


def test_lists_without_end_are_not_read_to_their_end():
    for call in (
        lambda: gin.Outcome(declarer=0, deadwood=iter(int, 1)),
        lambda: gin.best_defence("7h", iter(lambda: "7h 8h 9h", ""), RULES),
        lambda: gin.ShuffleStock(iter(lambda: "7h", "")),
    ):
        with pytest.raises((ParseError, ScoreError)):
            call()


class Broken:
    """A number whose own code fails."""

    def __index__(self):
        raise ZeroDivisionError


def test_what_a_number_of_the_caller_raises_is_an_error_of_the_library():
    for call in (
        gin.Card,
        lambda value: gin.outs("7h", RULES, value),
        lambda value: gin.arrangements("7h", RULES, value),
    ):
        with pytest.raises(GinRulesError):
            call(Broken())


def test_a_price_that_could_not_be_read_back_is_refused():
    rules = gin.RuleSet(knock_bonus=1_000_000)
    facts = gin.Outcome(declarer=0, deadwood=(1, LARGEST_NUMBER))
    with pytest.raises(ScoreError, match=r"at most 1000000000"):
        gin.price(facts, rules)
