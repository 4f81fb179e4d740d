"""Mutated records, snapshots and rule files: each is either read as a sound value or refused with a reason.

The quick tests take some hundreds of cases, the others 9,500, or 150,000 with GINRULES_EFFORT=long in the environment.
"""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as hypothesis_seed

from ginrules.presets.rule_files import dumps_rules
from ginrules.records import MatchRecord, RoundRecord, from_dict
from ginrules.testing import rule_sets as random_rule_sets
from tests.conftest import effort, slow, some
from tests.records.conftest import (
    check_snapshot,
    matches,
    mutated,
    mutated_snapshot,
    mutated_text,
    read_data,
    read_rules,
    read_text,
    rule_sets,
    seeds_of_play,
    snapshots,
)

TEXTS = (RoundRecord, MatchRecord)
QUICK, SLOW = effort(1_000, 4_000), slow(2_500, 40_000)
QUICK_TEXTS, SLOW_TEXTS = effort(100, 500), slow(500, 5_000)


@pytest.fixture(scope="module")
def documents():
    return seeds_of_play()


@pytest.fixture(scope="module")
def texts(documents):
    rng = random.Random(8)
    chosen = [item for item in documents if item[0] in TEXTS]
    results = []
    for cls, data in rng.sample(chosen, 16):
        record = from_dict(cls, data)
        results.append(record.dumps("toml" if len(results) % 3 else "json"))
    return sorted(results, key=len)[:12]


def test_documents_are_valid_before_they_are_changed(documents):
    for cls, data in some(documents, 40):
        assert read_data(cls, data)
    assert {cls for cls, _ in matches()} < {cls for cls, _ in documents}


def mutate_data(documents, cases, seed):
    rng = random.Random(seed)
    accepted = sum(read_data(cls, mutated(data, rng)) for cls, data in rng.choices(documents, k=cases))
    # some changes do no harm, most do
    assert 0 < accepted < cases / 2


def mutate_texts(texts, cases, seed):
    rng = random.Random(seed)
    for text in rng.choices(texts, k=cases):
        read_text(mutated_text(text, rng))


def mutate_rules(cases, seed):
    rng = random.Random(seed)
    files = [dumps_rules(rules, full=full) for rules in rule_sets() for full in (False, True)]
    accepted = sum(read_rules(mutated_text(text, rng)) for text in rng.choices(files, k=cases))
    assert 0 < accepted < cases


def test_mutated_documents(documents):
    mutate_data(documents, QUICK, 1)


def test_mutated_texts(texts):
    mutate_texts(texts, QUICK_TEXTS, 2)


def test_mutated_rule_files():
    mutate_rules(QUICK_TEXTS, 3)


@pytest.mark.full
@pytest.mark.parametrize("part", range(5))
def test_mutated_documents_by_the_ten_thousand(documents, part):
    mutate_data(documents, SLOW // 5, 100 + part)


@pytest.mark.full
def test_mutated_texts_by_the_thousand(texts):
    mutate_texts(texts, SLOW_TEXTS, 200)


@pytest.mark.full
def test_mutated_rule_files_by_the_thousand():
    mutate_rules(SLOW_TEXTS, 300)


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


def test_the_marked_tests_make_the_cases_that_the_head_says():
    cases = SLOW + 2 * SLOW_TEXTS + ROUNDS * CASES_OF_A_ROUND
    assert cases == slow(9_500, 150_000)
