"""cardgames.io and Hoyle's rules: sentences about play."""

from ginrules.cards import CardSet
from ginrules.errors import TakenThisTurn
from ginrules.play.actions import Discard
from ginrules.play.engine import why_illegal
from ginrules.presets import preset
from tests.by_hand import defended, drawn, knocked, play, run_down, spread, stack, texts

SEED_003 = preset("cardgames-io")
HOYLE = preset("hoyle")
READY = ["A23.456.789.T", "456.789.TJQ.K"]


def test_cardgames_io_4_of_hearts_on_a_2_3():
    """If the knocker had a meld, ♥A♥2♥3 and the opponent has a ♥4 he can add it to the knocker's meld."""
    hands = ["Ah 2h 3h 4d 5d 6d Kc Kd Kh 2s", "Ks 4♥ 7c 9d Td Jh Qh 4s 6s 8s"]
    state = spread(knocked(hands, "3s", SEED_003), "A♥ 2♥ 3♥", "4d 5d 6d", "Kc Kd Kh")
    assert any(text.startswith("lay off 4h") for text in texts(state))


def test_cardgames_io_the_card_drawn_from_the_pile_stays():
    """He could not discard that card until his subsequent flip."""
    assert isinstance(why_illegal(play(stack(READY, SEED_003, upcard="2s"), "take"), Discard("2s")), TakenThisTurn)


def test_cardgames_io_knock_with_the_9():
    """When you've got simply drawn and you've got 3,5,9 as deadwood you'll be allowed to knock with the 9."""
    state = drawn(["Ac 2c 3c 4c Jc Jd Jh Js 3s 5d", "2d 4d 6h 8s Tc Qd Ah 7s 5c 7d"], ["9h"], SEED_003)
    assert "knock 9h" in texts(state)


def test_hoyle_ace_is_low():
    """An Ace is consistently low card in Gin Rummy; it cannot be used as high card."""
    assert not HOYLE.tables.is_meld(CardSet.parse("Qs Ks As").mask)


def test_hoyle_initial_move():
    """The non-dealer decides … If that player declines, the dealer may choose the card."""
    state = stack(READY, HOYLE, dealer=0)
    assert (state.turn, texts(state)) == (1, ["take", "decline"])
    assert (play(state, "decline").turn, texts(play(state, "decline"))) == (0, ["take", "decline"])
    after = play(state, "take")
    assert play(after, texts(after)[0]).turn == 0  # completes his turn, then the other player takes a turn


def test_hoyle_both_decline():
    """If both players decline, the non-dealer begins by drawing the top card in the draw pile."""
    state = play(stack(READY, HOYLE, dealer=0), "decline", "decline")
    assert (state.turn, texts(state)) == (1, ["draw"])


def test_hoyle_knock_on_any_turn_including_the_first():
    """This may be performed on any turn (including the first turn) after drawing but before losing."""
    state = play(stack(["A23.456.789.2", READY[1]], HOYLE, upcard="Js"), "take")
    assert "knock 2s" in texts(state)


def test_hoyle_a_single_card_cannot_belong_to_two_sets():
    """A single card cannot belong to two sets."""
    hands = ["4c 4d 4h 3h 5h Kc Kd Kh Ks As", "2c 5c 6c 7c 8d 9d Td Jh Qh 7s"]
    state = knocked(hands, "2s", HOYLE.evolve(knock_limit=60))
    shown = [text for text in texts(state) if "4c 4d 4h" in text]
    assert shown
    assert not any("3h 4h 5h" in text for text in shown)


def test_hoyle_you_are_never_needed_to_knock():
    """You are never needed to knock. You could continue playing in an attempt to come up with a better hand."""
    state = drawn(READY, ["Js"], HOYLE)
    assert {"discard Js", "knock Js"} <= set(texts(state))


def test_hoyle_lay_off_when_the_knocker_did_not_go_gin():
    """A fourth card to a group of three of a kind, or additional back-to-back cards of the same suit."""
    hands = ["2c 3c 4c 4d 5d 6d Kc Kd Kh 2s", "Ks 5c 6c 9d Td Jh Qh 4s 6s 8s"]
    state = spread(knocked(hands, "3s", HOYLE), "2c 3c 4c", "4d 5d 6d", "Kc Kd Kh")
    state = play(state, "lay off Ks on 1", "lay off 5c on 0", "lay off 6c on 0", "done")
    assert state.outcome.ending == "knock"


def test_hoyle_draws():
    """If just two cards stay in the draw heap after a player discards … the round ends in a draw."""
    over = play(run_down(stack(READY, HOYLE)), Discard("Ts"))
    assert (over.outcome.ending, over.outcome.reason) == ("dead", "stock")
    assert defended(spread(knocked(READY, "Js", HOYLE), "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h")).outcome.ending == "knock"
