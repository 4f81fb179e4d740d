"""The options of a run by name: players, workers and progress; names that do not exist."""

import inspect
import io
import itertools
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import attrs
import pytest

from ginrules.errors import InvalidRunError, LabError
from ginrules.lab import compare, diverge, play_match, rows, simulate, tournament
from ginrules.lab.runner import progress as progress_module
from ginrules.lab.runner.progress import ProgressLine
from ginrules.lab.runner.task import RunOptions
from ginrules.players import new_greedy


def all_rows(*arguments, **options):
    return list(rows(*arguments, **options))


QUICK = "standard+target=30"
RUNS = {
    "simulate": partial(simulate, "standard", rounds=8),
    "rows": partial(all_rows, "standard", rounds=8),
    "compare": partial(compare, "standard", "oklahoma", rounds=20),
    "play_match": partial(play_match, QUICK),
}
"""Everything that takes players by name."""

EXPERIMENTS = {
    **{name: partial(run, players="greedy") for name, run in RUNS.items() if name != "play_match"},
    "tournament": partial(tournament, ["greedy", "simple"], QUICK, 4),
}


@pytest.mark.parametrize("run", [simulate, compare, tournament])
def test_help_names_every_option_once(run):
    parameters = inspect.signature(run).parameters
    for field in attrs.fields(RunOptions):
        assert parameters[field.name].default == field.default
        assert len(re.findall(rf"^ +{field.name}: [A-Z]", run.__doc__, re.MULTILINE)) == 1, field.name
    assert "options" not in parameters
    assert "options:" not in run.__doc__


def test_rows_keep_no_state():
    assert set(inspect.signature(rows).parameters) > {"workers", "progress", "time_limit"}
    with pytest.raises(TypeError, match="unexpected keyword argument 'checkpoint'"):
        rows("standard", rounds=8, checkpoint="run.json")


def test_nobody_named_is_learned_and_no_number_a_thousand_rounds():
    assert simulate("standard", rounds=8) == simulate("standard", "learned", rounds=8)
    assert all_rows("standard", rounds=8) == all_rows("standard", "learned", rounds=8)
    assert play_match(QUICK) == play_match(QUICK, "learned")
    assert simulate("standard", "greedy").rounds == 1000
    assert len(all_rows("standard", "greedy")) == 1000


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_wrong_options_are_refused(name):
    run = EXPERIMENTS[name]
    for wrong in (0, -1, 1.5, True, "2", [2]):
        with pytest.raises(InvalidRunError, match="workers: expected a whole number from 1 up, got "):
            run(workers=wrong)
    with ThreadPoolExecutor(1) as threads, pytest.raises(InvalidRunError, match="give workers or executor, not both"):
        run(workers=2, executor=threads)
    for options, said in (
        ({"progress": "yes"}, "progress: expected True, False or a function, got 'yes'"),
        ({"executor": 2}, "executor: expected an executor of concurrent.futures, got 2"),
        ({"time_limit": 0}, "time_limit: expected a number of seconds above 0, got 0"),
        ({"ply_cap": 0}, "ply_cap: expected a whole number from 1 up, got 0"),
    ):
        with pytest.raises(InvalidRunError, match=said):
            run(**options)


def test_one_worker_is_this_process(monkeypatch):
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", None)
    for run in EXPERIMENTS.values():
        assert run(workers=1) == run()


def test_players_that_workers_cannot_read_are_refused():
    with pytest.raises(
        InvalidRunError,
        match=r"workers: the players cannot be sent .*a function or class of a module",
    ):
        simulate("standard", lambda seed: new_greedy(seed), rounds=8, workers=2)


def test_a_worker_starts_no_workers(monkeypatch):
    monkeypatch.setattr("multiprocessing.current_process", lambda: type("Importing", (), {"_inheriting": True}))
    with pytest.raises(InvalidRunError, match="put the run under if __name__ == "):
        simulate("standard", "greedy", rounds=8, workers=2)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("name", "unit"), [*((name, "rounds") for name in EXPERIMENTS if name != "tournament"), ("tournament", "games")]
)
def test_progress_is_a_line_on_the_terminal(name, unit, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    EXPERIMENTS[name](progress=True)
    said = sys.stderr.getvalue()
    assert re.search(rf"\r100% (\d+)/\1 {unit}", said), said
    *_, last, end = said.split("\r")
    assert (last.strip(), end) == ("", ""), "the line is erased"


def test_progress_is_silent_where_nobody_sees_it(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    simulate("standard", "greedy", rounds=8, progress=True)
    diverge("standard", "oklahoma", effort=4, progress=True)
    assert sys.stderr.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", None)
    simulate("standard", "greedy", rounds=8, progress=True)


def test_a_search_for_a_difference_shows_its_steps(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    diverge("standard", "oklahoma", effort=60, progress=True)
    assert " steps" in sys.stderr.getvalue()
    with pytest.raises(InvalidRunError, match="progress: expected True, False or a function, got 7"):
        diverge("standard", "oklahoma", effort=4, progress=7)


def test_the_line_is_erased_after_an_error(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr("ginrules.lab.runner.workers.MATCHES_CHUNK", 20)
    with pytest.raises(LabError):
        simulate("standard", lambda _seed: Late(), rounds=400, progress=True)
    assert sys.stderr.getvalue().endswith(" \r")


class Late:
    """It plays some rounds and then fails."""

    left = 2000

    def choose(self, view):
        Late.left -= 1
        if not Late.left:
            raise ValueError
        return new_greedy(1).choose(view)


def test_the_line_says_how_long_the_rest_takes(monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr(progress_module.time, "monotonic", lambda: float(next(clock)))
    line = ProgressLine("rounds", io.StringIO())
    line(0, 4000)  # at 1
    assert line.text(1000, 4000) == "25% 1,000/4,000 rounds, 0:00:03 left"  # at 2
    line(3000, 8000)  # another search of the same run, at 3
    assert line.text(4000, 8000) == "50% 4,000/8,000 rounds, 0:00:04 left"
    assert line.text(8000, 8000) == "100% 8,000/8,000 rounds"


def test_a_narrow_terminal_cuts_the_line(monkeypatch):
    monkeypatch.setenv("COLUMNS", "12")
    stream = io.StringIO()
    ProgressLine("rounds", stream)(10, 10)
    assert stream.getvalue() == "\r100% 10/10 "


def test_a_notebook_shows_the_line_too(monkeypatch):
    stream = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})()
    monkeypatch.setattr(sys, "stderr", stream)
    simulate("standard", "greedy", rounds=8, progress=True)
    assert "100% 8/8 rounds" in stream.getvalue()
