"""The rules of a round as settled for this library, paragraph by paragraph.

Each test is named after a paragraph, its docstring quotes it. Sources of the paragraphs: the seeds
and the published pages named in them.
"""

import attrs
import pytest

from ginrules.cards import FULL_PACK, Card, CardSet
from ginrules.errors import (
    BigGinNotOffered,
    CannotLayOff,
    DealError,
    DutyCannotBeMet,
    LayoffNotAllowed,
    MustDrawStock,
    OwesCard,
    TakenThisTurn,
    TooMuchDeadwood,
    WrongPhase,
)
from ginrules.melds.arrange import deadwood, melds_in
from ginrules.melds.defend import best_defence
from ginrules.melds.tables import tables_of
from ginrules.play.actions import (
    Decline,
    Discard,
    Done,
    DrawStock,
    GoBigGin,
    Knock,
    LayDown,
    LayOff,
    ShuffleStock,
    Spread,
    TakeDiscard,
)
from ginrules.play.deal import deal, shuffled, stacked
from ginrules.play.engine import apply, chance_action, legal_actions, why_illegal
from ginrules.play.phases import DrawTurn, LastDiscard, LayoffTurn, PlayTurn, Reshuffle, SpreadTurn, UpcardOffer
from ginrules.presets import preset
from ginrules.scoring.price import price
from tests.strategies import (
    STANDARD,
    defended,
    drawn,
    fresh,
    knocked,
    play,
    run_down,
    spread,
    stack,
    texts,
)

PENALTY = preset("penalty-2-to-4")
MAHJONG = preset("mahjong-gin")
CORNER = preset("round-the-corner")
SECOND_DECK = preset("oklahoma-second-deck")


def refusal(state, action):
    """The class of the refusal, None for a legal action."""
    found = why_illegal(state, action)
    return None if found is None else type(found)


# --- the phase table at the head ------------------------------------------------------------------


def test_phases_offer():
    """Offer: dealer's left, then each in turn, dealer last; TakeDiscard, Decline; take → play."""
    state = stack(["A23.456.789.T", "456.789.TJQ.K"], dealer=0)
    assert state.phase == UpcardOffer(1)
    assert texts(state) == ["take", "decline"]
    assert isinstance(play(state, "take").phase, PlayTurn)
    second = play(state, "decline")
    assert second.phase == UpcardOffer(0)
    assert isinstance(play(second, "take").phase, PlayTurn)


def test_phases_all_declined_stock_only():
    """All declined → draw of the first seat, `stock-only`."""
    state = play(stack(["A23.456.789.T", "456.789.TJQ.K"], dealer=0), "decline", "decline")
    assert state.phase == DrawTurn(1, stock_only=True)
    assert texts(state) == ["draw"]
    assert refusal(state, TakeDiscard()) is MustDrawStock


def test_phases_all_declined_any():
    """(or `any`: then the upcard too, seed 001a "takes their turn normally")."""
    rules = STANDARD.evolve(both_pass_draw="any")
    state = play(stack(["A23.456.789.T", "456.789.TJQ.K"], rules, dealer=0), "decline", "decline")
    assert texts(state) == ["draw", "take"]


def test_phases_the_turn_after_a_take_goes_on_ordinarily():
    """Seats left of the one who took the upcard go on with ordinary draws."""
    state = stack(["A23.456.789.T", "456.789.TJQ.K"], dealer=1)
    state = play(state, "take", "discard Ts")
    assert state.phase == DrawTurn(1)
    assert texts(state) == ["draw", "take"]


def test_phases_play():
    """Discard(c), c ≠ card taken this turn; Knock(c) for each such c with least deadwood of the rest ≤ limit."""
    state = play(stack(["A23.456.789.K", "456.789.TJQ.Q"], dealer=1, upcard="Ts"), "take")
    assert refusal(state, Discard("Ts")) is TakenThisTurn
    assert refusal(state, Knock("Ts")) is TakenThisTurn
    assert [text for text in texts(state) if "knock" in text] == ["knock Ks"]


def test_phases_spread_may_withhold():
    """Every set of disjoint melds from his ten whose leftover ≤ limit, melds may be withheld."""
    state = knocked(["A23.456.789.A", "567.789.TJQ.K"], "Js")
    shown = {text.removeprefix("spread ") for text in texts(state)}
    assert shown == {
        "Ac 2c 3c / 4d 5d 6d / 7h 8h 9h",
        "4d 5d 6d / 7h 8h 9h",  # the clubs withheld: 6 + 1
    }


def test_phases_limit_stays_when_the_upcard_is_taken():
    """Limit = value of the upcard (T–K 10, ace 0 or 1); it stays when the upcard is taken (seeds 000, 002)."""
    rules = preset("oklahoma")
    limits = {}
    for rank in "A23456789TJQK":
        state = stack(["...A23456789T", ".A23456789T.."], rules, dealer=1, upcard=f"{rank}h")
        limits[rank] = play(state, "take").knock_limit
        assert limits[rank] == state.knock_limit
    assert limits == dict(zip("A23456789TJQK", [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], strict=True))


def test_phases_ace_zero_or_one():
    """Ace 0 or 1."""
    ace = {"upcard": "Ah", "dealer": 1}
    hands = ["A23.456.789.T", "456.789.TJQ.K"]
    assert stack(hands, preset("oklahoma"), **ace).knock_limit == 0
    assert stack(hands, preset("oklahoma-ace-one"), **ace).knock_limit == 1


def test_phases_limit_is_the_smaller_of_cap_and_card():
    """Limit = smaller of the fixed cap and the value of the upcard or knock card."""
    rules = preset("oklahoma").evolve(knock_limit=5)
    hands = ["A23.456.789.T", "456.789.TJQ.K"]
    assert stack(hands, rules, upcard="9s").knock_limit == 5
    assert stack(hands, rules, upcard="3s").knock_limit == 3


def test_phases_hands_open():
    """A knocker's whole hand is open to all from the knock on; a defender's when he says Done."""
    state = knocked(["A23.456.789.A", "567.789.TJQ.K"], "Js")
    assert state.known == (state.hands[0], CardSet())
    state = spread(state, "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h")
    assert state.known[0] == CardSet.parse("As")
    assert state.known[1] == CardSet()
    state = play(state, Done())
    assert state.known[1] == state.hands[1]


def test_gin_is_a_spread_without_leftover():
    """A player who could spread with 0 but leaves deadwood has only knocked."""
    state = knocked(["A23.456.789T.", "567.789.JQ.K2"], "9s")
    gin = spread(state, "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h Th")
    assert (gin.outcome.ending, gin.outcome.deadwood[0]) == ("gin", 0)
    modest = spread(state, "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h")
    assert modest.phase == LayoffTurn(1, 0, "knock")


# --- 1 all-play ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "hand", "stock", "drawable"), [(2, 10, 31, 29), (3, 7, 30, 28), (4, 7, 23, 21)])
def test_1_1_deal(seats, hand, stock, drawable):
    """10 cards to each of two, 7 to each of three or four; next card face up; rest is stock."""
    state = fresh(PENALTY, seats)
    assert [len(each) for each in state.hands] == [hand] * seats
    assert len(state.stock) == stock
    assert len(state.stock) - state.rules.stock_floor == drawable
    assert state.discards == (state.upcard,)


def test_1_1_one_at_a_time_from_the_dealers_left():
    """One at a time from the dealer's left."""
    order = shuffled(5, PENALTY)
    state = deal(PENALTY, order, dealer=1, seats=3)
    for seat, first in ((2, 0), (0, 1), (1, 2)):
        assert state.hands[seat] == CardSet.of(order[first:21:3])
    assert state.upcard == order[21]
    assert state.stock[-1] == order[22]
    assert state.stock[0] == order[-1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_2_opening(seats):
    """No offer. The dealer's left begins with an ordinary turn: the open card or the stock."""
    state = fresh(PENALTY, seats, dealer=0)
    assert state.phase == DrawTurn(1)
    assert texts(state) == ["draw", "take"]


def test_1_2_option_an_offer_to_each_seat_in_turn():
    """An offer to each seat in turn from the dealer's left; all decline → the first seat must draw the stock."""
    state = fresh(PENALTY.evolve(opening="upcard-offer"), 4, dealer=2)
    asked = []
    while isinstance(state.phase, UpcardOffer):
        asked.append(state.turn)
        state = play(state, "decline")
    assert asked == [3, 0, 1, 2]
    assert state.phase == DrawTurn(3, stock_only=True)


def test_1_3_turn_melds_stay_in_the_hand():
    """Clockwise. Melds stay in the hand until somebody ends the round (OFF)."""
    state = fresh(PENALTY, 3, dealer=2)
    turns = []
    for _ in range(6):
        turns.append(state.turn)
        state = play(state, "draw")
        for meld in melds_in(state.hands[state.turn], PENALTY):
            assert refusal(state, LayDown(meld)) is WrongPhase
        state = apply(state, legal_actions(state)[0])
    assert turns == [0, 1, 2, 0, 1, 2]


def test_1_4_big_gin_does_not_exist():
    """Gin: everything melded except the last card, which is discarded (S l.42): big gin does not exist here."""
    state = drawn(["7h 8h 9h 4c 4d 4h 4s", *OTHERS], ["Th"], PENALTY)
    assert deadwood(state.hands[0], PENALTY) == 0
    assert refusal(state, GoBigGin()) is BigGinNotOffered
    state = play(state, Knock("Th"))
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
    assert refusal(state, LayOff("5h", RUN)) is CannotLayOff
    after = play(state, LayOff("6h", RUN))
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
    assert refusal(state, LayOff(card, 0)) is CannotLayOff


def test_1_5_one_card_may_fit_two_melds():
    """4h on 4c 4d 4s or below 5h 6h 7h: two actions, player's choice."""
    hands = ["4c 4d 4s 5h 6h 7h As", "4h Kc Kd Ks 2c 9d Jd", "Th Jh 9c Ac Ad Qs Qc"]
    state = spread(knocked(hands, "8s", PENALTY), "4c 4d 4s", "5h 6h 7h")
    assert texts(state) == ["lay off 4h on 0", "lay off 4h on 1", "done"]


def test_1_5_after_gin_nothing():
    """After gin: nothing (S l.63)."""
    hands = ["7h 8h 9h 4c 4d 4h 4s", "6h 5h 2c 2d 2s Kd Ks", "Th Jh Ac Ad As Qc 3d"]
    assert spread(knocked(hands, "9s", PENALTY), "7h 8h 9h", "4c 4d 4h 4s").is_over


def penalties(state, **readings):
    return price(state.outcome, PENALTY.evolve(**readings)).points


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
        assert refusal(full, LayOff("Jh", RUN)) is CannotLayOff
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


def test_1_7_4_the_seeds_24_to_4():
    """1 holds Kc Kd Ks 2c 2h 2s Jh 6h 4c 4d: 24 loose; lays 6h, Jh, 4c: 4. Knocker pays 27 (full: 31)."""
    hands = ["7h 8h 9h Th 5c 6c 7c As 2d 3s", "Kc Kd Ks 2c 2h 2s Jh 6h 4c 4d"]
    state = spread(knocked(hands, "Qs", PENALTY), "7h 8h 9h Th", "5c 6c 7c")
    assert deadwood(state.hands[1], PENALTY) == 24
    over = defended(state)
    assert over.outcome.deadwood == (6, 4)
    assert over.laid[1] == CardSet.parse("6h Jh 4c")
    assert penalties(over) == (27, 0)
    assert penalties(over, undercut_penalty="full") == (31, 0)


# --- 2 mahjong gin ---------------------------------------------------------------------------------


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
        assert state.phase == UpcardOffer(1)
        for _ in range(seats):
            state = play(state, "decline")
        assert state.phase == DrawTurn(1, stock_only=True)
        state = play(state, "draw")
        assert not any(isinstance(action, Knock) for action in legal_actions(state))


def test_2_2_draw():
    """n ≥ 2: the deepest card X must be used; legal only if the duty can be met."""
    state = mahjong_example()
    assert texts(state) == ["draw", "take", "take 3"]
    assert refusal(state, TakeDiscard(2)) is DutyCannotBeMet
    assert refusal(state, TakeDiscard(4)) is DutyCannotBeMet


def test_2_2_one_card_no_duty_but_not_back():
    """n = 1: no duty. That card may not be discarded this turn, unless it is the only card left in the hand."""
    state = play(mahjong_example(), "take")
    assert refusal(state, Discard("Qs")) is TakenThisTurn
    assert refusal(state, Discard("3d")) is None


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
    assert state.known[0] == CardSet.parse("9h 2c Qs")


def test_2_3_while_a_card_is_owed():
    """An action is legal iff X is used by it or can still be used after it; Discard is illegal."""
    state = play(mahjong_example(), "take 3")
    assert {"lay off 8h on 0", "lay Jc Qc Kc", "lay Qc Qd Qs"} == set(texts(state))
    assert refusal(state, Discard("3d")) is OwesCard
    assert refusal(state, LayOff("9h", 0)) is CannotLayOff
    assert refusal(play(state, "lay off 8h on 0"), LayOff("9h", 0)) is None


def test_2_3_no_action_strands_the_owed_card():
    """Holding 8c 8d 8h instead, LayDown(8c 8d 8h) would be illegal: it strands 9h."""
    state = play(mahjong_example("8h 8c 8d Jc Qc Kc 4s"), "take 3")
    assert refusal(state, LayDown("8c 8d 8h")) is OwesCard
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
    card = legal_actions(state)[-1].card
    over = play(state, Discard(card))
    assert (over.outcome.ending, over.outcome.reason, over.outcome.stock_left) == ("dead", "stock", 2)
    assert price(over.outcome, MAHJONG).points == (0, 0)


def test_2_8_example():
    """Seat 1: 15 + 45 + 10 = +70. Seat 0: 10 + 30 − (5+5+10+5) = +15."""
    state = play(mahjong_example(), "take 3", "lay off 8h on 0", "lay off 9h on 0", "lay Jc Qc Kc", "discard Qd")
    assert state.hands[0] == CardSet.parse("4s 3d Qs 2c")
    state = play(state, "draw", "lay Ad Ah As", "lay off Tc on 1", "discard 6s")
    assert state.outcome.ending == "out"
    assert state.outcome.declarer == 1
    assert state.outcome.laid == (40, 70)
    assert state.outcome.deadwood == (25, 0)
    assert price(state.outcome, MAHJONG).points == (15, 70)


# --- 3 round the corner ----------------------------------------------------------------------------


@pytest.mark.parametrize(("ace", "runs"), [("low", 264), ("high-or-low", 304), ("round-the-corner", 524)])
def test_3_1_runs(ace, runs):
    """Runs in the deck: 264, 304, 524."""
    melds = melds_in(CardSet(FULL_PACK), STANDARD.evolve(ace_rank=ace))
    assert sum(meld.kind == "run" for meld in melds) == runs


@pytest.mark.parametrize(
    ("cards", "low", "high_or_low", "corner"),
    [("A23", True, True, True), ("QKA", False, True, True), ("KA2", False, False, True), ("QKA2", False, False, True)],
)
def test_3_1_valid_and_not(cards, low, high_or_low, corner):
    """A23 · QKA · KA2 by mode."""
    found = []
    for ace in ("low", "high-or-low", "round-the-corner"):
        tables = tables_of(STANDARD.evolve(ace_rank=ace))
        found.append(tables.is_meld(+CardSet.parse(f"..{cards}.")))
    assert found == [low, high_or_low, corner]


@pytest.mark.parametrize(
    ("run", "low", "high_or_low", "corner"),
    [
        ("A23", "4", "4", "4K"),
        ("QKA", None, "J", "2J"),
        ("KA2", None, None, "3Q"),
        ("3456789TJQKA", None, "2", "2"),
        ("A23456789TJQK", "", "", ""),
    ],
)
def test_3_2_ends_for_lay_off(run, low, high_or_low, corner):
    """The cards next to the arc on either side."""
    for ace, ends in (("low", low), ("high-or-low", high_or_low), ("round-the-corner", corner)):
        tables = tables_of(STANDARD.evolve(ace_rank=ace))
        mask = +CardSet.parse(f".{run}..")
        if ends is None:
            assert not tables.is_meld(mask)
        else:
            assert CardSet(tables.fits(mask)) == CardSet.parse(f".{ends}..")


def test_3_2_without_chaining():
    """With layoff_chain off the two neighbors of the original arc only."""
    rules = CORNER.evolve(layoff_chain=False)
    hands = ["Ks As 2s 5c 5d 5h 8d 9d Td Jd", "3s 4s Qs Js 2h 4h 6h 8h Th Qc"]
    state = spread(knocked(hands, "3c", rules), "Ks As 2s", "5c 5d 5h", "8d 9d Td Jd")
    run = [str(meld) for meld in state.table].index("As 2s Ks")
    assert {text for text in texts(state) if text.endswith(f"on {run}")} == {f"lay off 3s on {run}", f"lay off Qs on {run}"}
    after = play(state, LayOff("3s", run))
    assert refusal(after, LayOff("4s", run)) is CannotLayOff


def test_3_3_ace():
    """Round the corner melds KsAs2s and the sevens, deadwood 36; high-or-low only the sevens, 63."""
    hand = "Ks As 2s Qh Ah 2h 7c 7d 7h 9c"
    assert deadwood(hand, CORNER) == 36
    assert deadwood(hand, CORNER.evolve(ace_rank="high-or-low")) == 63


def test_3_3_an_ace_left_bars_a_knock_on_10():
    """Unmelded ace 15: a player left with an ace cannot knock on a limit of 10."""
    state = drawn(["A23.456.789.A", "567.789.TJQ.K"], ["Js"], CORNER)
    assert refusal(state, Knock("Js")) is TooMuchDeadwood


GIN = ("Qs Ks As", "5c 5d 5h", "8d 9d Td Jd")


def against_gin(defender, rules=CORNER):
    hand = " ".join(GIN)
    return spread(knocked([hand, defender], "4c", rules), *GIN)


def test_3_4_lay_offs_against_gin_to_nothing():
    """Lays 2s 3s round the corner, 5s, 7d → 0: void (without the permission he had 17: gin 37)."""
    defender = "2s 3s 6h 7h 8h Kc Kh Kd 5s 7d"
    over = defended(against_gin(defender))
    assert (over.outcome.ending, over.outcome.deadwood) == ("gin", (0, 0))
    score = price(over.outcome, CORNER)
    assert (score.result, score.points, score.boxes) == ("void", (0, 0), (0, 0))
    plain = CORNER.evolve(layoff="knock-only")
    over = against_gin(defender, plain)
    assert over.outcome.deadwood == (0, 17)
    assert price(over.outcome, plain).points == (37, 0)


def test_3_4_lay_offs_against_gin_not_to_nothing():
    """With 9c for 7d: 2s 3s 5s go, 9 stays: 29 points."""
    over = defended(against_gin("2s 3s 6h 7h 8h Kc Kh Kd 5s 9c"))
    assert over.outcome.deadwood == (0, 9)
    assert price(over.outcome, CORNER).points == (29, 0)


# --- 8 openings, knock card, end of stock ----------------------------------------------------------


def test_8_1_second_deck():
    """Ten each, no open card, no offer; first draw is the stock only. Stock 32, drawable 30."""
    state = deal(SECOND_DECK, shuffled(3), dealer=0, knock_card="7s")
    assert state.upcard is None
    assert state.knock_card == Card.parse("7s")
    assert state.discards == ()
    assert len(state.stock) == 32
    assert state.phase == DrawTurn(1, stock_only=True)
    assert texts(state) == ["draw"]
    state = play(state, "draw")
    thrown = legal_actions(state)[0]
    state = play(state, thrown)
    assert state.discards == (thrown.card,)  # the pile begins with its discard
    assert texts(state) == ["draw", "take"]


@pytest.mark.parametrize(("card", "limit"), [("As", 0), ("2s", 2), ("9d", 9), ("Th", 10), ("Jc", 10), ("Ks", 10)])
def test_8_1_knock_card(card, limit):
    """Ace: gin only; 2–9 pip; T–K 10."""
    assert deal(SECOND_DECK, shuffled(3), knock_card=card).knock_limit == limit


def test_8_2_eleven_cards():
    """Non-dealer 11, dealer 10; no open card; stock 31. The non-dealer's first turn has no draw."""
    rules = STANDARD.evolve(opening="eleven-cards")
    state = stack(["Ac 2c 3c 5d 6d 7d 9h Th Jh 4s 8c", "4c 5c 6c 7c 8d 9d Td Jd Qd Kd"], rules)
    assert state.phase == PlayTurn(0)
    assert state.upcard is None
    assert len(state.stock) == 31
    assert texts(state) == [f"discard {card}" for card in state.hands[0]] + ["knock 8c", "knock 4s"]
    assert deadwood(state.hands[0] - Card.parse("8c"), rules) == 4
    assert deadwood(state.hands[0] - Card.parse("4s"), rules) == 8
    state = play(state, "discard 8c")
    assert state.phase == DrawTurn(1)  # the dealer's first turn is an ordinary draw
    assert texts(state) == ["draw", "take"]


def test_8_2_the_extra_card_goes_to_the_dealers_left():
    """More seats: the extra card goes to the dealer's left; in the eleven-card deal it comes last."""
    rules = PENALTY.evolve(opening="eleven-cards")
    order = shuffled(1, rules)
    state = deal(rules, order, dealer=1, seats=3)
    assert [len(hand) for hand in state.hands] == [7, 7, 8]
    assert order[21] in state.hands[2]


READY = ["A23.456.789.T", "456.789.TJQ.K"]


def test_8_3_draw_at_two():
    """A discard without knock that leaves 2 in stock: over, drawn."""
    state = run_down(stack(READY))
    assert len(state.stock) == 2
    over = play(state, Discard("Ts"))
    assert (over.outcome.ending, over.outcome.reason, over.outcome.stock_left) == ("dead", "stock", 2)
    assert over.outcome.deadwood[1] == 10  # facts are given in drawn rounds too


def test_8_3_the_player_who_drew_the_50th_card_could_knock():
    """The player who drew the 50th card could knock; if he did, it counts (PG; seeds 000, 002, 004)."""
    state = run_down(stack(READY))
    card = next(iter(state.hands[0] - CardSet.parse(READY[0])))
    over = defended(spread(play(state, Knock(card)), "Ac 2c 3c", "4d 5d 6d", "7h 8h 9h"))
    assert (over.outcome.ending, over.outcome.stock_left) == ("knock", 2)


LAST = STANDARD.evolve(stock_exhausted="last-discard-option")


def last_discard(hand, card, rules=LAST):
    """Seat 0 has drawn the last card and thrown this one; seat 1 holds the hand."""
    taken = CardSet.parse(hand) | Card.parse(card)
    rest = [each for each in CardSet(FULL_PACK) if each not in taken]
    state = stack([[Card.parse(card), *rest[:9]], hand], rules)
    return run_down(state, last=Card.parse(card))


def test_8_4_last_discard_option():
    """Without it 29. He may knock with Qh (2) or 2d (10)."""
    state = last_discard("4s 5s 6s 8c 9c Kd Kh Ks 2d Qh", "7c")
    assert deadwood(state.hands[1], LAST) == 29
    assert state.phase == LastDiscard(1)
    assert texts(state) == ["decline", "knock 2d", "knock Qh"]
    assert refusal(state, Knock("7c")) is TakenThisTurn
    assert refusal(state, Discard("2d")) is WrongPhase  # there is no plain discard here
    knock = play(state, "knock Qh")
    assert knock.phase == SpreadTurn(1, 1, "knock")
    assert knock.hands[1] == CardSet.parse("4s 5s 6s 7c 8c 9c Kd Kh Ks 2d")
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
    """(… not the taken card itself, unless taken cards may go back, as in OS)."""
    hand = "4s 5s 6s 8c 9c Tc Kd Kh Ks 2d"
    assert refusal(last_discard(hand, "Qh"), Knock("Qh")) is TakenThisTurn
    assert refusal(last_discard(hand, "Qh", LAST.evolve(return_taken_discard=True)), Knock("Qh")) is None


def test_8_4_only_the_next_seat():
    """More than two seats: the next seat only."""
    rules = PENALTY.evolve(stock_exhausted="last-discard-option")
    state = run_down(fresh(rules, 3, dealer=2), None)
    seat = state.turn
    state = play(state, Discard(next(iter(state.hands[seat]))))
    assert state.phase == LastDiscard((seat + 1) % 3)
    assert play(state, "decline").is_over


@pytest.mark.parametrize(("seats", "size"), [(2, 31), (3, 30), (4, 23)])
def test_8_5_reshuffle(seats, size):
    """New stock = all of the pile but its top card, on top of the 2 cards, which stay beneath."""
    state = run_down(fresh(PENALTY, seats))
    state = play(state, Discard(next(iter(state.hands[state.turn]))))
    assert isinstance(state.phase, Reshuffle)
    assert (state.turn, legal_actions(state)) == (None, ())
    order = tuple(reversed(state.discards[:-1]))
    after = play(state, ShuffleStock(order))
    assert len(after.stock) == size
    assert after.stock[:2] == state.stock
    assert tuple(reversed(after.stock[2:])) == order  # first drawn first
    assert after.discards == state.discards[-1:]
    assert after.phase == DrawTurn(state.phase.seat)
    assert after.upcard == state.upcard
    assert after.known == state.known


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
    loose = [Card.parse("Ts"), Card.parse("Ks")]
    for _ in range(150):  # three cards go round and round
        seat, top = state.turn, state.discards[-1]
        state = play(state, "take", Discard(loose[seat]))
        loose[seat] = top
    assert not state.is_over
    assert state.memory.takes == 0


def test_8_6_return_pair():
    """Two turns running in which the card taken goes straight back: drawn (OS)."""
    rules = STANDARD.evolve(return_pair=True, return_taken_discard=True)
    state = stack(READY, rules, upcard="2s")
    state = play(state, "take", "discard 2s")  # an upcard taken in the offer counts too
    assert state.memory.returns == 1
    over = play(state, "take", "discard 2s")
    assert (over.outcome.ending, over.outcome.reason) == ("dead", "returned-pair")
    broken = play(state, "draw", legal_actions(play(state, "draw"))[0])
    assert broken.memory.returns == 0


def test_8_6_reshuffle_cap():
    """The discard that would call for a fourth reshuffle ends the round drawn."""
    state = fresh(PENALTY, 4, seed=2)
    for number in range(4):
        state = run_down(state)
        state = play(state, Discard(next(iter(state.hands[state.turn]))))
        if number < 3:
            assert isinstance(state.phase, Reshuffle)
            state = play(state, chance_action(state, number))
    assert (state.outcome.ending, state.outcome.reason) == ("dead", "reshuffle-cap")


# --- 9 gin-off, big gin, first turns ---------------------------------------------------------------


def test_9_1_gin_off():
    """Lays 4s 3s 8s Js → 0: with undercut 10 and gin-off 25: 32, else 17."""
    hands = ["2c 3d Ah Ad 5s 6s 7s Jc Jd Jh", "4s 8s Js 9c 9d 9h Qc Qd Qh 3s"]
    over = defended(spread(knocked(hands, "Kc"), "5s 6s 7s", "Jc Jd Jh"))
    assert over.outcome.deadwood == (7, 0)
    assert over.laid[1] == CardSet.parse("3s 4s 8s Js")
    rules = STANDARD.evolve(undercut_bonus=10)
    assert price(over.outcome, rules.evolve(gin_off_bonus=25)).points == (0, 32)
    assert price(over.outcome, rules).points == (0, 17)


BIG = "Ac 2c 3c 9d Td Jd 5h 6h 8h 9h"


def test_9_4_big_gin_with_any_eleventh_card():
    """Any eleventh card; the ten need not have been gin: (28) + 7h."""
    assert deadwood(BIG, STANDARD) == 28
    other = "4c 5c 6c 7c 8d Qd Kd 2s 3s Kh"
    from_stock = drawn([BIG, other], ["7h"])
    from_upcard = play(stack([BIG, other], upcard="7h"), "take")
    dealt = stack([f"{BIG} 7h", other], STANDARD.evolve(opening="eleven-cards"))
    for state in (from_stock, from_upcard, dealt):
        assert "big gin" in texts(state)
        assert "knock 5h" in texts(state)  # never compulsory: plain gin with 5h or 9h
        assert "knock 9h" in texts(state)
        after = play(state, "big gin")
        assert texts(after) == ["spread Ac 2c 3c / 9d Td Jd / 5h 6h 7h 8h 9h"]
        over = apply(after, legal_actions(after)[0])
        assert over.outcome.ending == "big-gin"
        assert price(over.outcome, STANDARD).points == (31 + over.outcome.deadwood[1], 0)


def test_9_5_first_turn():
    """Knock, gin and big gin allowed on the first turn (seed 004)."""
    state = play(stack(["A23.456.789.2", READY[1]], upcard="Js"), "take")
    assert "knock 2s" in texts(state)


def test_9_5_a_dealt_gin_hand_must_still_draw():
    """A dealt gin hand must still draw (take the upcard, or after two passes the stock) and throw a card."""
    state = stack(["A234.456.789.", "5679.789.TJ.K"])
    assert deadwood(state.hands[0], STANDARD) == 0
    assert texts(state) == ["take", "decline"]
    assert texts(play(state, "decline", "decline")) == ["draw"]


def test_9_6_straight_gin():
    """Limit 0: only gin and big gin. The two-card rule stays."""
    rules = preset("straight-gin")
    state = drawn(["A234.456.789.", "5679.789.TJ.K"], ["Js"], rules)
    assert [text for text in texts(state) if "discard" not in text] == ["knock Js"]
    over = spread(play(state, "knock Js"), "Ac 2c 3c 4c", "4d 5d 6d", "7h 8h 9h")
    assert over.outcome.ending == "gin"
    state = run_down(stack(["A234.456.789.", "5679.789.TJ.K"], rules))
    assert play(state, legal_actions(state)[0]).outcome.reason == "stock"


# --- 11a points of detail --------------------------------------------------------------------------


def test_11a_melds_of_a_spread_are_ordered():
    """Ordered by their tuples of ascending card indices; a lay-off's index counts in that order."""
    state = example_1()
    assert [meld.cards for meld in state.table] == [CardSet.parse("4c 4d 4s"), CardSet.parse("7h 8h 9h")]
    assert Spread(["7h 8h 9h", "4c 4d 4s"]) == Spread(["4s 4d 4c", "9h 8h 7h"])


def test_11a_a_run_round_the_corner_is_ordered_the_same_way():
    """In each meld the cards ascend; a run round the corner is ordered the same way."""
    assert str(Spread(["Qs Ks As"]).melds[0]) == "As Qs Ks"


def test_11a_layoff_none():
    """After a knock each defender has only Done."""
    rules = PENALTY.evolve(layoff="none")
    state = example_1(rules)
    for seat in (1, 2):
        assert (state.turn, texts(state)) == (seat, ["done"])
        assert refusal(state, LayOff("6h", RUN)) is LayoffNotAllowed
        state = play(state, "done")
    assert state.is_over


def test_11a_defender_melds_named():
    """After Done the defender names his own melds with Spread; what he withholds counts."""
    state = example_1(PENALTY.evolve(defender_melds="named"))
    state = play(state, "lay off 6h on 1", "done")
    assert state.phase == SpreadTurn(1, 0, "knock")
    assert set(texts(state)) == {"spread nothing", "spread 2c 2d 2s"}
    withheld = play(state, "spread nothing", "done", "spread Ac Ad As")
    assert withheld.outcome.deadwood == (3, 31, 34)
    named = play(state, "spread 2c 2d 2s", "done", "spread Ac Ad As")
    assert named.outcome.deadwood == (3, 25, 34)


def test_11a_named_melds_are_no_place_for_lay_offs():
    """Lay-offs go on the knocker's melds only (seed 001b, l.65)."""
    rules = PENALTY.evolve(defender_melds="named")
    hands = ["7h 8h 9h 4c 4d 4s 3d", "6s 5h 2c 2d 2s Kd Ks", "2h Jh 4h Ac Ad As Qc"]
    state = spread(knocked(hands, "9s", rules), "7h 8h 9h", "4c 4d 4s")
    state = play(state, "done", "spread 2c 2d 2s")
    place = [str(meld) for meld in state.table].index("2c 2d 2s")
    assert refusal(state, LayOff("2h", place)) is LayoffNotAllowed


def test_11a_the_last_discard_phase_always_occurs():
    """With no knock to make it lists only Decline."""
    state = last_discard("2c 4d 6h 8s Tc Qd Ah 3s 5c 7d", "Kh")
    assert texts(state) == ["decline"]


def test_11a_a_discard_that_empties_the_hand_goes_out_at_the_floor():
    """A discard that empties the hand ends the round by going out even when it leaves the stock at its floor."""
    rules = MAHJONG.evolve(ranks=4, suits=3, hand_size=3, player_counts=(2,))
    # 12 cards: 6 dealt, 1 upcard, 5 stock; the third draw leaves two
    state = stack(["Ac 2c 3c", "4c Ad 2h"], rules, upcard="4d", stock="3h 4h 2d")
    state = play(state, "decline", "decline", "draw", "discard 3h", "draw", "discard 4h", "draw")
    assert len(state.stock) == 2
    state = play(state, "lay Ac 2c 3c")
    assert len(state.hands[0]) == 1
    assert play(state, Discard("2d")).outcome.ending == "out"


def test_11a_a_limit_set_by_a_card_uses_pips():
    """A limit set by a card uses pips (T–K 10, ace 0 or 1), not card_values."""
    rules = preset("oklahoma").evolve(card_values=(15, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))
    assert stack(READY, rules, upcard="3s").knock_limit == 3


def test_11a_pairs():
    """With min_set 2 any missing card of the rank fits a set."""
    rules = STANDARD.evolve(min_set=2)
    assert CardSet(tables_of(rules).fits(+CardSet.parse("7c 7h"))) == CardSet.parse("7d 7s")


def test_11a_small_packs():
    """Small packs: the lowest ranks, the first suits; "ace high" joins the pack's top rank."""
    rules = STANDARD.evolve(ranks=5, suits=3, hand_size=4, ace_rank="high-or-low")
    state = fresh(rules)
    held = CardSet.of([*state.hands[0], *state.hands[1], *state.stock, *state.discards])
    assert held == CardSet.parse("A2345.A2345.A2345.")
    assert tables_of(rules).is_meld(+CardSet.parse("4c 5c Ac"))


def test_11a_return_taken_discard_frees_the_knock_card_as_well():
    """return_taken_discard frees the knock card as well."""
    state = play(stack(READY, STANDARD.evolve(return_taken_discard=True), upcard="Js"), "take")
    assert {"discard Js", "knock Js"} <= set(texts(state))


def test_11a_knock_card_not_wanted_or_missing():
    """A knock card given to rules that use none, or missing where they need one, is a deal error."""
    with pytest.raises(DealError, match="give knock_card"):
        deal(SECOND_DECK, shuffled(1))
    with pytest.raises(DealError, match="leave 7s out"):
        deal(STANDARD, shuffled(1), knock_card="7s")


def test_11a_deadwood_by_seat():
    """The least value of the cards held, in open melding the value of all cards held; drawn rounds included."""
    over = play(run_down(stack(READY)), Discard("Ts"))
    assert over.outcome.deadwood[1] == deadwood(READY[1], STANDARD)
    state = run_down(fresh(MAHJONG, 2, seed=1))
    over = play(state, Discard(next(iter(state.hands[state.turn]))))
    assert over.outcome.deadwood == tuple(map(over.setup.tables.value, over.hand_masks))


def test_11a_a_states_stock_is_a_pile():
    """A state's stock is a pile (next card last); the order given to a deal is first-drawn-first."""
    state = stack(READY, stock="3s 5s")
    assert [str(card) for card in state.stock[:-3:-1]] == ["3s", "5s"]
    assert play(state, "decline", "decline", "draw").hands[0] == CardSet.parse(READY[0]) | Card.parse("3s")


def test_best_defence_is_not_compulsory():
    """Defender: may lay off, need not (seeds 002, 004)."""
    state = example_1()
    assert play(state, "done", "done").outcome.deadwood == (3, 31, 34)


def test_a_state_is_a_value():
    """Equal states are equal positions."""
    assert stack(READY) == attrs.evolve(stack(READY))
    assert stacked(READY) == stacked([CardSet.parse(hand) for hand in READY])
    assert best_defence(READY[1], ["Ah 2h 3h"], STANDARD).layoffs == ()


def test_draw_stock_is_always_there_above_the_floor():
    """DrawStock (stock above the floor)."""
    state = stack(READY)
    assert refusal(play(state, "decline", "decline"), DrawStock()) is None
    assert refusal(play(state, "decline"), DrawStock()) is WrongPhase
    assert refusal(play(state, "take", "discard Ts"), Decline()) is WrongPhase
