"""Gin Rummy Online: sentences about play."""

import pytest

from ginrules.cards import CardSet
from ginrules.errors import MustDrawStock, TakenThisTurn, TooMuchDeadwood
from ginrules.play.actions import Discard, Knock, TakeDiscard
from ginrules.play.engine import why_illegal
from ginrules.presets import preset
from tests.by_hand import drawn, knocked, play, run_down, spread, stack, texts

RULES = preset("online-rubl")
OKLAHOMA = preset("online-rubl-oklahoma")
READY = ["A23.456.789.T", "456.789.TJQ.K"]


def test_the_21st_card_is_opened():
    """Ten cards each are dealt to 2 players. The 21-st card is opened face up (upcard)."""
    state = stack(READY, RULES, upcard="2s")
    assert sum(map(len, state.hands)) == 20
    assert str(state.upcard) == "2s"


def test_the_discard_becomes_the_upcard():
    """When you discard a card, you place it on top of the current upcard."""
    state = play(drawn(READY, ["Js"], RULES), "discard Js")
    assert str(state.discards[-1]) == "Js"


def test_no_drawing_from_the_deck_yet():
    """The non-dealer would consider exchanging with the upcard or passing; then the dealer. No drawing yet."""
    state = stack(READY, RULES)
    assert texts(state) == texts(play(state, "decline")) == ["take", "decline"]


def test_both_refuse_the_first_upcard():
    """The non-dealer must start a game by drawing the top card from the deck."""
    state = play(stack(READY, RULES), "decline", "decline")
    assert (state.turn, texts(state)) == (0, ["draw"])
    assert isinstance(why_illegal(state, TakeDiscard()), MustDrawStock)


def test_discard_any_card():
    """…add it to his hand and discard ANY card face up on top of the original upcard."""
    state = drawn(READY, ["Js"], RULES)
    assert {f"discard {card}" for card in state.hands[0]} <= set(texts(state))


def test_thereafter_stock_or_upcard():
    """Each player in turn must draw the unknown top card from the deck OR the known upcard."""
    assert texts(play(drawn(READY, ["Js"], RULES), "discard Js")) == ["draw", "take"]


def test_the_upcard_may_not_go_back():
    """It is not permitted to draw the upcard & discard it on the same turn."""
    assert isinstance(why_illegal(play(stack(READY, RULES, upcard="2s"), "take"), Discard("2s")), TakenThisTurn)


@pytest.mark.parametrize(("cards", "valid"), [("Qc Kc Ac", False), ("Ac 2c 3c", True), ("4c 4d 4h", True)])
def test_ace_and_king_are_not_consecutive(cards, valid):
    """Ace & King are not considered consecutive, but Ace and 2 are."""
    assert RULES.tables.is_meld(CardSet.parse(cards).mask) == valid


@pytest.mark.parametrize(("upcard", "limit"), [("2s", 2), ("As", 0), ("Js", 10)])
def test_oklahoma(upcard, limit):
    """Such knocking value can be 2 if the initial upcard is 2. Initial Ace: only with a Gin hand."""
    assert stack(READY, OKLAHOMA, upcard=upcard).knock_limit == limit
    assert stack(READY, RULES, upcard=upcard).knock_limit == 10


def test_knocking_over_the_maximum_is_disallowed():
    """Knocking will be disallowed if the deadwood is greater than the maximum knocking value."""
    state = play(stack(["A23.456.789.T", READY[1]], OKLAHOMA, upcard="2s"), "take")
    assert isinstance(why_illegal(state, Knock("3c")), TooMuchDeadwood)
    assert why_illegal(state, Knock("Ts")) is None


def test_lay_off_is_a_privilege():
    """The opponent has the privilege of 'laying off' … This does not apply if the knocker has a gin hand."""
    hands = ["2c 3c 4c 4d 5d 6d Kc Kd Kh 2s", "Ks 5c 7c 9d Td Jh Qh 4s 6s 8s"]
    state = spread(knocked(hands, "3s", RULES), "2c 3c 4c", "4d 5d 6d", "Kc Kd Kh")
    assert {"lay off 5c on 0", "lay off Ks on 1", "done"} <= set(texts(state))
    assert play(state, "done").is_over


def test_the_2_last_cards_may_not_be_taken():
    """The 2 last cards of the deck may not be taken. If neither player has knocked: reshuffled (a new deal)."""
    over = play(run_down(stack(READY, RULES)), Discard("Ts"))
    assert (over.outcome.ending, len(over.stock)) == ("dead", 2)
