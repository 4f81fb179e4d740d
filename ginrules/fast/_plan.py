"""Rules as the numbers that the core reads, and the rules that are left to the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrules.fast._load import call, sizes, why_missing
from ginrules.rules.model import RuleSet, unsupported_rule
from ginrules.rules.texts import value_text

MOST_POINTS: Final = 1_000
"""The highest card value that the core counts."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "ace_rank": ("low", "high-or-low", "round-the-corner"),
    "opening": ("upcard-offer", "eleven-cards", "open-card", "no-upcard"),
    "both_pass_draw": ("stock-only", "any"),
    "knock_source": ("fixed", "upcard", "knock-card"),
    "ace_upcard": ("gin-only", "one"),
    "knocker_melds": ("named", "best"),
    "layoff": ("knock-only", "including-gin", "none"),
    "defender_melds": ("best", "named"),
    "stock_exhausted": ("draw", "last-discard-option", "reshuffle"),
}
"""The values of each choice in the order of the core's numbers."""

PLAN: Final = (
    "ranks", "suits", "ace_rank", "min_set", "min_run", "card_values", "seats", "hand_size", "opening",
    "both_pass_draw", "return_taken_discard", "knock_limit", "knock_source", "ace_upcard", "big_gin", "knocker_melds",
    "big_gin_needs_gin", "doubling", "doubling_limit", "layoff", "layoff_chain", "defender_melds", "stock_floor",
    "stock_exhausted", "take_cap", "return_pair", "reshuffle_cap",
)  # fmt: skip
"""The fields of the core's ``rules_t``, in order. ``seats`` comes from the table, all other fields are rules."""

LEFT_TO_THE_ENGINE: Final = frozenset({"open_melds", "discard_take"})
"""Rules of play that the core supports only at their defaults, and unsupported values such as ``ace_upcard = ten``."""


def unplayed(rules: RuleSet) -> str | None:
    """Return the first rule that the core does not support, with its value and the reason, or None."""
    name = unsupported_rule(rules, PLAN, "play")
    if name is None:
        name = next((choice for choice, values in CHOICES.items() if getattr(rules, choice) not in values), None)
    if name is not None:
        return f"{name} = {value_text(getattr(rules, name))}: it is left to the engine"
    if max(rules.card_values) > MOST_POINTS:
        return f"card_values = {value_text(rules.card_values)}: it counts at most {MOST_POINTS} points for a card"
    return None


def why_engine(rules: RuleSet) -> str | None:
    """Return why hands and rounds by these rules are left to the engine, or None if the core supports them.

    Raises:
        CoreError: If the library has another version, or is missing although it is required.
    """
    missing = why_missing()
    if missing is not None:
        return missing
    reason = unplayed(rules)
    return None if reason is None else f"the core does not play {rules.label}, {reason}"


@lru_cache(maxsize=64)
def tables_of(rules: RuleSet, seats: int) -> NDArray[np.uint8]:
    """Return the rules as the core compiles them for a table of this size, in a read-only array.

    Raises:
        CoreError: If the core refuses them.
    """
    tables = np.zeros(sizes()[0], np.uint8)
    call("gin_compile", np.array(numbers_of(rules, seats), np.int32), tables)
    tables.flags.writeable = False
    return tables


def numbers_of(rules: RuleSet, seats: int) -> list[int]:
    """Return the numbers of `PLAN` for a table of this size."""
    numbers: list[int] = []
    for name in PLAN:
        match name:
            case "seats":
                numbers.append(seats)
            case "hand_size":
                numbers.append(rules.hand_size_for(seats))
            case "card_values":
                numbers += rules.card_values
            case _:
                numbers.append(rule_number(rules, name))
    return numbers


def rule_number(rules: RuleSet, name: str) -> int:
    """Return the core's number for the value of a rule."""
    value: Any = getattr(rules, name)
    return CHOICES[name].index(value) if name in CHOICES else int(value)
