"""Strategies and laws for property tests of programs that play gin rummy (needs hypothesis).

Imported on demand: ``from ginrules.testing import states, rule_sets``. The strategies shrink to
small seeds, few actions and low cards. The laws of `ginrules.testing.laws` check your own rule sets,
alone or in pairs, and raise `LawBroken`.

Examples:
    >>> from hypothesis import given
    >>> from ginrules import legal_actions, why_illegal
    >>> from ginrules.testing import states
    >>> @given(states())
    ... def test_the_seat_to_act_can_act(state):
    ...     assert state.turn is None or legal_actions(state)
    >>> test_the_seat_to_act_can_act()
"""

try:
    import hypothesis as _hypothesis
except ModuleNotFoundError as _error:  # pragma: no cover - tested in a process of its own
    if _error.name != "hypothesis":
        raise
    raise ModuleNotFoundError(
        "ginrules.testing needs hypothesis: pip install 'ginrules[testing]'", name="hypothesis"
    ) from None

from ginrules.testing.documents import (
    check_match_documents,
    check_playable,
    check_round_documents,
    check_rule_cards_differ,
    check_rules_written,
    check_survives_json,
)
from ginrules.testing.laws import check_no_win_lost, check_rules_hold
from ginrules.testing.state_laws import (
    LawBroken,
    check_cards_conserved,
    check_legal_means_not_refused,
    check_state,
    check_views_leak_nothing,
)
from ginrules.testing.strategies.cards import card_sets, cards, hands
from ginrules.testing.strategies.outcomes import matches, outcomes
from ginrules.testing.strategies.rounds import (
    PlayedRound,
    action_sequences,
    actions,
    any_actions,
    melds,
    rounds,
    states,
)
from ginrules.testing.strategies.rulesets import rule_sets

del _hypothesis

__all__ = [
    "LawBroken",
    "PlayedRound",
    "action_sequences",
    "actions",
    "any_actions",
    "card_sets",
    "cards",
    "check_cards_conserved",
    "check_legal_means_not_refused",
    "check_match_documents",
    "check_no_win_lost",
    "check_playable",
    "check_round_documents",
    "check_rule_cards_differ",
    "check_rules_hold",
    "check_rules_written",
    "check_state",
    "check_survives_json",
    "check_views_leak_nothing",
    "hands",
    "matches",
    "melds",
    "outcomes",
    "rounds",
    "rule_sets",
    "states",
]
