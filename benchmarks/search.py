"""Tree search: tries of the search on the page *Search*, and of OpenSpiel's, on positions of mid-round."""

import doctest
import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ginrules as gin
from benchmarks.timing import Work
from ginrules.players import Greedy
from ginrules.presets import OPENSPIEL

ROOT = Path(__file__).parents[1]
TRIES = 20
POSITIONS = 8


def search_of_the_page() -> Callable[[gin.PlayerView, int, int], gin.Action]:
    """Return the function ``search`` as the page *Search* has it."""
    page = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    sources = [example.source for example in doctest.DocTestParser().get_examples(page)]
    names: dict[str, Any] = {}
    for source in sources:
        if source.startswith(("import", "from ginrules.players.search", "from math", "def search")):
            exec(source, names)  # noqa: S102 - a page of our own
    search: Callable[[gin.PlayerView, int, int], gin.Action] = names["search"]
    return search


def positions(count: int) -> list[gin.RoundState]:
    """Return positions after a draw in mid-round, from rounds of greedy players."""
    choose, states = Greedy().choose, []
    for seed in range(count):
        state = gin.deal(OPENSPIEL, gin.shuffled(seed, OPENSPIEL), dealer=1)
        draws = seed % 8 + 1
        while not state.is_over and draws:
            action = choose(gin.view(state, state.turn))
            state = gin.apply(state, action)
            draws -= isinstance(action, gin.DrawStock)
        if not state.is_over:
            states.append(state)
    return states


def ours() -> Work:
    """Searches of the page, on positions of mid-round."""
    search, views = search_of_the_page(), [gin.view(state, state.turn) for state in positions(POSITIONS)]
    seeds = itertools.count()

    def work() -> int:
        for view in views:
            search(view, TRIES, next(seeds))
        return TRIES * len(views)

    return work


def openspiel() -> Work:
    """Searches of OpenSpiel's `ISMCTSBot`, on positions of mid-round."""
    import pyspiel

    game, source = pyspiel.load_game("gin_rummy"), random.Random(1)
    states: list[Any] = []
    while len(states) < POSITIONS:
        state, draws = game.new_initial_state(), len(states) % 8 + 1
        while not state.is_terminal() and draws:
            if state.is_chance_node():
                state.apply_action(source.choice([action for action, _ in state.chance_outcomes()]))
                continue
            action = source.choice(state.legal_actions())
            draws -= action == pyspiel.gin_rummy.DRAW_STOCK_ACTION
            state.apply_action(action)
        if state.is_chance_node():
            state.apply_action(source.choice([action for action, _ in state.chance_outcomes()]))
        if not state.is_terminal():
            states.append(state)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 40.0, TRIES, 1_000, final, False, False)  # noqa: FBT003 - as it has them

    def work() -> int:
        for state in states:
            bot.step(state)
        return TRIES * len(states)

    return work
