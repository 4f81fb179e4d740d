"""SIGKILL at random moments of a run with a checkpoint, and in the middle of a write: resumed, it has the same figures.

With GINRULES_EFFORT=long each kind of run is killed 124 times.
"""

import contextlib
import os
import random
import shutil
import signal
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from ginrules.lab import compare, simulate
from ginrules.players import RandomPlayer, new_greedy
from ginrules.presets import OKLAHOMA, STANDARD
from tests.conftest import slow

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


def in_workers(run, **options):
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as executor:
        return run(executor=executor, **options)


ROUNDS = slow(200, 800)
SIMULATION = partial(simulate, STANDARD, [new_greedy, RandomPlayer], rounds=ROUNDS)
COMPARISON = partial(compare, STANDARD, OKLAHOMA, players=new_greedy, rounds=ROUNDS // 2)
RUNS = {
    "simulation": SIMULATION,
    "comparison": COMPARISON,
    "simulation with workers": partial(in_workers, SIMULATION),
    "comparison with workers": partial(in_workers, COMPARISON),
}
MOMENTS = ("half written", "written", "about to be moved")


def pause_at(moment, ready):
    """Make a write of this process wait at a moment, so that a signal arrives there."""
    write, sync, replace = Path.open, os.fsync, Path.replace

    def wait(at):
        if at == moment:
            os.write(ready, b"now")
            time.sleep(60)

    def slow_open(path, mode="r", *args, **options):
        file = write(path, mode, *args, **options)
        if path.name.startswith("ginrules-") and "x" in mode:
            whole = file.write
            file.write = lambda text: (whole(text[: len(text) // 2]), file.flush(), wait("half written"))
        return file

    def slow_sync(descriptor):
        sync(descriptor)
        wait("written")

    def slow_replace(path, target):
        wait("about to be moved")
        return replace(path, target)

    Path.open, os.fsync, Path.replace = slow_open, slow_sync, slow_replace


def killed(run, path, after, moment):
    """Begin a run in a process of its own and kill it, with its workers; return whether it was not over before."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.setsid()
        os.write(writing, b"go!")
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        if moment:
            pause_at(moment, writing)
        run(checkpoint=path, checkpoint_every=0.05)
        os._exit(0)
    os.close(writing)
    os.read(reading, 3)
    if moment:
        os.read(reading, 3)  # nothing if the run ends without such a write
    else:
        time.sleep(after)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    os.close(reading)
    return os.WIFSIGNALED(os.waitpid(pid, 0)[1])


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("name", RUNS)
def test_a_run_that_is_killed_is_resumed_to_the_same_figures(name, tmp_path):
    run, path, rng, met = RUNS[name], tmp_path / "run", random.Random(5), 0
    began = time.monotonic()
    expected = run(checkpoint=path, checkpoint_every=0.05)
    length = time.monotonic() - began
    for number in range(slow(6, 124)):
        shutil.rmtree(path, ignore_errors=True)
        moment = MOMENTS[number // 2 % 3] if number % 2 else ""
        met += killed(run, path, rng.uniform(0, length), moment)
        assert run(checkpoint=path, checkpoint_every=0.05) == expected
        assert [item.name for item in tmp_path.iterdir()] == ["run"]
    assert met > number // 3
