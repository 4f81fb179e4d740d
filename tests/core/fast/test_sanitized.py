"""The compiled core under AddressSanitizer and UBSan: wrong calls of every entry, and before a release its tests.

Wrong calls come from a program, `core_calls.c` beside this file, which is compiled together with the core. The first
fault fails the test with the sanitizer's report and the number of the call. GINRULES_EFFORT=long makes a million calls
of every entry.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ginrules import fast
from ginrules.fast._load import ENTRIES
from ginrules.fast.build import FOLDER, compile_core, compiler, library_name
from tests.conftest import ROOT, slow
from tests.core.fast.core_entries import ROWS, write_cases

FLAGS = ("-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
OPTIONS = {
    "ASAN_OPTIONS": "quarantine_size_mb=16:malloc_context_size=3",
    "UBSAN_OPTIONS": "abort_on_error=1:print_stacktrace=1",
}
CALLS = slow(100, 1_000_000)
CASES, PART = 500, 100_000
"""The cases of an entry, which its calls spoil; the calls of one process, which share cases."""


def runtime():
    """The library of AddressSanitizer, which Python must load first; None if the compiler has none."""
    if not compiler():
        return None
    command = [*compiler(), "-print-file-name=libasan.so"]
    path = subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()
    return path if Path(path).is_absolute() else None


needs_sanitizers = pytest.mark.skipif(
    runtime() is None or not fast.available(), reason="no compiler with AddressSanitizer, or no core"
)


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    target = tmp_path_factory.mktemp("sanitized") / "core_calls"
    options = ("-std=c11", "-O2", "-Werror", "-ffp-contract=off", *FLAGS, "-I", str(FOLDER), "-o", str(target))
    source = Path(__file__).with_name("core_calls.c")
    done = subprocess.run([*compiler(), *options, str(source), "-lm"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return target


@pytest.mark.full
@needs_sanitizers
@pytest.mark.parametrize("entry", ENTRIES)
def test_wrong_calls_are_refused_without_a_fault(program, entry, tmp_path):
    for first in range(0, CALLS, PART):
        cases, count = tmp_path / "cases", min(PART, CALLS - first)
        write_cases(entry, cases, CASES, f"1 {first // PART}")
        command = [str(program), str(cases), entry, "1", str(first), str(count)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=os.environ | OPTIONS)
        assert done.returncode == 0, done.stderr[-6000:]
        assert sum(map(int, done.stdout.split())) == count


@pytest.mark.release
@needs_sanitizers
def test_the_tests_of_the_core_find_no_fault_under_the_sanitizers(tmp_path):
    """In a copy: the library beside the sources is left as it is."""
    for name in ("ginrules", "tests", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "data"))
    (tmp_path / "tests" / "data").symlink_to(ROOT / "tests" / "data")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    problem = compile_core([*compiler(), *FLAGS], tmp_path / FOLDER.relative_to(ROOT) / library_name())
    assert not problem, problem
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "GINRULES_CORE": "must", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"LD_PRELOAD": runtime(), "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0:quarantine_size_mb=4"}
    command = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not release", "tests/core/fast"]
    left_out = "--ignore=tests/core/fast/test_sanitized.py"
    done = subprocess.run(
        [sys.executable, *command, left_out], check=False, capture_output=True, text=True, cwd=tmp_path, env=environment
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]


def test_every_entry_has_a_row_of_wrong_calls():
    assert ROWS.keys() == ENTRIES.keys()
