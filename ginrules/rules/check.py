"""Checks of rules in the shape of a rule file."""

from collections.abc import Mapping
from typing import Any

from ginrules.presets import preset
from ginrules.rules.faults import RuleProblem
from ginrules.rules.tables import read_tables


def check_rules(data: Mapping[str, Any]) -> tuple[RuleProblem, ...]:
    """Every fault of the rules in these tables, none if they can be played.

    Names are checked (sections, rules, the preset in ``extends``), then each value, strictly
    (true is not 1, "7" is not 7), then what cannot be played together.

    Args:
        data: The tables of a rule file, as ``tomllib.loads`` gives them.

    Examples:
        >>> for problem in check_rules({"knock": {"knock_limit": -1, "big_jin": False}}):
        ...     print(problem)
        knock.big_jin = false: unknown rule; did you mean 'big_gin'?
        knock.knock_limit = -1: must be 0 or more (0 is gin only)
        >>> check_rules({"extends": "oklahoma", "price": {"gin_bonus": 20}})
        ()
    """
    return read_tables(data, preset).problems
