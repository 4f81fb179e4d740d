"""The names that examples, docs and callers rely on, with their parameters: they may be passed by keyword."""

import inspect

import pytest

import ginrules as gin

PARAMETERS = {
    "shuffled": "seed rules",
    "stacked": "hands rules upcard stock dealer",
    "preset": "name",
    "load_rules": "path limit",
    "loads_rules": "text source limit",
    "dumps_rules": "rules full",
    "check_rules": "data",
    "diff": "a b",
    "describe": "rules",
    "melds_in": "cards rules",
    "deadwood": "hand rules",
    "after_discard": "hand rules",
    "outs": "hand rules limit",
    "best_arrangement": "hand rules",
    "arrangements": "hand rules limit",
    "best_defence": "hand melds rules",
    "deal": "rules order seed dealer seats knock_card",
    "legal_actions": "state",
    "why_illegal": "state action",
    "apply": "state action",
    "transition": "state action",
    "chance_action": "state seed",
    "view": "state seat",
    "determinize": "view seed",
    "redact": "event seat",
    "follow": "view event",
    "price": "outcome rules",
    "new_match": "rules players dealer results",
    "add_round": "match results",
    "concede": "match player",
    "give_notice": "match",
    "settle": "match",
    "parse_action": "text state",
    "to_dict": "value",
    "from_dict": "cls data",
    "replay_while_valid": "text",
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_public_function_has_the_parameters_of_the_design(name):
    assert list(inspect.signature(getattr(gin, name)).parameters) == PARAMETERS[name].split()


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        (
            "RoundState",
            (
                "rules seats dealer upcard knock_card knock_limit hands stock discards table laid known memory phase "
                "turn is_over outcome"
            ),
        ),
        ("RoundScore", "points boxes result winner lines net"),
        ("MatchState", "rules players sides entries scores games due is_over winner winners"),
        ("RoundRecord", "state play back steps events loads dumps"),
        ("MatchRecord", "match loads dumps"),
        ("TableMeld", "cards kind owner original"),
        ("Arrangement", "melds unmelded deadwood"),
        ("Defence", "melds layoffs unmelded deadwood actions"),
    ],
)
def test_a_public_class_has_the_attributes_of_the_design(name, attributes):
    assert set(attributes.split()) <= set(dir(getattr(gin, name)))
