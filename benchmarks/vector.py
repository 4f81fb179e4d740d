"""Steps per second for learners: a batch of rounds compared with a loop over OpenSpiel, with masks and observations.

    python -m benchmarks.vector            # prints the table; --write puts it into benchmarks/README.md

A step is one decision of a seat: a random legal action, then the next mask and observation.
"""

import argparse
import random
import statistics
import time
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

import numpy as np

import ginrules as gin
from benchmarks.contest import Work, median_ratio, rates
from benchmarks.pages import put, today
from ginrules.fast import Rounds
from ginrules.lab import new_greedy
from ginrules.rl import VectorEnv

AIM = 50


def openspiel_loop(steps: int = 200) -> Work:
    """One state at a time, as a learner in Python meets it: mask, observation, a random action, chance in between."""
    import pyspiel

    root = pyspiel.load_game("gin_rummy").new_initial_state()
    rng = random.Random(1)
    state = root.clone()

    def work() -> int:
        nonlocal state
        done = 0
        while done < steps:
            if state.is_terminal():
                state = root.clone()
            elif state.is_chance_node():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
            else:
                np.array(state.legal_actions_mask(), np.int8)
                np.array(state.observation_tensor(state.current_player()), np.float32)
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                done += 1
        return done

    return work


class Chooser:
    """Random legal codes: random bytes are drawn once, and the legal code with the largest byte is chosen."""

    def __init__(self, n: int, codes: int) -> None:
        self._rng = np.random.default_rng(1)
        self._bytes = self._rng.integers(1, 256, (8, n, codes), np.uint8)
        self._room = np.empty((n, codes), np.uint8)

    def choose(self, masks: np.ndarray) -> Any:
        """Return a legal code for each row."""
        np.multiply(self._bytes[self._rng.integers(8)], masks.view(np.uint8), out=self._room)
        return self._room.argmax(axis=1)


def rounds(n: int, rules: str = "openspiel", opponents: Mapping[int, Any] | None = None) -> Work:
    """Steps of `Rounds`; rounds that are over are dealt again."""
    table = Rounds(rules, n, opponents=opponents)
    choose = Chooser(n, table.codec.n).choose

    def work() -> int:
        table.step(choose(table.masks))
        if table.over.any():
            table.reset(table.over)
        return n

    return work


def environment(n: int, opponents: Any = None, rules: str = "openspiel") -> Work:
    """Steps of `VectorEnv`, rewards included; the decisions of opponents are not counted."""
    env = VectorEnv(rules, n, opponents)
    observations, _ = env.reset(seed=1)
    choose = Chooser(n, env.codec.n).choose

    def work() -> int:
        env.step(choose(observations["action_mask"]))
        return n

    return work


def table(repetitions: int, seconds: float) -> str:
    works = {
        "OpenSpiel, a loop in Python": openspiel_loop(),
        "`Rounds`, 64 at once": rounds(64),
        "`Rounds`, 1,024 at once": rounds(1024),
        "`VectorEnv`, every seat stepped, 1,024 at once": environment(1024),
        "`VectorEnv` against greedy, 64 at once": environment(64, new_greedy),
        "`VectorEnv` against greedy, 1,024 at once": environment(1024, new_greedy),
    }
    speeds = rates(works, repetitions=repetitions, seconds=seconds, clock=time.process_time)
    rival = next(iter(works))
    lines = [f"| steps a second of the processor | | × OpenSpiel (wanted: {AIM}) |", "|---|---:|---:|"]
    for name, measured in speeds.items():
        ratio = median_ratio(measured, speeds[rival])
        lines.append(f"| {name} | {statistics.median(measured):,.0f} | {ratio:.1f} |")
    lines.append(
        f"\n{today()}, ginrules {gin.__version__}, open_spiel "
        f"{version('open_spiel')}, rules `openspiel`; medians of {repetitions} "
        f"repetitions in turns, {seconds:g} s of the processor each."
    )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.vector", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=7, help="how often each has its turn")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn is")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    written = table(options.repetitions, options.seconds)
    print(written)
    if options.write:
        put("vector", written)


if __name__ == "__main__":
    main()
