"""The prices of finished rounds as arrays, compared with `ginrules.price`."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ginrules import fast
from ginrules.errors import EndlessPlayError, ScoreError
from ginrules.fast import _facts
from ginrules.fast._facts import FACTS, facts_of, prices_of
from ginrules.play.seeded_deals import Played
from ginrules.players import RandomPlayer, Simple, new_greedy
from ginrules.presets import STANDARD, preset_names
from ginrules.testing import outcomes, rule_sets
from tests.conftest import TABLES, WAYS, effort, examples
from tests.core.fast.conftest import priced

PRICED = ("players", "deck", "melds", "draw", "knock", "layoff", "stock", "price", "game")


@pytest.fixture
def judged(monkeypatch):
    """The rounds that the core has left to `ginrules.price`."""
    rounds = []
    row = _facts._row
    monkeypatch.setattr(_facts, "_row", lambda rules, outcome: (rounds.append(outcome), row(rules, outcome))[1])
    return rounds


def rounds_of(rules, seats):
    players = (new_greedy, RandomPlayer) if fast.why_not(rules) is None else (Simple,)
    deals = range(effort(6, 200) if len(players) > 1 else 2)
    return np.concatenate([fast.play(rules, player, deals, seats=seats) for player in players])


def test_every_table_is_priced_as_one_by_one(judged):
    played = {}
    results = set()
    for name, (rules, seats) in TABLES.items():
        way = next(key for key, table in WAYS.items() if table == (rules, seats)) if name in WAYS else name
        facts = played.setdefault(way, rounds_of(rules, seats))
        prices = prices_of(rules, facts)
        assert (prices == priced(rules, facts)).all(), name
        results |= set(prices["result"].ravel().tolist())
    assert len(TABLES) > len(preset_names())
    assert len(results) > 6 or not fast.available()
    assert judged == [] or not fast.available()


@examples(60, 2000)
@given(st.data())
def test_any_outcome_is_priced_as_alone(data):
    rules = data.draw(rule_sets(sections=PRICED))
    seats = data.draw(st.sampled_from(rules.table_sizes))
    drawn = data.draw(st.lists(outcomes(rules, seats=seats), min_size=1, max_size=8))
    facts = np.array([facts_of(Played(outcome, 1, 1), 0) for outcome in drawn], FACTS)
    assert (prices_of(rules, facts) == priced(rules, facts)).all()


def of(rules, **facts):
    """Facts of a round of two seats that standard rules can price, with some of them changed."""
    row = np.zeros(1, FACTS)
    usual = {"deadwood": (5, 9, 0, 0, 0, 0), "factor": 1, "seats": 2, "upcard": 255, "knock_card": 255}
    for name, value in (usual | facts).items():
        row[0][name] = value
    return prices_of(rules, row)[0]


def test_rules_that_the_core_cannot_price_are_priced_by_the_engine(judged):
    assert of(STANDARD)["net"][:2].tolist() == [4, -4]
    assert (judged == []) == fast.available()
    dear = STANDARD.evolve(gin_bonus=20_000)
    assert of(dear, deadwood=(0, 9, 0, 0, 0, 0), ending=1)["lead"] == 20_009
    assert len(judged) == 1 + (not fast.available())


@pytest.mark.parametrize(
    "facts",
    [
        *({"ending": ending} for ending in (4, 3, 1, 5)),
        *({"factor": factor} for factor in (2, 0, 3)),
        *({"deadwood": (*points, 0, 0, 0, 0)} for points in ((11, 20), (5, -1), (0, 9))),
        *({"declarer": 255}, {"seats": 3}, {"deadwood": (5, 9, 0, 0, 0, 0), "ending": 2}),
    ],
    ids=str,
)
def test_facts_that_no_round_has_are_refused(facts):
    with pytest.raises(ScoreError):
        of(STANDARD, **facts)


def test_a_price_beyond_the_largest_number_is_refused():
    dear = STANDARD.evolve(spade_multiplier=16_000, gin_bonus=16_000, doubling=True, doubling_limit=2**20)
    assert of(dear, deadwood=(0, 9, 0, 0, 0, 0), ending=1, upcard=51)["lead"] == 16_000 * 16_009
    with pytest.raises(ScoreError, match="1000000000"):
        of(dear, deadwood=(0, 9, 0, 0, 0, 0), ending=1, upcard=51, factor=2**20)


def test_rounds_that_have_not_ended_have_no_price():
    with pytest.raises(EndlessPlayError):
        prices_of(STANDARD, fast.play(STANDARD, new_greedy, [1], ply_cap=3))
    assert prices_of(STANDARD, np.zeros((0, 2), FACTS)).shape == (0, 2)
