"""Written values are read back unchanged: documents, rule files and rule cards over random rule sets."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrules.match import Settlement, new_match
from ginrules.play.outcome import Outcome
from ginrules.presets.rule_files import dumps_rules, loads_rules
from ginrules.rules.model import RuleSet
from ginrules.testing import laws, matches, rule_sets
from ginrules.testing.policies import POLICIES, fresh, steps
from ginrules.testing.state_laws import LawBroken
from tests.conftest import examples
from tests.laws import documents
from tests.laws.documents import (
    card_sentences,
    check_match_documents,
    check_playable,
    check_round_documents,
    check_rule_cards_differ,
    check_survives_json,
)

STANDARD = RuleSet(name="standard")
seeds = st.integers(0, 2**16 - 1)
policies = st.sampled_from(list(POLICIES))


# --- documents --------------------------------------------------------------------------------------


@examples(6, 60)
@given(rule_sets(), seeds, policies, st.data())
def test_everything_of_a_round_survives_json(rules, seed, policy, data):
    seats = data.draw(st.sampled_from(rules.table_sizes))
    assert check_round_documents(rules, seats, seed, POLICIES[policy]) > 5


@examples(10, 60)
@given(st.data())
def test_every_match_survives_json(data):
    check_match_documents(data.draw(matches(data.draw(rule_sets()))))


@examples(10, 60)
@given(rule_sets(), seeds, policies)
def test_every_state_that_is_reached_can_be_shown_guessed_and_played(rules, seed, policy):
    state = fresh(rules, seats=rules.table_sizes[0], seed=seed)
    reached = [state, *(after for _, after in steps(state, seed, POLICIES[policy]))]
    for state in random.Random(seed).sample(reached, min(4, len(reached))):
        check_playable(state, seed)


# --- rule files and rule cards ------------------------------------------------------------------------


@examples(30, 150)
@given(rule_sets())
def test_rules_survive_files_and_have_a_card(rules):
    check_survives_json(rules)
    assert [loads_rules(dumps_rules(rules, full=full)) for full in (False, True)] == [rules, rules]
    card_sentences(rules)


@examples(30, 150)
@given(st.data())
def test_rules_that_differ_in_use_never_share_a_card(data):
    rules = data.draw(rule_sets())
    check_rule_cards_differ(rules, data.draw(rule_sets(base=rules)))


# --- a law notices --------------------------------------------------------------------------------------


def test_a_document_that_is_read_as_another_value_is_noticed(monkeypatch):
    state = fresh(STANDARD, seats=2, seed=1)
    other = fresh(STANDARD, seats=2, seed=2)
    monkeypatch.setattr(documents, "from_dict", lambda *_: other)
    with pytest.raises(LawBroken, match="a RoundState is read as another value"):
        check_survives_json(state)


def test_a_document_that_is_refused_is_noticed(monkeypatch):
    monkeypatch.setattr(documents, "to_dict", lambda _: {"format": "ginrules/state", "version": 2})
    with pytest.raises(LawBroken, match="a RoundState is written and then refused"):
        check_survives_json(fresh(STANDARD, seats=2, seed=1))


def test_a_card_that_says_too_little_is_noticed(monkeypatch):
    monkeypatch.setattr(documents, "card_sections", lambda _: [("Deal", ("10 cards each.",))])
    with pytest.raises(LawBroken, match="two rule sets share a card, with gin_bonus = 25 and 20"):
        check_rule_cards_differ(STANDARD, RuleSet(gin_bonus=20))


def test_a_card_with_a_raw_value_is_noticed(monkeypatch):
    monkeypatch.setattr(documents, "card_sections", lambda _: [("Knock", ("The limit is None.",))])
    with pytest.raises(LawBroken, match="raw value None"):
        card_sentences(STANDARD)


def test_a_rule_file_that_gives_other_rules_is_noticed(monkeypatch):
    monkeypatch.setattr(laws, "loads_rules", lambda _: RuleSet(gin_bonus=20))
    with pytest.raises(LawBroken, match="a rule file gives other rules"):
        laws.check_rules_hold(STANDARD)


def test_a_guess_that_looks_different_is_noticed(monkeypatch):
    state = fresh(STANDARD, seats=2, seed=1)
    monkeypatch.setattr(documents, "determinize", lambda *_: fresh(STANDARD, seats=2, seed=2))
    with pytest.raises(LawBroken, match="has another view"):
        check_playable(state)


def test_a_state_that_is_stuck_is_noticed(monkeypatch):
    monkeypatch.setattr(documents, "legal_actions", lambda _: ())
    with pytest.raises(LawBroken, match="cannot act"):
        check_playable(fresh(STANDARD, seats=2, seed=1))


def test_a_match_document_that_loses_something_is_noticed(monkeypatch):
    match = new_match(STANDARD, results=[Outcome(declarer=0, deadwood=(3, 21))])
    monkeypatch.setattr(documents, "settle", lambda match: match)
    check_match_documents(match)
    loads = documents.from_dict
    other = Outcome(declarer=0, deadwood=(3, 22))
    monkeypatch.setattr(documents, "from_dict", lambda cls, data: other if cls is Outcome else loads(cls, data))
    with pytest.raises(LawBroken, match="a Outcome is read as another value"):
        check_match_documents(match)


def test_a_document_that_is_not_plain_json_is_noticed(monkeypatch):
    writes = documents.to_dict
    monkeypatch.setattr(documents, "to_dict", lambda value: (1, 2) if isinstance(value, Settlement) else writes(value))
    with pytest.raises(LawBroken, match="the document of a Settlement is not plain JSON"):
        check_match_documents(new_match(STANDARD))
