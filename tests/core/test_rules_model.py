"""A rule set as a value: typed changes, sections, tables; nothing mutable is reachable from it."""

import copy
import hashlib
import pickle
import shutil
import subprocess
import sys
import types
from collections.abc import Mapping
from pathlib import Path
from typing import get_args, get_type_hints

import attrs
import pytest

import ginrules as gin
from ginrules.cards import Card, CardSet
from ginrules.errors import GinRulesError, RuleSetError
from ginrules.presets import preset, preset_names
from ginrules.rules.conditions import most_deadwood
from ginrules.rules.fields import SECTIONS, ByNumber
from ginrules.rules.model import DEFAULTS, RULES, RuleSet
from ginrules.solver.meld_tables import MeldTables
from ginrules.testing.conformance import neighbors

TYPES = get_type_hints(RuleSet)
ROOT = Path(__file__).parents[2]
CACHES = {"_runs_by_ranks", "_fits_by_meld"}
"""The private tables of results of `MeldTables`, which its docstring names."""


def test_questions_about_rules_are_answered_by_bools():
    questions = [
        name
        for name, value in vars(RuleSet).items()
        if isinstance(value, property) and value.fget.__annotations__.get("return") == "bool"
    ]
    assert "has_layoffs" in questions
    for name in questions:
        answers = {getattr(preset(base), name) for base in preset_names()}
        assert answers in ({True, False}, {True}, {False}), name
        assert all(type(answer) is bool for answer in answers), name


CHANGES = {
    "knock_limit=7, tie='nobody', card_values=(1,) * 13, name='ours', notes=['x']": None,
    "knock_limt=7": "knock_limt",
    "knock_limit='7'": "knock_limit",
    "tie='nobdy'": "tie",
    "notes='one text'": "notes",
}
"""Changes of a rule set, and the name in them that a type checker must complain about."""


@pytest.mark.full
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_type_checker_refuses_a_misspelled_rule(checker, tmp_path):
    program = shutil.which(checker, path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip(f"{checker} is not installed")
    snippet = tmp_path / "snippet.py"
    lines = ["import ginrules as gin", *(f"gin.RuleSet().evolve({change})" for change in CHANGES)]
    snippet.write_text("\n".join(lines), encoding="utf-8")
    # the cache in files comes from `.ci/run`, which has checked the package before
    arguments = ["--no-sqlite-cache"] if checker == "mypy" else ["--pythonpath", sys.executable]
    done = subprocess.run([program, *arguments, str(snippet)], cwd=ROOT, capture_output=True, text=True, check=False)
    complaints = {
        number: [line for line in done.stdout.splitlines() if f"snippet.py:{number}:" in line]
        for number in range(1, len(lines) + 1)
    }
    for number, fault in enumerate(CHANGES.values(), 2):
        assert bool(complaints[number]) is (fault is not None), done.stdout
        assert fault is None or any(fault in line for line in complaints[number]), done.stdout
    assert complaints[1] == []


def test_a_misspelled_rule_is_refused_with_the_name_that_was_meant():
    with pytest.raises(RuleSetError, match=r"knock_limt = 7: unknown rule; did you mean 'knock_limit'\?"):
        RuleSet().evolve(knock_limt=7)


def test_sections_hold_every_rule_once():
    assert tuple(RuleSet.sections) == SECTIONS
    assert [name for names in RuleSet().sections.values() for name in names] == [*RULES]


def test_choices_of_a_rule_are_those_of_its_type_and_begin_with_the_default():
    assert RULES["ace_rank"].choices == ("low", "high-or-low", "round-the-corner")
    for name, entry in RULES.items():
        assert bool(entry.choices) is (entry.kind == "choice")
        assert not entry.choices or entry.choices[0] == DEFAULTS[name]
        assert entry.choices == (get_args(TYPES[name]) if entry.choices else ())


def test_every_rule_and_every_value_of_a_choice_has_its_sentence():
    for name, entry in RULES.items():
        assert entry.doc.endswith("."), name
        meanings = [*entry.values.values()]
        assert all(meanings), name
        assert len({*meanings}) == len(meanings), name
        assert all(condition.words for condition in (entry.needs, entry.counts) if condition), name
        assert all(limit.why and limit.when for limit in entry.limits), name


def test_a_limit_names_rules_and_values_that_they_can_have():
    for name, entry in RULES.items():
        for limit in entry.limits:
            assert set(limit.when) <= set(RULES), name
            for rule, values in ((name, limit.allowed), *limit.when.items()):
                if RULES[rule].choices:
                    assert set(values) <= set(RULES[rule].choices), (name, rule)


@pytest.mark.parametrize(
    ("name", "affects"),
    [("knock_limit", "play"), ("tie", "price"), ("columns", "game"), ("target", "game"), ("seating", "match")],
)
def test_a_rule_says_what_it_affects(name, affects):
    assert RULES[name].affects == affects


def test_tables_are_compiled_once_and_belong_to_the_values():
    one, other = RuleSet(name="a", gin_bonus=20), RuleSet(name="b", gin_bonus=30)
    assert isinstance(one.tables, MeldTables)
    assert one.tables is one.tables is other.tables
    assert RuleSet(min_run=4).tables is not one.tables


def test_tables_change_nothing_about_the_value():
    fresh, used = RuleSet(name="ours", ace_rank="high-or-low"), RuleSet(name="ours", ace_rank="high-or-low")
    used.tables.deadwood(CardSet.parse("Qs Ks As").mask)
    assert fresh == used
    assert hash(fresh) == hash(used)
    assert repr(fresh) == repr(used)
    assert pickle.dumps(fresh) == pickle.dumps(used)
    assert pickle.loads(pickle.dumps(used)).tables is used.tables
    assert copy.copy(used) is copy.deepcopy(used) is used
    assert attrs.asdict(fresh) == attrs.asdict(used)


@pytest.mark.parametrize("name", ["tables", "knock_limit", "sections", "anything"])
def test_nothing_of_a_rule_set_can_be_set(name):
    with pytest.raises(AttributeError):
        setattr(RuleSet(), name, 1)


@pytest.mark.parametrize(
    ("rules", "upcard", "knock_card", "limit"),
    [
        (RuleSet(), "4h", "2c", 10),
        (RuleSet(knock_source="upcard"), "4h", "2c", 4),
        (RuleSet(knock_source="upcard"), "Kh", None, 10),
        (RuleSet(knock_source="upcard"), "Ah", None, 0),
        (RuleSet(knock_source="upcard", ace_upcard="one"), "Ah", None, 1),
        (RuleSet(knock_source="upcard", knock_limit=3), "4h", None, 3),
        (RuleSet(knock_source="upcard"), None, "2c", 10),
        (RuleSet(knock_source="knock-card"), "4h", "2c", 2),
    ],
)
def test_the_limit_in_force(rules, upcard, knock_card, limit):
    cards = [None if text is None else Card.parse(text) for text in (upcard, knock_card)]
    assert rules.limit_in_force(*cards) == limit


def test_a_label_is_the_name_or_the_digest():
    assert RuleSet(name="ours").label == "ours"
    assert RuleSet(knock_limit=7).label == "rules 37ec9968cda6ecca"


def test_no_two_rule_sets_that_play_differently_have_one_digest():
    """Equal rules have equal digests, whatever their names; different rules have different digests."""
    by_digest = {}
    changed = [other for name in ("standard", "hollywood") for _, other in neighbors(preset(name))]
    for rules in (*map(preset, preset_names()), *changed):
        by_digest.setdefault(rules.digest, []).append(rules)
    assert len(by_digest) > 150
    assert all(one == rules[0] for rules in by_digest.values() for one in rules)
    assert len({rules[0] for rules in by_digest.values()}) == len(by_digest)


def test_a_digest_is_of_the_second_standard():
    """The default of column_entry has changed: columns = 3 meant another game in version 1."""
    first = hashlib.sha256(b'{"columns":3}').hexdigest()[:16]
    assert RuleSet(columns=3).digest == hashlib.sha256(b'2 {"columns":3}').hexdigest()[:16] != first


STANDARD_VALUES = {"card_values": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), "hand_size": {2: 10, 3: 7, 4: 7}}
STANDARD_VALUES |= {"gin_bonus": 25, "big_gin_bonus": 31, "undercut_bonus": 25}
STANDARD_VALUES |= {"knock_limit": 10, "min_set": 3, "min_run": 3}


def test_remarks_are_not_part_of_the_rules():
    assert RuleSet(notes=("a house choice",), sources=("us",)) == RuleSet()


def test_a_pack_that_is_too_small_is_counted_with_the_first_discard():
    with pytest.raises(RuleSetError, match=r"\+ 1 first discard"):
        RuleSet(opening="no-upcard", ranks=5, hand_size=10)


def test_the_defaults_of_the_rules_are_those_of_the_standard_game():
    rules = RuleSet()
    values = {name: getattr(rules, name) for name in STANDARD_VALUES}
    assert {name: dict(value) if name == "hand_size" else value for name, value in values.items()} == STANDARD_VALUES


@pytest.mark.parametrize("seats", [None, "2", True, 2.0])
def test_a_number_of_cards_is_asked_for_by_a_whole_number_of_seats(seats):
    assert (RuleSet(hand_size=10).hand_size_for(2), RuleSet().hand_size_for(3)) == (10, 7)
    for rules in (RuleSet(), RuleSet(hand_size=10)):
        with pytest.raises(RuleSetError, match="hand_size has no value for"):
            rules.hand_size_for(seats)


MELD_BOUNDS = {"min_set": (2, 4), "min_run": (2, 13)}


@pytest.mark.parametrize("name", MELD_BOUNDS)
def test_the_bounds_of_melds(name):
    assert (RULES[name].least, RULES[name].most) == MELD_BOUNDS[name]


def test_gains_from_several_are_for_three_players():
    values = {"seating": "all-play", "score_mode": "gain", "spade_multiplier": 2}
    assert RuleSet(**values, player_counts=(2,)).spade_multiplier == 2
    with pytest.raises(RuleSetError, match="no source doubles a gain from several"):
        RuleSet(**values, player_counts=(2, 3))


# --- nothing that is shared can be changed: a walk over all that is reachable from states, views, r ---

PLAIN = (int, str, bytes, bool, type(None), float, frozenset)
CODE = (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType, property)


def played(rules, seats, steps=60):
    state = gin.deal(rules, gin.shuffled(3, rules), seats=seats)
    for number in range(steps):
        legal = gin.legal_actions(state)
        if not legal:  # it is over, or chance must shuffle
            break
        state = gin.apply(state, legal[(number * 7) % len(legal)])
    return state


PLAYED = ("standard", 2), ("mahjong-gin", 3), ("penalty-2-to-4", 4), ("openspiel", 2, 9), ("standard", 2, 0)
STATES = [played(preset(name), *numbers) for name, *numbers in PLAYED]
MATCH = gin.new_match(
    preset("hollywood"), ("Ann", "Bo"), results=[gin.pad_entry(40, preset("hollywood"), winner=0) for _ in range(4)]
)
VIEWS = [gin.view(state, seat) for state in STATES for seat in (0, None)]
HANDS = [gin.best_arrangement("7h 8h 9h", RuleSet()), gin.best_defence("7h Tc", ["8h 9h Th"], RuleSet())]
SHARED = [*HANDS, gin.RoundRecord(preset("standard"), 7).play("take")]
VALUES = [*STATES, *VIEWS, MATCH, gin.settle(MATCH), *map(preset, ("standard", "mahjong-gin", "hollywood")), *SHARED]


def parts(value):
    """Every value held by this value, with its place: fields, slots, attributes, items."""
    if isinstance(value, tuple):
        yield from ((f"[{place}]", item) for place, item in enumerate(value))
        return
    if isinstance(value, types.MappingProxyType | ByNumber):
        yield from ((f"[{key!r}]", item) for key, item in value.items())
        return
    names = {field.name for field in attrs.fields(type(value))} if attrs.has(type(value)) else set()
    for cls in type(value).__mro__:
        names.update(getattr(cls, "__slots__", ()))
    names.update(getattr(value, "__dict__", {}))
    for name in sorted(names - {"__weakref__", "__dict__"}):
        if hasattr(value, name):
            yield f".{name}", getattr(value, name)


def walk(value):
    """Every value reachable, each once, with its path."""
    seen, waiting = set(), [(type(value).__name__, value)]
    while waiting:
        path, item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        yield path, item
        if not (isinstance(item, PLAIN) and not hasattr(item, "__dict__")) and not isinstance(item, CODE):
            waiting += [(path + name, part) for name, part in parts(item) if name[1:] not in CACHES]


def faults(value):
    for path, item in walk(value):
        if isinstance(item, (list, dict, set, bytearray)):
            yield f"{path} is a {type(item).__name__}"
        elif isinstance(item, Mapping) and hasattr(item, "__setitem__"):
            yield f"{path} takes items"
        elif not isinstance(item, (*PLAIN, *CODE, tuple, Mapping)):
            for name, part in parts(item):
                try:
                    setattr(item, name[1:], part)
                except (AttributeError, TypeError):
                    continue
                yield f"{path}{name} can be set"


def test_nothing_reachable_can_be_changed():
    found = {fault for value in VALUES for fault in faults(value)}
    assert not found, "\n".join(sorted(found))
    assert sum(1 for value in VALUES for _ in walk(value)) > 300


def test_the_walk_finds_mutable_values():
    @attrs.frozen
    class Holder:
        inside: object

    @attrs.define
    class Open:
        number: int = 1

    assert list(faults(Holder(([1],)))) == ["Holder.inside[0] is a list"]
    assert list(faults(Holder(types.MappingProxyType({"a": {}})))) == ["Holder.inside['a'] is a dict"]
    assert list(faults(Holder(Open()))) == ["Holder.inside.number can be set"]


def test_a_refusal_leaves_the_state_unchanged():
    for state in STATES:
        before = hash(state)
        with pytest.raises(GinRulesError):
            gin.apply(state, gin.LayOff("7h", 51))
        assert hash(state) == before


# --- what values mean together ----------------------------------------------------------------------


def test_the_most_deadwood_is_that_of_the_longest_hand():
    rules = preset("penalty-2-to-4")
    assert (rules.hand_size, most_deadwood(rules)) == ({2: 10, 3: 7, 4: 7}, 100)


def test_a_notebook_shows_the_differences_of_two_rule_sets():
    assert gin.diff("standard", "standard")._repr_html_() == "<p>no rule differs</p>"
    assert "<td>25</td><td>20</td>" in gin.diff("standard", "standard+gin_bonus=20")._repr_html_()
