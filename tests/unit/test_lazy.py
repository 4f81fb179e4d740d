"""Packages that load their modules when a name is read."""

import importlib
import inspect
import pydoc
import subprocess
import sys
from pathlib import Path

import pytest

import ginrules as gin
from ginrules._support import lazy as _lazy
from tests.every import every

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


def help_of(value):
    return pydoc.plain(pydoc.render_doc(value)).splitlines()


@every((package, name) for package in PACKAGES for name in importlib.import_module(package).__all__)
def test_help_has_no_long_line(package, name):
    value = getattr(importlib.import_module(package), name)
    long = [
        line for line in help_of(value) if len(line) > 120 and "Create new instance of" not in line
    ]  # of Python's own
    assert long == []


def test_a_long_signature_is_printed_in_lines():
    shown = str(inspect.signature(gin.deal)).splitlines()
    assert shown[:2] == ["(", "    rules: 'RuleSet | str',"]
    assert shown[-3:] == ["    seats: 'int' = 2,", "    knock_card: 'Card | str | None' = None,", ") -> 'RoundState'"]
    assert "    *," in shown
    assert str(inspect.signature(gin.lab.compare)).count("\n    *more: 'RuleSet | str',\n") == 1


def test_a_subclass_has_the_signature_of_its_own_constructor():
    class Mine(gin.players.Expert):
        def __init__(self, patience: int) -> None:
            self.patience = patience

    assert list(inspect.signature(Mine).parameters) == ["patience"]
    assert str(inspect.signature(gin.players.Expert)).startswith("(\n    seed: 'int' = 0,\n    *,\n")
