"""The rules that shortcuts have read: under any other rule the work goes the general way, or is refused by name."""

from functools import partial
from itertools import product

import pytest

import ginrules as gin
from ginrules.driver import core_spec
from ginrules.errors import IncompatibleRulesError, ScoreError
from ginrules.fast import _facts, available, layout, why_not
from ginrules.fast._facts import FEASIBILITY_RULES
from ginrules.fast._plan import policy_of
from ginrules.lab import compare, simulate
from ginrules.lab.runner.games import is_plain
from ginrules.play.outcome import Outcome
from ginrules.players import Expert, equity, new_greedy, packaged_nets
from ginrules.presets import STANDARD, preset_names
from ginrules.rules.model import RULES, RuleSet, rule_values, unsupported_rule
from ginrules.scoring import manual_score, price_numbers
from ginrules.scoring.price import _known, cached_price, price_key
from ginrules.scoring.price_numbers import PRICE_NUMBERS, PriceNumber
from ginrules.show.pictures import sheet
from ginrules.testing.policies import fresh, mixed
from tests.conftest import every, finished
from tests.core.conftest import TWO_VALUES, is_beyond, with_rule


def test_the_first_rule_beyond_is_named():
    rules = RuleSet(gin_bonus=20, target=150, knock_limit=7)
    assert unsupported_rule(rules, (), "play", "price", "game") == "knock_limit"
    assert unsupported_rule(rules, {"knock_limit"}, "play", "price", "game") == "gin_bonus"
    assert unsupported_rule(rules, {"target"}, "game", "match") is None


def net_is_refused(rules, name):
    why = packaged_nets.why_expert.__wrapped__(rules, 2)
    return why is not None and (not packaged_nets.is_known(rules) or f"do not read {name}," in why)


def row_is_refused(rules, name):
    with pytest.raises(IncompatibleRulesError, match=f"not made for {name} = "):
        layout._counts.__wrapped__(rules, 2)
    return True


def box_is_refused(rules, name):
    if rules.score_mode != "gain":
        return True
    with pytest.raises(ScoreError, match=f"{name} could change them"):
        gin.pad_entry(30, rules, winner=0)
    return gin.pad_entry(30, rules, winner=0, boxes=1).boxes == (1, 0)


def line_is_added(rules, name):
    if rules.score_mode == "penalty":
        return True
    feet = sheet._blank_feet(gin.new_match(rules, rules.player_counts[0]))
    return feet[feet.index("total") - 1] == name.replace("_", " ")


SHORTCUTS = {
    "prices of the core": (
        price_numbers,
        "PRICED",
        ("price",),
        lambda rules, _: price_numbers.price_numbers.__wrapped__(rules) is None,
    ),
    "plain games": (
        equity,
        "SUPPORTED",
        ("price", "game", "match"),
        lambda rules, _: not is_plain.__wrapped__(rules, 2),
    ),
    "packaged nets": (packaged_nets, "SUPPORTED", ("play", "price"), net_is_refused),
    "rows of observations": (layout, "SUPPORTED", ("play",), row_is_refused),
    "score pads": (manual_score, "PRICED", ("price",), box_is_refused),
    "blank sheets": (sheet, "SUPPORTED", ("game",), line_is_added),
}
"""The module, the name of its list, the effects that matter, and whether it refuses rules because of a rule."""


@every(list(SHORTCUTS), [name for name in RULES if any(with_rule(name))])
def test_a_rule_that_is_not_named_is_beyond(shortcut, name):
    assert is_beyond(SHORTCUTS[shortcut], name)


@every(list(SHORTCUTS))
def test_lists_name_only_rules(shortcut):
    module, known, _, _ = SHORTCUTS[shortcut]
    assert getattr(module, known) <= set(RULES)


def test_values_that_the_core_does_not_know_are_priced_by_the_engine():
    assert PriceNumber(("tie",), ("undercut",), lambda rules: rules.tie).of(RuleSet(tie="nobody")) is None
    dear = RuleSet(gin_bonus=20_000)
    assert price_numbers.price_numbers(dear) is None
    assert price_numbers.unsupported_price_rule(dear) == "gin_bonus = 20000"
    assert (
        not available()
        or why_not(dear, Expert) == "the core does not count with gin_bonus = 20000, a price that Expert weighs"
    )
    for number in PRICE_NUMBERS.values():
        if len(number.rules) == 1 and RULES[number.rules[0]].kind == "choice" and number.values != (False, True):
            assert set(number.values) <= set(RULES[number.rules[0]].choices)


CACHED = (price_numbers.price_numbers, is_plain, packaged_nets.why_expert, _facts.bill_of, _known, core_spec._made_spec)


@pytest.fixture
def new_rule(monkeypatch):
    """Treats a rule of price as new: no shortcut has read it."""

    def forget(rule):
        for module, name in ((price_numbers, "PRICED"), (equity, "SUPPORTED"), (packaged_nets, "SUPPORTED")):
            monkeypatch.setattr(module, name, getattr(module, name) - {rule})
        for function in CACHED:
            function.cache_clear()

    yield forget
    monkeypatch.undo()
    for function in CACHED:
        function.cache_clear()


def test_figures_are_the_same_whether_shortcuts_know_a_rule_or_not(new_rule, monkeypatch):
    """The figures of a rule that nothing has read: the rounds are priced by price(), the games folded as matches."""
    rules = RuleSet(name="dear", undercut_bonus=80)

    def run():
        players = (new_greedy, partial(new_greedy, threshold=2))
        return compare(STANDARD, rules, rounds=80, players=players), simulate(rules, players, rounds=80)

    known, judged, row = run(), [], _facts._row
    monkeypatch.setattr(_facts, "_row", lambda rules, outcome: (judged.append(outcome), row(rules, outcome))[1])
    new_rule("undercut_bonus")
    assert run() == known
    assert judged or not available()
    assert policy_of(Expert, rules) is not None  # its stakes are read in Python, whoever plays
    assert not is_plain(rules, 2)


def test_scores_are_shared_only_under_rules_whose_prices_are_known(new_rule):
    rules, one = RuleSet(gin_bonus=40), Outcome(declarer=0, deadwood=(0, 9))
    other = Outcome(declarer=0, deadwood=(0, 9), stock_left=3)
    assert price_key(one, rules) == price_key(other, rules)
    assert cached_price(one, rules) is cached_price(other, rules)
    new_rule("gin_bonus")
    assert cached_price(one, rules) == cached_price(other, rules)
    assert cached_price(one, rules) is not cached_price(other, rules)


# --- what a rule affects: the register on which all shortcuts rely ------------------------------------


class Reading(RuleSet):
    """Rules that note which of them are read."""

    __slots__ = ()
    noted = None

    def __getattribute__(self, name):
        if Reading.noted is not None and name in RULES:
            Reading.noted.add(name)
        return object.__getattribute__(self, name)


@pytest.fixture
def reading():
    def read(rules, function, *values):
        hash(rules)  # it reads every rule, once
        Reading.noted = noted = set()
        try:
            function(*values)
        finally:
            Reading.noted = None
        return noted

    return read


OF_TABLES = {"seating", "player_counts", "game_end"}
"""The rules that decide the numbers of seats that a table can have."""

OF_CARDS = {"opening", "ranks", "suits", "hand_size", "card_values", "min_set", "defender_melds"}
"""The rules that say which card a round can turn up, and what a hand can count: all that is played is within."""


def all_sets():
    sets = [gin.preset(base).evolve(**{name: value}) for name, rows in TWO_VALUES.items() for base, value in rows]
    return {tuple(rule_values(rules).items()): rules for rules in (*sets, *map(gin.preset, preset_names()))}.values()


def played(rules, seats):
    return finished(fresh(rules, seats, 1), 1, mixed)


def possible(rules, seats):
    for ending, other, factor in product(("knock", "gin", "big-gin", "out", "refused", "dead"), (0, 5, 9, 20), (1, 2)):
        left = 5 if ending == "knock" else 0
        laid = (30,) * seats if rules.open_melds else ()
        facts = {"declarer": None, "reason": "stock"} if ending == "dead" else {"declarer": 0}
        facts |= {"deadwood": (left, *(other,) * (seats - 1)), "ending": ending, "laid": laid, "factor": factor}
        facts |= {"upcard": "As"} if rules.has_upcard else {}
        outcome = Outcome(**facts, knock_card="As" if rules.knock_source == "knock-card" else None)
        try:
            gin.price(outcome, rules)
        except ScoreError:
            continue
        yield outcome


def test_rounds_read_rules_of_play_and_prices_rules_of_play_and_price(reading):
    """``affects`` is what the engine and the scoring read."""
    by_play, by_price = set(), set()
    for rules in all_sets():
        noting, seats = Reading(**rule_values(rules)), rules.table_sizes[0]
        by_play |= reading(noting, played, noting, seats)
        for outcome in possible(rules, seats):
            by_price |= reading(noting, gin.price, outcome, noting)
    assert len(by_play) > 20
    assert all(RULES[name].is_played for name in by_play - OF_TABLES)
    assert {name for name in by_price - OF_TABLES if RULES[name].affects == "price"} == {
        name for name, rule in RULES.items() if rule.affects == "price"
    }
    # a rule of play that a price depends on must be one of the numbers of the core, or say which facts are possible
    of_play = {name for name in by_price - OF_TABLES if RULES[name].affects != "price"}
    assert of_play <= {*price_numbers.PRICED, *FEASIBILITY_RULES, *OF_CARDS}
