"""Tuning of several parameters: rungs, the untuned player among them, fresh deals, and results of a broken run."""

import json

import pytest

from ginrules.errors import InvalidRunError
from ginrules.lab import Checkpoint, tune
from ginrules.lab.tuning.halving import candidates_of
from ginrules.players import Careful, Greedy, new_greedy
from ginrules.presets import preset

pytestmark = pytest.mark.lab

STANDARD = preset("standard")
THRESHOLDS = {"threshold": (0, 2, 4, 6, 8)}


def new_two_limits(_seed, early=10, late=10):
    """Make a player with two parameters of which one does nothing."""
    return Greedy(early if late else 10)


def test_the_better_half_continues_on_other_deals():
    search = tune(STANDARD, new_greedy, parameters=THRESHOLDS, rounds=80)
    assert [(len(rung.candidates), rung.rounds) for rung in search.rungs] == [(6, 80), (4, 160), (3, 320)]
    assert search.fresh_rounds == 640
    assert search.rounds == 6 * 80 + 4 * 160 + 3 * 320
    assert search.deals == (80 + 160 + 320) // 4
    assert search.best == {"threshold": 0}
    assert search.chosen == search.best
    assert not search.partial
    # the untuned player is in every rung, and against itself it gains nothing
    for rung in search.rungs:
        (untuned,) = (candidate for candidate in rung.candidates if not candidate.parameters)
        assert untuned.net.value == 0
        assert untuned.lead is None
        assert untuned.player == search.against
    # the final estimate comes from other deals than any rung
    leads = {candidate.lead.value for rung in search.rungs for candidate in rung.candidates if candidate.lead}
    assert search.final.lead.value not in leads
    assert search.final.lead == search.final.net  # the opponent is the untuned player


def test_where_nothing_helps_the_untuned_player_is_chosen():
    search = tune(STANDARD, new_two_limits, parameters={"late": (1, 2, 3)}, rounds=40)
    assert (search.best, search.final, search.chosen, search.fresh_rounds) == ({}, None, {}, 0)
    assert not search.partial
    assert str(search).endswith("no candidate gained more than the untuned player")
    other = tune(STANDARD, new_greedy, parameters={"threshold": (9,)}, against="simple", rounds=40)
    assert other.against == "simple"
    assert [len(rung.candidates) for rung in other.rungs] == [2]


def test_many_settings_are_drawn_by_the_seed():
    parameters = {"a": tuple(range(1000)), "b": tuple(range(1000)), "c": tuple(range(10**6))}
    drawn = candidates_of(parameters, 20, seed=1)
    assert len({tuple(setting.items()) for setting in drawn}) == 20
    assert drawn == candidates_of(parameters, 20, seed=1) != candidates_of(parameters, 20, seed=2)
    few = tune(STANDARD, new_two_limits, parameters={"early": (0, 5), "late": (1, 2, 3)}, candidates=4, rounds=20)
    assert few.settings == 6
    assert len(few.rungs[0].candidates) == 5
    assert json.loads(json.dumps(few.as_plain()))["rungs"][0]["rounds"] == 20


@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 0.9])
def test_an_interrupted_search_resumes_to_the_same_figures(share, monkeypatch):
    monkeypatch.setattr("ginrules.lab.tuning.halving.COMPILED_CHUNK", 40)

    def impatient(done, total):
        if done > share * total:
            raise KeyboardInterrupt

    whole = tune(STANDARD, new_greedy, parameters=THRESHOLDS, rounds=80)
    broken = tune(STANDARD, new_greedy, parameters=THRESHOLDS, rounds=80, progress=impatient)
    assert broken.partial
    assert broken.rounds
    assert (broken.fresh_rounds > 0) == (share > 0.8)
    calls = []
    point = Checkpoint.loads(broken.checkpoint.dumps())
    again = tune(STANDARD, new_greedy, parameters=THRESHOLDS, rounds=80, resume=point,
                 progress=lambda done, total: calls.append((done, total)))  # fmt: skip
    assert again == whole
    assert calls[-1][0] == calls[-1][1] == whole.rounds + 2 * whole.fresh_rounds
    with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
        tune(STANDARD, new_greedy, parameters=THRESHOLDS, rounds=100, resume=point)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"parameters": {}}, "one or more parameters by name"),
     ({"parameters": {"threshold": ()}}, "one or more values of threshold"),
     ({"parameters": {"threshold": (1, 1)}}, "got 1 twice"), ({"parameters": 5}, "by name, got 5"),
     ({"parameters": THRESHOLDS, "values": (1,)}, "not both"),
     ({"parameters": THRESHOLDS, "candidates": 0}, "from 1 up, got 0"),
     ({"parameters": THRESHOLDS, "candidates": 1001}, "at most 1000"),
     ({"parameters": {"nothing": (1,)}}, "nothing")],
)  # fmt: skip
def test_searches_that_cannot_be_made_are_refused(options, message):
    with pytest.raises(Exception, match=message) as raised:
        tune(STANDARD, new_greedy, rounds=20, **options)
    assert raised.value.code


def test_float_parameters_and_three_seats():
    search = tune(
        preset("penalty-2-to-4"), Careful, parameters={"feed_cost": (0.0, 6.0)}, rounds=9, seats=3, against=new_greedy
    )
    assert search.seats == 3
    assert search.rungs[0].rounds == 9
