"""The compiled core under AddressSanitizer and UBSan: its tests, and wrong calls of every entry.

    python -m benchmarks.sanitize                       # the tests of the core, and 10,000 wrong calls of every entry
    python -m benchmarks.sanitize --calls 1000000       # as before a release
    python -m benchmarks.sanitize --no-tests --only gin_play_on --calls 100000 --seed 2

It takes a gcc with both sanitizers. The package and its tests are copied, so that the library beside the sources stays
as it is. The first fault ends the run with the report of the sanitizer and status 1.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from ginrules.fast.build import FOLDER, compile_core, compiler, library_name

ROOT: Final = Path(__file__).parent.parent
FLAGS: Final = ("-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
COPIED: Final = ("ginrules", "tests", "pyproject.toml")
TESTS: Final = ("tests/unit/fast",)


def runtime(command: list[str]) -> str | None:
    """The library of AddressSanitizer, which Python must load first; None where the compiler has none."""
    if not command:
        return None
    done = subprocess.run([*command, "-print-file-name=libasan.so"], check=False, capture_output=True, text=True)
    path = done.stdout.strip()
    return path if done.returncode == 0 and Path(path).is_absolute() else None


def sanitized(folder: Path, command: list[str]) -> str:
    """Copy the package and its tests, build the core there, and return what the compiler said against it."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(source, target)
    library = folder / FOLDER.relative_to(ROOT) / library_name()
    return compile_core([*command, *FLAGS], library)


def variables(folder: Path, asan: str) -> dict[str, str]:
    """The environment of a Python in the copy: the core's memory and that of every array are the sanitizer's.

    Python keeps its own objects to itself, which the core never sees: calls take half of the time.
    """
    return os.environ | {
        "LD_PRELOAD": asan, "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0:quarantine_size_mb=4",
        "PYTHONPATH": str(folder), "GINRULES_CORE": "must", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.sanitize", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=10_000, help="the calls of each entry")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="these entries only")
    parser.add_argument("--no-tests", action="store_true", help="only the wrong calls")
    options = parser.parse_args()
    command = compiler()
    asan = runtime(command)
    if asan is None:
        print("no compiler with AddressSanitizer here: nothing is run")
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        problem = sanitized(folder, command)
        if problem:
            print(problem)
            return 1
        tests = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "", *TESTS]
        calls = [sys.executable, "-m", "tests.fuzz.core_entries", *options.only]
        calls += ["--calls", str(options.calls), "--seed", str(options.seed)]
        for arguments in [calls] if options.no_tests else [tests, calls]:
            status = subprocess.run(arguments, check=False, cwd=folder, env=variables(folder, asan)).returncode
            if status:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
