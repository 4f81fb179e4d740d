"""Checkpoints: any run resumes from any of them with the same figures; impossible files are refused."""

import errno
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from ginrules.errors import InvalidRunError, LabError, WrongTypeError
from ginrules.lab import Checkpoint, Precision, simulate
from ginrules.lab.runner.progress import interruptible
from ginrules.lab.statistics import checkpoint_file, checkpoints
from ginrules.lab.statistics.checkpoints import MOST_BYTES
from ginrules.players import RandomPlayer, new_greedy
from ginrules.presets import OKLAHOMA, STANDARD, preset
from tests.lab.conftest import compare

ROOT = Path(__file__).parents[2]
TWO = [new_greedy, RandomPlayer]
RUNS = {
    "rounds": partial(simulate, STANDARD, TWO, rounds=60),
    "matches": partial(simulate, STANDARD, TWO, matches=16),
    "comparison": partial(compare, STANDARD, OKLAHOMA, rounds=50),
    "contestants": partial(compare, STANDARD, OKLAHOMA, players=TWO, rounds=80),
    "several rule sets": partial(compare, STANDARD, OKLAHOMA, preset("palace"), rounds=30),
    "games of matches": partial(compare, STANDARD, preset("multi-match"), rounds=50),
    "until": partial(compare, STANDARD, OKLAHOMA, rounds=400, until=Precision(5.0)),
}
"""Runs that take a checkpoint."""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.json"


@pytest.fixture
def written(monkeypatch):
    """Every checkpoint that is written."""
    texts = []

    def write(file, text):
        texts.append(text)
        file.path.write_text(text)

    monkeypatch.setattr(checkpoint_file.KeptFile, "write", write)
    return texts


@pytest.mark.parametrize("kind", RUNS)
def test_a_run_resumes_from_every_checkpoint_with_the_same_figures(kind, path, written):
    run = RUNS[kind]
    whole = run()
    assert run(checkpoint=path, checkpoint_every=0) == whole
    assert len(written) > 4
    for text in (written[1], written[len(written) // 2], written[-2]):
        assert run(resume=Checkpoint.loads(text)) == whole
    assert run(checkpoint=path) == whole


def test_the_figures_are_the_same_whatever_plays_the_rest(path, written, workers):
    whole = RUNS["contestants"]()
    RUNS["contestants"](checkpoint=path, checkpoint_every=0)
    with workers(2) as pool:
        for text in written[1::12]:
            assert RUNS["contestants"](resume=Checkpoint.loads(text), executor=pool) == whole


def test_a_checkpoint_is_written_every_so_often_and_at_the_end(path, written):
    RUNS["comparison"](checkpoint=path, checkpoint_every=1000)
    assert len(written) == 2  # at the beginning and at the end
    assert Checkpoint.loads(written[0]).units == 0
    assert Checkpoint.loads(written[1]).units == 25


def test_a_comparison_goes_on_with_more_rounds_but_one_that_may_stop_early_does_not():
    part = compare(STANDARD, OKLAHOMA, rounds=30)
    assert compare(STANDARD, OKLAHOMA, rounds=50, resume=part.checkpoint) == RUNS["comparison"]()
    with pytest.raises(InvalidRunError, match=r"expected a checkpoint of .* in at most 500 deals"):
        compare(STANDARD, OKLAHOMA, rounds=1000, until=Precision(5.0), resume=part.checkpoint)
    with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
        compare(OKLAHOMA, STANDARD, rounds=50, resume=part.checkpoint)


# --- impossible checkpoints -------------------------------------------------------------------------

PLAIN = RUNS["contestants"]().checkpoint.as_plain()
LENGTHS = ("sections", "1 games", "sums", "lengths")
WRONG = [
    (("units",), -1, "units: expected a whole number from 0"),
    (("units",), 10**30, "units: expected a whole number from 0"),
    (("units",), True, "got True"),
    (("units",), 2.0, r"got 2\.0"),
    (("units",), 19, "expected the sums of 19 deals, got those of 20"),
    (("units",), 0, "expected no values of 0 units"),
    (("sections", "1", "units"), 21, "expected the sums of 21 units, got those of 20"),
    (("sections", "1", "sums", "points", 0), 21, "sums.points: expected the sums of 20 units, got those of 21"),
    (("sections", "1", "sums", "points", 1), 1 << 20_000, "expected a whole number from -1"),
    (("sections", "1", "sums", "points"), [1, 2], "expected a list of 15 numbers"),
    (("sections", "1", "sums"), [], "expected a table of values by name"),
    (("sections", "1", "counts", "points", 0, 1), 10**6, "expected the values of sums.points"),
    (("sections", "1", "counts", "points", 0, 1), 0, "expected a whole number from 1"),
    (("sections", "1", "first"), "3", "sections.1.first: expected a whole number"),
    (("sections", "1 games", "first"), 21, "not after 20 deals, got 21"),
    (("sections", "1 games", "first"), 0, "expected a deal after"),
    (("sections", "1 games", "first"), 1, "expected a deal after|over after deal"),
    (("sections", "1 games", "counts", "a", 0, 1), 99, "the lengths of"),
    ((*LENGTHS, 0), 1, "expected the sums of"),
    (("sections", "2"), {"units": 0, "sums": {}, "counts": {}}, "sections: expected 1, 1 games, got"),
    (("sections",), [[]], "sections: expected a table"),
    (("of",), 7, "of: expected the text of a run"),
    (("counts",), {"points": [[1, 2], [1, 3]]}, "expected every value once"),
    (("counts", "turns"), None, "expected a list of pairs"),
    (("more",), 1, "got a table with 'more'"),
]  # fmt: skip


def changed(data, path, value):
    if not path:
        return value
    key, *rest = path
    if isinstance(data, list):
        return [*data[:key], changed(data[key], rest, value), *data[key + 1 :]]
    return {**data, key: changed(data.get(key), rest, value)}


@pytest.mark.parametrize(("place", "value", "message"), WRONG, ids=range(len(WRONG)))
def test_a_contradictory_checkpoint_is_refused(place, value, message, monkeypatch):
    monkeypatch.setattr(checkpoints, "_digest", lambda _: PLAIN["digest"])  # as if somebody had forged it
    data = changed(PLAIN, place, value)
    with pytest.raises(InvalidRunError, match=message):
        RUNS["contestants"](resume=Checkpoint.from_plain(data))


def numbers_of(data, path=()):
    """The places of all numbers in plain values."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if isinstance(value, dict | list):
            yield from numbers_of(value, (*path, key))
        elif type(value) is int:
            yield (*path, key), value


def test_one_changed_number_is_noticed():
    places = list(numbers_of(PLAIN))
    accepted, digests = [], 0
    for place, value in places:
        try:
            Checkpoint.from_plain(changed(PLAIN, place, value + 2))
        except InvalidRunError as error:
            digests += str(error).startswith("digest: ")
        else:
            accepted.append(place)
    assert not accepted, accepted[:5]
    assert digests > 20, "no other check finds these"
    assert Checkpoint.from_plain(PLAIN).as_plain() == PLAIN


@pytest.mark.parametrize("missing", ["sums", "counts"])
def test_sums_that_are_missing_are_refused(missing, monkeypatch):
    monkeypatch.setattr(checkpoints, "_digest", lambda _: "forged")
    data = RUNS["rounds"]().checkpoint.as_plain()
    with pytest.raises(InvalidRunError, match=f"{missing}: expected those of this run, but '[a-z0-9 -]+' is missing"):
        RUNS["rounds"](resume=Checkpoint.from_plain({**data, "counts": {}, missing: {}}))


@pytest.mark.parametrize(("text", "message"), [
    ("[" * 100_000 + "]" * 100_000, "too many nested brackets"),
    ('{"of": ' * 100_000, "too many nested brackets"),
    ('{"units": ' + "9" * 5000 + "}", "Exceeds the limit"),
    ("{", "Expecting property name"),
    ("null", "got None"),
    (" " * (MOST_BYTES + 1), "at most 4194304 characters"),
    ('{"of": "a run", "units": NaN, "sums": {}, "counts": {}, "digest": ""}', "units: expected .*got nan"),
])  # fmt: skip
def test_texts_that_are_not_checkpoints_are_refused(text, message, path):
    with pytest.raises(InvalidRunError, match=message):
        Checkpoint.loads(text)
    path.write_text(text)
    with pytest.raises(InvalidRunError, match=r"run\.json is (not a checkpoint|larger)"):
        RUNS["rounds"](checkpoint=path)
    assert path.read_text() == text


def test_deep_nesting_is_refused_without_a_walk():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    for place in ((), ("units",), ("sums",), ("sums", "points"), ("counts", "turns"), ("sections", "1"), ("of",)):
        with pytest.raises(InvalidRunError):
            Checkpoint.from_plain(changed(PLAIN, place, deep))
    with pytest.raises(InvalidRunError, match="use from_plain"):
        RUNS["rounds"](resume=Checkpoint(RUNS["rounds"]().checkpoint.of, 1, [], {}))


@pytest.mark.parametrize(("options", "error", "message"), [
    ({"checkpoint": 7}, InvalidRunError, "checkpoint: expected the path of a file, got 7"),
    ({"checkpoint": "x", "checkpoint_every": -1}, InvalidRunError, "a number of seconds from 0 up, got -1"),
    ({"checkpoint_every": True}, InvalidRunError, "a number of seconds from 0 up, got True"),
    ({"checkpoint_every": float("nan")}, InvalidRunError, "a number of seconds from 0 up, got nan"),
    ({"checkpoint": "x", "resume": Checkpoint("", 0, {}, {})}, InvalidRunError, "give resume or checkpoint, not both"),
    ({"resume": {}}, WrongTypeError, "expected a Checkpoint"),
    ({"checkpoint": "no/such/folder/x"}, InvalidRunError, "there is no folder no/such/folder"),
    ({"checkpoint": "/dev/full"}, InvalidRunError, "is larger than"),
    ({"checkpoint": "."}, InvalidRunError, "cannot be read: Is a directory"),
])  # fmt: skip
@pytest.mark.parametrize("kind", ["rounds", "comparison"])
def test_wrong_arguments_are_refused(kind, options, error, message):
    with pytest.raises(error, match=message):
        RUNS[kind](**options)


# --- disks and signals ------------------------------------------------------------------------------


class Full:
    """A disk that is full from a number of writings on, until another."""

    def __init__(self, start, stop):
        self.calls, self.range = 0, range(start, stop)

    def __call__(self, _descriptor):
        self.calls += 1
        if self.calls - 1 in self.range:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_file_that_cannot_be_written_is_noticed_before_anything_is_played(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Full(0, 1))
    with pytest.raises(
        LabError, match=r"run\.json cannot be written: No space left on device; nothing was played"
    ) as error:
        RUNS["comparison"](checkpoint=path)
    assert error.value.partial.deals == 0
    assert not list(path.parent.iterdir())


def test_a_disk_that_is_full_for_a_while_ends_no_run(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Full(1, 20))
    assert RUNS["comparison"](checkpoint=path, checkpoint_every=0) == RUNS["comparison"]()
    assert Checkpoint.loads(path.read_text()).units == 25
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_cannot_be_written_at_the_end_is_kept_elsewhere(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Full(1, 2))
    with pytest.raises(LabError, match="No space left on device; it is kept in") as error:
        RUNS["rounds"](checkpoint=path)
    kept = Path(error.value.details["kept"])
    assert Checkpoint.loads(kept.read_text()) == RUNS["rounds"]().checkpoint
    kept.unlink()


def test_a_disk_that_is_full_at_the_end_costs_the_file_and_not_the_figures(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Full(1, 10**6))
    with pytest.raises(LabError, match="No space left on device; it is not kept") as error:
        RUNS["matches"](checkpoint=path)
    assert error.value.partial == RUNS["matches"]()
    assert Checkpoint.loads(path.read_text()).units == 0  # the checkpoint of the beginning is whole


@pytest.fixture
def own_signals():
    """The handlers of a program in the foreground: a test runner in the background ignores Ctrl-C."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("own_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_waits_until_the_sums_are_added(number):
    steps = []
    with pytest.raises(KeyboardInterrupt), interruptible() as interrupts, interrupts.held():  # noqa: PT012
        interrupts.is_kept = True
        signal.raise_signal(number)
        steps.append("added")
    assert steps == ["added"]
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_program_keeps_its_own_signal_handler():
    numbers = []
    before = signal.signal(signal.SIGTERM, lambda number, _frame: numbers.append(number))
    try:
        result = simulate(STANDARD, new_greedy, rounds=80, progress=lambda *_: signal.raise_signal(signal.SIGTERM))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not result.partial
    assert numbers == [signal.SIGTERM] * 2


@pytest.mark.parametrize("kind", RUNS)
def test_sigterm_ends_a_run_and_keeps_its_results(kind, path):
    calls = []

    def stop(*_):
        calls.append(1)
        if len(calls) == 2:
            signal.raise_signal(signal.SIGTERM)

    result = RUNS[kind](progress=stop, checkpoint=path, checkpoint_every=0)
    assert result.partial
    assert Checkpoint.loads(path.read_text()) == result.checkpoint
    assert RUNS[kind](checkpoint=path) == RUNS[kind]()


SCRIPT = """
import os, signal, sys
from ginrules.lab import diverge, simulate, tournament

def stop(*_):
    os.kill(os.getpid(), signal.SIGTERM)

RUNS = {
    "simulate": lambda **more: simulate("standard", "greedy", rounds=40_000, progress=stop, **more),
    "tournament": lambda **more: tournament(["greedy", "simple"], "standard", 400, progress=stop, **more),
    "diverge": lambda **more: diverge("standard", "cardgames-io", progress=stop, **more),
}
if __name__ == "__main__":
    _, kind, handler, more = sys.argv
    if handler:
        signal.signal(signal.SIGTERM, getattr(signal, handler))
    print("begun", flush=True)
    print("partial" if RUNS[kind](**eval(more)).partial else "whole")
"""


@pytest.mark.parametrize(
    ("kind", "handler", "more", "status", "out"),
    [
        ("simulate", "", {}, -signal.SIGTERM, "begun"),
        pytest.param("simulate", "", {"workers": 2}, -signal.SIGTERM, "begun", marks=pytest.mark.full),
        pytest.param("diverge", "", {}, -signal.SIGTERM, "begun", marks=pytest.mark.full),
        ("tournament", "", {"checkpoint": "run.json", "checkpoint_every": 0}, 0, "begun partial"),
        pytest.param("simulate", "default_int_handler", {}, 0, "begun partial", marks=pytest.mark.full),
        pytest.param("simulate", "SIG_IGN", {}, 0, "begun whole", marks=pytest.mark.full),
    ],
)
def test_sigterm_ends_a_program_unless_a_file_keeps_the_run(kind, handler, more, status, out, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, script, kind, handler, repr(more)],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.split(), done.stderr) == (status, out.split(), "")


@pytest.mark.usefixtures("own_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_and_the_run_around_it(number):
    with interruptible() as around:
        with pytest.raises(KeyboardInterrupt):
            simulate(STANDARD, new_greedy, rounds=80, progress=lambda *_: signal.raise_signal(number))
        assert around.received == number
        around.is_kept = True


@pytest.mark.full
def test_the_command_shows_its_results_after_sigterm(tmp_path):
    (tmp_path / "ended.py").write_text(
        "import os, signal\nfrom ginrules.players import new_greedy\n\n"
        "def new(seed):\n    if seed:\n        new.made += 1\n    if new.made == 30:\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n    return new_greedy(seed)\n\nnew.made = 0\n"
    )
    words = ["simulate", "standard", "--player", "python:ended:new", "--rounds", "100", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "ginrules", *words],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 130, done.stderr
    assert json.loads(done.stdout)["partial"]


@pytest.mark.full
@pytest.mark.parametrize("workers_", ["1", "2"])
def test_sigterm_and_sigkill_of_the_command(tmp_path, workers_):
    path = tmp_path / "run.json"
    words = [sys.executable, "-m", "ginrules", "compare", "standard", "oklahoma", "--json", "--rounds"]
    kept = ["--checkpoint", str(path), "--checkpoint-every", "0.05", "--workers", workers_]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "GINRULES_CORE": "no"}  # the core would be over too soon
    run = partial(subprocess.run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    begin = partial(subprocess.Popen, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True)
    process = begin([*words, "100000", *kept])  # never over before the signal
    wait_for_units(path, process, 5)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate()
    assert process.returncode == 130
    assert json.loads(out)["partial"]
    process = begin([*words, "100000", *kept])
    wait_for_units(path, process, json.loads(path.read_text())["units"] + 1)
    process.kill()
    process.communicate()
    rounds = str(2 * json.loads(path.read_text())["units"] + 20)  # ten deals more
    assert run([*words, rounds, *kept]).stdout == run([*words, rounds]).stdout


@pytest.mark.full
@pytest.mark.parametrize("name", ["simulation", "comparison"])
def test_runs_killed_at_random_moments_end_with_the_same_figures(name):
    kills = pytest.importorskip("tools.kills", reason="not part of the distribution")
    counts = kills.measure(name, rounds=120, kills=3, in_write=3, seed=5)
    assert counts["killed"] + counts["over before"] == 3
    assert counts["in a write"] >= 1  # on the compiled core a run can be over before its second write


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="the extra dask is not installed")
@pytest.mark.filterwarnings("ignore")
def test_a_dask_worker_that_is_killed_changes_no_figure(path):
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        workers_ = list(client.run(os.getpid).values())

        def kill(*_):
            if workers_:
                os.kill(workers_.pop(), signal.SIGKILL)

        run = partial(simulate, STANDARD, TWO, rounds=480)
        assert run(executor=client.get_executor(), progress=kill, checkpoint=path, checkpoint_every=0) == run()
        assert not workers_


def wait_for_units(path, process, units):
    while process.poll() is None and not (path.exists() and json.loads(path.read_text())["units"] >= units):
        time.sleep(0.01)
    assert process.poll() is None


def test_a_long_name_is_cut_in_the_message(tmp_path):
    path = tmp_path / "run.json"
    simulate("standard", "random", rounds=20, checkpoint=path)
    data = json.loads(path.read_text())
    data["sections"] = {"a" * 5000: -1}
    path.write_text(json.dumps(data))
    with pytest.raises(InvalidRunError, match=r"expected sections\.a{99}….*: a section") as caught:
        checkpoint_file.read_checkpoint(path)
    assert len(str(caught.value)) < 600
