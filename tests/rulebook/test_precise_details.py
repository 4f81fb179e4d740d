"""Points of detail that no source decides, settled for this library.

Each test is named after a paragraph, its docstring quotes it.
"""

import attrs
import pytest

import ginrules as gin
from ginrules.errors import LayoffNotAllowed, WrongPhase
from ginrules.testing.policies import fresh
from tests.conftest import STANDARD
from tests.rulebook.conftest import knocked, play, refusal, run_down, spread, stack, texts

PENALTY = gin.preset("penalty-2-to-4")
MAHJONG = gin.preset("mahjong-gin")
SECOND_DECK = gin.preset("oklahoma-second-deck")
READY = ["A23.456.789.T", "456.789.TJQ.K"]


def test_11a_a_run_round_the_corner_is_ordered_the_same_way():
    """In each meld the cards ascend; a run round the corner is ordered the same way."""
    assert str(gin.Spread(["Qs Ks As"]).melds[0]) == "As Qs Ks"


def test_11a_named_melds_are_no_place_for_lay_offs():
    """Lay-offs go on the knocker's melds only (Online rules 2, l.65)."""
    rules = PENALTY.evolve(defender_melds="named")
    hands = ["7h 8h 9h 4c 4d 4s 3d", "6s 5h 2c 2d 2s Kd Ks", "2h Jh 4h Ac Ad As Qc"]
    state = spread(knocked(hands, "9s", rules), "7h 8h 9h", "4c 4d 4s")
    state = play(state, "done", "spread 2c 2d 2s")
    place = [str(meld) for meld in state.table].index("2c 2d 2s")
    assert refusal(state, gin.LayOff("2h", place)) is LayoffNotAllowed


def test_11a_a_discard_that_empties_the_hand_goes_out_at_the_floor():
    """A discard that empties the hand ends the round by going out even when it leaves the stock at its floor."""
    rules = MAHJONG.evolve(ranks=4, suits=3, hand_size=3, player_counts=(2,))
    # 12 cards: 6 dealt, 1 upcard, 5 stock; the third draw leaves two
    state = stack(["Ac 2c 3c", "4c Ad 2h"], rules, upcard="4d", stock="3h 4h 2d")
    state = play(state, "decline", "decline", "draw", "discard 3h", "draw", "discard 4h", "draw")
    assert len(state.stock) == 2
    state = play(state, "lay Ac 2c 3c")
    assert len(state.hands[0]) == 1
    assert play(state, gin.Discard("2d")).outcome.ending == "out"


def test_11a_a_limit_set_by_a_card_uses_pips():
    """A limit set by a card uses pips (T–K 10, ace 0 or 1), not card_values."""
    rules = gin.preset("oklahoma").evolve(card_values=(15, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))
    assert stack(READY, rules, upcard="3s").knock_limit == 3


def test_11a_pairs():
    """With min_set 2 any missing card of the rank fits a set."""
    rules = STANDARD.evolve(min_set=2)
    assert gin.CardSet(rules.tables.fits(gin.CardSet.parse("7c 7h").mask)) == gin.CardSet.parse("7d 7s")


def test_11a_small_packs():
    """Small packs: the lowest ranks, the first suits; "ace high" joins the pack's top rank."""
    rules = STANDARD.evolve(ranks=5, suits=3, hand_size=4, ace_rank="high-or-low")
    state = fresh(rules)
    held = gin.CardSet.of([*state.hands[0], *state.hands[1], *state.stock, *state.discards])
    assert held == gin.CardSet.parse("A2345.A2345.A2345.")
    assert rules.tables.is_meld(gin.CardSet.parse("4c 5c Ac").mask)


def test_11a_return_taken_discard_frees_the_knock_card_as_well():
    """return_taken_discard frees the knock card as well."""
    state = play(stack(READY, STANDARD.evolve(return_taken_discard=True), upcard="Js"), "take")
    assert {"discard Js", "knock Js"} <= set(texts(state))


def test_11a_knock_card_not_wanted_or_missing():
    """A knock card given to rules that use none, or missing if they need one, is a deal error."""
    with pytest.raises(gin.DealError, match="expected knock_card"):
        gin.deal(SECOND_DECK, gin.shuffled(1))
    with pytest.raises(gin.DealError, match="got '7s': leave it out"):
        gin.deal(STANDARD, gin.shuffled(1), knock_card="7s")


def test_11a_deadwood_by_seat():
    """The least value of the cards held, in open melding the value of all cards held; drawn rounds included."""
    over = play(run_down(stack(READY)), gin.Discard("Ts"))
    assert over.outcome.deadwood[1] == gin.deadwood(READY[1], STANDARD)
    state = run_down(fresh(MAHJONG, 2, seed=1))
    over = play(state, gin.Discard(next(iter(state.hands[state.turn]))))
    assert over.outcome.deadwood == tuple(map(over.setup.tables.value, over.hand_masks))


def test_11a_a_states_stock_is_a_pile():
    """A state's stock is a pile (next card last); the order given to a deal is first-drawn-first."""
    state = stack(READY, stock="3s 5s")
    assert [str(card) for card in state.stock[:-3:-1]] == ["3s", "5s"]
    assert play(state, "decline", "decline", "draw").hands[0] == gin.CardSet.parse(READY[0]) | gin.Card.parse("3s")


def test_a_state_is_a_value():
    """Equal states are equal positions."""
    assert stack(READY) == attrs.evolve(stack(READY))
    assert gin.stacked(READY) == gin.stacked([gin.CardSet.parse(hand) for hand in READY])
    assert gin.best_defence(READY[1], ["Ah 2h 3h"], STANDARD).layoffs == ()


def test_draw_stock_is_always_there_above_the_floor():
    """DrawStock (stock above the floor)."""
    state = stack(READY)
    assert refusal(play(state, "decline", "decline"), gin.DrawStock()) is None
    assert refusal(play(state, "decline"), gin.DrawStock()) is WrongPhase
    assert refusal(play(state, "take", "discard Ts"), gin.Decline()) is WrongPhase
