"""The order of strength, on a small scale: benchmarks/strength.py measures it on thousands of games."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

from ginrules import fast
from ginrules.play.run_deals import deal_seed
from ginrules.players import Careful, Expert, Searching, Simple, new_greedy
from ginrules.presets import PENALTY_2_TO_4, STANDARD, preset
from tests.conftest import slow

strength = pytest.importorskip("benchmarks.strength", reason="not part of the distribution")
tables = pytest.importorskip("benchmarks.strength_tables", reason="not part of the distribution")
by_score = pytest.importorskip("benchmarks.score_aware", reason="not part of the distribution")

# enough for chance to leave a margin; the seeds and therefore the figures are fixed
CONTESTS = [
    ("greedy beats simple", new_greedy, Simple, slow(160, 400), 0.5),
    ("careful beats greedy", Careful, new_greedy, slow(32, 120), 0.55),
    ("expert beats greedy", Expert, new_greedy, slow(160, 4000), 0.65),
    ("expert beats careful", Expert, Careful, slow(12, 120), 0.55),
    ("searching beats careful", partial(Searching, budget=128), Careful, slow(32, 60), 0.55),
]


@pytest.mark.full
@pytest.mark.parametrize(("first", "second", "games", "least"), [contest[1:] for contest in CONTESTS], ids=lambda _: "")
def test_the_order_of_strength(first, second, games, least):
    result = strength.met(first, second, STANDARD, games)
    assert result.won[0] / result.games > least


@pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")
@pytest.mark.parametrize(("rules", "players"), [(PENALTY_2_TO_4, 3), (preset("partnership"), 4)])
def test_the_core_plays_the_same_games_at_other_tables(rules, players):
    makers = tables.factories_at(rules, players, new_greedy, Simple)
    assert tables.compiled_games(rules, makers, [5]) == tables.engine_games(rules, makers, [5])


def test_a_player_against_itself_wins_half_of_the_games():
    result = strength.met(new_greedy, new_greedy, STANDARD, 24)
    assert result.won == (12, 12)


def test_the_chance_to_win_is_counted_back_from_the_end():
    coin, careful = Counter({10: 1, -10: 1, 0: 2}), Counter({10: 3, -30: 1})
    chances, choices = by_score.chances_to_win([coin, careful], 20)
    assert (chances[10, 10], choices[10, 10]) == (3 / 4, 1)  # the next round decides
    assert (chances[0, 10], choices[0, 10]) == (3 / 4 * 3 / 4, 1)
    assert (chances[10, 0], choices[10, 0]) == (1 / 2 + 1 / 2 * 3 / 4, 0)  # who is ahead need not lose all at once
    assert (chances[0, 0], choices[0, 0]) == ((chances[10, 0] + chances[0, 10]) / 2, 0)
    assert by_score.chances_to_win([coin], 20)[0][0, 10] == 0.25


@pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")
def test_an_expert_that_plays_as_usual_at_every_score_wins_half():
    seeds = [deal_seed(5, number) for number in range(10)]
    rules = STANDARD.evolve(big_gin=False)
    assert by_score.games_won(np.zeros((100, 100), np.intp), rules, seeds).value == 0.5
    assert sum(by_score.gains(Expert, rules, seeds).elements()) == 0
