"""Measures of one's own: a function of a finished round or match beside the figures of the lab."""

import math
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

import ginrules as gin
from ginrules import lab
from ginrules.errors import InvalidRunError, LabError
from ginrules.lab.report import html

ROUNDS = 80


def turns(record):
    """Turns of the round."""
    return sum(str(action).split()[0] in {"discard", "knock", "big"} for action in record.actions)


def knock_deadwood(record):
    """The knocker's deadwood."""
    outcome = record.outcome
    return outcome.deadwood[outcome.declarer] if outcome.ending == "knock" else None


def lead(record):
    """What the winner gains, by the prices of the record's rules."""
    score = gin.price(record.outcome, record.rules)
    return 0 if score.winner is None else score.net[score.winner]


def length(match):
    """The rounds of a match."""
    return len(match.scores)


def third(record):
    """A number whose sum depends on the order, if floats are added up."""
    return turns(record) / 3 + 1e9 * (turns(record) % 2)


OWN = {"played": turns, "my deadwood": knock_deadwood, "my points": lead}
BUILT_IN = ("turns", "knock-deadwood", "points")


@pytest.mark.parametrize("rules", ["standard", "oklahoma-second-deck", "doubling-gin"])
def test_figures_of_one_s_own_are_those_of_the_lab(rules):
    result = lab.simulate(rules, ["greedy", "simple"], rounds=ROUNDS, measure=OWN)
    for mine, built_in in zip(OWN, BUILT_IN, strict=True):
        assert result[mine] == result[built_in]
    assert (result.rounds, result.figures[-1].measure.doc) == (ROUNDS, lead.__doc__)


def test_differences_are_paired_and_read_the_prices():
    b = "standard+gin_bonus=40"
    comparison = lab.compare("standard", b, players="greedy", rounds=ROUNDS, measure=OWN)
    alone = lab.compare("standard", b, players="greedy", rounds=ROUNDS)
    assert alone.repriced
    for mine, built_in in zip(OWN, BUILT_IN, strict=True):
        assert comparison[mine].values == alone[built_in].values
    assert comparison["my points"].difference == alone["points"].difference
    assert comparison["my points"].effect == alone["points"].effect
    assert [finding.measure.key for finding in comparison.findings[-3:]] == list(OWN)


def test_matches_are_measured_whole():
    result = lab.simulate("hollywood", "greedy", matches=12, measure={"my length": length})
    assert result["my length"] == result["rounds-per-match"]
    split = lab.compare("standard", "group-gin", players="greedy", rounds=60, measure={"my length": length})
    assert split["my length"].values == split["rounds-per-match"].values


@pytest.mark.parametrize("workers", [1, 2])
def test_the_last_digit_depends_on_no_order(workers, tmp_path):
    play = partial(lab.compare, "standard", "oklahoma", players="greedy", measure={"third": third})
    whole, kept = play(rounds=ROUNDS), tmp_path / "kept"
    assert play(rounds=ROUNDS, workers=workers, checkpoint=kept, checkpoint_every=0) == whole
    with ThreadPoolExecutor(2) as executor:
        part = play(rounds=40, executor=executor)
    assert play(rounds=ROUNDS, resume=part) == play(rounds=ROUNDS, resume=kept) == whole


def test_a_run_continues_with_the_same_names_alone():
    part = lab.simulate("standard", "greedy", rounds=10, measure={"third": third})
    with pytest.raises(InvalidRunError, match="measuring 'third'"):
        lab.simulate("standard", "greedy", rounds=20, resume=part)


def test_a_run_stops_when_a_measure_of_one_s_own_is_precise_enough():
    until = lab.Precision(2.0, "played")
    result = lab.compare("standard", "oklahoma", players="greedy", rounds=400, measure=OWN, until=until)
    assert result.rounds < 400
    assert result["played"].difference.half_width <= 2


def test_a_measure_that_never_counts_has_no_figure():
    result = lab.simulate("standard", "greedy", rounds=20, measure={"never": lambda _: None})
    assert result.figures[-1].estimate is None
    assert "never" in str(result)


def test_reports_show_measures_of_one_s_own():
    own = {"<b>turns</b>": turns}
    comparison = lab.compare("standard", "oklahoma", players="greedy", rounds=ROUNDS, measure=own)
    page = html(comparison)
    assert "in &lt;b&gt;turns&lt;/b&gt;" in page
    assert "Turns of the round." in page
    assert "<b>turns</b>" not in page
    assert "&lt;b&gt;turns&lt;/b&gt;" in str(comparison.plot())
    result = lab.simulate("standard", "greedy", rounds=20, measure=own)
    assert "&lt;b&gt;turns&lt;/b&gt;" in html(result)
    assert result.as_plain()["measures"][-1]["unit"] == "own"


@pytest.mark.parametrize("value", [math.nan, math.inf, "7", "seven", [], object(), 10**400])
def test_what_is_no_number_is_refused_with_the_round(value):
    with pytest.raises(
        LabError, match=r"measure 'odd', a round with dealer 0 of standard, seed \d+: expected"
    ) as caught:
        lab.simulate("standard", "greedy", rounds=20, measure={"odd": lambda _: value})
    assert caught.value.details["measure"] == "odd"


def test_a_measure_that_fails_names_the_round_and_loses_none():
    calls = []

    def late(record):
        calls.append(record)
        if len(calls) == 23:
            raise RuntimeError("enough")
        return 1

    with pytest.raises(
        LabError, match=r"measure 'late', a round with dealer 0 of standard.*RuntimeError: enough"
    ) as caught:
        lab.simulate("standard", "greedy", rounds=40, measure={"late": late})
    assert caught.value.partial.rounds == 22
    assert calls[22].comment == f"deal {caught.value.details['seed']} of the lab"


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        (turns, "measure: expected a dict of functions by name, got"),
        ({"": turns}, "measure: expected texts as names, got ''"),
        ({"a\nb": turns}, "measure: expected texts as names"),
        ({7: turns}, "measure: expected texts as names, got 7"),
        ({"turns": turns}, "measure: 'turns' is measured already: expected another name"),
        ({"drawn": turns}, "measure: 'drawn' is measured already: expected another name"),
        ({"mine": 7}, "measure 'mine': expected a function, got 7"),
    ],
)
def test_wrong_measures_are_refused_before_the_run(measure, text):
    for run in (
        lambda: lab.simulate("standard", measure=measure),
        lambda: lab.compare("standard", "gin-20", measure=measure),
    ):
        with pytest.raises(InvalidRunError, match=text):
            run()


def test_a_measure_of_a_console_is_not_sent_to_workers():
    with pytest.raises(InvalidRunError, match="measure 'mine' cannot be sent to worker processes"):
        lab.simulate("standard", "greedy", rounds=20, measure={"mine": lambda _: 1}, workers=2)


def test_the_record_is_the_round_that_was_played():
    kept = []
    lab.simulate(
        gin.preset("oklahoma-second-deck"), "greedy", rounds=4, measure={"kept": lambda one: kept.append(one) or 0}
    )
    rows = list(lab.rows("oklahoma-second-deck", "greedy", rounds=4))
    for record, row in zip(kept, rows, strict=True):
        again = lab.replayed(row, "oklahoma-second-deck", "greedy")
        assert (record.actions, record.order, record.knock_card) == (again.actions, again.order, again.knock_card)
