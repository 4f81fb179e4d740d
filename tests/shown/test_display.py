"""Events in words: every kind, and no card in them that the seat was not shown."""

import re

import pytest

import ginrules as gin
from ginrules.play.events import event_text
from ginrules.play.state import doubling_text
from ginrules.testing.policies import fresh, greedy, mixed
from tests.conftest import HOUSE, WAYS, decisions, finished
from tests.rulebook.conftest import play, stack

NAMES = ["Ann", "Bo", "Cy", "Di"]
CARD = re.compile(r"\b[A2-9TJQK][cdhs]\b")


def events_of(rules, seats, seed, policy=mixed):
    for state, action in decisions(fresh(rules, seats, seed), seed, policy):
        if action is not None:
            yield from gin.transition(state, action)[1]


def test_every_kind_of_event_has_a_text():
    met = {}
    for rules, seats in (*WAYS.values(), (HOUSE["reshuffle"], 2)):
        for seed in range(3):
            met.update({type(event): event for event in events_of(rules, seats, seed, greedy if seed else mixed)})
    hands = ["Ac 2c 3c 5d 6d 7d 9h Th Jh Qh", "4c 8c Jc 2d 8d Kd 3h 6h 7s Qs"]
    state = gin.deal(gin.RuleSet(), gin.stacked(hands, gin.RuleSet(), dealer=1, upcard="8h"), dealer=1)
    taken = gin.apply(state, gin.TakeDiscard())
    met.update({type(event): event for event in gin.transition(taken, gin.GoBigGin())[1]})
    assert set(met) == set(gin.Event.__args__)
    texts = [event_text(event, NAMES) for event in met.values()]
    assert len(set(texts)) == len(texts)
    assert "Ann declares big gin" in texts
    assert any(" discards are shuffled into the stock: " in text for text in texts)


@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_card_is_not_named(seed):
    drawn = [event for event in events_of(gin.RuleSet(), 2, seed) if type(event).__name__ == "DrewStock"]
    assert drawn
    for event in drawn:
        assert CARD.search(event_text(gin.redact(event, event.seat), NAMES))
        assert not CARD.search(event_text(gin.redact(event, 1 - event.seat), NAMES))
        assert not CARD.search(event_text(gin.redact(event, None), NAMES))


def test_the_end_has_the_words_of_the_picture():
    for seed in range(5):
        state, _ = finished(fresh(gin.RuleSet(), 2, seed), seed, greedy)
        last = list(events_of(gin.RuleSet(), 2, seed, greedy))[-1]
        assert event_text(last, NAMES) == gin.terminal.colored(state, names=NAMES[:2], color="never").splitlines()[0]


@pytest.mark.parametrize(("limit", "text"), [(2, "factor 2, the limit"), (4, "factor 2, seat 1 can double")])
def test_the_factor_says_that_it_has_reached_its_limit(limit, text):
    rules = gin.preset("doubling-gin").evolve(hand_size=5, doubling_limit=limit)
    state = stack(["5h 6h 7h 8h 9h", "As Ah Ad Tc Jc"], rules)
    assert doubling_text(play(state, gin.Decline(), gin.Decline(), gin.Double(), gin.Accept())) == text
