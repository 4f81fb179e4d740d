"""The numbers that decide a round's price, for the compiled core, and the rules that they are made from.

`PRICE_NUMBERS` is the only list: ``prices_t`` of ``core/plan.h``, its limits and the length of a player's row follow
from it. A rule of price that it does not name is priced by `ginrules.price`, round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import attrs

from ginrules.rules.model import RuleSet, changed_values, unsupported_rule
from ginrules.rules.texts import value_text

MOST_PRICE: Final = 1 << 14
"""The highest price, in points or boxes, that the core counts with."""


@attrs.frozen
class PriceNumber:
    """A number that decides a round's price, made from some rules: the place of a meaning, or an amount."""

    rules: tuple[str, ...]
    values: tuple[object, ...]
    value: Callable[[RuleSet], object]

    @property
    def most(self) -> int:
        """The largest number that the core counts with."""
        return len(self.values) - 1 if self.values else MOST_PRICE

    def of(self, rules: RuleSet) -> int | None:
        """Return the number, or None if the core does not count with the value of these rules."""
        value = self.value(rules)
        if self.values:
            return self.values.index(value) if value in self.values else None
        assert isinstance(value, int)
        return value if value <= self.most else None


def _number(rule: str, *values: object) -> PriceNumber:
    """Return a rule's number: its value, or the place of its value among these."""
    return PriceNumber((rule,), values, lambda rules: getattr(rules, rule))


_NO_YES: Final = (False, True)

PRICE_NUMBERS: Final[Mapping[str, PriceNumber]] = {
    "settlement": PriceNumber(
        ("score_mode", "gain_from"),
        ("winner-takes-all", "each-with-knocker", "penalty", "table-count"),
        lambda rules: rules.gain_from if rules.score_mode == "gain" else rules.score_mode,
    ),
    "gin": _number("gin_bonus"),
    "knock": _number("knock_bonus"),
    "undercut": _number("undercut_bonus"),
    "gin_off": _number("gin_off_bonus"),
    "big_gin": _number("big_gin_bonus"),
    "refusal": _number("refusal_bonus"),
    "gin_boxes": _number("gin_boxes"),
    "undercut_boxes": _number("undercut_boxes"),
    "big_gin_boxes": _number("big_gin_boxes"),
    "spade": _number("spade_multiplier"),
    "spade_scope": _number("spade_scope", "hand", "hand-and-extra-boxes", "hand-and-all-boxes"),
    "tie": _number("tie", "undercut", "undercut-no-bonus", "knocker-wins", "nobody"),
    "charges_knocker": _number("undercut_moves", "defender", "knocker"),
    "void_gin": PriceNumber(("layoff",), _NO_YES, lambda rules: rules.lays_off_after_gin),
    "is_pooled": _number("penalty_share", "own", "pooled"),
    "charges_all": _number("undercut_penalty", "difference", "full"),
    "goes_out": _number("open_melds", *_NO_YES),
}
"""The numbers by the names that the core has for them, each with the values of its rules that the core knows.

A number must be a function of its rules, and a round's price a function of these numbers and of
`ginrules.scoring.price.price_key`.
"""

PRICED: Final = frozenset(rule for number in PRICE_NUMBERS.values() for rule in number.rules)
"""The rules of price that the compiled core, score pads, bounds on a loss and games in whole numbers support."""


def unsupported_price_rule(rules: RuleSet) -> str | None:
    """Return the first rule whose price the core does not count, with its value. None if it counts all."""
    changed = set(changed_values(rules))  # an unknown value is not a default
    missing = [number for number in PRICE_NUMBERS.values() if number.of(rules) is None]
    unknown = (name for number in missing for name in number.rules if name in changed)
    name = next(unknown, unsupported_rule(rules, PRICED, "price"))
    return None if name is None else f"{name} = {value_text(getattr(rules, name))}"


def box_value(rules: RuleSet) -> int:
    """Return the points for a box, or 0 if boxes do not help to win the game.

    If the first player to reach the target wins, boxes that are paid after the game decide nothing.
    """
    return rules.box_bonus if rules.box_timing == "immediate" or rules.winner_by == "highest-total" else 0


@lru_cache(maxsize=256)
def price_numbers(rules: RuleSet) -> tuple[int, ...] | None:
    """Return the numbers of these rules, in the order of `PRICE_NUMBERS`.

    The result is None under an `unsupported_price_rule`: no shortcut then knows the prices, and `ginrules.price`
    counts every round.
    """
    numbers = [number.of(rules) for number in PRICE_NUMBERS.values()]
    return None if unsupported_price_rule(rules) else tuple([number for number in numbers if number is not None])
