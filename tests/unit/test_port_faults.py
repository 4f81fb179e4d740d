"""Faults planted in the small port are found by the vectors of its rules, and named by their paragraph."""

import shutil
from pathlib import Path

import pytest

from ginrules.players.program import Program
from ginrules.testing import conform
from tests.effort import slow
from tests.unit.port_faults import FAULTS
from tests.vectors import archived

PORT = Path(__file__).parents[2] / "examples" / "port" / "gin.mjs"
UNNAMED = 10
"""Limit on the faults of the whole table that are found but named by another paragraph."""
pytestmark = [pytest.mark.slow, pytest.mark.skipif(shutil.which("node") is None, reason="needs node")]


def report(fault, folder):
    """The report on a port with this fault."""
    source = PORT.read_text(encoding="utf-8")
    assert source.count(fault.before) == 1, fault
    wrong = folder / "wrong.mjs"
    wrong.write_text(source.replace(fault.before, fault.after), encoding="utf-8")
    return conform(Program(["node", str(wrong)], seconds=60), archived(fault.rules), most=3)


def test_every_fault_is_found_and_most_are_named(tmp_path):
    tried, missed, unnamed = slow(FAULTS[::5], FAULTS), [], []
    for fault in tried:
        found = report(fault, tmp_path)
        if found.first is None:
            missed.append(fault)
            continue
        named = {*found.first.paragraphs, *found.shortest.paragraphs}
        if not named & set(fault.paragraphs):
            unnamed.append((fault, named))
    assert len(FAULTS) >= 60
    assert not missed, missed
    assert len(unnamed) <= UNNAMED * len(tried) / len(FAULTS), unnamed
