"""The site shows attrs classes with the signature they have."""

import importlib
import inspect
import re

import attrs
import pytest

import ginrules as gin
from docs.generate import reference

griffe = pytest.importorskip("griffe")
signatures = pytest.importorskip("docs.generate.attrs_signatures", exc_type=ImportError)


@pytest.fixture(scope="module")
def package():
    """The package as the site reads it, with the constructors that the reference hides."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signatures, "hidden_constructors", frozenset)
        return griffe.load("ginrules", extensions=griffe.load_extensions(signatures.AttrsSignatures))


def classes():
    for _, names in reference.sections().values():
        for name in names:
            module, _, last = name.rpartition(".")
            found = getattr(importlib.import_module(module), last)
            if inspect.isclass(found) and attrs.has(found):
                yield name, found


def test_parameters_and_defaults_are_the_true_ones(package):
    for name, cls in classes():
        shown = package[name.removeprefix("ginrules.")]
        parameters = list(shown.members["__init__"].parameters)[1:]
        true = list(inspect.signature(cls).parameters.values())
        assert [parameter.name for parameter in parameters] == [parameter.name for parameter in true]
        for parameter, real in zip(parameters, true, strict=True):
            assert (parameter.default is None) == (real.default is inspect.Parameter.empty)
            assert "attrs" not in str(parameter.default)
            assert (parameter.kind.name == "keyword_only") == (real.kind is inspect.Parameter.KEYWORD_ONLY)


def test_annotations_come_from_the_source(package):
    parameters = package["RuleSet"].members["__init__"].parameters
    assert str(parameters["knock_limit"].annotation) == "int"
    assert parameters["knock_limit"].default == "10"
    inherited = package["RoundState"].members["__init__"].parameters
    assert str(inherited["phase"].annotation) == "Phase"


def test_names_in_docstrings_become_links(package):
    assert "[`price`][ginrules.price]" in package["play.outcome.Outcome"].docstring.value
    assert "`ginrules.price`" in gin.Outcome.__doc__


def called():
    """Every public function and class, and the public methods of the classes, as `help` shows them."""
    for _, names in reference.sections().values():
        for name in names:
            module, _, last = name.rpartition(".")
            value = getattr(importlib.import_module(module), last)
            yield name, value
            if inspect.isclass(value):
                methods = inspect.getmembers(value, inspect.isfunction)
                yield from ((f"{name}.{method}", body) for method, body in methods if not method.startswith("_"))


def test_signatures_name_types_and_do_not_write_them_out():
    """A module whose annotations are not names begins with ``from __future__ import annotations``."""
    functions = [(name, value) for name, value in called() if inspect.isfunction(value)]
    assert len(functions) > 150
    assert [name for name, value in (*functions, *classes()) if written_out(value) > 4] == []
    assert str(inspect.signature(gin.apply)) == "(state: 'RoundState', action: 'Action') -> 'RoundState'"


def written_out(value):
    """How many classes of unions the signature writes out by their places."""
    return len(re.findall(r"\| ginrules\.", str(inspect.signature(value))))


def test_no_name_is_shown_as_a_module(package):
    for _, names in reference.sections().values():
        for name in names:
            assert not package[name.removeprefix("ginrules.")].is_module, name


@pytest.mark.parametrize("name", ["simulate", "compare", "rows", "tournament"])
def test_options_of_a_run_are_parameters_like_others(package, name):
    run = getattr(importlib.import_module("ginrules.lab"), name)
    shown = package[f"lab.{name}"].final_target
    real = inspect.signature(run).parameters
    assert [parameter.name for parameter in shown.parameters] == list(real)
    assert str(shown.parameters["workers"].annotation) == "int | None"
    assert "workers: The number of processes" in shown.docstring.value
