"""The default player, and statements about its strength."""

import json

from ginrules.driver.named import PLAYERS
from ginrules.lab import compare
from ginrules.lab.comparison.result import STRENGTHS, strength_text
from ginrules.players import new_greedy


def test_a_comparison_says_whom_it_let_play_and_how_strong_that_is():
    comparison = compare("standard", "oklahoma", rounds=20)
    assert comparison.contestants == ("learned",)
    assert comparison.strength == strength_text("learned") == "wins 65% of its games against expert"
    assert str(comparison).endswith(f"\nlearned {comparison.strength}")
    assert json.loads(json.dumps(comparison.as_plain()))["strength"] == comparison.strength
    several = compare("standard", "oklahoma", players=["greedy", "simple"], rounds=40)
    assert several.strength == ""
    assert several.as_plain()["strength"] is None
    named = compare("standard", "oklahoma", players="greedy", rounds=20)
    assert named == compare("standard", "oklahoma", players=new_greedy, rounds=20)


def test_the_figures_are_those_of_players_with_their_usual_parameters():
    texts = {str(new_player(1)) for new_player in PLAYERS.values()}
    for player, (against, percent, half_width) in STRENGTHS.items():
        assert player in texts
        assert against in PLAYERS
        assert 0 < half_width < percent < 100
