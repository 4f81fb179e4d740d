"""Gin rummy notes (a page of many scraps, Wikipedia's article among them): its sentences about play."""

import pytest

from ginrules.cards import CardSet
from ginrules.errors import KnockNotAllowed, LayoffNotAllowed, NotInHand, TooMuchDeadwood
from ginrules.melds.meld import Meld
from ginrules.play.actions import Discard, Knock, LayOff
from ginrules.play.engine import why_illegal
from ginrules.play.phases import DrawTurn
from ginrules.presets import preset
from ginrules.testing.policies import fresh
from tests.by_hand import defended, drawn, knocked, play, run_down, spread, stack, texts
from tests.tables import STANDARD

READY = ["A23.456.789.T", "456.789.TJQ.K"]


def test_passes_out_10_cards_alternately_to_each_player():
    """The dealer shuffles the deck and passes out 10 cards alternately to each player."""
    state = fresh(STANDARD)
    assert [len(hand) for hand in state.hands] == [10, 10]


def test_the_player_opposite_has_the_option_to_play_first():
    """The player opposite of the dealer has the option to play first by taking the top card of the discard pile."""
    state = stack(READY, dealer=0)
    assert (state.turn, texts(state)) == (1, ["take", "decline"])


def test_if_they_choose_to_pass_the_dealer_has_the_choice():
    """If they choose to pass, the dealer has the choice to take the top card of the discard pile."""
    state = play(stack(READY, dealer=0), "decline")
    assert (state.turn, texts(state)) == (0, ["take", "decline"])


def test_if_they_also_pass_the_other_player_takes_from_the_stock():
    """If they also choose to pass, the other player begins the game by taking the top card from the stock pile."""
    state = play(stack(READY, dealer=0), "decline", "decline")
    assert (state.turn, texts(state)) == (1, ["draw"])


def test_stock_pile_has_two_cards_left():
    """If no player can reach Knock or Gin by the time the stock pile has two cards left, no points are awarded."""
    assert play(run_down(stack(READY)), Discard("Ts")).outcome.ending == "dead"


@pytest.mark.parametrize(
    ("cards", "kind"), [("7c 7d 7h", "set"), ("7c 7d 7h 7s", "set"), ("2c 3c 4c", "run"), ("9h Th Jh Qh Kh", "run")]
)
def test_a_meld(cards, kind):
    """Three or more of a kind or three or more of a run of the same suit in increasing or decreasing order."""
    assert STANDARD.tables.is_meld(CardSet.parse(cards).mask)
    assert Meld.parse(" ".join(reversed(cards.split()))).kind == kind


@pytest.mark.parametrize("cards", ["7c 7d", "2c 3c", "2c 3c 4d", "2c 3c 5c", "7c 7d 8h", "Qc Kc Ac"])
def test_no_meld(cards):
    """Melds have to consist of 3 cards or more."""
    assert not STANDARD.tables.is_meld(CardSet.parse(cards).mask)


@pytest.mark.parametrize("loose", "9TJ")
def test_a_player_can_knock_when_deadwood_is_10_or_less(loose):
    """A player can go Knock when the card value of their deadwood is 10 or less."""
    state = drawn([f"A23.456.789.{loose}", READY[1]], ["2s"])
    assert "knock 2s" in texts(state)


def test_a_player_cannot_knock_with_11():
    """…10 or less."""
    state = drawn(["A23.456.78.TA", READY[1]], ["2s"])
    error = why_illegal(state, Knock("2s"))
    assert isinstance(error, TooMuchDeadwood)
    assert error.details["limit"] == 10


def test_the_fourth_king():
    """A meld of 3 Kings and the player in play has the fourth King: they may place it on the 3 King meld."""
    hands = ["Ac 2c 3c 4d 5d 6d Kc Kd Kh 2s", "Ks 5c 7c 9d Td Jh Qh 4s 6s 8s"]
    state = spread(knocked(hands, "3s"), "Ac 2c 3c", "4d 5d 6d", "Kc Kd Kh")
    assert "lay off Ks on 1" in texts(state)


def test_the_ace_of_clubs_before_the_2():
    """A meld of the 2, 3, and 4 of clubs … the Ace of clubs, they may place it before the 2."""
    hands = ["2c 3c 4c 4d 5d 6d Kc Kd Kh 2s", "Ks Ac 7c 9d Td Jh Qh 4s 6s 8s"]
    state = spread(knocked(hands, "3s"), "2c 3c 4c", "4d 5d 6d", "Kc Kd Kh")
    assert "lay off Ac on 0" in texts(state)


def test_the_knocking_player_cannot_lay_off():
    """The knocking player cannot lay off: no seat but the defender is to act after the spread."""
    state = spread(knocked(READY, "Js"), "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h")
    assert state.turn == 1
    assert isinstance(why_illegal(state, LayOff("Ts", 2)), NotInHand)
    assert play(state, "done").is_over


def test_when_gin_is_called_there_is_no_lay_off_phase():
    """When gin is called, there is no lay off phase."""
    state = spread(knocked(["A234.456.789.", "5679.789.TJ.K"], "Js"), "Ac 2c 3c 4c", "4d 5d 6d", "7h 8h 9h")
    assert state.outcome.ending == "gin"


def test_risk_a_draw_for_big_gin():
    """If a player has gin in hand, but chooses to risk a draw, they can call Big Gin."""
    state = drawn(["A234.456.789.", "5679.789.J.JK"], ["Th"])
    assert "big gin" in texts(state)
    assert play(state, "big gin").phase.ending == "big-gin"


def test_a_player_does_not_need_to_knock():
    """A player does not need to knock when their deadwood value is less than 10."""
    state = drawn(READY, ["Js"])
    assert "knock Js" in texts(state)
    assert play(state, "discard Js").phase == DrawTurn(1)


def test_straight_gin_knocking_is_not_allowed():
    """In straight gin, players are required to play until one of them can go gin. Knocking is not allowed."""
    state = drawn(["A23.456.789.A", "567.789.TJQ.K"], ["Js"], preset("straight-gin"))
    error = why_illegal(state, Knock("Js"))
    assert isinstance(error, TooMuchDeadwood)
    assert error.details == {"deadwood": 1, "limit": 0}


def test_mahjong_knocking_is_not_allowed():
    """Similar to straight gin, knocking is not allowed."""
    state = drawn(["A23.456.789.A", "567.789.TJQ.K"], ["Js"], preset("mahjong-gin"))
    assert isinstance(why_illegal(state, Knock("Js")), KnockNotAllowed)


def test_mahjong_cards_in_order_from_the_top():
    """More than one card may be taken, in order, from the top of the discard pile."""
    rules = preset("mahjong-gin").evolve(hand_size=3)
    state = stack(["7h 8h 2s", "2c 4d Ts"], rules, upcard="9h", stock="Kc Qc")
    state = play(state, "decline", "decline", "draw", "discard Kc")
    assert [str(card) for card in state.discards] == ["9h", "Kc"]
    state = play(state, "draw", "discard Qc")
    assert "take 3" in texts(state)
    assert play(state, "take 3").hands[0] == CardSet.parse("7h 8h 2s 9h Kc Qc")


def test_mahjong_opponents_add_on():
    """Opponents being able to add on to straights … or finish a three of a kind with the fourth card."""
    rules = preset("mahjong-gin").evolve(hand_size=4)
    state = drawn(["7h 7d 7s 2s", "7c 4d Ts 3h"], ["Kc"], rules)
    state = play(state, "lay 7d 7h 7s", "discard Kc", "draw")
    assert "lay off 7c on 0" in texts(state)


@pytest.mark.parametrize(("upcard", "limit"), [("6s", 6), ("As", 0), ("Qs", 10)])
def test_oklahoma_the_first_upcard(upcard, limit):
    """If the first upcard was 6, you may only knock if you end up with 6 or fewer; an Ace: Pure Gin."""
    assert stack(READY, preset("oklahoma"), upcard=upcard).knock_limit == limit


def test_a_second_deck():
    """A second deck … both players are dealt ten cards with the last hand winner picking first from the deck."""
    state = fresh(preset("oklahoma-second-deck"), dealer=0)
    assert [len(hand) for hand in state.hands] == [10, 10]
    assert (state.turn, texts(state)) == (1, ["draw"])


def test_the_opponent_lays_off_a_5():
    """The knocker had a meld, 2 3 4 and the opponent has 5: the non-knocker can add that 5."""
    hands = ["2c 3c 4c 4d 5d 6d Kc Kd Kh 2s", "Ks 5c 7c 9d Td Jh Qh 4s 6s 8s"]
    state = spread(knocked(hands, "3s"), "2c 3c 4c", "4d 5d 6d", "Kc Kd Kh")
    before = state.setup.tables.deadwood(state.hand_masks[1])
    state = play(state, "lay off 5c on 0")
    assert state.setup.tables.deadwood(state.hand_masks[1]) == before - 5


def test_each_card_in_one_meld_only():
    """If you have a 4, it cannot be a part of both 4,4,4 and 3,4,5."""
    state = knocked(["4c 4d 4h 3h 5h Kc Kd Kh Ks As", "2c 5c 6c 7c 8d 9d Td Jh Qh 7s"], "3s")
    assert not any("4c 4d 4h" in text and "3h 4h 5h" in text for text in texts(state))


def test_gin_all_lay_offs_refused():
    """Lay off: adding your deadwood cards to an opponents' meld when opponent knocked without Gin."""
    state = drawn(READY, ["Js"])
    assert isinstance(why_illegal(state, LayOff("Ts", 0)), LayoffNotAllowed)  # nor before any knock
    assert defended(spread(play(state, "knock Js"), "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h")).outcome.ending == "knock"
