"""Shuffling, stacking and dealing, and every deal that cannot be made."""

import random

import pytest
from hypothesis import given

import ginrules as gin
from ginrules.cards import CARDS
from tests.conftest import HOUSE, STANDARD, seeds, tables

READY = ["A23.456.789.T", "456.789.TJQ.K"]
ELEVEN = STANDARD.evolve(opening="eleven-cards")


def refused(make, *words):
    with pytest.raises(gin.DealError) as raised:
        make()
    message = str(raised.value)
    assert raised.value.code == "deal-error"
    for word in words:
        assert word in message, message
    return raised.value


def test_the_shuffle_is_pinned():
    """The same seed gives the same order for ever."""
    assert " ".join(map(str, gin.shuffled(0)[:12])) == PINNED_0
    assert " ".join(map(str, gin.shuffled(2026)[:12])) == PINNED_2026


def test_the_documented_algorithm():
    order = list(CARDS)
    rng = random.Random(11)
    for last in range(51, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    assert gin.shuffled(11) == tuple(order)


def test_a_generator_continues():
    rng = random.Random(4)
    assert gin.shuffled(rng) == gin.shuffled(4)
    assert gin.shuffled(rng) != gin.shuffled(4)


@pytest.mark.parametrize("seed", ["4", None, 4.0, b"4", True])
def test_what_is_not_a_seed(seed):
    refused(lambda: gin.shuffled(seed), "expected a seed", "whole number")


@given(tables, seeds)
def test_stacking_what_was_dealt_deals_it_again(table, seed):
    rules, seats = table
    knock_card = "3c" if rules.knock_source == "knock-card" else None
    dealer = seed % seats
    state = gin.deal(rules, gin.shuffled(seed, rules), dealer=dealer, seats=seats, knock_card=knock_card)
    order = gin.stacked(state.hands, rules, upcard=state.upcard, stock=reversed(state.stock), dealer=dealer)
    assert gin.deal(rules, order, dealer=dealer, seats=seats, knock_card=knock_card) == state
    assert order == gin.shuffled(seed, rules) or set(order) == set(gin.pack_of(rules))


def test_cards_not_named_follow_in_ascending_order():
    state = gin.deal(STANDARD, gin.stacked(READY, dealer=1), dealer=1)
    assert str(state.upcard) == "7c"
    rest = list(reversed(state.stock))
    assert rest == sorted(rest)


def test_a_hand_of_the_wrong_size():
    error = refused(lambda: gin.stacked(["A23.456.789.", READY[1]]), "seat 0", "10 cards", "9")
    assert error.details == {"seat": 0, "size": 10}


def test_eleven_cards_for_the_seat_after_the_dealer():
    gin.stacked(["A23.456.789.TJ", READY[1]], ELEVEN, dealer=1)
    refused(lambda: gin.stacked(READY, ELEVEN, dealer=1), "seat 0", "11")
    refused(lambda: gin.stacked(["A23.456.789.TJ", READY[1]], ELEVEN, dealer=0), "seat 0", "10")


def test_a_card_in_two_hands():
    error = refused(lambda: gin.stacked([READY[0], "456.789.TJQ.T"]), "twice Ts")
    assert error.details["twice"] == ["Ts"]


def test_an_upcard_that_is_in_a_hand():
    refused(lambda: gin.stacked(READY, upcard="Ts"), "twice Ts")


def test_an_upcard_where_there_is_none():
    refused(lambda: gin.stacked(["A23.456.789.TJ", READY[1]], ELEVEN, dealer=1, upcard="2s"), "no upcard", "2s")


@pytest.mark.parametrize("hands", [["A23.456.789.T", "nonsense"], ["7h 7h", READY[1]], [[99], READY[1]]])
def test_hands_that_are_no_cards(hands):
    refused(lambda: gin.stacked(hands), "not cards to deal")


def test_a_stock_that_is_no_cards():
    refused(lambda: gin.stacked(READY, stock="9z"), "9z")


def test_cards_outside_a_small_pack():
    rules = HOUSE["small pack"]
    refused(lambda: gin.stacked(["A2345...", "...A2347"], rules), "not in the pack 7s")


def test_53_cards():
    error = refused(lambda: gin.deal(STANDARD, (*CARDS, CARDS[0])), "53 cards instead of 52", "twice Ac")
    assert error.details["cards"] == 53


def test_51_cards():
    refused(lambda: gin.deal(STANDARD, CARDS[1:]), "51 cards", "missing Ac")


def test_many_faults_are_shortened():
    refused(lambda: gin.deal(STANDARD, CARDS[:30]), "missing 5h 6h 7h 8h 9h and 17 more")


@pytest.mark.parametrize(
    "order", [[*CARDS[:51], "7x"], [*CARDS[:51], 52], [*CARDS[:51], None], (), "nonsense", None, 7]
)
def test_an_order_that_is_not_of_cards(order):
    refused(lambda: gin.deal(STANDARD, order))


@pytest.mark.parametrize(("name", "seats"), [("standard", 3), ("standard", 0), ("penalty-2-to-4", 5), ("cutthroat", 3)])
def test_seats_that_the_rules_do_not_allow(name, seats):
    error = refused(lambda: gin.deal(gin.preset(name), gin.shuffled(1), seats=seats), name, f"got {seats}")
    assert error.details["seats"] == seats


@pytest.mark.parametrize("dealer", [-1, 2, 9])
def test_a_dealer_who_is_not_at_the_table(dealer):
    refused(
        lambda: gin.deal(STANDARD, gin.shuffled(1), dealer=dealer),
        "dealer: expected a whole number from 0 to 1",
        f"got {dealer}",
    )


def test_knock_cards():
    second = gin.preset("oklahoma-second-deck")
    refused(lambda: gin.deal(second, gin.shuffled(1)), "knock_card")
    refused(lambda: gin.deal(second, gin.shuffled(1), knock_card="1x"), "1x")
    refused(lambda: gin.deal(STANDARD, gin.shuffled(1), knock_card="7h"), "7h")
    small = second.evolve(ranks=6, hand_size=4)
    refused(lambda: gin.deal(small, gin.shuffled(1, small), knock_card="Ks"), "Ks")


def test_the_second_pack_is_turned_card_by_card():
    turned = [gin.knock_card_of(STANDARD, 5, number) for number in range(156)]
    for first in (0, 52, 104):
        assert sorted(turned[first : first + 52]) == list(gin.pack_of(STANDARD))
    assert turned[:52] != turned[52:104]
    assert [str(card) for card in turned[:5]] == ["Jd", "2h", "Js", "Qc", "Jc"]
    assert turned[:5] != [gin.knock_card_of(STANDARD, 6, number) for number in range(5)]
    small = STANDARD.evolve(ranks=3, suits=2, hand_size=1)
    assert sorted(gin.knock_card_of(small, 5, number) for number in range(6)) == list(gin.pack_of(small))
    for seed, number in ((5, -1), ("5", 0), (5, 1.0)):
        with pytest.raises(gin.DealError, match=r"(seed: expected a whole|number: expected a whole number from 0 up)"):
            gin.knock_card_of(STANDARD, seed, number)


def test_the_pack_is_the_lowest_ranks_of_the_first_suits():
    rules = STANDARD.evolve(ranks=3, suits=2, hand_size=1)
    assert gin.pack_of(rules) == tuple(gin.CardSet.parse("Ac 2c 3c Ad 2d 3d"))
    assert set(gin.shuffled(3, rules)) == set(gin.pack_of(rules))


def test_an_order_may_be_texts_or_numbers():
    order = gin.shuffled(9)
    assert gin.deal(STANDARD, map(str, order)) == gin.deal(STANDARD, map(int, order)) == gin.deal(STANDARD, order)
    assert gin.deal(STANDARD, order).upcard == gin.Card.parse(str(order[20]))


PINNED_0 = "4c Qh 5c 8h 8c 2c 7c 5d Th Ts 2d 4d"
PINNED_2026 = "Ad As 3c Jh 4h 6d Th 2d 8s 4d Ts 7d"


def test_a_list_of_up_to_five_faults_is_complete():
    order = gin.shuffled(1)
    for count, more in ((5, ""), (6, " and 1 more")):
        with pytest.raises(gin.DealError) as caught:
            gin.deal("standard", order[:-count], dealer=0)
        missing = sorted(order[-count:])[:5]
        assert str(caught.value).endswith(f"missing {' '.join(map(str, missing))}{more}")
