"""The defender's best answer: own melds and lay-offs together."""

import pytest

import ginrules as gin
from ginrules.play.actions import DONE
from tests.conftest import STANDARD
from tests.rulebook.conftest import knocked, spread

SPREAD = ["Jc Jd Jh", "5s 6s 7s"]


def test_nothing_to_lay_off():
    best = gin.best_defence("2c 4d 9h", SPREAD, STANDARD)
    assert (best.layoffs, best.deadwood, best.actions) == ((), 15, (DONE,))
    assert str(best) == "no meld | no lay-off | 2c 4d 9h left: 15"


def test_chained_lay_offs_stand_in_a_legal_order():
    best = gin.best_defence("3s 4s 8s 9s", SPREAD, STANDARD)
    assert best.deadwood == 0
    order = [str(step.card) for step in best.layoffs]
    assert order.index("4s") < order.index("3s")
    assert order.index("8s") < order.index("9s")
    assert {step.onto for step in best.layoffs} == {1}


def test_without_chaining_only_the_originals_neighbors():
    best = gin.best_defence("3s 4s 8s 9s", SPREAD, STANDARD.evolve(layoff_chain=False))
    assert gin.CardSet.of(step.card for step in best.layoffs) == gin.CardSet.parse("4s 8s")
    assert best.deadwood == 12


def test_without_lay_offs():
    best = gin.best_defence("3s 4s 8s 9s", SPREAD, STANDARD.evolve(layoff="none"))
    assert (best.layoffs, best.deadwood) == ((), 24)


def test_a_lay_off_is_not_made_where_a_meld_is_worth_more():
    best = gin.best_defence("4s 4h 4d 8s", SPREAD, STANDARD)
    assert best.deadwood == 0
    assert best.melds[0].kind == "set"


def test_ones_own_set_is_broken_where_that_wins():
    """OpenSpiel's first example: keeping the eights would leave 16."""
    best = gin.best_defence("8s 8c 8d 9s 7c", ["5s 6s 7s", "9c Tc Jc"], STANDARD)
    assert str(best.unmelded) == "8d"
    assert len(best.layoffs) == 4


def test_named_melds_end_with_a_spread():
    best = gin.best_defence("4s 2c 2d 2h", SPREAD, STANDARD.evolve(defender_melds="named"))
    assert best.actions == (gin.LayOff("4s", 1), DONE, gin.Spread(["2c 2d 2h"]))


def test_the_table_as_it_stands():
    """After another defender: chained from the cards on the table, or from the original meld only."""
    run = gin.TableMeld(gin.CardSet.parse("5s 6s 7s 8s"), "run", 0, gin.CardSet.parse("5s 6s 7s"))
    assert gin.best_defence("9s", [run], STANDARD).deadwood == 0
    assert gin.best_defence("9s", [run], STANDARD.evolve(layoff_chain=False)).deadwood == 9
    assert gin.best_defence("4s", [run], STANDARD.evolve(layoff_chain=False)).deadwood == 0


@pytest.mark.parametrize("hand", ["7h 7h", "1x", [52]])
def test_a_bad_hand(hand):
    with pytest.raises(gin.ParseError):
        gin.best_defence(hand, SPREAD, STANDARD)


def test_a_hand_outside_the_pack():
    with pytest.raises(gin.ParseError, match="Ks"):
        gin.best_defence("Ks", [], STANDARD.evolve(ranks=6, hand_size=4))


def test_lay_offs_count_places_of_the_state():
    state = spread(
        knocked(["Jc Jd Jh 5s 6s 7s 2c 3c 4c Ad", "8s 9s Js Kd Kc Qd 9h 8h 4d 3h"], "Qs"), *SPREAD, "2c 3c 4c"
    )
    best = gin.best_defence(state.hands[1], state.table, state.rules)
    assert {str(step) for step in best.layoffs} == {"lay off Js on 1", "lay off 8s on 2", "lay off 9s on 2"}
