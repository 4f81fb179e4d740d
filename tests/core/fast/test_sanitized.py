"""Wrong calls of every entry of the core under AddressSanitizer and UBSan, if the compiler has them."""

import subprocess
import sys

import pytest

from ginrules.fast._load import ENTRIES
from ginrules.fast.build import compiler
from tests.conftest import slow
from tests.core.fast.core_entries import ROWS

sanitize = pytest.importorskip("tools.sanitize", reason="not part of the distribution")


@pytest.mark.full
@pytest.mark.skipif(sanitize.runtime(compiler()) is None, reason="no compiler with AddressSanitizer")
def test_wrong_calls_are_refused_without_a_fault():
    command = ["-m", "tools.sanitize", "--no-tests", "--calls", str(slow(100, 1_000_000))]
    done = subprocess.run([sys.executable, *command], check=False, capture_output=True, text=True, cwd=sanitize.ROOT)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
    assert {line.partition(":")[0] for line in done.stdout.splitlines() if "calls from" in line} == set(ENTRIES)


def test_every_entry_has_a_row_of_wrong_calls():
    assert ROWS.keys() == ENTRIES.keys()
