"""The library to download beside the pages: the pure wheel and the sources, and the line that installs them."""

import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from docs.generate.addresses import site_url
from tools import wheels

IN_A_CHECKOUT: Final = "pip install '.[cli]'"


@cache
def files() -> dict[str, bytes]:
    """Return the wheel and the sources by their names; empty without hatchling, which builds them."""
    if find_spec("hatchling") is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        for kind in (wheels.PURE, wheels.SDIST):
            wheels.build(kind, Path(folder))
        return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def names() -> tuple[str, str] | None:
    """Return the names of the wheel and of the sources; None if they were not built."""
    made = sorted(files(), key=lambda name: not name.endswith(".whl"))
    return (made[0], made[1]) if made else None


def install_line() -> str:
    """Return the command that installs the library: from this site if it has an address, else in a checkout."""
    built = names()
    return f"pip install 'ginrules[cli] @ {site_url()}{built[0]}'" if site_url() and built else IN_A_CHECKOUT
