"""The loops of `tools.interrupts`: every entry of the core is in one, and every one can be run and interrupted."""

import sys

import pytest

from ginrules import fast
from ginrules.fast._load import ENTRIES

interrupts = pytest.importorskip("tools.interrupts", reason="not part of the distribution")
LOOPS = interrupts.LOOPS
SMALL = {"10_000_000": "1_000", "100_000": "100"}


def test_every_entry_of_the_core_is_in_a_loop():
    assert set(ENTRIES) - {"gin_draw", "gin_trace"} <= {name for loop in LOOPS for name in loop.split(", ")}


@pytest.mark.full
@pytest.mark.skipif(not fast.available() or sys.platform == "win32", reason="the core, and a signal of POSIX")
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_is_interrupted(monkeypatch, name):
    before, loop = LOOPS[name]
    for size, small in SMALL.items():
        before, loop = before.replace(size, small), loop.replace(size, small)
    monkeypatch.setitem(interrupts.LOOPS, name, (before, loop))
    went_on = interrupts.interrupted(name, 0.1)
    assert went_on is None or went_on[0] < 2, "a busy machine; the tool asks for half a second"
