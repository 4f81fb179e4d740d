"""Online rules 1 (the cardgames.io rules for two): its sentences about play."""

import pytest

from ginrules.cards import CardSet
from ginrules.errors import NotInHand, TakenThisTurn, TooMuchDeadwood
from ginrules.melds.arrange import deadwood
from ginrules.play.actions import Discard, Knock, LayOff
from ginrules.play.engine import why_illegal
from ginrules.play.phases import SpreadTurn, UpcardOffer
from ginrules.presets import preset
from tests.by_hand import defended, drawn, knocked, play, run_down, spread, stack, texts

RULES = preset("cardgames-io")
READY = ["A23.456.789.T", "456.789.TJQ.K"]


@pytest.mark.parametrize("cards", ["8h 8s 8d", "Qh Qs Qd Qc", "Ah 2h 3h", "6c 7c 8c 9c Tc"])
def test_set_and_run(cards):
    """For example H8 S8 D8 or H12 S12 D12 C12; H1 H2 H3 or C6 C7 C8 C9 C10."""
    assert RULES.tables.is_meld(CardSet.parse(cards).mask)


@pytest.mark.parametrize("cards", ["Qh Kh Ah 2h", "Qh Kh Ah", "Kh Ah 2h"])
def test_aces_are_always_low(cards):
    """Aces are always low, never high, and runs can't wrap around, so Q,K,A,2 would not be a legal run."""
    assert not RULES.tables.is_meld(CardSet.parse(cards).mask)


def test_each_card_in_one_meld():
    """If you have an 8 you cannot count it both as part of 8,8,8 and 7,8,9."""
    assert deadwood("8c 8d 8h 7h 9h", RULES) == 16
    assert deadwood("8c 8d 8h 7h 9h 8s", RULES) == 0


def test_one_card_is_put_face_up():
    """One card is put face up besides the deck to start the discard pile."""
    state = stack(READY, RULES, upcard="2s")
    assert [str(card) for card in state.discards] == ["2s"]


def test_the_starting_player_draws_the_face_up_card_or_passes():
    """In the first turn, the starting player must choose to either draw the face up card or pass the turn."""
    state = stack(READY, RULES)
    assert isinstance(state.phase, UpcardOffer)
    assert texts(state) == ["take", "decline"]
    assert texts(play(state, "decline")) == ["take", "decline"]  # the other player gets to make the same choice


def test_if_they_pass_too_the_first_player_takes_their_turn_normally():
    """If they pass too, the first player takes their turn normally."""
    state = play(stack(READY, RULES), "decline", "decline")
    assert texts(state) == ["draw", "take"]


def test_the_card_drawn_from_the_pile_may_not_be_discarded_until_the_next_turn():
    """He may not discard that card until his next turn."""
    state = play(stack(READY, RULES, upcard="2s"), "take")
    error = why_illegal(state, Discard("2s"))
    assert isinstance(error, TakenThisTurn)
    assert error.details == {"card": "2s"}
    later = play(state, "discard Ts", "draw")
    later = play(later, texts(later)[0], "draw")
    assert "discard 2s" in texts(later)


def test_a_card_drawn_from_the_deck_may_be_discarded():
    """He may however discard a card he has just drawn from the deck, or any other card he has in his hand."""
    state = drawn(READY, ["2s"], RULES)
    assert {f"discard {card}" for card in state.hands[0]} <= set(texts(state))
    assert "discard 2s" in texts(state)


def test_the_opponent_may_lay_off_the_h4():
    """If the knocker had a meld, H1 H2 H3 and the opponent has a H4 … he can add it to the knocker's meld."""
    hands = ["Ah 2h 3h 4d 5d 6d Kc Kd Kh 2s", "Ks 4h 7c 9d Td Jh Qh 4s 6s 8s"]
    state = spread(knocked(hands, "3s", RULES), "Ah 2h 3h", "4d 5d 6d", "Kc Kd Kh")
    place = [str(meld) for meld in state.table].index("Ah 2h 3h")
    assert why_illegal(state, LayOff("4h", place)) is None
    after = defended(state)
    assert "4h" not in str(after.hands[1])


def test_the_knocker_can_never_lay_off():
    """The knocker cannot do the same, he can never lay off his deadwood."""
    hands = ["Ah 2h 3h 4d 5d 6d Kc Kd Kh 2s", "Ac 2c 3c Jc Qc 7s 8s 9s Tc Td"]
    state = spread(knocked(hands, "3s", RULES), "Ah 2h 3h", "4d 5d 6d", "Kc Kd Kh")
    assert isinstance(why_illegal(state, LayOff("2s", 0)), NotInHand)  # it is the defender's turn
    assert play(state, "done").is_over  # and the knocker has none


def test_no_lay_off_on_gin_or_big_gin():
    """If the knocker has Gin or Big Gin then the opponent is not allowed to lay off any cards."""
    hands = ["A234.456.789.", "5679.789.TJ.K"]
    gin = spread(knocked(hands, "Js", RULES), "Ac 2c 3c 4c", "4d 5d 6d", "7h 8h 9h")
    big = play(drawn(["A234.456.789.", "5679.789.J.JK"], ["Th"], RULES), "big gin")
    big = spread(big, "Ac 2c 3c 4c", "4d 5d 6d", "7h 8h 9h Th")
    assert (gin.outcome.ending, big.outcome.ending) == ("gin", "big-gin")


def test_knock_with_10_or_fewer():
    """You may only knock if you end up with 10 or fewer points of deadwood."""
    assert "knock Js" in texts(drawn(READY, ["Js"], RULES))
    state = drawn(["A23.456.78.TA", READY[1]], ["2s"], RULES)
    assert isinstance(why_illegal(state, Knock("Ts")), TooMuchDeadwood)


def test_3_5_9():
    """If you have just drawn and you have 3,5,9 as deadwood you would be allowed to knock with the 9."""
    state = drawn(["Ac 2c 3c 4c Jc Jd Jh Js 3s 5d", "2d 4d 6h 8s Tc Qd Ah 7s 5c 7d"], ["9h"], RULES)
    state = spread(play(state, "knock 9h"), "Ac 2c 3c 4c", "Jc Jd Jh Js")
    assert defended(state).outcome.deadwood[0] == 8


def test_big_gin_is_declared_without_a_discard():
    """You can say you have Big Gin and the game ends without you discarding the final card facedown."""
    state = drawn(["A234.456.789.", "5679.789.J.JK"], ["Th"], RULES)
    after = play(state, "big gin")
    assert after.phase == SpreadTurn(0, 0, "big-gin")
    assert len(after.hands[0]) == 11
    assert after.discards == state.discards


def test_two_cards_left():
    """The game also ends if neither player has knocked and there are only two cards left in the deck."""
    over = play(run_down(stack(READY, RULES)), Discard("Ts"))
    assert (over.outcome.ending, over.outcome.stock_left) == ("dead", 2)
