"""Comparing under adapted play: each rule set has its own player, tuned on separate deals, and its own report."""

import json

import pytest

from ginrules.errors import InvalidRunError
from ginrules.lab import Adaptation, compare, tune
from ginrules.lab.comparison.adapt import ADAPT, space_of
from ginrules.lab.report import html
from ginrules.play.run_deals import deal_seed
from ginrules.players import Careful, Expert, Greedy, new_greedy
from ginrules.presets import preset

pytestmark = pytest.mark.lab

STANDARD = preset("standard")
QUICK = Adaptation({"threshold": (0, 4, 9)}, rounds=40)


def new_reader(_seed, threshold=None):
    """Make a greedy player under another name, which the lab does not know."""
    return Greedy(threshold)


def test_each_rule_set_gets_the_player_that_its_search_chose():
    knocks = STANDARD.evolve(name="knocks", knock_bonus=200)
    comparison = compare(STANDARD, knocks, STANDARD, players=new_greedy, adapt=QUICK, rounds=60, seed=3)
    first, second, third = comparison.adapted
    assert first.chosen == {"threshold": 0}
    assert second.chosen in ({}, {"threshold": 9})
    assert first is third
    assert first == tune(STANDARD, new_greedy, parameters=QUICK.parameters, rounds=40, seed=deal_seed(3, ADAPT))
    # prices alone differ, and yet both are played: the players differ
    assert comparison.repricings == (False, True)
    assert comparison["gin"].a.value > comparison["gin"].b.value
    zero = comparison.pair(2)["points"].difference
    assert (zero.value, zero.low, zero.high) == (0, 0, 0)
    assert comparison.contestants == ("greedy, knocking whenever allowed, adapted to each rule set",)
    assert [text.split(":")[0] for text in comparison.adaptations] != []
    text = str(comparison)
    assert "threshold 0 is ahead of the untuned player by" in text
    plain = json.loads(json.dumps(comparison.as_plain()))
    assert plain["adapted"][0]["chosen"] == {"threshold": 0}
    assert plain["pairs"][0]["adapted"][1]["rules"]["name"] == "knocks"
    assert "Adapted to standard" in html(comparison)


def test_without_adapting_nothing_is_said_of_it():
    comparison = compare(STANDARD, "oklahoma", players=new_greedy, rounds=40)
    assert (comparison.adapted, comparison.adaptations) == ((), ())
    assert "adapted" not in comparison.as_plain()


def test_a_run_resumes_with_the_same_players():
    whole = compare(STANDARD, "oklahoma", players=new_greedy, adapt=QUICK, rounds=80)
    part = compare(STANDARD, "oklahoma", players=new_greedy, adapt=QUICK, rounds=40)
    again = compare(STANDARD, "oklahoma", players=new_greedy, adapt=QUICK, rounds=80, resume=part.checkpoint)
    assert again == whole
    with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
        compare(STANDARD, "oklahoma", players=new_greedy, rounds=80, resume=part.checkpoint)


def test_ctrl_c_in_a_search_keeps_the_results_so_far():
    calls = []

    def impatient(done, total):
        calls.append((done, total))
        raise KeyboardInterrupt

    broken = compare(STANDARD, "oklahoma", players=new_greedy, adapt=QUICK, rounds=40, progress=impatient)
    assert broken.partial
    assert (broken.rounds, len(broken.adapted), len(calls)) == (0, 1, 1)
    assert broken.adapted[0].partial
    assert broken["points"].difference is None
    assert "the untuned player plays" not in str(broken)


def test_the_values_to_try_are_those_around_the_usual_ones():
    assert space_of(new_greedy, STANDARD)["threshold"] == tuple(range(11))
    space = space_of(Expert, STANDARD)
    for name, values in space.items():
        for value in values:
            Expert(1, **{name: value})
        assert getattr(Expert(1), name) in values
    assert space_of(Careful, STANDARD)["draws"] == (1.0, 1.5, 2.0, 3.0, 4.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"adapt": 5}, "expected True, False or an Adaptation, got 5"),
     ({"adapt": True, "players": ["greedy", "simple"]}, "expected one player, got 2"),
     ({"adapt": True, "players": new_reader}, "name them with their values")],
)  # fmt: skip
def test_an_impossible_adaptation_is_refused(options, message):
    with pytest.raises(InvalidRunError, match=message):
        compare(STANDARD, "oklahoma", rounds=40, **options)


@pytest.mark.parametrize("options", [{"parameters": {}}, {"candidates": 0}, {"rounds": 0}])
def test_adaptations_of_nothing_are_refused(options):
    with pytest.raises(InvalidRunError):
        Adaptation(**options)
