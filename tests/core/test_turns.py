"""The turns of a round: what is refused, what is listed, and whose turn follows."""

from itertools import product

import pytest

import ginrules as gin
from ginrules.cards import FULL_PACK
from ginrules.errors import CannotLayOff, NotAMeld, NotBigGin, NotInHand, TakenThisTurn
from ginrules.play.actions import BIG_GIN
from ginrules.play.events import event_text
from ginrules.play.turns.discard import _none_to_spare
from ginrules.testing.policies import fresh
from tests.rulebook.conftest import drawn, knocked, play, refusal, run_down, spread, stack

MAHJONG = gin.preset("mahjong-gin")


HAND = "5h 6h 7h 8h 9h Kc Kd"


def open_turn():
    return drawn([HAND, "As Ah Ad Tc Jc Qc 2s"], ["3s"], MAHJONG.evolve(hand_size=7))


def test_a_meld_of_cards_that_are_not_held_cannot_be_laid_down():
    state = open_turn()
    for cards in ("As Ah Ad", "8h 9h Th", "2d 3d 4d"):
        assert refusal(state, gin.LayDown(gin.Meld.parse(cards))) is NotInHand
    assert refusal(state, gin.LayDown(gin.Meld.parse("5h 6h 7h"))) is None


@pytest.mark.parametrize("cards", ["Kc Kd", "5h 6h", "5h 6h 8h"])
def test_cards_that_are_not_a_meld_cannot_be_laid_down(cards):
    melds = [gin.Meld(gin.CardSet.parse(cards), kind) for kind in ("set", "run")]
    assert [refusal(open_turn(), gin.LayDown(meld)) for meld in melds] == [NotAMeld] * 2


def test_a_meld_under_the_name_of_the_other_kind_cannot_be_laid_down():
    assert refusal(open_turn(), gin.LayDown(gin.Meld(gin.CardSet.parse("5h 6h 7h"), "set"))) is NotAMeld


def test_the_melds_on_the_table_are_numbered():
    state = open_turn()
    with pytest.raises(CannotLayOff, match="the table has no meld"):
        play(state, gin.LayOff("Kc", 0))
    state = play(state, "lay 5h 6h 7h")
    with pytest.raises(CannotLayOff, match="the melds on the table are 0 to 0"):
        play(state, gin.LayOff("8h", 1))


def test_a_seat_that_lays_a_taken_card_may_discard_any_other():
    state = play(open_turn(), "lay 5h 6h 7h")
    assert refusal(state, gin.Discard("8h")) is None
    assert state.phase.taken == gin.CardSet()


def test_a_taken_card_is_remembered_until_it_is_laid():
    rules = MAHJONG.evolve(hand_size=7, return_taken_discard=False)
    hands = ["5h 6h 7h 9c Jd Qs Kd", "As Ah Ad Tc Jc Qc 2s"]
    state = play(stack(hands, rules, dealer=1, upcard="4s"), "take")
    state = play(state, gin.LayDown(gin.Meld.parse("5h 6h 7h")))
    assert refusal(state, gin.Discard("4s")) is TakenThisTurn
    assert refusal(state, gin.Discard("9c")) is None


def test_a_meld_laid_down_is_named_in_its_event():
    _, (event, *_) = gin.transition(open_turn(), gin.LayDown(gin.Meld.parse("5h 6h 7h")))
    assert event_text(event) == "seat 0 lays 5h 6h 7h"


@pytest.mark.parametrize(("min_set", "min_run"), [*product((2, 3, 4), (2, 3, 4, 5))])
def test_when_all_cards_are_needed_for_melds_there_may_be_big_gin_without_a_knock(min_set, min_run):
    for cards in range(1, 16):
        sums = {sets * min_set + runs * min_run for sets in range(9) for runs in range(9)}
        assert _none_to_spare(cards, min_set, min_run) == (cards in sums), cards


def test_big_gin_is_listed_where_no_card_can_be_spared():
    rules = gin.RuleSet(hand_size=11, knock_limit=0)
    state = drawn(["Ac Ad Ah 5h 6h 7h 9s Ts Js Kc Kd", "2c 3d 4h 6s 7d 8c 9d Th Jc Qd 4s"], ["Kh"], rules)
    assert gin.legal_actions(state)[-1] == BIG_GIN
    assert not any(str(action).startswith("knock") for action in gin.legal_actions(state))


LAST = gin.RuleSet(stock_exhausted="last-discard-option")


def last_discard(hand, card):
    """Seat 0 has drawn the last card and discarded this card; seat 1 holds the hand."""
    taken = gin.CardSet.parse(hand) | gin.CardSet.parse(card)
    rest = [other for other in gin.CardSet(FULL_PACK) if other not in taken]
    return run_down(stack([[gin.Card.parse(card), *rest[:9]], hand], LAST), last=gin.Card.parse(card))


def test_big_gin_with_the_last_discard_takes_it_from_the_pile():
    state = last_discard("4s 5s 6s 8c 9c Kd Kh Ks Kc Tc", "7c")
    after = play(state, "big gin")
    assert after.discards == state.discards[:-1]
    assert after.hands[1] == state.hands[1] | gin.CardSet.parse("7c")
    assert refusal(last_discard("4s 5s 6s 8c 9c Kd Kh Ks 2d Tc", "7c"), BIG_GIN) is NotBigGin


@pytest.mark.parametrize("values", [{"layoff": "none", "defender_melds": "named"}, {"layoff": "knock-only"}])
def test_after_a_knock_the_defender_has_a_turn(values):
    hands = ["2c 2d 2h 5s 6s 7s 9h Th Jh Ac", "3c 4d 5h 7c 8d 9c Td Qc Ks Kh"]
    state = spread(knocked(hands, "Qd", gin.RuleSet(**values)), "2c 2d 2h", "5s 6s 7s", "9h Th Jh")
    assert isinstance(state.phase, gin.LayoffTurn)
    assert gin.view(state, 1).declared_deadwood == 1


@pytest.mark.parametrize(
    ("layoff", "melds", "phase"),
    [("knock-only", "named", gin.SpreadTurn), ("including-gin", "best", gin.LayoffTurn), ("knock-only", "best", None)],
)
def test_after_gin_the_defender_has_a_turn_where_the_rules_have_one(layoff, melds, phase):
    hands = ["2c 2d 2h 5s 6s 7s 9h Th Jh Qh", "3c 4d 5h 7c 8d 9c Td Qc Ks Kh"]
    rules = gin.RuleSet(layoff=layoff, defender_melds=melds)
    assert gin.view(gin.deal(rules, seed=7), 1).declared_deadwood is None
    state = knocked(hands, "Qd", rules)
    assert gin.view(state, 1).declared_deadwood is None
    state = spread(state, "2c 2d 2h", "5s 6s 7s", "9h Th Jh Qh")
    assert (None if state.is_over else type(state.phase)) is phase
    assert gin.view(state, 1).declared_deadwood == 0


def test_a_knock_with_the_last_discard_needs_a_card_that_is_held():
    state = fresh(gin.preset("rubl"), seed=4)
    while not isinstance(state.phase, gin.LastDiscard):
        plain = [action for action in gin.legal_actions(state) if not isinstance(action, gin.Knock | gin.TakeDiscard)]
        state = gin.transition(state, plain[0])[0]
    held = state.hands[state.turn] | gin.CardSet.of([state.discards[-1]])
    for card in gin.CardSet(FULL_PACK) - held:
        assert refusal(state, gin.Knock(card)) is NotInHand


def test_a_defender_without_deadwood_does_not_make_gin_of_a_knock():
    hands = ["2c 2d 2h 5s 6s 7s 9h Th Jh Ac", "3c 3d 3h 8d 9d Td Jd Qc Qs Qh"]
    state = spread(knocked(hands, "Kd", gin.RuleSet(defender_melds="named")), "2c 2d 2h", "5s 6s 7s", "9h Th Jh")
    state = play(state, gin.Done(), gin.Spread(["3c 3d 3h", "8d 9d Td Jd", "Qc Qh Qs"]))
    assert (state.outcome.ending, state.outcome.deadwood) == ("knock", (1, 0))


def test_a_spread_names_its_melds_and_they_stay_visible():
    state = knocked(["2c 2d 2h 5s 6s 7s 9h Th Jh Ac", "3c 4d 5h 7c 8d 9c Td Qc Ks Kh"], "Qd")
    melds = [gin.Meld.parse(cards) for cards in ("2c 2d 2h", "9h Th Jh", "5s 6s 7s")]
    misnamed = gin.Meld(melds[1].cards, "set")
    assert refusal(state, gin.Spread([melds[0], misnamed, melds[2]])) is NotAMeld
    assert gin.view(state, 1).spread == ()
    assert [meld.cards for meld in gin.view(play(state, gin.Spread(melds)), 1).spread] == [meld.cards for meld in melds]


def test_after_big_gin_no_card_can_be_left():
    hand = "Ac 2c 3c 4c 5s 6s 7s 9h Th Jh"
    state = play(drawn([hand, "3d 4d 5h 7c 8d 9c Td Qc Ks Kh"], ["Qh"], gin.RuleSet(knock_limit=10)), BIG_GIN)
    assert [str(action) for action in gin.legal_actions(state)] == ["spread Ac 2c 3c 4c / 9h Th Jh Qh / 5s 6s 7s"]


def test_the_last_discard_is_for_big_gin_only_where_there_is_one():
    taken = gin.CardSet.parse("4s 5s 6s 7c 8c 9c Kd Kh Ks Kc Tc")
    rest = [card for card in gin.CardSet(FULL_PACK) if card not in taken]
    hands = [[gin.Card.parse("7c"), *rest[:9]], "4s 5s 6s 8c 9c Kd Kh Ks Kc Tc"]
    for has_big_gin in (True, False):
        state = run_down(stack(hands, LAST.evolve(big_gin=has_big_gin)), last=gin.Card.parse("7c"))
        assert (BIG_GIN in gin.legal_actions(state)) == has_big_gin
