"""Tree search: tries per second of the search on the page *Search*, compared with OpenSpiel's.

``python -m benchmarks.search`` prints the table; ``--write`` puts it into benchmarks/README.md.
"""

import argparse
import doctest
import random
import statistics
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import ginrules as gin
from benchmarks.contest import Work, median_ratio, rates
from benchmarks.pages import put, today
from ginrules.lab import Greedy
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
        if source.startswith(("import", "from ginrules.lab.search", "from math", "def search")):
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

    def work() -> int:
        for number, view in enumerate(views):
            search(view, TRIES, number)
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


def table(repetitions: int, seconds: float) -> str:
    """Return the table of both."""
    speeds = rates({"ginrules": ours(), "open_spiel": openspiel()}, repetitions=repetitions, seconds=seconds)
    mine, theirs = (statistics.median(speeds[name]) for name in ("ginrules", "open_spiel"))
    measured = (
        f"\nRatio {median_ratio(speeds['ginrules'], speeds['open_spiel']):.1f}. {today()}, "
        f"open_spiel {version('open_spiel')}; OpenSpiel's rules, {POSITIONS} positions of "
        f"mid-round, {TRIES} tries each; medians of {repetitions} repetitions in turns."
    )
    return "\n".join(
        [
            "| tries a second, one core | playouts | |",
            "|---|---|---:|",
            f"| the search of this page (Python) | greedy, plausible hands | {mine:,.0f} |",
            f"| OpenSpiel's `ISMCTSBot` (C++) | random, uniform hands | {theirs:,.0f} |",
            measured,
        ]
    )


def main() -> None:
    """Measure and print, or write."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search", description=__doc__)
    parser.add_argument("--repetitions", type=int, default=5, help="how often each has its turn")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a turn is at least")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    written = table(options.repetitions, options.seconds)
    print(written)
    if options.write:
        put("search", written)


if __name__ == "__main__":
    main()
