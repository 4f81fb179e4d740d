"""Shortcuts of the environments refuse rules of price that they have not read, as those of the core do."""

from ginrules.bounds import LARGEST_NUMBER
from ginrules.rl import efg, options
from ginrules.rules.model import RULES, RuleSet
from tests.every import every
from tests.unit.test_rules_read import is_beyond, new_rule, with_rule

__all__ = ["new_rule"]  # a fixture
BOUND = options, "_BOUNDED", ("price",), lambda rules, _: options.largest_loss(rules, 2) == 2 * LARGEST_NUMBER


@every([name for name in RULES if any(with_rule(name))])
def test_a_price_that_is_not_named_has_no_bound_of_its_own(name):
    assert is_beyond(BOUND, name)


def test_the_bound_names_only_rules():
    assert set(RULES) >= options._BOUNDED


def test_no_suit_stands_for_the_others_under_a_price_that_may_tell_them_apart(new_rule):
    rules = RuleSet(tie="nobody")
    assert len(efg._upcards(rules)) == 13
    new_rule("tie")
    assert len(efg._upcards(rules)) == 52
