"""Checkpoints: any run resumes from any of its blocks with the same figures; impossible files are refused."""

import errno
import importlib.util
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
import zlib
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from ginrules.errors import InvalidRunError, LabError, WrongTypeError
from ginrules.lab import Precision, simulate
from ginrules.lab.runner.blocks import read_folder
from ginrules.lab.runner.progress import Interrupts
from ginrules.players import RandomPlayer, new_greedy
from ginrules.presets import OKLAHOMA, STANDARD, preset
from tests.conftest import run_python
from tests.lab.conftest import Stop, compare

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


@pytest.fixture(autouse=True)
def _smaller_chunks(monkeypatch):
    for name in ("COMPILED_CHUNK", "MATCHES_CHUNK"):
        monkeypatch.setattr(f"ginrules.lab.runner.workers.{name}", 1)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run"


def units_in(path):
    """The units in the folder of a checkpoint."""
    data = read_folder(path)
    return 0 if data is None else sum(block.stop - block.first for block in data.blocks)


@pytest.mark.parametrize("kind", RUNS)
def test_a_run_resumes_from_every_number_of_blocks_with_the_same_figures(kind, path, tmp_path):
    run = RUNS[kind]
    whole = run()
    assert run(checkpoint=path, checkpoint_every=0) == whole
    blocks = sorted(path.glob("*.rounds"))
    assert len(blocks) > 2
    for number in (0, 1, len(blocks) // 2, len(blocks) - 1):
        part = tmp_path / str(number)
        shutil.copytree(path, part)
        for block in blocks[number:]:
            (part / block.name).unlink()
        assert run(resume=part) == whole
        assert run(checkpoint=part) == whole
    assert run(checkpoint=path) == whole
    assert run(resume=whole) == whole


def test_the_rounds_of_a_block_that_is_gone_are_played_again(path):
    for run in (RUNS["contestants"], partial(simulate, STANDARD, TWO, matches=16)):
        folder = path / str(id(run))
        folder.parent.mkdir(exist_ok=True)
        whole = run(checkpoint=folder, checkpoint_every=0)
        blocks = sorted(folder.glob("*.rounds"))
        for gone in (0, len(blocks) // 2):
            blocks[gone].unlink()
        lines, again = [], []
        run(take_rows=again.extend)
        assert run(checkpoint=folder, take_rows=lines.extend) == whole
        assert lines == again
        assert run(resume=folder) == whole


def test_the_figures_are_the_same_whatever_plays_the_rest(workers, monkeypatch):
    whole = RUNS["contestants"]()
    monkeypatch.setattr("ginrules.lab.runner.workers.COMPILED_CHUNK", 6)  # gives the run several parts
    with workers(2) as pool:
        for number in (1, 3):
            part = RUNS["contestants"](progress=Stop(number))
            assert 0 < part.deals < whole.deals
            copied = pickle.loads(pickle.dumps(part))
            assert RUNS["contestants"](resume=part, executor=pool) == whole
            assert RUNS["contestants"](resume=copied) == whole


def test_blocks_are_written_every_so_often_and_at_the_end(path):
    RUNS["comparison"](checkpoint=path, checkpoint_every=1000)
    assert sorted(item.name for item in path.iterdir()) == ["0-000000000000-000000000025.rounds", "run.json"]


def test_two_programs_in_one_folder_spoil_nothing(path):
    run = RUNS["contestants"]

    def other(*_):
        if units_in(path) < 12:
            run(checkpoint=path, checkpoint_every=0)

    assert run(checkpoint=path, checkpoint_every=0, progress=other) == run()
    assert len({block.first for block in read_folder(path).blocks}) > 1
    assert run(checkpoint=path) == run()


def test_a_comparison_goes_on_with_more_rounds_but_one_that_may_stop_early_does_not():
    part = compare(STANDARD, OKLAHOMA, rounds=30)
    assert compare(STANDARD, OKLAHOMA, rounds=50, resume=part) == RUNS["comparison"]()
    with pytest.raises(InvalidRunError, match=r"expected a checkpoint of .* in at most 500 deals"):
        compare(STANDARD, OKLAHOMA, rounds=1000, until=Precision(5.0), resume=part)
    with pytest.raises(InvalidRunError, match="expected a checkpoint of"):
        compare(OKLAHOMA, STANDARD, rounds=50, resume=part)


# --- folders that hold something else -----------------------------------------------------------------


def spoiled(path, change):
    """Change a block of a run."""
    RUNS["rounds"](checkpoint=path)
    (block,) = path.glob("*.rounds")
    block.write_bytes(change(block.read_bytes()))
    return block


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: data[:0],
        lambda data: data.replace(b'"first": 0', b'"first": 1'),
        lambda data: b"[" * 100_000 + data,
        lambda data: b"null\n" + data,
        lambda data: data[:-40] + bytes([data[-40] ^ 1]) + data[-39:],
    ],
)
def test_a_spoiled_block_is_refused_and_played_again_when_it_is_gone(path, change):
    block = spoiled(path, change)
    before = block.read_bytes()
    with pytest.raises(InvalidRunError, match=rf"{block.name} is spoiled: delete it, and its rounds are played again"):
        RUNS["rounds"](checkpoint=path)
    assert block.read_bytes() == before
    block.unlink()
    assert RUNS["rounds"](checkpoint=path) == RUNS["rounds"]()


def forged(head, payload):
    return json.dumps({**head, "digest": sha256(payload).hexdigest()}).encode() + b"\n" + payload


@pytest.mark.parametrize(
    "change",
    [
        lambda head, payload: forged({**head, "lengths": [[10**9, 0]]}, payload),
        lambda head, payload: forged({**head, "lengths": [[head["lengths"][0][0] + 1, 0]]}, payload),
        lambda head, payload: forged({**head, "lengths": [[head["lengths"][0][0] - 1, 0]]}, payload),
        lambda head, payload: forged(head, zlib.compress(bytes(1 << 22)) + payload[:0]),
        lambda head, payload: forged(head, payload[:-9]),
    ],
)
def test_a_forged_block_is_unpacked_no_further_than_it_may_be(path, change):
    def forge(data):
        line, _, payload = data.partition(b"\n")
        return change(json.loads(line), payload)

    spoiled(path, forge)
    with pytest.raises(InvalidRunError, match="bytes when unpacked"):
        RUNS["rounds"](checkpoint=path)


def test_the_blocks_of_another_run_are_refused(path, tmp_path):
    other = tmp_path / "other"
    simulate(STANDARD, TWO, rounds=100, seed=2, checkpoint=other)
    (block,) = other.glob("*.rounds")
    RUNS["rounds"](checkpoint=path)
    shutil.copy(block, path)
    with pytest.raises(InvalidRunError, match=rf"{block.name} belongs to another run: remove it"):
        RUNS["rounds"](checkpoint=path)
    for description, message in (
        ("[" * 100_000, "does not describe a run"),
        ("{", "does not describe a run"),
        ('{"format": 2, "of": 7, "seed": 1}', "does not describe a run"),
        ('{"format": 1, "of": "x", "seed": 1}', "another version of ginrules"),
        (" " * (1 << 23), "larger than the limit"),
    ):
        (path / "run.json").write_text(description)
        with pytest.raises(InvalidRunError, match=rf"run\.json .*{message}"):
            RUNS["rounds"](checkpoint=path)


def test_a_checkpoint_of_an_earlier_version_is_refused(path):
    path.write_text('{"of": "rounds", "units": 3, "sums": {}, "counts": {}, "digest": ""}')
    with pytest.raises(InvalidRunError, match="is a file: a checkpoint is a folder now, and those of earlier versions"):
        RUNS["rounds"](checkpoint=path)
    assert path.is_file()


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "letters.txt").write_text("dear")
    with pytest.raises(InvalidRunError, match=r"is not the folder of a checkpoint: it has no run\.json"):
        RUNS["rounds"](checkpoint=tmp_path)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"checkpoint": 7}, InvalidRunError, "checkpoint: expected the path of a folder, got 7"),
        ({"checkpoint": "x", "checkpoint_every": -1}, InvalidRunError, "a number of seconds from 0 up, got -1"),
        ({"checkpoint_every": True}, InvalidRunError, "a number of seconds from 0 up, got True"),
        ({"checkpoint_every": float("nan")}, InvalidRunError, "a number of seconds from 0 up, got nan"),
        ({"checkpoint": "x", "resume": "y"}, InvalidRunError, "give resume or checkpoint, not both"),
        ({"resume": {}}, WrongTypeError, "expected the result of a run, or the folder of its checkpoint, got a dict"),
        ({"resume": "nowhere"}, InvalidRunError, "there is no checkpoint 'nowhere'"),
        ({"checkpoint": "no/such/folder/x"}, InvalidRunError, "there is no folder no/such/folder"),
        ({"checkpoint": "/dev/full"}, InvalidRunError, "is a file"),
    ],
)
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


def test_a_folder_that_cannot_be_written_is_noticed_before_anything_is_played(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Full(0, 1))
    with pytest.raises(LabError, match=r"run cannot be written: No space left on device; nothing was played") as error:
        RUNS["comparison"](checkpoint=path)
    assert error.value.partial.deals == 0
    assert not list(path.iterdir())


def test_a_folder_without_rights_is_noticed_before_anything_is_played(path, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "mkdir", refused)
    with pytest.raises(LabError, match=r"run cannot be written: Permission denied; nothing was played"):
        RUNS["rounds"](checkpoint=path)
    monkeypatch.undo()
    path.mkdir()
    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(InvalidRunError, match=r"run cannot be read: Permission denied"):
        RUNS["rounds"](checkpoint=path)


def test_a_disk_that_is_full_for_a_while_ends_no_run(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Full(1, 4))
    assert RUNS["comparison"](checkpoint=path, checkpoint_every=0) == RUNS["comparison"]()
    assert units_in(path) == 25
    assert not list(path.glob("ginrules-*"))


def test_rounds_that_cannot_be_written_at_the_end_are_kept_elsewhere(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Full(1, 2))
    with pytest.raises(LabError, match="No space left on device; it is kept in") as error:
        RUNS["rounds"](checkpoint=path)
    kept = Path(error.value.details["kept"])
    assert units_in(kept) == RUNS["rounds"]().units
    assert RUNS["rounds"](resume=kept) == RUNS["rounds"]()
    shutil.rmtree(kept)


def test_a_disk_that_is_full_at_the_end_costs_the_folder_and_not_the_figures(path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Full(1, 10**6))
    with pytest.raises(LabError, match="No space left on device; it is not kept") as error:
        RUNS["matches"](checkpoint=path)
    assert error.value.partial == RUNS["matches"]()
    assert RUNS["matches"](resume=error.value.partial) == RUNS["matches"]()
    assert units_in(path) == 0  # the folder of the beginning is whole


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
    with pytest.raises(KeyboardInterrupt), Interrupts() as interrupts, interrupts.held():
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
    assert set(numbers) == {signal.SIGTERM}


@pytest.mark.parametrize("kind", RUNS)
def test_sigterm_ends_a_run_and_keeps_its_results(kind, path):
    calls = []

    def stop(*_):
        calls.append(1)
        if len(calls) == 2:
            signal.raise_signal(signal.SIGTERM)

    result = RUNS[kind](progress=stop, checkpoint=path, checkpoint_every=0)
    assert result.partial
    assert units_in(path) == (result.deals if hasattr(result, "deals") else result.units)
    assert RUNS[kind](checkpoint=path) == RUNS[kind]()


SCRIPT = """
import os, signal, sys
from ginrules.lab import diverge, simulate, tournament

def stop(*_):
    os.kill(os.getpid(), signal.SIGTERM)

RUNS = {
    "simulate": lambda **more: simulate("standard", "greedy", rounds=40_000, progress=stop, **more),
    "tournament": lambda **more: tournament(["greedy", "simple"], "standard", 2000, progress=stop, **more),
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
        ("tournament", "", {"checkpoint": "run", "checkpoint_every": 0}, 0, "begun partial"),
        pytest.param("simulate", "default_int_handler", {}, 0, "begun partial", marks=pytest.mark.full),
        pytest.param("simulate", "SIG_IGN", {}, 0, "begun whole", marks=pytest.mark.full),
    ],
)
def test_sigterm_ends_a_program_unless_a_file_keeps_the_run(kind, handler, more, status, out, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = run_python(script, kind, handler, repr(more), cwd=tmp_path)
    assert (done.returncode, done.stdout.split(), done.stderr) == (status, out.split(), "")


@pytest.mark.usefixtures("own_signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_and_the_run_around_it(number):
    with Interrupts() as around:
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
    done = run_python("-m", "ginrules", *words, cwd=tmp_path)
    assert done.returncode == 130, done.stderr
    assert json.loads(done.stdout)["partial"]


@pytest.mark.full
@pytest.mark.parametrize("workers_", ["1", "2"])
def test_sigterm_and_sigkill_of_the_command(tmp_path, workers_):
    path = tmp_path / "run"
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
    wait_for_units(path, process, units_in(path) + 1)
    process.kill()
    process.communicate()
    rounds = str(2 * units_in(path) + 20)  # ten deals more
    assert run([*words, rounds, *kept]).stdout == run([*words, rounds]).stdout


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
    while process.poll() is None and not (path.exists() and units_in(path) >= units):
        time.sleep(0.01)
    assert process.poll() is None


def test_a_long_name_is_cut_in_the_message(path):
    RUNS["rounds"](checkpoint=path)
    (path / "run.json").write_text(json.dumps({"format": 2, "of": "a" * 5000, "seed": 1}))
    for block in path.glob("*.rounds"):
        block.unlink()
    with pytest.raises(InvalidRunError, match=r"got one of 'a{300}'") as caught:
        RUNS["rounds"](checkpoint=path)
    assert len(str(caught.value)) < 600
