"""Counts over all ten-card and eleven-card hands, and the solver on a hand of each class."""

import json
import random
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

import ginrules as gin
from tests.conftest import LONG, slow
from tests.referees.census import Census, relabel

NUMBERS = json.loads((Path(__file__).parents[1] / "data" / "numbers.json").read_text())
TEN = NUMBERS["ten_card_hands"]
ELEVEN = NUMBERS["eleven_card_hands"]
PIPS = gin.RuleSet().card_values
SEEDS = range(slow(1, 5))


@pytest.fixture(scope="module")
def ten():
    return Census(most=10, values=PIPS)


def test_all_ten_card_hands(ten):
    assert ten.count(10, lambda points: points >= 0) == TEN["all"] == comb(52, 10)


def test_ten_card_hands_by_deadwood(ten):
    for most, expected in TEN["low"]["deadwood_at_most"].items():
        assert ten.count(10, lambda points, most=most: points <= int(most)) == expected, most
    assert ten.count(10, lambda points: points == 0) == TEN["low"]["dealt_gin"]


def test_mean_and_greatest_deadwood(ten):
    total = sum(group.count * points for size, points, group in ten.classes if size == 10)
    assert round(total / TEN["all"], 6) == TEN["low"]["mean_deadwood"]
    greatest = max(points for size, points, _ in ten.classes if size == 10)
    assert greatest == TEN["low"]["max_deadwood"]
    assert ten.count(10, lambda points: points == greatest) == TEN["low"]["max_deadwood_hands"]


def test_fully_melded_by_size(ten):
    expected = NUMBERS["fully_melded_sets_of_cards_by_size"]["low"]
    assert {size: ten.count(int(size), lambda points: points == 0) for size in expected} == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_the_solver_agrees_on_a_hand_of_each_class(seed):
    rules = gin.RuleSet()
    rng = random.Random(seed)
    census = Census(most=10, values=PIPS, seed=seed)
    assert len(list(census.samples(10))) > 2_000
    for size in range(11):
        for sample, points in census.samples(size):
            hand = gin.CardSet(relabel(sample, rng))
            assert len(hand) == size
            assert gin.deadwood(hand, rules) == points, hand


def test_hands_without_a_meld():
    """With each card worth one point, a hand without a meld leaves every card."""
    census = Census(most=10, values=(1,) * 13)
    assert census.count(10, lambda points: points == 10) == TEN["low"]["no_meld"]
    rules = gin.RuleSet(card_values=(1,) * 13)
    for sample, points in census.samples(10):
        hand = gin.CardSet(sample)
        assert gin.deadwood(hand, rules) == points
        assert (not gin.melds_in(hand, rules)) is (points == 10)


ODD = (9, 1, 4, 4, 7, 2, 8, 1, 5, 3, 6, 2, 12)


@pytest.mark.parametrize("changes", [{"min_set": 2}, {"min_set": 4}, {"card_values": ODD}])
def test_the_solver_agrees_under_other_meld_rules(changes):
    rules = gin.RuleSet(**changes)
    census = Census(most=7, values=rules.card_values, min_set=rules.min_set)
    for sample, points in census.samples(7):
        assert gin.deadwood(gin.CardSet(sample), rules) == points, gin.CardSet(sample)


@pytest.mark.full
@pytest.mark.skipif(not LONG, reason="takes some fifteen seconds: GINRULES_EFFORT=long; all hands of ten are counted")
def test_all_eleven_card_hands_and_big_gin():
    census = Census(most=11, values=PIPS)
    assert census.count(11, lambda points: points >= 0) == ELEVEN["all"] == comb(52, 11)
    assert census.count(11, lambda points: points == 0) == ELEVEN["low"]["big_gin"]
    for sample, points in census.samples(11):
        assert gin.deadwood(gin.CardSet(sample), gin.RuleSet()) == points, gin.CardSet(sample)


@pytest.mark.full
@pytest.mark.skipif(not LONG, reason="takes most of a minute: GINRULES_EFFORT=long")
def test_eleven_card_hands_after_the_best_discard():
    census = Census(most=11, values=PIPS, spare=1)
    assert census.count(11, lambda points: points == 0) == ELEVEN["low"]["gin_by_some_discard"]
    assert census.count(11, lambda points: points <= 10) == ELEVEN["low"]["knock_at_10_by_some_discard"]
    for sample, points in census.samples(11):
        assert min(gin.after_discard(gin.CardSet(sample), gin.RuleSet()).values()) == points, gin.CardSet(sample)


# --- melds -----------------------------------------------------------------------------------------------


NUMBERS = json.loads((Path(__file__).parents[1] / "data" / "numbers.json").read_text())
ACES = ("low", "high-or-low", "round-the-corner")
PACK = gin.CardSet((1 << 52) - 1)


@pytest.mark.parametrize("ace", ACES)
def test_melds_of_the_pack(ace):
    expected = NUMBERS["melds"][ace]
    melds = gin.melds_in(PACK, gin.RuleSet(ace_rank=ace))
    assert len(set(melds)) == len(melds) == expected["all"]
    assert sum(meld.kind == "run" for meld in melds) == expected["runs"]
    assert sum(meld.kind == "set" for meld in melds) == NUMBERS["melds"]["low"]["sets"]
    assert sum(len(meld.cards) <= 5 for meld in melds) == expected["length_up_to_5"]


@pytest.mark.parametrize("size", [10, 11])
def test_melds_that_fit_a_hand(size):
    melds = gin.melds_in(PACK, gin.RuleSet())
    assert sum(len(meld.cards) <= size for meld in melds) == NUMBERS["melds"]["low"][f"usable_in_{size}"]


@pytest.mark.parametrize("suit", range(4))
@pytest.mark.parametrize("ace", ACES)
def test_rank_masks_of_one_suit(ace, suit):
    tables = gin.RuleSet(ace_rank=ace).tables
    worth = [tables.value(mask << 13 * suit) - tables.deadwood(mask << 13 * suit) for mask in range(8192)]
    assert worth.count(0) == NUMBERS["rank_masks_of_one_suit_without_a_run"][ace]
    assert sum(worth) == NUMBERS["sum_of_best_run_value_over_8192_masks_ace_1"][ace]


@pytest.mark.parametrize("pack", NUMBERS["small_decks"], ids=lambda pack: f"{pack['ranks']} × {pack['suits']}")
def test_every_hand_of_a_small_pack(pack):
    rules = gin.RuleSet(ranks=pack["ranks"], suits=pack["suits"], hand_size=pack["hand"])
    tables = rules.tables
    cards = [1 << card for card in gin.CardSet(tables.pack)]
    points = []
    meld_free = 0
    for chosen in combinations(cards, pack["hand"]):
        hand = sum(chosen)
        points.append(tables.deadwood(hand))
        meld_free += not tables.melds(hand)
    assert len(points) == pack["hands"]
    assert points.count(0) == pack["gin"]
    assert sum(number <= 10 for number in points) == pack["deadwood_at_most_10"]
    assert sum(points) == pack["sum_of_deadwood"]
    assert meld_free == pack["meld_free"]
    assert gin.deadwood(gin.CardSet(sum(cards[: pack["hand"]])), rules) == points[0]


def test_fully_melded_sets_of_cards():
    """Every hand that melds can build; the solver must leave nothing of it."""
    tables = gin.RuleSet().tables
    melds = [meld.cards.mask for meld in gin.melds_in(PACK, gin.RuleSet()) if len(meld.cards) <= 5]
    melded = {0: {0}}
    for size in range(1, 12):
        melded[size] = {
            smaller | meld
            for meld in melds
            for smaller in melded.get(size - meld.bit_count(), ())
            if not smaller & meld
        }
        assert all(tables.deadwood(hand) == 0 for hand in melded[size])
    counts = {size: len(melded[int(size)]) for size in NUMBERS["fully_melded_sets_of_cards_by_size"]["low"]}
    assert counts == NUMBERS["fully_melded_sets_of_cards_by_size"]["low"]
    assert len(melded[10]) == NUMBERS["ten_card_hands"]["low"]["dealt_gin"]
    assert len(melded[11]) == NUMBERS["eleven_card_hands"]["low"]["big_gin"]
