"""Rounds that a cap ends are measures, and results say so above five in a hundred."""

import pytest

import ginrules as gin
from ginrules.cli import main
from ginrules.lab.statistics.measures import CAPS, cap_warning


def shares(result):
    return {figure.measure.key: figure.estimate.value for figure in result.figures if figure.measure.key in CAPS}


def test_the_reasons_of_dead_rounds_are_measures():
    stalled = gin.lab.simulate("gra-tournament", rounds=200, seed=1)
    dead = next(figure for figure in stalled.figures if figure.measure.key == "dead").estimate.value
    assert 0.2 < shares(stalled)["take-cap"] <= dead
    played = list(gin.lab.rows("gra-tournament", rounds=200, seed=1))
    assert shares(stalled)["take-cap"] == pytest.approx(sum(row.reason == "take-cap" for row in played) / len(played))
    assert set(shares(gin.lab.simulate("openspiel", rounds=200, seed=1))) == {"returned-pair"}
    assert shares(gin.lab.simulate("standard", rounds=200, seed=1)) == {}


def test_a_line_warns_of_rules_under_which_players_stall(capsys):
    assert cap_warning([("standard", 0.05)]) == ""
    assert main(["simulate", "gra-tournament", "--rounds", "100"]) == 0
    assert "Under gra-tournament a cap ends" in " ".join(capsys.readouterr().out.split())
    assert main(["compare", "standard", "openspiel", "--rounds", "100"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Under openspiel a cap ends" in out
    assert "under standard a cap" not in out
    assert main(["simulate", "standard", "--rounds", "100"]) == 0
    assert "a cap ends" not in capsys.readouterr().out
