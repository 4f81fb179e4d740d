"""The ready laws: they hold for rules of all kinds, and they notice when something is wrong."""

import random

import attrs
import pytest
from hypothesis import HealthCheck, given, settings

import ginrules as gin
from ginrules.play.actions import TAKE
from ginrules.testing import laws, rule_sets, state_laws
from ginrules.testing.laws import check_match, check_rules_hold
from ginrules.testing.state_laws import (
    LawBroken,
    check_cards_conserved,
    check_legal_means_not_refused,
    check_views_leak_nothing,
)
from tests.conftest import examples, slow, some

STANDARD = gin.RuleSet(name="standard")
START = gin.deal(STANDARD, gin.shuffled(7))


@pytest.mark.parametrize("name", some(gin.preset_names(), 6))
def test_the_laws_hold_for_every_preset(name):
    assert check_rules_hold(gin.preset(name), rounds=1) > 5  # a round of knock rummy can end at the first turn


@examples(3, 20)
@given(rule_sets())
def test_the_laws_hold_for_rules_of_all_kinds(rules):
    check_rules_hold(rules, rounds=2)


@pytest.mark.full
@settings(max_examples=slow(4, 250), suppress_health_check=list(HealthCheck))
@given(rule_sets())
def test_the_laws_hold_for_many_rule_sets(rules):
    check_rules_hold(rules, rounds=4)


# --- a law notices --------------------------------------------------------------------------------


def test_a_lost_card_is_noticed():
    lost = attrs.evolve(START, hand_masks=(START.hand_masks[0] & START.hand_masks[0] - 1, START.hand_masks[1]))
    with pytest.raises(LawBroken, match="there are 51 cards, the pack has 52"):
        check_cards_conserved(lost)


def test_a_list_without_a_legal_action_is_noticed(monkeypatch):
    monkeypatch.setattr(state_laws, "legal_actions", lambda state: gin.legal_actions(state)[1:])
    with pytest.raises(LawBroken, match="take is not listed, the refusal is None"):
        check_legal_means_not_refused(START, [TAKE])


def test_a_list_with_an_illegal_action_is_noticed(monkeypatch):
    monkeypatch.setattr(state_laws, "legal_actions", lambda state: (*gin.legal_actions(state), gin.Discard("Ac")))
    with pytest.raises(LawBroken, match="discard Ac is listed and refused"):
        check_legal_means_not_refused(START)


def test_a_seat_that_cannot_act_is_noticed(monkeypatch):
    monkeypatch.setattr(state_laws, "legal_actions", lambda _state: ())
    with pytest.raises(LawBroken, match="seat 1 must take or decline the upcard and cannot"):
        check_legal_means_not_refused(START)


def test_a_view_that_shows_a_hidden_card_is_noticed(monkeypatch):
    plain = state_laws.view

    def leaky(state, seat):
        return attrs.evolve(plain(state, seat), unseen=gin.CardSet(1 << state.stock_pile[-1]))

    monkeypatch.setattr(state_laws, "view", leaky)
    monkeypatch.setattr(state_laws, "determinize", lambda _seen, _seed: gin.deal(STANDARD, gin.shuffled(8)))
    with pytest.raises(LawBroken, match="seat 0 sees a card that it cannot know"):
        check_views_leak_nothing(START)


def test_events_that_tell_too_little_are_noticed(monkeypatch):
    monkeypatch.setattr(laws, "follow", lambda view, _event: view)
    with pytest.raises(LawBroken, match=r"the events do not give a seat's view \(oklahoma, seed 41\)"):
        check_rules_hold(gin.preset("oklahoma"), rounds=1, seed=41)


def test_a_match_that_is_not_its_entries_is_noticed():
    match = gin.new_match(STANDARD, results=[gin.Outcome(declarer=0, deadwood=(3, 21))])
    check_match(match)
    with pytest.raises(LawBroken, match="folded again give another match"):
        check_match(attrs.evolve(match, entries=()))


def test_claims_are_mostly_illegal_but_not_all():
    claims = state_laws.some_actions(gin.apply(START, TAKE), random.Random(1))
    refused = [gin.why_illegal(gin.apply(START, TAKE), claim) is not None for claim in claims]
    assert any(refused)
    assert not all(refused)
