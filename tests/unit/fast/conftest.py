"""A library of the core's own functions, for tests that ask them directly."""

import ctypes
import subprocess
from pathlib import Path

import pytest

from ginrules import fast
from ginrules.fast import _load
from ginrules.fast.build import compiler

SOURCE = Path(__file__).with_name("inner.c")
FLAGS = ("-std=c11", "-O0", "-ffp-contract=off", "-w", "-fPIC", "-shared", "-fvisibility=hidden")


@pytest.fixture(scope="session")
def core(tmp_path_factory):
    """The functions of `inner.c`."""
    if not (fast.available() and compiler() and (_load.FOLDER / "core.c").exists()):
        pytest.skip("the compiled core, a C compiler or the sources are not here")
    library = tmp_path_factory.mktemp("inner") / "inner.so"
    subprocess.run([*compiler(), *FLAGS, "-I", str(_load.FOLDER), "-o", str(library), str(SOURCE)], check=True)
    return ctypes.CDLL(str(library))
