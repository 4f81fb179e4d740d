"""Events: one stream a transition, and enough of them to follow the public side of a round."""

import random

import pytest

import ginrules as gin
from ginrules.play.events import events_of
from ginrules.play.follow import action_of
from ginrules.testing.policies import fresh, greedy, next_action
from tests.conftest import STANDARD
from tests.rulebook.conftest import drawn, knocked, run_down, spread, stack

READY = ["A23.456.789.T", "456.789.TJQ.K"]


def events_after(state, action):
    return gin.transition(state, action)[1]


def test_declining():
    assert events_after(stack(READY), gin.Decline()) == (gin.Declined(0),)


def test_taking_and_drawing():
    state = stack(READY, upcard="2s", stock="3s")
    assert events_after(state, gin.TakeDiscard()) == (gin.TookDiscard(0, (gin.Card.parse("2s"),)),)
    state = gin.transition(gin.transition(state, gin.Decline())[0], gin.Decline())[0]
    assert events_after(state, gin.DrawStock()) == (gin.DrewStock(0, gin.Card.parse("3s")),)


def test_throwing_and_knocking():
    state = drawn(READY, ["Js"])
    assert events_after(state, gin.Discard("Js")) == (gin.Discarded(0, gin.Card.parse("Js")),)
    assert events_after(state, gin.Knock("Js")) == (gin.Knocked(0, gin.Card.parse("Js"), gin.CardSet.parse(READY[0])),)


def test_spreading_and_defending():
    state = knocked(READY, "Js")
    action = gin.Spread(["Ac 2c 3c", "4d 5d 6d", "7h 8h 9h"])
    assert events_after(state, action) == (gin.MeldsSpread(0, action.melds, gin.CardSet.parse("Ts")),)
    state = gin.transition(state, action)[0]
    done, ended = events_after(state, gin.Done())
    assert done == gin.DefenceDone(1, gin.CardSet.parse(READY[1]))
    assert isinstance(ended, gin.RoundEnded)
    assert ended.outcome.ending == "knock"


def test_big_gin():
    state = drawn(["A234.456.789.", "5679.789.J.JK"], ["Th"])
    assert events_after(state, gin.GoBigGin()) == (gin.WentBigGin(0, state.hands[0]),)


def test_the_last_discard_is_taken_before_the_knock():
    rules = STANDARD.evolve(stock_exhausted="last-discard-option")
    state = run_down(
        stack(["7c 2c 4c Ad 3d 9d 2h 5h 8h Jh", "4s 5s 6s 8c 9c Kd Kh Ks 2d Qh"], rules), gin.Card.parse("7c")
    )
    took, knock = events_after(state, gin.Knock("Qh"))
    assert took == gin.TookDiscard(1, (gin.Card.parse("7c"),))
    assert knock == gin.Knocked(1, gin.Card.parse("Qh"), gin.CardSet.parse("4s 5s 6s 7c 8c 9c Kd Kh Ks 2d"))


def test_the_take_cap_ends_the_round_before_a_card_moves():
    state = gin.transition(
        gin.transition(stack(READY, STANDARD.evolve(take_cap=1)), gin.TakeDiscard())[0], gin.Discard("Ts")
    )[0]
    (event,) = events_after(state, gin.TakeDiscard())
    assert isinstance(event, gin.RoundEnded)
    assert event.outcome.reason == "take-cap"


def test_gin_ends_with_the_spread():
    state = knocked(["A234.456.789.", "5679.789.TJ.K"], "Js")
    after = spread(state, "Ac 2c 3c 4c", "4d 5d 6d", "7h 8h 9h")
    shown, ended = events_after(state, gin.Spread(["Ac 2c 3c 4c", "4d 5d 6d", "7h 8h 9h"]))
    assert isinstance(shown, gin.MeldsSpread)
    assert ended.outcome == after.outcome


@pytest.mark.parametrize("wrong", [(7, gin.Decline(), "s"), ("s", 7, "s"), ("s", gin.Decline(), 7)])
def test_events_are_those_of_a_state_an_action_and_a_state(wrong):
    state = gin.deal("standard", seed=7)
    with pytest.raises(gin.WrongTypeError, match="got 7"):
        events_of(*(state if value == "s" else value for value in wrong))


WITHOUT_CARDS = gin.Decline | gin.TakeDiscard | gin.DrawStock | gin.ShuffleStock | gin.Double | gin.Accept | gin.Refuse


@pytest.mark.parametrize("name", ["standard", "mahjong-gin", "penalty-2-to-4", "openspiel", "oklahoma", "doubling-gin"])
def test_the_action_of_an_event_is_the_one_that_was_played(name):
    rules = gin.preset(name)
    for seed in range(3):
        state, rng = fresh(rules, rules.table_sizes[0], seed), random.Random(seed)
        while not state.is_over:
            action = next_action(rng, state, greedy)
            after, events = gin.transition(state, action)
            watcher = gin.view(state, None)
            played, held, _ = action_of(watcher, events[0])
            assert played == action
            for seat, cards in held.items():
                assert cards <= state.hands[seat]
                assert cards
            assert bool(held) == (not isinstance(action, WITHOUT_CARDS))
            for event in events:
                watcher = gin.follow(watcher, gin.redact(event, None))
            assert watcher == gin.view(after, None)
            state = after


def test_an_open_reshuffle_has_its_own_order():
    state = run_down(stack(["2c 3d 4h 5s 7c 8d 9h Ts Qc Kd", "2d 3h 4s 5c 7d 8h 9s Tc Qd Kh"], gin.preset("openspiel")))
    watcher = gin.view(state, None)
    order = tuple(reversed(watcher.discards[:-1]))
    assert action_of(watcher, gin.StockShuffled(len(order), order))[0] == gin.ShuffleStock(order)
    assert action_of(watcher, gin.StockShuffled(len(order), ()))[0] == gin.ShuffleStock(watcher.discards[:-1])
