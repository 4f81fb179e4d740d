"""Every rule of the five texts leads to a field (or the engine) and to a test that exists.

The data are in `tests/data/source_rules.toml`; the page of the documentation is written from them.
"""

import ast
from functools import cache
from importlib import import_module

import pytest

from ginrules.presets import preset
from ginrules.rules.model import RULES
from tests.conftest import every
from tools.source_page import PAGE, ROOT, compare, load, node, page, place, skipped_lines

DATA = load()
RULEBOOK = DATA["rule"]


def plain(value):
    """A value as a rule set holds it: tables by number have numbers as keys, lists are tuples."""
    if isinstance(value, dict):
        return {int(number): item for number, item in value.items()}
    return tuple(value) if isinstance(value, list) else value


@every([rule for rule in RULEBOOK if "values" in rule])
def test_the_fields_exist_and_have_these_values_in_the_presets(rule):
    assert rule["values"]
    assert rule["presets"]
    for name, value in rule["values"].items():
        assert name in RULES
        for key in rule["presets"]:
            assert getattr(preset(key), name) == plain(value), (key, name)


@every([rule for rule in RULEBOOK if "constant" in rule])
def test_what_the_engine_plays_stands_in_the_package(rule):
    module, _, name = rule["constant"].rpartition(".")
    if name[0].isupper() or hasattr(import_module(module), name):
        assert hasattr(import_module(module), name)
    else:
        assert import_module(rule["constant"])


@cache
def functions(file):
    return {node.name for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body if hasattr(node, "name")}


@every(RULEBOOK)
def test_a_rule_is_held_in_one_way_and_shown(rule):
    assert sum(key in rule for key in ("values", "constant", "no_field")) == 1
    assert ("tests" in rule) == ("no_field" not in rule)
    for name in rule.get("tests", ()):
        file, function = node(name, DATA)
        assert function.startswith("test_")
        assert function in functions(file), name


@every(RULEBOOK)
def test_quotes_are_short_and_of_known_texts(rule):
    assert rule["says"]
    for quote in rule["says"]:
        key, line, words = place(quote)
        assert key in DATA["texts"]
        assert line > 0
        assert len(words.split()) <= 15, quote


def test_every_system_and_every_text_has_rules():
    assert {rule["system"] for rule in RULEBOOK} == set(DATA["systems"])
    numbers = {system["title"].split(" ")[0] for system in DATA["systems"].values()}
    assert {str(number) for number in range(1, 18)} <= numbers
    assert {place(quote)[0] for rule in RULEBOOK for quote in rule["says"]} == set(DATA["texts"])


def test_no_rule_stands_in_a_line_that_is_left_out():
    said = {place(quote)[:2] for rule in RULEBOOK for quote in rule["says"]}
    assert not said & skipped_lines(DATA)


def test_the_fields_that_no_text_speaks_of_are_few_and_known():
    """All others are held by some sentence of a text."""
    spoken = {name for rule in RULEBOOK for name in rule.get("values", ())}
    assert set(RULES) - spoken == {
        "opponents", "gin_off_bonus", "take_cap", "return_pair", "reshuffle_cap", "gin_boxes", "big_gin_boxes",
        "undercut_boxes", "shutout_bonus", "column_weights", "endless", "match_games",
        "match_target", "match_bonus", "team_sweep_boxes", "doubling", "doubling_limit", "refusal_bonus",
    }  # fmt: skip


def test_a_quote_that_is_not_there_and_a_sentence_without_one_are_found():
    data = {
        "rule": [{"says": ["notes:1 knock with ten", "notes:2 the lost words"]}],
        "skipped": [{"says": [], "lines": ["notes:3"], "why": "talk"}],
    }
    texts = {"notes": ["You may knock with ten. You may also wait.", "Words.", "Buy this app."]}
    assert compare(data, texts) == [
        "not in its line: notes:2 the lost words",
        "without a quote: notes:1 You may also wait.",
        "without a quote: notes:2 Words.",
    ]


@pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="a source distribution has no docs")
def test_the_page_is_the_one_these_data_make():
    assert PAGE.read_text(encoding="utf-8") == page(DATA), "write it again: python -m tools.source_page"
