"""Tests are named after paragraphs of docs/rules/precise.md, and each rule is decided by one of these."""

import ast
import re
from pathlib import Path

from docs.generate import rule_book, rule_table
from ginrules.rules.model import RULES

PARAGRAPH = re.compile(r"test_(standing|phases|price|\d+[ab]?(?:_\d+)?)(?:_(?!\d)|$)")


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
    assert [test for anchor, test in tests if anchor not in rule_book.paragraphs()] == []


def test_a_paragraph_has_the_anchor_of_its_number():
    for anchor, (number, _) in rule_book.paragraphs().items():
        assert anchor == number.replace(".", "-") or not number[0].isdigit(), number


def test_every_paragraph_that_decides_a_rule_has_a_test():
    named = {anchor for anchor, _ in cited()}
    assert [anchor for anchor, (_, rules) in rule_book.paragraphs().items() if rules and anchor not in named] == []


def test_every_rule_is_decided_by_a_paragraph():
    assert {rule for _, rules in rule_book.paragraphs().values() for rule in rules} == set(RULES)
    assert "[9.1](precise.md#9-1)" in rule_table.markdown()
    assert rule_book.with_links("*Rules: `tie`.*\n`tie`") == "*Rules: [`tie`](all.md#tie).*\n`tie`"
