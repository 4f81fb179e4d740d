"""What the tests of the lab share."""

import pytest

from ginrules.lab.runner import workers


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Runs on the compiled core have as many parts as on the engine, so that short runs can be stopped between them."""
    monkeypatch.setattr(workers, "COMPILED_CHUNK", workers.CHUNK)
