# The public names, for type checkers and editors. Written by `python -m tools.package`.
# fmt: off

from ginrules.testing.conformance import Difference as Difference, Level as Level, Report as Report, conform as conform, perft as perft
from ginrules.testing.laws import check_no_win_lost as check_no_win_lost, check_rules_hold as check_rules_hold
from ginrules.testing.pair_laws import equal_when_only_prices_differ as equal_when_only_prices_differ, legal_actions_are_a_subset as legal_actions_are_a_subset, pays_alike as pays_alike, plays_alike as plays_alike, prices_ordered as prices_ordered, same_until as same_until
from ginrules.testing.round_pairs import PlayedPair as PlayedPair, pairs as pairs
from ginrules.testing.rulesets import rule_sets as rule_sets
from ginrules.testing.search import check_pairs as check_pairs
from ginrules.testing.state_laws import LawBroken as LawBroken, check_cards_conserved as check_cards_conserved, check_legal_means_not_refused as check_legal_means_not_refused, check_state as check_state, check_views_leak_nothing as check_views_leak_nothing
from ginrules.testing.strategies import PlayedRound as PlayedRound, actions as actions, any_actions as any_actions, cards as cards, hands as hands, matches as matches, melds as melds, outcomes as outcomes, rounds as rounds, states as states

__all__ = ["Difference", "LawBroken", "Level", "PlayedPair", "PlayedRound", "Report", "actions", "any_actions", "cards",
    "check_cards_conserved", "check_legal_means_not_refused", "check_no_win_lost", "check_pairs", "check_rules_hold",
    "check_state", "check_views_leak_nothing", "conform", "equal_when_only_prices_differ", "hands",
    "legal_actions_are_a_subset", "matches", "melds", "outcomes", "pairs", "pays_alike", "perft", "plays_alike",
    "prices_ordered", "rounds", "rule_sets", "same_until", "states"]
