"""Every harness reads its corpus, and mutations of it, without an untyped error."""

import pytest

from tests.effort import effort
from tests.fuzz.harnesses import HARNESSES, cases

FEW = {"nets": 100, "checkpoints": 60, "records": 150, "rules": 300}


@pytest.mark.fuzz
@pytest.mark.parametrize("name", HARNESSES)
def test_mutated_texts_raise_typed_errors_alone(name):
    harness = HARNESSES[name]
    size = effort(1, 5) * FEW.get(name, 1500)
    accepted = sum(map(harness.read, cases(harness, 2, 0, size)))
    assert 0 < accepted < size


@pytest.mark.fuzz
@pytest.mark.parametrize("name", HARNESSES)
def test_the_corpus_is_of_use(name):
    harness = HARNESSES[name]
    corpus = harness.corpus()
    assert len(set(corpus)) == len(corpus) > 2
    assert sum(map(harness.read, corpus)) >= len(corpus) / 3


def test_every_harness_has_a_size():
    fuzz = pytest.importorskip("tools.fuzz", reason="not part of the distribution")
    assert set(fuzz.SIZES) == set(HARNESSES)


@pytest.mark.fuzz
def test_an_untyped_error_is_noticed(monkeypatch):
    monkeypatch.setattr("tests.fuzz.harnesses.parse_arrangement", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        HARNESSES["arrangements"].read("7h 8h 9h")
