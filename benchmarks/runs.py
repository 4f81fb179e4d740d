"""Works of the lab, of records and of commands; commands run in processes of their own, whose time is counted."""

import itertools
import subprocess
import sys
from concurrent.futures import Executor
from typing import Any

import ginrules as gin
from benchmarks.timing import Contest, Work
from ginrules.lab import compare, simulate
from ginrules.players import new_greedy, player_named
from ginrules.records import loads_records


def compared(
    rounds: int, player: str = "greedy", *, executor: Executor | None = None, workers: int | None = None
) -> Work:
    """Paired rounds under standard and oklahoma."""
    seeds = itertools.count()
    options: dict[str, Any] = {"players": player_named(player), "executor": executor, "workers": workers}

    def work() -> int:
        compare("standard", "oklahoma", rounds=rounds, seed=next(seeds), **options)
        return rounds

    return work


def simulated(rules: str, seats: int, rounds: int) -> Work:
    seeds = itertools.count()

    def work() -> int:
        simulate(rules, new_greedy, rounds=rounds, seed=next(seeds), seats=seats)
        return rounds

    return work


def read(kind: str, count: int = 400) -> Work:
    """Records of rounds between greedy players, read from one text."""
    text = "".join(_record(seed).dumps(kind) for seed in range(count))
    return lambda: sum(1 for _ in loads_records(text))


def _record(seed: int) -> gin.RoundRecord:
    players = [new_greedy(seed), new_greedy(seed)]
    record = gin.RoundRecord("standard", seed)
    while not record.state.is_over:
        record = record.play(players[record.state.turn or 0].choose(gin.view(record.state, record.state.turn)))
    return record


def command(*words: str) -> Work:
    """A fresh process of this interpreter, from bytecode."""

    def work() -> int:
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
        return 1

    return work


_COMMANDS = ("--help", "show standard", "compare standard oklahoma --rounds 400")
COMMANDS = {
    "Python alone": ("-c", "pass"),
    "`import ginrules`": ("-c", "import ginrules"),
    **{f"`ginrules {words}`": ("-m", "ginrules", *words.split()) for words in _COMMANDS},
}


def commands() -> Contest:
    return Contest("start of a process", {name: command(*words) for name, words in COMMANDS.items()}, is_time=True)
