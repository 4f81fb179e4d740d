"""Every rule of the five texts leads to a field (or the engine) and to a test that exists.

The data are in `tests/data/source_rules.toml`; the page of the documentation is written from them.
"""

import ast
import re
import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path

from ginrules.presets import preset
from ginrules.rules.model import RULES
from tests.conftest import every

ROOT = Path(__file__).parents[2]
DATA = tomllib.loads((ROOT / "tests" / "data" / "source_rules.toml").read_text(encoding="utf-8"))
RULEBOOK = [{"presets": DATA["systems"][rule["system"]]["presets"], **rule} for rule in DATA["rule"]]


def place(quote):
    """Text, line and words of a quote."""
    return re.fullmatch(r"(\w+):([1-9]\d*) (.+)", quote).groups()


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
        file, _, function = name.partition("::")
        assert function.startswith("test_")
        assert function in functions(DATA["files"][file]), name


@every(RULEBOOK)
def test_quotes_are_short_and_of_known_texts(rule):
    assert rule["says"]
    for quote in rule["says"]:
        key, _, words = place(quote)
        assert key in DATA["texts"]
        assert len(words.split()) <= 15, quote


def test_every_system_and_every_text_has_rules():
    assert {rule["system"] for rule in RULEBOOK} == set(DATA["systems"])
    numbers = {system["title"].split(" ")[0] for system in DATA["systems"].values()}
    assert {str(number) for number in range(1, 18)} <= numbers
    assert {place(quote)[0] for rule in RULEBOOK for quote in rule["says"]} == set(DATA["texts"])


def test_the_fields_that_no_text_speaks_of_are_few_and_known():
    """All others are held by some sentence of a text."""
    spoken = {name for rule in RULEBOOK for name in rule.get("values", ())}
    assert {name for name in set(RULES) - spoken if RULES[name].source != "house choice"} == set(
        (
            "opponents gin_off_bonus take_cap return_pair reshuffle_cap gin_boxes big_gin_boxes undercut_boxes "
            "shutout_bonus column_weights endless match_games match_target team_sweep_boxes doubling doubling_limit "
            "refusal_bonus"
        ).split()
    )


def test_every_rule_is_named_by_a_paragraph_of_the_rule_book():
    book = (ROOT / "docs" / "rules" / "precise.md").read_text(encoding="utf-8")
    named = {
        name for line in re.findall(r"^\*Rules: [^*]*\*$", book, re.MULTILINE) for name in re.findall(r"`(\w+)`", line)
    }
    assert named == set(RULES)
