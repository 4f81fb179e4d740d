"""The phases of a round and their legal actions: the table at the head of the settled rules, and first turns.

Each test is named after a paragraph, its docstring quotes it.
"""

from ginrules.cards import CardSet
from ginrules.errors import MustDrawStock, TakenThisTurn
from ginrules.melds.arrange import deadwood
from ginrules.play.actions import Discard, Done, Knock, TakeDiscard
from ginrules.play.engine import apply, legal_actions
from ginrules.play.phases import DrawTurn, LayoffTurn, PlayTurn, UpcardOffer
from ginrules.presets import preset
from ginrules.scoring.price import price
from tests.conftest import STANDARD
from tests.rulebook.conftest import defended, drawn, knocked, play, refusal, run_down, spread, stack, texts

READY = ["A23.456.789.T", "456.789.TJQ.K"]


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
    """(or `any`: then the upcard too, Online rules 1 "takes their turn normally")."""
    rules = STANDARD.evolve(both_pass_draw="any")
    state = play(stack(["A23.456.789.T", "456.789.TJQ.K"], rules, dealer=0), "decline", "decline")
    assert texts(state) == ["draw", "take"]


def test_phases_the_turn_after_a_take_goes_on_ordinarily():
    """Seats left of the taker of the upcard continue with ordinary draws."""
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
    """Every set of disjoint melds from the knocker's ten cards whose leftover ≤ limit, melds may be withheld."""
    state = knocked(["A23.456.789.A", "567.789.TJQ.K"], "Js")
    shown = {text.removeprefix("spread ") for text in texts(state)}
    assert shown == {
        "Ac 2c 3c / 4d 5d 6d / 7h 8h 9h",
        "4d 5d 6d / 7h 8h 9h",  # the clubs withheld: 6 + 1
    }


def test_phases_limit_stays_when_the_upcard_is_taken():
    """Limit = value of the upcard (T–K 10, ace 0 or 1); it stays when the upcard is taken (Gin rummy notes,
    Gin Rummy Online)."""
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
    """A knocker's whole hand is open to all from the knock on; a defender's after `Done`."""
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
    """Knock, gin and big gin allowed on the first turn (Hoyle's rules)."""
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
