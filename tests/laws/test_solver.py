"""The solver against the naive solver, on hands full of melds.

Uniform hands would test little: only 24 % of ten cards hold a set, 1 % four of a kind.
"""

import random

import pytest

import ginrules as gin
from ginrules.play.actions import DONE
from ginrules.solver.meld_tables import least_unrun, rank_runs
from tests.conftest import effort, slow
from tests.referees.naive import Naive, rich_hand, rich_spread

ACES = ("low", "high-or-low", "round-the-corner")
MAHJONG = (15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10)
ODD = (13, 1, 7, 2, 30, 4, 4, 1, 9, 3, 11, 2, 8)

FULL_PACKS = {
    **{ace: {"ace_rank": ace} for ace in ACES},
    "ace 15": {"ace_rank": "round-the-corner", "card_values": (15, *range(2, 11), 10, 10, 10)},
    "mahjong values": {"card_values": MAHJONG},
    "odd values": {"ace_rank": "high-or-low", "card_values": ODD},
    "pairs": {"min_set": 2},
    "pairs, odd values": {"min_set": 2, "card_values": ODD},
    "sets of four": {"min_set": 4},
    "runs of two": {"min_run": 2},
    "runs of two, round the corner": {"min_run": 2, "ace_rank": "round-the-corner"},
    "runs of four": {"min_run": 4, "ace_rank": "high-or-low"},
    "pairs and runs of four": {"min_set": 2, "min_run": 4},
    "sets of four, runs of two": {"min_set": 4, "min_run": 2},
}
SMALL_PACKS = {
    "4 × 3": {"ranks": 4, "suits": 3, "hand_size": 4},
    "5 × 3, ace high too": {"ranks": 5, "suits": 3, "hand_size": 5, "ace_rank": "high-or-low"},
    "6 × 4, round the corner": {"ranks": 6, "suits": 4, "hand_size": 6, "ace_rank": "round-the-corner"},
    "5 × 2, pairs": {"ranks": 5, "suits": 2, "hand_size": 3, "min_set": 2},
    "3 × 4, round the corner": {"ranks": 3, "suits": 4, "hand_size": 4, "ace_rank": "round-the-corner"},
    "13 × 2": {"suits": 2, "hand_size": 7},
}
EVERY_PACK = {**FULL_PACKS, **SMALL_PACKS}


def hands(naive, size, count, salt=0):
    rng = random.Random(f"{size} {salt}")
    for _ in range(count):
        yield rich_hand(rng, naive.melds, size, naive.pack)


def legal_melds(naive, melds, held):
    """The cards of these melds as one mask, after a check that all are melds and none overlap."""
    used = 0
    for meld in melds:
        assert meld.cards.mask in naive.is_meld
        assert not used & meld.cards.mask
        used |= meld.cards.mask
    assert used & ~held == 0
    return used


def check_hand(rules, naive, hand):
    cards = gin.CardSet(hand)
    expected = naive.after_discard(hand)
    assert gin.deadwood(cards, rules) == naive.deadwood(hand), cards
    assert dict(gin.after_discard(cards, rules)) == expected, cards


def check_defence(rules, naive, hand, spread):
    cards, melds = gin.CardSet(hand), [gin.CardSet(meld) for meld in spread]
    chaining = rules.layoff_chain
    result = gin.best_defence(cards, melds, rules)
    case = f"{cards} against {' / '.join(map(str, melds))}"
    assert result.deadwood == naive.best_defence(hand, spread, chaining=chaining), case

    left, table = hand, list(spread)
    for step in result.layoffs:
        card, place = int(step.card), step.onto
        assert left >> card & 1, case
        assert card in naive.places(table[place], spread[place], chaining=chaining), case
        left ^= 1 << card
        table[place] |= 1 << card
    left &= ~legal_melds(naive, result.melds, left)
    assert left == result.unmelded.mask, case
    assert naive.value(left) == result.deadwood, case
    assert result.actions[: len(result.layoffs)] == result.layoffs
    assert result.actions[len(result.layoffs)] == DONE
    assert all(isinstance(step, gin.LayOff) for step in result.layoffs)


def check_arrangements(rules, naive, hand, limit):
    cards = gin.CardSet(hand)
    result = gin.arrangements(cards, rules, limit)
    expected = naive.arrangements(hand, limit)
    assert len(result) == len(expected), cards
    assert {frozenset(meld.cards.mask for meld in item.melds): item.deadwood for item in result} == expected, cards
    assert [item.deadwood for item in result] == sorted(expected.values())
    for item in result:
        assert gin.Spread(item.melds).melds == item.melds, "in the order of a spread"
        assert item.unmelded.mask == hand & ~legal_melds(naive, item.melds, hand)

    best = gin.best_arrangement(cards, rules)
    melded = legal_melds(naive, best.melds, hand)
    assert best.unmelded.mask == hand & ~melded
    assert best.deadwood == naive.value(hand & ~melded) == naive.deadwood(hand), cards


@pytest.mark.parametrize("size", [10, 11])
@pytest.mark.parametrize("name", EVERY_PACK)
def test_agrees_with_the_naive_solver(name, size):
    changes = EVERY_PACK[name]
    rules = gin.RuleSet(**changes)
    naive = Naive.of(rules)
    if name in SMALL_PACKS:
        size = min(size, len(naive.pack)) - 5
    for hand in hands(naive, size, effort(12, 150), name):
        check_hand(rules, naive, hand)
        check_arrangements(rules, naive, hand, 25)
        check_defence(rules, naive, hand, rich_spread(random.Random(hand), naive, hand))


@pytest.mark.full
@pytest.mark.parametrize("size", [10, 11])
@pytest.mark.parametrize("ace", ACES)
def test_agrees_on_many_rich_hands(ace, size):
    rules = gin.RuleSet(ace_rank=ace)
    naive = Naive.of(rules)
    for hand in hands(naive, size, slow(400, 20_000)):
        check_hand(rules, naive, hand)
        check_defence(rules, naive, hand, rich_spread(random.Random(hand), naive, hand))


@pytest.mark.full
@pytest.mark.parametrize("size", [10, 11])
@pytest.mark.parametrize("name", FULL_PACKS)
def test_arrangements_agree_on_many_rich_hands(name, size):
    rules = gin.RuleSet(**FULL_PACKS[name])
    naive = Naive.of(rules)
    for hand in hands(naive, size, slow(100, 2_000), name):
        check_hand(rules, naive, hand)
        check_arrangements(rules, naive, hand, 100)


@pytest.mark.parametrize("ace", ACES)
def test_defence_against_original_melds_only(ace):
    rules = gin.RuleSet(ace_rank=ace, layoff_chain=False)
    naive = Naive.of(rules)
    for hand in hands(naive, 10, effort(100, 1_000), "original"):
        check_defence(rules, naive, hand, rich_spread(random.Random(hand), naive, hand))


def test_a_defender_who_names_his_melds_ends_with_a_spread():
    rules = gin.RuleSet(defender_melds="named")
    result = gin.best_defence("2s 2c 2d 2h 8s 8c 8d 9s 7c Ac", ["Ks Kc Kd", "5s 6s 7s", "9c Tc Jc"], rules)
    assert result.actions == (*result.layoffs, DONE, gin.Spread(result.melds))


@pytest.mark.parametrize("limit", [0, 10])
@pytest.mark.parametrize("ace", ACES)
def test_outs_and_melds_agree(ace, limit):
    rules = gin.RuleSet(ace_rank=ace)
    naive = Naive.of(rules)
    for hand in hands(naive, 10, effort(15, 120), limit):
        cards = gin.CardSet(hand)
        assert set(map(int, gin.outs(cards, rules, limit))) == naive.outs(hand, limit), cards
        assert sorted(meld.cards.mask for meld in gin.melds_in(cards, rules)) == naive.melds_in(hand), cards


def exposure(naive, hand, melds):
    """How many cards outside the hand can be laid off, and how few of the melds are sets."""
    places = {card for meld in melds for card in naive.places(meld, meld, chaining=True)}
    return (sum(not hand >> card & 1 for card in places), -sum(meld in naive.sets for meld in melds))


@pytest.mark.parametrize("ace", ACES)
def test_the_best_arrangement_gives_the_defender_least_to_lay_on(ace):
    rules = gin.RuleSet(ace_rank=ace)
    naive = Naive.of(rules)
    for hand in hands(naive, 10, effort(60, 400), "exposure"):
        least = naive.deadwood(hand)
        best = gin.best_arrangement(gin.CardSet(hand), rules)
        shown = exposure(naive, hand, [meld.cards.mask for meld in best.melds])
        assert shown == min(exposure(naive, hand, melds) for melds in naive.arrangements(hand, least)), gin.CardSet(
            hand
        )


def test_a_throw_spares_at_most_its_own_value():
    rules = gin.RuleSet()
    naive = Naive.of(rules)
    for hand in hands(naive, 11, 1_000, "bound"):
        whole = gin.deadwood(gin.CardSet(hand), rules)
        for card, left in gin.after_discard(gin.CardSet(hand), rules).items():
            assert left >= whole - rules.card_values[card.rank - 1]


def test_the_best_discard_is_not_the_dearest_leftover():
    """style.md, known traps: these eleven are gin by throwing 3s."""
    hand = "As 2s 3s 7s 2c 7c Ad 2d Ah 2h 7h"
    left = gin.after_discard(hand, gin.RuleSet())
    assert left[gin.Card.parse("3s")] == 0
    assert gin.deadwood(hand, gin.RuleSet()) == 2


@pytest.mark.parametrize("values", [range(1, 14), (1,) * 13, range(13, 0, -1)])
def test_the_runs_of_a_suit_leave_the_least_that_any_choice_of_runs_leaves(values):
    runs = rank_runs(13, "low", 3)
    least = least_unrun(runs, tuple(values), 13)

    def best(mask):
        left = [best(mask ^ run) for run in runs if run & mask == run]
        return min([sum(value for rank, value in enumerate(values) if mask >> rank & 1), *left])

    for mask in (0, 7, 0b1111, 0b111111, 0b1011101110111, 0b1110011100111, 0b111101111):
        assert least[mask] == best(mask), bin(mask)


def test_an_ace_ends_the_run_that_can_best_do_without_others():
    runs = rank_runs(13, "high-or-low", 3)
    # ace, two, three, five, jack, queen, king: the ace is worth more low than at the end of the longest run
    assert least_unrun(runs, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), 13)[0b1110000010111] == 5


@pytest.mark.parametrize("ace_rank", ["low", "high-or-low", "round-the-corner"])
def test_runs_are_in_ascending_order(ace_rank):
    runs = rank_runs(13, ace_rank, 2)
    assert list(runs) == sorted(runs)
