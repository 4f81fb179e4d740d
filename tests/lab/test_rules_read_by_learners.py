"""Shortcuts of the environments refuse rules of price that they have not read, as those of the core do."""

from ginrules._support.bounds import LARGEST_NUMBER
from ginrules.errors import RuleSetError
from ginrules.rl import options
from ginrules.rules.model import RULES
from ginrules.scoring.price import price
from tests.conftest import every
from tests.core.conftest import SAID, is_beyond, is_priced, outcomes_at, tables_of_every_way, with_rule

SHORTCUTS = {
    "bound on a loss": (
        options, "_BOUNDED", ("price",), lambda rules, _: options.largest_loss(rules, 2) == 2 * LARGEST_NUMBER
    ),
}  # fmt: skip


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
    for name in options._BOUNDED:
        for other in (rules.evolve(**{name: value}) for _, value, _ in SAID[name] if fits(rules, name, value)):
            lost = [-min(price(one, other).net) for one in rounds if is_priced(one, other)]
            assert max(lost, default=0) <= options.largest_loss(other, seats), (name, other)


def fits(rules, name, value):
    try:
        return rules.evolve(**{name: value}).table_sizes == rules.table_sizes
    except RuleSetError:
        return False
