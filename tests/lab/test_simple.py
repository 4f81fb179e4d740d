"""The challenge's simple player does what its description says."""

import pytest

import ginrules as gin
from ginrules.players import Simple
from ginrules.presets import STANDARD
from tests.lab.conftest import OTHER, after_draw

HAND = "4c 5c 6c 7d 7h 9s Ah 2h Kd 3s"


def chosen(state, player=None):
    return (player or Simple(1)).choose(gin.view(state, state.turn))


@pytest.mark.parametrize(
    ("upcard", "action"),
    [
        ("7s", gin.TakeDiscard()),
        ("7c", gin.TakeDiscard()),
        ("3h", gin.TakeDiscard()),
        ("2s", gin.Decline()),  # saves points, melds with nothing
        ("Qd", gin.Decline()),
    ],
)
def test_it_takes_a_card_only_to_meld_it(upcard, action):
    assert chosen(gin.deal(STANDARD, gin.stacked([OTHER, HAND], STANDARD, upcard=upcard))) == action


def test_it_discards_any_of_the_best_with_equal_chance():
    state = after_draw("4c 5c 6c 7d 7h Ac Ah 2h Kd Qh", "Js")
    discards = [chosen(state, Simple(seed)) for seed in range(300)]
    assert {str(action.card) for action in discards} == {"Kd", "Qh", "Js"}
    assert all(70 < discards.count(action) < 130 for action in set(discards))


def test_it_does_not_repeat_a_draw_and_discard_of_the_same_cards():
    state = after_draw("4c 5c 6c 7d 7h Ac Ah 2h Kd 3s", "Js")
    player = Simple(3)
    before = gin.deal(STANDARD, gin.stacked([OTHER, "4c 5c 6c 7d 7h Ac Ah 2h Kd 3s"], STANDARD, upcard="Qd"))
    player.choose(gin.view(before, 1))
    first = chosen(state, player)
    player.choose(gin.view(before, 1))
    second = chosen(state, player)
    assert {first, second} == {gin.Discard("Kd"), gin.Discard("Js")}


def test_it_knocks_as_early_as_it_can():
    assert chosen(after_draw("4c 5c 6c 7d 7h 7s Ah 2h Kd 3s", "4h")) == gin.Knock("Kd")
    assert isinstance(chosen(after_draw("4c 5c 6c 7d 7h 7s Ah 9h Kd 3s", "4h")), gin.Discard)
    assert chosen(after_draw("4c 5c 6c 7d 7h 7s Ah 2h 3h 7c", "8c")) == gin.GoBigGin()


def test_it_spreads_the_first_of_the_best_arrangements():
    state = gin.apply(after_draw("5c 6c 7c 5d 6d 7d 5s 6s 7s As", "Kh"), gin.Knock("Kh"))
    best = gin.arrangements(state.hands[1], STANDARD, 1)
    assert len(best) > 1
    assert chosen(state) == gin.Spread(best[0].melds)
