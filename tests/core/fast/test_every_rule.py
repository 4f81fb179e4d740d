"""Every rule passed to the core, at another value: core and engine play alike, and unlike standard."""

import numpy as np
import pytest

from ginrules import fast
from ginrules.fast import _load
from ginrules.fast._facts import FACTS
from ginrules.fast._plan import CHOICES, PLAN
from ginrules.players import RandomPlayer, Simple, new_greedy
from ginrules.presets import PENALTY_2_TO_4, STANDARD
from ginrules.rules.model import DEFAULTS

pytestmark = pytest.mark.skipif(not fast.available(), reason="the core is not here: python ginrules/fast/build.py")

TABLES = ((RandomPlayer, RandomPlayer), (Simple, new_greedy))
"""Players who do all that is allowed, and who knock as soon as they can."""

SMALL = {"ranks": 6, "hand_size": 5}
PAIRS = {**SMALL, "min_set": 2, "min_run": 2}
ENDS = {"stock_floor": 24, "knock_limit": 0}
LAST = {**PAIRS, "stock_floor": 10, "knock_limit": 0, "stock_exhausted": "last-discard-option"}

# a rule, its other value, the rules that it needs to matter, and deals in which it does
ROWS = [
    ("ranks", 8, {}, (1,)),
    ("suits", 3, {}, (1,)),
    ("ace_rank", "high-or-low", SMALL, (1, 4)),
    ("ace_rank", "round-the-corner", SMALL, (1, 4)),
    ("min_set", 2, {}, (0,)),
    ("min_set", 4, {}, (1, 2)),
    ("min_run", 2, {}, (1,)),
    ("min_run", 4, {}, (1, 2)),
    ("card_values", (15, *range(2, 11), 10, 10, 10), {}, (1, 2)),
    ("seats", 3, {}, (1,)),
    ("hand_size", 7, {}, (1,)),
    ("opening", "eleven-cards", {}, (1, 2)),
    ("opening", "open-card", {}, (1, 2)),
    ("opening", "no-upcard", {}, (1, 2)),
    ("both_pass_draw", "any", {}, (18, 25)),
    ("return_taken_discard", True, {}, (1, 37)),
    ("knock_limit", 5, {}, (1, 2)),
    ("knock_limit", 4, {"knock_source": "upcard"}, (1, 2)),
    ("knock_source", "upcard", {"knock_limit": 60}, (1, 2)),
    ("knock_source", "knock-card", {}, (1, 2)),
    ("ace_upcard", "one", {**SMALL, "min_set": 2, "knock_source": "upcard"}, (13, 19)),
    ("ace_upcard", "one", {**SMALL, "min_set": 2, "knock_source": "knock-card"}, (2, 4)),
    ("big_gin", False, PAIRS, (15, 19)),
    ("big_gin", False, LAST, (6, 16)),
    ("knocker_melds", "best", {"knock_limit": 60}, (0, 3)),
    ("big_gin_needs_gin", True, PAIRS, (15, 30)),
    ("big_gin_needs_gin", True, LAST, (6, 16)),
    ("doubling", True, {}, (1, 2)),
    ("doubling_limit", 2, {"doubling": True}, (1, 2)),
    ("layoff", "none", {"knock_limit": 60}, (9, 10)),
    ("layoff", "including-gin", PAIRS, (5, 17)),
    ("layoff_chain", False, {}, (21, 29)),
    ("defender_melds", "named", {"knock_limit": 60}, (1, 2)),
    ("defender_melds", "named", {"knock_limit": 60, "layoff": "none"}, (1,)),
    ("stock_floor", 24, {}, (1,)),
    ("stock_exhausted", "last-discard-option", ENDS, (1, 2)),
    ("stock_exhausted", "reshuffle", ENDS, (1, 2)),
    ("take_cap", 3, {}, (1, 2)),
    ("return_pair", True, {"return_taken_discard": True}, (6, 8)),
    ("reshuffle_cap", 1, {**ENDS, "stock_exhausted": "reshuffle"}, (1, 2)),
]


@pytest.fixture
def engine(monkeypatch):
    """Plays deals as the core would if it were not there."""

    def play(*arguments, **options):
        monkeypatch.setenv(_load.SWITCH, "no")
        _load._loaded.cache_clear()
        facts = fast.play(*arguments, **options)
        monkeypatch.undo()
        _load._loaded.cache_clear()
        return facts

    yield play
    _load._loaded.cache_clear()


def table_of(name, value, needed):
    """The rules and the seats of a row."""
    if name == "seats":
        return PENALTY_2_TO_4, value or 2
    rules = STANDARD.evolve(**needed)
    return rules if value is None else rules.evolve(**{name: value}), 2


@pytest.mark.parametrize(("name", "value", "needed", "deals"), ROWS, ids=lambda value: str(value)[:30])
def test_the_core_plays_the_rule(name, value, needed, deals, engine):
    (rules, seats), (usual, fewest) = table_of(name, value, needed), table_of(name, None, needed)
    is_shown = False
    for makers in TABLES:
        core = fast.play(rules, makers[: 2 if seats == 2 else 1], deals, seats=seats)
        expected = engine(rules, makers[: 2 if seats == 2 else 1], deals, seats=seats)
        assert {fact: core[fact].tolist() for fact in FACTS.names} == {
            fact: expected[fact].tolist() for fact in FACTS.names
        }
        is_shown |= not np.array_equal(expected, fast.play(usual, makers, deals, seats=fewest))
    assert is_shown, "the rule changes nothing in these deals: name others, or rules that it needs to matter"


def test_every_rule_of_the_plan_has_a_row():
    assert list(dict.fromkeys(row[0] for row in ROWS)) == list(PLAN)
    for name, choices in CHOICES.items():
        assert {row[1] for row in ROWS if row[0] == name} == set(choices) - {DEFAULTS[name]}, name
