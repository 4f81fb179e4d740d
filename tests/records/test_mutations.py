"""Mutated documents and snapshots: each is either read as a sound value or refused with a reason.

The quick tests take some hundreds of cases, the others 8,500, or 140,000 with GINRULES_EFFORT=long in the environment.
Texts of records and of rules are changed in `tests/laws/test_harnesses.py`.
"""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as hypothesis_seed

from ginrules.testing import rule_sets as random_rule_sets
from tests.conftest import effort, slow, some
from tests.records.conftest import (
    check_snapshot,
    matches,
    mutated,
    mutated_snapshot,
    read_data,
    rule_sets,
    seeds_of_play,
    snapshots,
)

QUICK, SLOW = effort(1_000, 4_000), slow(2_500, 40_000)


@pytest.fixture(scope="module")
def documents():
    return seeds_of_play()


def test_documents_are_valid_before_they_are_changed(documents):
    for cls, data in some(documents, 40):
        assert read_data(cls, data)
    assert {cls for cls, _ in matches()} < {cls for cls, _ in documents}


def mutate_data(documents, cases, seed):
    rng = random.Random(seed)
    accepted = sum(read_data(cls, mutated(data, rng)) for cls, data in rng.choices(documents, k=cases))
    # some changes do no harm, most do
    assert 0 < accepted < cases / 2


def test_mutated_documents(documents):
    mutate_data(documents, QUICK, 1)


@pytest.mark.full
@pytest.mark.parametrize("part", range(5))
def test_mutated_documents_by_the_ten_thousand(documents, part):
    mutate_data(documents, SLOW // 5, 100 + part)


# --- snapshots -------------------------------------------------------------------------------------

ROUNDS, CASES_OF_A_ROUND, PARTS = slow(120, 2_000), 50, 4


def some_rule_sets(count, seed):
    """Presets, and as many random rule sets."""
    results = rule_sets()

    @settings(max_examples=count, database=None, derandomize=False, suppress_health_check=list(HealthCheck))
    @hypothesis_seed(seed)
    @given(random_rule_sets())
    def draw(rules):
        results.append(rules)

    draw()
    return results


def mutate_snapshots(rounds, cases, seed):
    """Mutate the states of some rounds; gives how many were tried and how many accepted."""
    rng = random.Random(seed)
    rules = some_rule_sets(min(rounds, 100), seed)
    tried = accepted = 0
    for number in range(rounds):
        chosen = rng.choice(rules)
        documents = snapshots(chosen, rng.choice(chosen.table_sizes), seed + number)
        for case in range(cases):
            accepted += check_snapshot(mutated_snapshot(documents, rng), seed + case)
            tried += 1
    return tried, accepted


def test_an_accepted_snapshot_can_be_viewed_determinized_and_played():
    tried, accepted = mutate_snapshots(12, 20, 1)
    assert tried == 240
    assert tried / 50 < accepted < tried


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_snapshots_by_the_thousand(part):
    tried, accepted = mutate_snapshots(ROUNDS // PARTS, CASES_OF_A_ROUND, 1_000_000 * (part + 1))
    assert tried * PARTS == slow(6_000, 100_000)
    assert accepted > tried / 50
