"""Simulated rounds: seeds, deals that differ only in who begins, and rounds that go wrong."""

from itertools import product

import pytest

import ginrules as gin
from ginrules.cards import CARDS
from ginrules.errors import LabError
from ginrules.lab.runner.play import play_round
from ginrules.play.actions import DRAW, TAKE
from ginrules.play.seeded_deals import deal_seed, new_deal, with_dealer
from ginrules.players import Greedy, RandomPlayer
from tests.lab.conftest import play_deal

STANDARD = gin.RuleSet(name="standard")
TWO = [Greedy(), Greedy()]


def test_seeds_are_pinned():
    assert [deal_seed(1, 0), deal_seed(1, 1), deal_seed(-3, 0)] == [
        346_160_259_673_234_085,
        3_484_456_365_840_137_659,
        3_871_347_476_282_494_416,
    ]
    dealt = new_deal(5, STANDARD)
    assert dealt.order == gin.shuffled(5)
    assert dealt == new_deal(5, gin.preset("oklahoma-second-deck"))
    assert dealt.knock_card in CARDS


def test_knock_cards_are_of_the_pack_and_all_come():
    rules = STANDARD.evolve(ranks=5, suits=2, hand_size=2)
    cards = {new_deal(deal_seed(1, number), rules).knock_card for number in range(200)}
    assert cards == set(gin.pack_of(rules))


@pytest.mark.parametrize("opening", ["upcard-offer", "eleven-cards", "open-card", "no-upcard"])
def test_every_seat_keeps_its_hand_whichever_seat_deals(opening):
    rules = gin.preset("penalty-2-to-4").evolve(opening=opening)
    for seats, number in product((2, 3, 4), range(5)):
        order = gin.shuffled(number)
        first = gin.deal(rules, with_dealer(order, rules, seats=seats, dealer=seats - 1), dealer=seats - 1, seats=seats)
        assert first == gin.deal(rules, order, dealer=seats - 1, seats=seats)
        for dealer in range(seats - 1):
            other = gin.deal(rules, with_dealer(order, rules, seats=seats, dealer=dealer), dealer=dealer, seats=seats)
            assert (other.upcard, other.stock, other.turn) == (first.upcard, first.stock, (dealer + 1) % seats)
            extra = other.hands[dealer + 1] - first.hands[dealer + 1]
            assert len(extra) == (opening == "eleven-cards")
            assert other.hands[dealer + 1] - extra <= first.hands[dealer + 1]
            rest = [seat for seat in range(1, seats) if seat != dealer + 1]
            assert [other.hands[seat] for seat in rest] == [first.hands[seat] for seat in rest]


def test_a_round_is_played_to_its_end():
    played = play_round(STANDARD, TWO, gin.shuffled(7))
    assert (played.outcome.declarer, played.outcome.ending) == (1, "knock")
    assert (played.turns, played.plies) == (7, 17)


def test_turns_are_counted():
    # the dealer's left takes the upcard and knocks at once
    knocker = "4c 5c 6c 7d 7h 8s Ah 2h 3h Kd"
    order = gin.stacked(["Tc Jh Qs Ks 8d 6d 4h 9d 2d Ad", knocker], STANDARD, upcard="7s")
    played = play_round(STANDARD, TWO, order)
    assert played.outcome.deadwood[1] == 8
    assert (played.turns, played.outcome.ending) == (1, "knock")
    # gone out on the first turn with the last meld, without a discard
    rules = gin.preset("mahjong-gin")
    order = gin.stacked(["Tc Jh Qs 8s 8d 6d 5d 9d 2d Ad", "4c 5c 6c Kd Kh Ks Ah 2h 3h 4h"], rules, upcard="7c")
    played = play_round(rules, TWO, order)
    assert (played.turns, played.outcome.ending, played.outcome.declarer) == (1, "out", 1)


def test_a_deal_is_played_with_every_dealer():
    rounds = play_deal(STANDARD, lambda _seed: Greedy(), new_deal(8, STANDARD), seats=2)
    order = with_dealer(gin.shuffled(8), STANDARD, seats=2, dealer=0)
    assert rounds == [play_round(STANDARD, TWO, order), play_round(STANDARD, TWO, gin.shuffled(8), dealer=1)]


def test_reshuffles_come_from_the_seed():
    rules = gin.RuleSet(stock_exhausted="reshuffle", knock_limit=0)
    players = [RandomPlayer(1), RandomPlayer(2)]
    first = play_round(rules, players, gin.shuffled(1), chance=4)
    players = [RandomPlayer(1), RandomPlayer(2)]
    assert play_round(rules, players, gin.shuffled(1), chance=4) == first
    assert first.plies > 120


def test_the_cap_is_no_action_too_low():
    plies = play_round(STANDARD, TWO, gin.shuffled(7)).plies
    assert play_round(STANDARD, TWO, gin.shuffled(7), ply_cap=plies).plies == plies
    with pytest.raises(LabError):
        play_round(STANDARD, TWO, gin.shuffled(7), ply_cap=plies - 1)


def test_stubborn_but_legal_is_not_an_error():
    seats = []

    class Taker:
        def choose(self, view):
            seats.append(view.seat)
            return TAKE if TAKE in view.legal else DRAW if DRAW in view.legal else view.legal[-1]

    assert play_round(STANDARD, [Taker(), Taker()], gin.shuffled(2)).plies == len(seats)
