"""The files for a page: small, made of the library, and the same in every run."""

import gzip
import importlib.util
import json
import os
from pathlib import Path

import pytest

from tools.browser_core import belief_file, compile_wasm, library, net_file, review_data

BUILT = os.environ.get("GINRULES_PAGE_CORE", "")
MOST_PACKED = 52_000


@pytest.mark.skipif(not BUILT, reason="needs the packages of a page (GINRULES_PAGE_CORE)")
def test_the_core_is_small_and_asks_for_nothing_and_the_data_are_the_librarys(tmp_path):
    build = Path(BUILT) / "gin_core" / "build"
    wasm = (build / "core.wasm").read_bytes()
    assert len(gzip.compress(wasm)) < MOST_PACKED
    assert b"env" not in wasm[:2000]  # no imports
    assert json.loads((build / "library.json").read_bytes()) == json.loads(json.dumps(library()))
    assert (build / "learned.net").read_bytes() == net_file()
    assert json.loads((build / "review.json").read_bytes()) == json.loads(json.dumps(review_data()))
    assert (build / "belief.net").read_bytes() == belief_file()
    if importlib.util.find_spec("ziglang"):
        compile_wasm(tmp_path / "again.wasm")
        assert (tmp_path / "again.wasm").read_bytes() == wasm
