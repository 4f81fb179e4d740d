"""All-play rounds for two to four (Online rules 2), settled step by step.

Each test is named after a paragraph, its docstring quotes it.
"""

import pytest

import ginrules as gin
from ginrules.errors import BigGinNotOffered, CannotLayOff, LayoffNotAllowed, WrongPhase
from ginrules.testing.policies import fresh
from tests.rulebook.conftest import defended, drawn, knocked, play, refusal, spread, texts

PENALTY = gin.preset("penalty-2-to-4")


@pytest.mark.parametrize(("seats", "hand", "stock", "drawable"), [(2, 10, 31, 29), (3, 7, 30, 28), (4, 7, 23, 21)])
def test_1_1_deal(seats, hand, stock, drawable):
    """10 cards to each of two, 7 to each of three or four; next card face up; rest is stock."""
    state = fresh(PENALTY, seats)
    assert [len(held) for held in state.hands] == [hand] * seats
    assert len(state.stock) == stock
    assert len(state.stock) - state.rules.stock_floor == drawable
    assert state.discards == (state.upcard,)


def test_1_1_one_at_a_time_from_the_dealers_left():
    """One at a time from the dealer's left."""
    order = gin.shuffled(5, PENALTY)
    state = gin.deal(PENALTY, order, dealer=1, seats=3)
    for seat, first in ((2, 0), (0, 1), (1, 2)):
        assert state.hands[seat] == gin.CardSet.of(order[first:21:3])
    assert state.upcard == order[21]
    assert state.stock[-1] == order[22]
    assert state.stock[0] == order[-1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_2_opening(seats):
    """No offer. The dealer's left begins with an ordinary turn: the open card or the stock."""
    state = fresh(PENALTY, seats, dealer=0)
    assert state.phase == gin.DrawTurn(1)
    assert texts(state) == ["draw", "take"]


def test_1_2_option_an_offer_to_each_seat_in_turn():
    """An offer to each seat in turn from the dealer's left; all decline → the first seat must draw the stock."""
    state = fresh(PENALTY.evolve(opening="upcard-offer"), 4, dealer=2)
    asked = []
    while isinstance(state.phase, gin.UpcardOffer):
        asked.append(state.turn)
        state = play(state, "decline")
    assert asked == [3, 0, 1, 2]
    assert state.phase == gin.DrawTurn(3, stock_only=True)


def test_1_3_turn_melds_stay_in_the_hand():
    """Clockwise. Melds stay in the hand until somebody ends the round (OFF)."""
    state = fresh(PENALTY, 3, dealer=2)
    turns = []
    for _ in range(6):
        turns.append(state.turn)
        state = play(state, "draw")
        for meld in gin.melds_in(state.hands[state.turn], PENALTY):
            assert refusal(state, gin.LayDown(meld)) is WrongPhase
        state = gin.apply(state, gin.legal_actions(state)[0])
    assert turns == [0, 1, 2, 0, 1, 2]


def test_1_4_big_gin_does_not_exist():
    """Gin: everything melded except the last card, which is discarded: big gin does not exist here."""
    state = drawn(["7h 8h 9h 4c 4d 4h 4s", *OTHERS], ["Th"], PENALTY)
    assert gin.deadwood(state.hands[0], PENALTY) == 0
    assert refusal(state, gin.GoBigGin()) is BigGinNotOffered
    state = play(state, gin.Knock("Th"))
    assert "spread 4c 4d 4h 4s / 7h 8h 9h" in texts(state)  # 3 + 4
    assert spread(state, "4c 4d 4h 4s", "7h 8h 9h").outcome.ending == "gin"


OTHERS = ["6c 5h 2c 2d 2s Kd Ks", "Tc Jh 3h Ac Ad As Qc"]


def example_1(rules=PENALTY):
    hands = ["7h 8h 9h 4c 4d 4s 3d", "6h 5h 2c 2d 2s Kd Ks", "Th Jh 4h Ac Ad As Qc"]
    return spread(knocked(hands, "9s", rules), "7h 8h 9h", "4c 4d 4s")


RUN, SET = 1, 0  # the table's order: the set of fours begins with 4c, the run with 7h


def test_1_5_a_run_has_two_places_a_set_one():
    """Run a…b: two places; set of three: one place; against the original cards, whoever asks."""
    state = example_1()
    assert [str(meld) for meld in state.table] == ["4c 4d 4s", "7h 8h 9h"]
    assert refusal(state, gin.LayOff("5h", RUN)) is CannotLayOff
    after = play(state, gin.LayOff("6h", RUN))
    assert texts(after) == ["done"]
    third = play(after, "done")
    assert third.turn == 2
    assert texts(third) == ["lay off 4h on 0", "lay off Th on 1", "done"]


@pytest.mark.parametrize(
    ("meld", "card", "place"),
    [("4c 4d 4h 4s", "5c", ""), ("Jh Qh Kh", "Ah", "Th"), ("Ad 2d 3d", "Kd", "4d"), ("4c 4d 4s", "5d", "4h")],
)
def test_1_5_places_that_do_not_exist(meld, card, place):
    """Set of four, run ending at K or beginning at A: that place does not exist."""
    loose = ["Ac", "2h", "3s", "Ts"][: 7 - len(meld.split())]
    fillers = ["6s", "8s", "Qc", "9c", "7d", "8d"]
    hands = [[*meld.split(), *loose], [card, *(place.split() or ["Jc"]), *fillers[:5]], "5s 9d Qd Qs Kc Ks 7h"]
    state = knocked(hands, "Js", PENALTY.evolve(knock_limit=20))
    state = spread(state, meld)
    assert texts(state) == [*([f"lay off {place} on 0"] if place else []), "done"]
    assert refusal(state, gin.LayOff(card, 0)) is CannotLayOff


def test_1_5_one_card_may_fit_two_melds():
    """4h on 4c 4d 4s or below 5h 6h 7h: two actions, player's choice."""
    hands = ["4c 4d 4s 5h 6h 7h As", "4h Kc Kd Ks 2c 9d Jd", "Th Jh 9c Ac Ad Qs Qc"]
    state = spread(knocked(hands, "8s", PENALTY), "4c 4d 4s", "5h 6h 7h")
    assert texts(state) == ["lay off 4h on 0", "lay off 4h on 1", "done"]


def test_1_5_after_gin_nothing():
    """After gin: nothing (*Online rules*, part 2)."""
    hands = ["7h 8h 9h 4c 4d 4h 4s", "6h 5h 2c 2d 2s Kd Ks", "Th Jh Ac Ad As Qc 3d"]
    assert spread(knocked(hands, "9s", PENALTY), "7h 8h 9h", "4c 4d 4h 4s").is_over


def penalties(state, **readings):
    return gin.price(state.outcome, PENALTY.evolve(**readings)).points


def test_1_7_1_knock_step_by_step():
    """Penalties 0 / 22 / 17 (pooled: 0 / 42 / 42)."""
    state = example_1()
    assert (state.turn, texts(state)) == (1, ["lay off 6h on 1", "done"])
    state = play(state, "lay off 6h on 1")
    assert texts(state) == ["done"]
    state = play(state, "done")
    assert set(texts(state)) == {"lay off Th on 1", "lay off 4h on 0", "done"}
    for order in (("lay off Th on 1", "lay off 4h on 0"), ("lay off 4h on 0", "lay off Th on 1")):
        half = play(state, order[0])
        assert set(texts(half)) == {order[1], "done"}
        full = play(half, order[1])
        assert texts(full) == ["done"]
        assert refusal(full, gin.LayOff("Jh", RUN)) is CannotLayOff
        over = play(full, "done")
        assert over.outcome.deadwood == (3, 25, 20)
        assert penalties(over) == (0, 22, 17)
        assert penalties(over, penalty_share="pooled") == (0, 42, 42)


def test_1_7_1_with_chaining():
    """With chaining allowed D would be 20 and 10."""
    over = defended(example_1(PENALTY.evolve(layoff_chain=True)))
    assert over.outcome.deadwood == (3, 20, 10)


def test_1_7_2_gin():
    """Seat 1 without lay-offs D = 31; seat 2 D = 33. Penalties 0 / 56 / 58 (pooled 0 / 89 / 89)."""
    hands = ["7h 8h 9h 4c 4d 4h 4s", "6h 5h 2c 2d 2s Kd Ks", "Th Jh Ac Ad As Qc 3d"]
    over = spread(knocked(hands, "9s", PENALTY), "7h 8h 9h", "4c 4d 4h 4s")
    assert over.outcome.deadwood == (0, 31, 33)
    assert penalties(over) == (0, 56, 58)
    assert penalties(over, penalty_share="pooled") == (0, 89, 89)


def test_1_7_3_undercut():
    """`difference`: 31 / 4 / 0. `full`: 34 / 4 / 0. `pooled`: 38 / 13 / 0."""
    hands = ["7h 8h 9h 4c 4d 4s 9c", "6h 2c 2d 2s Ah 3s 3h", "Th 4h Jc Qc Kc Ad 2h"]
    over = defended(spread(knocked(hands, "9s", PENALTY), "7h 8h 9h", "4c 4d 4s"))
    assert over.outcome.deadwood == (9, 7, 3)
    assert penalties(over) == (31, 4, 0)
    assert penalties(over, undercut_penalty="full") == (34, 4, 0)
    assert penalties(over, penalty_share="pooled") == (38, 13, 0)


def test_1_7_4_the_texts_24_to_4():
    """1 holds Kc Kd Ks 2c 2h 2s Jh 6h 4c 4d: 24 loose; lays 6h, Jh, 4c: 4. Knocker pays 27 (full: 31)."""
    hands = ["7h 8h 9h Th 5c 6c 7c As 2d 3s", "Kc Kd Ks 2c 2h 2s Jh 6h 4c 4d"]
    state = spread(knocked(hands, "Qs", PENALTY), "7h 8h 9h Th", "5c 6c 7c")
    assert gin.deadwood(state.hands[1], PENALTY) == 24
    over = defended(state)
    assert over.outcome.deadwood == (6, 4)
    assert over.laid[1] == gin.CardSet.parse("6h Jh 4c")
    assert penalties(over) == (27, 0)
    assert penalties(over, undercut_penalty="full") == (31, 0)


def test_11a_melds_of_a_spread_are_ordered():
    """Ordered by their tuples of ascending card indices; a lay-off's index counts in that order."""
    state = example_1()
    assert [meld.cards for meld in state.table] == [gin.CardSet.parse("4c 4d 4s"), gin.CardSet.parse("7h 8h 9h")]
    assert gin.Spread(["7h 8h 9h", "4c 4d 4s"]) == gin.Spread(["4s 4d 4c", "9h 8h 7h"])


def test_11a_layoff_none():
    """After a knock each defender has only Done."""
    rules = PENALTY.evolve(layoff="none")
    state = example_1(rules)
    for seat in (1, 2):
        assert (state.turn, texts(state)) == (seat, ["done"])
        assert refusal(state, gin.LayOff("6h", RUN)) is LayoffNotAllowed
        state = play(state, "done")
    assert state.is_over


def test_11a_defender_melds_named():
    """After Done the defender names melds with Spread; withheld melds count."""
    state = example_1(PENALTY.evolve(defender_melds="named"))
    state = play(state, "lay off 6h on 1", "done")
    assert state.phase == gin.SpreadTurn(1, 0, "knock")
    assert set(texts(state)) == {"spread nothing", "spread 2c 2d 2s"}
    withheld = play(state, "spread nothing", "done", "spread Ac Ad As")
    assert withheld.outcome.deadwood == (3, 31, 34)
    named = play(state, "spread 2c 2d 2s", "done", "spread Ac Ad As")
    assert named.outcome.deadwood == (3, 25, 34)


def test_best_defence_is_not_compulsory():
    """Defender: may lay off, need not (Gin Rummy Online, Hoyle's rules)."""
    state = example_1()
    assert play(state, "done", "done").outcome.deadwood == (3, 31, 34)
