"""Steps of learners: a random legal action, then the mask and the observation of who acts next; ours and others'."""

import contextlib
import io
import itertools
import random
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from benchmarks.timing import Work
from ginrules.fast import Rounds
from ginrules.players import new_greedy
from ginrules.rl import VectorEnv, env

_STEPS: Final = 200


def openspiel(steps: int = _STEPS) -> Work:
    """One state of gin rummy at a time, as a learner in Python meets it, chance in between."""
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
            elif not state.is_chance_node():
                np.array(state.legal_actions_mask(), np.int8)
                np.array(state.observation_tensor(state.current_player()), np.float32)
                done += 1
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        return done

    return work


def rounds(n: int, *, packed: bool = False) -> Work:
    """Steps of `Rounds`, the choice of an action by `choose`; rounds that are over are dealt again."""
    table, seeds = Rounds("openspiel", n, packed=packed), itertools.count()

    def work() -> int:
        table.step(table.choose(next(seeds)), reset=True)
        return n

    return work


def environment(n: int, opponents: Any = None, *, packed: bool = False) -> Work:
    """Steps of `VectorEnv`, rewards included; the decisions of opponents are not counted."""
    vector, seeds = VectorEnv("openspiel", n, opponents, packed=packed), itertools.count()
    vector.reset(seed=1)
    table = vector.rounds
    assert table is not None

    def work() -> int:
        vector.step(table.choose(next(seeds)))
        return n

    return work


def at_once() -> dict[str, Work]:
    """Rounds in batches, next to OpenSpiel's gin rummy in a loop."""
    works: dict[str, Callable[[], Work]] = {
        "OpenSpiel's gin rummy, a loop in Python": openspiel,
        "`Rounds`, 64 at once": lambda: rounds(64),
        "`Rounds`, 1,024 at once": lambda: rounds(1024),
        "packed `Rounds`, 64 at once": lambda: rounds(64, packed=True),
        "packed `Rounds`, 1,024 at once": lambda: rounds(1024, packed=True),
        "`VectorEnv`, every seat stepped, 1,024 at once": lambda: environment(1024),
        "packed `VectorEnv`, every seat stepped, 1,024 at once": lambda: environment(1024, packed=True),
        "`VectorEnv` against greedy, 1,024 at once": lambda: environment(1024, new_greedy),
        "packed `VectorEnv` against greedy, 1,024 at once": lambda: environment(1024, new_greedy, packed=True),
    }
    return importable(works)


def importable(works: Mapping[str, Callable[[], Work]]) -> dict[str, Work]:
    """Return the works whose packages are installed, and name the others."""
    made = {}
    for name, make in works.items():
        try:
            made[name] = make()
        except ImportError as error:
            print(f"{name} is left out: {error}")
    return made


# --- one round at a time


def one_by_one() -> dict[str, Work]:
    """Environments of gin rummy that step one round; PettingZoo's are in their wrappers, as `env` makes them."""
    return importable(
        {
            "open_spiel, a loop in Python": openspiel,
            "ginrules, PettingZoo": lambda: agents(env("standard")),
            "gin_rummy_v4, PettingZoo": old_pettingzoo,
            "rlcard": rlcard,
        }
    )


def agents(environment: Any) -> Work:
    """Random play of a PettingZoo environment."""
    generator, seeds = random.Random(1), itertools.count()

    def work() -> int:
        done = 0
        while done < _STEPS:
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


def old_pettingzoo() -> Work:
    from pettingzoo.classic import gin_rummy_v4

    return agents(gin_rummy_v4.env())


def rlcard() -> Work:
    """RLCard's own loop; its observations are made in it."""
    with contextlib.redirect_stderr(io.StringIO()):
        import rlcard as package
    environment, generator = package.make("gin-rummy", config={"seed": 1}), random.Random(1)

    def work() -> int:
        done = 0
        while done < _STEPS:
            state, _ = environment.reset()
            while not environment.is_over():
                legal = list(state["legal_actions"])
                state, _ = environment.step(legal[int(generator.random() * len(legal))])
                done += 1
        return done

    return work
