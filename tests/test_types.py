"""The types of every public name, as pyright sees them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYRIGHT = shutil.which("pyright", path=Path(sys.executable).parent)


@pytest.mark.slow
@pytest.mark.skipif(PYRIGHT is None, reason="pyright is not installed")
def test_the_types_of_the_package_are_complete(tmp_path):
    assert PYRIGHT is not None
    done = subprocess.run(
        [PYRIGHT, "--verifytypes", "ginrules", "--ignoreexternal", "--outputjson", "--pythonpath", sys.executable],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    if not done.stdout.startswith("{"):
        pytest.skip(f"pyright does not run here: {done.stderr[-200:]}")
    symbols = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    assert len(symbols) > 2000
    # the commands are not a library, and pyright sees nothing of the packages that they and environments need
    unknown = [
        symbol["name"]
        for symbol in symbols
        if symbol["isExported"]
        and not symbol["isTypeKnown"]
        and not symbol["name"].startswith(("ginrules.cli.", "ginrules.rl"))
    ]
    assert not unknown
