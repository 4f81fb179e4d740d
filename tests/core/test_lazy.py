"""Packages that load their modules when a name is read."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import ginrules as gin
from ginrules._support import lazy as _lazy

ROOT = Path(gin.__file__).parent
PACKAGES = [
    ".".join(("ginrules", *path.parent.relative_to(ROOT).parts))
    for path in sorted(ROOT.rglob("__init__.py"))
    if "lazy_names(" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_of_a_table_is_there(name):
    package = importlib.import_module(name)
    assert set(package.__all__) <= set(dir(package))
    for public in package.__all__:
        assert getattr(package, public) is vars(package)[public]
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'no_such_name'"):
        _ = package.no_such_name


def test_a_name_in_two_tables_of_one_module_is_found():
    _, read, listed = _lazy.lazy_names(__name__, {"cards": "Card"}, {"cards": "Suit"}, submodules=["lab"])
    assert (read("Card").__name__, read("Suit").__name__) == ("Card", "Suit")
    assert {"Card", "Suit", "lab"} <= set(listed())


def test_a_module_is_loaded_when_its_name_is_read():
    code = (
        "import sys, ginrules.lab as lab; name = 'ginrules.lab.simulation'; print(name in sys.modules); lab.simulate; "
    )
    done = subprocess.run([sys.executable, "-c", f"{code}print(name in sys.modules)"], capture_output=True, check=True)
    assert done.stdout.split() == [b"False", b"True"]
