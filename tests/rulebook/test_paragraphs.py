"""Tests are named after paragraphs of docs/rules/precise.md, and each rule is decided by one of these."""

import ast
import json
import re
from importlib.resources import files
from pathlib import Path

import pytest

from ginrules.rules.model import RULES
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "rules" / "precise.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="a source distribution has no docs")
PARAGRAPH = re.compile(r"test_(standing|phases|price|\d+[ab]?(?:_\d+)?)(?:_(?!\d)|$)")
HEADING = re.compile(r"^##+ ((?:\d+[ab]?(?:\.\d+)? )?)(.*?) \{ #([\w-]+) \}$", re.MULTILINE)
DECIDED = json.loads(files("ginrules.testing").joinpath("rule_book.json").read_text("utf-8"))
"""The paragraphs that decide each rule, by number or title."""


def anchors():
    """The anchor of every paragraph by its number, or by its title if it has none."""
    return {number.strip() or title: anchor for number, title, anchor in HEADING.findall(PAGE.read_text("utf-8"))}


def cited():
    """The paragraph in the name of a test, as an anchor, with the test."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (number := PARAGRAPH.match(node.name)):
                yield number[1].replace("_", "-"), f"{path.name}: {node.name}"


def test_a_number_of_more_parts_is_no_paragraph():
    assert PARAGRAPH.match("test_3_5_teams")[1] == "3_5"
    assert PARAGRAPH.match("test_3_5_9") is None


def test_every_paragraph_that_a_test_is_named_after_is_in_the_book():
    tests = [*cited()]
    assert len(tests) > 180
    assert [test for anchor, test in tests if anchor not in anchors().values()] == []


def test_a_paragraph_has_the_anchor_of_its_number():
    assert {number: anchor for number, anchor in anchors().items() if number[0].isdigit()} == {
        number: number.replace(".", "-") for number in anchors() if number[0].isdigit()
    }


def test_every_paragraph_that_decides_a_rule_has_a_test():
    named = {anchor for anchor, _ in cited()}
    deciding = {anchors()[number] for numbers in DECIDED.values() for number in numbers}
    assert deciding - named == set()


def test_every_rule_is_decided_by_a_paragraph():
    assert set(DECIDED) == set(RULES)
