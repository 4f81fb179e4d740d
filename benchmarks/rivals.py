"""The same work done by OpenSpiel (C++ called from Python) and by RLCard."""

import contextlib
import io
import random
from typing import Any

from benchmarks.ours import Masks, slices
from benchmarks.timing import Work
from ginrules import CardSet


def openspiel_rounds(count: int = 20) -> Work:
    """Random rounds in OpenSpiel's best mode: clone a root state instead of making a new state."""
    import pyspiel

    root = pyspiel.load_game("gin_rummy").new_initial_state()
    rng = random.Random(1)

    def work() -> int:
        random_ = rng.random
        for _ in range(count):
            state = root.clone()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(random_() * len(legal))])
        return count

    return work


def openspiel_steps() -> Work:
    """Clone a position of mid-round and step the clone."""
    import pyspiel

    root = pyspiel.load_game("gin_rummy").new_initial_state()
    rng = random.Random(2)
    pairs: list[tuple[Any, int]] = []
    while len(pairs) < 20_000:
        state = root.clone()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            if not state.is_chance_node():
                pairs.append((state.clone(), action))
            state.apply_action(action)

    def work() -> int:
        for state, action in pairs:
            state.clone().apply_action(action)
        return len(pairs)

    return work


def openspiel_deadwoods(hands: Masks) -> Work:
    """The least deadwood of hands, as `min_deadwood` counts it."""
    import pyspiel

    least = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    lists = [[13 * ((card // 13 + 1) % 4) + card % 13 for card in CardSet(int(mask))] for mask in hands]
    parts = slices(hands, 2_000)

    def work() -> int:
        some = lists[next(parts)]
        for cards in some:
            least(cards)
        return len(some)

    return work


def rlcard_rounds(count: int = 2) -> Work:
    """Random rounds by RLCard's `env.run`, which also builds its observations."""
    with contextlib.redirect_stderr(io.StringIO()):
        import rlcard
        from rlcard.agents import RandomAgent
    env = rlcard.make("gin-rummy", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(2)])

    def work() -> int:
        for _ in range(count):
            env.run(is_training=False)
        return count

    return work
