"""Conditions on rules: when a rule matters, and with which others it cannot be played.

A rule matters if another value of it can change a legal action, a price that counts, a winner or a payment. Only such
rules have a line on a rule card. A test tries other values of the rules that are left out, under presets and their
changes, and must find no difference.

A refusal that is not written in a source is a house choice: combinations that no source defines are refused, not
guessed. Most are rows, `requires`, at the rule at fault. Those that count cards, seats or columns are functions, see
`ginrules.rules.seats`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from ginrules.rules.fields import LARGEST
from ginrules.rules.seats import team_size
from ginrules.rules.texts import value_text

if TYPE_CHECKING:
    from ginrules.rules.model import RuleSet


@attrs.frozen
class Condition:
    """Rules under which another one matters: the condition in words, as a clause, and as a function."""

    words: str
    holds: Callable[[RuleSet], bool]


@attrs.frozen(hash=False)
class Constraint:
    """With certain values of other rules, a rule can hold only the allowed ones, for a reason."""

    allowed: Container[Any]
    why: str
    when: Mapping[str, Container[Any]]

    def fault(self, rule: str, sound: Mapping[str, Any]) -> str | None:
        """Return the fault of this rule's value among these, or None, leaving out rules without a valid value."""
        if rule not in sound or sound[rule] in self.allowed:
            return None
        if not all(name in sound and sound[name] in values for name, values in self.when.items()):
            return None
        cause = " and ".join(f"{name} = {value_text(sound[name])}" for name in self.when)
        return f"must be {allowed_text(self.allowed)} with {cause}: {self.why}"


def allowed_text(values: Container[Any]) -> str:
    """Return values as a reader writes them."""
    if isinstance(values, range):
        return f"{values.start} or more"
    return " or ".join(map(value_text, values)) if isinstance(values, tuple) else str(values)


def requires(allowed: object, why: str, /, **when: object) -> Constraint:
    """Return a limit on a rule: a value or several values that it can hold, with these values of other rules."""
    return Constraint(_values(allowed), why, {name: _values(value) for name, value in when.items()})


def _values(value: object) -> Container[Any]:
    return value if isinstance(value, tuple | range | _MoreThanTwo) else (value,)


class _MoreThanTwo:
    """The values of `player_counts` that include three or more players."""

    def __contains__(self, player_counts: object) -> bool:
        return isinstance(player_counts, tuple) and max(player_counts) > 2

    def __str__(self) -> str:
        return "a list with 3 or more"


SOME: Final = range(1, LARGEST + 1)
SEVERAL: Final = range(2, LARGEST + 1)
CHARGED: Final[Mapping[str, object]] = {"score_mode": ("penalty", "table-count")}
"""Scoring without gains."""
GAINED: Final[Mapping[str, object]] = {"seating": "all-play", "score_mode": "gain", "player_counts": _MoreThanTwo()}
"""Gains at tables of three or more."""


def _has_target(rules: RuleSet) -> bool:
    return any(rules.target_for(team_size(rules.seating, players)) for players in rules.player_counts)


def gains_from_several(rules: RuleSet) -> bool:
    """Return whether these rules score gains at tables of three or more."""
    return rules.score_mode == "gain" and max(rules.table_sizes) > 2


def all_level_pays(rules: RuleSet) -> bool:
    """Return whether somebody gains if every player settles with a knocker and has the same deadwood."""
    match rules.tie:
        case "undercut":
            return rules.undercut_bonus > 0
        case "knocker-wins":
            return rules.knock_bonus > 0
        case "undercut-no-bonus" | "nobody":
            return False


def totals_count(rules: RuleSet) -> bool:
    """Return whether a game's totals, bonuses included, decide anything.

    They are paid in a single game and added to a points match's accounts. A best-of match counts the games won.
    There the totals matter only if they say who wins a game.
    """
    match rules.match_form:
        case "single" | "points":
            return True
        case "best-of":
            return rules.winner_by == "highest-total" or rules.exact_margin_forfeit > 0


def boxes_count(rules: RuleSet) -> bool:
    """Return whether a box is worth anything: towards the target at once, or in totals that count."""
    return rules.box_bonus > 0 and (rules.box_timing == "immediate" or totals_count(rules))


def has_single_round(rules: RuleSet) -> bool:
    """Return whether a game is a single decided round, at every table."""
    return not _has_target(rules) and all(rules.rounds_for(seats) <= 1 for seats in rules.table_sizes)


def points_count(rules: RuleSet) -> bool:
    """Return whether points decide anything: not in a best-of match whose games are a single round by gin."""
    is_by_gin = rules.knock_limit == 0 and rules.score_mode == "gain" and rules.is_for_two
    return totals_count(rules) or not (has_single_round(rules) and is_by_gin)


def has_more_rounds(rules: RuleSet) -> bool:
    """Return whether a match can have a second round."""
    has_limit = any(rules.rounds_for(seats) for seats in rules.table_sizes)
    return has_limit or _has_target(rules) or rules.match_form != "single"


def most_deadwood(rules: RuleSet) -> int:
    """Return an upper bound on the deadwood of a hand, in points."""
    longest = max(rules.hand_size_for(number) for number in rules.table_sizes)
    return longest * max(rules.card_values[: rules.ranks])


def some_are_above_limit(rules: RuleSet) -> bool:
    """Return whether a card sets the knock limit, or a hand can be above it."""
    return rules.knock_source != "fixed" or rules.knock_limit < most_deadwood(rules)


def winner_can_change(rules: RuleSet) -> bool:
    """Return whether gains are scored, and bonuses at the end of the game can change who leads."""
    boxes = rules.box_bonus > 0 and rules.box_timing == "at-end"
    return rules.score_mode == "gain" and (rules.game_bonus > 0 or rules.shutout != "none" or boxes)


TEAMS: Final = Condition("seating is partnership", lambda rules: rules.seating == "partnership")
CLOSED: Final = Condition("open_melds is false", lambda rules: not rules.open_melds)
KNOCKS: Final = Condition("knock_limit is 1 or more", lambda rules: rules.knock_limit > 0)
BIG_GIN: Final = Condition("big_gin is true", lambda rules: rules.big_gin)
DOUBLES: Final = Condition("doubling is true", lambda rules: rules.doubling)
SIDE_BY_SIDE: Final = Condition("columns is 2 or more", lambda rules: rules.columns > 1)
POINTS_MATCH: Final = Condition("match_form is points", lambda rules: rules.match_form == "points")
MORE_ROUNDS: Final = Condition("a match can have a second round", has_more_rounds)
POINTS: Final = Condition("points decide something", points_count)
TOTALS: Final = Condition("the totals of a game decide something", totals_count)
BOXES: Final = Condition("boxes are worth something", boxes_count)
