"""The greedy and the random player: legal under every rule set, sensible in known positions."""

import random

import attrs
import pytest

import ginrules as gin
from ginrules.errors import InvalidRunError
from ginrules.play.seeded_deals import deal_seed, new_deal
from ginrules.players import Greedy, RandomPlayer
from tests.conftest import every
from tests.lab.conftest import HOUSE, play_deal
from tests.rulebook.conftest import play as played

STANDARD = gin.RuleSet(name="standard")
MAHJONG = gin.preset("mahjong-gin")
# a seat 1 that begins: 4c 5c 6c, two sevens and loose cards, deadwood 7+7+9+1+2+10+3
HAND = "4c 5c 6c 7d 7h 9s Ah 2h Kd 3s"
OTHER = "Tc Jh Qs Ks 8d 6d 4h 9d 2d Ad"


def at_offer(upcard, rules=STANDARD, hand=HAND, stock=""):
    return gin.deal(rules, gin.stacked([OTHER, hand], rules, upcard=upcard, stock=stock))


def chosen(state, player=None):
    action = (player or Greedy()).choose(gin.view(state, state.turn))
    assert action in gin.legal_actions(state)
    return action


@every(HOUSE.values(), [None, 0, 4])
def test_greedy_knocks_at_its_threshold_under_unusual_rules(rules, threshold):
    knocks = []
    for number in range(4):
        rounds = play_deal(rules, lambda _seed: Greedy(threshold), new_deal(deal_seed(4, number), rules), seats=2)
        knocks += [played.outcome for played in rounds if played.outcome.ending in ("knock", "gin")]
    assert knocks
    early = [outcome for outcome in knocks if outcome.stock_left > rules.stock_floor]
    most = max((outcome.deadwood[outcome.declarer] for outcome in early), default=0)
    assert most <= (rules.knock_limit if threshold is None else threshold)


def test_random_takes_every_action_about_as_often():
    state = at_offer("Qd")
    player = RandomPlayer(5)
    takes = sum(player.choose(gin.view(state, state.turn)) == gin.TakeDiscard() for _ in range(2000))
    assert 900 < takes < 1100


@pytest.mark.parametrize(
    ("upcard", "action"),
    [
        ("7s", gin.TakeDiscard()),  # a set of sevens
        ("7c", gin.TakeDiscard()),  # a longer run
        ("2s", gin.TakeDiscard()),  # saves eight points against the king
        ("Qd", gin.Decline()),  # as high as the king
        ("Jd", gin.Decline()),
    ],
)
def test_it_takes_an_upcard_that_lowers_its_deadwood(upcard, action):
    assert chosen(at_offer(upcard)) == action


def test_it_draws_the_stock_when_it_must_or_when_the_pile_is_no_help():
    passed = played(at_offer("Qd"), gin.Decline(), gin.Decline())
    assert chosen(passed) == gin.DrawStock()
    assert chosen(gin.deal(STANDARD.evolve(opening="no-upcard"), gin.shuffled(1))) == gin.DrawStock()


def test_it_discards_the_highest_loose_card():
    state = played(at_offer("Qd", stock="5d"), gin.Decline(), gin.Decline(), gin.DrawStock())
    assert chosen(state) == gin.Discard("Kd")


def test_among_equal_discards_it_keeps_what_can_still_meld():
    hand = "4c 5c 6c Qh Qs Jd Ad 2h 4h 7s"
    order = gin.stacked(["Tc Jh 9c 5s 8d 6d 8h 9d 2d Ah", hand], STANDARD, upcard="3c")
    state = played(gin.deal(STANDARD, order), gin.TakeDiscard())
    # the queens need one more card, with two left; the jack needs two
    assert chosen(state) == gin.Discard("Jd")
    # with the other queens gone the pair is worth no more than the jack, and the order of the pack decides
    gone = gin.CardSet.parse("Qc Qd")
    stock = bytes(card for card in state.stock_pile if card not in gone)
    assert chosen(attrs.evolve(state, stock_pile=stock, discard_pile=bytes(list(gone)))) == gin.Discard("Qs")


def test_it_never_discards_the_card_just_taken():
    state = played(at_offer("7s"), gin.TakeDiscard())
    assert chosen(state) != gin.Discard("7s")


@pytest.mark.parametrize(
    ("threshold", "action"),
    [
        (None, gin.Knock("Kd")),
        (9, gin.Knock("Kd")),
        (6, gin.Knock("Kd")),
        (5, gin.Discard("Kd")),
        (0, gin.Discard("Kd")),
    ],
)
def test_it_knocks_at_or_below_its_threshold(threshold, action):
    hand = "4c 5c 6c 7d 7h 7s Ah 2h Kd 3s"
    state = played(at_offer("Qd", hand=hand, stock="Jc"), gin.Decline(), gin.Decline(), gin.DrawStock())
    # after Kd or Jc the other stays: no knock; after 8h there is one
    assert isinstance(chosen(state, Greedy(threshold)), gin.Discard)
    state = played(at_offer("Qd", hand=hand, stock="7c"), gin.Decline(), gin.Decline(), gin.DrawStock())
    assert chosen(state, Greedy(threshold)) == action


def test_a_threshold_above_the_limit_breaks_no_rule():
    rules = STANDARD.evolve(knock_limit=4)
    hand = "4c 5c 6c 7d 7h 7s Ah 2h Kd 3s"
    state = played(at_offer("Qd", rules, hand, "7c"), gin.Decline(), gin.Decline(), gin.DrawStock())
    assert chosen(state, Greedy(10)) == gin.Discard("Kd")


@pytest.mark.parametrize("threshold", [-1, 2.5, "5", True])
def test_a_wrong_threshold_is_refused(threshold):
    with pytest.raises(InvalidRunError, match=f"expected 0 points or more .*, got {threshold!r}"):
        Greedy(threshold)


def test_gin_and_big_gin_are_declared_whatever_the_threshold():
    melded = "4c 5c 6c 7d 7h 7s Ah 2h 3h Kd"
    drawn = [gin.Decline(), gin.Decline(), gin.DrawStock()]
    assert chosen(played(at_offer("Qd", hand=melded, stock="7c"), *drawn), Greedy(0)) == gin.Knock("Kd")
    big = "4c 5c 6c 7d 7h 7s Ah 2h 3h 4h"
    other = "Tc Jh Qs Ks 8d 6d 5d 9d 2d Ad"
    state = gin.deal(STANDARD, gin.stacked([other, big], STANDARD, upcard="Qd", stock="5h"))
    assert chosen(played(state, *drawn), Greedy(0)) == gin.GoBigGin()
    plain = STANDARD.evolve(big_gin=False)
    state = gin.deal(plain, gin.stacked([other, big], plain, upcard="Qd", stock="5h"))
    assert isinstance(chosen(played(state, *drawn), Greedy(0)), gin.Knock)


def test_on_the_last_turn_it_knocks_whenever_it_can():
    rules = STANDARD.evolve(stock_floor=29)
    hand = "4c 5c 6c 7d 7h 7s Ah 2h Kd 3s"
    state = played(at_offer("Qd", rules, hand, "7c"), gin.Decline(), gin.Decline(), gin.DrawStock())
    assert len(state.stock) == 30
    assert chosen(state, Greedy(0)) == gin.Discard("Kd")
    rules = STANDARD.evolve(stock_floor=30)
    state = played(at_offer("Qd", rules, hand, "7c"), gin.Decline(), gin.Decline(), gin.DrawStock())
    assert chosen(state, Greedy(0)) == gin.Knock("Kd")


@pytest.mark.parametrize(
    ("hand", "last", "action"),
    [
        ("4c 5c 6c 7d 7h Kd Ah 2h 3h 2s", "7s", gin.Knock("Kd")),
        ("4c 5c 6c 7d 7h Kd Ah 2h 3h 2s", "Qc", gin.Decline()),
        ("4c 5c 6c 7d 7h 8c Ah 2h 3h 7c", "7s", gin.GoBigGin()),
    ],
)
def test_the_last_discard_is_taken_to_knock_with(hand, last, action):
    rules = STANDARD.evolve(stock_floor=30, stock_exhausted="last-discard-option")
    other = "Tc Jh Qs Ks 8d 6d 4h 9d 2d Ad"
    state = gin.deal(rules, gin.stacked([other, hand], rules, dealer=1, upcard="Qd", stock=last), dealer=1)
    state = played(state, gin.Decline(), gin.Decline(), gin.DrawStock(), gin.Discard(last))
    assert chosen(state, Greedy(0)) == action


def test_it_spreads_its_safest_best_arrangement_and_defends_at_best():
    hand = "4c 5c 6c 7d 7h 7s Ah 2h Kd 3s"
    state = played(
        at_offer("Qd", hand=hand, stock="7c"), gin.Decline(), gin.Decline(), gin.DrawStock(), gin.Knock("Kd")
    )
    spread = chosen(state)
    assert spread == gin.Spread(gin.best_arrangement(state.hands[1], STANDARD).melds)
    state = gin.apply(state, spread)
    least = gin.best_defence(state.hands[0], state.table, STANDARD)
    while not state.is_over:
        state = gin.apply(state, chosen(state))
    assert state.outcome.deadwood[0] == least.deadwood


def test_open_melds_are_laid_down_and_cards_laid_off():
    hand = "4c 5c 6c 7c 7d 7h 7s Ah 2h Kd"
    other = "Tc Jh Qs Ks 8d 6d 4h 9d 2d Ad"
    state = gin.deal(MAHJONG, gin.stacked([other, hand], MAHJONG, upcard="Qd", stock="3h"))
    state = played(state, gin.Decline(), gin.Decline(), gin.DrawStock())
    laid = []
    while isinstance(state.phase, gin.PlayTurn) and state.turn == 1:
        laid.append(chosen(state))
        state = gin.apply(state, laid[-1])
    assert [type(action) for action in laid] == [gin.LayDown, gin.LayDown, gin.LayDown, gin.Discard]
    assert laid[-1] == gin.Discard("Kd")
    assert len(state.hands[1]) == 0 or state.laid[1] == gin.CardSet.parse("4c 5c 6c 7c 7d 7h 7s Ah 2h 3h")


def test_a_deep_take_is_made_when_it_pays_and_its_card_is_placed():
    # precise.md 2.8: seat 0 takes three for 9h, lays 8h and 9h on the run, melds the jacks' run
    rules = MAHJONG
    rnd = random.Random(0)
    deep = 0
    for number in range(30):
        dealt = new_deal(deal_seed(11, number), rules)
        state = gin.deal(rules, dealt.order)
        while not state.is_over:
            action = chosen(state)
            deep += isinstance(action, gin.TakeDiscard) and action.count > 1
            state = gin.apply(
                state, gin.chance_action(state, rnd) if isinstance(state.phase, gin.Reshuffle) else action
            )
    assert deep > 0


def test_players_have_texts():
    texts = [str(player) for player in (Greedy(), Greedy(5), Greedy(0), RandomPlayer(1))]
    assert texts == [
        "greedy, knocking whenever allowed",
        "greedy, knocking at 5 or less",
        "greedy, playing for gin",
        "random",
    ]
