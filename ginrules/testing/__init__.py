"""Checks of engines in any language, and strategies and laws for property tests.

Imported on demand: ``from ginrules.testing import conform``. `perft` and `conform` need no other package. The
strategies and the laws need hypothesis. The strategies shrink to small seeds, few actions and low cards. `pairs` draws
a round played in step under two rule sets; the laws of two rule sets are functions of such a pair. The laws of
`ginrules.testing.laws` check your own rule set alone. A broken law raises `LawBroken`.

Examples:
    >>> from hypothesis import given
    >>> from ginrules import legal_actions, why_illegal
    >>> from ginrules.testing import states
    >>> @given(states())
    ... def test_the_seat_to_act_can_act(state):
    ...     assert state.turn is None or legal_actions(state)
    >>> test_the_seat_to_act_can_act()
"""

from typing import Any, Final

from ginrules._support.lazy import lazy_names

_PUBLIC: Final = {
    "testing.conformance": "Difference Level Report conform perft",
    "testing.laws": "check_no_win_lost check_rules_hold",
    "testing.pair_laws": (
        "equal_when_only_prices_differ legal_actions_are_a_subset pays_alike plays_alike prices_ordered same_until"
    ),
    "testing.round_pairs": "PlayedPair pairs",
    "testing.search": "check_pairs",
    "testing.state_laws": (
        "LawBroken check_cards_conserved check_legal_means_not_refused check_state check_views_leak_nothing"
    ),
    "testing.strategies": "PlayedRound actions any_actions cards hands matches melds outcomes rounds states",
    "testing.rulesets": "rule_sets",
}

__all__, _read, __dir__ = lazy_names(__name__, _PUBLIC)


def __getattr__(name: str) -> Any:
    try:
        return _read(name)
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise ModuleNotFoundError(
            f"ginrules.testing.{name} needs hypothesis: pip install 'ginrules[testing]'", name="hypothesis"
        ) from None
