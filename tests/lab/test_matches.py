"""Matches side by side on the core are those of `play_match`, played one by one on the engine."""

import pytest

pytest.importorskip("numpy")

from functools import partial

from ginrules import fast, preset, preset_names
from ginrules.errors import InvalidRunError
from ginrules.lab import simulate, tournament
from ginrules.lab.runner import units
from ginrules.lab.runner.task import Run, RunOptions, Task, task_of
from ginrules.lab.runner.units import side_by_side
from ginrules.players import Adjusting, Expert, Learned, Simple, new_greedy
from tests.conftest import slow

needs_core = pytest.mark.skipif(not fast.available(), reason="the compiled core is not here")
KNOCKS = partial(new_greedy, threshold=30)
TABLES = {
    f"{name} for {players}": (name, players)
    for name in preset_names()
    for players in preset(name).player_counts
    if fast.why_not(name) is None
}


def both(rules, players, matches, *, seats=None, seed=5):
    """The matches side by side, and those played one by one."""
    job, number = task_of(rules, players, rounds=None, matches=matches, seed=seed, seats=seats, options=RunOptions())
    assert job.is_compiled
    run = Run((job,), job.names, number)
    return side_by_side(job, range(number)), [units.by_engine(run, unit)[0] for unit in range(number)]


def assert_equal(side_by_side, one_by_one):
    engine = type(side_by_side).joined(one_by_one)
    assert repr(side_by_side.matches.tolist()) == repr(engine.matches.tolist())
    assert side_by_side.seeds() == engine.seeds()
    assert side_by_side.starts.tolist() == engine.starts.tolist()
    assert repr(side_by_side.places.tolist()) == repr(engine.places.tolist())
    assert repr(side_by_side.facts.tolist()) == repr(engine.facts.tolist())


SOME = (
    "standard for 2, hollywood for 2, captain for 3, rotating-box for 3, partnership for 4, gra-tournament for 2, "
    "penalty-elimination for 3, three-handed for 3, doubling-gin for 2, multi-match for 2, "
    "oklahoma-second-deck for 2, roodle for 6"
).split(", ")
OTHERS = [pytest.param(name, marks=pytest.mark.full) for name in TABLES if name not in SOME]


@needs_core
@pytest.mark.parametrize("table", [*SOME, *OTHERS])
def test_matches_are_those_of_the_engine(table):
    name, players = TABLES[table]
    rules = preset(name)
    contestants = [new_greedy, KNOCKS] if players % 2 == 0 else new_greedy
    for who in slow((contestants,), (contestants, Simple, Expert)):
        assert_equal(*both(rules, who, slow(1, 100), seats=players))


@needs_core
def test_stand_ins_are_told_of_their_match(monkeypatch):
    rules = preset("standard+target=200")
    side, engine = both(rules, [Learned, new_greedy], 1)
    assert_equal(side, engine)
    monkeypatch.setattr(Learned, "stand_in", lambda *_: None)
    assert repr(both(rules, [Learned, new_greedy], 1)[0].facts.tolist()) != repr(side.facts.tolist())


@needs_core
@pytest.mark.parametrize("rules", [name for name in preset_names() if preset(name).knock_source == "knock-card"])
def test_a_player_with_a_net_meets_itself_with_a_second_pack(rules):
    assert_equal(*both(rules, Learned, 1))


def test_matches_of_players_who_look_at_them_are_left_to_the_engine():
    job, _ = task_of(
        "standard", [Adjusting, new_greedy], rounds=None, matches=4, seed=1, seats=None, options=RunOptions()
    )
    assert not job.is_compiled


@needs_core
def test_figures_do_not_depend_on_who_plays_the_matches(monkeypatch):
    play = partial(simulate, "hollywood", [new_greedy, KNOCKS], matches=8)
    on_core = play()
    monkeypatch.setattr(Task, "is_compiled", False)
    monkeypatch.setattr(Task, "is_asked", False)
    assert play() == on_core


@needs_core
@pytest.mark.parametrize("players", [["learned", "greedy"], ["expert"]])
def test_matches_from_a_score_are_those_of_the_engine(players):
    job, number = task_of(
        "standard", players, rounds=None, matches=8, seed=3, seats=None, options=RunOptions(), start=(90, 50)
    )
    core = side_by_side(job, range(number))
    assert_equal(core, [units.by_engine(Run((job,), job.names, number), unit)[0] for unit in range(number)])
    assert core.matches["rounds"].max() < 10


def test_the_first_contestant_has_the_first_points_in_every_place():
    behind, ahead = (
        simulate("standard", ["greedy", "random"], matches=40, start=start) for start in ((0, 99), (99, 0))
    )
    assert ahead.matches == behind.matches == 40
    assert ahead["rounds-per-match"].value < behind["rounds-per-match"].value
    assert [figure.measure.key for figure in ahead.figures][-1] == "rounds-per-match"
    even = simulate("standard", "greedy", matches=4)
    assert simulate("standard", "greedy", matches=4, start=(0, 0)).figures[:-1] == even.figures[:-2]


def test_in_a_tournament_each_player_leads_in_half_of_the_games():
    rules = preset("standard").evolve(match_form="best-of", match_games=3)  # of which a tournament plays single games
    result = tournament(["greedy", "greedy", "random"], rules, 8, start=(99, 0))
    equals = next(one for one in result.contests if "random" not in one.players)
    assert equals.won == (4, 4)


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ("standard", {"rounds": 4}, "start is for matches of one column that two players play"),
        ("hollywood", {"matches": 4}, "start is for matches of one column that two players play"),
        ("partnership", {"matches": 4}, "start is for matches of one column that two players play"),
        ("standard", {"matches": 4, "start": (100, 0)}, "start: expected a whole number from 0 to 99, got 100"),
        ("standard", {"matches": 4, "start": (1, 2, 3)}, "start: expected the points of both sides"),
        ("standard", {"matches": 4, "start": 90}, "start: expected the points of both sides"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(rules, options, message):
    with pytest.raises(InvalidRunError, match=message):
        simulate(rules, "greedy", **{"start": (90, 50), **options})


def test_a_start_belongs_to_the_run_of_a_checkpoint(tmp_path):
    simulate("standard", "greedy", matches=4, start=(90, 50), checkpoint=tmp_path)
    assert simulate("standard", "greedy", matches=8, start=(90, 50), resume=tmp_path).matches == 8
    with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
        simulate("standard", "greedy", matches=8, resume=tmp_path)
    with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
        tournament(["greedy", "simple"], games=4, start=(90, 50), resume=tournament(["greedy", "simple"], games=4))
