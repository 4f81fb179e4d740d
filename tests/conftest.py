"""Set-up shared by all tests."""

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import settings

from tests.effort import FAST_EXAMPLES, FULL_EXAMPLES

# the oracle's driver cannot be imported without open_spiel; its tests skip themselves
collect_ignore = [] if find_spec("pyspiel") else ["oracle/openspiel.py"]

# the same examples in every run: a failure is then news; `--hypothesis-profile=ci` tries more of them, and sizes
# of loops follow it (see tests/effort.py); `--hypothesis-profile=explore` looks for new examples
settings.register_profile("explore", deadline=None, max_examples=FULL_EXAMPLES)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=FULL_EXAMPLES)
settings.register_profile("fast", deadline=None, derandomize=True, max_examples=FAST_EXAMPLES)
settings.load_profile("fast")

ROOT = Path(__file__).parent.parent
MARKED = {
    "tests/oracle": "oracle",
    "tests/numbers": "numbers",
    "tests/perft": "numbers",
    "tests/docs": "docs",
    "tests/web": "web",
    "docs": "docs",
    "README.md": "docs",
    "ginrules/lab": "lab",
    "ginrules/players": "lab",
    "tests/unit/lab": "lab",
    "ginrules/testing": "slow",
    "ginrules/rl": "rl",
    "ginrules/fast/card_net.py": "rl",  # its examples reach it by its public address, ginrules.rl
    "ginrules/players/policy.py": "rl",
    "tests/unit/rl": "rl",
    "tests/unit/test_lab_": "lab",
    "tests/unit/test_diverge": "lab",
    "tests/unit/test_cli_lab": "lab",
}
"""The mark of every test whose path begins like this."""
OF_TERMINALS = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
"""Variables by which a terminal, or a service that runs tests, changes what commands print."""
HAS_RL = all(map(find_spec, ("numpy", "gymnasium", "pettingzoo")))


def pytest_report_header():
    """Say whether rounds are played by the compiled core, which GINRULES_CORE decides."""
    if find_spec("numpy") is None:
        return "core: none, NumPy is not installed"
    from ginrules.fast._load import why_missing

    return f"core: {why_missing() or 'compiled'}"


def pytest_sessionstart():
    """Tests, and the programs that they start, see no variable of the terminal that they are run in."""
    for name in OF_TERMINALS:
        os.environ.pop(name, None)


def mark_of(path):
    """Return the mark of every test in this file or folder, or None."""
    inside = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    return next((mark for start, mark in MARKED.items() if inside.startswith(start)), None)


def is_fast(config):
    """Return whether the fast layer is run: no other marks are asked for."""
    return config.option.markexpr == next(option[3:] for option in config.getini("addopts") if option.startswith("-m="))


def pytest_configure(config):
    """Files that are named on the command line are run whatever their mark is, but for slow tests."""
    if not HAS_RL:  # the hook below does not hear of files outside this folder
        config.option.ignore = [*(config.option.ignore or []), str(ROOT / "ginrules" / "rl")]
    is_named = config.args_source is config.ArgsSource.ARGS
    if is_named and is_fast(config) and all(mark_of(Path(name.split("::")[0]).resolve()) for name in config.args):
        config.option.markexpr = "not slow"


def pytest_ignore_collect(collection_path, config):
    """Import nothing that the fast layer leaves out: that would take half of its time."""
    mark = mark_of(collection_path)
    is_spiel = collection_path.name in {"learning.md", "spiel.py"}
    if (mark == "rl" and not HAS_RL) or (is_spiel and not (HAS_RL and find_spec("pyspiel"))):
        return True
    return True if is_fast(config) and mark else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        mark = mark_of(item.path)
        if mark:
            item.add_marker(mark)


@pytest.fixture
def workers():
    """A pool of processes, never forked: a lock held by a thread of the test runner would stay held in the copy."""
    return partial(ProcessPoolExecutor, mp_context=get_context("spawn"))


@pytest.fixture
def without_core(monkeypatch):
    """Switches the compiled core off for the rest of the test."""
    from ginrules.fast import _load

    def switched():
        monkeypatch.setenv(_load.SWITCH, "no")
        _load._loaded.cache_clear()

    yield switched
    monkeypatch.undo()
    _load._loaded.cache_clear()
