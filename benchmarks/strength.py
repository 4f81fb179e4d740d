"""How strong the lab's players are: mirrored games between two of them, at two seats and at other tables.

``python -m benchmarks.strength`` prints the tables; ``--write`` puts them into benchmarks/README.md. At a table without
two sides, one of the first player sits among players of the other kind; in a partnership each plays a side.
"""

import argparse
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from benchmarks.pages import put, today
from ginrules.lab import Estimate, Expert, NewPlayer, Searching, player_named, tournament
from ginrules.lab.round_robin.result import Contest
from ginrules.match.fold import new_match
from ginrules.rules.model import RuleSet, rules_of

CONTESTS: Final = ("greedy:simple", "careful:greedy", "expert:simple", "expert:greedy", "expert:careful")
TABLES: Final = (
    "oklahoma:2", "straight-gin:2", "classic:2", "partnership:4", "round-the-corner-partnership:4",
    "ginrummy-com-partnership:4", "penalty-2-to-4:3", "penalty-2-to-4:4", "group-gin:3", "group-gin:4", "group-gin:5",
)  # fmt: skip
"""Rule sets and players, named before anything was measured; expert among careful players."""


def met(
    first: NewPlayer, other: NewPlayer, rules: RuleSet, games: int, *, seats: int = 2, seed: int = 1,
    workers: int | None = None,
) -> Contest:  # fmt: skip
    """Play mirrored games, and return their results; the first player's come first."""
    others = 1 if len(new_match(rules, seats).sides) == 2 else seats - 1
    players = {"first": first, **{f"other {number}": other for number in range(others)}}
    (contest,) = tournament(players, rules, games, seed=seed, seats=seats, workers=workers).contests
    return contest


def share_of(contest: Contest) -> str:
    share = contest.shares[0]
    return "" if share is None else _percent(share)


def _percent(share: Estimate) -> str:
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def rows(contests: Iterable[str], rules: RuleSet, games: int, budget: int, seed: int, workers: int) -> Iterator[str]:
    yield "| player | against | games | games won | points per round |"
    yield "|---|---|---:|---:|---:|"
    for contest in contests:
        first, other = (
            partial(Searching, budget=budget) if name == "searching" else player_named(name)
            for name in contest.split(":")
        )
        result = met(first, other, rules, games, seed=seed, workers=workers)
        net = result.nets[0]
        points = "" if net is None else f"{net.value:+.2f} ({net.low:+.2f} to {net.high:+.2f})".replace("-", "−")
        yield f"| {first(0)} | {other(0)} | {result.games:,} | {share_of(result)} | {points} |"


def table_rows(tables: Iterable[str], games: int, seed: int, workers: int) -> Iterator[str]:
    yield "| rules | players | against | games | games won | share among equals |"
    yield "|---|---:|---|---:|---:|---:|"
    for name, seats in (one.rsplit(":", 1) for one in tables):
        result = met(
            Expert, player_named("careful"), rules_of(name), games, seats=int(seats), seed=seed, workers=workers
        )
        equal = 1 / len(result.players)
        yield f"| {name} | {seats} | careful | {result.games:,} | {share_of(result)} | {equal:.1%} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=4_000, help="games of each contest")
    parser.add_argument("--workers", type=int, default=1, help="processes to play in")
    parser.add_argument("--budget", type=int, default=32, help="positions that the searching player looks at")
    parser.add_argument("--seed", type=int, default=17, help="the seed of the run")
    parser.add_argument("--rules", default="standard", help="the rules of the contests, like standard+big_gin=false")
    parser.add_argument("--only", nargs="*", default=CONTESTS, help="the contests to play, like expert:careful")
    parser.add_argument("--tables", nargs="*", default=TABLES, help="rules and players, like oklahoma:2")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    options = parser.parse_args()
    games, seed, workers = options.games, options.seed, options.workers
    run = f"{today()}: `python -m benchmarks.strength --games {games} --seed {seed}`."
    for name, lines in (
        ("strength", rows(options.only, rules_of(options.rules), games, options.budget, seed, workers)),
        ("strength at other tables", table_rows(options.tables, games, seed, workers)),
    ):
        table = []
        for line in lines:
            table.append(line)
            print(line, flush=True)
        if options.write:
            put(name, "\n".join([*table, f"\n{run}"]))


if __name__ == "__main__":
    main()
