"""The compiled core beside the engine, at length: ``python -m tools.beside_engine steps`` and ``… matches``.

``steps`` steps rounds at every table that can be set (`tests/tables.py`) by the core and by the engine. After every
step all arrays must be equal (legal codes, observations, facts), and so must every state. ``matches`` plays the
matches of `ginrules.lab.simulate` side by side on the core and one by one by `ginrules.lab.play_match`, for every
preset at every number of players; all rounds and all settlements must be equal. A line for each table says what was
compared; the last line has the sums. The first difference ends the script with an error.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain

import numpy as np

from ginrules import fast, preset, preset_names
from ginrules.fast import Rounds
from ginrules.fast._plan import unplayed
from ginrules.players import player_named
from tests.conftest import TABLES
from tests.core.fast.conftest import check_equal, chosen, on_engine
from tests.lab.test_matches import assert_equal, both

BATCH = 32
"""Rounds side by side in the law of steps."""

PART = 50
"""Matches that are compared at a time."""

Compared = tuple[str, Counter[str]]
"""The name of a table, and how much of what was compared there."""


def steps_at(name: str, steps: int, seed: int) -> Compared:
    """Step rounds at a table by the core and by the engine, and compare them after every step.

    Raises:
        AssertionError: If an array or a state differs.
    """
    rules, seats = TABLES[name]
    core = Rounds(rules, BATCH, seed, seats=seats)
    engine = on_engine(partial(Rounds, rules, BATCH, seed, seats=seats))
    assert core.why_engine is None
    chance, counts = np.random.default_rng(seed), Counter({"steps": 0})
    while counts["steps"] < steps:
        check_equal(core, engine)
        codes = chosen(core, chance)
        core.step(codes, reset=True)
        engine.step(codes, reset=True)
        counts += Counter({"steps": BATCH, "rounds": int(core.over.sum())})
    check_equal(core, engine)
    return name, counts


def matches_at(name: str, player: str, players: int, matches: int, seed: int) -> Compared:
    """Play matches of a preset on the core and by `play_match`, and compare all their rounds and settlements.

    Raises:
        AssertionError: If a round, a place or a settlement differs.
    """
    rules, maker, counts, part = preset(name), player_named(player), Counter[str](), 0
    while counts["matches"] < matches:
        side, engine = both(rules, maker, min(PART, matches), seats=players, seed=seed + part)
        assert_equal(side, engine)
        counts += Counter({"matches": sum(map(len, side.matches)), "rounds": len(side.facts)})
        part += 1
    return f"{name} for {players}, {player}", counts


def step_jobs(total: int, seed: int) -> Iterator[Callable[[], Compared]]:
    """Return the law of steps at every table that the core plays."""
    names = [name for name, (rules, _) in TABLES.items() if not unplayed(rules)]
    for name in names:
        yield partial(steps_at, name, -(-total // len(names)), seed)


def match_jobs(player: str, matches: int, seed: int) -> Iterator[Callable[[], Compared]]:
    """Return the law of matches for every preset at every number of players."""
    for name in preset_names():
        if fast.why_not(name, player_named(player)) is None:
            for players in preset(name).player_counts:
                yield partial(matches_at, name, player, players, matches, seed)


def run(job: Callable[[], Compared]) -> Compared:
    """Do a part of the work, in a worker."""
    return job()


def main() -> None:
    """Compare, and print what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("steps", "matches"))
    parser.add_argument("--total", type=int, default=10_000_000, help="steps over all tables")
    parser.add_argument("--player", nargs="+", default=["greedy"], help="the players of the matches")
    parser.add_argument("--matches", type=int, default=1_000, help="matches for each preset, table size and player")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    chosen_ = parser.parse_args()
    jobs = step_jobs(chosen_.total, chosen_.seed)
    if chosen_.what == "matches":
        jobs = chain.from_iterable(match_jobs(player, chosen_.matches, chosen_.seed) for player in chosen_.player)
    began, sums, tables = time.perf_counter(), Counter[str](), 0
    with ProcessPoolExecutor(chosen_.workers) as pool:
        for name, counts in pool.map(run, jobs):
            sums, tables = sums + counts, tables + 1
            print(f"{name}: {', '.join(f'{count:,} {what}' for what, count in counts.items())}", flush=True)
    what = ", ".join(f"{count:,} {what}" for what, count in sums.items())
    print(f"{tables} tables, {what}, 0 differences; {time.perf_counter() - began:,.0f} s")


if __name__ == "__main__":
    main()
