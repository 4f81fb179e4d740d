"""Mahjong gin (Gin rummy notes), settled step by step.

Each test is named after a paragraph, its docstring quotes it.
"""

import ginrules as gin
from ginrules.errors import CannotLayOff, DutyCannotBeMet, MustUseTakenCard, TakenThisTurn
from ginrules.testing.policies import fresh
from tests.rulebook.conftest import drawn, play, refusal, run_down, stack, texts

MAHJONG = gin.preset("mahjong-gin")


def mahjong_example(seat_0="8h Jc Qc Kc Qd 4s 3d"):
    """Table: seat 1's 5h 6h 7h. Pile, bottom to top, Kd 9h 2c Qs. Seat 0 is to draw."""
    rules = MAHJONG.evolve(hand_size=7)
    hands = [seat_0, "As Ah Ad Tc 5h 6h 7h"]
    state = stack(hands, rules, dealer=0, upcard="Kd", stock="9h 2c Qs 6s")
    state = play(state, "decline", "decline", "draw", "discard 9h", "draw", "discard 2c", "draw")
    state = play(state, "lay 5h 6h 7h", "discard Qs")
    assert [str(card) for card in state.discards] == ["Kd", "9h", "2c", "Qs"]
    return state


def test_2_1_frame():
    """Knocking not allowed. 2 seats 10 cards; 3–4 seats 7; upcard offer to each seat in turn."""
    for seats, size in ((2, 10), (3, 7), (4, 7)):
        state = fresh(MAHJONG, seats, dealer=0)
        assert {len(hand) for hand in state.hands} == {size}
        assert state.phase == gin.UpcardOffer(1)
        for _ in range(seats):
            state = play(state, "decline")
        assert state.phase == gin.DrawTurn(1, stock_only=True)
        state = play(state, "draw")
        assert not any(isinstance(action, gin.Knock) for action in gin.legal_actions(state))


def test_2_2_draw():
    """n ≥ 2: the deepest card X must be used; legal only if the duty can be met."""
    state = mahjong_example()
    assert texts(state) == ["draw", "take", "take 3"]
    assert refusal(state, gin.TakeDiscard(2)) is DutyCannotBeMet
    assert refusal(state, gin.TakeDiscard(4)) is DutyCannotBeMet


def test_2_2_one_card_no_duty_but_not_back():
    """n = 1: no duty. That card may not be discarded this turn, unless it is the only card left in the hand."""
    state = play(mahjong_example(), "take")
    assert refusal(state, gin.Discard("Qs")) is TakenThisTurn
    assert refusal(state, gin.Discard("3d")) is None


def test_2_2_the_only_card_left_may_go_back():
    """…unless it is the only card left in the hand."""
    rules = MAHJONG.evolve(hand_size=3)
    state = stack(["7h 8h 9h", "2c 4d Ts"], rules, dealer=1, upcard="Kd")
    state = play(state, "take", "lay 7h 8h 9h")
    assert texts(state) == ["discard Kd"]
    assert play(state, "discard Kd").outcome.ending == "out"


def test_2_2_all_taken_cards_are_public():
    """All n are public knowledge."""
    state = play(mahjong_example(), "take 3")
    assert state.known[0] == gin.CardSet.parse("9h 2c Qs")


def test_2_3_while_a_card_is_owed():
    """An action is legal iff X is used by it or can still be used after it; Discard is illegal."""
    state = play(mahjong_example(), "take 3")
    assert {"lay off 8h on 0", "lay Jc Qc Kc", "lay Qc Qd Qs"} == set(texts(state))
    assert refusal(state, gin.Discard("3d")) is MustUseTakenCard
    assert refusal(state, gin.LayOff("9h", 0)) is CannotLayOff
    assert refusal(play(state, "lay off 8h on 0"), gin.LayOff("9h", 0)) is None


def test_2_3_no_action_strands_the_owed_card():
    """Holding 8c 8d 8h instead, LayDown(8c 8d 8h) would be illegal: it strands 9h."""
    state = play(mahjong_example("8h 8c 8d Jc Qc Kc 4s"), "take 3")
    assert refusal(state, gin.LayDown("8c 8d 8h")) is MustUseTakenCard
    after = play(state, "lay off 8h on 0", "lay off 9h on 0")
    assert "discard 8c" in texts(after)


def test_2_3_lay_offs_on_any_meld_and_ones_own():
    """Either end of a run of any meld on the table; the owner may too; lay-offs chain without limit."""
    state = play(mahjong_example(), "take 3", "lay Jc Qc Kc")
    state = play(state, "lay off 8h on 0", "lay off 9h on 0", "discard 4s")
    state = play(state, "draw")
    assert {"lay off Tc on 1"} <= set(texts(state))


def test_2_4_a_seat_without_cards_ends_the_round_without_a_discard():
    """If a seat has no card left after its last meld or lay-off, the round ends at once."""
    rules = MAHJONG.evolve(hand_size=3)
    state = drawn(["7h 8h 9h", "2c 4d Ts"], ["Th"], rules)
    assert play(state, "lay 7h 8h 9h", "lay off Th on 0").outcome.ending == "out"
    assert play(state, "lay 7h 8h 9h Th").outcome.ending == "out"
    assert play(state, "lay 7h 8h 9h", "discard Th").outcome.ending == "out"


def test_2_5_stock_end():
    """A discard that leaves 2 cards in stock ends the round drawn."""
    state = run_down(fresh(MAHJONG, 2, seed=1))
    card = gin.legal_actions(state)[-1].card
    over = play(state, gin.Discard(card))
    assert (over.outcome.ending, over.outcome.reason, over.outcome.stock_left) == ("dead", "stock", 2)
    assert gin.price(over.outcome, MAHJONG).points == (0, 0)


def test_2_8_example():
    """Seat 1: 15 + 45 + 10 = +70. Seat 0: 10 + 30 − (5+5+10+5) = +15."""
    state = play(mahjong_example(), "take 3", "lay off 8h on 0", "lay off 9h on 0", "lay Jc Qc Kc", "discard Qd")
    assert state.hands[0] == gin.CardSet.parse("4s 3d Qs 2c")
    state = play(state, "draw", "lay Ad Ah As", "lay off Tc on 1", "discard 6s")
    assert state.outcome.ending == "out"
    assert state.outcome.declarer == 1
    assert state.outcome.laid == (40, 70)
    assert state.outcome.deadwood == (25, 0)
    assert gin.price(state.outcome, MAHJONG).points == (15, 70)
