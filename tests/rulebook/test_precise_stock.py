"""Openings, knock card and the end of the stock, settled step by step.

Each test is named after a paragraph, its docstring quotes it.
"""

import pytest

import ginrules as gin
from ginrules.cards import FULL_PACK
from ginrules.errors import TakenThisTurn, WrongPhase
from ginrules.testing.policies import fresh
from tests.conftest import STANDARD
from tests.rulebook.conftest import defended, play, refusal, run_down, spread, stack, texts

PENALTY = gin.preset("penalty-2-to-4")
SECOND_DECK = gin.preset("oklahoma-second-deck")
READY = ["A23.456.789.T", "456.789.TJQ.K"]


def test_8_1_second_deck():
    """Ten each, no open card, no offer; first draw is the stock only. Stock 32, drawable 30."""
    state = gin.deal(SECOND_DECK, gin.shuffled(3), dealer=0, knock_card="7s")
    assert state.upcard is None
    assert state.knock_card == gin.Card.parse("7s")
    assert state.discards == ()
    assert len(state.stock) == 32
    assert state.phase == gin.DrawTurn(1, stock_only=True)
    assert texts(state) == ["draw"]
    state = play(state, "draw")
    discard = gin.legal_actions(state)[0]
    state = play(state, discard)
    assert state.discards == (discard.card,)  # the pile begins with its discard
    assert texts(state) == ["draw", "take"]


@pytest.mark.parametrize(("card", "limit"), [("As", 0), ("2s", 2), ("9d", 9), ("Th", 10), ("Jc", 10), ("Ks", 10)])
def test_8_1_knock_card(card, limit):
    """Ace: gin only; 2–9 pip; T–K 10."""
    assert gin.deal(SECOND_DECK, gin.shuffled(3), knock_card=card).knock_limit == limit


def test_8_2_eleven_cards():
    """Non-dealer 11, dealer 10; no open card; stock 31. The non-dealer's first turn has no draw."""
    rules = STANDARD.evolve(opening="eleven-cards")
    state = stack(["Ac 2c 3c 5d 6d 7d 9h Th Jh 4s 8c", "4c 5c 6c 7c 8d 9d Td Jd Qd Kd"], rules)
    assert state.phase == gin.PlayTurn(0)
    assert state.upcard is None
    assert len(state.stock) == 31
    assert texts(state) == [f"discard {card}" for card in state.hands[0]] + ["knock 8c", "knock 4s"]
    assert gin.deadwood(state.hands[0] - gin.Card.parse("8c"), rules) == 4
    assert gin.deadwood(state.hands[0] - gin.Card.parse("4s"), rules) == 8
    state = play(state, "discard 8c")
    assert state.phase == gin.DrawTurn(1)  # the dealer's first turn is an ordinary draw
    assert texts(state) == ["draw", "take"]


def test_8_2_the_extra_card_goes_to_the_dealers_left():
    """More seats: the extra card goes to the dealer's left; in the eleven-card deal it comes last."""
    rules = PENALTY.evolve(opening="eleven-cards")
    order = gin.shuffled(1, rules)
    state = gin.deal(rules, order, dealer=1, seats=3)
    assert [len(hand) for hand in state.hands] == [7, 7, 8]
    assert order[21] in state.hands[2]


def test_8_3_draw_at_two():
    """A discard without knock that leaves 2 in stock: over, drawn."""
    state = run_down(stack(READY))
    assert len(state.stock) == 2
    over = play(state, gin.Discard("Ts"))
    assert (over.outcome.ending, over.outcome.reason, over.outcome.stock_left) == ("dead", "stock", 2)
    assert over.outcome.deadwood[1] == 10  # facts are given in drawn rounds too


def test_8_3_the_player_who_drew_the_50th_card_could_knock():
    """The player who drew the 50th card could knock; if they did, it counts (pagat.com; Gin rummy notes,
    Gin Rummy Online, Hoyle's rules)."""
    state = run_down(stack(READY))
    card = next(iter(state.hands[0] - gin.CardSet.parse(READY[0])))
    over = defended(spread(play(state, gin.Knock(card)), "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h"))
    assert (over.outcome.ending, over.outcome.stock_left) == ("knock", 2)


LAST = STANDARD.evolve(stock_exhausted="last-discard-option")


def last_discard(hand, card, rules=LAST):
    """Seat 0 has drawn the last card and discarded this card; seat 1 holds the hand."""
    taken = gin.CardSet.parse(hand) | gin.Card.parse(card)
    rest = [card for card in gin.CardSet(FULL_PACK) if card not in taken]
    state = stack([[gin.Card.parse(card), *rest[:9]], hand], rules)
    return run_down(state, last=gin.Card.parse(card))


def test_8_4_last_discard_option():
    """Without it 29. A knock with Qh (2) or 2d (10) is legal."""
    state = last_discard("4s 5s 6s 8c 9c Kd Kh Ks 2d Qh", "7c")
    assert gin.deadwood(state.hands[1], LAST) == 29
    assert state.phase == gin.LastDiscard(1)
    assert texts(state) == ["decline", "knock 2d", "knock Qh"]
    assert refusal(state, gin.Knock("7c")) is TakenThisTurn
    assert refusal(state, gin.Discard("2d")) is WrongPhase  # there is no plain discard here
    knock = play(state, "knock Qh")
    assert knock.phase == gin.SpreadTurn(1, 1, "knock")
    assert knock.hands[1] == gin.CardSet.parse("4s 5s 6s 7c 8c 9c Kd Kh Ks 2d")
    over = defended(spread(knock, "4s 5s 6s", "7c 8c 9c", "Kd Kh Ks"))
    assert over.outcome.deadwood[1] == 2


def test_8_4_decline_is_drawn():
    """Decline: drawn; the discarder gets no further turn."""
    over = play(last_discard("4s 5s 6s 8c 9c Kd Kh Ks 2d Qh", "7c"), "decline")
    assert (over.outcome.ending, over.outcome.reason) == ("dead", "declined")


def test_8_4_big_gin_with_the_last_discard():
    """It may GoBigGin with the last discard."""
    state = last_discard("4s 5s 6s 8c 9c Kd Kh Ks Kc Tc", "7c")
    assert "big gin" in texts(state)
    over = spread(play(state, "big gin"), "4s 5s 6s", "7c 8c 9c Tc", "Kc Kd Kh Ks")
    assert (over.outcome.ending, over.outcome.declarer) == ("big-gin", 1)


def test_8_4_taken_cards_may_go_back_as_in_openspiel():
    """(… not the taken card itself, unless taken cards may go back, as in OpenSpiel)."""
    hand = "4s 5s 6s 8c 9c Tc Kd Kh Ks 2d"
    assert refusal(last_discard(hand, "Qh"), gin.Knock("Qh")) is TakenThisTurn
    assert refusal(last_discard(hand, "Qh", LAST.evolve(return_taken_discard=True)), gin.Knock("Qh")) is None


def test_8_4_only_the_next_seat():
    """More than two seats: the next seat only."""
    rules = PENALTY.evolve(stock_exhausted="last-discard-option")
    state = run_down(fresh(rules, 3, dealer=2), None)
    seat = state.turn
    state = play(state, gin.Discard(next(iter(state.hands[seat]))))
    assert state.phase == gin.LastDiscard((seat + 1) % 3)
    assert play(state, "decline").is_over


@pytest.mark.parametrize(("seats", "size"), [(2, 31), (3, 30), (4, 23)])
def test_8_5_reshuffle(seats, size):
    """New stock = all of the pile but its top card, on top of the 2 cards, which stay beneath."""
    state = run_down(fresh(PENALTY, seats))
    state = play(state, gin.Discard(next(iter(state.hands[state.turn]))))
    assert isinstance(state.phase, gin.Reshuffle)
    assert (state.turn, gin.legal_actions(state)) == (None, ())
    order = tuple(reversed(state.discards[:-1]))
    after = play(state, gin.ShuffleStock(order))
    assert len(after.stock) == size
    assert after.stock[:2] == state.stock
    assert tuple(reversed(after.stock[2:])) == order  # first drawn first
    assert after.discards == state.discards[-1:]
    assert after.phase == gin.DrawTurn(state.phase.seat)
    assert after.upcard == state.upcard
    assert after.known == state.known


def test_1_8_the_pile_is_shuffled_into_a_new_stock():
    """The pile is shuffled into a new stock, where two would have a drawn round."""
    for rules, goes_on in ((PENALTY, True), (PENALTY.evolve(stock_exhausted="draw"), False)):
        state = run_down(fresh(rules, 3))
        state = play(state, gin.Discard(next(iter(state.hands[state.turn]))))
        assert isinstance(state.phase, gin.Reshuffle) is goes_on
        assert state.is_over is not goes_on
        if goes_on:
            assert {*play(state, gin.chance_action(state, 1)).stock} == {*state.stock, *state.discards[:-1]}


def test_8_6_take_cap():
    """The n-th take from the pile in draw turns ends the round drawn before a card moves."""
    rules = STANDARD.evolve(take_cap=2)
    state = play(stack(READY, rules), "take", "discard Ts")  # the opening offer apart
    state = play(state, "take", "discard Ks")
    assert state.memory.takes == 1
    assert "take" in texts(state)  # the n-th take is legal
    over = play(state, "take")
    assert (over.outcome.ending, over.outcome.reason) == ("dead", "take-cap")
    assert over.discards == state.discards
    assert over.hands == state.hands


def test_8_6_take_cap_counts_open_cards_and_takes_after_two_passes():
    """An open card or a take after two passes does count."""
    assert play(fresh(PENALTY, 2), "take").memory.takes == 1
    any_draw = stack(READY, STANDARD.evolve(both_pass_draw="any"))
    assert play(any_draw, "decline", "decline", "take").memory.takes == 1
    assert play(stack(READY), "take").memory.takes == 0


def test_8_6_take_cap_zero_is_none():
    """0 = none."""
    state = stack(READY, STANDARD.evolve(take_cap=0))
    loose = [gin.Card.parse("Ts"), gin.Card.parse("Ks")]
    for _ in range(150):  # three cards go round and round
        seat, top = state.turn, state.discards[-1]
        state = play(state, "take", gin.Discard(loose[seat]))
        loose[seat] = top
    assert not state.is_over
    assert state.memory.takes == 0


def test_8_6_return_pair():
    """Two turns running in which the card taken goes straight back: drawn (OpenSpiel)."""
    rules = STANDARD.evolve(return_pair=True, return_taken_discard=True)
    state = stack(READY, rules, upcard="2s")
    state = play(state, "take", "discard 2s")  # an upcard taken in the offer counts too
    assert state.memory.returns == 1
    over = play(state, "take", "discard 2s")
    assert (over.outcome.ending, over.outcome.reason) == ("dead", "returned-pair")
    broken = play(state, "draw", gin.legal_actions(play(state, "draw"))[0])
    assert broken.memory.returns == 0


def test_8_6_reshuffle_cap():
    """The discard that would call for a fourth reshuffle ends the round drawn."""
    state = fresh(PENALTY, 4, seed=2)
    for number in range(4):
        state = run_down(state)
        state = play(state, gin.Discard(next(iter(state.hands[state.turn]))))
        if number < 3:
            assert isinstance(state.phase, gin.Reshuffle)
            state = play(state, gin.chance_action(state, number))
    assert (state.outcome.ending, state.outcome.reason) == ("dead", "reshuffle-cap")


def test_11a_the_last_discard_phase_always_occurs():
    """With no knock to make it lists only Decline."""
    state = last_discard("2c 4d 6h 8s Tc Qd Ah 3s 5c 7d", "Kh")
    assert texts(state) == ["decline"]
