"""Online rules 2 (penalty gin for two to four): its sentences about play."""

import pytest

from ginrules.cards import CardSet
from ginrules.errors import BigGinNotOffered, CannotLayOff, TooMuchDeadwood
from ginrules.play.actions import Discard, GoBigGin, Knock, LayOff
from ginrules.play.engine import why_illegal
from ginrules.play.phases import DrawTurn, LayoffTurn, Reshuffle
from ginrules.presets import preset
from ginrules.testing.policies import fresh
from tests.by_hand import defended, drawn, knocked, play, run_down, spread, texts

RULES = preset("penalty-2-to-4")
KNOCK = ["7h 8h 9h 4c 4d 4s 3d", "6h 2c 2d 2s Kd Ks Qs", "5h Th Jc Ac Ad As Qc"]


@pytest.mark.parametrize(("seats", "size"), [(2, 10), (3, 7), (4, 7)])
def test_cards_dealt(seats, size):
    """In a 2 player game every player is dealt ten cards. In a three to four player game seven cards."""
    assert {len(hand) for hand in fresh(RULES, seats).hands} == {size}


def test_one_open_card():
    """One open card is used as the first card of the discard pile."""
    state = fresh(RULES, 3)
    assert len(state.discards) == 1
    assert texts(state) == ["draw", "take"]


def test_a_turn_has_two_parts():
    """Drawing from the deck or the top card of the discard pile. Throwing a card to the discard pile."""
    state = fresh(RULES, 3, dealer=2)
    state = play(state, "draw")
    assert "discard" in texts(state)[0]
    assert play(state, texts(state)[0]).phase == DrawTurn(1)


def test_gin_leaves_the_last_card_to_discard():
    """Valid melds from every card in their hand except for the last card that is discarded."""
    state = drawn(["7h 8h 9h 4c 4d 4h 4s", *KNOCK[1:]], ["Ts"], RULES)
    assert isinstance(why_illegal(state, GoBigGin()), BigGinNotOffered)
    over = spread(play(state, "knock Ts"), "7h 8h 9h", "4c 4d 4h 4s")
    assert (over.outcome.ending, over.outcome.deadwood[0]) == ("gin", 0)


def test_gin_other_players_cannot_add_cards():
    """When a player Gins other players cannot add cards to that player's melds."""
    hands = ["7h 8h 9h 4c 4d 4h 4s", "6h Th 2c 2d 2s Kd Ks", "5h Jh Jc Ac Ad As Qc"]
    assert spread(knocked(hands, "Ts", RULES), "7h 8h 9h", "4c 4d 4h 4s").is_over


def test_knock_deadwood_is_ten_at_most():
    """A deadwood count that's equal or lower than ten."""
    assert "knock 9s" in texts(drawn([KNOCK[0].replace("3d", "Td"), *KNOCK[1:]], ["9s"], RULES))
    state = drawn(["7h 8h 9h 4c 4d 5s 3d", *KNOCK[1:]], ["9s"], RULES)
    error = why_illegal(state, Knock("9s"))
    assert isinstance(error, TooMuchDeadwood)
    assert error.details == {"deadwood": 16, "limit": 10}


def test_opponents_add_cards_one_after_another():
    """His or her opponents can add cards directly to the melds created by the Knocker."""
    state = spread(knocked(KNOCK, "9s", RULES), "7h 8h 9h", "4c 4d 4s")
    assert state.phase == LayoffTurn(1, 0, "knock")
    state = play(state, "lay off 6h on 1", "done")
    assert state.phase == LayoffTurn(2, 0, "knock")
    assert play(state, "done").is_over


def test_only_to_the_original_melds():
    """The person playing next added 6H, meaning that the player who plays third will not be able to add 5H."""
    state = spread(knocked(KNOCK, "9s", RULES), "7h 8h 9h", "4c 4d 4s")
    state = play(state, "lay off 6h on 1", "done")
    assert isinstance(why_illegal(state, LayOff("5h", 1)), CannotLayOff)
    assert why_illegal(state, LayOff("Th", 1)) is None


def test_undercut_a_lower_count():
    """If that player's total deadwood count is lower than that of the player who knocked: undercut."""
    hands = ["7h 8h 9h 4c 4d 4s Td", "6h 2c 2d 2s 3c Ah 3s", "5h Th Jc Ac Ad As Qc"]
    over = defended(spread(knocked(hands, "9s", RULES), "7h 8h 9h", "4c 4d 4s"))
    assert over.outcome.deadwood == (10, 7, 25)  # 6h and Th have gone


def test_reshuffle():
    """If only 2 last cards are left in the deck, the discard pile is reshuffled and used as the new deck."""
    state = run_down(fresh(RULES, 3))
    assert len(state.stock) == 2
    state = play(state, Discard(next(iter(state.hands[state.turn]))))
    assert isinstance(state.phase, Reshuffle)


def test_melds_as_spread():
    """A meld can be either a set or a run; the knocker chooses what to show."""
    state = knocked(KNOCK, "9s", RULES)
    assert texts(state) == ["spread 4c 4d 4s / 7h 8h 9h"]
    assert state.known[0] == state.hands[0] == CardSet.parse(KNOCK[0])
