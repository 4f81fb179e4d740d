"""Tuning: the best value of a parameter, its final estimate on fresh deals, and refusals."""

import pytest

from ginrules.errors import InvalidRunError, WrongTypeError
from ginrules.lab import tune
from ginrules.players import new_greedy
from ginrules.presets import preset

pytestmark = pytest.mark.lab

STANDARD = preset("standard")


def test_the_best_value_of_a_parameter_is_found():
    tuning = tune(STANDARD, new_greedy, values=(0, 3, 10), rounds=200)
    assert [trial.value for trial in tuning.trials] == [0, 3, 10]
    assert tuning.best == max(tuning.trials, key=lambda trial: trial.net.value).value
    assert tuning.best != tuning.second
    assert tuning.rounds == 200
    assert tuning.against == "greedy, knocking whenever allowed"
    by_value = {trial.value: trial for trial in tuning.trials}
    assert by_value[10].net.value == 0  # against itself, every deal played both ways
    assert by_value[tuning.best].behind is None
    for value in {0, 3, 10} - {tuning.best}:
        lag = by_value[value].behind
        assert lag.value == pytest.approx(by_value[tuning.best].net.value - by_value[value].net.value)
        assert lag.low <= lag.value <= lag.high
    # the final estimate comes from other deals
    assert tuning.final.net != by_value[tuning.best].net
    assert tuning.final.value == tuning.best
    assert tuning.as_plain()["best"] == tuning.best


def test_all_thresholds_are_tried_by_default():
    calls = []
    tuning = tune(
        STANDARD.evolve(knock_limit=2), new_greedy, rounds=20, progress=lambda done, total: calls.append((done, total))
    )
    assert [trial.value for trial in tuning.trials] == [0, 1, 2]
    assert calls[-1] == (100, 100)
    alone = tune(STANDARD, new_greedy, values=(5,), rounds=20)
    assert (alone.best, alone.second, alone.over) == (5, None, None)
    three = tune(preset("penalty-2-to-4"), new_greedy, values=(0, 10), rounds=9, seats=3)
    assert three.rounds == 9


@pytest.mark.parametrize(
    ("options", "message"),
    [({"values": ()}, r"expected one or more values of threshold, each once, got \(\)"),
     ({"values": (3, 5, 3)}, r"each once, got \(3, 5, 3\)"), ({"values": 5}, "a list of values of threshold, got 5"),
     ({"rounds": 0}, r"from 1 to 10\*\*15, got 0"),
     ({"seats": 3}, "expected 2 seats at a table of standard, got 3"), ({"time_limit": -1}, "above 0")],
)  # fmt: skip
def test_tuning_that_cannot_be_done_is_refused(options, message):
    with pytest.raises((InvalidRunError, WrongTypeError), match=message):
        tune(STANDARD, new_greedy, **options)


def test_texts_of_a_tuning_fit_a_screen():
    tuning = tune(STANDARD, new_greedy, values=(0, 10), rounds=20)
    assert repr(tuning) == (
        "<Tuning of threshold under standard: 20 rounds each against greedy, knocking whenever allowed, seed 1; best 0>"
    )
    lines = str(tuning).splitlines()
    assert [line.split()[0] for line in lines[3:5]] == ["0", "10"]
    assert lines[3].endswith("best")
    assert lines[-1].startswith("on fresh deals 0 gains")
    assert max(map(len, lines)) <= 100
