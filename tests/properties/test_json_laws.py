"""Value → JSON → value, for every public value; and the same JSON in every process."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrules.cards import CARDS, Card, CardSet
from ginrules.match import Concession, Entry, FirstDealer, MatchState, Notice, TeamRound, new_match, settle
from ginrules.match.settlement import Settlement
from ginrules.melds.arrange import arrangements, best_arrangement
from ginrules.melds.meld import Arrangement, Meld, TableMeld
from ginrules.play.actions import Action, Spread
from ginrules.play.defence import best_defence
from ginrules.play.engine import legal_actions, transition
from ginrules.play.events import Event
from ginrules.play.follow import redact
from ginrules.play.outcome import Outcome
from ginrules.play.phases import LayoffTurn, Phase
from ginrules.play.state import RoundState
from ginrules.play.view import PlayerView, view
from ginrules.presets import preset, preset_names
from ginrules.records import from_dict, to_dict
from ginrules.rules.model import RuleSet, changed_values
from ginrules.scoring.price import price
from ginrules.scoring.score import RoundScore, ScoreLine
from ginrules.testing.policies import POLICIES, decisions, finished, fresh, reach
from tests.effort import effort, some
from tests.every import every
from tests.fuzz.mutate import matches, played_record
from tests.tables import ALL_PLAY, HOUSE, WAYS, reached, seeds


def back(cls, value):
    """The value after a trip through JSON text."""
    return from_dict(cls, json.loads(json.dumps(to_dict(value), allow_nan=False)))


@given(st.integers(0, 51), st.integers(0, 2**52 - 1))
def test_cards_and_sets(card, cards):
    assert back(Card, Card(card)) is CARDS[card]
    assert back(CardSet, CardSet(cards)) == CardSet(cards)
    assert isinstance(to_dict(CardSet(cards)), str)


@given(reached)
def test_states_phases_and_actions(state):
    assert back(RoundState, state) == state
    assert back(Phase, state.phase) == state.phase
    assert back(type(state.phase), state.phase) == state.phase
    for meld in state.table:
        assert back(TableMeld, meld) == meld
    for action in legal_actions(state):
        assert to_dict(action) == str(action)
        assert back(Action, action) == action
        assert back(type(action), action) == action


@given(reached, st.data())
def test_views_and_events(state, data):
    seat = data.draw(st.sampled_from([*range(state.seats), None]))
    assert back(PlayerView, view(state, seat)) == view(state, seat)
    legal = legal_actions(state)
    if legal:
        for event in transition(state, data.draw(st.sampled_from(legal)))[1]:
            for shown in (event, redact(event, seat)):
                assert back(Event, shown) == shown
                assert back(type(shown), shown) == shown


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_every_state_and_view_of_a_round(name):
    rules, seats = WAYS[name]
    for ply, (state, _) in enumerate(decisions(fresh(rules, seats, 17), 17, POLICIES["mixed"])):
        if ply % effort(7, 1):
            continue
        assert back(RoundState, state) == state
        for seat in (*range(seats), None):
            assert back(PlayerView, view(state, seat)) == view(state, seat)


@pytest.mark.parametrize("name", some(list(WAYS), 18))
def test_outcomes_and_scores(name):
    rules, seats = WAYS[name]
    for seed in range(effort(3, 10)):
        state, _ = finished(fresh(rules, seats, seed), seed, POLICIES["greedy"])
        assert back(Outcome, state.outcome) == state.outcome
        if rules.score_mode == "gain" and seats > 2:
            continue
        score = price(state.outcome, rules)
        assert back(RoundScore, score) == score
        assert to_dict(score)["points"] == list(score.points)
        for line in score.lines:
            assert back(ScoreLine, line) == line


@given(seeds)
def test_melds_arrangements_and_defences(seed):
    rng = random.Random(seed)
    rules = preset("standard")
    hand = CardSet.of(rng.sample(CARDS[:26], 10))
    assert back(Arrangement, best_arrangement(hand, rules)) == best_arrangement(hand, rules)
    for arrangement in arrangements(hand, rules, 40):
        assert back(Arrangement, arrangement) == arrangement
        assert [back(Meld, meld) for meld in arrangement.melds] == list(arrangement.melds)
        assert back(Action, Spread(arrangement.melds)) == Spread(arrangement.melds)
    state = reach(rules, LayoffTurn, seed=seed % 50)
    defence = best_defence(state.hands[state.turn], state.table, rules)
    assert back(type(defence), defence) == defence


@every(preset_names())
def test_a_preset_is_its_name(name):
    rules = preset(name)
    assert to_dict(rules) == name
    assert back(RuleSet, rules) is rules


@pytest.mark.parametrize("rules", [*HOUSE.values(), *ALL_PLAY.values()], ids=lambda rules: rules.name)
def test_other_rules_are_their_changed_values(rules):
    again = back(RuleSet, rules)
    assert again == rules
    assert again.name == rules.name
    written = to_dict(rules)
    assert isinstance(written, dict)
    names = {name for table in written.values() if isinstance(table, dict) for name in table}
    assert names == set(changed_values(rules))


def test_a_changed_preset_under_its_old_name_is_written_in_full():
    rules = preset("oklahoma").evolve(name="oklahoma", gin_bonus=30)
    assert isinstance(to_dict(rules), dict)
    assert back(RuleSet, rules) == rules
    noted = preset("oklahoma").evolve(notes=("only ours",))
    assert back(RuleSet, noted).notes == ("only ours",)


@pytest.mark.parametrize(("cls", "data"), [case for case in matches() if case[0] is MatchState])
def test_matches_and_settlements(cls, data):
    match = from_dict(cls, data)
    assert back(MatchState, match) == match
    assert back(Settlement, settle(match)) == settle(match)
    for value in (*match.entries, *match.scores, *match.games, match.sheet, *match.due):
        assert back(type(value), value) == value


def test_entries_of_every_kind():
    outcome = Outcome(declarer=0, deadwood=(3, 30))
    entries = (
        outcome,
        price(outcome, preset("standard")),
        TeamRound([outcome]),
        FirstDealer(1),
        Notice(),
        Concession(1),
    )
    assert {type(entry) for entry in entries} == set(get_args(Entry))
    for entry in entries:
        assert back(type(entry), entry) == entry


def test_every_class_is_written_without_its_documents_head_but_for_documents():
    record = played_record(preset("standard"), 2, 3)
    for value in (record, record.state, view(record.state, 0), new_match(preset("standard"))):
        assert to_dict(value)["version"] == 2
        assert to_dict(value)["format"].startswith("ginrules/")


_PRINTED = """
import hashlib, json
from ginrules.records import to_dict
from tests.fuzz.mutate import seeds_of_play
text = json.dumps([data for _, data in seeds_of_play()])
print(hashlib.sha256(text.encode()).hexdigest())
"""


@pytest.mark.slow
def test_the_json_is_the_same_in_every_process():
    root = Path(__file__).parent.parent.parent
    printed = {
        subprocess.run(
            [sys.executable, "-c", _PRINTED],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(printed) == 1
