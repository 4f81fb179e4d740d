"""What all tests share."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context

import pytest
from hypothesis import settings

# the oracle's driver cannot be imported without open_spiel; its tests skip themselves
collect_ignore = [] if find_spec("pyspiel") else ["oracle/openspiel.py"]

# the same examples in every run, so that a failure is news; `--hypothesis-profile=explore` looks for new ones
settings.register_profile("explore", deadline=None)
settings.register_profile("ginrules", deadline=None, derandomize=True)
settings.load_profile("ginrules")


@pytest.fixture
def workers():
    """So many processes; never forked, as a test runner has threads and a lock held by one stays held in a copy."""
    return partial(ProcessPoolExecutor, mp_context=get_context("spawn"))
