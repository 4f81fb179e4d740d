"""Laws of two rule sets, each a function of a `PlayedPair`: what a change of rules can never do.

A law holds for the rounds that are drawn. That they are many, and rich in what is rare, is no proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ginrules._support.values import expect
from ginrules.errors import IncompatibleRulesError
from ginrules.play.engine import legal_actions
from ginrules.play.state import RoundState
from ginrules.rules.diff import diff
from ginrules.rules.model import RULES
from ginrules.scoring.price import price
from ginrules.testing.differences import disagreement, format_action
from ginrules.testing.round_pairs import PlayedPair
from ginrules.testing.state_laws import LawBroken

_ALIKE: Final = (None, "points")
_PAIR: Final = "a round under two rule sets, as pairs draws it"


def plays_alike(pair: PlayedPair) -> None:
    """Check that the same seat acts, with the same legal actions, and that the round ends with the same facts.

    The prices can differ.

    Args:
        pair: A round under two rule sets, as `pairs` draws it. The law says nothing about other rounds.

    Raises:
        LawBroken: With the rules, the cards, the actions and the difference.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> @given(gin.testing.pairs("standard", "standard+gin_bonus=20"))
        ... def test_the_price_of_gin_changes_no_play(pair):
        ...     gin.testing.plays_alike(pair)
        >>> test_the_price_of_gin_changes_no_play()
    """
    same_until(pair, lambda _state: False)


def pays_alike(pair: PlayedPair) -> None:
    """Check that both rule sets play alike, and pay the same if the round is over.

    Args:
        pair: A round under two rule sets.

    Raises:
        LawBroken: With the rules, the cards, the actions and the difference.

    Examples:
        >>> import ginrules as gin
        >>> gin.testing.check_pairs("standard", "standard+ace_upcard=one", gin.testing.pays_alike)
    """
    expect(pair, PlayedPair, _PAIR)
    _ensure(pair.kind is None, pair, "both rule sets play and pay alike")


def same_until(pair: PlayedPair, until: Callable[[RoundState], object]) -> None:
    """Check that both rule sets play alike before the first state under the first that meets a condition.

    Args:
        pair: A round under two rule sets.
        until: A function of a state. The law ends at the first state for which it is true, which is not compared.

    Raises:
        LawBroken: With the rules, the cards, the actions and the difference.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> def both_have_passed(state):
        ...     return getattr(state.phase, "stock_only", False)
        >>> @given(gin.testing.pairs("standard", "standard+both_pass_draw=any"))
        ... def test_the_rule_matters_after_two_passes_alone(pair):
        ...     gin.testing.same_until(pair, both_have_passed)
        >>> test_the_rule_matters_after_two_passes_alone()
    """
    expect(pair, PlayedPair, _PAIR)
    expect(until, Callable, "a function of a state")  # type: ignore[arg-type]
    for states in pair:
        if until(states[0]):
            return
        _ensure(disagreement(states) in _ALIKE, pair, "both rule sets play alike")


def legal_actions_are_a_subset(pair: PlayedPair) -> None:
    """Check that every action legal under the first rule set is legal under the second.

    Args:
        pair: A round under two rule sets.

    Raises:
        LawBroken: With the rules, the cards, the actions, and an action that is legal under the first alone.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> @given(gin.testing.pairs("standard+knock_limit=5", "standard"))
        ... def test_a_lower_limit_allows_nothing_new(pair):
        ...     gin.testing.legal_actions_are_a_subset(pair)
        >>> test_a_lower_limit_allows_nothing_new()
    """
    expect(pair, PlayedPair, _PAIR)
    for number, (x, y) in enumerate(pair):
        others = set(legal_actions(y))
        missing = next((action for action in legal_actions(x) if action not in others), None)
        when = f"after action {number}" if number else "at once"
        found = f"{when} {missing and format_action(missing)} is legal under the first alone"
        _ensure(missing is None, pair, "every action legal under the first is legal under the second", found)


def equal_when_only_prices_differ(pair: PlayedPair) -> None:
    """Check that two rule sets that differ only in prices play alike and price each other's outcomes.

    Args:
        pair: A round under two rule sets.

    Raises:
        LawBroken: With the rules, the cards, the actions and the difference.
        IncompatibleRulesError: If rules of play differ.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> @given(gin.testing.pairs("standard", "standard+gin_bonus=20+target=250"))
        ... def test_prices_alone_differ(pair):
        ...     gin.testing.equal_when_only_prices_differ(pair)
        >>> test_prices_alone_differ()
    """
    expect(pair, PlayedPair, _PAIR)
    a, b = pair.rules
    others = [change.name for change in diff(a, b) if RULES[change.name].affects == "play"]
    if others:
        names = ", ".join(others)
        raise IncompatibleRulesError(f"{a} and {b} differ in more than prices: {names}")
    plays_alike(pair)
    x, y = (state.outcome for state in pair.end)
    if x is not None and y is not None:
        alike = all(price(x, rules) == price(y, rules) for rules in pair.rules)
        _ensure(alike, pair, "each rule set gives the round one price, whichever it was played under")


def prices_ordered(pair: PlayedPair) -> None:
    """Check that no seat gets fewer points or boxes under the second rule set, if the round ends with the same facts.

    Args:
        pair: A round under two rule sets.

    Raises:
        LawBroken: With the rules, the cards, the actions and both prices.

    Examples:
        >>> import ginrules as gin
        >>> from hypothesis import given
        >>> @given(gin.testing.pairs("standard", "standard+gin_bonus=30"))
        ... def test_a_larger_bonus_costs_nobody_points(pair):
        ...     gin.testing.prices_ordered(pair)
        >>> test_a_larger_bonus_costs_nobody_points()
    """
    expect(pair, PlayedPair, _PAIR)
    if disagreement(pair.end) == "points":
        x, y = (price(state.outcome, state.rules) for state in pair.end if state.outcome is not None)
        ordered = all(less <= more for less, more in zip((*x.points, *x.boxes), (*y.points, *y.boxes), strict=True))
        _ensure(ordered, pair, "no seat gets fewer points or boxes under the second")


def _ensure(holds: object, pair: PlayedPair, law: str, found: str = "") -> None:
    """Raise `LawBroken` with the law and the round unless the law holds."""
    if not holds:
        lines = [f"{law}: this does not hold for {pair!r}", *([f"  {found}"] if found else [])]
        raise LawBroken("\n".join(lines))
