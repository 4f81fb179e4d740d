"""SIGKILL at random moments of runs with a checkpoint: the figures after resuming, and the work lost.

    python -m tools.kills --kills 100 --in-write 25

For a simulation and a comparison, with and without workers, processes are killed at moments that are uniform over the
length of the run, and then at moments of a write (half of the file written, all of it written, about to be moved),
which a slow file makes long enough to be met. Each run is resumed in a new process; its figures must equal those from
a run that was never stopped.
"""

import argparse
import contextlib
import multiprocessing
import os
import pickle
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO, Any

from ginrules.lab import compare, simulate
from ginrules.lab.runner.blocks import read_folder
from ginrules.players import NewPlayer, RandomPlayer, new_greedy
from ginrules.presets import OKLAHOMA, STANDARD

EVERY = 0.05
PAUSE = 60.0
MOMENTS = ("half written", "written", "about to be moved")


def runs_of(rounds: int) -> dict[str, Callable[..., Any]]:
    """The runs by name, with this number of rounds."""
    two: list[NewPlayer] = [new_greedy, RandomPlayer]
    return {
        "simulation": partial(simulate, STANDARD, two, rounds=rounds),
        "comparison": partial(compare, STANDARD, OKLAHOMA, rounds=rounds // 2),
        "simulation with workers": partial(in_workers, partial(simulate, STANDARD, two, rounds=rounds)),
        "comparison with workers": partial(in_workers, partial(compare, STANDARD, OKLAHOMA, rounds=rounds // 2)),
    }


def in_workers(run: Callable[..., Any], **options: Any) -> Any:
    """Play a run in two worker processes."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as executor:
        return run(executor=executor, **options)


def child(run: Callable[..., Any], path: Path, result: Path, report: int, moment: str | None, write: int) -> None:
    """Play a run to its end in a process of its own, and keep its figures; at the moment of a write, pause."""
    if moment is not None:
        slow_down(moment, write, report)

    def progress(done: int, _total: int) -> None:
        os.write(report, f"{done} {time.monotonic()}\n".encode())

    figures = run(checkpoint=path, checkpoint_every=EVERY, progress=progress)
    result.write_bytes(pickle.dumps((figures.as_plain(), units_in(path))))


def slow_down(moment: str, write: int, report: int) -> None:
    """Make a write pause at a moment, so a signal arrives there."""
    writes = 0
    open_file, sync, replace = Path.open, os.fsync, Path.replace

    def pause(at: str) -> None:
        if at == moment and writes == write:
            os.write(report, b"now\n")
            time.sleep(PAUSE)

    def slow_open(path: Path, mode: str = "r", *args: Any, **options: Any) -> IO[Any]:
        nonlocal writes
        file: IO[Any] = open_file(path, mode, *args, **options)
        if path.name.startswith("ginrules-") and "x" in mode:
            writes += 1
            whole = file.write

            def write_slowly(text: bytes) -> int:
                half = len(text) // 2
                written = whole(text[:half])
                file.flush()
                pause("half written")
                return written + whole(text[half:])

            file.write = write_slowly  # type: ignore[method-assign, assignment]
        return file

    def slow_sync(descriptor: int) -> None:
        sync(descriptor)
        pause("written")

    def slow_replace(path: Path, target: Path) -> Path:
        pause("about to be moved")
        return replace(path, target)

    Path.open, os.fsync, Path.replace = slow_open, slow_sync, slow_replace  # type: ignore[assignment, method-assign]


def fork(
    run: Callable[..., Any], path: Path, result: Path, moment: str | None = None, write: int = 0
) -> tuple[int, int]:
    """Begin a run in a process of its own; gives its number and the end of a pipe that reports how far it is."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    os.setsid()  # its workers are killed with it
    os.close(reading)
    try:
        child(run, path, result, writing, moment, write)
    except BaseException as error:  # noqa: BLE001 - it is shown, and the process ends
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        os._exit(1)
    os._exit(0)


def kill_all(pid: int) -> None:
    """Kill a run with SIGKILL, and its workers after it."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def finished(run: Callable[..., Any], path: Path, result: Path) -> tuple[Any, float]:
    """The figures of a run resumed from its file, and its duration in seconds."""
    start = time.monotonic()
    pid, reading = fork(run, path, result)
    os.set_blocking(reading, True)
    while os.read(reading, 65536):
        pass
    os.close(reading)
    _, status = os.waitpid(pid, 0)
    if status:
        raise SystemExit("a run that is not killed fails")
    return pickle.loads(result.read_bytes()), time.monotonic() - start  # noqa: S301 - our own


def killed(run: Callable[..., Any], path: Path, result: Path, seconds: float, size: int) -> float | None:
    """Kill a run after some seconds; gives the seconds of play that its checkpoint has lost, None if it was over."""
    pid, reading = fork(run, path, result)
    time.sleep(seconds)
    kill_all(pid)
    end = time.monotonic()
    _, status = os.waitpid(pid, 0)
    lines = read_all(reading).split("\n")[:-1]
    if not os.WIFSIGNALED(status):
        return None
    kept = units_in(path) * size  # in rounds, as the progress counts them
    reached = [float(moment) for done, moment in map(str.split, lines) if int(done) > kept]
    return end - reached[0] if reached else 0.0


def units_in(path: Path) -> int:
    """The units in the folder of a checkpoint."""
    data = read_folder(path)
    return 0 if data is None or not data.blocks else data.blocks[-1].stop


def killed_in_write(run: Callable[..., Any], path: Path, result: Path, moment: str, write: int) -> bool:
    """Kill a run at the moment of a write; gives whether it was met."""
    pid, reading = fork(run, path, result, moment, write)
    text = ""
    while "now\n" not in text:
        data = os.read(reading, 65536)
        if not data:
            break
        text += data.decode()
    kill_all(pid)
    _, status = os.waitpid(pid, 0)
    os.close(reading)
    return os.WIFSIGNALED(status) and "now\n" in text


def read_all(reading: int) -> str:
    text = b""
    while data := os.read(reading, 65536):
        text += data
    os.close(reading)
    return text.decode()


def measure(name: str, rounds: int, kills: int, in_write: int, seed: int) -> dict[str, Any]:
    """Kill and resume runs of one kind; every resumed result must equal the result of an uninterrupted run."""
    run, rng = runs_of(rounds)[name], random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path, result = Path(folder) / "run", Path(folder) / "result"
        expected, length = finished(run, path, result)
        counts = {"killed": 0, "over before": 0, "in a write": 0, "without a checkpoint": 0, "leftovers": 0}
        losses = []
        for number in range(kills + in_write):
            shutil.rmtree(path, ignore_errors=True)
            result.unlink()
            if number < kills:
                loss = killed(run, path, result, rng.uniform(0, length), 2 if "comparison" in name else 4)
                counts["over before" if loss is None else "killed"] += 1
                losses += [] if loss is None else [loss]
            else:
                moment = MOMENTS[number % len(MOMENTS)]
                counts["in a write"] += killed_in_write(run, path, result, moment, rng.randint(1, 4))
            counts["without a checkpoint"] += not units_in(path)
            for left in path.glob("ginrules-*"):  # of a process that was killed in a write
                counts["leftovers"] += 1
                left.unlink()
            figures, _ = finished(run, path, result)
            if figures != expected:
                raise SystemExit(f"{name}: run {number}, seed {seed}, ends with other figures")
            if sorted(item.name for item in Path(folder).iterdir()) != ["result", "run"]:
                raise SystemExit(f"{name}: files are left over: {[*Path(folder).iterdir()]}")
    losses.sort()
    lost = {"median": losses[len(losses) // 2], "most": losses[-1]} if losses else {}
    return {"run": name, "seconds": length, **counts, "lost": lost}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=int(os.environ.get("GINRULES_KILLS", "100")))
    parser.add_argument("--in-write", type=int, default=25)
    parser.add_argument("--rounds", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(runs_of(1)))
    options = parser.parse_args()
    for name in [options.only] if options.only else runs_of(1):
        row = measure(name, options.rounds, options.kills, options.in_write, options.seed)
        lost = ", ".join(f"{key} {value:.2f} s" for key, value in row.pop("lost").items())
        print(f"{row.pop('run')} of {row.pop('seconds'):.2f} s: {row}; every resumed result the same; lost {lost}")


if __name__ == "__main__":
    main()
