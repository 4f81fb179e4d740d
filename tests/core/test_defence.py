"""The defender's best answer as a value; that it is the best is a law of `test_solver.py`."""

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


def test_without_lay_offs():
    best = gin.best_defence("3s 4s 8s 9s", SPREAD, STANDARD.evolve(layoff="none"))
    assert (best.layoffs, best.deadwood) == ((), 24)


def test_the_table_as_it_stands():
    """After another defender: chained from the cards on the table, or from the original meld only."""
    run = gin.TableMeld(gin.CardSet.parse("5s 6s 7s 8s"), "run", 0, gin.CardSet.parse("5s 6s 7s"))
    assert gin.best_defence("9s", [run], STANDARD).deadwood == 0
    assert gin.best_defence("9s", [run], STANDARD.evolve(layoff_chain=False)).deadwood == 9
    assert gin.best_defence("4s", [run], STANDARD.evolve(layoff_chain=False)).deadwood == 0


def test_a_hand_outside_the_pack():
    with pytest.raises(gin.ParseError, match="Ks"):
        gin.best_defence("Ks", [], STANDARD.evolve(ranks=6, hand_size=4))


def test_lay_offs_count_places_of_the_state():
    state = spread(
        knocked(["Jc Jd Jh 5s 6s 7s 2c 3c 4c Ad", "8s 9s Js Kd Kc Qd 9h 8h 4d 3h"], "Qs"), *SPREAD, "2c 3c 4c"
    )
    best = gin.best_defence(state.hands[1], state.table, state.rules)
    assert {str(step) for step in best.layoffs} == {"lay off Js on 1", "lay off 8s on 2", "lay off 9s on 2"}
