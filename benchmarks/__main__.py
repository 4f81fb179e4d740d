"""Measure speeds compared with other packages, and play the games of the other figures; print a table for each.

    python -m benchmarks --only rounds deadwoods     # --list names the tables
    python -m benchmarks --write                     # puts the speeds into benchmarks/README.md, on a quiet machine
    python -m benchmarks --every --write             # all figures, into README, docs and benchmarks; two hours

Speeds are in processor time. Rivals that are not installed are left out.
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from benchmarks import learners, ours, rivals, runs
from benchmarks.timing import Contest, Work, report, rows
from ginrules.fast import available
from ginrules.lab import compare
from ginrules.players import Expert, Simple, new_greedy
from ginrules.presets import OKLAHOMA, OPENSPIEL, STANDARD

PAIRED: Final = 100_000
EFFICIENCIES: Final = ("points", "gin", "turns", "knock-deadwood", "rounds-per-game")


def rounds() -> Iterator[Contest]:
    for what, rules in (("OpenSpiel's rules", OPENSPIEL), ("standard", STANDARD), ("oklahoma", OKLAHOMA)):
        works: dict[str, Callable[[], Work]] = {
            "open_spiel": rivals.openspiel_rounds,
            "engine": lambda rules=rules: ours.rounds(rules),  # type: ignore[misc]
            "core": lambda rules=rules: ours.core_rounds(rules),  # type: ignore[misc]
        }
        yield Contest(f"random rounds, {what}", learners.importable(works))
    works = {
        "rlcard": rivals.rlcard_rounds,
        "engine": lambda: ours.rounds(STANDARD),
        "core": lambda: ours.core_rounds(STANDARD),
    }
    yield Contest("random rounds, RLCard", learners.importable(works))
    yield Contest("copy and step", {"open_spiel": rivals.openspiel_steps(), "engine": ours.steps(OPENSPIEL)})


def players() -> Iterator[Contest]:
    for name, new_player in (("greedy", new_greedy), ("simple", Simple), ("expert", Expert)):
        engine, core = ours.players_rounds(STANDARD, new_player), ours.core_players_rounds(STANDARD, new_player)
        yield Contest(f"rounds of {name} players", {"engine": engine, "core": core})


def deadwoods() -> Iterator[Contest]:
    for kind, make in ours.KINDS.items():
        for size in (10, 11):
            some = make(size)
            engine, core = ours.deadwoods(some, STANDARD), ours.core_deadwoods(some, STANDARD)
            works = {"open_spiel": rivals.openspiel_deadwoods(some), "engine": engine, "core": core}
            yield Contest(f"deadwoods, {kind}, {size} cards", works)


def of_learners() -> Iterator[Contest]:
    yield Contest("steps", learners.at_once())


def environments() -> Iterator[Contest]:
    yield Contest("steps of one round", learners.one_by_one())


def lab() -> Iterator[Contest]:
    with ThreadPoolExecutor(2) as threads:
        works = {"here": runs.compared(PAIRED), "two threads": runs.compared(PAIRED, executor=threads)}
        works["two workers, with their start"] = runs.compared(PAIRED, workers=2)
        yield Contest(f"paired greedy rounds, {PAIRED:,} in a run", works)
    yield Contest("paired expert rounds", {"here": runs.compared(4_000, "expert")})
    seats = {f"{seats} seats": runs.simulated("penalty-2-to-4", seats, 6_000) for seats in (2, 3, 4)}
    yield Contest("simulated greedy rounds", seats)


def records() -> Iterator[Contest]:
    yield Contest("records read", {"JSON": runs.read("json"), "TOML": runs.read("toml")})


def commands() -> Iterator[Contest]:
    yield runs.commands()


TABLES: Final[Mapping[str, Callable[[], Iterator[Contest]]]] = {
    table.__name__.removeprefix("of_"): table
    for table in (rounds, players, deadwoods, of_learners, environments, lab, records, commands)
}

_EAAI: Final = "standard+big_gin=false"
_EXPERT: Final = "expert:simple expert:greedy"
GAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "strength": ("benchmarks.strength --games 4000 --seed 17 --write",),
    "challenge": (f"benchmarks.strength --games 20000 --rules {_EAAI} --only {_EXPERT} --table challenge --write",),
    "coverage": ("benchmarks.coverage --write",),
    "settle": ("benchmarks.rule_changes",),
}
"""The modules of all other figures, each in a process of its own; without ``--write`` they only print."""

PAGES: Final = ("docs.generate.readme",)
"""The modules that put figures of benchmarks/README.md into the README and the docs."""


def lines(name: str, turns: int, seconds: float) -> Iterator[str]:
    """Yield a table; below that of the lab, the number of unpaired rounds that are worth one paired round."""
    yield from rows(TABLES[name](), turns, seconds)
    if name == "lab":
        comparison = compare(STANDARD, OKLAHOMA, rounds=10_000, players=new_greedy)
        measured = [comparison[key] for key in EFFICIENCIES]
        known = [(one.measure.title, one.relative_efficiency) for one in measured if one.relative_efficiency]
        listed = ", ".join(f"{title} {efficiency:.1f}" for title, efficiency in known)
        yield f"\nThe relative efficiency of pairing in 10,000 greedy rounds: {listed}."


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = *TABLES, *GAMES
    parser.add_argument("--only", nargs="+", choices=known, default=tuple(TABLES), help="the tables to make")
    parser.add_argument("--every", action="store_const", dest="only", const=known, help="make all tables")
    parser.add_argument("--list", action="store_true", help="only print the names of the tables")
    parser.add_argument("--turns", type=int, default=7, help="how often each has its turn; 6 or more for an interval")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn is, in seconds of the processor")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    options = parser.parse_args()
    if options.list:
        print("\n".join(known))
        return
    if not available():
        raise SystemExit("the compiled core is not here: python ginrules/fast/build.py")
    for name in options.only:
        if name in TABLES:
            command = f"python -m benchmarks --only {name} --turns {options.turns} --seconds {options.seconds:g}"
            report(name, lines(name, options.turns, options.seconds), command, write=options.write)
        for command in GAMES.get(name, ()):
            run(*(word for word in shlex.split(command) if options.write or word != "--write"))
    for module in PAGES if options.write else ():
        run(module)


def run(*words: str) -> None:
    """Run a module in a process of its own."""
    subprocess.run([sys.executable, "-m", *words], check=True)


if __name__ == "__main__":
    main()
