"""The order of strength, on a small scale: benchmarks/strength.py measures it on thousands of games."""

from functools import partial

import pytest

from ginrules.lab.players import Careful, Searching, Simple
from tests.effort import slow

strength = pytest.importorskip("benchmarks.strength", reason="benchmarks are not part of the distribution")

# enough for chance to leave a margin; the seeds are fixed, so that the figures are too
CONTESTS = [
    ("greedy beats simple", strength.new_greedy, Simple, slow(80, 200), 0.5),
    ("careful beats greedy", Careful, strength.new_greedy, slow(16, 60), 0.55),
    ("searching beats careful", partial(Searching, budget=24), Careful, slow(8, 30), 0.5),
]


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second", "pairs", "least"), [contest[1:] for contest in CONTESTS], ids=lambda _: "")
def test_the_order_of_strength(first, second, pairs, least):
    result = strength.duel(first, second, pairs=pairs)
    assert result.games.value > least
    assert result.points.value > 0


def test_a_player_against_itself_wins_half_of_each_pair():
    result = strength.duel(strength.new_greedy, strength.new_greedy, pairs=6)
    assert result.games.value == 0.5
    assert result.points.value == 0
    assert result.rounds.value == 0.5
