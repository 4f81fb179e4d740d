"""Payoffs computed from the facts of rounds equal `price` of their outcomes."""

from itertools import product

import numpy as np
import pytest

import ginrules as gin
from ginrules._support.bounds import LARGEST_NUMBER
from ginrules.cards import CARDS
from ginrules.fast._facts import FACTS, facts_of, prices_of
from ginrules.play.seeded_deals import Played
from ginrules.rl import options
from ginrules.rl.options import rewards_of
from ginrules.rules.model import RULES
from tests.conftest import every
from tests.core.conftest import TWO_VALUES, is_beyond, is_priced, outcomes_at, tables_of_every_way, with_rule

GAMES = (
    "standard",
    "oklahoma+spade_multiplier=2+spade_scope=hand",
    "standard+tie=nobody+gin_off_bonus=40",
    "standard+tie=knocker-wins+undercut_moves=knocker",
    "standard+doubling=true+refusal_bonus=7",
    "online-rubl",
    "penalty-2-to-4",
)


def outcomes(rules, seats):
    """Outcomes that rounds of these rules can have."""
    points = (0, 1, 2, 5) if seats == 2 else (0, 3)
    endings = (("dead", None), *product(("knock", "gin", "big-gin", "refused"), range(seats)))
    for deadwood, (ending, declarer), card in product(product(points, repeat=seats), endings, (CARDS[8], CARDS[47])):
        known = {"upcard": card} if rules.has_upcard else {}
        for factor in (1, 2):
            outcome = gin.Outcome(declarer=declarer, deadwood=deadwood, ending=ending, factor=factor, **known)
            try:
                yield outcome, gin.price(outcome, rules).net
            except gin.ScoreError:
                continue


@pytest.mark.parametrize("rules", GAMES)
def test_payoffs_are_prices(rules):
    rules = gin.preset(rules)
    for seats in rules.table_sizes[:2]:
        cases = list(outcomes(rules, seats))
        facts = np.array([facts_of(Played(outcome, 1, 1), 0) for outcome, _ in cases], FACTS)
        assert len(cases) > 50
        points = prices_of(rules, facts)["net"][:, :seats].astype(np.float64)
        rewards = rewards_of(points, "win", 1.0)
        for (_, net), gained, reward in zip(cases, points.tolist(), rewards.tolist(), strict=True):
            assert (tuple(gained), tuple(reward)) == (net, tuple(rewards_of(np.array(net), "win", 1.0)))
            sides = [sum((gain > 0) - (gain < 0) == side for gain in net) for side in (1, -1)]
            assert reward == [1 / sides[0] if gain > 0 else -1 / sides[1] if gain < 0 else 0 for gain in net]


# --- the bound on a loss ---------------------------------------------------------------------------------


def bound_is_unknown(rules, _):
    return options.largest_loss(rules, 2) == 2 * LARGEST_NUMBER


SHORTCUTS = {"bound on a loss": (options, "PRICED", ("price",), bound_is_unknown)}


@every(list(SHORTCUTS), [name for name in RULES if any(with_rule(name))])
def test_a_rule_that_is_not_named_is_beyond(shortcut, name):
    assert is_beyond(SHORTCUTS[shortcut], name)


@every(list(SHORTCUTS))
def test_lists_name_only_rules(shortcut):
    module, known, *_ = SHORTCUTS[shortcut]
    assert set(RULES) >= getattr(module, known)


@every(tables_of_every_way())
def test_no_loss_exceeds_the_bound(rules, seats):
    rounds = list(outcomes_at(rules, seats))
    for name in options.PRICED:
        for other in (rules.evolve(**{name: value}) for _, value in TWO_VALUES[name] if fits(rules, name, value)):
            lost = [-min(gin.price(one, other).net) for one in rounds if is_priced(one, other)]
            assert max(lost, default=0) <= options.largest_loss(other, seats), (name, other)


def fits(rules, name, value):
    try:
        return rules.evolve(**{name: value}).table_sizes == rules.table_sizes
    except gin.RuleSetError:
        return False
