"""The exact counts of melds, rank masks and small packs (tests/data/numbers.json)."""

import json
from itertools import combinations
from pathlib import Path

import pytest

from ginrules.cards import CardSet
from ginrules.melds.arrange import deadwood, melds_in
from ginrules.rules.model import RuleSet

NUMBERS = json.loads((Path(__file__).parents[1] / "data" / "numbers.json").read_text())
ACES = ("low", "high-or-low", "round-the-corner")
PACK = CardSet((1 << 52) - 1)


@pytest.mark.parametrize("ace", ACES)
def test_melds_of_the_pack(ace):
    expected = NUMBERS["melds"][ace]
    melds = melds_in(PACK, RuleSet(ace_rank=ace))
    assert len(set(melds)) == len(melds) == expected["all"]
    assert sum(meld.kind == "run" for meld in melds) == expected["runs"]
    assert sum(meld.kind == "set" for meld in melds) == NUMBERS["melds"]["low"]["sets"]
    assert sum(len(meld.cards) <= 5 for meld in melds) == expected["length_up_to_5"]


@pytest.mark.parametrize("size", [10, 11])
def test_melds_that_fit_a_hand(size):
    melds = melds_in(PACK, RuleSet())
    assert sum(len(meld.cards) <= size for meld in melds) == NUMBERS["melds"]["low"][f"usable_in_{size}"]


@pytest.mark.parametrize("suit", range(4))
@pytest.mark.parametrize("ace", ACES)
def test_rank_masks_of_one_suit(ace, suit):
    tables = RuleSet(ace_rank=ace).tables
    worth = [tables.value(mask << 13 * suit) - tables.deadwood(mask << 13 * suit) for mask in range(8192)]
    assert worth.count(0) == NUMBERS["rank_masks_of_one_suit_without_a_run"][ace]
    assert sum(worth) == NUMBERS["sum_of_best_run_value_over_8192_masks_ace_1"][ace]


@pytest.mark.parametrize("pack", NUMBERS["small_decks"], ids=lambda pack: f"{pack['ranks']} × {pack['suits']}")
def test_every_hand_of_a_small_pack(pack):
    rules = RuleSet(ranks=pack["ranks"], suits=pack["suits"], hand_size=pack["hand"])
    tables = rules.tables
    cards = [1 << card for card in CardSet(tables.pack)]
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
    assert deadwood(CardSet(sum(cards[: pack["hand"]])), rules) == points[0]


def test_fully_melded_sets_of_cards():
    """Every hand that melds can build; the solver must leave nothing of it."""
    tables = RuleSet().tables
    melds = [meld.cards.mask for meld in melds_in(PACK, RuleSet()) if len(meld.cards) <= 5]
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
