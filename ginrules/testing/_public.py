"""The public names, for type checkers and editors. Written by ``python -m docs.generate.package``."""
# fmt: off

from ginrules.testing.conformance import Difference, Report, conform
from ginrules.testing.counting import Level, perft
from ginrules.testing.documents import check_match_documents, check_playable, check_round_documents, check_rule_cards_differ, check_rules_written, check_survives_json
from ginrules.testing.laws import check_no_win_lost, check_rules_hold
from ginrules.testing.rulesets import rule_sets
from ginrules.testing.state_laws import LawBroken, check_cards_conserved, check_legal_means_not_refused, check_state, check_views_leak_nothing
from ginrules.testing.strategies import PlayedRound, action_sequences, actions, any_actions, card_sets, cards, hands, matches, melds, outcomes, rounds, states

__all__ = ["Difference", "LawBroken", "Level", "PlayedRound", "Report", "action_sequences", "actions", "any_actions",
    "card_sets", "cards", "check_cards_conserved", "check_legal_means_not_refused", "check_match_documents",
    "check_no_win_lost", "check_playable", "check_round_documents", "check_rule_cards_differ", "check_rules_hold",
    "check_rules_written", "check_state", "check_survives_json", "check_views_leak_nothing", "conform", "hands",
    "matches", "melds", "outcomes", "perft", "rounds", "rule_sets", "states"]
