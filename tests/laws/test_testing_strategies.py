"""The strategies for other projects: drawn values, and shrunk values."""

import subprocess
import sys
from random import Random
from typing import get_args

import pytest
from hypothesis import HealthCheck, find, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.vendor.pretty import pretty

import ginrules as gin
from ginrules.rules.fields import SECTIONS
from ginrules.rules.model import DEFAULTS, RULES, changed_values, rule_values
from ginrules.rules.problems import value_problems
from ginrules.testing import (
    actions,
    any_actions,
    cards,
    hands,
    matches,
    melds,
    outcomes,
    rounds,
    rule_sets,
    states,
)
from tests.conftest import LONG, slow, some

STANDARD = gin.RuleSet(name="standard")
SMALL = STANDARD.evolve(ranks=6, hand_size=5, knock_limit=4)
calm = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


def smallest(strategy, condition):
    # the same search everywhere: shrinking is not always perfect, but it is in these cases
    return find(strategy, condition, settings=settings(max_examples=2000, database=None), random=Random(1))


# --- cards and hands ----------------------------------------------------------------------------


@pytest.mark.full
def test_cards_shrink_to_the_lowest():
    assert smallest(cards(), lambda _: True) == gin.Card.parse("Ac")


@given(hands(SMALL))
def test_hands_are_of_the_pack_and_of_the_size_dealt(hand):
    assert len(hand) == 5
    assert set(hand) <= set(gin.pack_of(SMALL))


@pytest.mark.full
def test_hands_are_rich_in_melds():
    """Uniform hands of ten hold on average 61 points of deadwood and gin almost never."""
    counts = []

    @settings(max_examples=300, database=None)
    @given(hands(STANDARD))
    def draw(hand):
        counts.append(gin.deadwood(hand, STANDARD))

    draw()
    assert sum(left <= 10 for left in counts) > 20
    assert sum(left > 10 for left in counts) > 20


@pytest.mark.full
def test_hands_shrink_to_the_lowest_cards():
    assert smallest(hands(STANDARD), lambda _: True) == gin.CardSet.parse("Ac Ad Ah As 2c 2d 2h 2s 3c 3d")
    assert len(smallest(hands(STANDARD, size=11), lambda hand: gin.deadwood(hand, STANDARD) > 50)) == 11


@pytest.mark.parametrize("size", [-1, 53])
def test_hands_of_impossible_sizes_are_refused(size):
    with pytest.raises(InvalidArgument, match="expected a hand of 0 to 52 cards"):
        hands(STANDARD, size=size)


def test_a_failing_example_is_printed_as_cards():
    assert pretty(gin.CardSet.parse("7h Ks")) == "CardSet.parse('7h Ks')"
    assert pretty(gin.Card.parse("7h")) == "Card.parse('7h')"


# --- rule sets ----------------------------------------------------------------------------------


@calm
@given(rule_sets())
def test_rule_sets_can_be_played(rules):
    assert value_problems(rule_values(rules), RULES) == ()


@pytest.mark.full
def test_rule_sets_reach_every_section_and_every_choice():
    values = {name: set() for name in RULES}

    @settings(max_examples=slow(300, 2500), database=None, suppress_health_check=list(HealthCheck))
    @given(rule_sets())
    def draw(rules):
        for name, value in changed_values(rules).items():
            values[name].add(value)

    draw()
    assert {RULES[name].section for name, drawn in values.items() if drawn} == set(SECTIONS)
    for name, rule in RULES.items() if LONG else ():
        missing = set(rule.choices) - values[name] - {DEFAULTS[name]}
        assert not missing, f"{name} is never {missing}"
        if rule.kind == "yes-no":
            assert (not DEFAULTS[name]) in values[name], name


@pytest.mark.full
def test_rule_sets_shrink_to_standard_and_to_single_changes():
    assert smallest(rule_sets(), lambda _: True) == STANDARD
    assert changed_values(smallest(rule_sets(), lambda rules: rules.gin_bonus > 25)) == {"gin_bonus": 26}
    hollywood = smallest(rule_sets(), lambda rules: rules.columns == 3)
    assert set(changed_values(hollywood)) <= {"columns", "endless", "column_entry"}
    if LONG:
        mahjong = smallest(rule_sets(), lambda rules: rules.open_melds)
        assert changed_values(mahjong) == {"open_melds": True, "knock_limit": 0, "big_gin": False, "layoff": "none"}


@calm
@given(rule_sets(play=gin.preset("oklahoma")))
def test_rule_sets_of_a_given_play_change_prices_and_matches_only(rules):
    oklahoma = gin.preset("oklahoma")
    changed = {name for name in RULES if getattr(rules, name) != getattr(oklahoma, name)}
    assert {RULES[name].section for name in changed} <= {"price", "game", "columns", "match"}


def test_unknown_sections_are_refused():
    with pytest.raises(InvalidArgument, match="columns, match, got 'prize'"):
        rule_sets(sections=["prize"])


# --- states and actions -------------------------------------------------------------------------

PHASES = get_args(gin.Phase)[:-1]
"""All but the offer of a double."""


@pytest.mark.full
@pytest.mark.parametrize("phase", some(PHASES, slow(2, len(PHASES))), ids=lambda phase: phase.__name__)
def test_every_phase_is_reached_and_shrinks(phase):
    example = smallest(states(phase=phase), lambda _: True)
    assert type(example.phase) is phase


@pytest.mark.full
def test_states_shrink_to_an_early_one():
    first = smallest(states(STANDARD), lambda _: True)
    assert isinstance(first.phase, gin.UpcardOffer)
    assert len(first.stock) == 31
    low = smallest(
        states(STANDARD, phase=gin.PlayTurn),
        lambda state: any(isinstance(a, gin.Knock) for a in gin.legal_actions(state)),
    )
    assert len(low.stock) > 5


@pytest.mark.full
def test_every_kind_of_phase_and_action_comes_up():
    reached = set()

    @seed(1)
    @settings(max_examples=600, database=None, suppress_health_check=list(HealthCheck))
    @given(states())
    def draw(state):
        reached.add(type(state.phase))
        reached.update(type(action) for action in gin.legal_actions(state))

    draw()
    assert reached >= {*PHASES}
    assert {kind.__name__ for kind in reached} >= {"LayDown", "LayOff", "Knock", "Spread", "Done", "DrawStock"}


@pytest.mark.parametrize(
    ("rules", "phase"),
    [
        *(("standard", phase) for phase in (gin.Reshuffle, gin.LastDiscard, int)),
        *(("gin-romme", gin.UpcardOffer), ("mahjong-gin", gin.SpreadTurn), ("straight-gin", gin.LayoffTurn)),
    ],
)
def test_phases_that_rules_never_reach_are_refused(rules, phase):
    with pytest.raises(InvalidArgument):
        states(rules, phase=phase)


@pytest.mark.full
def test_seats_are_those_asked_for():
    assert smallest(states(gin.preset("penalty-2-to-4"), seats=4), lambda _: True).seats == 4
    with pytest.raises(InvalidArgument, match="expected 2 seats under standard, got 3"):
        smallest(states(STANDARD, seats=3), lambda _: True)


@calm
@given(st.data())
def test_actions_are_legal_and_any_actions_agree_with_the_engine(data):
    state = data.draw(states())
    if not state.is_over:
        action = data.draw(actions(state))
        assert gin.why_illegal(state, action) is None
        gin.apply(state, action)
    claim = data.draw(any_actions(state))
    if not isinstance(claim, gin.ShuffleStock) or not isinstance(state.phase, gin.Reshuffle):
        assert (gin.why_illegal(state, claim) is None) == (claim in gin.legal_actions(state))


@pytest.mark.full
def test_any_actions_are_of_all_kinds_and_shrink():
    kinds = set()

    @settings(max_examples=300, database=None)
    @given(any_actions())
    def draw(action):
        kinds.add(type(action).__name__)

    draw()
    assert kinds == {kind.__name__ for kind in get_args(gin.Action)}
    assert smallest(any_actions(), lambda action: isinstance(action, gin.Knock)) == gin.Knock("Ac")


@pytest.mark.full
def test_nothing_is_legal_when_the_round_is_over():
    over = smallest(states(STANDARD, phase=gin.RoundOver), lambda _: True)
    assert actions(over).is_empty


def test_melds_are_those_of_the_rules():
    corner = STANDARD.evolve(ace_rank="round-the-corner")
    around = smallest(melds(corner), lambda meld: "Kc" in str(meld) and "2c" in str(meld))
    assert set(str(around).split()) >= {"Ac", "2c", "Kc"}
    assert str(smallest(melds(corner), lambda meld: meld.kind == "run")) == "Ac 2c 3c"


@calm
@given(rounds())
def test_rounds_are_played_to_the_end(played):
    *_, last = played.states()
    assert played.outcome == last.outcome is not None
    assert "\n      actions: " in pretty(played)


@pytest.mark.full
def test_rounds_shrink_to_a_small_seed():
    found = smallest(rounds(STANDARD), lambda played: played.outcome.ending == "gin")
    assert found.outcome.deadwood[found.outcome.declarer] == 0
    assert found == smallest(rounds(STANDARD), lambda played: played.outcome.ending == "gin")


# --- scores -------------------------------------------------------------------------------------


def test_outcomes_shrink():
    """The plainest undercut: level counts of one point."""
    example = smallest(outcomes(), lambda outcome: gin.price(outcome, STANDARD).result == "undercut")
    assert example.deadwood == (1, 1)


@pytest.mark.parametrize("name", ["standard", "hollywood", "partnership", "captain", "cutthroat", "penalty-2-to-4"])
def test_matches_are_settled(name):
    @settings(max_examples=8, database=None, suppress_health_check=list(HealthCheck))
    @given(matches(gin.preset(name)))
    def draw(match):
        assert sum(gin.settle(match).net) == 0

    draw()


@pytest.mark.full
def test_matches_shrink_to_few_rounds():
    assert smallest(matches(STANDARD), lambda _: True).entries == ()


def test_seats_and_players_that_rules_do_not_allow_are_refused():
    with pytest.raises(InvalidArgument, match="2 seats under these rules, got 3"):
        outcomes(STANDARD, seats=3)
    with pytest.raises(InvalidArgument, match="expected 2 players under these rules, got 5"):
        matches(STANDARD, players=5)


def test_without_hypothesis_a_sentence_says_what_to_install():
    code = "import sys; sys.modules['hypothesis'] = None\nfrom ginrules.testing import conform, states"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1
    assert last == "ModuleNotFoundError: ginrules.testing.states needs hypothesis: pip install 'ginrules[testing]'"
