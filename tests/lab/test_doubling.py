"""Doubles of the lab's players: one estimate of who is ahead, in whole numbers, from the view alone."""

import pytest

import ginrules as gin
from ginrules.players import Expert, Greedy, RandomPlayer, Searching, Simple
from ginrules.players.base import OFFER_AT, REFUSE_AT, accepts_double, lead, offers_double
from tests.rulebook.conftest import play, stack

RULES = gin.preset("doubling-gin")
STRONG = "Ac 2c 3c 5d 6d 7d 9h Th Jh 4s"
WEAK = "4c 8c Jc 2d 8d Kd 3h 6h 7s Qs"
PLAYERS = [lambda seed, kind=kind: kind(seed) for kind in (Simple, Expert, Searching)] + [lambda _seed: Greedy()]


def offered(first, second, rules=RULES):
    return play(stack([first, second], rules, upcard="8h"), "decline", "decline")


def test_the_lead_is_what_is_usual_less_the_own_deadwood():
    state = offered(STRONG, WEAK)
    assert lead(gin.view(state, 0)) == 50 - 4
    assert lead(gin.view(state, 1)) == 50 - 68
    later = play(state, "draw", "discard 4s")
    assert lead(gin.view(later, 1)) == 45 - 68


def test_a_card_taken_from_the_pile_makes_the_other_hand_better():
    state = play(stack([STRONG, WEAK], RULES, upcard="8h"), "take", "discard 4s")
    assert lead(gin.view(state, 1)) == 50 - 4 - 68


def test_the_lead_does_not_depend_on_hidden_cards():
    view = gin.view(offered(STRONG, WEAK), 0)
    assert {lead(gin.view(gin.determinize(view, seed), 0)) for seed in range(20)} == {lead(view)}


@pytest.mark.parametrize("new_player", PLAYERS)
def test_every_player_but_random_doubles_when_ahead_and_refuses_when_far_behind(new_player):
    state = offered(STRONG, WEAK)
    assert new_player(1).choose(gin.view(state, 0)) == gin.Double()
    assert new_player(1).choose(gin.view(offered(WEAK, STRONG), 0)) == gin.DrawStock()
    answered = play(state, "double")
    assert new_player(1).choose(gin.view(answered, 1)) == gin.Accept()
    later = stack([WEAK, STRONG], RULES, upcard="8h", stock="As 2s 3s")
    later = play(
        later, "decline", "decline", "draw", "discard As", "draw", "discard 2s", "draw", "discard 3s", "double"
    )
    assert lead(gin.view(later, 0)) <= -REFUSE_AT
    assert new_player(1).choose(gin.view(later, 0)) == gin.Refuse()


def test_a_player_without_the_right_or_the_rule_does_not_double():
    state = play(offered(STRONG, WEAK), "double", "accept")
    assert not offers_double(gin.view(state, 0))
    assert not offers_double(gin.view(offered(STRONG, WEAK, RULES.evolve(doubling=False)), 0))
    limited = play(offered(WEAK, STRONG, RULES.evolve(doubling_limit=2)), "double", "accept", "draw", "discard Kd")
    assert lead(gin.view(limited, 1)) >= OFFER_AT
    assert not offers_double(gin.view(limited, 1))
    assert accepts_double(gin.view(limited, 0))


def test_random_play_doubles_and_answers_like_anything_else():
    state = offered(STRONG, WEAK)
    assert {RandomPlayer(seed).choose(gin.view(state, 0)) for seed in range(20)} == set(gin.legal_actions(state))
    answer = play(state, "double")
    assert {RandomPlayer(seed).choose(gin.view(answer, 1)) for seed in range(20)} == {gin.Accept(), gin.Refuse()}
