"""Steps per second of the environments, ours and theirs, in turns within one run.

    python -m benchmarks.environments      # prints the table; --write puts it into benchmarks/README.md

It measures the environments that can be imported: the one that PettingZoo removed in 2026 needs ``pettingzoo==1.26.1``,
``rlcard==1.0.5`` and ``pygame``. A step is a random legal action, with the observation and the mask
of the agent to act. Both PettingZoo environments are in their wrappers, as `env` makes them. Time is processor time, so
other work on the machine counts for less.
"""

import argparse
import contextlib
import io
import random
import statistics
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, Final

import numpy as np

import ginrules as gin
from benchmarks.contest import Work, median_ratio, rates
from benchmarks.pages import put, today

STEPS: Final = 200
OURS: Final = "ginrules, PettingZoo"


def aec(environment: Any) -> Work:
    """Random play of a PettingZoo environment."""
    generator, seeds = random.Random(1), iter(range(1_000_000))

    def work() -> int:
        done = 0
        while done < STEPS:
            environment.reset(seed=next(seeds))
            for _ in environment.agent_iter():
                observation, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    environment.step(None)
                    continue
                codes = np.flatnonzero(observation["action_mask"])
                environment.step(int(codes[int(generator.random() * len(codes))]))
                done += 1
        return done

    return work


def ours() -> Work:
    from ginrules.rl import env

    return aec(env("standard"))


def old_pettingzoo() -> Work:
    from pettingzoo.classic import gin_rummy_v4

    return aec(gin_rummy_v4.env())


def openspiel() -> Work:
    """OpenSpiel's game in a loop of Python, with the observation and the mask of the player to act."""
    import pyspiel

    root, generator = pyspiel.load_game("gin_rummy").new_initial_state(), random.Random(1)

    def work() -> int:
        done = 0
        while done < STEPS:
            state = root.clone()
            while not state.is_terminal():
                if not state.is_chance_node():
                    np.array(state.observation_tensor(), np.float32)
                    np.array(state.legal_actions_mask(), np.int8)
                    done += 1
                legal = state.legal_actions()
                state.apply_action(legal[int(generator.random() * len(legal))])
        return done

    return work


def rlcard() -> Work:
    """RLCard's own loop; its observations are made in it."""
    with contextlib.redirect_stderr(io.StringIO()):
        import rlcard as package
    environment, generator = package.make("gin-rummy", config={"seed": 1}), random.Random(1)

    def work() -> int:
        done = 0
        while done < STEPS:
            state, _ = environment.reset()
            while not environment.is_over():
                legal = list(state["legal_actions"])
                state, _ = environment.step(legal[int(generator.random() * len(legal))])
                done += 1
        return done

    return work


RIVALS: Final[dict[str, Callable[[], Work]]] = {
    "gin_rummy_v4, PettingZoo": old_pettingzoo,
    "open_spiel, loop in Python": openspiel,
    "rlcard": rlcard,
}


def table(repetitions: int, seconds: float) -> str:
    works = {OURS: ours()}
    missing = []
    for name, make in RIVALS.items():
        try:
            works[name] = make()
        except ImportError as error:
            missing.append(f"{name} is left out: {error}")
    speeds = rates(works, repetitions=repetitions, seconds=seconds, clock=time.process_time)
    lines = ["| environment | steps a second of the processor | ginrules makes × as many |", "|---|---:|---:|"]
    for name, measured in speeds.items():
        lines.append(f"| {name} | {statistics.median(measured):,.0f} | {median_ratio(speeds[OURS], measured):.1f} |")
    packages = ", ".join(f"{name} {version(name)}" for name in ("pettingzoo", "rlcard", "open_spiel"))
    lines.append(
        f"\n{today()}, ginrules {gin.__version__}, {packages}; medians of {repetitions} repetitions in turns, "
        f"{seconds:g} s each."
    )
    return "\n".join([*missing, *lines])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=7, help="how often each has its turn")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long a turn is")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    written = table(options.repetitions, options.seconds)
    print(written)
    if options.write:
        put("environments", written)


if __name__ == "__main__":
    main()
