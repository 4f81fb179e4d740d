"""Fixtures shared by the tests of the lab."""

import pytest

from ginrules.lab.runner import workers


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Runs on the compiled core have as many parts as on the engine: short runs can be stopped between the parts."""
    monkeypatch.setattr(workers, "COMPILED_CHUNK", workers.CHUNK)
