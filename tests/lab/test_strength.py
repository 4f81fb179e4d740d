"""The order of strength, on a small scale: benchmarks/strength.py measures it on thousands of games."""

from functools import partial

import pytest

from ginrules.lab import tournament
from ginrules.players import Careful, Expert, Searching, Simple, new_greedy
from ginrules.presets import STANDARD
from tests.conftest import slow

# enough for chance to leave a margin; the seeds and therefore the figures are fixed
CONTESTS = {
    "greedy beats simple": (new_greedy, Simple, slow(160, 400), 0.5),
    "careful beats greedy": (Careful, new_greedy, slow(32, 120), 0.55),
    "expert beats greedy": (Expert, new_greedy, slow(160, 4000), 0.65),
    "expert beats careful": (Expert, Careful, slow(12, 120), 0.55),
    "searching beats careful": (partial(Searching, budget=128), Careful, slow(32, 60), 0.55),
}


def met(first, second, games):
    (contest,) = tournament({"first": first, "second": second}, STANDARD, games).contests
    return contest


@pytest.mark.parametrize("name", CONTESTS)
def test_the_order_of_strength(name):
    first, second, games, least = CONTESTS[name]
    assert met(first, second, games).won[0] / games > least


def test_a_player_against_itself_wins_half_of_the_games():
    assert met(new_greedy, new_greedy, 24).won == (12, 12)
