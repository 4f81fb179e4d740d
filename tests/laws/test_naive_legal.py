"""The engine against naive second implementations of the legal actions (seeds 000 and 001b)."""

import pytest

import ginrules as gin
from ginrules.testing.policies import POLICIES, fresh
from tests.conftest import ALL_PLAY, STANDARD, decisions, effort, slow
from tests.laws.conftest import plain, second_opinion
from tests.referees.naive_legal import NaiveRound


def agree(rules, seats, seeds):
    naive = NaiveRound(rules)
    reached = set()
    for seed in seeds:
        policy = list(POLICIES.values())[seed % 4]
        before, doublers = None, []
        for state, action in decisions(fresh(rules, seats, seed), seed, policy):
            listed = gin.legal_actions(state)
            assert {plain(item) for item in listed} == second_opinion(naive, state, before, doublers), str(state)
            draws = isinstance(state.phase, gin.DrawTurn | gin.UpcardOffer)
            before = [int(card) for card in state.hands[state.turn]] if draws else None
            doublers += [state.phase.by] if isinstance(action, gin.Accept) else []
            reached |= {type(item).__name__ for item in listed}
            reached |= {"owing"} if getattr(state.phase, "owed", ()) else set()
    return reached


OPEN = {"DrawStock", "TakeDiscard", "Decline", "LayDown", "LayOff", "Discard", "owing"}
CLOSED = {"DrawStock", "TakeDiscard", "Discard", "Knock", "Spread", "LayOff", "Done"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_open_melding_agrees(seats):
    assert agree(gin.preset("mahjong-gin"), seats, range(effort(12, 40))) == OPEN


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_play_agrees(seats):
    assert agree(gin.preset("penalty-2-to-4"), seats, range(effort(12, 40))) == CLOSED


@pytest.mark.parametrize(("name", "seats"), [("group-gin", 5), ("knock-rummy", 6)])
def test_five_and_six_seats_agree(name, seats):
    assert agree(gin.preset(name), seats, range(effort(4, 40))) >= CLOSED - {"LayOff"}


@pytest.mark.parametrize("name", [name for name in ALL_PLAY if "eleven" not in name and "named" not in name])
def test_other_values_agree(name):
    rules = ALL_PLAY[name]
    for seats in rules.table_sizes:
        agree(rules, seats, range(effort(3, 12)))


SMALL = STANDARD.evolve(ranks=7, hand_size=6, min_run=2, knock_limit=12, big_gin_needs_gin=True, knocker_melds="best")


@pytest.mark.parametrize("opening", ["upcard-offer", "eleven-cards"])
def test_best_spreads_and_big_gin_after_gin_agree(opening):
    reached = agree(SMALL.evolve(opening=opening), 2, range(effort(16, 200)))
    assert reached >= {"GoBigGin", "Spread", "Knock"}


@pytest.mark.parametrize("limit", [2, 8])
def test_doubles_agree(limit):
    rules = SMALL.evolve(doubling=True, doubling_limit=limit, big_gin_needs_gin=False, knock_limit=2)
    assert agree(rules, 2, range(effort(16, 200))) >= {"Double", "Accept", "Refuse", "Knock"}


@pytest.mark.full
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", ["mahjong-gin", "penalty-2-to-4"])
def test_many_rounds_agree(name, seats):
    assert agree(gin.preset(name), seats, range(slow(40, 500))) == (OPEN if name == "mahjong-gin" else CLOSED)
