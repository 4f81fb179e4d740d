"""The packages of a page, built for the tests: in GINRULES_PAGE_CORE, or where ziglang, node and esbuild are."""

import importlib.util
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.web.conftest import MODULES, NODE

BUILT = os.environ.get("GINRULES_PAGE_CORE", "")

needs_core = pytest.mark.skipif(
    not NODE or not (BUILT or (importlib.util.find_spec("ziglang") and MODULES)),
    reason="needs node, and ziglang with esbuild and typescript (GINRULES_NODE_MODULES), or GINRULES_PAGE_CORE",
)


@cache
def built(folder):
    """The folder of the built packages."""
    if BUILT:
        return Path(BUILT)
    command = [sys.executable, "-m", "tools.browser_core", str(folder), "--scripts", MODULES]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[2])
    return folder


def command(folder):
    """The command of the engine for `ginrules conform`."""
    return [NODE, str(folder / "gin_core" / "conform.mjs")]


class Engine:
    """The core in node: questions as JSON, answers as JSON."""

    def __init__(self, folder):
        self._process = subprocess.Popen(command(folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, question):
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.communicate()
