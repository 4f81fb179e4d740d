"""The prices of a rule set as numbers, as the compiled core is given them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, get_args

from ginrules.rules.choices import GainFrom, SpadeScope, Tie
from ginrules.rules.model import RuleSet

MOST_PRICE: Final = 1 << 14
"""The highest price, in points or boxes, that the core counts with."""


SETTLEMENTS: Final = (*get_args(GainFrom), "penalty", "table-count")
"""The ways to settle a round, in the order of the core's numbers."""


def _settlement(rules: RuleSet) -> int:
    return SETTLEMENTS.index(rules.gain_from if rules.score_mode == "gain" else rules.score_mode)


PRICE_NUMBERS: Final[Mapping[str, Callable[[RuleSet], int]]] = {
    "settlement": _settlement,
    "gin": lambda rules: rules.gin_bonus,
    "knock": lambda rules: rules.knock_bonus,
    "undercut": lambda rules: rules.undercut_bonus,
    "gin_off": lambda rules: rules.gin_off_bonus,
    "big_gin": lambda rules: rules.big_gin_bonus,
    "refusal": lambda rules: rules.refusal_bonus,
    "gin_boxes": lambda rules: rules.gin_boxes,
    "undercut_boxes": lambda rules: rules.undercut_boxes,
    "big_gin_boxes": lambda rules: rules.big_gin_boxes,
    "spade": lambda rules: rules.spade_multiplier,
    "spade_scope": lambda rules: get_args(SpadeScope).index(rules.spade_scope),
    "tie": lambda rules: get_args(Tie).index(rules.tie),
    "charges_knocker": lambda rules: rules.undercut_moves == "knocker",
    "void_gin": lambda rules: rules.lays_off_after_gin,
    "is_pooled": lambda rules: rules.penalty_share == "pooled",
    "charges_all": lambda rules: rules.undercut_penalty == "full",
    "goes_out": lambda rules: rules.open_melds,
}
"""The numbers that decide the price of a round, by the names that the core has for them."""


def price_numbers(rules: RuleSet) -> tuple[int, ...]:
    """Return the payments of these rules, in the order of `PRICE_NUMBERS`.

    Examples:
        >>> price_numbers(RuleSet())
        (0, 25, 0, 25, 0, 31, 10, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)
    """
    return tuple([int(number(rules)) for number in PRICE_NUMBERS.values()])
