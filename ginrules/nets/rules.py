"""The rules as inputs of the learned player's nets.

They are constant during a round. A player therefore adds their weights to the first layer's biases once for each
rule set (`ginrules.nets.learned.Folded`), and plays with the position's inputs alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ginrules.rules.model import DEFAULTS, RuleSet
from ginrules.scoring.price_numbers import box_value

WHOLE: Final = 5
"""The amount of an input that holds. Amounts are whole numbers from ``-WHOLE`` to ``WHOLE``."""

MOST_HELD: Final = 10
"""The largest hand, before a draw, that the inputs of a net describe."""

_SEATS: Final = 2
_VALUE_STEP: Final = 3
_USUAL_VALUES: Final[tuple[int, ...]] = DEFAULTS["card_values"]

SUPPORTED: Final = frozenset(
    """
    card_values ace_rank min_set min_run hand_size opening both_pass_draw return_taken_discard knock_limit knock_source
    ace_upcard big_gin big_gin_needs_gin doubling layoff layoff_chain stock_floor stock_exhausted return_pair
    gin_bonus big_gin_bonus undercut_bonus gin_off_bonus knock_bonus tie spade_multiplier spade_scope score_mode
    undercut_penalty gin_boxes big_gin_boxes undercut_boxes
    """.split()
)
"""The rules of play and price that have inputs."""

_DEFAULTS_ONLY: Final = ("discard_take", "open_melds")  # no net plays with other values
_OF_BOTH: Final = ("undercut_moves", "gain_from", "penalty_share")
"""They move no point of the difference between two seats."""

WITHOUT_INPUTS: Final = frozenset(
    "knocker_melds defender_melds doubling_limit take_cap reshuffle_cap refusal_bonus".split()
).union(_DEFAULTS_ONLY, _OF_BOTH)
"""The rules of play and price that have been read, and have no input."""


def inputs_of_rules(rules: RuleSet) -> Mapping[str, list[int]]:
    """Return the amounts of the inputs of these rules at a table of two, by group.

    A price has an input for every five points. A price of 23 points has four inputs that hold, and three fifths of a
    fifth input. Above its last input a price counts like this last one. Boxes count if they help to win the game.
    Big gin counts by its points beyond gin, an undercut with no deadwood by its points beyond an undercut.

    Examples:
        >>> inputs_of_rules(RuleSet(knock_bonus=7))["knock"]
        [5, 2, 0, 0, 0]
    """
    box = box_value(rules)
    gin, undercut = rules.gin_bonus + box * rules.gin_boxes, rules.undercut_bonus + box * rules.undercut_boxes
    big = rules.big_gin_bonus + box * rules.big_gin_boxes - gin
    gin_off = rules.gin_off_bonus - rules.undercut_bonus if rules.gin_off_bonus else 0
    size = rules.hand_size_for(_SEATS)
    changes = [value - usual for value, usual in zip(rules.card_values, _USUAL_VALUES, strict=True)]
    return {
        "gin": _steps(gin, 20),
        "undercut": _steps(undercut, 20),
        "gin_off": _steps(gin_off, 5),
        "knock": _steps(rules.knock_bonus, 5),
        "box": _steps(box, 10),
        "big_gin": _holds(rules.big_gin, rules.big_gin and rules.big_gin_needs_gin),
        "big_gin_beyond": _steps(big if rules.big_gin else 0, 10),
        "spade": _steps(WHOLE * (rules.spade_multiplier - 1), 3),
        "spade_scope": _is(rules.spade_scope, "hand-and-extra-boxes", "hand-and-all-boxes"),
        "tie": _is(rules.tie, "undercut-no-bonus", "knocker-wins", "nobody"),
        "penalty": _holds(
            rules.score_mode == "penalty", rules.score_mode == "penalty" and rules.undercut_penalty == "full"
        ),
        "no_knocks": _holds(rules.knock_limit == 0),
        "knock_source": _is(rules.knock_source, "upcard", "knock-card"),
        "ace_upcard": _holds(rules.knock_source != "fixed" and rules.ace_upcard == "one"),
        "layoff": _is(rules.layoff, "including-gin", "none"),
        "no_chain": _holds(not rules.layoff_chain),
        "ace_rank": _is(rules.ace_rank, "high-or-low", "round-the-corner"),
        "card_values": [_within((change + 1) // _VALUE_STEP) for change in changes],
        "smaller_hand": _steps(WHOLE * (MOST_HELD - size), 6),
        "set_of_two": _holds(rules.min_set < DEFAULTS["min_set"]),
        "set_of_four": _holds(rules.min_set > DEFAULTS["min_set"]),
        "run_of_two": _holds(rules.min_run < DEFAULTS["min_run"]),
        "longer_run": _steps(WHOLE * (rules.min_run - DEFAULTS["min_run"]), 3),
        "opening": _is(rules.opening, "eleven-cards", "open-card", "no-upcard"),
        "both_pass_draw": _holds(rules.both_pass_draw == "any"),
        "return_taken": _holds(rules.return_taken_discard, rules.return_pair),
        "stock_floor": [_within(rules.stock_floor - DEFAULTS["stock_floor"])],
        "stock_exhausted": _is(rules.stock_exhausted, "last-discard-option", "reshuffle"),
        "doubling": _holds(rules.doubling),
    }


def amounts_of(rules: RuleSet) -> tuple[int, ...]:
    """Return the amounts of all inputs of these rules at a table of two, in the order of a net's rows."""
    return tuple(amount for amounts in inputs_of_rules(rules).values() for amount in amounts)


def _steps(points: int, count: int) -> list[int]:
    """Return how much of each step of five points is reached."""
    return [min(max(points - WHOLE * step, 0), WHOLE) for step in range(count)]


def _holds(*facts: bool) -> list[int]:
    return [WHOLE * fact for fact in facts]


def _is(value: str, *others: str) -> list[int]:
    return [WHOLE * (value == other) for other in others]


def _within(amount: int) -> int:
    return min(max(amount, -WHOLE), WHOLE)


COUNT: Final = len(amounts_of(RuleSet()))
"""The number of inputs of the rules."""
