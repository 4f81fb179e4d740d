"""How strong the lab's players are: mirrored games between two of them.

``python -m benchmarks.strength`` prints the table; ``--write`` puts it into benchmarks/README.md.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from typing import Final

from benchmarks.timing import made, put
from ginrules.lab import tournament
from ginrules.players import Searching, player_named
from ginrules.rules.model import rules_of

CONTESTS: Final = ("greedy:simple", "expert:simple", "expert:greedy", "medium:easy", "hard:medium")


def rows(asked: argparse.Namespace) -> Iterator[str]:
    """Play mirrored games of each contest, and yield the lines of the table."""
    yield "| player | against | games | games won | points per round |"
    yield "|---|---|---:|---:|---:|"
    for contest in asked.only:
        first, other = (
            partial(Searching, budget=asked.budget) if name == "searching" else player_named(name)
            for name in contest.split(":")
        )
        players = {"first": first, "other": other}
        played = tournament(players, rules_of(asked.rules), asked.games, seed=asked.seed, workers=asked.workers)
        (result,) = played.contests
        won, net = result.shares[0], result.nets[0]
        share = "" if won is None else f"{won.value:.1%} ({won.low:.1%} to {won.high:.1%})"
        points = "" if net is None else f"{net.value:+.2f} ({net.low:+.2f} to {net.high:+.2f})".replace("-", "−")
        yield f"| {first(0)} | {other(0)} | {result.games:,} | {share} | {points} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("--games", type=int, default=4_000, help="games of each contest")
    parser.add_argument("--workers", type=int, default=1, help="processes to play in")
    parser.add_argument("--budget", type=int, default=32, help="positions that a searching player looks at")
    parser.add_argument("--seed", type=int, default=17, help="the seed of the run")
    parser.add_argument("--rules", default="standard", help="the rules of the contests, like standard+big_gin=false")
    parser.add_argument("--only", nargs="*", default=CONTESTS, help="the contests to play, like expert:greedy")
    parser.add_argument("--table", default="strength", help="the name of the table in benchmarks/README.md")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/README.md")
    options = parser.parse_args()
    table = []
    for line in rows(options):
        table.append(line)
        print(line, flush=True)
    if options.write:
        put(options.table, "\n".join([*table, f"\n{made()}"]))


if __name__ == "__main__":
    main()
